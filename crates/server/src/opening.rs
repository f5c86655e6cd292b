//! Opening a match, joining one, and opening a child of one.

use crate::answer::{self, Joined};
use crate::body::{check_name, check_salt, read};
use crate::contest::Contest;
use crate::described::{GameName, PlayerName, Salt, Sitter};
use crate::keeper::attend;
use crate::live::LATEST;
use crate::logs::stored;
use crate::notes::{Chair, Desk, Note, Opened, Origin, log_of, notes_of};
use crate::office::Office;
use crate::past;
use crate::problem::{Problem, answer};
use crate::token::{Hash, Token, bearer, fresh_id, secret};
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use referee::Millis;
use referee_host::{Card, check_player};
use referee_store::Append;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

/// Who shall sit in a seat of a new match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted<'a> {
    Me,
    Open,
    Invited,
    Bot(&'a str),
}

impl<'a> Wanted<'a> {
    fn read(text: &'a str, card: &Card) -> Result<Wanted<'a>, Problem> {
        match text {
            "me" => Ok(Wanted::Me),
            "open" => Ok(Wanted::Open),
            "invited" => Ok(Wanted::Invited),
            other => match other.strip_prefix("bot:") {
                Some(bot) if card.bots.contains(&bot) => Ok(Wanted::Bot(bot)),
                _ => {
                    let bots: Vec<String> = card.bots.iter().map(|bot| format!("bot:{bot}")).collect();
                    let expected = format!("me, open, invited, {}", bots.join(", "));
                    let problem = Problem::bad("BAD_SEAT", "nobody like that can sit in a seat");
                    Err(problem.because(expected, other).no_at("/seats"))
                }
            },
        }
    }
}

/// What a match is opened with.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opening<'a> {
    /// Which game.
    #[schemars(with = "GameName")]
    game: String,
    /// What it starts from: as the game's own schema says, or the name of one of its `setups`; as usual where it is left out.
    #[serde(default, borrow)]
    setup: Option<&'a RawValue>,
    /// Who sits where. Where it is left out, the first seat is mine, and the others are open.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Sitter>")]
    seats: BTreeMap<String, String>,
    /// What I am called.
    #[serde(default)]
    #[schemars(with = "Option<PlayerName>")]
    name: Option<String>,
    /// What I add to the dice.
    #[serde(default)]
    #[schemars(with = "Salt")]
    salt: String,
}

/// Opens a match.
pub(crate) async fn open(
    State(office): State<Office>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    body: Bytes,
) -> Result<Response, Problem> {
    let opening: Opening<'_> = read(&body)?;
    office.limits.opening(from.ip())?;
    let title = office.registry.title(&opening.game)?;
    let setup = opening.setup.map(|setup| setup.get().to_owned());
    // The setup must be one that a game can begin with: whoever joins relies on it.
    let table = title.start(setup.as_deref(), None, 0, None).map_err(|error| Problem::from(error).no_at("/setup"))?;
    check_early(table.now()).map_err(|problem| problem.no_at("/setup"))?;
    let seating = Seating { seats: opening.seats, name: opening.name, salt: opening.salt };
    opened(&office, &title.card(), seating, setup, None).await
}

/// What a branch of a match is opened with.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Branching {
    /// The record after which it begins.
    #[serde(deserialize_with = "crate::body::whole")]
    at: u64,
    /// Who sits where. Where it is left out, the first seat is mine, and the others are open.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Sitter>")]
    seats: BTreeMap<String, String>,
    /// What I am called.
    #[serde(default)]
    #[schemars(with = "Option<PlayerName>")]
    name: Option<String>,
    /// What I add to the dice.
    #[serde(default)]
    #[schemars(with = "Salt")]
    salt: String,
}

/// Opens a child of a match, from any of its records, with dice of its own. What is being played can be branched only by who holds
/// every seat of it, and not where it is ranked: a child shows what others hide, or what would have come.
pub(crate) async fn branch(
    State(office): State<Office>,
    Path(id): Path<String>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let branching: Branching = read(&body)?;
    office.limits.opening(from.ip())?;
    let (log, closed) = stored(&office, &id)?;
    if !closed {
        let contest = office.contest(&id)?;
        let seat = contest.seat(&office, bearer(&headers).as_ref())?;
        let desk = contest.desk().clone();
        if seat.is_none() || desk.opened.seats.len() > 1 || desk.opened.ranked {
            let problem =
                Problem::new(StatusCode::CONFLICT, "NOT_OVER", "the match is being played: it can be branched when it has ended");
            return Err(problem);
        }
    }
    let record = branching.at;
    let (card, at) = office
        .judged(move |office| {
            let table = past::moment(office, &log, record)?.0;
            referee_host::check_goes_on(&*table)?;
            check_early(table.now()).map(|()| (table.card(), table.now()))
        })
        .await?;
    let seating = Seating { seats: branching.seats, name: branching.name, salt: branching.salt };
    opened(&office, &card, seating, None, Some(Origin { id, record, at })).await
}

/// Refuses a game whose clock stands at the end of time, because nobody could act in it.
fn check_early(now: Millis) -> Result<(), Problem> {
    if now <= LATEST {
        return Ok(());
    }
    let problem =
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "TOO_LATE", "the clock of this game stands too late to go on from");
    Err(problem.because(format!("at most {LATEST}"), now.to_string()))
}

/// Who sits where in a new match.
struct Seating {
    seats: BTreeMap<String, String>,
    name: Option<String>,
    salt: String,
}

async fn opened(
    office: &Office,
    card: &Card,
    seating: Seating,
    setup: Option<String>,
    of: Option<Origin>,
) -> Result<Response, Problem> {
    let Seating { seats, name, salt } = seating;
    check_salt(&salt)?;
    if let Some(other) = seats.keys().find(|seat| !card.all_seats().any(|known| known == *seat)) {
        let problem = card.seat(Some(other)).err().map_or_else(|| Problem::missing("seat"), Problem::from);
        return Err(problem.no_at("/seats"));
    }
    let wanted = |index: usize, seat: &str| match seats.get(seat) {
        Some(wanted) => Wanted::read(wanted, card),
        None if index == 0 && seats.is_empty() => Ok(Wanted::Me),
        None => Ok(Wanted::Open),
    };
    let (mut chairs, mut tokens, mut invitations) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    // An optional seat is one of the match only if it is asked for.
    let is_optional = |index: usize| index >= card.seats.len();
    for (index, seat) in card.all_seats().enumerate().filter(|(index, seat)| !is_optional(*index) || seats.contains_key(*seat)) {
        let chair = match wanted(index, seat)? {
            Wanted::Open => Chair::Open,
            Wanted::Bot(_) if is_optional(index) => {
                let problem = Problem::bad("BAD_SEAT", "no bot plays a seat that nobody needs to take");
                return Err(problem.because("me, open, invited", seat).no_at("/seats"));
            }
            Wanted::Bot(bot) => Chair::Bot(bot.to_owned()),
            Wanted::Invited => {
                let token = Token::fresh()?;
                invitations.insert(seat, token.told().to_owned());
                Chair::Invited(token.hash().0)
            }
            Wanted::Me => {
                let name = name.clone().unwrap_or_else(|| format!("player {seat}"));
                check_name(&name)?;
                let name = if tokens.is_empty() { name } else { format!("{name} {seat}") };
                check_player(&name).map_err(|error| Problem::from(error).no_at("/name"))?;
                let token = Token::fresh()?;
                tokens.insert(seat, token.told().to_owned());
                Chair::Taken { name, token: token.hash().0 }
            }
        };
        chairs.insert(seat.to_owned(), chair);
    }
    let (at, secret) = (office.clock.now(), secret()?);
    let (id, commit) = (fresh_id(at)?, secret.commit());
    let secret = secret.reveal().to_string();
    let opened = Opened { game: card.name.to_owned(), setup, seats: chairs, at, secret, salt, of, ranked: false };
    let note = serde_json::to_string(&Note::Opened(opened.clone())).unwrap_or_default();
    let notes = notes_of(&id)?;
    office.store.append(Append::new(&notes, 0, note + "\n")).await?;
    crate::figures::count(&office.figures.matches);
    office.listed(&notes);
    let desk = Desk::new(opened);
    let full = desk.is_full();
    let contest = office.keep(Contest::new(&id, log_of(&id)?, desk, at));
    if full {
        begin(office, &contest).await?;
    }
    let answered = answer::Opened { id, game: card.name, commit: commit.as_str(), tokens, invitations, begun: full };
    Ok(answer(StatusCode::CREATED, &answered))
}

/// What somebody joins with.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Joining {
    /// Which seat; the first that is free for me where it is left out.
    #[serde(default)]
    seat: Option<String>,
    /// What I am called.
    #[schemars(with = "PlayerName")]
    name: String,
    /// What I add to the dice.
    #[serde(default)]
    #[schemars(with = "Salt")]
    salt: String,
    /// What opens a seat that waits for somebody.
    #[serde(default)]
    invitation: Option<String>,
}

/// Takes a seat; the match begins when the last is taken.
pub(crate) async fn join(State(office): State<Office>, Path(id): Path<String>, body: Bytes) -> Result<Response, Problem> {
    let joining: Joining = read(&body)?;
    check_name(&joining.name)?;
    check_salt(&joining.salt)?;
    let contest = office.contest(&id)?;
    let token = Token::fresh()?;
    let joins = contest.joining().await;
    let desk = contest.desk().clone();
    if desk.withdrawn {
        return Err(desk.not_begun());
    }
    let card = office.registry.title(&desk.opened.game)?.card();
    let seat = free_seat(&card, &desk, &joining)?;
    let taken = desk.opened.seats.iter().any(|(other, chair)| chair.name(other).as_deref() == Some(&*joining.name));
    if taken {
        return Err(Problem::new(StatusCode::CONFLICT, "SAME_PLAYER", "somebody of this name sits here already"));
    }
    let Joining { name, salt, .. } = joining;
    noted(&office, &contest, Note::Joined { seat: seat.clone(), name, token: token.hash().0, salt, at: office.clock.now() })
        .await?;
    let full = contest.desk().is_full(); // before others join: one of them takes the last seat
    drop(joins);
    if full {
        begin(&office, &contest).await?;
    }
    let commit = desk.secret()?.commit();
    let (game, token) = (&*desk.opened.game, token.told());
    let answered = Joined { id, game, seat, token, commit: commit.as_str(), begun: full };
    Ok(answer(StatusCode::OK, &answered))
}

/// Notes something about a match, for whoever holds its joining; then it is so.
async fn noted(office: &Office, contest: &Contest, note: Note) -> Result<(), Problem> {
    let (notes, next) = (notes_of(&contest.id)?, contest.desk().notes);
    let line = serde_json::to_string(&note).unwrap_or_default() + "\n";
    if let Err(error) = office.store.append(Append::new(&notes, next, line)).await {
        contest.reread(office)?;
        return Err(error.into());
    }
    contest.desk().take(note);
    office.listed(&notes);
    Ok(())
}

/// Takes a match back that has not begun: whoever has a seat in it may.
pub(crate) async fn take_back(
    State(office): State<Office>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let contest = office.contest(&id)?;
    contest.seat(&office, bearer(&headers).as_ref())?.ok_or_else(Problem::unauthorized)?;
    withdraw(&office, &contest).await.map(|()| StatusCode::NO_CONTENT)
}

/// Withdraws a match that has not begun. What was withdrawn before stays so.
pub(crate) async fn withdraw(office: &Office, contest: &Contest) -> Result<(), Problem> {
    let _joins = contest.joining().await;
    let desk = contest.desk().clone();
    if desk.is_full() {
        let problem = Problem::new(StatusCode::CONFLICT, "BEGUN", "the match has begun: it can be played, not withdrawn");
        return Err(problem);
    }
    if desk.withdrawn { Ok(()) } else { noted(office, contest, Note::Withdrawn { at: office.clock.now() }).await }
}

/// Begins a match whose seats are all taken. If the store does not take its first line just now, it begins when somebody next asks for it:
/// whoever has a seat is told its token all the same, once and never again.
async fn begin(office: &Office, contest: &Arc<Contest>) -> Result<(), Problem> {
    match contest.with(office, |_| ()).await {
        Err(problem) if problem.status != StatusCode::SERVICE_UNAVAILABLE.as_u16() => return Err(problem),
        _ => attend(office, contest),
    }
    Ok(())
}

/// The seat that a player gets: the one that is asked for, or the first that is free for them, in the order of the game's seats.
fn free_seat(card: &Card, desk: &Desk, joining: &Joining) -> Result<String, Problem> {
    let invitation = joining.invitation.as_deref().map(Hash::of);
    let may = |chair: &Chair| match chair {
        Chair::Open => true,
        Chair::Invited(hash) => invitation.as_ref().is_some_and(|invitation| invitation.is(&Hash(hash.clone()))),
        _ => false,
    };
    let seats = &desk.opened.seats;
    let wanted = |seat: &str| joining.seat.as_deref().is_none_or(|wanted| wanted == seat);
    let found = card.all_seats().find(|seat| wanted(seat) && seats.get(*seat).is_some_and(may));
    found.map(str::to_owned).ok_or_else(|| match seats.values().any(Chair::is_free) {
        true => Problem::new(
            StatusCode::FORBIDDEN,
            "NOT_INVITED",
            "no free seat is open to you: name another, or bring the invitation",
        ),
        false => Problem::new(StatusCode::CONFLICT, "FULL", "every seat is taken"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Index;
    use crate::ruling::Declared;
    use crate::{Settings, matches};
    use axum::body::to_bytes;
    use referee::Seat;
    use referee_host::{Hosted, Registry};
    use referee_nim::Nim;
    use referee_store::{Faulty, Memory, Plan, Store};
    use serde_json::{Value, json};

    /// An office whose store does not take one of the appends.
    fn office(refused: u64) -> Office {
        office_with(Plan { refused: Some(refused), ..Plan::default() })
    }

    fn office_with(plan: Plan) -> Office {
        let store: Arc<dyn Store> = Arc::new(Faulty::new(Arc::new(Memory::new()), plan));
        let registry = Registry::new().with(Hosted::new(Nim));
        let index = Index::open(None, &registry, &*store).unwrap();
        Office::new(registry, store, Settings::default(), index, [7; 32]).unwrap()
    }

    async fn told(answered: Result<Response, Problem>) -> Value {
        let body = answered.unwrap().into_body();
        serde_json::from_slice(&to_bytes(body, 1 << 20).await.unwrap()).unwrap()
    }

    async fn opened_with(office: &Office, opening: &Value) -> Value {
        let from = ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1)));
        told(open(State(office.clone()), from, opening.to_string().into()).await).await
    }

    async fn look(office: &Office, id: &str, token: &str) -> Value {
        let mut headers = HeaderMap::new();
        headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
        let looking = serde_json::from_value(json!({})).unwrap();
        told(matches::look(State(office.clone()), Path(id.to_owned()), axum::extract::Query(looking), headers).await).await
    }

    /// The note of who joined is stored, the first line of the match is not: the seat is taken, and its token must be told.
    #[tokio::test]
    async fn who_has_a_seat_hears_its_token_although_the_match_cannot_begin_just_now() {
        let office = office(2);
        let opened = opened_with(&office, &json!({"game": "nim", "name": "ann"})).await;
        let id = opened["id"].as_str().unwrap().to_owned();
        let joined = told(join(State(office.clone()), Path(id.clone()), json!({"name": "bob"}).to_string().into()).await).await;
        let stands = look(&office, &id, joined["token"].as_str().unwrap()).await;
        assert_eq!((&stands["seat"], &stands["seq"]), (&json!("second"), &json!(0)), "it begins when somebody asks: {stands}");
    }

    /// Appends: the note, the first line, the first bot's move, the second's, which is not taken.
    #[tokio::test(start_paused = true)]
    async fn a_bot_whose_move_cannot_be_stored_tries_again() {
        let office = office(3);
        let bots = json!({"game": "nim", "seats": {"first": "bot:greedy", "second": "bot:greedy"}});
        let opened = opened_with(&office, &bots).await;
        let contest = office.contest(opened["id"].as_str().unwrap()).unwrap();
        for _ in 0..100 {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            if contest.with(&office, |live| live.over).await.unwrap() {
                return;
            }
        }
        panic!("the bots play to the end");
    }

    /// It is not its turn: it moves not, and whoever lets it is told so, or would ask for ever.
    #[tokio::test]
    async fn a_bot_that_can_do_nothing_ends_its_turn() {
        let office = office(u64::MAX);
        let opened =
            opened_with(&office, &json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "bot:random"}})).await;
        let contest = office.contest(opened["id"].as_str().unwrap()).unwrap();
        assert!(!contest.let_bot_move(&office, Seat(1), "random").await.unwrap());
        assert!(contest.let_bot_move(&office, Seat(0), "random").await.unwrap());
    }

    /// Nobody knew whether a line was stored; it was. Whoever listens hears of it when the match is read again.
    #[tokio::test]
    async fn what_was_stored_after_all_is_told_to_whoever_listens() {
        let office = office_with(Plan { unknown: Some(2), ..Plan::default() });
        let mine = json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "me"}, "setup": {"heaps": [3]}});
        let opened = opened_with(&office, &mine).await;
        let contest = office.contest(opened["id"].as_str().unwrap()).unwrap();
        let listener = contest.listen();
        let mut news = std::pin::pin!(listener.news());
        news.as_mut().enable();
        let action = serde_json::value::to_raw_value(&json!({"heap": 0, "stones": 1})).unwrap();
        let declared = Declared { action: &action, key: None, after: None, seat: None, told_by_record: true };
        assert!(contest.act(&office, Seat(0), &declared).await.is_err());
        assert_eq!(contest.with(&office, |live| live.table.seq()).await.unwrap(), 1);
        assert!(news.as_mut().enable(), "there is something to tell");
    }

    /// Whoever has a seat takes the match back, once or twice; then it is listed no longer and nobody joins it. What has begun stays.
    #[tokio::test]
    async fn a_match_that_nobody_came_to_is_withdrawn() {
        let office = office(u64::MAX);
        let token = |opened: &Value| {
            let mut headers = HeaderMap::new();
            let token = opened["tokens"]["first"].as_str().unwrap();
            headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
            headers
        };
        let back =
            |opened: &Value, headers| take_back(State(office.clone()), Path(opened["id"].as_str().unwrap().to_owned()), headers);
        let listed = || office.index.matches(None, None, None, 9).unwrap().len();
        let opened = opened_with(&office, &json!({"game": "nim", "name": "ann"})).await;
        assert_eq!(back(&opened, HeaderMap::new()).await.unwrap_err().status, 401);
        assert_eq!(listed(), 1);
        for _ in 0..2 {
            assert_eq!(back(&opened, token(&opened)).await.unwrap(), StatusCode::NO_CONTENT);
        }
        assert_eq!(listed(), 0);
        let id = opened["id"].as_str().unwrap();
        assert_eq!(office.lines(&notes_of(id).unwrap()).unwrap().len(), 2, "it is noted once");
        office.contest(id).unwrap().reread(&office).unwrap();
        let body = json!({"name": "bob"}).to_string();
        assert_eq!(join(State(office.clone()), Path(id.to_owned()), body.into()).await.unwrap_err().code, "WITHDRAWN");
        assert_eq!(office.contest(id).unwrap().with(&office, |_| ()).await.unwrap_err().code, "WITHDRAWN");

        let begun = opened_with(&office, &json!({"game": "nim", "seats": {"first": "me", "second": "bot:random"}})).await;
        assert_eq!(back(&begun, token(&begun)).await.unwrap_err().code, "BEGUN");
    }

    /// Both seats are mine, and the second name would be too long for a log: nothing of it is kept.
    #[tokio::test]
    async fn a_match_that_could_never_begin_is_not_opened() {
        let office = office(u64::MAX);
        let name = "\u{6f22}".repeat(20);
        let mine = json!({"game": "nim", "name": name, "seats": {"first": "me", "second": "me"}});
        let from = ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 1)));
        let refused = open(State(office.clone()), from, mine.to_string().into()).await.unwrap_err();
        assert_eq!((refused.status, refused.path.as_deref()), (422, Some("/name")), "{refused:?}");
        assert!(office.store.list(None, 9).unwrap().is_empty());
    }
}

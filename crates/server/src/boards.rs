//! Leaderboards: a ticket before, a run after, the score worked out here.

use crate::answer::{Leaders, LiveMatch, Ranked, Ticket};
use crate::contest::Contest;
use crate::described::{GameName, PlayerName};
use crate::index::{Entry, Part};
use crate::live::Outcome;
use crate::notes::{Chair, Desk, Note, Opened, log_of, notes_of};
use crate::office::{Office, blocking};
use crate::problem::{Problem, answer};
use crate::sessions::{self, Session, Step};
use crate::ticket::{self, Board, Issued, Stub, Used, day_of, seed_of_day, stubs_of};
use crate::token::{Hash, Token, bearer, fresh_id, hex, random, secret};
use axum::body::Bytes;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use referee::Seat;
use referee_host::{Card, Id, Line, Players, Table};
use referee_store::{Append, LogName, StoreError};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::net::SocketAddr;

/// The boards of a game: those that one plays alone have them.
pub(crate) fn boards_of(card: &Card) -> &'static [Board] {
    if card.seats.len() == 1 { &Board::ALL } else { &[] }
}

fn check_board(card: &Card) -> Result<(), Problem> {
    if boards_of(card).is_empty() {
        let message = format!("{} has no leaderboard: it is not played alone", card.name);
        return Err(Problem::new(StatusCode::NOT_FOUND, "NO_BOARD", message));
    }
    Ok(())
}

/// What somebody asks a ticket for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Asked {
    /// Which game.
    #[schemars(with = "GameName")]
    game: String,
    /// Which board of it.
    #[schemars(with = "Board")]
    board: String,
    /// Who plays.
    #[schemars(with = "PlayerName")]
    name: String,
}

/// Gives out a ticket. Who has one for this board already gets the same again: nobody shops for seeds.
pub(crate) async fn challenge(
    State(office): State<Office>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let Asked { game, board, name } = crate::body::read(&body)?;
    let card = office.registry.title(&game)?.card();
    let board = Board::read(&board)?;
    check_board(&card)?;
    crate::body::check_name(&name)?;
    let (account, token) = match bearer(&headers) {
        Some(account) => (account, None),
        None => {
            let token = Token::fresh()?;
            (token.hash(), Some(token))
        }
    };
    // Whoever asks twice at once waits for the first answer, and gets the same.
    let _issuing = office.issuing(&account).await;
    let now = office.clock.now();
    if let Some(id) = blocking(|| office.index.open_ticket(&game, board, &account.0, now))? {
        let issued = ticket::look_up(&office, &id)?.0;
        // The server may have ended between a ticket and its match.
        if !board.is_open() && office.store.standing(&notes_of(&id)?)?.is_none() {
            open_live(&office, &card, &id, &issued).await?;
        }
        return Ok(told(&office, &card, &id, &issued, None, StatusCode::OK));
    }
    office.limits.opening(from.ip())?;
    let id = fresh_id(now)?;
    let seed = match board {
        Board::Daily => seed_of_day(&office.key, &game, &day_of(now)),
        Board::Free => hex(&random::<16>()?),
        Board::Live => String::new(),
    };
    let until = now.saturating_add(office.settings.ticket_seconds.saturating_mul(1_000));
    let issued = Issued { game, board, seed, name, account: account.0, at: now, until };
    let line = serde_json::to_string(&Stub::Issued(issued.clone())).unwrap_or_default() + "\n";
    let stubs = stubs_of(&id)?;
    office.store.append(Append::new(&stubs, 0, line)).await?;
    office.listed(&stubs);
    if !board.is_open() {
        open_live(&office, &card, &id, &issued).await?;
    }
    Ok(told(&office, &card, &id, &issued, token.as_ref(), StatusCode::CREATED))
}

fn told(office: &Office, card: &Card, id: &str, issued: &Issued, token: Option<&Token>, status: StatusCode) -> Response {
    let open_seed = issued.board.is_open();
    let told = Ticket {
        ticket: ticket::signed(&office.key, id),
        game: issued.game.clone(),
        board: issued.board,
        name: issued.name.clone(),
        open_seed,
        expires: issued.until,
        seat: card.seats.first().copied().unwrap_or_default(),
        seed: open_seed.then(|| issued.seed.clone()),
        live: (!open_seed).then(|| LiveMatch { id: id.to_owned(), token: seat_token(office, id) }),
        player_token: token.map(|token| token.told().to_owned()),
    };
    answer(status, &told)
}

/// The token of the seat of a ranked match: whoever has the ticket's account may hear it again.
fn seat_token(office: &Office, id: &str) -> String {
    hex(&ticket::derived(&office.key, "seat", id))
}

/// Opens the match of a ticket whose dice the server rolls.
async fn open_live(office: &Office, card: &Card, id: &str, issued: &Issued) -> Result<(), Problem> {
    let seat = card.seats.first().copied().unwrap_or_default().to_owned();
    let chair = Chair::Taken { name: issued.name.clone(), token: Hash::of(&seat_token(office, id)).0 };
    let opened = Opened {
        game: issued.game.clone(),
        setup: None,
        seats: BTreeMap::from([(seat, chair)]),
        at: issued.at,
        secret: secret()?.reveal().to_string(),
        salt: String::new(),
        of: None,
        ranked: true,
    };
    let line = serde_json::to_string(&Note::Opened(opened.clone())).unwrap_or_default() + "\n";
    let notes = notes_of(id)?;
    office.store.append(Append::new(&notes, 0, line)).await?;
    office.listed(&notes);
    let desk = Desk::new(opened);
    let contest = office.keep(Contest::new(id, log_of(id)?, desk, issued.at));
    contest.with(office, |_| ()).await
}

/// A run for a ticket.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run<'a> {
    /// The ticket it was played on.
    ticket: String,
    /// The whole log, as text.
    #[serde(default)]
    log: Option<String>,
    /// Or the actions alone.
    #[serde(default, borrow)]
    actions: Option<Vec<Step<'a>>>,
    /// What the player thinks it is worth.
    #[serde(default, deserialize_with = "crate::body::maybe_whole")]
    score: Option<i64>,
}

/// A run that was judged: its log, and what it is worth.
struct Judged {
    log: String,
    head: String,
    score: i64,
    actions: u64,
}

/// Takes a run for a ticket: judges it, works out its score, stores it whole.
pub(crate) async fn submit(State(office): State<Office>, Path(game): Path<String>, body: Bytes) -> Result<Response, Problem> {
    check_board(&office.registry.title(&game)?.card())?;
    let ticket = ticket_of(&body)?;
    let id = ticket::read(&office.key, &ticket)?;
    let (issued, used) = ticket::look_up(&office, &id)?;
    if issued.game != game || !issued.board.is_open() {
        let problem = Problem::new(StatusCode::FORBIDDEN, "BAD_TICKET", "the ticket is for another board");
        return Err(problem.because(format!("{} of {}", issued.board.name(), issued.game), game));
    }
    if used.is_none() && issued.until < office.clock.now() {
        return Err(Problem::new(StatusCode::FORBIDDEN, "TICKET_EXPIRED", "the ticket has expired: ask for another"));
    }
    let for_judge = issued.clone();
    let judged = office.judged(move |office| judge(office, &for_judge, &ticket, &body)).await?;
    rank(&office, &id, &issued, judged).await
}

/// The ticket that a body names: as a field, or as what its log is called.
fn ticket_of(body: &Bytes) -> Result<String, Problem> {
    if let Some(log) = as_log(body) {
        let line = log.lines().find(|line| !line.starts_with('#')).unwrap_or_default();
        let line = Line::parse(line)?;
        return line
            .header()
            .map(|header| header.name.to_owned())
            .ok_or_else(|| Problem::bad("NO_SETUP", "a log begins with its setup"));
    }
    Ok(crate::body::read::<Run<'_>>(body)?.ticket)
}

fn as_log(body: &Bytes) -> Option<&str> {
    let text = std::str::from_utf8(body).ok()?;
    text.lines().find(|line| !line.starts_with('#')).filter(|line| line.starts_with("{\"format\":")).map(|_| text)
}

fn judge(office: &Office, issued: &Issued, ticket: &str, body: &Bytes) -> Result<Judged, Problem> {
    if let Some(log) = as_log(body) {
        return judge_log(office, issued, ticket, log);
    }
    let run: Run<'_> = crate::body::read(body)?;
    let judged = match (&run.log, run.actions) {
        (Some(log), None) => judge_log(office, issued, ticket, log)?,
        (None, Some(actions)) => {
            let session = Session { setup: None, seed: Some(issued.seed.clone()), chance: None, actions };
            let (registry, settings) = (&office.registry, &office.settings);
            let table = sessions::play_from(registry, settings, &issued.game, &session, |table| name(table, issued, ticket))?;
            finished(&*table)?
        }
        _ => {
            let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "NO_RUN", "a run is its log or its actions");
            return Err(problem.because("`log` or `actions`", "both, or neither"));
        }
    };
    match run.score {
        Some(said) if said != judged.score => {
            let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "WRONG_SCORE", "the run is worth something else");
            Err(problem.because(judged.score.to_string(), said.to_string()))
        }
        _ => Ok(judged),
    }
}

/// Names a run as its ticket wants it.
fn name(table: &mut dyn Table, issued: &Issued, ticket: &str) -> Result<(), referee_host::HostError> {
    let players = Players::in_order(&table.card(), [issued.name.as_str()])?;
    table.introduce(players)?;
    table.call(ticket)
}

/// A log must begin as the ticket says, hold to the end, and be at its end.
fn judge_log(office: &Office, issued: &Issued, ticket: &str, log: &str) -> Result<Judged, Problem> {
    let mut expected = office.registry.title(&issued.game)?.start(None, Some(&issued.seed), 0, None)?;
    name(&mut *expected, issued, ticket)?;
    let expected = expected.text()?;
    let found = log.lines().find(|line| !line.starts_with('#')).unwrap_or_default();
    let (ours, theirs) = (Line::parse(expected.trim_end())?, Line::parse(found).map_err(|error| error.at_line(1))?);
    let (Some(ours), Some(theirs)) = (ours.header().zip(ours.setup()), theirs.header().zip(theirs.setup())) else {
        return Err(Problem::bad("NO_SETUP", "a log begins with its setup"));
    };
    for (field, ours, theirs) in [
        ("/game", ours.0.game, theirs.0.game),
        ("/rules", ours.0.rules, theirs.0.rules),
        ("/content", ours.0.content, theirs.0.content),
        ("/chance", ours.0.chance, theirs.0.chance),
        ("/name", ours.0.name, theirs.0.name),
        ("/players", ours.0.players, theirs.0.players),
        ("/setup", ours.1, theirs.1),
    ] {
        if ours != theirs {
            let problem = Problem::bad("WRONG_BEGINNING", "the run does not begin as its ticket says");
            return Err(problem.because(ours, theirs).no_at(field));
        }
    }
    let report = sessions::check_log(&office.registry, &office.settings, &issued.game, log)?;
    let lines: Vec<&str> = log.lines().collect();
    let table = referee_host::open_lines(&office.registry, lines)?;
    if !table.branches().is_empty() {
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "BRANCHED", "a ranked run is played once, without branches"));
    }
    // What was judged is stored, as it was sent: its head is what its sender has. Prose is nobody's evidence.
    let kept = log.lines().filter(|line| !Line::is_prose(line)).flat_map(|line| [line, "\n"]).collect();
    let judged = Judged { log: kept, ..finished(&*table)? };
    debug_assert_eq!(judged.head, report.head);
    Ok(judged)
}

/// A run counts when the rules have ended it; who closes it before has not come to its end.
fn finished(table: &dyn Table) -> Result<Judged, Problem> {
    if !table.over(table.at()) || table.closed().is_some() {
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "NOT_OVER", "the run has not come to its end"));
    }
    Ok(Judged { log: table.text()?, head: table.head().to_string(), score: table.score(Seat(0)), actions: table.seq() })
}

/// Stores a judged run under its ticket, once, and says what rank it has.
async fn rank(office: &Office, id: &str, issued: &Issued, judged: Judged) -> Result<Response, Problem> {
    let log = run_of(id)?;
    let Judged { log: text, head, score, actions } = judged;
    match office.store.append(Append::new(&log, 0, text).last()).await {
        Ok(_) => {}
        // The ticket was used: for the same run the answer is the same.
        Err(StoreError::Conflict { .. } | StoreError::Closed) => {
            let known = last_id(office, &log)?;
            if known.as_ref().map(Id::as_str) != Some(&*head) {
                return Err(Problem::new(StatusCode::CONFLICT, "TICKET_USED", "the ticket was used for another run"));
            }
        }
        Err(error) => return Err(error.into()),
    }
    let used = Used { log: id.to_owned(), score, actions, at: office.clock.now() };
    use_ticket(office, id, used).await?;
    let (board, day) = (issued.board, day_of(issued.at));
    let rank = |days: &str| blocking(|| office.index.rank_of(&Part { game: &issued.game, board, days }, &issued.account));
    let (log, game, of_day, rank_of_all) = (format!("/api/logs/{id}"), issued.game.clone(), rank(&day)?, rank("")?);
    let ranked = Ranked { ok: true, game, board, day, score, rank: of_day, rank_of_all, log, head };
    Ok(answer(StatusCode::CREATED, &ranked))
}

/// Notes what came of a ticket, if nobody has.
async fn use_ticket(office: &Office, id: &str, used: Used) -> Result<(), Problem> {
    let stubs = stubs_of(id)?;
    let line = serde_json::to_string(&Stub::Used(used)).unwrap_or_default() + "\n";
    match office.store.append(Append::new(&stubs, 1, line).last()).await {
        Ok(_) | Err(StoreError::Conflict { .. } | StoreError::Closed) => {
            office.listed(&stubs);
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}

/// Ranks a match that was played on a ticket and has come to its end, if it ended before the ticket expired.
pub(crate) async fn rank_live(office: &Office, id: &str, outcome: Outcome) -> Result<(), Problem> {
    let Outcome { score, actions, at } = outcome;
    if ticket::look_up(office, id)?.0.until < at {
        return Ok(());
    }
    use_ticket(office, id, Used { log: id.to_owned(), score, actions, at: office.clock.now() }).await
}

fn last_id(office: &Office, log: &LogName) -> Result<Option<Id>, Problem> {
    let Some(standing) = office.store.standing(log)? else { return Ok(None) };
    let kept = office.store.read(log, standing.next.saturating_sub(1), 1)?;
    Ok(kept.first().and_then(|kept| Line::parse(&kept.text).ok().map(|line| line.id)))
}

/// The log of a run that was submitted.
pub(crate) fn run_of(id: &str) -> Result<LogName, Problem> {
    Ok(LogName::parse(&format!("r-{id}"))?)
}

/// What part of a leaderboard somebody wants to see.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// Which board; `daily` where it is left out.
    #[serde(default)]
    #[schemars(with = "Option<Board>")]
    board: Option<String>,
    /// The runs of a day: `2026-11-16`.
    #[serde(default)]
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    day: Option<String>,
    /// The runs of a month: `2026-11`. Either it or a day.
    #[serde(default)]
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}$"))]
    season: Option<String>,
    /// Which page, from 0.
    #[serde(default)]
    page: u32,
    /// How many runs a page has; 20 where it is left out, 100 at most.
    #[serde(default)]
    size: Option<u32>,
}

/// The largest page.
const PAGE_MAX: u32 = 100;

pub(crate) async fn leaders(
    State(office): State<Office>,
    Path(game): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, Problem> {
    check_board(&office.registry.title(&game)?.card())?;
    let board = wanted.board.as_deref().map_or(Ok(Board::Daily), Board::read)?;
    let days = match (&wanted.day, &wanted.season) {
        (Some(day), None) if is_date(day, 10) => day.as_str(),
        (None, Some(season)) if is_date(season, 7) => season.as_str(),
        (None, None) => "",
        _ => {
            let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "BAD_DAY", "one day, or one season");
            return Err(problem.because("day=2026-11-16 or season=2026-11", "something else"));
        }
    };
    let size = wanted.size.unwrap_or(20).clamp(1, PAGE_MAX);
    let part = Part { game: &game, board, days };
    let (entries, players) = blocking(|| office.index.leaders(&part, wanted.page.into(), size.into()))?;
    let linked = |entry: Entry| Entry { log: format!("/api/logs/{}", entry.log), ..entry };
    let entries = entries.into_iter().map(linked).collect();
    let page = wanted.page;
    Ok(answer(StatusCode::OK, &Leaders { game, board, open_seed: board.is_open(), page, size, players, entries }))
}

/// Digits and dashes where a date has them.
fn is_date(text: &str, length: usize) -> bool {
    let fits = |(at, byte): (usize, u8)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == length && text.bytes().enumerate().all(fits)
}

//! The routes.

use crate::Settings;
use crate::contest::{Contest, Declared};
use crate::index::Index;
use crate::keeper::{attend, keep, wake};
use crate::notes::{Chair, Desk, Note, Opened, Origin, log_of, notes_of};
use crate::office::Office;
use crate::problem::{Problem, json};
use crate::socket::{self, Wire};
use crate::token::{Hash, Token, bearer, fresh_id, secret};
use crate::{boards, past, sessions};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use referee::Seat;
use referee_host::{Card, Registry, check_player};
use referee_store::{Append, LogName, Store};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Serves games from a store until told to stop; what is being answered then is answered.
///
/// # Errors
/// If the listener fails.
pub async fn serve(
    listener: TcpListener,
    registry: Registry,
    store: Arc<dyn Store>,
    settings: Settings,
    data: Option<&std::path::Path>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let index = Index::open(data.map(|data| data.join(INDEX)).as_deref()).map_err(std::io::Error::other)?;
    let caught_up = index.catch_up(&*store, &mut |_| {});
    caught_up.map_err(|problem| std::io::Error::other(problem.message.clone()))?;
    let office = Office::new(registry, store, settings, index, server_key(data)?);
    let keeper = tokio::spawn(keep(office.clone()));
    tokio::spawn(wake(office.clone()));
    let service = router(office).into_make_service_with_connect_info::<SocketAddr>();
    let served = axum::serve(listener, service).with_graceful_shutdown(stop).await;
    keeper.abort();
    served
}

/// The file of what is read often.
pub(crate) const INDEX: &str = "index.db";

/// Makes the index of a data folder anew from its logs. `progress` hears how many logs have been looked at.
///
/// # Errors
/// If a file cannot be read or written.
pub fn rebuild(store: &dyn Store, data: &std::path::Path, progress: &mut dyn FnMut(u64)) -> std::io::Result<()> {
    let index = Index::open(Some(&data.join(INDEX))).map_err(std::io::Error::other)?;
    let rebuilt = index.clear().and_then(|()| index.catch_up(store, progress));
    rebuilt.map_err(|problem| std::io::Error::other(problem.message.clone()))
}

/// The key of a server: kept in its data folder, for nobody else to read; or one that ends with the server.
fn server_key(data: Option<&std::path::Path>) -> std::io::Result<[u8; 32]> {
    let fresh = || crate::token::random::<32>().map_err(|problem| std::io::Error::other(problem.message.clone()));
    let Some(path) = data.map(|data| data.join("key")) else { return fresh() };
    if let Ok(bytes) = std::fs::read(&path) {
        return bytes.try_into().map_err(|_| std::io::Error::other(format!("{}: a key has 32 bytes", path.display())));
    }
    let key = fresh()?;
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&path)?;
    std::io::Write::write_all(&mut file, &key)?;
    file.sync_all()?;
    Ok(key)
}

fn router(office: Office) -> Router {
    let body_max = office.settings.body_max;
    Router::new()
        .route("/api/games", get(games))
        .route("/api/games/{game}", get(game))
        .route("/api/matches", get(list_matches).post(open_match))
        .route("/api/matches/{id}", get(look_at_match))
        .route("/api/matches/{id}/join", post(join_match))
        .route("/api/matches/{id}/branches", post(branch))
        .route("/api/matches/{id}/actions", post(act))
        .route("/api/matches/{id}/live", get(live))
        .route("/api/logs/{id}", get(log))
        .route("/api/logs/{id}/view", get(view))
        .route("/api/verify/{game}", post(verify).layer(DefaultBodyLimit::max(office.settings.log_max)))
        .route("/api/challenges", post(boards::challenge))
        .route(
            "/api/leaderboards/{game}",
            get(boards::leaders).post(boards::submit).layer(DefaultBodyLimit::max(office.settings.log_max)),
        )
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .fallback(nowhere)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(body_max))
        .layer(middleware::from_fn_with_state(office.clone(), limited))
        .with_state(office)
}

async fn nowhere() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "NO_SUCH_ROUTE", "there is nothing at this address")
}

async fn wrong_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "WRONG_METHOD", "this address does not answer this method")
}

/// No address sends more than it may.
async fn limited(
    State(office): State<Office>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    match office.limits.request(from.ip()) {
        Ok(()) => in_one_form(next.run(request).await).await,
        Err(problem) => problem.into_response(),
    }
}

/// What the framework refuses (a body too long, a query it cannot read) is told in the form of every other refusal.
async fn in_one_form(response: Response) -> Response {
    let status = response.status();
    let is_ours = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !status.is_client_error() || is_ours {
        return response;
    }
    let code = match status {
        StatusCode::PAYLOAD_TOO_LARGE => "BODY_TOO_LONG",
        StatusCode::BAD_REQUEST => "BAD_REQUEST",
        _ => "REFUSED",
    };
    let text = axum::body::to_bytes(response.into_body(), 4 << 10).await.unwrap_or_default();
    Problem::new(status, code, String::from_utf8_lossy(&text)).into_response()
}

async fn health() -> &'static str {
    "ok\n"
}

async fn metrics(State(office): State<Office>) -> Response {
    let mut text = office.figures.text();
    for (name, about, value) in [
        ("sockets", "Sockets that are open.", office.limits.sockets()),
        ("matches_in_memory", "Matches in memory.", office.awake().len()),
    ] {
        text.push_str(&format!("# HELP referee_{name} {about}\n# TYPE referee_{name} gauge\nreferee_{name} {value}\n"));
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

fn answer(status: StatusCode, value: &impl Serialize) -> Response {
    json(status, serde_json::to_string(value).unwrap_or_default())
}

async fn games(State(office): State<Office>) -> Response {
    let cards: Vec<Card> = office.registry.titles().map(|title| title.card()).collect();
    answer(StatusCode::OK, &serde_json::json!({ "games": cards }))
}

async fn game(State(office): State<Office>, Path(game): Path<String>) -> Result<Response, Problem> {
    let title = office.registry.title(&game)?;
    let card = title.card();
    let boards: Vec<&str> = boards::boards_of(&card).iter().map(|board| board.name()).collect();
    let setup: Value = serde_json::from_str(&title.setup()).unwrap_or_default();
    let mut told = serde_json::to_value(&card).unwrap_or_default();
    (told["boards"], told["setup"]) = (boards.into(), setup);
    Ok(answer(StatusCode::OK, &told))
}

/// Which matches somebody looks for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sought {
    #[serde(default)]
    game: Option<String>,
    /// `open`, `playing` or `over`.
    #[serde(default)]
    state: Option<String>,
    /// Those opened before this one.
    #[serde(default)]
    before: Option<String>,
    #[serde(default)]
    size: Option<u64>,
}

/// Matches, the latest first.
async fn list_matches(State(office): State<Office>, Query(sought): Query<Sought>) -> Result<Response, Problem> {
    if let Some(state) = sought.state.as_deref().filter(|state| !["open", "playing", "over"].contains(state)) {
        return Err(Problem::bad("BAD_STATE", "no match is like that").because("open, playing or over", state));
    }
    if let Some(game) = &sought.game {
        office.registry.title(game)?;
    }
    let size = sought.size.unwrap_or(50).clamp(1, 200);
    let found = office.index.matches(sought.game.as_deref(), sought.state.as_deref(), sought.before.as_deref(), size)?;
    Ok(answer(StatusCode::OK, &serde_json::json!({ "matches": found })))
}

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
                    Err(Problem::bad("BAD_SEAT", "nobody like that can sit in a seat").because(expected, other))
                }
            },
        }
    }
}

/// What a match is opened with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening<'a> {
    game: String,
    #[serde(default, borrow)]
    setup: Option<&'a RawValue>,
    /// Who sits where: `me`, `open`, `invited`, `bot:NAME`. Left out: the first seat is mine, the others are open.
    #[serde(default)]
    seats: BTreeMap<String, String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    salt: String,
}

pub(crate) fn read<'a, T: Deserialize<'a>>(body: &'a Bytes) -> Result<T, Problem> {
    let bad = |error: serde_json::Error| Problem::bad("BAD_BODY", format!("the body cannot be read: {error}"));
    check_depth(body)?;
    serde_json::from_slice(body).map_err(bad)
}

/// How deep JSON may be nested.
const DEPTH_MAX: usize = 32;

fn check_depth(body: &[u8]) -> Result<(), Problem> {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for byte in body {
        match (quoted, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => quoted = !quoted,
            (false, b'[' | b'{') => depth += 1,
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEPTH_MAX {
            let problem = Problem::bad("TOO_DEEP", "the body is nested too deep");
            return Err(problem.because(format!("at most {DEPTH_MAX} levels"), "more"));
        }
    }
    Ok(())
}

/// The name of a player on this server: 3 to 24 letters, digits, spaces and `-_.`.
pub(crate) fn check_name(name: &str) -> Result<(), Problem> {
    let count = name.chars().count();
    let allowed = |c: char| c.is_alphanumeric() || " -_.".contains(c);
    if !(3..=24).contains(&count) || !name.chars().all(allowed) || name.starts_with("bot-") {
        let problem = Problem::bad("BAD_NAME", "a name has 3 to 24 letters, digits, spaces and `-_.`, and is not a bot's");
        return Err(problem.because("a name", name.chars().take(32).collect::<String>()));
    }
    Ok(check_player(name)?)
}

async fn open_match(State(office): State<Office>, body: Bytes) -> Result<Response, Problem> {
    let opening: Opening<'_> = read(&body)?;
    let title = office.registry.title(&opening.game)?;
    let setup = opening.setup.map(|setup| setup.get().to_owned());
    // The setup must be one that a game can begin with: whoever joins relies on it.
    title.start(setup.as_deref(), None, 0, None)?;
    let seating = Seating { seats: opening.seats, name: opening.name, salt: opening.salt };
    opened(&office, &title.card(), seating, setup, None).await
}

/// What a branch of a match is opened with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Branching {
    /// The record after which it begins.
    at: u64,
    #[serde(default)]
    seats: BTreeMap<String, String>,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    salt: String,
}

/// Opens a child of a match, from any of its records, with dice of its own. What is being played can be branched only by who holds
/// every seat of it, and not where it is ranked: a child shows what others hide, or what would have come.
async fn branch(
    State(office): State<Office>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let branching: Branching = read(&body)?;
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
            Ok((table.card(), table.at()))
        })
        .await?;
    let seating = Seating { seats: branching.seats, name: branching.name, salt: branching.salt };
    opened(&office, &card, seating, None, Some(Origin { id, record, at })).await
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
    if let Some(other) = seats.keys().find(|seat| !card.seats.contains(&seat.as_str())) {
        return Err(card.seat(Some(other)).err().map_or_else(|| Problem::missing("seat"), Problem::from));
    }
    let wanted = |index: usize, seat: &str| match seats.get(seat) {
        Some(wanted) => Wanted::read(wanted, card),
        None if index == 0 && seats.is_empty() => Ok(Wanted::Me),
        None => Ok(Wanted::Open),
    };
    let (mut chairs, mut tokens, mut invitations) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for (index, seat) in card.seats.iter().enumerate() {
        let chair = match wanted(index, seat)? {
            Wanted::Open => Chair::Open,
            Wanted::Bot(bot) => Chair::Bot(bot.to_owned()),
            Wanted::Invited => {
                let token = Token::fresh()?;
                invitations.insert(*seat, token.told().to_owned());
                Chair::Invited(token.hash().0)
            }
            Wanted::Me => {
                let name = name.clone().unwrap_or_else(|| format!("player {seat}"));
                check_name(&name)?;
                let name = if tokens.is_empty() { name } else { format!("{name} {seat}") };
                let token = Token::fresh()?;
                tokens.insert(*seat, token.told().to_owned());
                Chair::Taken { name, token: token.hash().0 }
            }
        };
        chairs.insert((*seat).to_owned(), chair);
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
    let desk = Desk { began: at, opened, notes: 1 };
    let full = desk.is_full();
    let contest = office.keep(Contest::new(&id, log_of(&id)?, desk, at));
    if full {
        contest.with(office, |_| ()).await?;
        attend(office, &contest);
    }
    let answered = serde_json::json!({
        "id": id, "game": card.name, "commit": commit.as_str(), "tokens": tokens, "invitations": invitations, "begun": full,
    });
    Ok(answer(StatusCode::CREATED, &answered))
}

fn check_salt(salt: &str) -> Result<(), Problem> {
    if salt.len() <= 64 && salt.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte)) {
        return Ok(());
    }
    Err(Problem::bad("BAD_SALT", "a salt has at most 64 letters, digits and `-_.:`"))
}

/// What somebody joins with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Joining {
    #[serde(default)]
    seat: Option<String>,
    name: String,
    #[serde(default)]
    salt: String,
    #[serde(default)]
    invitation: Option<String>,
}

async fn join_match(State(office): State<Office>, Path(id): Path<String>, body: Bytes) -> Result<Response, Problem> {
    let joining: Joining = read(&body)?;
    check_name(&joining.name)?;
    check_salt(&joining.salt)?;
    let contest = office.contest(&id)?;
    let token = Token::fresh()?;
    let desk = contest.desk().clone();
    let seat = free_seat(&desk, &joining)?;
    let taken = desk.opened.seats.iter().any(|(other, chair)| chair.name(other).as_deref() == Some(&*joining.name));
    if taken {
        return Err(Problem::new(StatusCode::CONFLICT, "SAME_PLAYER", "somebody of this name sits here already"));
    }
    let Joining { name, salt, .. } = joining;
    let note = Note::Joined { seat: seat.clone(), name, token: token.hash().0, salt, at: office.clock.now() };
    let line = serde_json::to_string(&note).unwrap_or_default() + "\n";
    let notes = notes_of(&id)?;
    office.store.append(Append::new(&notes, desk.notes, line)).await.inspect_err(|_| office.forget(&id))?;
    let full = {
        let mut desk = contest.desk();
        desk.take(note);
        desk.is_full()
    };
    office.listed(&notes);
    if full {
        contest.with(&office, |_| ()).await?;
        attend(&office, &contest);
    }
    let commit = desk.secret()?.commit();
    let answered = serde_json::json!({
        "id": id, "game": desk.opened.game, "seat": seat, "token": token.told(), "commit": commit.as_str(), "begun": full,
    });
    Ok(answer(StatusCode::OK, &answered))
}

/// The seat that somebody gets: the one that is asked for, or the first that is free for them.
fn free_seat(desk: &Desk, joining: &Joining) -> Result<String, Problem> {
    let invitation = joining.invitation.as_deref().map(Hash::of);
    let may = |chair: &Chair| match chair {
        Chair::Open => true,
        Chair::Invited(hash) => invitation.as_ref().is_some_and(|invitation| invitation.is(&Hash(hash.clone()))),
        _ => false,
    };
    let seats = &desk.opened.seats;
    let wanted = |seat: &str| joining.seat.as_deref().is_none_or(|wanted| wanted == seat);
    let found = seats.iter().find(|(seat, chair)| wanted(seat) && may(chair)).map(|(seat, _)| seat.clone());
    found.ok_or_else(|| match seats.values().any(Chair::is_free) {
        true => Problem::new(
            StatusCode::FORBIDDEN,
            "NOT_INVITED",
            "no free seat is open to you: name another, or bring the invitation",
        ),
        false => Problem::new(StatusCode::CONFLICT, "FULL", "every seat is taken"),
    })
}

async fn act(State(office): State<Office>, Path(id): Path<String>, headers: HeaderMap, body: Bytes) -> Result<Response, Problem> {
    let declared: Declared<'_> = read(&body)?;
    let contest = office.contest(&id)?;
    let token = bearer(&headers).ok_or_else(Problem::unauthorized)?;
    let seat = contest.seat(&office, Some(&token))?.ok_or_else(Problem::unauthorized)?;
    let ruling = contest.act(&office, seat, &declared).await?;
    if ruling.errors.is_empty() {
        attend(&office, &contest);
    }
    let status = match (ruling.errors.is_empty(), ruling.readable) {
        (true, _) => StatusCode::OK,
        (false, true) => StatusCode::UNPROCESSABLE_ENTITY,
        (false, false) => StatusCode::BAD_REQUEST,
    };
    Ok(json(status, ruling.json()))
}

/// What somebody wants to look at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Looking {
    #[serde(default)]
    legal: bool,
}

/// How a match stands, as the seat sees it, or an onlooker.
async fn look_at_match(
    State(office): State<Office>,
    Path(id): Path<String>,
    Query(looking): Query<Looking>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let contest = office.contest(&id)?;
    let token = bearer(&headers);
    let seat = contest.seat(&office, token.as_ref())?;
    let desk = contest.desk().clone();
    let seats: BTreeMap<&String, Option<String>> =
        desk.opened.seats.iter().map(|(seat, chair)| (seat, chair.name(seat))).collect();
    let mut told = serde_json::json!({
        "id": id, "game": desk.opened.game, "seats": seats, "opened": desk.opened.at, "begun": desk.is_full(),
        "commit": desk.secret()?.commit().as_str(),
    });
    let mut view = String::from("null");
    if desk.is_full() {
        contest
            .with(&office, |live| {
                let (table, card) = (&live.table, live.table.card());
                let at = contest.game_time(&office, &**table);
                let waiting: Vec<&str> = table.waiting_for(at).into_iter().map(|seat| card.seat_name(seat)).collect();
                told["seq"] = table.seq().into();
                told["over"] = live.over.into();
                told["waiting_for"] = waiting.into();
                if let Some(seat) = seat {
                    told["seat"] = card.seat_name(seat).into();
                    if looking.legal {
                        let legal = table.legal(seat, at);
                        told["legal"] =
                            legal.iter().map(|action| serde_json::from_str::<Value>(action).unwrap_or_default()).collect();
                    }
                }
                view = table.view(seat);
            })
            .await?;
    }
    let told = told.to_string();
    Ok(json(StatusCode::OK, format!("{},\"view\":{view}}}", &told[..told.len() - 1])))
}

async fn live(
    State(office): State<Office>,
    Path(id): Path<String>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    check_origin(&office.settings, &headers)?;
    let contest = office.contest(&id)?;
    let plug = office.limits.socket(from.ip())?;
    let message_max = office.settings.message_max;
    let wire = Wire { office: office.clone(), contest, from: from.ip(), plug };
    let upgrade = upgrade
        .read_buffer_size(4 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .max_message_size(message_max)
        .max_frame_size(message_max);
    Ok(upgrade.on_upgrade(move |socket| socket::serve(socket, wire)))
}

/// A page may open a socket if it comes from here, or from where the operator says.
fn check_origin(settings: &Settings, headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let Some(origin) = text(header::ORIGIN) else { return Ok(()) };
    let own = text(header::HOST).is_some_and(|host| origin.split_once("://").is_some_and(|(_, from)| from == host));
    if own || settings.origins.iter().any(|allowed| allowed == "*" || allowed == origin) {
        return Ok(());
    }
    Err(Problem::new(StatusCode::FORBIDDEN, "WRONG_ORIGIN", "pages from there may not open sockets here"))
}

/// Judges a log, or a setup and its actions.
async fn verify(State(office): State<Office>, Path(game): Path<String>, body: Bytes) -> Result<Response, Problem> {
    office.registry.title(&game)?;
    let report = office.judged(move |office| {
        let (registry, settings) = (&office.registry, &office.settings);
        let not_text = |_| Problem::bad("NOT_UTF8", "the body is not UTF-8 text");
        let text = std::str::from_utf8(&body).map_err(not_text)?;
        let is_log = text.lines().find(|line| !line.starts_with('#')).is_some_and(|line| line.starts_with("{\"format\":"));
        if is_log {
            let report = sessions::check_log(registry, settings, &game, text)?;
            let report = serde_json::to_string(&report).unwrap_or_default();
            return Ok(format!("{{\"ok\":true,{}", &report[1..]));
        }
        let table = sessions::play(registry, settings, &game, &read(&body)?)?;
        let card = table.card();
        let scores: BTreeMap<&str, i64> = (0u8..).zip(&card.seats).map(|(seat, name)| (*name, table.score(Seat(seat)))).collect();
        let over = table.over(table.at());
        let told = serde_json::json!({
            "ok": true, "game": card.name, "rules": card.rules, "records": table.seq() + 1, "events": table.events(),
            "head": table.head().as_str(), "digest": table.digest().to_string(), "scores": scores, "over": over,
        });
        Ok(told.to_string())
    });
    Ok(json(StatusCode::OK, report.await?))
}

/// What somebody wants to see of a log.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seeing {
    #[serde(default)]
    to: Option<u64>,
    #[serde(default)]
    seat: Option<String>,
}

/// The view at any record. While a match is played, a seat's view is for the seat; afterwards all is open.
async fn view(
    State(office): State<Office>,
    Path(id): Path<String>,
    Query(seeing): Query<Seeing>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (log, closed) = stored(&office, &id)?;
    let own = if closed { None } else { office.contest(&id)?.seat(&office, bearer(&headers).as_ref())? };
    let told = office.judged(move |office| {
        let table = past::table_at(office, &log, seeing.to)?;
        let eye = seeing.seat.as_deref().map(|seat| table.card().seat(Some(seat))).transpose()?;
        if eye.is_some() && eye != own && !closed {
            return Err(Problem::unauthorized());
        }
        // Neither digest nor head: either would let a seat check what it guesses of the others.
        Ok(format!("{{\"seq\":{},\"view\":{}}}", table.seq(), table.view(eye)))
    });
    Ok(json(StatusCode::OK, told.await?))
}

/// The log with an id, that of a match or of a submitted run, and whether it has come to its end.
pub(crate) fn stored(office: &Office, id: &str) -> Result<(LogName, bool), Problem> {
    for log in [log_of(id)?, boards::run_of(id)?] {
        if let Some(standing) = office.store.standing(&log)? {
            return Ok((log, standing.closed));
        }
    }
    Err(Problem::missing("log"))
}

/// The log of a match that has ended. While it is played, it would show every seat what the others hide.
async fn log(State(office): State<Office>, Path(id): Path<String>) -> Result<Response, Problem> {
    let (log, closed) = stored(&office, &id)?;
    if !closed {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "NOT_OVER",
            "the match is being played: its log is told when it has ended",
        ));
    }
    let mut text = office.lines(&log)?.join("\n");
    text.push('\n');
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], text).into_response())
}

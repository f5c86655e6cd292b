//! Matches that are played: which there are, how one stands, acting in one, following it.

use crate::Settings;
use crate::answer::{Matches, Play, Standing, raw};
use crate::body::read;
use crate::described::{GameName, MatchState};
use crate::keeper::attend;
use crate::office::{Office, blocking};
use crate::problem::{Problem, answer, json};
use crate::ruling::{Declared, Drawing, Resigning, Spoken};
use crate::socket::{self, Wire};
use crate::token::bearer;
use axum::body::Bytes;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, Path, Query, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use std::net::SocketAddr;

/// Which matches somebody looks for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sought {
    /// Those of this game.
    #[serde(default)]
    #[schemars(with = "Option<GameName>")]
    game: Option<String>,
    /// Those that stand so.
    #[serde(default)]
    #[schemars(with = "Option<MatchState>")]
    state: Option<String>,
    /// Those opened before this one.
    #[serde(default)]
    before: Option<String>,
    /// How many; 50 where it is left out, 200 at most.
    #[serde(default)]
    size: Option<u32>,
}

/// Matches, the latest first.
pub(crate) async fn list(State(office): State<Office>, Query(sought): Query<Sought>) -> Result<Response, Problem> {
    if let Some(state) = sought.state.as_deref().filter(|state| !["open", "playing", "over"].contains(state)) {
        return Err(Problem::bad("BAD_STATE", "no match is like that").because("open, playing or over", state));
    }
    if let Some(game) = &sought.game {
        office.registry.title(game)?;
    }
    let size = u64::from(sought.size.unwrap_or(50).clamp(1, 200));
    let found =
        blocking(|| office.index.matches(sought.game.as_deref(), sought.state.as_deref(), sought.before.as_deref(), size))?;
    Ok(answer(StatusCode::OK, &Matches { matches: found }))
}

/// Judges an action of the token's seat.
pub(crate) async fn act(
    State(office): State<Office>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
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

/// Takes the resignation of the token's seat.
pub(crate) async fn resign(
    State(office): State<Office>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let resigning: Resigning<'_> = if body.is_empty() { Resigning::default() } else { read(&body)? };
    say(&office, &id, &headers, resigning.into()).await
}

/// Takes a draw that the token's seat offers, or its answer to an offer.
pub(crate) async fn draw(
    State(office): State<Office>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let drawing: Drawing<'_> = read(&body)?;
    say(&office, &id, &headers, drawing.into()).await
}

/// Takes what the token's seat says about a match.
async fn say(office: &Office, id: &str, headers: &HeaderMap, spoken: Spoken<'_>) -> Result<Response, Problem> {
    let contest = office.contest(id)?;
    let token = bearer(headers).ok_or_else(Problem::unauthorized)?;
    let seat = contest.seat(office, Some(&token))?.ok_or_else(Problem::unauthorized)?;
    Ok(answer(StatusCode::OK, &contest.say(office, seat, &spoken).await?))
}

/// What somebody wants to look at.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Looking {
    /// Whether to list what the seat may do.
    #[serde(default)]
    legal: bool,
}

/// How a match stands, as the seat sees it, or an onlooker.
pub(crate) async fn look(
    State(office): State<Office>,
    Path(id): Path<String>,
    Query(looking): Query<Looking>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let contest = office.contest(&id)?;
    let token = bearer(&headers);
    let seat = contest.seat(&office, token.as_ref())?;
    let desk = contest.desk().clone();
    let seats = desk.opened.seats.iter().map(|(seat, chair)| (seat.clone(), chair.name(seat))).collect();
    let (mut play, mut view) = (None, String::from("null"));
    if desk.is_full() {
        contest
            .with(&office, |live| {
                let (table, card, at) = (&live.table, &live.card, live.time(&office));
                let legal = seat.filter(|_| looking.legal).map(|seat| table.legal(seat, at).into_iter().map(raw).collect());
                play = Some(Play {
                    seq: table.seq(),
                    over: live.over,
                    parley: table.parley(),
                    waiting_for: table.waiting_for(at).into_iter().map(|seat| card.seat_name(seat)).collect(),
                    seat: seat.map(|seat| card.seat_name(seat)),
                    legal,
                });
                view = table.view(seat);
            })
            .await?;
    }
    let (opened, begun, commit) = (desk.opened.at, desk.is_full(), desk.secret()?.commit().as_str().to_owned());
    let (game, withdrawn) = (desk.opened.game, desk.withdrawn);
    let standing = Standing { id, game, seats, opened, begun, withdrawn, commit, play, view: raw(view) };
    Ok(answer(StatusCode::OK, &standing))
}

/// Follows a match on a socket.
pub(crate) async fn live(
    State(office): State<Office>,
    Path(id): Path<String>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade
        .map_err(|error| Problem::new(StatusCode::UPGRADE_REQUIRED, "NO_SOCKET", format!("this is for sockets: {error}")))?;
    check_origin(&office.settings, &headers)?;
    let contest = office.contest(&id)?;
    let plug = office.limits.socket(from.ip())?;
    let message_max = office.settings.message_max;
    let wire = Wire { office: office.clone(), contest, from: from.ip(), plug };
    let upgrade = upgrade
        .read_buffer_size(1 << 10) // longer than what is mostly said: it is laid out anew for every message
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

//! Every route in words: what it takes, what it answers, why it refuses. The router and this list agree; a test holds them together.

use crate::achievements::Whose;
use crate::answer::{Achieved, Game, Games, Joined, Leaders, Matches, Opened, Ranked, Seen, Standing, Talk, Ticket, Verified};
use crate::boards::{Asked, Run, Wanted};
use crate::contract::{ContractAnswer, ContractRequest, MutationAnswer, MutationRequest};
use crate::imports;
use crate::logs::{Dice, Seeing};
use crate::matches::{Looking, Sought};
use crate::openapi::{Auth, Book, Operation};
use crate::opening::{Branching, Joining, Opening};
use crate::ruling::{Declared, Drawing, Resigning};
use crate::sessions::Session;
use crate::ticket::Board;
use referee_host::Registry;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};
use std::borrow::Cow;

/// Declares words of bodies that are plain text inside and have a form outside.
macro_rules! words {
    ($($(#[doc = $about:literal])+ $name:ident $form:tt)+) => { $(
        $(#[doc = $about])+
        pub(crate) struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let mut schema = json_schema!($form);
                schema.insert("description".into(), concat!($($about),+).trim().into());
                schema
            }
        }
    )+ };
}

words! {
    /// A game of this server, by name.
    GameName { "type": "string" }
    /// How a match stands.
    MatchState { "type": "string", "enum": ["open", "playing", "over"] }
    /// What a player is called: letters, digits, spaces and `-_.`.
    PlayerName { "type": "string", "minLength": 3, "maxLength": 24, "examples": ["ann"] }
    /// What a player adds to the dice.
    Salt { "type": "string", "pattern": "^[A-Za-z0-9._:-]{0,64}$" }
    /// Who sits in a seat: me, whoever comes, whoever has the invitation, or a bot.
    Sitter { "type": "string", "pattern": "^(me|open|invited|bot:.*)$", "examples": ["me", "bot:random"] }
    /// What makes sending an action again harmless.
    Key { "type": "string", "pattern": "^[!-~]{1,40}$" }
}

/// What came of an action. [`Ruling`](crate::ruling::Ruling) writes it.
struct Ruled;

impl JsonSchema for Ruled {
    fn schema_name() -> Cow<'static, str> {
        "Ruling".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "What came of an action.",
            "type": "object",
            "required": ["success", "seq", "events"],
            "properties": {
                "success": { "type": "boolean", "description": "Whether it was accepted." },
                "seq": { "type": "integer", "minimum": 0, "description": "The number of the latest record." },
                "events": { "type": "array", "description": "What the seat sees of what happened." },
                "errors": { "type": "array", "items": { "type": "string" }, "description": "Why not, each as `[CODE] sentence`." },
                "error_events": { "type": "array", "description": "Why not, in the game's own words." },
            },
            "additionalProperties": false,
        })
    }
}

/// The description of a server with these games, as JSON.
pub(crate) fn openapi(registry: &Registry) -> Value {
    let mut book = Book::new();
    for operation in operations(&mut book) {
        book.add(operation);
    }
    book.limit("GameName", registry.titles().map(|title| title.card().name.into()).collect());
    book.finished()
}

fn operations(book: &mut Book) -> Vec<Operation> {
    let mut all = games(book);
    all.extend(matches(book));
    all.extend(logs(book));
    all.extend(contracts(book));
    all.extend(leaderboards(book));
    all.extend(house());
    all
}

fn games(book: &mut Book) -> Vec<Operation> {
    vec![
        Operation::get("/api/games", "listGames", "The games of this server").answers(200, "All games.", book.out::<Games>()),
        Operation::get("/api/games/{game}", "getGame", "A game: its seats, bots and boards, the usual setup, its JSON Schemas")
            .answers(200, "The game.", book.out::<Game>())
            .refuses(&[404]),
    ]
}

fn matches(book: &mut Book) -> Vec<Operation> {
    let ruling = book.out::<Ruled>();
    let (opening, branching) = (book.into::<Opening<'_>>(), book.into::<Branching>());
    let (joining, declared) = (book.into::<Joining>(), book.into::<Declared<'_>>());
    let (resigning, drawing, talk) = (book.into::<Resigning<'_>>(), book.into::<Drawing<'_>>(), book.out::<Talk>());
    let opened = book.out::<Opened<'_>>();
    vec![
        Operation::get("/api/matches", "listMatches", "Matches, the latest first")
            .query(book.query::<Sought>())
            .answers(200, "Matches.", book.out::<Matches>())
            .refuses(&[400, 404, 503]),
        Operation::post("/api/matches", "openMatch", "Opens a match; its tokens are told this once")
            .takes(
                "application/json",
                opening,
                json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "bot:random"}}),
            )
            .answers(201, "The match.", opened.clone())
            .refuses(&[400, 404, 422, 503])
            .leads_to(&["getMatch", "joinMatch", "act", "resign", "draw", "branchMatch", "getLog", "getView"]),
        Operation::get("/api/matches/{id}", "getMatch", "How a match stands, as the seat of the token sees it")
            .query(book.query::<Looking>())
            .auth(Auth::May)
            .answers(200, "How it stands.", book.out::<Standing>())
            .refuses(&[400, 401, 404, 503]),
        Operation::delete(
            "/api/matches/{id}",
            "withdrawMatch",
            "Takes a match back that has not begun, for whoever has a seat in it",
        )
        .auth(Auth::Must)
        .answers_plainly(204, "It is withdrawn: it is listed no longer, and nobody can join it.")
        .refuses(&[401, 404, 409, 503]),
        Operation::post("/api/matches/{id}/join", "joinMatch", "Takes a seat; its token is told this once")
            .takes("application/json", joining, json!({"name": "bob"}))
            .answers(200, "The seat.", book.out::<Joined<'_>>())
            .refuses(&[400, 403, 404, 409, 422, 503]),
        Operation::post("/api/matches/{id}/actions", "act", "Judges an action of the token's seat")
            .takes("application/json", declared, json!({"action": {"heap": 0, "stones": 1}, "key": "first-move", "after": 0}))
            .auth(Auth::Must)
            .answers(200, "What came of it.", ruling.clone())
            .refuses(&[401, 403, 404, 409, 503])
            .refuses_or(400, ruling.clone())
            .refuses_or(422, ruling),
        Operation::post("/api/matches/{id}/resign", "resign", "The token's seat resigns: it has lost, and the match is over")
            .takes("application/json", resigning, json!({"after": 0}))
            .auth(Auth::Must)
            .answers(200, "The match is over.", talk.clone())
            .refuses(&[400, 401, 404, 409, 422, 503]),
        Operation::post("/api/matches/{id}/draw", "draw", "The token's seat offers a draw, accepts or declines one")
            .takes("application/json", drawing, json!({"draw": "offer"}))
            .auth(Auth::Must)
            .answers(200, "How it stands between the players.", talk)
            .refuses(&[400, 401, 404, 409, 422, 503]),
        Operation::post("/api/matches/{id}/branches", "branchMatch", "A child match from any record, with dice of its own")
            .takes("application/json", branching, json!({"at": 0, "name": "ann"}))
            .auth(Auth::May)
            .answers(201, "The child.", opened)
            .refuses(&[400, 401, 404, 409, 422, 503])
            .leads_to(&["getMatch", "joinMatch", "act", "getLog", "getView"]),
        Operation::get(
            "/api/matches/{id}/live",
            "followMatch",
            "WebSocket: every record the seat may see, actions in, rulings out",
        )
        .answers_plainly(101, "The socket is open. docs/SERVER.md has its messages.")
        .refuses(&[403, 404, 426, 503]),
    ]
}

fn logs(book: &mut Book) -> Vec<Operation> {
    let session = book.into::<Session<'_>>();
    vec![
        Operation::get("/api/logs", "listLogs", "The logs that were taken in, by id")
            .query(book.query::<imports::Sought>())
            .answers(200, "Logs.", book.out::<imports::Logs>())
            .refuses(&[400, 404, 503]),
        Operation::get("/api/logs/{id}/dice", "getDice", "What was asked of chance in every record of a log that has ended")
            .answers(200, "The questions.", book.out::<Dice>())
            .refuses(&[404, 409, 422, 503]),
        Operation::get("/api/logs/{id}", "getLog", "The whole log of what has ended, one JSON object a line")
            .answers_as(200, "The log.", "application/x-ndjson", json!({"type": "string"}))
            .refuses(&[404, 409, 503]),
        Operation::get("/api/logs/{id}/view", "getView", "The view at any record")
            .query(book.query::<Seeing>())
            .auth(Auth::May)
            .answers(200, "The view.", book.out::<Seen>())
            .refuses(&[400, 401, 404, 409, 422, 503]),
        Operation::post(
            "/api/verify/{game}",
            "verify",
            "Judges a log, or a setup and its actions: scores, or the first bad line or step",
        )
        .takes(
            "application/json",
            session,
            json!({"seed": "tuesday", "actions": [{"seat": "first", "action": {"heap": 0, "stones": 1}}]}),
        )
        .takes_log()
        .answers(200, "It holds.", book.out::<Verified<'_>>())
        .refuses(&[400, 404, 422, 503]),
    ]
}

fn contracts(book: &mut Book) -> Vec<Operation> {
    let (request, judged) = (book.into::<ContractRequest>(), book.out::<ContractAnswer>());
    let (mutation, mutated) = (book.into::<MutationRequest>(), book.out::<MutationAnswer>());
    let heaps = json!({"heaps": [3, 4], "to_move": 0, "winner": null, "chance": "0000000000000000"});
    vec![
        Operation::post("/api/contract/{game}", "judge", "The pure contract: what the rules make of an action upon a state")
            .takes("application/json", request, json!({"state": heaps, "seat": "first", "action": {"heap": 0, "stones": 1}}))
            .answers(200, "What they make of it; a refusal is an answer, too.", judged)
            .refuses(&[400, 404, 503]),
        Operation::post("/api/contract/{game}/mutate", "mutate", "One event applied to a state, where a game's contract has that layer")
            .takes(
                "application/json",
                mutation,
                json!({"state": {}, "event": {"id": "evt-0001", "timestamp": "2026-02-11T18:00:00Z", "type": "TURN_ENDED", "payload": {}}}),
            )
            .answers(200, "The state afterwards; an event that does not fit is an answer, too.", mutated)
            .refuses(&[400, 404, 503]),
    ]
}

fn leaderboards(book: &mut Book) -> Vec<Operation> {
    let (asked, run, ticket) = (book.into::<Asked>(), book.into::<Run<'_>>(), book.out::<Ticket>());
    book.out::<Board>();
    vec![
        Operation::post("/api/challenges", "askForTicket", "A ticket for a leaderboard; who has one gets the same again")
            .takes("application/json", asked, json!({"game": "hop", "board": "daily", "name": "ann"}))
            .auth(Auth::May)
            .answers(201, "A new ticket.", ticket.clone())
            .answers(200, "The ticket that was not used yet.", ticket)
            .refuses(&[400, 404, 422, 503]),
        Operation::post("/api/leaderboards/{game}", "submitRun", "A run for a ticket: judged again, its score worked out here")
            .takes("application/json", run, json!({"ticket": "01h.5f", "actions": [{"action": {"type": "WAIT"}}], "score": 0}))
            .takes_log()
            .answers(201, "It is ranked.", book.out::<Ranked>())
            .refuses(&[400, 403, 404, 409, 422, 503]),
        Operation::get("/api/leaderboards/{game}", "getLeaderboard", "The best run of each player, with the log behind it")
            .query(book.query::<Wanted>())
            .answers(200, "A page of the board.", book.out::<Leaders>())
            .refuses(&[400, 404, 422, 503]),
        Operation::get("/api/achievements/{game}", "getAchievements", "The trophies of a game, and who has come how far")
            .query(book.query::<Whose>())
            .answers(200, "Trophies and players.", book.out::<Achieved>())
            .refuses(&[400, 404, 422, 503]),
    ]
}

fn house() -> Vec<Operation> {
    let text = || json!({"type": "string"});
    vec![
        Operation::get("/api/openapi.json", "getDescription", "This description").answers(
            200,
            "The description.",
            json!({"type": "object", "required": ["openapi", "paths"]}),
        ),
        Operation::get("/healthz", "getHealth", "Whether the server answers").answers_as(200, "It does.", "text/plain", text()),
        Operation::get("/metrics", "getFigures", "Figures for Prometheus").answers_as(200, "The figures.", "text/plain", text()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_route_is_described_and_nothing_else() {
        let described = openapi(&Registry::new());
        let described: BTreeSet<&str> = described["paths"].as_object().unwrap().keys().map(String::as_str).collect();
        let routes = crate::http::routes(&crate::Settings::default(), String::new());
        assert_eq!(described, routes.iter().map(|(path, _)| *path).collect());
    }

    #[test]
    fn every_reference_leads_somewhere_and_every_operation_has_its_own_name() {
        let book = openapi(&Registry::new());
        let (mut references, mut ids) = (Vec::new(), Vec::new());
        find("$ref", &book, &mut references);
        find("operationId", &book["paths"], &mut ids);
        assert!(references.len() > 20);
        for reference in references {
            let place = reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference}"));
            assert!(book.pointer(place).is_some(), "{reference}");
        }
        let own: BTreeSet<&String> = ids.iter().collect();
        let linked = book.pointer("/paths/~1api~1matches/post/responses/201/links").unwrap();
        let operations = book["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
        assert_eq!(own.len(), operations.filter(|it| it.get("operationId").is_some()).count(), "{own:?}");
        assert!(linked.as_object().unwrap().keys().all(|id| own.contains(id)), "{own:?}");
    }

    fn find(key: &str, value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Array(parts) => parts.iter().for_each(|part| find(key, part, found)),
            Value::Object(parts) => {
                found.extend(parts.get(key).and_then(Value::as_str).map(str::to_owned));
                parts.values().for_each(|part| find(key, part, found));
            }
            _ => {}
        }
    }
}

//! The pure contract over HTTP: a state and an action in, the next state and the events out. Nothing is kept; the answer to a request is the
//! line that `referee judge` or `referee mutate` writes for it, byte for byte.

use crate::office::Office;
use crate::problem::{Problem, json};
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use referee_host::{HostError, Judge, Registry};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

/// What path its routes begin with.
pub(crate) const PREFIX: &str = "/api/contract/";

/// Judges an action upon a state.
pub(crate) async fn judge(State(office): State<Office>, Path(game): Path<String>, body: Bytes) -> Result<Response, Problem> {
    answered(&office, body, move |games| games.title(&game).map(|title| title.judging())).await
}

/// Applies an event to a state.
pub(crate) async fn mutate(State(office): State<Office>, Path(game): Path<String>, body: Bytes) -> Result<Response, Problem> {
    answered(&office, body, move |games| games.mutating(&game)).await
}

/// A judge of its own answers each request, beside everything else the server does: a document may be megabytes.
async fn answered(
    office: &Office,
    body: Bytes,
    judge: impl FnOnce(&Registry) -> Result<Box<dyn Judge>, HostError>,
) -> Result<Response, Problem> {
    let mut judge = judge(&office.registry)?;
    office
        .beside(move |_| {
            let request = std::str::from_utf8(&body).map_err(|_| Problem::bad("NOT_UTF8", "the body is not UTF-8 text"))?;
            let mut out = String::new();
            judge.answer(request, &mut out)?;
            Ok(json(StatusCode::OK, out))
        })
        .await
}

/// Declares the schema of a body that games read and write themselves.
macro_rules! bodies {
    ($($name:ident: $schema:tt)+) => { $(
        pub(crate) struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!($schema)
            }
        }
    )+ };
}

bodies! {
    ContractRequest: {
        "description": "An action, and the state it is declared upon.",
        "type": "object",
        "required": ["state", "action"],
        "properties": {
            "state": { "description": "The state, in the game's own form." },
            "action": { "description": "The action, in the game's own form." },
            "seat": { "type": ["string", "null"], "description": "Who declares it; may be left out where the action says it, or a game has one seat." },
            "at": { "type": ["integer", "null"], "minimum": 0, "maximum": 9_007_199_254_740_991u64, "description": "When, in the game's own time; 0 where it is left out." },
        },
        "additionalProperties": false,
    }
    ContractAnswer: {
        "description": "What the rules make of an action.",
        "type": "object",
        "required": ["nextState", "events", "success"],
        "properties": {
            "nextState": { "description": "The state afterwards; the one that was sent where nothing is on record." },
            "events": { "type": "array", "description": "What happened." },
            "success": { "type": "boolean", "description": "Whether the action was accepted." },
            "errors": { "type": "array", "items": { "type": "string" }, "description": "Why not, each as `[CODE] sentence`." },
            "error_events": { "type": "array", "description": "Why not, in the game's own words." },
        },
        "additionalProperties": false,
    }
    MutationRequest: {
        "description": "An event, and the state it is applied to.",
        "type": "object",
        "required": ["state", "event"],
        "properties": {
            "state": { "description": "The state, in the game's own form." },
            "event": { "description": "The event, in the game's own form." },
        },
        "additionalProperties": false,
    }
    MutationAnswer: {
        "description": "The state after an event.",
        "type": "object",
        "required": ["nextState", "success"],
        "properties": {
            "nextState": { "description": "The state afterwards; the one that was sent where the event is refused." },
            "success": { "type": "boolean", "description": "Whether the event fits the state." },
            "errors": { "type": "array", "items": { "type": "string" }, "description": "Why not, each as `[CODE] sentence`." },
        },
        "additionalProperties": false,
    }
}

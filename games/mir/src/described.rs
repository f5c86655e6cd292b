//! JSON Schemas of what has a text form of its own: setups, declarations, whole numbers, seeds.

use crate::schema::GAME_STATE_SCHEMA;
use crate::{Action, Seed, Setup, Whole};
use alloc::{borrow::Cow, string::String};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// A GameState, as it is published; or a file that has one in it; or either as text, where a log could not keep its numbers.
impl JsonSchema for Setup {
    fn schema_name() -> Cow<'static, str> {
        "Setup".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let state: Schema = serde_json::from_str(GAME_STATE_SCHEMA).unwrap_or_default();
        json_schema!({
            "description": "What a game starts from: a GameState document, or a scenario file that has one in it.",
            "anyOf": [
                state,
                {
                    "type": "object",
                    "required": ["initialState"],
                    "properties": { "initialState": { "$ref": "urn:referee:mir:game-state:1.4" } },
                },
                declared(),
            ],
        })
    }
}

/// The four declarations. Other fields may stand beside theirs; they go on record, and nothing looks at them.
impl JsonSchema for Action {
    fn schema_name() -> Cow<'static, str> {
        "Action".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let name = json_schema!({ "type": "string", "minLength": 1 });
        let step = json_schema!({
            "type": "object",
            "required": ["x", "y"],
            "properties": { "x": { "type": "integer" }, "y": { "type": "integer" } },
        });
        json_schema!({
            "description": "What a seat declares. Anything else is refused by the rules, and the refusal goes on record.",
            "anyOf": [
                {
                    "description": "Walk, cell by cell.",
                    "type": "object",
                    "required": ["type", "entityId", "path"],
                    "properties": { "type": { "const": "MOVE" }, "entityId": name, "path": { "type": "array", "items": step } },
                },
                {
                    "description": "Strike.",
                    "type": "object",
                    "required": ["type", "attackerId", "targetId"],
                    "properties": { "type": { "const": "ATTACK" }, "attackerId": name, "targetId": name },
                },
                {
                    "description": "Let the next one act.",
                    "type": "object",
                    "required": ["type", "entityId"],
                    "properties": { "type": { "const": "END_TURN" }, "entityId": name },
                },
                {
                    "description": "Begin a combat.",
                    "type": "object",
                    "required": ["type"],
                    "properties": { "type": { "const": "ROLL_INITIATIVE" } },
                },
                declared(),
            ],
        })
    }
}

/// JSON as text, as a log keeps what not every reader would keep exactly.
fn declared() -> Schema {
    json_schema!({
        "description": "The same as JSON text, where it has numbers that not every reader keeps exactly.",
        "type": "object",
        "required": ["declared"],
        "properties": { "declared": { "type": "string" } },
        "additionalProperties": false,
    })
}

impl JsonSchema for Whole {
    fn schema_name() -> Cow<'static, str> {
        "Whole".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["integer", "string"], "pattern": "^-?[0-9]" })
    }
}

impl JsonSchema for Seed {
    fn schema_name() -> Cow<'static, str> {
        "Seed".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Option::<String>::json_schema(generator)
    }
}

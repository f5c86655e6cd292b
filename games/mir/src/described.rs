//! JSON Schemas of what has a text form of its own: setups, declarations, whole numbers, seeds.

use crate::catalogue::{DECLARATIONS, Form};
use crate::schema::GAME_STATE_SCHEMA;
use crate::{Action, Seed, Setup, Whole};
use alloc::{borrow::Cow, string::String, vec::Vec};
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
                    "properties": {
                        "initialState": { "$ref": "urn:referee:mir:game-state:1.4" },
                        "tableRules": { "description": "Whether the rules of a table hold.", "type": "boolean" },
                    },
                },
                declared(),
            ],
        })
    }
}

/// The declarations of the catalogue. Other fields may stand beside theirs; they go on record, and nothing looks at them.
impl JsonSchema for Action {
    fn schema_name() -> Cow<'static, str> {
        "Action".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut forms: Vec<Schema> = DECLARATIONS.iter().map(|(kind, about, fields)| form(kind, about, fields)).collect();
        forms.push(declared());
        json_schema!({
            "description": "What a seat declares. Anything else is refused by the rules, and the refusal goes on record.",
            "anyOf": forms,
        })
    }
}

/// The schema of one type of declaration.
fn form(kind: &str, about: &str, fields: &[(&str, Form)]) -> Schema {
    let mut schema = json_schema!({
        "description": about,
        "type": "object",
        "required": ["type"],
        "properties": { "type": { "const": kind } },
    });
    for (name, form) in fields {
        schema.pointer_mut("/required").and_then(|it| it.as_array_mut()).into_iter().for_each(|it| it.push((*name).into()));
        let properties = schema.pointer_mut("/properties").and_then(|it| it.as_object_mut());
        properties.into_iter().for_each(|it| drop(it.insert((*name).into(), field(*form).to_value())));
    }
    schema
}

fn field(form: Form) -> Schema {
    match form {
        Form::Id => json_schema!({ "type": "string", "minLength": 1 }),
        Form::Path => json_schema!({ "type": "array", "items": {
            "type": "object",
            "required": ["x", "y"],
            "properties": { "x": { "type": "integer" }, "y": { "type": "integer" } },
        } }),
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

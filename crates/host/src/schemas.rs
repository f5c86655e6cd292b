//! JSON Schemas of a game: what its setup, its actions and its views look like, made from its types.

use crate::Described;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};

/// The JSON Schemas of a game, draft 2020-12.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Schemas {
    /// What a game starts from.
    pub setup: Value,
    /// What a seat declares.
    pub action: Value,
    /// What an eye sees.
    pub view: Value,
}

impl Schemas {
    /// Of a game whose types have them.
    pub(crate) fn of<R: Described>() -> Schemas {
        Schemas { setup: read_schema::<R::Setup>(), action: read_schema::<R::Action>(), view: written_schema::<R::View>() }
    }
}

/// The schema of a type as it is read.
pub fn read_schema<T: JsonSchema>() -> Value {
    made::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The schema of a type as it is written.
pub fn written_schema<T: JsonSchema>() -> Value {
    made::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn made<T: JsonSchema>(settings: SchemaSettings) -> Value {
    settings.with_transform(Numbers).into_generator().into_root_schema_for::<T>().to_value()
}

/// The limits of a number instead of the name of its type in Rust, which no other reader knows.
#[derive(Clone, Debug)]
pub struct Numbers;

impl Transform for Numbers {
    fn transform(&mut self, schema: &mut Schema) {
        let limits = schema.get("format").and_then(Value::as_str).and_then(limits);
        if let Some((least, most)) = limits {
            schema.remove("format");
            for (name, limit) in [("minimum", json!(least)), ("maximum", json!(most))] {
                if schema.get(name).is_none() {
                    schema.insert(name.into(), limit);
                }
            }
        }
        transform_subschemas(self, schema);
    }
}

/// The smallest and the largest number of a type.
fn limits(format: &str) -> Option<(i64, u64)> {
    Some(match format {
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" | "uint" => (0, u64::MAX),
        "int8" => (i8::MIN.into(), i8::MAX as u64),
        "int16" => (i16::MIN.into(), i16::MAX as u64),
        "int32" => (i32::MIN.into(), i32::MAX as u64),
        "int64" | "int" => (i64::MIN, i64::MAX as u64),
        _ => return None,
    })
}

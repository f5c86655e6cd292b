//! The shape of a game state, as tables, and everything that is wrong with a value held against them.
//!
//! [`GAME_STATE_SCHEMA`] says the same as a JSON Schema, for editors and other tools.
#![allow(clippy::disallowed_types)] // numbers of a document are doubles; they are compared with limits, never calculated with

use crate::date_time::is_date_time;
use crate::json::{Value, write_text};
use Shape::{AnyObject, Bool, DateTime, List, Name, Null, Object, OneOf, Text, TextOrNull, Version, Whole};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The game state as a JSON Schema, draft 2020-12. Its `date-time` is a little wider than RFC 3339's.
pub const GAME_STATE_SCHEMA: &str = include_str!("../schema/game-state.schema.json");

/// Everything that is wrong with a game state, in the words and the order of the schema library that MIR 1.4 used: depth first, in an object
/// missing keys, unknown keys, then the known keys in the order of the tables.
///
/// ```
/// # use referee_mir::{json::Value, schema::errors};
/// assert_eq!(errors(&Value::Null), [r#"/ must be object {"type":"object"}"#]);
/// ```
pub fn errors(state: &Value<'_>) -> Vec<String> {
    let mut errors = Vec::new();
    check(state, &STATE, &Path::Root, &mut errors);
    errors
}

const STATE: Shape = Object(&[
    must("schemaVersion", Version),
    must("campaignId", Name),
    must("sessionId", Name),
    must("timestamp", DateTime),
    must("rng", RNG),
    must("map", MAP),
    must("entities", ENTITIES),
    must("combat", COMBAT),
    must("log", LOG),
    must("ui", UI),
]);

const RNG: Shape =
    Object(&[must("mode", OneOf(&[Some("manual"), Some("seeded")])), must("seed", TextOrNull), must("lastRolls", List(&ROLL))]);

const ROLL: Shape = Object(&[
    must("id", Name),
    must("timestamp", DateTime),
    must("formula", Name),
    must("resultTotal", Whole { min: None, max: None }),
    may("breakdown", Text),
    may("source", Text),
]);

const MAP: Shape = Object(&[
    must("id", Name),
    must("name", Name),
    must("grid", GRID),
    must("terrain", List(&TILE)),
    must("fogOfWarEnabled", Bool),
]);

const GRID: Shape = Object(&[must("type", OneOf(&[Some("square")])), must("size", GRID_SIZE), must("cellSize", at_least(1))]);

const GRID_SIZE: Shape = Object(&[
    must("width", Whole { min: Some(1), max: Some(GRID_SIDE_MAX) }),
    must("height", Whole { min: Some(1), max: Some(GRID_SIDE_MAX) }),
]);

/// Cells along a side of the grid, at most.
const GRID_SIDE_MAX: u32 = 200;

const TILE: Shape = Object(&[
    must("x", at_least(0)),
    must("y", at_least(0)),
    must("type", Name),
    must("blocksMovement", Bool),
    may("blocksVision", Bool),
]);

const ENTITIES: Shape = Object(&[must("players", List(&ENTITY)), must("npcs", List(&ENTITY)), must("objects", List(&ENTITY))]);

const ENTITY: Shape = Object(&[
    must("id", Name),
    must("kind", OneOf(&[Some("player"), Some("npc"), Some("object")])),
    must("name", Name),
    must("position", POSITION),
    must("size", OneOf(&[Some("S"), Some("M"), Some("L")])),
    must("stats", STATS),
    must("conditions", List(&Name)),
    must("inventory", List(&ITEM)),
    must("token", TOKEN),
    must("controller", CONTROLLER),
]);

const POSITION: Shape = Object(&[
    must("x", at_least(0)),
    must("y", at_least(0)),
    may("facing", OneOf(&[Some("N"), Some("E"), Some("S"), Some("W"), None])),
]);

const STATS: Shape = Object(&[
    must("hpCurrent", at_least(0)),
    must("hpMax", at_least(1)),
    must("ac", at_least(0)),
    must("movementSpeed", at_least(0)),
]);

const ITEM: Shape = Object(&[must("id", Name), must("name", Name), must("qty", at_least(1)), must("tags", List(&Name))]);

const TOKEN: Shape =
    Object(&[must("style", OneOf(&[Some("standee"), Some("mini"), Some("pawn")])), must("spriteKey", TextOrNull)]);

const CONTROLLER: Shape = Object(&[must("type", OneOf(&[Some("human"), Some("ai")])), must("playerId", TextOrNull)]);

const COMBAT: Shape = Object(&[
    must("mode", OneOf(&[Some("exploration"), Some("combat")])),
    must("round", at_least(0)),
    must("activeEntityId", TextOrNull),
    must("initiativeOrder", List(&Name)),
]);

const LOG: Shape = Object(&[must("events", List(&LOG_EVENT))]);

const LOG_EVENT: Shape = Object(&[must("id", Name), must("timestamp", DateTime), must("type", Name), must("payload", AnyObject)]);

const UI: Shape = Object(&[must("selectedEntityId", TextOrNull), must("hoveredCell", Shape::Either(&CELL, &Null))]);

const CELL: Shape = Object(&[must("x", at_least(0)), must("y", at_least(0))]);

/// What a value has to be.
enum Shape {
    /// An object with these keys and no others.
    Object(&'static [Field]),
    /// An object with any keys.
    AnyObject,
    /// A list of these.
    List(&'static Shape),
    /// One of these two.
    Either(&'static Shape, &'static Shape),
    /// A string.
    Text,
    /// A string that is not empty.
    Name,
    /// Three numbers with dots between them.
    Version,
    /// A point in time.
    DateTime,
    /// A string or `null`.
    TextOrNull,
    /// One of these strings, or `null` where none stands.
    OneOf(&'static [Option<&'static str>]),
    /// A number without a fraction.
    Whole { min: Option<u32>, max: Option<u32> },
    /// `true` or `false`.
    Bool,
    /// `null`.
    Null,
}

/// A key of an object.
struct Field {
    name: &'static str,
    required: bool,
    shape: Shape,
}

const fn must(name: &'static str, shape: Shape) -> Field {
    Field { name, required: true, shape }
}

const fn may(name: &'static str, shape: Shape) -> Field {
    Field { name, required: false, shape }
}

const fn at_least(min: u32) -> Shape {
    Whole { min: Some(min), max: None }
}

/// Where a value stands; written only if something is wrong with it.
enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'static str),
    Index(&'a Path<'a>, usize),
}

impl Path<'_> {
    fn error(&self, message: fmt::Arguments<'_>, params: fmt::Arguments<'_>) -> String {
        match self {
            Path::Root => format!("/ {message} {params}"),
            _ => format!("{self} {message} {params}"),
        }
    }

    fn wrong_type(&self, name: &str) -> String {
        self.error(format_args!("must be {name}"), format_args!(r#"{{"type":"{name}"}}"#))
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Path::Root => Ok(()),
            Path::Key(parent, key) => write!(out, "{parent}/{key}"),
            Path::Index(parent, index) => write!(out, "{parent}/{index}"),
        }
    }
}

fn check(value: &Value<'_>, shape: &Shape, path: &Path<'_>, errors: &mut Vec<String>) {
    match (shape, value) {
        (Object(fields), Value::Object(members)) => check_members(members, fields, path, errors),
        (List(item), Value::List(values)) => {
            for (index, value) in values.iter().enumerate() {
                check(value, item, &Path::Index(path, index), errors);
            }
        }
        (Shape::Either(first, second), value) => check_either(value, first, second, path, errors),
        (OneOf(allowed), value) => errors.extend(not_one_of(value, allowed, path)),
        (Whole { min, max }, Value::Number(number)) => check_whole(*number, *min, *max, path, errors),
        (Name, Value::Text(text)) if text.is_empty() => {
            errors.push(path.error(format_args!("must NOT have fewer than 1 characters"), format_args!(r#"{{"limit":1}}"#)));
        }
        (Version, Value::Text(text)) if !is_version(text) => errors.push(path.error(
            format_args!(r#"must match pattern "^\d+\.\d+\.\d+$""#),
            format_args!(r#"{{"pattern":"^\\d+\\.\\d+\\.\\d+$"}}"#),
        )),
        (DateTime, Value::Text(text)) if !is_date_time(text) => {
            errors
                .push(path.error(format_args!(r#"must match format "date-time""#), format_args!(r#"{{"format":"date-time"}}"#)));
        }
        (AnyObject, Value::Object(_))
        | (Text | Name | Version | DateTime | TextOrNull, Value::Text(_))
        | (TextOrNull | Null, Value::Null)
        | (Bool, Value::Bool(_)) => {}
        (Object(_) | AnyObject, _) => errors.push(path.wrong_type("object")),
        (List(_), _) => errors.push(path.wrong_type("array")),
        (Text | Name | Version | DateTime, _) => errors.push(path.wrong_type("string")),
        (TextOrNull, _) => {
            errors.push(path.error(format_args!("must be string,null"), format_args!(r#"{{"type":["string","null"]}}"#)));
        }
        (Whole { .. }, _) => errors.push(path.wrong_type("integer")),
        (Bool, _) => errors.push(path.wrong_type("boolean")),
        (Null, _) => errors.push(path.wrong_type("null")),
    }
}

type Members<'a> = [(Cow<'a, str>, Value<'a>)];

fn check_members(members: &Members<'_>, fields: &[Field], path: &Path<'_>, errors: &mut Vec<String>) {
    let mut known = 0;
    for field in fields {
        match member(members, field.name) {
            Some(_) => known += 1,
            None if field.required => errors.push(missing(field.name, path)),
            None => {}
        }
    }
    if known < members.len() {
        let unknown = members.iter().filter(|(key, _)| fields.iter().all(|field| field.name != key));
        errors.extend(unknown.map(|(key, _)| additional(key, path)));
    }
    for field in fields {
        if let Some(value) = member(members, field.name) {
            check(value, &field.shape, &Path::Key(path, field.name), errors);
        }
    }
}

fn member<'a>(members: &'a Members<'a>, name: &str) -> Option<&'a Value<'a>> {
    members.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}

fn missing(name: &str, path: &Path<'_>) -> String {
    path.error(format_args!("must have required property '{name}'"), format_args!(r#"{{"missingProperty":"{name}"}}"#))
}

fn additional(key: &str, path: &Path<'_>) -> String {
    let mut quoted = String::new();
    write_text(key, &mut quoted);
    path.error(format_args!("must NOT have additional properties"), format_args!(r#"{{"additionalProperty":{quoted}}}"#))
}

/// What is wrong with both, unless one of them fits.
fn check_either(value: &Value<'_>, first: &Shape, second: &Shape, path: &Path<'_>, errors: &mut Vec<String>) {
    let before = errors.len();
    for shape in [first, second] {
        let tried = errors.len();
        check(value, shape, path, errors);
        if errors.len() == tried {
            return errors.truncate(before);
        }
    }
    errors.push(path.error(format_args!("must match exactly one schema in oneOf"), format_args!(r#"{{"passingSchemas":null}}"#)));
}

fn not_one_of(value: &Value<'_>, allowed: &[Option<&str>], path: &Path<'_>) -> Option<String> {
    let fits = allowed.iter().any(|allowed| match (allowed, value) {
        (Some(allowed), Value::Text(text)) => text == allowed,
        (None, Value::Null) => true,
        _ => false,
    });
    if fits {
        return None;
    }
    let quoted: Vec<String> = allowed.iter().map(|value| value.map_or("null".into(), |text| format!("\"{text}\""))).collect();
    Some(path.error(
        format_args!("must be equal to one of the allowed values"),
        format_args!(r#"{{"allowedValues":[{}]}}"#, quoted.join(",")),
    ))
}

fn check_whole(number: f64, min: Option<u32>, max: Option<u32>, path: &Path<'_>, errors: &mut Vec<String>) {
    if number % 1.0 != 0.0 {
        errors.push(path.wrong_type("integer"));
    }
    let beyond = |comparison: &str, limit: u32| {
        path.error(
            format_args!("must be {comparison} {limit}"),
            format_args!(r#"{{"comparison":"{comparison}","limit":{limit}}}"#),
        )
    };
    errors.extend(max.filter(|&max| number > f64::from(max)).map(|max| beyond("<=", max)));
    errors.extend(min.filter(|&min| number < f64::from(min)).map(|min| beyond(">=", min)));
}

fn is_version(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').count() == 3 && text.split('.').all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with a cell that a pointer hovers over.
    fn hovered(text: &str) -> Vec<String> {
        let mut errors = Vec::new();
        check(&Value::parse(text).unwrap(), &UI, &Path::Root, &mut errors);
        errors
    }

    #[test]
    fn a_cell_or_null_is_told_as_both() {
        assert!(hovered(r#"{"selectedEntityId":null,"hoveredCell":null}"#).is_empty());
        assert!(hovered(r#"{"selectedEntityId":"","hoveredCell":{"x":0,"y":0}}"#).is_empty());
        assert_eq!(
            hovered(r#"{"selectedEntityId":null,"hoveredCell":{"x":-1.5}}"#),
            [
                r#"/hoveredCell must have required property 'y' {"missingProperty":"y"}"#,
                r#"/hoveredCell/x must be integer {"type":"integer"}"#,
                r#"/hoveredCell/x must be >= 0 {"comparison":">=","limit":0}"#,
                r#"/hoveredCell must be null {"type":"null"}"#,
                r#"/hoveredCell must match exactly one schema in oneOf {"passingSchemas":null}"#,
            ]
        );
    }

    #[test]
    fn a_version_is_three_numbers() {
        for good in ["1.4.0", "01.002.3", "0.0.0"] {
            assert!(is_version(good), "{good}");
        }
        for bad in ["", "1.4", "1.4.0.0", "1..0", "1.4.", "1.4.0-a", "v1.4.0", "1.4.٣", "1.4.0\n"] {
            assert!(!is_version(bad), "{bad}");
        }
    }
}

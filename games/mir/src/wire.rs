//! Any JSON in the game's own log. A log has whole numbers only that every reader of JSON keeps exactly, and is not deeper than a reader of
//! logs goes; what was declared may be otherwise, and then goes into the log as text: `{"declared":"{..}"}`.

use crate::json::{Value, canonical, write_text};
use alloc::{borrow::Cow, boxed::Box, string::String};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

const DECLARED: &str = "declared";

/// Lists and objects within each other that stay open in a log: a line has a few of its own around them.
const DEPTH_MAX: u32 = 48;

/// Canonical JSON as a log has it: itself, or as text.
pub(crate) fn enclosed(text: &str) -> Cow<'_, str> {
    if is_safe(text) && disclosed(text).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(as_text(text))
}

/// Any JSON as text in a log.
pub(crate) fn as_text(text: &str) -> String {
    let mut wrapped = String::from("{\"declared\":");
    write_text(text, &mut wrapped);
    wrapped.push('}');
    wrapped
}

/// The text in a log, where something is there as text.
pub(crate) fn unescaped(text: &str) -> Option<Cow<'_, str>> {
    let inside = text.strip_prefix("{\"declared\":\"")?.strip_suffix("\"}")?;
    crate::json::read_text(inside)
}

/// The canonical JSON in the text in a log, where it is there as text.
fn disclosed(text: &str) -> Option<String> {
    canonical(&unescaped(text)?).ok().map(Cow::into_owned)
}

/// The same for JSON that was read already.
pub(crate) fn disclosed_value(value: &Value<'_>) -> Option<String> {
    match value {
        Value::Object(members) => match &members[..] {
            [(key, Value::Text(inside))] if key == DECLARED => canonical(inside).ok().map(Cow::into_owned),
            _ => None,
        },
        _ => None,
    }
}

/// Whether every number is whole and not beyond what a double keeps exactly, 15 digits; and nothing is too deep.
fn is_safe(text: &str) -> bool {
    let mut digits = 0u32;
    let numbers_are_safe = outside_strings(text).all(|byte| {
        let fraction = matches!(byte, b'.' | b'e' | b'E') && digits > 0;
        digits = if byte.is_ascii_digit() { digits + 1 } else { 0 };
        !fraction && digits <= 15
    });
    numbers_are_safe && depth(text) <= DEPTH_MAX
}

/// How deep lists and objects lie within each other.
pub(crate) fn depth(text: &str) -> u32 {
    let (mut depth, mut deepest) = (0u32, 0u32);
    for byte in outside_strings(text) {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The bytes of JSON that are not part of a string, quotes among them.
fn outside_strings(text: &str) -> impl Iterator<Item = u8> {
    let (mut in_string, mut escaped) = (false, false);
    text.bytes().filter(move |byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => {
                in_string = !in_string;
                return true;
            }
            _ => {}
        }
        !in_string
    })
}

/// Canonical JSON on its way into a log.
pub(crate) fn raw<E: serde::ser::Error>(text: &str) -> Result<Box<RawValue>, E> {
    RawValue::from_string(text.into()).map_err(E::custom)
}

/// Any JSON on its way in, as canonical text.
pub(crate) fn unraw<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let raw = Box::<RawValue>::deserialize(deserializer)?;
    let text = canonical(raw.get()).map(Cow::into_owned).map_err(serde::de::Error::custom)?;
    Ok(disclosed(&text).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_reader_keeps_stays_open() {
        for text in ["{}", r#"{"x":1,"y":-20}"#, r#"["1.5e9","\"1.5"]"#, "123456789012345", r#"{"declared":5}"#] {
            assert_eq!(enclosed(text), text);
        }
    }

    #[test]
    fn other_numbers_are_enclosed_and_found_again() {
        for text in ["0.5", r#"{"x":1e+21}"#, "[1234567890123456]", r#"{"declared":"1"}"#, r#"{"a":"\"","b":0.5}"#] {
            let enclosed = enclosed(text);
            assert_ne!(enclosed, text);
            assert_eq!(disclosed(&enclosed).as_deref(), Some(text));
        }
    }

    #[test]
    fn what_is_deep_is_enclosed() {
        let nested = |depth: u32| "[".repeat(depth as usize) + &"]".repeat(depth as usize);
        assert_eq!(enclosed(&nested(DEPTH_MAX)), nested(DEPTH_MAX));
        let deeper = nested(DEPTH_MAX + 1);
        assert_eq!(disclosed(&enclosed(&deeper)), Some(deeper));
    }
}

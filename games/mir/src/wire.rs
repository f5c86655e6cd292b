//! Any JSON in the game's own log. A log has whole numbers only that every reader of JSON keeps exactly; what was declared may have any, and
//! then goes into the log as text: `{"declared":"{..}"}`.

use crate::json::{Value, canonical, write_text};
use alloc::{borrow::Cow, boxed::Box, string::String};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

const DECLARED: &str = "declared";

/// Canonical JSON as a log has it: itself, or as text.
pub(crate) fn enclosed(text: &str) -> Cow<'_, str> {
    if numbers_are_safe(text) && disclosed(text).is_none() {
        return Cow::Borrowed(text);
    }
    let mut wrapped = String::from("{\"declared\":");
    write_text(text, &mut wrapped);
    wrapped.push('}');
    Cow::Owned(wrapped)
}

/// The canonical JSON in the text in a log, where it is there as text.
fn disclosed(text: &str) -> Option<String> {
    let inside = text.strip_prefix("{\"declared\":\"")?.strip_suffix("\"}")?;
    let inside = crate::json::read_text(inside)?;
    canonical(&inside).ok().map(Cow::into_owned)
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

/// Whether every number is whole and not beyond what a double keeps exactly: 15 digits.
fn numbers_are_safe(text: &str) -> bool {
    let (mut in_string, mut escaped, mut digits) = (false, false, 0u32);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => (in_string, digits) = (!in_string, 0),
            _ if in_string => {}
            b'0'..=b'9' => digits += 1,
            b'.' | b'e' | b'E' if digits > 0 => return false,
            _ => digits = 0,
        }
        if digits > 15 {
            return false;
        }
    }
    true
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
}

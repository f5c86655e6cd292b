//! The replay hash: sixteen digits that two equal states share. It finds mistakes; it is no defence against tampering.

use crate::json::{Value, array_index, utf16_cmp, write_text};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The replay hash of a value, in lower-case hex: FNV-1a of its [`sorted`] text, and of that text after `mir:`.
///
/// ```
/// # use referee_mir::{hash::state_hash, json::Value};
/// assert_eq!(state_hash(&Value::parse(r#"{"b":2,"a":1}"#).unwrap()), "5314055b789b0409");
/// ```
pub fn state_hash(value: &Value<'_>) -> String {
    let text = sorted(value);
    format!("{:08x}{:08x}", fnv(OFFSET, &text), fnv(fnv(OFFSET, "mir:"), &text))
}

/// The value as compact JSON with the keys of every object sorted, by UTF-16 code units; array indexes still come first, ascending.
pub fn sorted(value: &Value<'_>) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

const OFFSET: u32 = 0x811C_9DC5;
const PRIME: u32 = 0x0100_0193;

/// FNV-1a, but over UTF-16 code units instead of bytes.
fn fnv(start: u32, text: &str) -> u32 {
    text.encode_utf16().fold(start, |hash, unit| (hash ^ u32::from(unit)).wrapping_mul(PRIME))
}

fn write(value: &Value<'_>, out: &mut String) {
    match value {
        Value::List(values) => {
            out.push('[');
            for (count, value) in values.iter().enumerate() {
                out.push_str(if count == 0 { "" } else { "," });
                write(value, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(a, _), (b, _)| key_cmp(a, b));
            out.push('{');
            for (count, (key, value)) in members.into_iter().enumerate() {
                out.push_str(if count == 0 { "" } else { "," });
                write_text(key, out);
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
        plain => plain.write(out),
    }
}

fn key_cmp(a: &str, b: &str) -> Ordering {
    match (array_index(a), array_index(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => utf16_cmp(a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_specification() {
        for (text, hash) in [
            ("{}", "5465b8255eba8127"),
            ("[]", "741638a53e6c2fe7"),
            ("null", "77074ba4cab6b47e"),
            (r#"{"b":2,"a":1}"#, "5314055b789b0409"),
            ("\"é\"", "507809f29d32749c"),
        ] {
            assert_eq!(state_hash(&Value::parse(text).unwrap()), hash, "{text}");
        }
    }

    #[test]
    fn keys_are_sorted_at_every_depth() {
        let value = Value::parse("{\"b\":[{\"d\":1,\"c\":2}],\"10\":0,\"9\":0,\"09\":0,\"a\":0,\"\u{E000}\":0,\"😀\":0,\"B\":0}")
            .unwrap();
        assert_eq!(
            sorted(&value),
            "{\"9\":0,\"10\":0,\"09\":0,\"B\":0,\"a\":0,\"b\":[{\"c\":2,\"d\":1}],\"😀\":0,\"\u{E000}\":0}"
        );
    }
}

//! A JSON value in memory, as JavaScript would see it.

use super::canonical::TOO_DEEP;
use super::cursor::Cursor;
use super::error::JsonError;
use super::text::{read_text, write_text};
use super::{DEPTH_MAX, number};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// A JSON value. Its strings are borrowed from the text where they have no escapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// `null`.
    Null,
    /// `true` and `false`.
    Bool(bool),
    /// Any number.
    Number(f64),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Value<'a>>),
    /// An object: its members in order, each key once.
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

impl<'a> Value<'a> {
    /// Reads what [`canonical`](super::canonical()) gave. Other JSON is read too, its keys as they come.
    ///
    /// # Errors
    /// What JSON does not allow, half of a surrogate pair, and more depth than [`DEPTH_MAX`].
    pub fn parse(canonical: &'a str) -> Result<Self, JsonError> {
        let mut parse = Parse { cursor: Cursor::new(canonical) };
        let value = parse.value(DEPTH_MAX)?;
        parse.cursor.finish()?;
        Ok(value)
    }

    /// The member of an object with this key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Value::Object(members) = self else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Appends the value as compact text.
    pub fn write(&self, out: &mut String) {
        match self {
            Value::Null => out.push_str("null"),
            Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Value::Number(value) => number::write(*value, out),
            Value::Text(text) => write_text(text, out),
            Value::List(values) => {
                out.push('[');
                for (count, value) in values.iter().enumerate() {
                    out.push_str(if count == 0 { "" } else { "," });
                    value.write(out);
                }
                out.push(']');
            }
            Value::Object(members) => {
                out.push('{');
                for (count, (key, value)) in members.iter().enumerate() {
                    out.push_str(if count == 0 { "" } else { "," });
                    write_text(key, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    /// Whether `if (value)` goes in: not for `null`, `false`, `0` and `""`.
    pub fn is_truthy(&self) -> bool {
        match self {
            Value::Null => false,
            Value::Bool(value) => *value,
            Value::Number(value) => *value != 0.0 && !value.is_nan(),
            Value::Text(text) => !text.is_empty(),
            Value::List(_) | Value::Object(_) => true,
        }
    }

    /// What `${value}` gives: text without quotes, lists joined with commas and their `null`s empty, objects `[object Object]`.
    pub fn js_text(&self) -> String {
        let mut out = String::new();
        self.write_js(&mut out);
        out
    }

    fn write_js(&self, out: &mut String) {
        match self {
            Value::Text(text) => out.push_str(text),
            Value::Number(value) if value.is_nan() => out.push_str("NaN"),
            Value::Number(value) if value.is_infinite() => out.push_str(if *value < 0.0 { "-Infinity" } else { "Infinity" }),
            Value::List(values) => {
                for (count, value) in values.iter().enumerate() {
                    out.push_str(if count == 0 { "" } else { "," });
                    if *value != Value::Null {
                        value.write_js(out);
                    }
                }
            }
            Value::Object(_) => out.push_str("[object Object]"),
            Value::Null | Value::Bool(_) | Value::Number(_) => self.write(out),
        }
    }
}

struct Parse<'a> {
    cursor: Cursor<'a>,
}

impl<'a> Parse<'a> {
    fn value(&mut self, depth: usize) -> Result<Value<'a>, JsonError> {
        match self.cursor.peek() {
            Some(b'{') => self.object(self.inside(depth)?),
            Some(b'[') => self.list(self.inside(depth)?),
            Some(b'"') => self.string().map(Value::Text),
            Some(b't') => self.cursor.word("true").map(|()| Value::Bool(true)),
            Some(b'f') => self.cursor.word("false").map(|()| Value::Bool(false)),
            Some(b'n') => self.cursor.word("null").map(|()| Value::Null),
            Some(b'-' | b'0'..=b'9') => self.cursor.number().map(|text| Value::Number(number::read(text))),
            _ => Err(self.cursor.error("a value")),
        }
    }

    fn inside(&self, depth: usize) -> Result<usize, JsonError> {
        depth.checked_sub(1).ok_or_else(|| self.cursor.error(TOO_DEEP))
    }

    fn string(&mut self) -> Result<Cow<'a, str>, JsonError> {
        let raw = self.cursor.string()?;
        read_text(raw).ok_or_else(|| self.cursor.error_in_string(raw, "whole characters"))
    }

    fn list(&mut self, depth: usize) -> Result<Value<'a>, JsonError> {
        self.cursor.pass(b'[', "a list")?;
        let mut values = Vec::new();
        if self.cursor.eat(b']') {
            return Ok(Value::List(values));
        }
        loop {
            values.push(self.value(depth)?);
            if !self.cursor.eat(b',') {
                self.cursor.pass(b']', "`,` or `]`")?;
                return Ok(Value::List(values));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value<'a>, JsonError> {
        self.cursor.pass(b'{', "an object")?;
        let mut members = Vec::new();
        if self.cursor.eat(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            if self.cursor.peek() != Some(b'"') {
                return Err(self.cursor.error("a key"));
            }
            let key = self.string()?;
            self.cursor.pass(b':', "`:`")?;
            members.push((key, self.value(depth)?));
            if !self.cursor.eat(b',') {
                self.cursor.pass(b'}', "`,` or `}`")?;
                return Ok(Value::Object(members));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::ToString;

    fn written(value: &Value<'_>) -> String {
        let mut out = String::new();
        value.write(&mut out);
        out
    }

    #[test]
    fn canonical_text_is_written_as_it_was_read() {
        for text in ["null", "[]", "{}", r#"{"0":[1,-2.5,"a\n\"é",true,false,null],"":{"a":1e+21}}"#] {
            assert_eq!(written(&Value::parse(text).unwrap()), text);
        }
    }

    #[test]
    fn members_are_found_by_key() {
        let value = Value::parse(r#"{"a":1,"b":{"c":"d"}}"#).unwrap();
        assert_eq!(value.get("b").and_then(|b| b.get("c")), Some(&Value::Text("d".into())));
        assert_eq!(value.get("c"), None);
        assert_eq!(Value::List(Vec::new()).get("length"), None);
    }

    #[test]
    fn half_a_pair_is_refused_with_its_place() {
        assert_eq!(Value::parse(r#"{"a":"x\ud83d"}"#).unwrap_err().to_string(), "expected whole characters at byte 6, found 'x'");
        assert!(Value::parse(r#"{"\ude00":1}"#).is_err());
    }

    #[test]
    fn nesting_ends_at_the_maximum() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(Value::parse(&nested(DEPTH_MAX)).is_ok());
        assert_eq!(Value::parse(&nested(DEPTH_MAX + 1)).unwrap_err().expected, TOO_DEEP);
    }

    #[test]
    fn truth_and_text_are_javascripts() {
        for (json, truthy, text) in [
            ("null", false, "null"),
            ("false", false, "false"),
            ("true", true, "true"),
            ("0", false, "0"),
            ("5.0", true, "5"),
            ("1e21", true, "1e+21"),
            ("1e400", true, "Infinity"),
            ("-1e400", true, "-Infinity"),
            ("\"\"", false, ""),
            ("\"0\"", true, "0"),
            ("[]", true, ""),
            ("[null]", true, ""),
            ("[1,null,[2,[null,\"a\"]],{}]", true, "1,,2,,a,[object Object]"),
            ("{}", true, "[object Object]"),
        ] {
            let value = Value::parse(json).unwrap();
            assert_eq!((value.is_truthy(), &*value.js_text()), (truthy, text), "{json}");
        }
    }
}

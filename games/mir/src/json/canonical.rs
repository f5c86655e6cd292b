//! Canonical text: what `JSON.stringify(JSON.parse(text))` gives, made without a tree in between.

use super::check;
use super::cursor::Cursor;
use super::error::JsonError;
use super::text::{Piece, array_index};
use super::{DEPTH_MAX, number};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The text as JavaScript would write it after reading it; borrowed if it is written so already.
///
/// No white space; numbers, escapes and the order of keys are JavaScript's: array indexes come first, ascending, and a key that comes again
/// replaces the value at its first place. Half a surrogate pair stays an escape.
///
/// # Errors
/// What JSON does not allow, and lists and objects nested deeper than [`DEPTH_MAX`].
///
/// ```
/// # use referee_mir::json::canonical;
/// assert_eq!(canonical(r#"{ "b": 1.0, "a": "\u00e9", "b": 2, "0": [] }"#).unwrap(), r#"{"0":[],"b":2,"a":"é"}"#);
/// ```
pub fn canonical(text: &str) -> Result<Cow<'_, str>, JsonError> {
    if value_end(text, 0) == Some(text.len()) {
        return Ok(Cow::Borrowed(text));
    }
    let mut rewrite = Rewrite { cursor: Cursor::new(text), out: String::with_capacity(text.len()), members: Vec::new() };
    rewrite.value(DEPTH_MAX)?;
    rewrite.cursor.finish()?;
    Ok(Cow::Owned(rewrite.out))
}

/// Where the canonical value that begins at byte `start` of a text ends; none if there is none.
pub fn value_end(text: &str, start: usize) -> Option<usize> {
    check::value_end(text, start)
}

/// A member of an object, by its places in the text that is being written.
#[derive(Clone)]
struct Member {
    key: Range<usize>,
    value: Range<usize>,
}

struct Rewrite<'a> {
    cursor: Cursor<'a>,
    out: String,
    /// The members of the objects that are open, the innermost last.
    members: Vec<Member>,
}

impl Rewrite<'_> {
    fn value(&mut self, depth: usize) -> Result<(), JsonError> {
        match self.cursor.peek() {
            Some(b'{') => self.object(self.inside(depth)?),
            Some(b'[') => self.list(self.inside(depth)?),
            Some(b'"') => self.string(),
            Some(b't') => self.word("true"),
            Some(b'f') => self.word("false"),
            Some(b'n') => self.word("null"),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.cursor.error("a value")),
        }
    }

    fn inside(&self, depth: usize) -> Result<usize, JsonError> {
        depth.checked_sub(1).ok_or_else(|| self.cursor.error(TOO_DEEP))
    }

    fn word(&mut self, word: &'static str) -> Result<(), JsonError> {
        self.cursor.word(word)?;
        self.out.push_str(word);
        Ok(())
    }

    fn number(&mut self) -> Result<(), JsonError> {
        number::write(number::read(self.cursor.number()?), &mut self.out);
        Ok(())
    }

    fn string(&mut self) -> Result<(), JsonError> {
        let mut rest = self.cursor.string()?;
        self.out.push('"');
        while !rest.is_empty() {
            let (piece, after) = Piece::first(rest).ok_or_else(|| self.cursor.error_in_string(rest, "an escape"))?;
            piece.write(&mut self.out);
            rest = after;
        }
        self.out.push('"');
        Ok(())
    }

    fn list(&mut self, depth: usize) -> Result<(), JsonError> {
        self.cursor.pass(b'[', "a list")?;
        self.out.push('[');
        if !self.cursor.eat(b']') {
            loop {
                self.value(depth)?;
                if !self.cursor.eat(b',') {
                    break self.cursor.pass(b']', "`,` or `]`")?;
                }
                self.out.push(',');
            }
        }
        self.out.push(']');
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Result<(), JsonError> {
        self.cursor.pass(b'{', "an object")?;
        let members_before = self.members.len();
        self.out.push('{');
        if !self.cursor.eat(b'}') {
            loop {
                self.member(depth)?;
                if !self.cursor.eat(b',') {
                    break self.cursor.pass(b'}', "`,` or `}`")?;
                }
                self.out.push(',');
            }
            self.order(members_before);
        }
        self.out.push('}');
        Ok(())
    }

    fn member(&mut self, depth: usize) -> Result<(), JsonError> {
        if self.cursor.peek() != Some(b'"') {
            return Err(self.cursor.error("a key"));
        }
        let start = self.out.len();
        self.string()?;
        let key = start..self.out.len();
        self.cursor.pass(b':', "`:`")?;
        self.out.push(':');
        let start = self.out.len();
        self.value(depth)?;
        self.members.push(Member { key, value: start..self.out.len() });
        Ok(())
    }

    /// Puts the members just written into JavaScript's order. The same key is the same text here, for its escapes are canonical.
    fn order(&mut self, members_before: usize) {
        let members = &self.members[members_before..];
        let key = |place: usize| &self.out[members[place].key.clone()];
        let index = |place: usize| array_index(key(place).trim_matches('"')).map_or(u64::MAX, u64::from);

        let mut places: Vec<usize> = (0..members.len()).collect();
        places.sort_by_key(|&place| key(place)); // stable: the same keys stay in the order they came
        let mut kept: Vec<(u64, usize, usize)> = places
            .chunk_by(|&a, &b| key(a) == key(b))
            .map(|same| (index(same[0]), same[0], same[same.len() - 1])) // where the key came first, and its last value
            .collect();
        kept.sort_unstable();

        if kept.len() < members.len() || !kept.is_sorted_by_key(|&(_, first, _)| first) {
            let mut ordered = String::with_capacity(self.out.len() - members[0].key.start);
            for (count, &(_, first, last)) in kept.iter().enumerate() {
                ordered.push_str(if count == 0 { "" } else { "," });
                ordered.push_str(key(first));
                ordered.push(':');
                ordered.push_str(&self.out[members[last].value.clone()]);
            }
            self.out.truncate(members[0].key.start);
            self.out.push_str(&ordered);
        }
        self.members.truncate(members_before);
    }
}

pub(super) const TOO_DEEP: &str = "no more lists and objects within each other";

#[cfg(test)]
mod tests {
    use super::super::Value;
    use super::*;
    use alloc::format;
    use alloc::string::ToString;
    use proptest::prelude::*;

    /// Texts and what becomes of them.
    fn becomes(cases: &[(&str, &str)]) {
        for (text, expected) in cases {
            assert_eq!(canonical(text).as_deref(), Ok(*expected), "{text}");
            assert!(matches!(canonical(expected), Ok(Cow::Borrowed(same)) if same == *expected), "{expected} is canonical");
        }
    }

    #[test]
    fn white_space_goes() {
        becomes(&[(" [ 1 ,\t2\r\n, { \"a\" : null } ] ", r#"[1,2,{"a":null}]"#), ("[ ]", "[]"), ("{ }", "{}"), ("\n7\n", "7")]);
    }

    #[test]
    fn numbers_are_printed_anew() {
        becomes(&[
            ("[5.0,1e2,-0,1E21,1e-7,1e400]", "[5,100,0,1e+21,1e-7,null]"),
            ("[123456789012345678901,0.10]", "[123456789012345680000,0.1]"),
            ("[9007199254740993,-1.50e0]", "[9007199254740992,-1.5]"),
        ]);
    }

    #[test]
    fn escapes_are_written_the_one_way() {
        becomes(&[
            (r#""\u0041\/\u00e9\u2028""#, "\"A/é\u{2028}\""),
            (r#""\u0022\u005C\u0008\u000C\u000A\u000d\u0009""#, r#""\"\\\b\f\n\r\t""#),
            (r#""\u0000\u001F\u007f""#, "\"\\u0000\\u001f\u{7f}\""),
            (r#""\uD83D\uDE00""#, "\"😀\""),
            (r#""\uD83D""#, r#""\ud83d""#),
            (r#""\uDE00\uD83D""#, r#""\ude00\ud83d""#),
            (r#""\uD83D\uD83D\uDE00""#, "\"\\ud83d😀\""),
            (r#""\uD83Dx\uDE00\u0041""#, r#""\ud83dx\ude00A""#),
            (r#"{"\u0061":1}"#, r#"{"a":1}"#),
        ]);
    }

    #[test]
    fn a_key_that_comes_again_replaces_the_value_at_its_first_place() {
        becomes(&[
            (r#"{"a":1,"b":2,"a":3}"#, r#"{"a":3,"b":2}"#),
            (r#"{"a":1,"\u0061":{"x":0}}"#, r#"{"a":{"x":0}}"#),
            (r#"{"a":{"b":1,"b":2},"a":{"c":1,"c":[]},"d":4}"#, r#"{"a":{"c":[]},"d":4}"#),
            (r#"{"":1,"":2}"#, r#"{"":2}"#),
        ]);
    }

    #[test]
    fn array_indexes_come_first_ascending() {
        becomes(&[
            (r#"{"b":0,"10":1,"9":2,"a":3,"0":4}"#, r#"{"0":4,"9":2,"10":1,"b":0,"a":3}"#),
            (r#"{"4294967295":0,"4294967294":1,"01":2,"-1":3}"#, r#"{"4294967294":1,"4294967295":0,"01":2,"-1":3}"#),
            (r#"{"1":1,"0":{"x":1,"5":2},"1":3}"#, r#"{"0":{"5":2,"x":1},"1":3}"#),
            (r#"{"":0,"0":1}"#, r#"{"0":1,"":0}"#),
        ]);
    }

    #[test]
    fn large_objects_are_ordered_too() {
        let members: Vec<String> = (0..500).rev().map(|n| format!("\"{n}\":{n}")).collect();
        let ascending: Vec<String> = (0..500).map(|n| format!("\"{n}\":{n}")).collect();
        becomes(&[(&format!("{{{}}}", members.join(",")), &format!("{{{}}}", ascending.join(",")))]);

        let members: Vec<String> = (0..500).map(|n| format!("\"k{}\":{n}", n % 300)).collect();
        let last: Vec<String> = (0..300).map(|n| format!("\"k{n}\":{}", if n < 200 { n + 300 } else { n })).collect();
        becomes(&[(&format!("{{{}}}", members.join(",")), &format!("{{{}}}", last.join(",")))]);
    }

    #[test]
    fn nesting_ends_at_the_maximum() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        becomes(&[(&format!(" {}", nested(DEPTH_MAX)), &nested(DEPTH_MAX))]);
        let error = canonical(&nested(DEPTH_MAX + 1)).unwrap_err();
        assert_eq!((error.at, error.expected), (DEPTH_MAX, TOO_DEEP));
        assert!(canonical(&"[".repeat(1_000_000)).is_err());
        assert!(canonical(&"{\"a\":".repeat(1_000_000)).is_err());
    }

    #[test]
    fn what_is_no_json_is_told_with_its_place() {
        for (text, told) in [
            ("", "expected a value at byte 0, found the end"),
            ("  ", "expected a value at byte 2, found the end"),
            ("nul", "expected a value at byte 0, found 'n'"),
            ("[1,]", "expected a value at byte 3, found ']'"),
            ("[1 2]", "expected `,` or `]` at byte 3, found '2'"),
            ("[1", "expected `,` or `]` at byte 2, found the end"),
            ("{1:2}", "expected a key at byte 1, found '1'"),
            ("{\"a\":1,}", "expected a key at byte 7, found '}'"),
            ("{\"a\" 1}", "expected `:` at byte 5, found '1'"),
            ("{\"a\":1", "expected `,` or `}` at byte 6, found the end"),
            ("01", "expected nothing more at byte 1, found '1'"),
            ("1.", "expected a number at byte 0, found '1'"),
            ("-", "expected a number at byte 0, found '-'"),
            ("{} é", "expected nothing more at byte 3, found 'é'"),
            ("\"a", "expected the end of the string at byte 2, found the end"),
            ("\"a\nb\"", "expected no control character in a string at byte 2, found '\\n'"),
            ("\"a\\é\"", "expected an escape at byte 2, found '\\\\'"),
            ("\"a\\x\"", "expected an escape at byte 2, found '\\\\'"),
            ("\"\\u12é4\"", "expected an escape at byte 1, found '\\\\'"),
            ("\"\\u+123\"", "expected an escape at byte 1, found '\\\\'"),
            ("\"\\", "expected an escape at byte 1, found '\\\\'"),
            ("\u{FEFF}1", "expected a value at byte 0, found '\\u{feff}'"),
        ] {
            assert_eq!(canonical(text).unwrap_err().to_string(), told, "{text}");
        }
    }

    #[test]
    fn a_value_ends_where_it_ends() {
        let text = r#"{"a":[1,"]"],"b":2}"#;
        assert_eq!(value_end(text, 0), Some(text.len()));
        assert_eq!(value_end(text, 5), Some(12));
        assert_eq!(value_end(text, 12), None);
        assert_eq!(value_end(text, 99), None);
        assert_eq!(value_end("é", 1), None);
    }

    /// JSON, or nearly.
    fn nearly_json() -> impl Strategy<Value = String> {
        let bits = r#"{ } [ ] , : " \ \u d83d \ude00 a "a": "b": "1": "0": 0 1 -1 null true é 😀"#;
        let bits: Vec<&str> = bits.split(' ').chain(["1.5 ", "1e2 ", "\n", "\u{1}"]).collect();
        prop::collection::vec(prop::sample::select(bits), 0..12).prop_map(|bits| bits.concat())
    }

    /// Any value as serde_json has it.
    fn any_value() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i32>().prop_map(Into::into),
            any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(Into::into),
            any::<String>().prop_map(Into::into),
        ];
        leaf.prop_recursive(5, 64, 8, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..8).prop_map(Into::into),
                prop::collection::vec(("[a-c0-2\"é]{0,2}", inner), 0..8)
                    .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
            ]
        })
    }

    /// Whether two libraries mean the same. Members of ours are looked up, for serde_json does not keep their order.
    fn same(ours: &Value<'_>, theirs: &serde_json::Value) -> bool {
        match (ours, theirs) {
            (Value::Null, serde_json::Value::Null) => true,
            (Value::Bool(ours), serde_json::Value::Bool(theirs)) => ours == theirs,
            (Value::Number(ours), serde_json::Value::Number(theirs)) => theirs.as_f64() == Some(*ours),
            (Value::Text(ours), serde_json::Value::String(theirs)) => ours == theirs,
            (Value::List(ours), serde_json::Value::Array(theirs)) => {
                ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs))
            }
            (Value::Object(members), serde_json::Value::Object(theirs)) => {
                members.len() == theirs.len()
                    && theirs.iter().all(|(key, theirs)| ours.get(key).is_some_and(|ours| same(ours, theirs)))
            }
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn the_value_stays_the_same(value in any_value(), pretty in any::<bool>()) {
            let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
            let canonical_text = canonical(&text).unwrap();
            prop_assert!(same(&Value::parse(&canonical_text).unwrap(), &value), "{canonical_text}");
            prop_assert!(matches!(canonical(&canonical_text), Ok(Cow::Borrowed(_))), "{canonical_text}");
        }

        #[test]
        fn what_serde_refuses_is_refused_and_what_it_takes_is_taken(text in nearly_json()) {
            let theirs = serde_json::from_str::<serde_json::Value>(&text);
            match canonical(&text) {
                Ok(ours) => {
                    prop_assert!(matches!(canonical(&ours), Ok(Cow::Borrowed(_))), "{ours}");
                    match (theirs, Value::parse(&ours)) {
                        (Ok(theirs), Ok(ours)) => prop_assert!(same(&ours, &theirs), "{ours:?}"),
                        (theirs, ours) => prop_assert!(theirs.is_err() && ours.is_err(), "half pairs are JSON, but no text"),
                    }
                }
                Err(error) => prop_assert!(theirs.is_err(), "{error}"),
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in any::<String>(), start in 0usize..20) {
            let _ = canonical(&text);
            let _ = value_end(&text, start);
            let _ = Value::parse(&text);
        }
    }
}

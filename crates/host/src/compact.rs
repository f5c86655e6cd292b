//! JSON as a log has it: compact, to the byte what the JSON library writes, but faster, for every record passes here at least once. Names of
//! fields and variants are put down without looking at each letter, and pieces that belong together at once.

use crate::line::nesting;
use crate::paper::{Paper, Unlike};
use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant, Serializer,
};
use std::fmt::{self, Display, Write as _};

/// Puts a value down as compact JSON.
pub(crate) fn put<P: Paper>(paper: &mut P, value: &(impl Serialize + ?Sized)) -> Result<(), Unlike> {
    value.serialize(&mut Compact { paper, depth: 0 })
}

/// Writes compact JSON.
pub(crate) struct Compact<'p, P> {
    paper: &'p mut P,
    /// How many lists and objects are open.
    depth: u32,
}

impl<P: Paper> Compact<'_, P> {
    #[inline(always)]
    fn enter(&mut self) -> Result<(), Unlike> {
        self.depth += 1;
        if self.depth > P::DEPTH_MAX { Err(Unlike) } else { Ok(()) }
    }

    /// An object of one member begins: the name of a variant.
    #[inline(always)]
    fn enter_variant(&mut self, name: &'static str) -> Result<(), Unlike> {
        self.enter()?;
        self.paper.put([b"{\"", plain(name), b"\":"])
    }

    #[inline(always)]
    fn leave(&mut self, closing: &[u8]) -> Result<(), Unlike> {
        self.depth -= 1;
        self.paper.put([closing])
    }

    /// A whole number. Most have one digit: those are put down here, all others elsewhere.
    #[inline(always)]
    fn unsigned(&mut self, number: u64) -> Result<(), Unlike> {
        if number < 10 { self.paper.put([&[b'0' + number as u8]]) } else { self.long(number) }
    }

    #[inline(always)]
    fn signed(&mut self, number: i64) -> Result<(), Unlike> {
        if number < 0 { self.negative(number.unsigned_abs()) } else { self.unsigned(number as u64) }
    }

    #[inline(never)]
    fn negative(&mut self, number: u64) -> Result<(), Unlike> {
        self.paper.put([b"-"])?;
        self.unsigned(number)
    }

    #[inline(never)]
    fn long(&mut self, mut number: u64) -> Result<(), Unlike> {
        if number < 100 {
            return self.paper.put([&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]]);
        }
        let (mut digits, mut at) = ([0; DIGITS_MAX], DIGITS_MAX);
        while number > 0 {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
        }
        self.paper.put([&digits[at..]])
    }

    /// The letters of a string, without its quotes.
    fn letters(&mut self, text: &str) -> Result<(), Unlike> {
        let mut rest = text.as_bytes();
        while let Some(at) = rest.iter().position(|&byte| must_be_escaped(byte)) {
            self.paper.put([&rest[..at]])?;
            self.escape(rest[at])?;
            rest = &rest[at + 1..];
        }
        self.paper.put([rest])
    }

    #[cold]
    fn escape(&mut self, byte: u8) -> Result<(), Unlike> {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let short = match byte {
            b'"' | b'\\' => byte,
            0x08 => b'b',
            b'\t' => b't',
            b'\n' => b'n',
            0x0c => b'f',
            b'\r' => b'r',
            _ => return self.paper.put([b"\\u00", &[HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]]),
        };
        self.paper.put([&[b'\\', short]])
    }
}

/// How many digits the largest number has.
const DIGITS_MAX: usize = 20;

#[inline(always)]
fn must_be_escaped(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

/// The name of a field or variant: whoever wrote the type wrote nothing that must be escaped.
#[inline(always)]
fn plain(name: &'static str) -> &'static [u8] {
    debug_assert!(!name.bytes().any(must_be_escaped), "the name {name:?} of a field or variant has quotes or the like in it");
    name.as_bytes()
}

impl<'c, 'p, P: Paper> Serializer for &'c mut Compact<'p, P> {
    type Ok = ();
    type Error = Unlike;
    type SerializeSeq = List<'c, 'p, P>;
    type SerializeTuple = List<'c, 'p, P>;
    type SerializeTupleStruct = List<'c, 'p, P>;
    type SerializeTupleVariant = List<'c, 'p, P>;
    type SerializeMap = Object<'c, 'p, P>;
    type SerializeStruct = Object<'c, 'p, P>;
    type SerializeStructVariant = Object<'c, 'p, P>;

    #[inline(always)]
    fn serialize_bool(self, value: bool) -> Result<(), Unlike> {
        if value { self.paper.put([b"true"]) } else { self.paper.put([b"false"]) }
    }
    #[inline(always)]
    fn serialize_i8(self, value: i8) -> Result<(), Unlike> {
        self.signed(i64::from(value))
    }
    #[inline(always)]
    fn serialize_i16(self, value: i16) -> Result<(), Unlike> {
        self.signed(i64::from(value))
    }
    #[inline(always)]
    fn serialize_i32(self, value: i32) -> Result<(), Unlike> {
        self.signed(i64::from(value))
    }
    #[inline(always)]
    fn serialize_i64(self, value: i64) -> Result<(), Unlike> {
        self.signed(value)
    }
    fn serialize_i128(self, value: i128) -> Result<(), Unlike> {
        self.paper.put([value.to_string().as_bytes()])
    }
    #[inline(always)]
    fn serialize_u8(self, value: u8) -> Result<(), Unlike> {
        self.unsigned(u64::from(value))
    }
    #[inline(always)]
    fn serialize_u16(self, value: u16) -> Result<(), Unlike> {
        self.unsigned(u64::from(value))
    }
    #[inline(always)]
    fn serialize_u32(self, value: u32) -> Result<(), Unlike> {
        self.unsigned(u64::from(value))
    }
    #[inline(always)]
    fn serialize_u64(self, value: u64) -> Result<(), Unlike> {
        self.unsigned(value)
    }
    fn serialize_u128(self, value: u128) -> Result<(), Unlike> {
        self.paper.put([value.to_string().as_bytes()])
    }
    fn serialize_f32(self, value: f32) -> Result<(), Unlike> {
        self.foreign(&value)
    }
    fn serialize_f64(self, value: f64) -> Result<(), Unlike> {
        self.foreign(&value)
    }
    fn serialize_char(self, value: char) -> Result<(), Unlike> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Result<(), Unlike> {
        // All letters are looked at, so that many are at once: hardly any text has something to escape.
        if value.bytes().fold(false, |found, byte| found | must_be_escaped(byte)) {
            self.paper.put([b"\""])?;
            self.letters(value)?;
            return self.paper.put([b"\""]);
        }
        self.paper.put([b"\"", value.as_bytes(), b"\""])
    }
    fn serialize_bytes(self, value: &[u8]) -> Result<(), Unlike> {
        self.collect_seq(value)
    }
    #[inline(always)]
    fn serialize_none(self) -> Result<(), Unlike> {
        self.paper.put([b"null"])
    }
    #[inline(always)]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unlike> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Unlike> {
        self.paper.put([b"null"])
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unlike> {
        self.paper.put([b"null"])
    }
    #[inline(always)]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Unlike> {
        self.paper.put([b"\"", plain(variant), b"\""])
    }
    #[inline(always)]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Unlike> {
        value.serialize(self)
    }
    #[inline(always)]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Unlike> {
        self.enter_variant(variant)?;
        value.serialize(&mut *self)?;
        self.leave(b"}")
    }
    #[inline(always)]
    fn serialize_seq(self, _: Option<usize>) -> Result<List<'c, 'p, P>, Unlike> {
        self.enter()?;
        Ok(List { compact: self, first: true, inside: false })
    }
    #[inline(always)]
    fn serialize_tuple(self, _: usize) -> Result<List<'c, 'p, P>, Unlike> {
        self.serialize_seq(None)
    }
    #[inline(always)]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'c, 'p, P>, Unlike> {
        self.serialize_seq(None)
    }
    #[inline(always)]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<List<'c, 'p, P>, Unlike> {
        self.enter_variant(variant)?;
        Ok(List { inside: true, ..self.serialize_seq(None)? })
    }
    #[inline(always)]
    fn serialize_map(self, _: Option<usize>) -> Result<Object<'c, 'p, P>, Unlike> {
        self.enter()?;
        Ok(Object { compact: self, first: true, kind: Kind::Open })
    }
    #[inline(always)]
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Object<'c, 'p, P>, Unlike> {
        if name.starts_with(VERBATIM) {
            return Ok(Object { compact: self, first: true, kind: Kind::Verbatim });
        }
        self.serialize_map(None)
    }
    #[inline(always)]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Object<'c, 'p, P>, Unlike> {
        self.enter_variant(variant)?;
        Ok(Object { kind: Kind::Inside, ..self.serialize_map(None)? })
    }
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Unlike> {
        self.paper.put([b"\""])?;
        write!(Letters(self), "{value}").map_err(|_| Unlike)?;
        self.paper.put([b"\""])
    }
}

impl<P: Paper> Compact<'_, P> {
    /// What no log has, as the JSON library writes it.
    #[cold]
    fn foreign(&mut self, value: &impl Serialize) -> Result<(), Unlike> {
        self.paper.put([serde_json::to_string(value).map_err(|_| Unlike)?.as_bytes()])
    }
}

/// How the JSON library calls what is to be put down as it is: one field of text.
const VERBATIM: &str = "$serde_json::private::";

/// A text whose letters are put down in pieces.
struct Letters<'c, 'p, P>(&'c mut Compact<'p, P>);

impl<P: Paper> fmt::Write for Letters<'_, '_, P> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.letters(text).map_err(|_| fmt::Error)
    }
}

/// Text that is put down as it is: it is JSON.
struct Verbatim<'c, 'p, P>(&'c mut Compact<'p, P>);

impl<P: Paper> fmt::Write for Verbatim<'_, '_, P> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let Compact { paper, depth } = &mut *self.0;
        if P::DEPTH_MAX < u32::MAX && depth.saturating_add(nesting(text)) > P::DEPTH_MAX {
            return Err(fmt::Error);
        }
        paper.put([text.as_bytes()]).map_err(|_| fmt::Error)
    }
}

/// What serialises as text, told as text.
struct Told<'a, T: ?Sized>(&'a T);

impl<T: Serialize + ?Sized> Display for Told<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(f)
    }
}

/// A list under way.
pub(crate) struct List<'c, 'p, P> {
    compact: &'c mut Compact<'p, P>,
    first: bool,
    /// Whether it is inside the object of a variant.
    inside: bool,
}

impl<P: Paper> List<'_, '_, P> {
    #[inline(always)]
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unlike> {
        match self.first {
            true => self.compact.paper.put([b"["])?,
            false => self.compact.paper.put([b","])?,
        }
        self.first = false;
        value.serialize(&mut *self.compact)
    }

    #[inline(always)]
    fn done(self) -> Result<(), Unlike> {
        if self.first {
            self.compact.paper.put([b"["])?;
        }
        self.compact.leave(b"]")?;
        if self.inside { self.compact.leave(b"}") } else { Ok(()) }
    }
}

impl<P: Paper> SerializeSeq for List<'_, '_, P> {
    type Ok = ();
    type Error = Unlike;
    #[inline(always)]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unlike> {
        self.value(value)
    }
    #[inline(always)]
    fn end(self) -> Result<(), Unlike> {
        self.done()
    }
}

impl<P: Paper> SerializeTuple for List<'_, '_, P> {
    type Ok = ();
    type Error = Unlike;
    #[inline(always)]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unlike> {
        self.value(value)
    }
    #[inline(always)]
    fn end(self) -> Result<(), Unlike> {
        self.done()
    }
}

impl<P: Paper> SerializeTupleStruct for List<'_, '_, P> {
    type Ok = ();
    type Error = Unlike;
    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unlike> {
        self.value(value)
    }
    #[inline(always)]
    fn end(self) -> Result<(), Unlike> {
        self.done()
    }
}

impl<P: Paper> SerializeTupleVariant for List<'_, '_, P> {
    type Ok = ();
    type Error = Unlike;
    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unlike> {
        self.value(value)
    }
    #[inline(always)]
    fn end(self) -> Result<(), Unlike> {
        self.done()
    }
}

/// An object under way.
pub(crate) struct Object<'c, 'p, P> {
    compact: &'c mut Compact<'p, P>,
    first: bool,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Open,
    /// It is inside the object of a variant.
    Inside,
    /// It is none: its one field is text that is put down as it is.
    Verbatim,
}

impl<P: Paper> Object<'_, '_, P> {
    #[inline(always)]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Unlike> {
        if self.kind == Kind::Verbatim {
            return write!(Verbatim(self.compact), "{}", Told(value)).map_err(|_| Unlike);
        }
        match self.first {
            true => self.compact.paper.put([b"{\"", plain(name), b"\":"])?,
            false => self.compact.paper.put([b",\"", plain(name), b"\":"])?,
        }
        self.first = false;
        value.serialize(&mut *self.compact)
    }

    #[inline(always)]
    fn done(self) -> Result<(), Unlike> {
        if self.kind == Kind::Verbatim {
            return Ok(());
        }
        if self.first {
            self.compact.paper.put([b"{"])?;
        }
        self.compact.leave(b"}")?;
        if self.kind == Kind::Inside { self.compact.leave(b"}") } else { Ok(()) }
    }
}

impl<P: Paper> SerializeMap for Object<'_, '_, P> {
    type Ok = ();
    type Error = Unlike;
    /// A key is text: whatever is none, such as a number, is put in quotes.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unlike> {
        let mut text = Vec::new();
        put(&mut text, key)?;
        let quote: &[u8] = if text.starts_with(b"\"") { b"" } else { b"\"" };
        let before: &[u8] = if self.first { b"{" } else { b"," };
        self.first = false;
        self.compact.paper.put([before, quote, &text, quote, b":"])
    }
    #[inline(always)]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unlike> {
        value.serialize(&mut *self.compact)
    }
    fn end(self) -> Result<(), Unlike> {
        self.done()
    }
}

impl<P: Paper> SerializeStruct for Object<'_, '_, P> {
    type Ok = ();
    type Error = Unlike;
    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Unlike> {
        self.field(name, value)
    }
    #[inline(always)]
    fn end(self) -> Result<(), Unlike> {
        self.done()
    }
}

impl<P: Paper> SerializeStructVariant for Object<'_, '_, P> {
    type Ok = ();
    type Error = Unlike;
    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Unlike> {
        self.field(name, value)
    }
    #[inline(always)]
    fn end(self) -> Result<(), Unlike> {
        self.done()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DEPTH_MAX;
    use crate::paper::Likeness;
    use proptest::prelude::*;
    use serde_json::value::RawValue;
    use serde_json::{Map, Value};
    use std::collections::BTreeMap;

    /// Every kind of value that a type can have.
    #[derive(Clone, Debug, serde::Serialize)]
    enum Kinds {
        Unit,
        #[serde(rename = "with a space")]
        Renamed,
        New(i64),
        Tuple(u8, Option<bool>, ()),
        Empty {},
        Nothing(),
        Struct {
            name: String,
            numbers: (i8, u16, i32, u64, i128, u128),
            #[serde(skip_serializing_if = "Option::is_none")]
            maybe: Option<char>,
            inner: Vec<Kinds>,
        },
        Keys(BTreeMap<i16, Vec<u8>>),
        Flags(BTreeMap<bool, Single>),
        Words(BTreeMap<String, Pair>),
    }

    #[derive(Clone, Debug, serde::Serialize)]
    struct Single(String);

    #[derive(Clone, Debug, serde::Serialize)]
    struct Pair(f64, char);

    fn kinds() -> impl Strategy<Value = Kinds> {
        let text = || prop_oneof![Just(String::new()), "[a-z\"\\\\\t\n\r\u{0}-\u{20}\u{7f}é\u{1f600}]{0,12}", "\\PC{0,40}"];
        let number = prop_oneof![-120i64..120, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
        let leaf = prop_oneof![
            Just(Kinds::Unit),
            Just(Kinds::Renamed),
            Just(Kinds::Empty {}),
            Just(Kinds::Nothing()),
            number.prop_map(Kinds::New),
            (any::<u8>(), any::<Option<bool>>()).prop_map(|(number, maybe)| Kinds::Tuple(number, maybe, ())),
            any::<BTreeMap<i16, Vec<u8>>>().prop_map(Kinds::Keys),
            prop::collection::btree_map(any::<bool>(), text().prop_map(Single), 0..3).prop_map(Kinds::Flags),
            prop::collection::btree_map(text(), (any::<f64>(), any::<char>()).prop_map(|(f, c)| Pair(f, c)), 0..3)
                .prop_map(Kinds::Words),
        ];
        leaf.prop_recursive(3, 24, 4, move |inner| {
            let numbers = (any::<i8>(), any::<u16>(), any::<i32>(), any::<u64>(), any::<i128>(), any::<u128>());
            (text(), numbers, any::<Option<char>>(), prop::collection::vec(inner, 0..4))
                .prop_map(|(name, numbers, maybe, inner)| Kinds::Struct { name, numbers, maybe, inner })
        })
    }

    fn written(value: &impl Serialize) -> String {
        let mut text = Vec::new();
        put(&mut text, value).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn is_like(text: &str, value: &impl Serialize) -> bool {
        let mut likeness = Likeness::of(text);
        put(&mut likeness, value).is_ok() && likeness.at() == text.len()
    }

    proptest! {
        /// What is written here stands in logs: it never differs from what the JSON library has always written there.
        #[test]
        fn every_value_is_written_as_the_json_library_writes_it(value in kinds(), at in any::<prop::sample::Index>()) {
            let text = serde_json::to_string(&value).unwrap();
            prop_assert_eq!(written(&value), &*text);
            prop_assert!(is_like(&text, &value));
            let (at, mut other) = (at.index(text.len()), text.into_bytes());
            other[at] ^= 1;
            if let Ok(other) = String::from_utf8(other) {
                prop_assert!(!is_like(&other, &value), "{}", other);
            }
        }
    }

    #[test]
    fn what_is_displayed_or_raw_is_written_as_the_json_library_writes_it() {
        let displayed = std::format_args!("{}\"{}", 7, '\n').to_string();
        let raw = |text: &str| RawValue::from_string(text.to_owned()).unwrap();
        let document = serde_json::json!({"displayed": displayed, "float": 0.5, "none": null, "list": [[], {}, [1, -1]]});
        let with_raw = BTreeMap::from([("a", raw(r#"{"b" : [ "]" ]}"#)), ("c", raw("1e400"))]);
        assert_eq!(written(&document), document.to_string());
        assert_eq!(written(&referee::Stream::new(77)), "\"000000000000004d\"");
        assert_eq!(written(&with_raw), serde_json::to_string(&with_raw).unwrap());
        assert!(is_like(&written(&with_raw), &with_raw));
    }

    /// Nothing is found alike that could not be read.
    #[test]
    fn nothing_is_alike_beyond_the_deepest_nesting() {
        let nested = |deep: u32| {
            (1..deep).fold(Value::Array(Vec::new()), |inner, level| match level % 2 {
                0 => Value::Array(vec![inner]),
                _ => Value::Object(Map::from_iter([("]".to_owned(), inner)])),
            })
        };
        let raw = |deep: u32| vec![RawValue::from_string(nested(deep).to_string()).unwrap()];
        assert!(is_like(&written(&nested(DEPTH_MAX)), &nested(DEPTH_MAX)));
        assert!(!is_like(&written(&nested(DEPTH_MAX + 1)), &nested(DEPTH_MAX + 1)));
        assert!(is_like(&written(&raw(DEPTH_MAX - 1)), &raw(DEPTH_MAX - 1)));
        assert!(!is_like(&written(&raw(DEPTH_MAX)), &raw(DEPTH_MAX)));
    }
}

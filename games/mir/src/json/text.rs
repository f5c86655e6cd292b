//! Strings: their escapes, and their order as JavaScript has it.

use alloc::borrow::Cow;
use alloc::string::String;
use core::cmp::Ordering;

/// Appends a string with its quotes. Escaped are `"`, `\` and the controls below U+0020; everything else stands for itself.
pub fn write_text(text: &str, out: &mut String) {
    out.push('"');
    write_inner(text, out);
    out.push('"');
}

/// What stands between the quotes of a string, its escapes resolved; none if an escape is malformed or half of a surrogate pair.
pub fn read_text(raw: &str) -> Option<Cow<'_, str>> {
    if !raw.contains('\\') {
        return Some(Cow::Borrowed(raw));
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while !rest.is_empty() {
        let (piece, after) = Piece::first(rest)?;
        match piece {
            Piece::Plain(plain) => text.push_str(plain),
            Piece::Escaped(char) => text.push(char),
            Piece::Lone(_) => return None,
        }
        rest = after;
    }
    Some(Cow::Owned(text))
}

/// The order of two strings by UTF-16 code units. It is that of their bytes, except that U+E000..U+FFFF come after all longer characters.
pub fn utf16_cmp(a: &str, b: &str) -> Ordering {
    let rank = |byte: u8| if matches!(byte, 0xEE | 0xEF) { byte + 0x08 } else { byte };
    match a.bytes().zip(b.bytes()).find(|(a, b)| a != b) {
        Some((a, b)) => rank(a).cmp(&rank(b)),
        None => a.len().cmp(&b.len()),
    }
}

/// The array index that a key spells, `0` to `4294967294` without leading zeros. JavaScript puts such keys first, ascending.
pub fn array_index(key: &str) -> Option<u32> {
    let first = key.bytes().next()?;
    let spelled = first.is_ascii_digit() && (first != b'0' || key.len() == 1);
    if spelled { key.parse().ok().filter(|&index| index < u32::MAX) } else { None }
}

/// Appends the inside of a string.
pub(super) fn write_inner(text: &str, out: &mut String) {
    let mut from = 0;
    loop {
        let stop = plain_end(text.as_bytes(), from);
        out.push_str(&text[from..stop]);
        let Some(&byte) = text.as_bytes().get(stop) else { return };
        write_escape(byte, out);
        from = stop + 1;
    }
}

fn write_escape(byte: u8, out: &mut String) {
    let short = match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        0x08 => "\\b",
        0x0C => "\\f",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        _ => return write_unit(u16::from(byte), out),
    };
    out.push_str(short);
}

/// `\u001f`, in lower case.
fn write_unit(unit: u16, out: &mut String) {
    out.push_str("\\u");
    for shift in [12, 8, 4, 0] {
        out.push(char::from_digit(u32::from(unit >> shift & 0xF), 16).expect("four bits are a digit"));
    }
}

/// Where a string's plain bytes end: at a quote, a backslash, a control below U+0020, or the end of the text.
#[inline]
pub(crate) fn plain_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let special = specials(u64::from_le_bytes(*word));
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|&byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
        at += 1;
    }
    at
}

/// The top bit of the first byte in eight that is not plain. Bits above that one mean nothing.
#[inline]
fn specials(word: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let below = |word: u64, limit: u8| word.wrapping_sub(EACH.wrapping_mul(u64::from(limit))) & !word;
    let quote = word ^ EACH.wrapping_mul(u64::from(b'"'));
    let backslash = word ^ EACH.wrapping_mul(u64::from(b'\\'));
    (below(word, 0x20) | below(quote, 1) | below(backslash, 1)) & EACH.wrapping_mul(0x80)
}

/// A part of a string as it is written in JSON.
pub(super) enum Piece<'a> {
    /// Stands for itself.
    Plain(&'a str),
    /// One escape, or two that are one character.
    Escaped(char),
    /// An escape that is half of a surrogate pair, the other half missing.
    Lone(u16),
}

impl<'a> Piece<'a> {
    /// The first piece and what follows it; none if the text begins with a malformed escape.
    pub(super) fn first(raw: &'a str) -> Option<(Self, &'a str)> {
        let Some(escape) = raw.strip_prefix('\\') else {
            let (plain, rest) = raw.split_at(raw.find('\\').unwrap_or(raw.len()));
            return Some((Piece::Plain(plain), rest));
        };
        let char = match escape.bytes().next()? {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{C}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            _ => return Self::first_unit(raw),
        };
        Some((Piece::Escaped(char), &escape[1..]))
    }

    fn first_unit(raw: &'a str) -> Option<(Self, &'a str)> {
        let (high, rest) = unit(raw)?;
        if let Some(char) = char::from_u32(u32::from(high)) {
            return Some((Piece::Escaped(char), rest));
        }
        let pair = unit(rest).and_then(|(low, after)| Some((char::decode_utf16([high, low]).next()?.ok()?, after)));
        Some(match pair {
            Some((char, after)) => (Piece::Escaped(char), after),
            None => (Piece::Lone(high), rest),
        })
    }

    /// Appends the piece as canonical text has it.
    pub(super) fn write(&self, out: &mut String) {
        match *self {
            Piece::Plain(plain) => out.push_str(plain),
            Piece::Escaped(char) => write_inner(char.encode_utf8(&mut [0; 4]), out),
            Piece::Lone(unit) => write_unit(unit, out),
        }
    }
}

/// A `\u` escape and what follows it.
fn unit(raw: &str) -> Option<(u16, &str)> {
    let (digits, rest) = raw.strip_prefix("\\u")?.split_at_checked(4)?;
    let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    Some((u16::from_str_radix(digits, 16).ok().filter(|_| hex)?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use proptest::prelude::*;

    fn written(text: &str) -> String {
        let mut out = String::new();
        write_text(text, &mut out);
        out
    }

    #[test]
    fn only_quotes_backslashes_and_controls_are_escaped() {
        assert_eq!(written("plain, and longer than a word"), r#""plain, and longer than a word""#);
        assert_eq!(written("\"\\/"), r#""\"\\/""#);
        assert_eq!(written("\u{8}\u{C}\n\r\t"), r#""\b\f\n\r\t""#);
        assert_eq!(written("\0\u{1}\u{B}\u{1F}\u{7F}"), "\"\\u0000\\u0001\\u000b\\u001f\u{7F}\"");
        assert_eq!(written("é\u{2028}\u{FFFF}😀"), "\"é\u{2028}\u{FFFF}😀\"");
    }

    #[test]
    fn half_a_pair_is_no_text() {
        assert_eq!(read_text("\\ud83d\\ude00").as_deref(), Some("😀"));
        for raw in ["\\ud83d", "\\ude00\\ud83d", "a\\ud83db", "\\ud83d\\u0041", "\\u12", "\\u+123", "\\x", "\\"] {
            assert_eq!(read_text(raw), None, "{raw}");
        }
    }

    #[test]
    fn array_indexes_are_written_without_ornament() {
        for (key, index) in [("0", Some(0)), ("7", Some(7)), ("4294967294", Some(4_294_967_294))] {
            assert_eq!(array_index(key), index);
        }
        for key in ["", "00", "01", "-1", "+1", "1.0", "1e3", "4294967295", "99999999999", "a", " 1"] {
            assert_eq!(array_index(key), None, "{key}");
        }
    }

    #[test]
    fn long_characters_come_before_the_last_short_ones() {
        assert_eq!(utf16_cmp("\u{10000}", "\u{E000}"), Ordering::Less);
        assert_eq!(utf16_cmp("\u{FFFF}", "\u{10FFFF}"), Ordering::Greater);
        assert_eq!(utf16_cmp("\u{D7FF}", "\u{10000}"), Ordering::Less);
        assert_eq!(utf16_cmp("a", "ab"), Ordering::Less);
        assert_eq!(utf16_cmp("a", "a"), Ordering::Equal);
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(text in any::<String>()) {
            let written = written(&text);
            let read = read_text(&written[1..written.len() - 1]);
            prop_assert_eq!(read.as_deref(), Some(&*text));
            prop_assert_eq!(serde_json::from_str::<String>(&written).unwrap(), text);
        }

        #[test]
        fn the_order_is_that_of_code_units(
            a in prop::collection::vec(prop::sample::select("aé\u{D7FF}\u{E000}\u{FFFF}\u{10000}😀\u{10FFFF}".chars().collect::<Vec<_>>()), 0..5),
            b in prop::collection::vec(prop::sample::select("aé\u{D7FF}\u{E000}\u{FFFF}\u{10000}😀\u{10FFFF}".chars().collect::<Vec<_>>()), 0..5),
        ) {
            let (a, b) = (a.into_iter().collect::<String>(), b.into_iter().collect::<String>());
            prop_assert_eq!(utf16_cmp(&a, &b), a.encode_utf16().cmp(b.encode_utf16()));
        }
    }
}

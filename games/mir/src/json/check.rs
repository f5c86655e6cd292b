//! Whether a text is canonical already. It nearly always is, so this is the pass that has to be fast; it only says yes or no.

use super::text::{Piece, array_index, plain_end};
use super::{DEPTH_MAX, number};
use alloc::string::String;
use alloc::vec::Vec;

/// Where the canonical value that begins at `start` ends; none if there is no canonical value.
pub(super) fn value_end(text: &str, start: usize) -> Option<usize> {
    if !text.is_char_boundary(start) {
        return None;
    }
    Check::new(text).value(start, DEPTH_MAX)
}

/// Keys up to this many are compared one by one as they come; those of a larger object are sorted when it closes.
const COMPARED_MAX: usize = 32;

/// Goes over canonical text: each question is asked with where something begins and answered with where it ends.
pub(crate) struct Check<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// The keys of the objects that are open, the innermost last.
    keys: Vec<&'a [u8]>,
    scratch: String,
}

impl<'a> Check<'a> {
    pub(crate) fn new(text: &'a str) -> Check<'a> {
        Check { text, bytes: text.as_bytes(), keys: Vec::new(), scratch: String::new() }
    }

    /// Any value.
    pub(crate) fn value(&mut self, at: usize, depth: usize) -> Option<usize> {
        match self.bytes.get(at)? {
            b'"' => self.string(at + 1),
            b'{' => self.object(at + 1, depth.checked_sub(1)?),
            b'[' => self.list(at + 1, depth.checked_sub(1)?),
            b't' => self.word(at, b"true"),
            b'f' => self.word(at, b"false"),
            b'n' => self.word(at, b"null"),
            _ => self.number(at),
        }
    }

    fn word(&self, at: usize, word: &[u8]) -> Option<usize> {
        self.bytes[at..].starts_with(word).then_some(at + word.len())
    }

    fn list(&mut self, mut at: usize, depth: usize) -> Option<usize> {
        if self.bytes.get(at) == Some(&b']') {
            return Some(at + 1);
        }
        loop {
            at = self.value(at, depth)?;
            match self.bytes.get(at)? {
                b',' => at += 1,
                b']' => return Some(at + 1),
                _ => return None,
            }
        }
    }

    fn object(&mut self, mut at: usize, depth: usize) -> Option<usize> {
        if self.bytes.get(at) == Some(&b'}') {
            return Some(at + 1);
        }
        let mut order = Order { keys_before: self.keys.len(), seen: 0, next_index: Some(0) };
        loop {
            if self.bytes.get(at) != Some(&b'"') {
                return None;
            }
            let end = self.string(at + 1)?;
            self.key(at + 1, end - 1, &mut order)?;
            if self.bytes.get(end) != Some(&b':') {
                return None;
            }
            at = self.value(end + 1, depth)?;
            match self.bytes.get(at)? {
                b',' => at += 1,
                b'}' => break,
                _ => return None,
            }
        }
        self.close(&order)?;
        Some(at + 1)
    }

    /// A key is new to its object and stands where JavaScript would put it.
    #[inline]
    fn key(&mut self, start: usize, end: usize, order: &mut Order) -> Option<()> {
        let key = &self.bytes[start..end];
        if key.first().is_none_or(u8::is_ascii_digit) {
            order.place(&self.text[start..end])?;
        } else {
            order.next_index = None;
        }
        let siblings = &self.keys[order.keys_before..];
        if order.may_be_known(key) && siblings.len() <= COMPARED_MAX && siblings.contains(&key) {
            return None;
        }
        self.keys.push(key);
        Some(())
    }

    fn close(&mut self, order: &Order) -> Option<()> {
        let siblings = &mut self.keys[order.keys_before..];
        if siblings.len() > COMPARED_MAX {
            siblings.sort_unstable();
            if siblings.windows(2).any(|pair| pair[0] == pair[1]) {
                return None;
            }
        }
        self.keys.truncate(order.keys_before);
        Some(())
    }

    /// A string whose opening quote has been passed.
    #[inline]
    pub(crate) fn string(&mut self, mut at: usize) -> Option<usize> {
        loop {
            at = plain_end(self.bytes, at);
            match self.bytes.get(at)? {
                b'"' => return Some(at + 1),
                b'\\' => at = self.escape(at)?,
                _ => return None,
            }
        }
    }

    /// An escape is canonical if it is what would be written for what it means.
    #[cold]
    fn escape(&mut self, at: usize) -> Option<usize> {
        let raw = &self.text[at..];
        let (piece, rest) = Piece::first(raw)?;
        let escape = &raw[..raw.len() - rest.len()];
        self.scratch.clear();
        piece.write(&mut self.scratch);
        (self.scratch == escape).then_some(at + escape.len())
    }

    pub(crate) fn number(&mut self, at: usize) -> Option<usize> {
        let end = number::end(self.bytes, at)?;
        let number = &self.text[at..end];
        let short = number.len() <= 15 && number.bytes().all(|byte| byte.is_ascii_digit());
        (short || self.is_canonical(number)).then_some(end)
    }

    #[cold]
    fn is_canonical(&mut self, number: &str) -> bool {
        self.scratch.clear();
        number::write(number::read(number), &mut self.scratch);
        self.scratch == number
    }
}

/// What an open object remembers of its keys.
struct Order {
    /// How many keys the objects around it have.
    keys_before: usize,
    /// One bit for each key, by a few of its features.
    seen: u64,
    /// The least array index that may still come; none after the first other key.
    next_index: Option<u32>,
}

impl Order {
    /// False only if no earlier key is the same.
    #[inline]
    fn may_be_known(&mut self, key: &[u8]) -> bool {
        let [first, .., last] = *key else { return true };
        let features = usize::from(first) + usize::from(last) * 5 + key.len() * 23;
        let bit = 1 << (features % 64);
        let known = self.seen & bit != 0;
        self.seen |= bit;
        known
    }

    #[cold]
    fn place(&mut self, key: &str) -> Option<()> {
        self.next_index = match array_index(key) {
            Some(index) if index < self.next_index? => return None,
            Some(index) => Some(index + 1),
            None => None,
        };
        Some(())
    }
}

//! A place in a JSON text that moves forward token by token. What the tokens mean is for its users.

use super::error::JsonError;
use super::number;
use super::text::plain_end;

pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next byte that is not white space.
    pub(super) fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// Goes past this byte if it comes next.
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// Goes past this byte.
    pub(super) fn pass(&mut self, byte: u8, expected: &'static str) -> Result<(), JsonError> {
        if self.eat(byte) { Ok(()) } else { Err(self.error(expected)) }
    }

    /// Goes past `null`, `true` or `false`.
    pub(super) fn word(&mut self, word: &'static str) -> Result<(), JsonError> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(self.error("a value"));
        }
        self.at += word.len();
        Ok(())
    }

    /// Goes past a number and gives its text.
    pub(super) fn number(&mut self) -> Result<&'a str, JsonError> {
        let end = number::end(self.text.as_bytes(), self.at).ok_or_else(|| self.error("a number"))?;
        let start = core::mem::replace(&mut self.at, end);
        Ok(&self.text[start..end])
    }

    /// Goes past a string and gives what stands between its quotes. Its escapes are not looked at.
    pub(super) fn string(&mut self) -> Result<&'a str, JsonError> {
        self.pass(b'"', "a string")?;
        let start = self.at;
        loop {
            self.at = plain_end(self.text.as_bytes(), self.at);
            match self.byte() {
                Some(b'"') => break,
                Some(b'\\') if self.text.is_char_boundary(self.at + 2) => self.at += 2,
                Some(b'\\') => return Err(self.error("an escape")),
                Some(_) => return Err(self.error("no control character in a string")),
                None => return Err(self.error("the end of the string")),
            }
        }
        self.at += 1;
        Ok(&self.text[start..self.at - 1])
    }

    /// Nothing but white space may be left.
    pub(super) fn finish(&mut self) -> Result<(), JsonError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.error("nothing more")) }
    }

    /// An error at this place.
    pub(super) fn error(&self, expected: &'static str) -> JsonError {
        JsonError::new(self.text, self.at, expected)
    }

    /// An error in the string just passed, where this much of it is left.
    pub(super) fn error_in_string(&self, left: &str, expected: &'static str) -> JsonError {
        JsonError::new(self.text, self.at - 1 - left.len(), expected)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }
}

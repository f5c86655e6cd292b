//! The words of a line, each with its column, and what was expected where a line is wrong.

use alloc::{borrow::Cow, format, string::String, vec::Vec};
use core::str::FromStr;
use referee_host::HostError;

/// A word, or a text in quotes.
struct Word<'a> {
    text: Cow<'a, str>,
    column: u64,
    is_quoted: bool,
}

/// Where a line is wrong.
pub(super) struct Wrong {
    pub(super) column: u64,
    pub(super) expected: String,
    pub(super) found: String,
}

impl Wrong {
    /// The problem of a file.
    pub(super) fn problem(self, line: u64) -> HostError {
        let message = "something else belongs here";
        HostError::no("NOTATION", message).at_line(line).at_column(self.column).because(self.expected, self.found)
    }
}

/// The words of a line that are still to be read.
pub(super) struct Words<'a> {
    words: alloc::vec::IntoIter<Word<'a>>,
    /// The column of the word that was read last.
    last: u64,
    /// The column after the last word.
    end: u64,
}

impl<'a> Words<'a> {
    /// Splits a line; a comment ends it.
    pub(super) fn of(line: &'a str) -> Result<Words<'a>, Wrong> {
        let (mut words, mut rest) = (Vec::new(), line);
        loop {
            rest = rest.trim_start();
            let column = column(line, rest);
            if rest.is_empty() || rest.starts_with([';', '#']) {
                return Ok(Words { words: words.into_iter(), last: 1, end: column });
            }
            let (word, after) = if rest.starts_with('"') { quoted(rest, column)? } else { plain(rest, column) };
            words.push(word);
            rest = after;
        }
    }

    /// Whether nothing is left.
    pub(super) fn is_empty(&self) -> bool {
        self.words.as_slice().is_empty()
    }

    /// The next word, unread.
    pub(super) fn peek(&self) -> Option<&str> {
        self.words.as_slice().first().filter(|word| !word.is_quoted).map(|word| &*word.text)
    }

    /// Whether the next word is this one; it is then read.
    pub(super) fn has(&mut self, text: &str) -> bool {
        self.peek() == Some(text) && self.next("").is_ok()
    }

    /// Reads a word that means something.
    pub(super) fn read<T>(&mut self, expected: &str, meaning: impl FnOnce(&str) -> Option<T>) -> Result<T, Wrong> {
        let word = self.next(expected)?;
        let meant = if word.is_quoted { None } else { meaning(&word.text) };
        meant.ok_or_else(|| wrong(word, expected))
    }

    /// Reads a whole number.
    pub(super) fn number<T: FromStr>(&mut self, expected: &str) -> Result<T, Wrong> {
        self.read(expected, number)
    }

    /// Reads a text in quotes.
    pub(super) fn text(&mut self, expected: &str) -> Result<String, Wrong> {
        let word = self.next(expected)?;
        if word.is_quoted { Ok(word.text.into_owned()) } else { Err(wrong(word, expected)) }
    }

    /// The end of the line.
    pub(super) fn finish(&mut self) -> Result<(), Wrong> {
        self.words.next().map_or(Ok(()), |word| Err(wrong(word, "the end of the line")))
    }

    /// The column of the word that was read last.
    pub(super) fn column(&self) -> u64 {
        self.last
    }

    /// The word that was read last should have been another.
    pub(super) fn wrong(&self, expected: impl Into<String>, found: impl Into<String>) -> Wrong {
        Wrong { column: self.last, expected: expected.into(), found: found.into() }
    }

    fn next(&mut self, expected: &str) -> Result<Word<'a>, Wrong> {
        let end = || Wrong { column: self.end, expected: expected.into(), found: "the end of the line".into() };
        let word = self.words.next().ok_or_else(end)?;
        self.last = word.column;
        Ok(word)
    }
}

/// A whole number in plain digits.
pub(super) fn number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn wrong(word: Word<'_>, expected: &str) -> Wrong {
    let shown: String = word.text.chars().take(40).collect();
    let found = if word.is_quoted { format!("the text {shown:?}") } else { format!("`{shown}`") };
    Wrong { column: word.column, expected: expected.into(), found }
}

fn plain(rest: &str, column: u64) -> (Word<'_>, &str) {
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ';' | '#' | '"')).unwrap_or(rest.len());
    let (text, after) = rest.split_at(end);
    (Word { text: text.into(), column, is_quoted: false }, after)
}

/// A text in quotes, as JSON has it.
fn quoted(rest: &str, column: u64) -> Result<(Word<'_>, &str), Wrong> {
    let mut texts = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    match texts.next() {
        Some(Ok(text)) => {
            let after = rest.get(texts.byte_offset()..).unwrap_or("");
            Ok((Word { text: text.into(), column, is_quoted: true }, after))
        }
        _ => {
            Err(Wrong { column, expected: "a text in quotes, as in JSON".into(), found: "no end to it, or a bad escape".into() })
        }
    }
}

/// Where the rest of a line begins, in characters from 1.
fn column(line: &str, rest: &str) -> u64 {
    line.get(..line.len() - rest.len()).map_or(0, |before| before.chars().count()) as u64 + 1
}

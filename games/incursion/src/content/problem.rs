//! What is wrong with content, and where.

use std::fmt;
use std::ops::Range;

/// A mistake in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// Where in the text, in bytes.
    pub span: (usize, usize),
    /// What kind of mistake.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What was expected.
    pub expected: String,
    /// The line in question.
    pub excerpt: String,
}

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// The text is no TOML, or the script no Rhai.
    Syntax,
    /// A name that names nothing.
    UnknownName,
    /// A value of the wrong kind.
    BadValue,
    /// A number beyond its range.
    OutOfRange,
    /// A text that is needed and not there.
    MissingText,
    /// A handler that nothing ever reaches.
    Unreachable,
    /// The same thing twice.
    Twice,
    /// More than there may be.
    TooLarge,
    /// What the rules need and the pack does not have.
    Missing,
}

impl Code {
    /// As programs read it.
    pub fn name(self) -> &'static str {
        match self {
            Code::Syntax => "SYNTAX",
            Code::UnknownName => "UNKNOWN_NAME",
            Code::BadValue => "BAD_VALUE",
            Code::OutOfRange => "OUT_OF_RANGE",
            Code::MissingText => "MISSING_TEXT",
            Code::Unreachable => "UNREACHABLE",
            Code::Twice => "TWICE",
            Code::TooLarge => "TOO_LARGE",
            Code::Missing => "MISSING",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        if self.expected.is_empty() { Ok(()) } else { write!(f, "; expected {}", self.expected) }
    }
}

impl std::error::Error for Problem {}

/// A file as it was given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
}

/// The longest excerpt, in characters.
const EXCERPT_MAX: usize = 200;

impl Source<'_> {
    /// A problem with a part of the text.
    pub(super) fn problem(
        &self,
        span: Range<usize>,
        code: Code,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> Problem {
        let start = self.boundary(span.start);
        let end = self.boundary(span.end.max(start));
        let (line, column) = self.place(start);
        let excerpt = self.text.lines().nth(line as usize - 1).unwrap_or("");
        Problem {
            file: self.file.to_owned(),
            line,
            column,
            span: (start, end),
            code,
            message: message.into(),
            expected: expected.into(),
            excerpt: excerpt.chars().take(EXCERPT_MAX).collect(),
        }
    }

    /// Line and column of a byte.
    pub(super) fn place(&self, at: usize) -> (u32, u32) {
        let before = &self.text[..self.boundary(at)];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line as u32, column as u32)
    }

    /// The byte of a line and a column, both from 1.
    pub(super) fn byte(&self, line: usize, column: usize) -> usize {
        let start: usize = self.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let rest = &self.text[start.min(self.text.len())..];
        let within = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at);
        start + within
    }

    fn boundary(&self, at: usize) -> usize {
        (0..=at.min(self.text.len())).rev().find(|&at| self.text.is_char_boundary(at)).unwrap_or(0)
    }
}

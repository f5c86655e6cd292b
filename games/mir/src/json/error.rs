//! Where a text stops being JSON.

use core::fmt;

/// Where a text stops being JSON, what was expected there and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// Bytes before the place.
    pub at: usize,
    /// What could have stood there.
    pub expected: &'static str,
    /// What stands there; none at the end of the text.
    pub found: Option<char>,
}

impl JsonError {
    pub(super) fn new(text: &str, at: usize, expected: &'static str) -> Self {
        Self { at, expected, found: text.get(at..).and_then(|rest| rest.chars().next()) }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "expected {} at byte {}, found ", self.expected, self.at)?;
        match self.found {
            Some(found) => write!(out, "{found:?}"),
            None => out.write_str("the end"),
        }
    }
}

impl core::error::Error for JsonError {}

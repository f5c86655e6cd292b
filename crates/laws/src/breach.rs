//! A law that does not hold: where, what was expected and what was found.

use serde::Serialize;
use std::fmt::{self, Debug};

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The move of the plan, counted from 1; 0 is the setup.
    pub step: Option<usize>,
    /// What was looked at.
    pub what: String,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl Breach {
    /// A breach: what was looked at, what was expected, what was found.
    pub fn new(what: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Breach {
        Breach { step: None, what: what.into(), expected: expected.into(), found: found.into() }
    }

    /// With the move of the plan, unless it is known already.
    #[must_use]
    pub fn at(mut self, step: usize) -> Breach {
        self.step.get_or_insert(step);
        self
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "move {step}, {}: expected {}, found {}", self.what, self.expected, self.found),
            None => write!(f, "{}: expected {}, found {}", self.what, self.expected, self.found),
        }
    }
}

impl std::error::Error for Breach {}

/// Two things must be equal.
pub(crate) fn same<T: PartialEq + Debug + ?Sized>(what: &str, expected: &T, found: &T) -> Result<(), Breach> {
    if expected == found { Ok(()) } else { Err(Breach::new(what, format!("{expected:?}"), format!("{found:?}"))) }
}

/// Two texts must be equal to the byte; the breach shows where they part.
pub(crate) fn same_text(what: &str, expected: &str, found: &str) -> Result<(), Breach> {
    if expected == found {
        return Ok(());
    }
    let parting = expected.bytes().zip(found.bytes()).take_while(|(one, two)| one == two).count();
    let begin = parting.saturating_sub(EXCERPT / 2);
    Err(Breach::new(what, excerpt(expected, begin), excerpt(found, begin)))
}

/// A part of a text, with dots where something is left out.
fn excerpt(text: &str, begin: usize) -> String {
    let end = text.len().min(begin + EXCERPT);
    let part = String::from_utf8_lossy(text.as_bytes().get(begin..end).unwrap_or_default());
    format!("{}{part}{}", if begin > 0 { ".." } else { "" }, if end < text.len() { ".." } else { "" })
}

/// How much of a long text a breach shows.
const EXCERPT: usize = 240;

/// Something must be so.
pub(crate) fn holds(what: &str, expected: &str, so: bool, found: impl FnOnce() -> String) -> Result<(), Breach> {
    if so { Ok(()) } else { Err(Breach::new(what, expected, found())) }
}

/// Something must not fail.
pub(crate) fn works<T, E: fmt::Display>(what: &str, result: Result<T, E>) -> Result<T, Breach> {
    result.map_err(|error| Breach::new(what, "no error", error.to_string()))
}

/// A value as the text that goes into a log.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| panic!("plain data serialises: {error}"))
}

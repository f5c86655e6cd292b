//! All that can go wrong, as text with a code and a place.

use serde::Serialize;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// What went wrong. Small to carry: the details are behind a pointer, and read as if they were here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostError(Box<Details>);

/// What went wrong: a stable code, a sentence, the place, and who is at fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Details {
    /// A stable name for programs.
    pub code: &'static str,
    /// What went wrong, in one sentence.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What was expected there.
    pub expected: Option<String>,
    /// What was found there.
    pub found: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether the answer is "no" or the question was unreadable.
    pub fault: Fault,
}

/// Whether the answer is "no" or the question was unreadable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Fault {
    /// The question was understood; the answer is no. Exit code 1.
    No,
    /// The input cannot be used. Exit code 2.
    BadInput,
}

/// Where something went wrong. Whatever is not known stays empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Place {
    /// The file.
    pub file: Option<String>,
    /// The line in the file, counted from 1.
    pub line: Option<u64>,
    /// The column in the line, counted from 1.
    pub column: Option<u64>,
    /// The path inside the document, as a JSON pointer.
    pub path: Option<String>,
}

impl HostError {
    /// The input cannot be used.
    pub fn bad(code: &'static str, message: impl Into<String>) -> HostError {
        let (place, expected, found, help) = (Place::default(), None, None, None);
        HostError(Box::new(Details { code, message: message.into(), place, expected, found, help, fault: Fault::BadInput }))
    }

    /// The question was understood; the answer is no.
    pub fn no(code: &'static str, message: impl Into<String>) -> HostError {
        let mut error = HostError::bad(code, message);
        error.fault = Fault::No;
        error
    }

    /// A file or stream failed.
    pub fn io(error: &std::io::Error, what: &str) -> HostError {
        HostError::bad("IO", format!("{what}: {error}"))
    }

    /// With the file it happened in.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> HostError {
        self.place.file.get_or_insert(file.into());
        self
    }

    /// With the line it happened on.
    #[must_use]
    pub fn at_line(mut self, line: u64) -> HostError {
        self.place.line.get_or_insert(line);
        self
    }

    /// With the column it happened at.
    #[must_use]
    pub fn at_column(mut self, column: u64) -> HostError {
        self.place.column.get_or_insert(column);
        self
    }

    /// With the path inside the document.
    #[must_use]
    pub fn at_path(mut self, path: impl Into<String>) -> HostError {
        self.place.path.get_or_insert(path.into());
        self
    }

    /// With what was expected and what was found.
    #[must_use]
    pub fn because(mut self, expected: impl Into<String>, found: impl Into<String>) -> HostError {
        self.expected = Some(expected.into());
        self.found = Some(found.into());
        self
    }

    /// With advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> HostError {
        self.help = Some(help.into());
        self
    }

    /// As `[CODE] sentence`, the form errors have in every answer.
    pub fn line(&self) -> String {
        match &self.place.path {
            Some(path) if !path.is_empty() => format!("[{}] {path}: {}", self.code, self.message),
            _ => format!("[{}] {}", self.code, self.message),
        }
    }
}

impl Deref for HostError {
    type Target = Details;
    fn deref(&self) -> &Details {
        &self.0
    }
}

impl DerefMut for HostError {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.file.clone(),
            self.line.map(|line| format!("line {line}")),
            self.column.map(|column| format!("column {column}")),
            self.path.clone().filter(|path| !path.is_empty()),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.to_string();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        write!(f, "[{}] {}", self.code, self.message)?;
        if let (Some(expected), Some(found)) = (&self.expected, &self.found) {
            write!(f, " (expected {expected}, found {found})")?;
        }
        Ok(())
    }
}

impl std::error::Error for HostError {}

//! What a person or a program reads when something went wrong.

use crate::output::{say_json, visible};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use referee_host::{Fault, HostError};
use serde::Serialize;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Reports why a command did not finish: JSON to standard output for a program, a report to standard error for a person, and where
/// standard output takes nothing.
pub(crate) fn report(error: &HostError, json: bool) -> ExitCode {
    let told = json && say_json(&Told::from(error)).is_ok();
    if !told {
        let theme = if io::stderr().is_terminal() { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let mut text = String::new();
        let handler = GraphicalReportHandler::new_themed(theme).with_width(110);
        if handler.render_report(&mut text, &Report(error)).is_err() {
            text = format!("{}\n", visible(&error.to_string()));
        }
        let _ = anstream::stderr().write_all(text.trim_start_matches('\n').as_bytes()); // there may be nobody to tell
    }
    exit_code(error)
}

/// 1 is no, 2 is bad input.
pub(crate) fn exit_code(error: &HostError) -> ExitCode {
    match error.fault {
        Fault::No => ExitCode::from(1),
        Fault::BadInput => ExitCode::from(2),
    }
}

/// An error as JSON.
#[derive(Serialize)]
pub(crate) struct Told<'a> {
    ok: bool,
    code: &'a str,
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl<'a> From<&'a HostError> for Told<'a> {
    fn from(error: &'a HostError) -> Told<'a> {
        let place = &error.place;
        Told {
            ok: false,
            code: error.code,
            error: &error.message,
            file: place.file.as_deref(),
            line: place.line,
            column: place.column,
            path: place.path.as_deref(),
            expected: error.expected.as_deref(),
            found: error.found.as_deref(),
            help: error.help.as_deref(),
        }
    }
}

/// An error as miette shows it: code, place and sentence, then what was expected and found, then advice. Control characters of the file
/// are spelled out.
#[derive(Debug)]
struct Report<'a>(&'a HostError);

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, message) = (visible(&self.0.place.to_string()), visible(&self.0.message));
        match place.is_empty() {
            true => f.write_str(&message),
            false => write!(f, "{place}: {message}"),
        }
    }
}

impl std::error::Error for Report<'_> {}

impl Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.0.code))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let expected = self.0.expected.as_ref().map(|text| format!("expected {}", visible(text)));
        let found = self.0.found.as_ref().map(|text| format!("found    {}", visible(text)));
        let lines: Vec<String> = [expected, found, self.0.help.as_deref().map(visible)].into_iter().flatten().collect();
        if lines.is_empty() { None } else { Some(Box::new(lines.join("\n"))) }
    }
}

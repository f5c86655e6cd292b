//! The first difference between two logs: line, event, field, both values, and where both generators stood.

use crate::line::Body;
use crate::{HostError, Line, Reader, Registry, Table, json, verify};
use serde::Serialize;
use serde_json::Value;
use std::io::BufRead;

/// Where two logs first differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The line in each file, counted from 1.
    pub lines: (u64, u64),
    /// The record.
    pub seq: u64,
    /// Which of its events, counted from 0, if it is an event that differs.
    pub event: Option<u64>,
    /// The JSON pointer of the field in the line.
    pub path: String,
    /// What one says.
    pub one: String,
    /// What the other says.
    pub two: String,
    /// Where the generators stood before the line, if the game has one.
    pub cursors: (Option<String>, Option<String>),
}

/// Compares two logs. `None` means that they say the same; prose, ids and the engine's version do not count. An error comes with whether
/// it was met in the second log.
pub fn diff(registry: &Registry, one: impl BufRead, two: impl BufRead) -> Result<Option<Difference>, (bool, HostError)> {
    let (mut one, mut two) = (Side::new(one), Side::new(two));
    loop {
        let cursors = (one.cursor(), two.cursor());
        let left = one.next(registry).map_err(|error| (false, error))?;
        let right = two.next(registry).map_err(|error| (true, error))?;
        let (left, right) = match (left, right) {
            (None, None) => return Ok(None),
            (Some(left), Some(right)) => (left, right),
            (left, right) => {
                let says = |line: &Option<Value>| match line {
                    Some(line) if line.get("branch").is_some() => "a branch".to_owned(),
                    Some(_) => "a record".to_owned(),
                    None => "the end of the log".to_owned(),
                };
                let seq = left.iter().chain(&right).find_map(|line| line.get("seq")?.as_u64()).unwrap_or(0);
                let (lines, path) = ((one.line(), two.line()), String::new());
                return Ok(Some(Difference { lines, seq, event: None, path, one: says(&left), two: says(&right), cursors }));
            }
        };
        if left == right {
            continue;
        }
        if let Some((path, here, there)) = json::line_difference(&left, &right) {
            let event = path.strip_prefix("/events/").and_then(|rest| rest.split('/').next()?.parse().ok());
            let seq = [&left, &right].iter().find_map(|line| line.get("seq")?.as_u64()).unwrap_or(0);
            let lines = (one.line(), two.line());
            return Ok(Some(Difference { lines, seq, event, path, one: json::brief(here), two: json::brief(there), cursors }));
        }
    }
}

/// One of the two logs, read line by line; the table follows as far as it can, for its generator.
struct Side<B> {
    reader: Reader<B>,
    table: Option<Box<dyn Table>>,
}

impl<B: BufRead> Side<B> {
    fn new(input: B) -> Side<B> {
        Side { reader: Reader::new(input), table: None }
    }

    fn line(&self) -> u64 {
        self.reader.line_number()
    }

    fn cursor(&self) -> Option<String> {
        self.table.as_ref()?.cursor()
    }

    /// The next line that says something, without what only seals it.
    fn next(&mut self, registry: &Registry) -> Result<Option<Value>, HostError> {
        loop {
            let number = self.reader.line_number() + 1;
            let Some(text) = self.reader.next_line()? else {
                let empty = HostError::bad("EMPTY", "there is no log in here").because("a setup line", "the end of the file");
                return if self.table.is_some() { Ok(None) } else { Err(empty.at_line(number)) };
            };
            if Line::is_prose(text) {
                continue;
            }
            let mut value: Value = json::read(text, "NOT_JSON").map_err(|error| error.at_line(number))?;
            let line = match &self.table {
                None => verify::first_line(text),
                Some(_) => Line::parse(text),
            };
            let line = line.map_err(|error| error.at_line(number))?;
            if let (None, Body::Setup { header, .. }) = (&self.table, line.body) {
                let mut table =
                    registry.title(header.game).and_then(|title| title.table(&header)).map_err(|error| error.at_line(number))?;
                table.forget();
                self.table = Some(table);
            }
            if let Some(table) = &mut self.table {
                table.follow(&line).map_err(|error| error.at_line(number))?;
            }
            if let Body::Keyframe(_) = line.body {
                continue;
            }
            if let Value::Object(parts) = &mut value {
                ["id", "prev", "engine"].iter().for_each(|name| drop(parts.remove(*name)));
            }
            return Ok(Some(value));
        }
    }
}

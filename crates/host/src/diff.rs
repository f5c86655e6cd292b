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

/// Compares two logs. `None` means that they say the same; prose, ids and the engine's version do not count. A branch that only has a name
/// counts where nothing else differs. An error comes with whether it was met in the second log.
pub fn diff(registry: &Registry, one: impl BufRead, two: impl BufRead) -> Result<Option<Difference>, (bool, HostError)> {
    let (mut one, mut two) = (Side::new(one), Side::new(two));
    let mut named = None;
    loop {
        let left = one.next(registry).map_err(|error| (false, error))?;
        let right = two.next(registry).map_err(|error| (true, error))?;
        let (lines, cursors) = ((one.line(), two.line()), (one.before.clone(), two.before.clone()));
        match (&left, &right) {
            (None, None) => return Ok(named),
            (Some(line), other) if is_only_named(line) && !other.as_ref().is_some_and(is_branch) => {
                two.held = Some(right.clone())
            }
            (other, Some(line)) if is_only_named(line) && !other.as_ref().is_some_and(is_branch) => one.held = Some(left.clone()),
            (left, right) if left == right => continue,
            (left, right) => match difference(left.as_ref(), right.as_ref(), lines, cursors) {
                None => continue,
                found => return Ok(found),
            },
        }
        named = named.or_else(|| difference(left.as_ref(), right.as_ref(), lines, cursors));
    }
}

/// How two lines differ, if they do.
fn difference(
    left: Option<&Value>,
    right: Option<&Value>,
    lines: (u64, u64),
    cursors: (Option<String>, Option<String>),
) -> Option<Difference> {
    let seq = left.into_iter().chain(right).filter_map(|line| line.get("seq")?.as_u64()).min().unwrap_or(0);
    match (left, right) {
        (Some(left), Some(right)) if kind(Some(left)) == kind(Some(right)) => {
            let (path, here, there) = json::line_difference(left, right)?;
            let event = path.strip_prefix("/events/").and_then(|rest| rest.split('/').next()?.parse().ok());
            Some(Difference { lines, seq, event, path, one: json::brief(here), two: json::brief(there), cursors })
        }
        _ => {
            let (one, two) = (kind(left).to_owned(), kind(right).to_owned());
            Some(Difference { lines, seq, event: None, path: String::new(), one, two, cursors })
        }
    }
}

fn kind(line: Option<&Value>) -> &'static str {
    match line {
        Some(line) if is_branch(line) => "a branch",
        Some(line) if line.get("reveal").is_some() => "a secret that is told",
        Some(line) if line.get("close").is_some() => "the closing of the game",
        Some(line) if line.get("match").is_some() => "a player's word about the match",
        Some(_) => "a record",
        None => "the end of the log",
    }
}

fn is_branch(line: &Value) -> bool {
    line.get("branch").is_some()
}

/// Whether a line is a branch from which on nothing is different.
fn is_only_named(line: &Value) -> bool {
    is_branch(line) && ["events", "seed", "chance", "players", "at"].iter().all(|field| line.get(*field).is_none())
}

/// One of the two logs, read line by line; the table follows as far as it can, for its generator.
struct Side<B> {
    reader: Reader<B>,
    table: Option<Box<dyn Table>>,
    /// A line, or the end, that was read and not compared yet.
    held: Option<Option<Value>>,
    /// Where the generator stood before the latest line.
    before: Option<String>,
}

impl<B: BufRead> Side<B> {
    fn new(input: B) -> Side<B> {
        Side { reader: Reader::new(input), table: None, held: None, before: None }
    }

    fn line(&self) -> u64 {
        self.reader.line_number()
    }

    /// The next line that says something, without what only seals it.
    fn next(&mut self, registry: &Registry) -> Result<Option<Value>, HostError> {
        if let Some(held) = self.held.take() {
            return Ok(held);
        }
        self.before = self.table.as_ref().and_then(|table| table.cursor());
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
            if let Body::Keyframe(..) = line.body {
                continue;
            }
            if let Value::Object(parts) = &mut value {
                ["id", "prev", "engine"].iter().for_each(|name| drop(parts.remove(*name)));
            }
            return Ok(Some(value));
        }
    }
}

//! Tables from lines that are kept elsewhere than in a file.

use crate::file::follow_audited;
use crate::line::Body;
use crate::{HostError, Line, Reader, Registry, Table, verify};

/// The table that a whole log leads to, its chain checked and its events folded.
pub fn open_lines<'a>(registry: &Registry, lines: impl IntoIterator<Item = &'a str>) -> Result<Box<dyn Table>, HostError> {
    let mut lines = (1u64..).zip(lines);
    let empty = || HostError::bad("EMPTY", "there is no log in here").because("a setup line", "nothing");
    let (number, first) = lines.find(|(_, text)| !Line::is_prose(text)).ok_or_else(empty)?;
    let mut table = verify::begin(registry, first, false).map_err(|error| error.at_line(number))?.0;
    follow_lines(&mut *table, lines)?;
    table.audit().map(|()| table)
}

/// The table that the text of a whole log leads to, its chain checked, its events folded, and every state on the way sound: whoever goes
/// back to one can look at it safely.
pub fn open_whole(registry: &Registry, log: &str) -> Result<Box<dyn Table>, HostError> {
    let mut reader = Reader::new(log.as_bytes());
    let (mut table, _) = verify::open(registry, &mut reader, false)?;
    follow_audited(&mut *table, &mut reader)?;
    Ok(table)
}

/// The table that the latest keyframe among the latest lines of a log leads to, with what follows it; none where there is no keyframe among
/// them. Its record must be, too. `first` is the first line of the log.
pub fn resume_lines(registry: &Registry, first: &str, latest: &[&str]) -> Result<Option<Box<dyn Table>>, HostError> {
    let Body::Setup { header, .. } = verify::first_line(first)?.body else {
        return Err(HostError::no("NO_SETUP", "a log begins with its setup"));
    };
    let parsed = |at: usize| Line::parse(latest[at]);
    let is_keyframe = |at: &usize| parsed(*at).is_ok_and(|line| matches!(line.body, Body::Keyframe(..)));
    let Some(at) = (1..latest.len()).rev().find(is_keyframe) else { return Ok(None) };
    let mut table = registry.title(header.game)?.resume(&header, &parsed(at - 1)?, &parsed(at)?)?;
    follow_lines(&mut *table, (1u64..).zip(latest[at + 1..].iter().copied()))?;
    table.audit().map(|()| Some(table))
}

fn follow_lines<'a>(table: &mut dyn Table, lines: impl Iterator<Item = (u64, &'a str)>) -> Result<(), HostError> {
    for (number, text) in lines {
        if !Line::is_prose(text) {
            Line::parse(text).and_then(|line| table.follow(&line)).map_err(|error| error.at_line(number))?;
        }
    }
    Ok(())
}

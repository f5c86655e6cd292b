//! `referee replay`: folds the events of a log.

use super::verify::open_log;
use super::{Outcome, YES};
use crate::output::{coloured, paint, put, say, say_json, visible};
use referee::Hue;
use referee_host::{HostError, Line, LogFile, Reader, Registry, Table};
use serde_json::value::RawValue;
use std::io::Write;
use std::path::Path;

pub(crate) fn replay(registry: &Registry, log: &Path, to: Option<u64>, step: bool, json: bool) -> Outcome {
    let named = |error: HostError| error.in_file(log.display().to_string());
    if step {
        let table = whole(registry, log, to)?;
        let to = within(to, table.seq()).map_err(named)?;
        return steps(&*table, to, json);
    }
    let (input, _) = open_log(log)?;
    let (table, report) = referee_host::replay(registry, input, to.unwrap_or(u64::MAX), &mut |_| {}).map_err(named)?;
    within(to, table.seq()).map_err(named)?;
    if json {
        say_json(&report)?;
        return Ok(YES);
    }
    say(paint(&table.scene(None)))?;
    say(coloured(&format!("{} records, {} events, digest {}", report.records, report.events, report.digest), Hue::Faint))?;
    Ok(YES)
}

/// A log whole, or standard input for `-`: every record can be gone back to.
pub(super) fn whole(registry: &Registry, log: &Path, to: Option<u64>) -> Result<Box<dyn Table>, HostError> {
    match log == Path::new("-") {
        true => whole_input(registry, to).map_err(|error| error.in_file(log.display().to_string())),
        false => Ok(LogFile::whole(registry, log)?.table),
    }
}

/// The record asked for, or the last.
fn within(to: Option<u64>, last: u64) -> Result<u64, HostError> {
    match to {
        Some(to) if to > last => {
            let error = HostError::bad("NO_SUCH_RECORD", format!("the log has no record {to}"));
            Err(error.because(format!("0 to {last}"), to.to_string()))
        }
        _ => Ok(to.unwrap_or(last)),
    }
}

/// The log on standard input, whole. To go back in a log takes a file, so it is put in one for the moment.
fn whole_input(registry: &Registry, to: Option<u64>) -> Result<Box<dyn Table>, HostError> {
    let failed = |error: std::io::Error| HostError::io(&error, "standard input cannot be kept for the moment");
    let mut kept = tempfile::NamedTempFile::new().map_err(failed)?;
    kept.write_all(input_up_to(to.unwrap_or(u64::MAX))?.as_bytes()).map_err(failed)?;
    let log = LogFile::whole(registry, kept.path()).map_err(|mut error| {
        error.place.file = None; // its name says nothing to anyone
        error
    })?;
    Ok(log.table)
}

/// The lines of standard input up to a record; what comes after it may be damaged. A damaged line before it is the last, and left to be
/// judged.
fn input_up_to(to: u64) -> Result<String, HostError> {
    let mut reader = Reader::new(std::io::stdin().lock());
    let (mut lines, mut reached, mut damaged) = (String::new(), false, false);
    while !damaged {
        let text = match reader.next_line() {
            Ok(Some(text)) => text,
            Err(error) if !reached => return Err(error),
            _ => break,
        };
        if !Line::is_prose(text) {
            match Line::parse(text) {
                Ok(line) if line.seq <= to => reached = line.seq == to,
                Err(_) if !reached => damaged = true,
                _ => break,
            }
        }
        lines.push_str(text);
        lines.push('\n');
    }
    Ok(lines)
}

fn steps(table: &dyn Table, to: u64, json: bool) -> Outcome {
    for seq in 0..=to {
        let Some((seat, at, cause)) = table.cause(seq) else { continue };
        let who = if seq == 0 { "setup" } else { table.card().seat_name(seat) };
        if json {
            let raw = |text: String| RawValue::from_string(text).unwrap_or_default();
            let (cause, events) = (raw(cause), raw(table.seen(seq, None)));
            say_json(
                &serde_json::json!({"seq": seq, "seat": who, "at": at, "cause": cause, "events": events, "told": table.tell(seq, None)}),
            )?;
            continue;
        }
        let (number, who) = (coloured(&format!("{seq:>5}"), Hue::Faint), coloured(who, Hue::Cyan));
        say(format!("{number} {who} {}", visible(&cause)))?;
        for sentence in table.tell(seq, None) {
            say(format!("        {}", visible(&sentence)))?;
        }
    }
    put("")?;
    Ok(YES)
}

//! `referee replay`: folds the events of a log.

use super::verify::open_log;
use super::{Outcome, YES};
use crate::output::{coloured, paint, put, say, say_ended, say_json, say_players, visible};
use referee::Hue;
use referee_host::{Branch, HostError, Line, LogFile, Reader, Registry, Since, Table};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::Path;

pub(crate) fn replay(registry: &Registry, log: &Path, to: Option<u64>, step: bool, json: bool) -> Outcome {
    let named = |error: HostError| error.in_file(log.display().to_string());
    if step {
        let (table, prose) = told(registry, log, to)?;
        let to = within(to, table.seq()).map_err(named)?;
        return steps(&*table, &prose, to, json);
    }
    let (input, _) = open_log(log)?;
    let (table, report) = referee_host::replay(registry, input, to.unwrap_or(u64::MAX), &mut |_| {}).map_err(named)?;
    within(to, table.seq()).map_err(named)?;
    if json {
        say_json(&report)?;
        return Ok(YES);
    }
    say(paint(&table.scene(None)))?;
    say_players(table.players())?;
    say_ended(&*table)?;
    say(coloured(&format!("{} records, {} events, digest {}", report.records, report.events, report.digest), Hue::Faint))?;
    Ok(YES)
}

/// A log whole, or standard input for `-`: every record can be gone back to.
pub(super) fn whole(registry: &Registry, log: &Path, to: Option<u64>) -> Result<Box<dyn Table>, HostError> {
    told(registry, log, to).map(|(table, _)| table)
}

/// The prose of a log: what is said before each record.
pub(super) type Prose = BTreeMap<u64, Vec<String>>;

/// A log whole, and its prose.
fn told(registry: &Registry, log: &Path, to: Option<u64>) -> Result<(Box<dyn Table>, Prose), HostError> {
    match log == Path::new("-") {
        true => whole_input(registry, to).map_err(|error| error.in_file(log.display().to_string())),
        false => Ok((LogFile::whole(registry, log)?.table, prose(open_log(log)?.0)?)),
    }
}

/// What is said before each record; expectations (`#!`) are for programs.
fn prose(log: impl BufRead) -> Result<Prose, HostError> {
    let (mut reader, mut prose, mut said) = (Reader::new(log), Prose::new(), Vec::new());
    while let Some(text) = reader.next_line()? {
        if let Some(words) = text.strip_prefix('#').filter(|_| Line::is_prose(text)) {
            said.extend((!words.starts_with('!')).then(|| words.trim().to_owned()));
        } else if let Some(seq) = Line::parse(text).ok().filter(|line| line.deed().is_some()).map(|line| line.seq) {
            prose.insert(seq, std::mem::take(&mut said));
        }
    }
    prose.insert(u64::MAX, said);
    Ok(prose)
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
fn whole_input(registry: &Registry, to: Option<u64>) -> Result<(Box<dyn Table>, Prose), HostError> {
    let failed = |error: std::io::Error| HostError::io(&error, "standard input cannot be kept for the moment");
    let mut kept = tempfile::NamedTempFile::new().map_err(failed)?;
    let text = input_up_to(to.unwrap_or(u64::MAX))?;
    kept.write_all(text.as_bytes()).map_err(failed)?;
    let log = LogFile::whole(registry, kept.path()).map_err(|mut error| {
        error.place.file = None; // its name says nothing to anyone
        error
    })?;
    Ok((log.table, prose(text.as_bytes())?))
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

/// The child games that begin after a record, or inside it.
fn begun(table: &dyn Table, seq: u64) -> impl Iterator<Item = &Branch> {
    table.branches().iter().filter(move |branch| branch.after == seq)
}

fn branch_json(branch: &Branch) -> serde_json::Value {
    let mut told = serde_json::json!({"branch": branch.name});
    if !branch.of.is_empty() {
        told["of"] = branch.of.as_str().into();
    }
    if let Some(events) = branch.events {
        told["events"] = events.into();
    }
    if !branch.seed.is_empty() {
        told["seed"] = branch.seed.as_str().into();
    }
    if let Some(dice) = &branch.dice {
        told["chance"] = dice.name().into();
    }
    if !branch.players.is_empty() {
        told["players"] = serde_json::to_value(&branch.players).unwrap_or_default();
    }
    if let Some(Since { at, clock }) = branch.since {
        (told["at"], told["clock"]) = (at.into(), clock.into());
    }
    told
}

/// A branch as a sentence.
fn branch_told(branch: &Branch) -> String {
    let mut told = format!("        {} goes on from here", branch.name);
    if let Some(events) = branch.events {
        told.push_str(&format!(", after {events} of the events"));
    }
    if branch.dice.is_some() || !branch.seed.is_empty() {
        told.push_str(", with other dice");
    }
    if !branch.players.is_empty() {
        told.push_str(&format!(": {}", branch.players));
    }
    if let Some(Since { at, .. }) = branch.since {
        told.push_str(&format!(", joined at {at}"));
    }
    told
}

/// How much of what was declared is shown to a person.
const SHOWN_MAX: usize = 400;

/// What was declared, cut short for a person: a setup may be a book.
fn shown(cause: &str) -> String {
    match cause.char_indices().nth(SHOWN_MAX) {
        Some((end, _)) => format!("{}… ({} characters)", visible(&cause[..end]), cause.chars().count()),
        None => visible(cause),
    }
}

fn say_prose(words: Option<&Vec<String>>) -> Result<(), HostError> {
    for line in words.into_iter().flatten() {
        say(coloured(&visible(line), Hue::Yellow))?;
    }
    Ok(())
}

/// Tells record by record what was done and what came of it.
pub(super) fn steps(table: &dyn Table, prose: &Prose, to: u64, json: bool) -> Outcome {
    if !json {
        say_players(table.players())?;
    }
    for seq in 0..=to {
        let Some((seat, at, cause)) = table.cause(seq) else { continue };
        let who = if seq == 0 { "setup" } else { table.card().seat_name(seat) };
        if json {
            let raw = |text: String| RawValue::from_string(text).unwrap_or_default();
            let (cause, events, told) = (raw(cause), raw(table.seen(seq, None).into_owned()), table.tell(seq, None));
            let prose = prose.get(&seq).cloned().unwrap_or_default();
            let mut step = serde_json::json!({"seq": seq, "seat": who, "at": at, "cause": cause, "events": events, "told": told, "prose": prose});
            if let Some(player) = table.players_at(seq).name(seat).filter(|_| seq > 0) {
                step["player"] = player.into();
            }
            let branches: Vec<_> = begun(table, seq).map(branch_json).collect();
            if !branches.is_empty() {
                step["branches"] = branches.into();
            }
            if let Some(why) = table.closed().filter(|_| seq == table.seq()) {
                step["closed"] = why.into();
            }
            if let Some(result) = table.parley().result.filter(|_| seq == table.seq()) {
                step["result"] = serde_json::to_value(result).unwrap_or_default();
            }
            say_json(&step)?;
            continue;
        }
        let who = if seq == 0 { who.to_owned() } else { table.players_at(seq).told(seat, who) };
        let (number, who) = (coloured(&format!("{seq:>5}"), Hue::Faint), coloured(&who, Hue::Cyan));
        say_prose(prose.get(&seq))?;
        say(format!("{number} {who} {}", shown(&cause)))?;
        for sentence in table.tell(seq, None).iter().filter(|sentence| !sentence.is_empty()) {
            say(format!("        {}", visible(sentence)))?;
        }
        for branch in begun(table, seq) {
            say(coloured(&visible(&branch_told(branch)), Hue::Yellow))?;
        }
    }
    if !json && to == table.seq() {
        say_ended(table)?;
        say_prose(prose.get(&u64::MAX))?;
    }
    put("")?;
    Ok(YES)
}

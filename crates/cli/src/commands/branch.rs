//! `referee branch`: a child game from any record, or from inside one.

use super::show::moment;
use super::{Outcome, YES};
use crate::output::{put, say, say_json};
use crate::play::free_name;
use referee_host::{Branch, HostError, Line, LogFile, Moment, Players, Reader, Registry, Table, check_goes_on};
use std::path::Path;

/// Where a child game begins, and what is different from there on.
pub(crate) struct Cut {
    pub(crate) at: Option<u64>,
    pub(crate) events: Option<u64>,
    pub(crate) moves: Option<u64>,
    pub(crate) seed: Option<String>,
    pub(crate) players: Vec<String>,
    pub(crate) name: Option<String>,
}

pub(crate) fn branch(registry: &Registry, log: &Path, cut: Cut, out: Option<&Path>, json: bool) -> Outcome {
    let Cut { at, events, moves, seed, players, name } = cut;
    let Moment { record: at, events } = match moves {
        Some(moves) => moment(registry, log, moves).map_err(|error| error.in_file(log.display().to_string()))?.1,
        None => Moment { record: at.unwrap_or(0), events },
    };
    let mut table = LogFile::open(registry, log, Some(at))?.table;
    let mut lines = lines_up_to(log, at).map_err(|error| error.in_file(log.display().to_string()))?;
    if lines.is_empty() {
        return Err(HostError::bad("EMPTY", "there is no log in here").in_file(log.display().to_string()));
    }
    let players = replaced(&*table, super::new::seated(&table.card(), &players)?)?;
    let name = name.unwrap_or_else(|| free_name(&*table, "branch"));
    let line = table.fork(Branch { events, seed: seed.unwrap_or_default(), players, ..Branch::named(&name) });
    let line = line.and_then(|line| check_goes_on(&*table).map(|()| line));
    lines.push_str(&line.map_err(|error| error.in_file(log.display().to_string()))?);
    let Some(out) = out else {
        put(&lines)?;
        return Ok(YES);
    };
    LogFile::create(out, &lines)?;
    let (child, head) = (out.display().to_string(), table.head());
    match json {
        true => {
            let mut said = serde_json::json!({"ok": true, "log": child, "at": at, "head": head.as_str()});
            events.into_iter().for_each(|events| said["events"] = events.into());
            say_json(&said)?;
        }
        false => {
            let inside = events.map_or_else(String::new, |events| format!(" after {events} of its events"));
            say(format!("{child} goes on from record {at} of {}{inside}", log.display()))?;
        }
    }
    Ok(YES)
}

/// Who plays after some players were replaced; nobody is named where nobody was.
fn replaced(table: &dyn Table, mut players: Players) -> Result<Players, HostError> {
    if !players.is_empty() {
        let card = table.card();
        let staying: Vec<_> = table.players().iter().filter(|(seat, ..)| players.name(*seat).is_none()).collect();
        staying.into_iter().try_for_each(|(_, seat, name)| players.seat(&card, seat, name))?;
    }
    Ok(players)
}

/// The lines of a log up to a record, prose and all, as they are: the child shares its past with its parent to the byte. What comes
/// after the record may be damaged: this is also how the good part of a damaged log is saved.
fn lines_up_to(log: &Path, at: u64) -> Result<String, HostError> {
    let (input, _) = super::verify::open_log(log)?;
    let mut reader = Reader::new(input);
    let (mut lines, mut reached) = (String::new(), false);
    loop {
        let number = reader.line_number() + 1;
        let text = match reader.next_line() {
            Ok(Some(text)) => text,
            Err(error) if !reached => return Err(error),
            _ => return Ok(lines),
        };
        if !Line::is_prose(text) {
            match Line::parse(text) {
                Ok(line) if line.seq <= at => reached = line.seq == at,
                Err(error) if !reached => return Err(error.at_line(number)),
                _ => return Ok(lines),
            }
        }
        lines.push_str(text);
        lines.push('\n');
    }
}

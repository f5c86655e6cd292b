//! `referee show`: the game at any record.

use super::{Outcome, YES};
use crate::output::{coloured, paint, put, say, say_ended, say_players};
use crate::play::free_name;
use referee::Hue;
use referee_host::{Branch, HostError, LogFile, Moment, Registry, Table};
use std::path::Path;

pub(crate) fn show(
    registry: &Registry,
    log: &Path,
    to: Option<u64>,
    moves: Option<u64>,
    seat: Option<&str>,
    json: bool,
) -> Outcome {
    let table = match moves {
        None => LogFile::open(registry, log, to)?.table,
        Some(moves) => after_moves(registry, log, moves).map_err(|error| error.in_file(log.display().to_string()))?,
    };
    let eye = seat.map(|name| table.card().seat(Some(name))).transpose()?;
    if json {
        put(&format!("{}\n", table.view(eye)))?;
        return Ok(YES);
    }
    say(paint(&table.scene(eye)))?;
    say_players(table.players())?;
    say_ended(&*table)?;
    say(coloured(&format!("after record {}", table.seq()), Hue::Faint))?;
    Ok(YES)
}

/// The game as it stood after so many moves.
fn after_moves(registry: &Registry, log: &Path, moves: u64) -> Result<Box<dyn Table>, HostError> {
    let (mut table, Moment { record, events }) = moment(registry, log, moves)?;
    let mut table = table.rewound(record)?;
    let name = free_name(&*table, "shown");
    table.fork(Branch { events, ..Branch::named(&name) })?;
    Ok(table)
}

/// Where in a log so many moves have been made, and the log whole.
pub(super) fn moment(registry: &Registry, log: &Path, moves: u64) -> Result<(Box<dyn Table>, Moment), HostError> {
    let table = LogFile::whole(registry, log)?.table;
    let moments = table.moments()?;
    let moment = usize::try_from(moves).ok().and_then(|moves| moments.get(moves)).copied();
    let moment = moment.ok_or_else(|| {
        let error = HostError::bad("NO_SUCH_MOVE", format!("the log has no move {moves}"));
        error.because(format!("0 to {}", moments.len().saturating_sub(1)), moves.to_string())
    })?;
    Ok((table, moment))
}

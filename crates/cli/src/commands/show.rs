//! `referee show`: the game at any record.

use super::{Outcome, YES};
use crate::output::{coloured, paint, put, say, say_players};
use referee::Hue;
use referee_host::{LogFile, Registry};
use std::path::Path;

pub(crate) fn show(registry: &Registry, log: &Path, to: Option<u64>, seat: Option<&str>, json: bool) -> Outcome {
    let table = LogFile::open(registry, log, to)?.table;
    let eye = seat.map(|name| table.card().seat(Some(name))).transpose()?;
    if json {
        put(&format!("{}\n", table.view(eye)))?;
        return Ok(YES);
    }
    say(paint(&table.scene(eye)))?;
    say_players(table.players())?;
    say(coloured(&format!("after record {}", table.seq()), Hue::Faint))?;
    Ok(YES)
}

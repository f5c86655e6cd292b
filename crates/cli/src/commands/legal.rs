//! `referee legal`: what may be done.

use super::{Outcome, YES};
use crate::output::put;
use referee::Seat;
use referee_host::{LogFile, Registry, Table};
use std::path::Path;

pub(crate) fn legal(registry: &Registry, log: &Path, seat: Option<&str>, at: Option<u64>, to: Option<u64>) -> Outcome {
    let table = LogFile::open(registry, log, to)?.table;
    let card = table.card();
    let at = at.unwrap_or_else(|| table.now());
    let text = match seat {
        Some(name) => table.legal(card.seat(Some(name))?, at).into_iter().map(|action| action + "\n").collect(),
        None => lines(&*table, at),
    };
    put(&text)?;
    Ok(YES)
}

/// What every seat may do, each action on a line with its seat.
pub(super) fn lines(table: &dyn Table, at: u64) -> String {
    let card = table.card();
    let seats = (0u8..).map(Seat).zip(&card.seats);
    let line = |name: &str, action: String| format!("{{\"seat\":\"{name}\",\"action\":{action}}}\n");
    seats.flat_map(|(seat, name)| table.legal(seat, at).into_iter().map(move |action| line(name, action))).collect()
}

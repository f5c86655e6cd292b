//! `referee legal`: what may be done.

use super::{Outcome, YES};
use crate::output::put;
use referee::Seat;
use referee_host::{LogFile, Registry};
use std::path::Path;

pub(crate) fn legal(registry: &Registry, log: &Path, seat: Option<&str>, at: Option<u64>, to: Option<u64>) -> Outcome {
    let table = LogFile::open(registry, log, to)?.table;
    let card = table.card();
    let at = at.unwrap_or_else(|| table.at());
    let mut text = String::new();
    match seat {
        Some(name) => {
            for action in table.legal(card.seat(Some(name))?, at) {
                text.push_str(&action);
                text.push('\n');
            }
        }
        None => {
            for (seat, name) in (0u8..).map(Seat).zip(&card.seats) {
                for action in table.legal(seat, at) {
                    text.push_str(&format!("{{\"seat\":\"{name}\",\"action\":{action}}}\n"));
                }
            }
        }
    }
    put(&text)?;
    Ok(YES)
}

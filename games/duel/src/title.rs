//! What Mage Duel brings to a host besides its rules: its files, what a side has at the end, and deeds.

use crate::deeds::{TROPHIES, deeds};
use crate::formats::FORMATS;
use crate::{Bout, Duel, Event};
use alloc::vec::Vec;
use referee::Seat;
use referee_host::{Deed, Deeds, Doer, Hosted, Source, Trophy};

/// Mage Duel as a title, with its formats, totals and deeds.
pub fn title() -> Hosted<Duel> {
    let deeds = Deeds { trophies, found, entitled: None };
    Hosted::new(Duel).with_formats(FORMATS).with_totals(total).with_moves(moves).with_deeds(deeds)
}

fn total(_: &Duel, bout: &Bout, seat: Seat) -> u32 {
    bout.totals().get(seat.index()).copied().unwrap_or(0)
}

/// A tile laid and a skip are moves, a skip by the clock too; ending an abandoned game is none.
fn moves(events: &[Event]) -> u64 {
    events.iter().filter(|event| matches!(event, Event::Placed { .. } | Event::Skipped { .. })).count() as u64
}

fn trophies() -> Vec<Trophy> {
    TROPHIES.map(|(task, title, threshold, points)| Trophy { task: task.name(), title, threshold, points }).into()
}

fn found(source: &Source<'_, Duel>) -> Vec<Deed> {
    let done = deeds(source.game, source.to).into_iter();
    done.map(|(record, side, task)| Deed { who: Doer::Seat(Seat(side as u8)), task: task.name(), count: 1, record }).collect()
}

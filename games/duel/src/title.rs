//! What Mage Duel brings to a host besides its rules: its files, what a side has at the end, and deeds.

use crate::deeds::{TROPHIES, deeds};
use crate::formats::FORMATS;
use crate::{Bout, Duel, Event};
use alloc::vec::Vec;
use referee::{Millis, Seat};
use referee_host::{Deed, Deeds, Doer, Hosted, Source, Trophy};

/// Mage Duel as a title, with its formats, totals and deeds.
pub fn title() -> Hosted<Duel> {
    let deeds = Deeds { trophies, found, entitled: None };
    Hosted::new(Duel).with_formats(FORMATS).with_totals(total).with_moments(moments).with_clock(clock).with_deeds(deeds)
}

fn total(_: &Duel, bout: &Bout, seat: Seat) -> u32 {
    bout.totals().get(seat.index()).copied().unwrap_or(0)
}

/// A tile laid and a skip are moves, a skip by the clock too; ending a game is none, whoever or whatever ends it.
fn moments(_: &Duel, before: &Bout, events: &[Event]) -> Vec<usize> {
    crate::line::moments(before, events)
}

fn clock(bout: &Bout) -> Millis {
    bout.clock
}

fn trophies() -> Vec<Trophy> {
    TROPHIES.map(|(task, title, threshold, points)| Trophy { task: task.name(), title, threshold, points }).into()
}

fn found(source: &Source<'_, Duel>) -> Vec<Deed> {
    let done = deeds(source.game, source.to).into_iter();
    done.map(|(record, side, task)| Deed { who: Doer::Seat(Seat(side as u8)), task: task.name(), count: 1, record }).collect()
}

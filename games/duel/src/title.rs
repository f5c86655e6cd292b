//! What Mage Duel brings to a host besides its rules: its files, what a side has at the end, its moves and clock, error events, and deeds.

use crate::deeds::{TROPHIES, deeds, ended};
use crate::formats::{FORMATS, last_move_id, names, numbers};
use crate::line::{told_event, told_refusal};
use crate::{Bout, Duel, Event, Herald, Move, Refusal, Side};
use alloc::{string::String, vec::Vec};
use referee::{Millis, Rules, Seat};
use referee_host::{Declined, Deed, Deeds, Doer, Hosted, Source, Times, Trophy};

/// Mage Duel as a title, with all it brings.
pub fn title() -> Hosted<Duel> {
    let deeds = Deeds { trophies, found, entitled: None };
    let title = Hosted::new(Duel)
        .with_formats(FORMATS)
        .with_totals(total)
        .with_moments(moments)
        .with_clock(clock)
        .with_times(Times { event: told_event, refusal: told_refusal })
        .with_refusals(refused)
        .with_deeds(deeds);
    #[cfg(feature = "schema")]
    let title = title.described();
    title
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

/// A refusal as the move model's error event.
fn refused(declined: &Declined<'_, Duel>) -> Option<String> {
    let (board_id, players) = (numbers(declined.name, declined.branches).last().copied()?, &names(declined.players));
    let last_move_id = match (declined.why, &declined.source) {
        (Refusal::InvalidMove { .. }, Some(source)) => last_move_id(source),
        // Where nothing but a state is known, its board has made all the moves.
        _ => Some(declined.state.moves_done).filter(|done| *done > 0).map(|done| Move::id_of(board_id, done)),
    };
    let notice = Herald { board_id, players }.refused(Side::of(declined.seat)?, declined.why, last_move_id)?;
    serde_json::to_string(&notice).ok()
}

fn trophies() -> Vec<Trophy> {
    TROPHIES.map(|(task, title, threshold, points)| Trophy { task: task.name(), title, threshold, points }).into()
}

fn found(source: &Source<'_, Duel>) -> Vec<Deed> {
    let agreed = source.result.as_ref().map_or_else(Vec::new, |result| {
        let winner =
            Side::BOTH.into_iter().find(|side| result.resigned.is_some_and(|loser| loser != Duel::name(Seat(*side as u8))));
        ended(source.game, source.to, winner)
    });
    let done = deeds(source.game, source.to).into_iter().chain(agreed);
    done.map(|(record, side, task)| Deed { who: Doer::Seat(Seat(side as u8)), task: task.name(), count: 1, record }).collect()
}

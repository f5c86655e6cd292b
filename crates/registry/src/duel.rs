//! What Mage Duel brings to a lobby besides its rules: what a side has at the end, and deeds.

use referee_duel::Duel;
use referee_duel::deeds::{TROPHIES, deeds};
use referee_host::{Deed, Deeds, Doer, Hosted, Source, Trophy};

/// With totals and deeds.
pub(crate) fn with_deeds(duel: Hosted<Duel>) -> Hosted<Duel> {
    let totals = |_: &Duel, bout: &referee_duel::Bout, seat: referee::Seat| bout.totals().get(seat.index()).copied().unwrap_or(0);
    duel.with_totals(totals).with_deeds(Deeds { trophies, found, entitled: None })
}

fn trophies() -> Vec<Trophy> {
    TROPHIES.map(|(task, title, threshold, points)| Trophy { task: task.name(), title, threshold, points }).into()
}

fn found(source: &Source<'_, Duel>) -> Vec<Deed> {
    let deed = |(record, side, task): (u64, referee_duel::Side, referee_duel::deeds::Task)| Deed {
        who: Doer::Seat(referee::Seat(side as u8)),
        task: task.name(),
        count: 1,
        record,
    };
    deeds(source.game, source.to).into_iter().map(deed).collect()
}

//! What an eye sees: the events of a record, what was there before, and why it came so.

use super::Seated;
use super::wrong::replay_error;
use crate::write::text;
use crate::{Explained, HostError, Playable, Table};
use referee::{Chance, Fair, Millis, Scripted, Seat};

impl<R: Playable> Seated<R> {
    /// What a seat may do; nothing in a game that was closed, or that its players ended.
    pub(super) fn allowed(&self, seat: Seat, at: Millis) -> impl Iterator<Item = R::Action> + '_ {
        let is_open = !self.is_ended();
        is_open.then(|| self.game.rules().legal(self.game.state(), seat, at)).into_iter().flatten()
    }

    pub(super) fn events_seen(&self, seq: u64, eye: Option<Seat>) -> Vec<R::Event> {
        let rules = self.game.rules();
        let record = self.game.log().record(seq);
        record.map_or_else(Vec::new, |record| record.events.iter().filter_map(|event| rules.seen(event, eye)).collect())
    }

    /// What an eye saw just before a record; nothing before the first.
    pub(super) fn seen_before(&self, seq: u64, eye: Option<Seat>) -> Option<R::View> {
        let state = self.game.at(seq.checked_sub(1)?).ok()?;
        Some(self.game.rules().view(&state, eye))
    }

    /// Decides a record again, with notes of how it came to what it says.
    pub(super) fn explained(&self, seq: u64) -> Result<Explained, HostError> {
        let no_record = || HostError::bad("NO_SUCH_RECORD", format!("record {seq} is not at hand"));
        let record = self.game.log().record(seq).ok_or_else(no_record)?;
        let before = match seq {
            0 => R::State::default(),
            seq => self.game.at(seq - 1).map_err(|error| replay_error(&error))?,
        };
        let rules = self.game.rules();
        let mut fair = Fair;
        let mut dice = Scripted::new(record.dice.to_vec());
        let chance: &mut dyn Chance = if record.dice.is_empty() { &mut fair } else { &mut dice };
        let mut why = referee::why(rules, &before, record.seat, record.at, record.cause, chance);
        let (kept, left_out) = (record.events.len(), record.left_out.len());
        if left_out > 0 {
            why.notes.retain(|note| note.events < kept);
            why.events.truncate(kept);
        }
        let tale = rules.tale(&|| (seq > 0).then(|| rules.view(&before, None)), &why.events);
        let events = tale.into_iter().zip(why.events.iter().map(text)).collect();
        let action = self.cause(seq).map_or_else(String::new, |(_, _, cause)| cause);
        let seat = match seq {
            0 => "setup".to_owned(),
            seq => self.players_at(seq).told(record.seat, R::name(record.seat)),
        };
        Ok(Explained { seq, seat, action, tree: crate::why::tree(why.notes, events), left_out })
    }
}

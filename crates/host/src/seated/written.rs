//! What of a game is written: the lines of its latest record, and where their chain stands.

use super::Seated;
use crate::parley::Talk;
use crate::write::{write_all, write_body, write_cause, write_keyframe, write_outcome};
use crate::{Chain, HostError, KEYFRAME_EVERY, LINE_MAX, Playable, RECORDS_MAX, Verdict};
use referee::{Cause, Millis, Seat};
use std::ops::Range;

impl<R: Playable> Seated<R> {
    /// Writes the lines of the latest record to the buffer and moves the chain on; tells where in the buffer its events are.
    pub(super) fn write_latest(&mut self) -> Range<usize> {
        self.blank();
        let Seated { game, chain, stamp, buffer, .. } = self;
        let Some(record) = game.log().last() else { return 0..0 };
        write_cause(game.rules(), (record.seq, record.seat, record.at), record.cause, stamp, chain.head(), buffer);
        self.end_line()
    }

    /// Begins the line of a record that is still to be decided: sealed dice are made from it.
    pub(super) fn begin_line(&mut self, place: (u64, Seat, Millis), cause: Cause<'_, R>) {
        self.blank();
        write_cause(self.game.rules(), place, cause, &self.stamp, self.chain.head(), &mut self.buffer);
    }

    /// Ends the line that the buffer begins with, which is the latest record's.
    pub(super) fn end_line(&mut self) -> Range<usize> {
        let Seated { game, chain, events, at, dice, talk, buffer, .. } = self;
        let Some(record) = game.log().last() else { return 0..0 };
        *at = record.at;
        *events += record.events.len() as u64;
        talk.acted(record.seat, record.refused);
        let range = write_outcome(&record, game.digest(), buffer);
        chain.seal(buffer, 0);
        if record.seq > 0 && record.seq.is_multiple_of(KEYFRAME_EVERY) {
            write_keyframe::<R>(record.seq, game.state(), dice.as_ref(), talk, chain, buffer);
        }
        self.latest = Some((record.seq, range.clone()));
        range
    }

    /// Writes the latest record up to its id to the buffer.
    pub(super) fn write_record_only(&mut self) {
        self.blank();
        let Seated { game, chain, stamp, events, at, talk, buffer, .. } = self;
        let Some(record) = game.log().last() else { return };
        *at = record.at;
        *events += record.events.len() as u64;
        talk.acted(record.seat, record.refused);
        write_body(game.rules(), &record, game.digest(), stamp, chain.head(), buffer);
    }

    /// Empties the buffer.
    pub(super) fn blank(&mut self) {
        self.buffer.clear();
        self.latest = None;
    }

    /// The events of a record as they were just written, if an eye sees all of them as they are: then they need not be written again.
    pub(super) fn written(&self, seq: u64, eye: Option<Seat>) -> Option<&str> {
        let (_, range) = self.latest.as_ref().filter(|(latest, _)| *latest == seq)?;
        let (rules, record) = (self.game.rules(), self.game.log().record(seq)?);
        let is_open = |event: &R::Event| rules.seen(event, eye).as_ref() == Some(event);
        let events = self.buffer.get(range.clone()).filter(|_| record.events.iter().all(is_open))?;
        str::from_utf8(events).ok()
    }

    /// The lines in the buffer. Plain text is checked many bytes at a time; what would replace bad text looks at each.
    pub(super) fn latest_lines(&self) -> String {
        let lines = std::str::from_utf8(&self.buffer);
        lines.map_or_else(|_| String::from_utf8_lossy(&self.buffer).into_owned(), str::to_owned)
    }

    /// Finds where the chain of a game that is known from its beginning stands; gives the lines of its log.
    pub(super) fn rechain(&mut self) -> Result<Vec<u8>, HostError> {
        let mut lines = Vec::new();
        self.chain = write_all(&self.game, &self.stamp, &self.branches, &self.endings, &mut lines)?;
        self.events = self.game.log().events().count() as u64;
        Ok(lines)
    }

    /// Nothing can be appended to what was not written.
    pub(super) fn check_written(&self) -> Result<(), HostError> {
        match self.unwritten {
            false => Ok(()),
            true => Err(HostError::no("NOT_WRITTEN", "what was judged before was not written: nothing can be appended to it")),
        }
    }

    pub(super) fn has_room(&self) -> Result<(), HostError> {
        if self.game.log().next() < RECORDS_MAX {
            return Ok(());
        }
        Err(full())
    }

    /// Undoes an action that was judged but cannot be written.
    #[cold]
    pub(super) fn take_back(&mut self, before: u64, chain: Chain, talk: Option<Talk>, error: &HostError) -> Verdict {
        self.blank();
        if let Ok(game) = self.game.branch(before.saturating_sub(1)) {
            (self.game, self.chain) = (game, chain);
            self.talk = talk.unwrap_or_default();
        }
        Verdict::refused(error)
    }
}

/// What is written must be readable again: no line may be longer than a reader accepts.
pub(super) fn check_lines(lines: &[u8]) -> Result<(), HostError> {
    if lines.len() as u64 <= LINE_MAX {
        return Ok(()); // whatever lines there are: no need to find their ends
    }
    match lines.split(|byte| *byte == b'\n').map(<[u8]>::len).max() {
        Some(longest) if longest as u64 > LINE_MAX => {
            let error = HostError::no("LINE_TOO_LONG", "the record would be too long a line");
            Err(error.because(format!("at most {LINE_MAX} bytes"), format!("{longest} bytes")))
        }
        _ => Ok(()),
    }
}

pub(super) fn full() -> HostError {
    HostError::no("LOG_FULL", "the log has as many records as a log may have")
        .because(format!("at most {RECORDS_MAX}"), "one more")
}

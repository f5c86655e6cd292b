//! One line of the log: a cause and its events.

use crate::{Millis, Rules, Seat};
use core::fmt;

/// What made a record happen, borrowed as the record is.
pub enum Cause<'a, R: Rules> {
    /// The game began.
    Setup(&'a R::Setup),
    /// A seat declared an action.
    Action(&'a R::Action),
}

/// One line of the log, borrowed from it: a cause and what happened.
pub struct Record<'a, R: Rules> {
    /// Its number: the setup is 0, the first action 1.
    pub seq: u64,
    /// Who acted.
    pub seat: Seat,
    /// When it was declared.
    pub at: Millis,
    /// What made it happen.
    pub cause: Cause<'a, R>,
    /// What happened.
    pub events: &'a [R::Event],
    /// What was decided after that, and did not happen in this game: it branched off in the middle of the record. Nearly always empty.
    pub left_out: &'a [R::Event],
    /// What happened right after the record because the game branched off there: a generator was seeded anew. Nearly always empty.
    pub grafted: &'a [R::Event],
    /// The dice of the turn, where they were handed in; empty where they are the rules' own.
    pub dice: &'a [u32],
    /// Whether this is a refusal on record.
    pub refused: bool,
}

impl<'a, R: Rules> Record<'a, R> {
    /// The record with only the first of its events; the rest is left out.
    pub(crate) fn cut(self, events: usize) -> Record<'a, R> {
        let (events, left_out) = self.events.split_at(events.min(self.events.len()));
        Record { events, left_out, ..self }
    }

    /// Whether all that was decided happened, and nothing else.
    pub fn is_whole(&self) -> bool {
        self.left_out.is_empty() && self.grafted.is_empty()
    }
}

// Written out, not derived: a derive would ask the rules themselves to be `Debug` and `Eq`.
impl<R: Rules> Clone for Record<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Record<'_, R> {}

impl<R: Rules> fmt::Debug for Record<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { seq, seat, at, cause, events, left_out, grafted, dice, refused } = self;
        write!(
            f,
            "Record {{ seq: {seq}, seat: {seat:?}, at: {at}, cause: {cause:?}, events: {events:?}, left_out: {left_out:?}, grafted: {grafted:?}, dice: {dice:?}, refused: {refused} }}"
        )
    }
}

impl<R: Rules> Clone for Cause<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Cause<'_, R> {}

impl<R: Rules> PartialEq for Cause<'_, R> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Cause::Setup(one), Cause::Setup(two)) => one == two,
            (Cause::Action(one), Cause::Action(two)) => one == two,
            _ => false,
        }
    }
}

impl<R: Rules> fmt::Debug for Cause<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Setup(setup) => setup.fmt(f),
            Cause::Action(action) => action.fmt(f),
        }
    }
}

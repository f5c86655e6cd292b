//! A turn that owns what it works on, for rules whose scripts cannot borrow.

use crate::{Ask, Chance, EVENTS_MAX, Fault, Millis, Note, Noted, Random, Roll, Rules, Seat};
use alloc::{boxed::Box, vec::Vec};
use core::{fmt, mem};

/// Everything a [`Turn`](crate::Turn) is, owned: [`Turn::lend`](crate::Turn::lend) gives it and takes it back. A script engine keeps what it
/// is given in a box of its own; a borrowed turn could not go there.
pub struct Loan<R: Rules> {
    rules: R,
    state: R::State,
    events: Vec<R::Event>,
    chance: Box<dyn Chance + Send + Sync>,
    /// What was asked of chance, and what the rules' own generator said: to be settled again with the turn's own dice.
    asked: Vec<(Ask, u32)>,
    fault: Option<Fault>,
    seat: Seat,
    at: Millis,
    notes: Option<Vec<Note>>,
}

/// What comes back of a loan.
pub(crate) struct Returned<R: Rules> {
    pub(crate) state: R::State,
    pub(crate) events: Vec<R::Event>,
    pub(crate) asked: Vec<(Ask, u32)>,
    pub(crate) fault: Option<Fault>,
    pub(crate) notes: Option<Vec<Note>>,
}

impl<R: Rules> Loan<R> {
    pub(crate) fn new(
        rules: &R,
        state: &mut R::State,
        chance: &dyn Chance,
        seat: Seat,
        at: Millis,
        notes: Option<Vec<Note>>,
    ) -> Loan<R> {
        let (rules, state, chance) = (rules.clone(), mem::take(state), chance.lend());
        Loan { rules, state, events: Vec::new(), chance, asked: Vec::new(), fault: None, seat, at, notes }
    }

    pub(crate) fn give_back(self) -> Returned<R> {
        Returned { state: self.state, events: self.events, asked: self.asked, fault: self.fault, notes: self.notes }
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// What is true now, the events of this turn included.
    #[inline]
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// The seat that declared the action.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// When the action was declared.
    pub fn at(&self) -> Millis {
        self.at
    }

    /// Writes an event and applies it.
    pub fn emit(&mut self, event: R::Event) {
        if self.events.len() > EVENTS_MAX {
            return; // a runaway turn: it will be taken back
        }
        self.rules.evolve(&mut self.state, &event);
        self.events.push(event);
    }

    /// Whether it has written more than a turn may write: it will be taken back, whatever it does yet.
    pub fn is_runaway(&self) -> bool {
        self.events.len() > EVENTS_MAX
    }

    /// Notes how it came to what it writes, if somebody asks why.
    pub fn note(&mut self, depth: u16, noted: impl FnOnce(&R::State) -> Noted) {
        if let Some(notes) = &mut self.notes {
            notes.push(Note { depth, events: self.events.len(), what: noted(&self.state) });
        }
    }

    /// Whether somebody asks why.
    #[inline]
    pub fn is_watched(&self) -> bool {
        self.notes.is_some()
    }

    /// The events of this turn so far.
    pub fn events(&self) -> &[R::Event] {
        &self.events
    }
}

impl<R: Random> Loan<R> {
    /// Takes a die, aloud: as [`Turn::roll`](crate::Turn::roll).
    pub fn roll(&mut self, ask: Ask, why: fmt::Arguments<'_>) -> u32 {
        let native = self.rules.draw(&self.state, ask);
        debug_assert!(ask.allows(native), "draw answered {native} to {ask:?}");
        let value = match self.chance.settle(ask, native, why) {
            Ok(value) => value,
            Err(fault) => {
                self.fault.get_or_insert(fault);
                native
            }
        };
        if !self.chance.is_native() {
            self.asked.push((ask, native));
        }
        let event = self.rules.rolled(Roll { ask, value, why });
        self.emit(event);
        value
    }
}

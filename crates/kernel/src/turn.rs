//! A decision under way: the only pen that can write.

use crate::{Ask, Chance, Fault, Millis, Random, Refused, Roll, Rules, Seat};
use alloc::vec::Vec;
use core::fmt;

/// The most events one turn may write. More is a runaway cascade: the turn is refused and taken back.
pub const EVENTS_MAX: usize = 4_096;

/// A decision under way. What is emitted is applied at once, so that a later step of the same decision sees what the earlier ones did;
/// yet the list of events is the only result.
pub struct Turn<'a, R: Rules> {
    rules: &'a R,
    state: &'a mut R::State,
    page: &'a mut Page<R>,
    chance: &'a mut dyn Chance,
    seat: Seat,
    at: Millis,
    fault: Option<Fault>,
}

impl<R: Rules> Turn<'_, R> {
    /// What is true now, the events of this turn included.
    #[inline]
    pub fn state(&self) -> &R::State {
        self.state
    }

    /// The seat that declared the action.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// When the action was declared.
    #[inline]
    pub fn at(&self) -> Millis {
        self.at
    }

    /// Writes an event and applies it.
    #[inline(always)] // the event is known where it is emitted: the compiler then sees through `evolve`
    pub fn emit(&mut self, event: R::Event) {
        if self.page.events.len() >= self.page.limit {
            self.fault = self.fault.or(Some(Fault::TooManyEvents));
            return;
        }
        self.rules.evolve(self.state, &event);
        self.page.events.push(event);
    }

    /// The events of this turn so far.
    pub fn events(&self) -> &[R::Event] {
        &self.page.events[self.page.first_event..]
    }
}

impl<R: Random> Turn<'_, R> {
    /// Takes a die, aloud: asks the generator in the state, lets chance settle it, and writes it down.
    ///
    /// `turn.roll(Ask::D20, format_args!("{attacker} strikes {target}"))`
    pub fn roll(&mut self, ask: Ask, why: fmt::Arguments<'_>) -> u32 {
        let native = self.rules.draw(self.state, ask);
        debug_assert!(ask.allows(native), "draw answered {native} to {ask:?}");
        let value = match self.chance.settle(ask, native, why) {
            Ok(value) => value,
            Err(fault) => {
                self.fault = self.fault.or(Some(fault));
                native
            }
        };
        self.page.dice.push(value);
        self.page.foreign |= value != native;
        self.emit(self.rules.rolled(Roll { ask, value }));
        value
    }
}

/// Where a turn writes: events and dice of many turns one after the other, and where the present turn began.
#[derive(Clone)]
pub(crate) struct Page<R: Rules> {
    pub(crate) events: Vec<R::Event>,
    pub(crate) dice: Vec<u32>,
    first_event: usize,
    first_die: usize,
    /// How many events the page may hold by the end of the present turn.
    limit: usize,
    foreign: bool,
}

impl<R: Rules> Page<R> {
    pub(crate) fn new() -> Page<R> {
        Page { events: Vec::new(), dice: Vec::new(), first_event: 0, first_die: 0, limit: EVENTS_MAX, foreign: false }
    }

    pub(crate) fn clear(&mut self) {
        self.events.clear();
        self.dice.clear();
    }

    /// Forgets what the present turn wrote. The state is the caller's to restore.
    pub(crate) fn erase(&mut self) -> bool {
        let wrote = self.events.len() > self.first_event;
        self.events.truncate(self.first_event);
        self.dice.truncate(self.first_die);
        wrote
    }

    #[cfg(debug_assertions)]
    pub(crate) fn turn_events(&self) -> &[R::Event] {
        &self.events[self.first_event..]
    }

    #[cfg(debug_assertions)]
    pub(crate) fn turn_dice(&self) -> &[u32] {
        &self.dice[self.first_die..]
    }

    fn open(&mut self) {
        self.first_event = self.events.len();
        self.first_die = self.dice.len();
        self.limit = self.first_event + EVENTS_MAX;
        self.foreign = false;
    }

    /// Dice are kept only where they are not what the rules' own generator says.
    fn close(&mut self) {
        if !self.foreign {
            self.dice.truncate(self.first_die);
        }
    }
}

/// What a turn is about.
pub(crate) enum Matter<'a, R: Rules> {
    Start(&'a R::Setup),
    Action(&'a R::Action),
}

/// Runs one decision over a state: decide, then audit. After a refusal the page still holds what the turn wrote, and the state what it
/// did: the caller takes both back.
#[inline]
pub(crate) fn rule<R: Rules>(
    rules: &R,
    state: &mut R::State,
    page: &mut Page<R>,
    matter: Matter<'_, R>,
    seat: Seat,
    at: Millis,
    chance: &mut dyn Chance,
) -> Result<(), Refused<R::Rejection>> {
    page.open();
    let mut turn = Turn { rules, state, page, chance, seat, at, fault: None };
    let ruled = match matter {
        Matter::Start(setup) => rules.start(setup, &mut turn),
        Matter::Action(action) => rules.decide(action, &mut turn),
    };
    if let Some(fault) = turn.fault {
        return Err(Refused::Faulty(fault));
    }
    ruled.map_err(Refused::Rejected)?;
    rules.audit(state).map_err(Refused::Breach)?;
    page.close();
    Ok(())
}

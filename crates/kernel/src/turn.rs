//! A decision under way: the only pen that can write.

use crate::loan::Returned;
use crate::page::Page;
use crate::{Ask, Chance, Fault, Loan, Millis, Note, Noted, Random, Refused, Roll, Rules, Seat};
use core::fmt;

/// The most events one turn may write. More is a runaway cascade: the turn is refused and taken back.
pub const EVENTS_MAX: usize = 4_096;

/// A decision under way. What is emitted is applied at once, so that a later step of the same decision sees what the earlier ones did;
/// yet the list of events is the only result.
pub struct Turn<'a, R: Rules> {
    rules: &'a R,
    state: &'a mut R::State,
    page: &'a mut Page<R>,
    /// What a record says happened, where a turn is only to repeat it. Known where `decide` is inlined, so that writing costs no test.
    told: Option<Told<'a, R>>,
    chance: &'a mut dyn Chance,
    seat: Seat,
    at: Millis,
    /// Whether it wrote an event. The compiler knows where it sees all of `decide`; the page could not tell it.
    wrote: bool,
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
        self.rules.evolve(self.state, &event);
        self.put(event);
    }

    /// The events of this turn so far.
    pub fn events(&self) -> &[R::Event] {
        self.told.as_ref().map_or(self.page.turn_events(), |told| told.repeated())
    }

    /// Notes how it came to what it writes, if somebody asks why; costs nothing where nobody does.
    pub fn note(&mut self, depth: u16, noted: impl FnOnce(&R::State) -> Noted) {
        if self.is_watched() {
            let (events, what) = (self.events().len(), noted(self.state));
            self.page.notes().into_iter().for_each(|notes| notes.push(Note { depth, events, what: what.clone() }));
        }
    }

    /// Whether somebody asks why.
    pub fn is_watched(&mut self) -> bool {
        self.page.notes().is_some()
    }

    /// Lends the turn to work that cannot borrow, such as scripts. All it writes is written here, when it gives the loan back.
    pub fn lend<T>(&mut self, work: impl FnOnce(Loan<R>) -> (Loan<R>, T)) -> T {
        let watched = self.page.watched();
        let (loan, result) = work(Loan::new(self.rules, self.state, self.chance, self.seat, self.at, watched));
        let Returned { state, events, asked, fault, notes } = loan.give_back();
        *self.state = state;
        self.page.watched_so_far(notes);
        for (ask, native) in asked {
            // The same dice again, from the turn's own chance: the loan had a copy.
            if let Ok(value) = self.chance.settle(ask, native, format_args!("")) {
                self.page.note(value);
            }
        }
        fault.into_iter().for_each(|fault| self.page.fail(fault));
        events.into_iter().for_each(|event| self.put(event));
        result
    }

    /// Writes an event that has been applied.
    #[inline(always)]
    fn put(&mut self, event: R::Event) {
        self.wrote = true;
        if self.told.as_mut().is_some_and(|told| told.repeats(&event)) {
            return;
        }
        self.differ();
        self.page.write(event);
    }

    /// From here on the turn writes, and what it repeated so far is written as well.
    #[inline(always)] // where nothing is told, nothing is left of it
    fn differ(&mut self) {
        if let Some(told) = self.told.take() {
            self.page.write_all(told.repeated());
        }
    }
}

/// The events of a record, compared one by one as a turn emits its own.
struct Told<'a, R: Rules> {
    events: &'a [R::Event],
    same: usize,
}

impl<R: Rules> Told<'_, R> {
    /// Whether this very event comes next.
    #[inline(always)] // the event is known where it is emitted: little is left of the comparison
    fn repeats(&mut self, event: &R::Event) -> bool {
        let is_same = self.events.get(self.same).is_some_and(|told| told == event);
        self.same += usize::from(is_same);
        is_same
    }

    /// The events that were repeated so far.
    fn repeated(&self) -> &[R::Event] {
        self.events.get(..self.same).unwrap_or_default()
    }

    /// Whether all of them were repeated.
    #[inline(always)]
    fn is_repeated(&self) -> bool {
        self.same == self.events.len()
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
                self.page.fail(fault);
                native
            }
        };
        if !self.chance.is_native() {
            self.page.note(value);
        }
        self.emit(self.rules.rolled(Roll { ask, value, why }));
        value
    }
}

/// What a turn is about.
pub(crate) enum Matter<'a, R: Rules> {
    Start(&'a R::Setup),
    Action(&'a R::Action),
    /// An action on record, and its events. The turn writes only if it does not emit exactly these.
    Again(&'a R::Action, &'a [R::Event]),
}

/// Runs one decision over a state: decide, then audit. After a refusal the page still holds what the turn wrote, and the state what it
/// did: the caller takes both back.
#[inline(always)] // `matter` is known where it is called
pub(crate) fn rule<R: Rules>(
    rules: &R,
    state: &mut R::State,
    page: &mut Page<R>,
    matter: Matter<'_, R>,
    seat: Seat,
    at: Millis,
    chance: &mut dyn Chance,
) -> Result<(), Refused<R::Rejection>> {
    let is_action = !matches!(matter, Matter::Start(_));
    let mut turn = Turn { rules, state, page, told: None, chance, seat, at, wrote: false };
    let ruled = match matter {
        Matter::Start(setup) => rules.start(setup, &mut turn),
        Matter::Action(action) => rules.decide(action, &mut turn),
        Matter::Again(action, events) => {
            turn.told = Some(Told { events, same: 0 });
            let ruled = rules.decide(action, &mut turn);
            if ruled.is_err() || !turn.told.as_ref().is_some_and(Told::is_repeated) {
                turn.differ();
            }
            ruled
        }
    };
    let why = match ruled {
        Ok(()) if is_action && !turn.wrote => Refused::Faulty(Fault::NoEvents),
        Ok(()) => match rules.audit(state) {
            Ok(()) if page.is_settled() => return Ok(()),
            Ok(()) => return page.settle().map_err(Refused::Faulty),
            Err(why) => Refused::Breach(why),
        },
        Err(why) => Refused::Rejected(why),
    };
    // A fault comes first: what the rules said after it does not count.
    Err(page.settle().err().map_or(why, Refused::Faulty))
}

//! Rules that are watched: every audit and every decision is noted, and one state can be forbidden to see what the kernel makes of it.

use referee::{Fair, Fault, Game, Refused, Rejection, Rules, Seat, Turn, apply};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Rules that are watched. They judge like the rules inside, with the rules' own dice.
#[derive(Clone)]
pub struct Watched<R: Rules> {
    rules: R,
    forbidden: Option<R::State>,
    calls: Arc<Mutex<Vec<Call>>>,
}

/// What the kernel asked of watched rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Whether a state is sound.
    Audit,
    /// What comes of an action.
    Decide,
}

/// Why watched rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whistle<J> {
    /// The rules inside refuse.
    Theirs(Refused<J>),
    /// The state is the forbidden one.
    Planted,
}

impl<R: Rules> Watched<R> {
    /// Rules whose audit fails for one state.
    pub fn new(rules: R, forbidden: Option<R::State>) -> Watched<R> {
        Watched { rules, forbidden, calls: Arc::default() }
    }

    /// What has been asked since the last time.
    pub fn calls(&self) -> Vec<Call> {
        std::mem::take(&mut *self.calls.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn note(&self, call: Call) {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).push(call);
    }
}

impl<R: Rules> Rules for Watched<R> {
    const NAME: &'static str = R::NAME;
    const VERSION: &'static str = R::VERSION;
    const SEATS: &'static [&'static str] = R::SEATS;
    const OPTIONAL_SEATS: &'static [&'static str] = R::OPTIONAL_SEATS;
    const CLOCK: bool = R::CLOCK;
    const SECOND: referee::Millis = R::SECOND;
    type Setup = R::Setup;
    type State = R::State;
    type Action = R::Action;
    type Event = R::Event;
    type Rejection = Whistle<R::Rejection>;

    fn start(&self, setup: &R::Setup, turn: &mut Turn<'_, Self>) -> Result<(), Self::Rejection> {
        let game = Game::start_with(self.rules.clone(), setup.clone(), turn.at(), &mut Fair).map_err(Whistle::Theirs)?;
        game.log().events().for_each(|event| turn.emit(event.clone()));
        Ok(())
    }

    fn decide(&self, action: &R::Action, turn: &mut Turn<'_, Self>) -> Result<(), Self::Rejection> {
        self.note(Call::Decide);
        let applied = apply(&self.rules, turn.state(), turn.seat(), turn.at(), action);
        applied.result.map_err(Whistle::Theirs)?;
        applied.events.into_iter().for_each(|event| turn.emit(event));
        Ok(())
    }

    fn evolve(&self, state: &mut R::State, event: &R::Event) {
        self.rules.evolve(state, event);
    }

    fn audit(&self, state: &R::State) -> Result<(), Self::Rejection> {
        self.note(Call::Audit);
        if self.forbidden.as_ref() == Some(state) {
            return Err(Whistle::Planted);
        }
        self.rules.audit(state).map_err(|why| Whistle::Theirs(Refused::Breach(why)))
    }

    /// A planted breach is put on record the way the rules inside would put a fault of the table on record.
    fn refuse(&self, state: &R::State, action: &R::Action, why: &Refused<Self::Rejection>) -> Option<R::Event> {
        match why {
            Refused::Rejected(Whistle::Theirs(why)) => self.rules.refuse(state, action, why),
            _ => self.rules.refuse(state, action, &Refused::Faulty(Fault::TooManyEvents)),
        }
    }

    fn name(seat: Seat) -> &'static str {
        R::name(seat)
    }
}

impl<J: Rejection> Rejection for Whistle<J> {
    fn code(&self) -> &'static str {
        match self {
            Whistle::Theirs(why) => why.code(),
            Whistle::Planted => "PLANTED",
        }
    }
}

impl<J: Rejection> fmt::Display for Whistle<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whistle::Theirs(why) => why.fmt(f),
            Whistle::Planted => f.write_str("this state is forbidden, to see what happens"),
        }
    }
}

//! What the referee knows: the trait a game implements, its seats and its refusals.

use crate::{Refused, State, Turn};
use alloc::{format, string::String, vec, vec::Vec};
use core::fmt::{Debug, Display};

/// Declared time in the game's own unit, milliseconds unless the game says otherwise. Time is an input, recorded like everything else.
pub type Millis = u64;

/// A place at the table, as an index into [`Rules::SEATS`], and behind its end into [`Rules::OPTIONAL_SEATS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat(pub u8);

impl Seat {
    /// The seat's place in [`Rules::SEATS`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// How many seats a game has, the optional ones included.
    pub const fn count<R: Rules>() -> usize {
        R::SEATS.len() + R::OPTIONAL_SEATS.len()
    }

    /// Every seat of a game, the optional ones last.
    pub fn all<R: Rules>() -> impl Iterator<Item = Seat> {
        (0..Seat::count::<R>() as u8).map(Seat)
    }

    /// The next seat round a table of `seats`.
    ///
    /// ```
    /// # use referee::Seat;
    /// assert_eq!(Seat(1).next(2), Seat(0));
    /// ```
    #[must_use]
    pub fn next(self, seats: u8) -> Seat {
        Seat(if self.0.saturating_add(1) >= seats { 0 } else { self.0 + 1 })
    }
}

/// The rules of a game. Deciding and applying are kept apart: [`decide`](Rules::decide) sees a state it cannot touch and writes events
/// with the turn it holds; [`evolve`](Rules::evolve) applies one event and can neither refuse nor roll.
pub trait Rules: Clone {
    /// Names the game in the registry and in every log. It never changes.
    const NAME: &'static str;
    /// Stamped into every log. It changes whenever the same actions could give other events.
    const VERSION: &'static str;
    /// The seats by name, in order.
    const SEATS: &'static [&'static str];
    /// Seats that nobody needs to take, numbered after [`SEATS`](Rules::SEATS): a game master, for example. Such a seat may act as
    /// [`decide`](Rules::decide) allows it, but no game waits for it, and it has no score, no place and no say in a draw.
    const OPTIONAL_SEATS: &'static [&'static str] = &[];
    /// Whether declared time matters to the rules.
    const CLOCK: bool = false;
    /// How much declared time a second is: 1,000 where the unit is a millisecond.
    const SECOND: Millis = 1_000;

    /// What a game starts from. Its default is a game worth playing.
    type Setup: Clone + Default + Eq + Debug;
    /// What is true now.
    type State: State;
    /// What a seat declares.
    type Action: Clone + Eq + Debug;
    /// What happened, chance included.
    type Event: Clone + Eq + Debug;
    /// Why nothing happened.
    type Rejection: Rejection;

    /// Starts a game: refuses a setup that makes no sense, else writes the events that lay the table, beginning from `State::default()`.
    fn start(&self, setup: &Self::Setup, turn: &mut Turn<'_, Self>) -> Result<(), Self::Rejection>;

    /// Judges an action: a ladder of refusals, then events. A refusal after an event takes the whole turn back.
    fn decide(&self, action: &Self::Action, turn: &mut Turn<'_, Self>) -> Result<(), Self::Rejection>;

    /// Applies an event. Total: no rules, no dice, no failure, whatever the state and the event: a log may come from a stranger.
    fn evolve(&self, state: &mut Self::State, event: &Self::Event);

    /// The invariants of a state. The kernel asks before and after every action.
    fn audit(&self, _state: &Self::State) -> Result<(), Self::Rejection> {
        Ok(())
    }

    /// The event that puts a refusal on record, where the rules want refusals on record. It may not change what the game is about. Asked
    /// for refusals of the rules and breaches of an invariant; a [`Fault`](crate::Fault) never goes on record.
    fn refuse(&self, _state: &Self::State, _action: &Self::Action, _why: &Refused<Self::Rejection>) -> Option<Self::Event> {
        None
    }

    /// Whose action this is, where the action itself says so; a host may then leave the seat out. `decide` judges whether the seat may.
    fn speaker(&self, _state: &Self::State, _action: &Self::Action) -> Option<Seat> {
        None
    }

    /// Puts a seed text into a setup; false where the game knows no chance.
    fn seed(_setup: &mut Self::Setup, _seed: &str) -> bool {
        false
    }

    /// Makes a setup fit for sealed dice: whatever would follow from its seed alone is left to dice, because everyone can read a setup.
    fn seal(_setup: &mut Self::Setup) {}

    /// The event that seeds the generator of a game anew, for a branch that is to have other dice; `None` where there is none to seed.
    fn reseed(&self, _seed: &str) -> Option<Self::Event> {
        None
    }

    /// Where the generator in a state stands, for reports that compare two games; `None` where the game knows no chance.
    fn cursor(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// The name of a seat.
    fn name(seat: Seat) -> &'static str {
        Self::SEATS.iter().chain(Self::OPTIONAL_SEATS).nth(seat.index()).copied().unwrap_or("nobody")
    }

    /// What the rules read besides their code, as the hex SHA-256 of it; empty where there is nothing.
    fn content(&self) -> &str {
        ""
    }
}

/// Why an action was refused: one enum a game, `Display` for the sentence, a stable code for programs.
pub trait Rejection: Clone + Eq + Debug + Display {
    /// A stable name for programs, `LIKE_THIS`.
    fn code(&self) -> &'static str;

    /// Every reason as `[CODE] sentence`; one, unless a game collects several.
    fn lines(&self) -> Vec<String> {
        vec![format!("[{}] {self}", self.code())]
    }
}

//! The kernel of Referee. A seat declares an [action](Rules::Action); the [`Rules`] decide, holding a [`Turn`], the only pen that can
//! write; what happened is a list of [events](Rules::Event) with every die already rolled; the [`State`] is nothing but the fold of
//! those events. From that follow replay, verification, time travel and branches, for every game.
//!
//! ```
//! use referee::{Game, Rejection, Rules, Seat, State, Turn};
//!
//! /// One counter; a seat adds one to three; nobody passes ten.
//! #[derive(Clone, Default)]
//! struct Count;
//! #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
//! struct Total(u32);
//! impl State for Total {}
//! #[derive(Clone, Debug, PartialEq, Eq)]
//! struct TooMuch;
//! impl core::fmt::Display for TooMuch {
//!     fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result { f.write_str("the count may not pass ten") }
//! }
//! impl Rejection for TooMuch { fn code(&self) -> &'static str { "TOO_MUCH" } }
//!
//! impl Rules for Count {
//!     const NAME: &'static str = "count";
//!     const VERSION: &'static str = "1";
//!     const SEATS: &'static [&'static str] = &["player"];
//!     type Setup = ();
//!     type State = Total;
//!     type Action = u32;
//!     type Event = u32;
//!     type Rejection = TooMuch;
//!     fn start(&self, _: &(), _: &mut Turn<'_, Self>) -> Result<(), TooMuch> { Ok(()) }
//!     fn decide(&self, add: &u32, turn: &mut Turn<'_, Self>) -> Result<(), TooMuch> {
//!         if turn.state().0 + add > 10 { return Err(TooMuch); }
//!         turn.emit(*add);
//!         Ok(())
//!     }
//!     fn evolve(&self, total: &mut Total, added: &u32) { total.0 += added; }
//! }
//!
//! let mut game = Game::start(Count, ()).unwrap();
//! game.act(Seat(0), 0, 7).unwrap();
//! assert!(game.act(Seat(0), 0, 4).is_err());
//! assert_eq!(game.state().0, 7);
//! game.verify().unwrap();
//! ```
#![no_std]
extern crate alloc;
#[cfg(any(test, feature = "types"))]
extern crate std;

mod apply;
mod chance;
mod dice;
mod digest;
mod game;
mod legal;
mod loan;
mod log;
mod nouns;
mod page;
mod past;
mod record;
mod refusals;
mod refused;
mod replay;
mod rules;
mod scene;
mod show;
mod state;
mod stream;
mod turn;
mod view;
mod why;

pub use apply::{Applied, apply, apply_with};
pub use chance::{Ask, Chance, Fair, Random, Roll, Scripted};
pub use digest::Digest;
pub use game::{Game, Snapshot};
pub use legal::Legal;
pub use loan::Loan;
pub use log::{CHAPTER_EVENTS, CHAPTER_RECORDS, Log};
pub use record::{Cause, Record};
pub use refused::{Fault, Refused};
pub use replay::ReplayError;
pub use rules::{Millis, Rejection, Rules, Seat};
pub use scene::{
    Aim, Board, Cue, Entry, Face, Hue, Line, Mark, MarkKind, Next, Panel, Scene, Shape, Sign, Slot, Spot, Tile, Token,
};
pub use show::Show;
pub use state::State;
pub use stream::Stream;
pub use turn::{EVENTS_MAX, Turn};
pub use view::View;
pub use why::{Change, Note, Noted, Why, why};

/// All that a file of rules usually needs: `use referee::prelude::*;`
pub mod prelude {
    pub use crate::{
        Aim, Ask, Board, Cue, Face, Hue, Legal, Line, Mark, MarkKind, Millis, Next, Panel, Random, Refused, Rejection, Roll,
        Rules, Scene,
    };
    pub use crate::{
        Seat, Shape, Show, Sign, Slot, Spot, State, Stream, Tile, Token, Turn, View, dice, events, names, nouns, open, refusals,
        refuse_if, seeded,
    };
    pub use alloc::{format, string::String, vec, vec::Vec};
}

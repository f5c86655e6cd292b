//! Every step of a decision can be intercepted: a verb is thrown and passes three phases, each over an ordered course of stations.
//!
//! A game says what its [`Stage`] is: the stations by name and what each of them does with a happening. [`throw`] does the rest, the
//! same for all games:
//!
//! * **PRE** may change the happening, finish it (`Done`: the main phase is left out) or forbid it (`Abort`: nothing follows).
//! * **Main** does it.
//! * **POST** reacts; nobody listens to its verdict.
//!
//! Within a phase the stations are asked in their order until one says `Done` or `Abort`. A station may throw again; how deep is limited.
//!
//! ```
//! use referee_dispatch::{Depth, Phase, Stage, Verdict, throw};
//!
//! /// A duel in which a shield turns the first blow aside.
//! #[derive(Default)]
//! struct Duel { shielded: bool, hp: u32, depth: Depth }
//!
//! impl Stage for Duel {
//!     type Verb = &'static str;
//!     type Happening = u32; // how hard the blow is
//!     const STATIONS: &'static [&'static str] = &["shield", "blow"];
//!
//!     fn depth(&mut self) -> &mut Depth { &mut self.depth }
//!     fn consult(&mut self, station: usize, phase: Phase, _verb: &'static str, blow: &mut u32) -> Verdict {
//!         match (station, phase) {
//!             (0, Phase::Pre) if std::mem::take(&mut self.shielded) => Verdict::Abort,
//!             (1, Phase::Main) => { self.hp -= *blow; Verdict::Done }
//!             _ => Verdict::Nothing,
//!         }
//!     }
//! }
//!
//! let mut duel = Duel { shielded: true, hp: 10, ..Duel::default() };
//! assert_eq!(throw(&mut duel, "strike", &mut 3), Ok(Verdict::Abort));
//! assert_eq!(throw(&mut duel, "strike", &mut 3), Ok(Verdict::Done));
//! assert_eq!(duel.hp, 7);
//! ```
#![no_std]

mod stage;
mod throw;
mod verdict;

pub use stage::{Asked, Stage};
pub use throw::{DEPTH_MAX, Depth, TooDeep, throw};
pub use verdict::{Phase, Verdict};

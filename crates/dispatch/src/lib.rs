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
//!
//! What else a game may take from here, or leave:
//!
//! | file | says |
//! |---|---|
//! | `happening.rs`, `roles.rs` | a [`Happening`] with typed [`Roles`], built in one sentence; wrong roles are errors that name them |
//! | `view.rs` | through which [`Lens`] a handler sees it: the doer's, the victim's, an item's, a waiting status's, a god's; and the numbers for it |
//! | `table.rs` | who listens to what: a [`Table`] frozen before the first throw |
//! | `waiting.rs` | a status that waits for something to happen |
//! | `throw.rs` | [`throw`], [`rethrow`] (changes come back), [`redirect`] (they do not) |
#![no_std]
extern crate alloc;

mod happening;
mod roles;
mod stage;
mod table;
mod throw;
mod verdict;
mod view;
mod waiting;

pub use happening::{Happening, Matter, Place, Quiet};
pub use roles::{Role, Roles, WrongRole};
pub use stage::{Asked, Stage};
pub use table::{Table, TableBuilder};
pub use throw::{DEPTH_MAX, Depth, TooDeep, redirect, rethrow, throw};
pub use verdict::{Phase, Verdict};
pub use view::{BadCode, BadView, Lens, View, Viewed};
pub use waiting::Waiting;

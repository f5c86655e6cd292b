//! MIR: a d20 skirmish on a grid, declared to one entry point. Its state is a JSON document with an exact contract: what an engine answers is
//! fixed to the byte. Here the document is a [`Page`], one view of a game that is judged, recorded and replayed like every other.
#![no_std]

extern crate alloc;

mod action;
mod catalogue;
mod date_time;
#[cfg(feature = "schema")]
mod described;
mod event;
mod fights;
mod formats;
pub mod hash;
pub mod invariants;
pub mod json;
mod legal;
mod log;
mod map;
mod page;
mod reach;
mod rejection;
mod rng;
mod rules;
pub mod schema;
mod setup;
mod show;
mod state;
mod table;
mod title;
mod whole;
mod wire;

pub use action::{Action, Name, Step};
pub use catalogue::*; // every type that it registers
pub use log::Log;
pub use map::{Chart, Map, SIZE_MAX, Tile};
pub use page::{Page, PageJudge, PageMutator, mutate, violations};
pub use reach::Reach;
pub use rejection::{Refusal, Rejection};
pub use rng::{Generator, Rng, Seed};
pub use rules::{FIGHTERS_MAX, GM, Mir, MirOriginal, NPCS, PLAYERS, Rules14, seat_of};
pub use setup::{Setup, VERBATIM_MAX};
pub use state::{
    Combat, Controller, DEAD, Entities, Entity, Facing, GameState, Item, Kind, Lists, Mode, Mover, Position, Size, Source, Spent,
    Stats, Style, Text, Token, Ui,
};
pub use table::{TableRules, reach};
pub use title::title;
pub use whole::Whole;

//! Incursion: a dungeon in which every action can be intercepted and every number explained.

pub mod bout;
mod course;
pub mod damage;
mod event;
mod flag;
mod fold;
mod grid;
mod happening;
mod kind;
mod level;
mod place;
mod print;
mod sight;
mod status;
mod thing;
mod things;
mod verb;
mod world;

pub use course::{Asking, Ground, Handler, House, STATIONS, Waiter};
pub use event::{Event, Gauge};
pub use flag::{Flag, Flags};
pub use grid::Grid;
pub use happening::{
    Choice, Combat, Dungeon, Effect, Encounter, Generation, Happening, Illusion, More, Part, StatusData, Texts, Value, WrongValue,
};
pub use kind::{Class, Kind};
pub use level::{Field, Level, Made, Notes};
pub use place::{STAY, Square, WAYS};
pub use print::Print;
pub use status::{Lasts, Source, Status};
pub use thing::{Character, Creature, Faith, Feature, Item, Mood, Nature, Slot, Thing, Whereabouts};
pub use things::Things;
pub use verb::{Delivery, Duty, Family, Verb};
pub use world::{End, SAID_MAX, Said, World};

/// A thing in the dungeon, by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Id(pub u32);

/// A definition of the content, by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Res(pub u16);

pub mod parts {
    //! The parts of a happening by name.
    pub use crate::happening::{get, set};
}
pub mod stations {
    //! The course, for whoever has a [`House`](crate::House) of its own.
    pub use crate::course::{ask, consult, hearing, subject};
}

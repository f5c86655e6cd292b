//! Incursion: a dungeon in which every action can be intercepted and every number explained.

pub mod content;
mod course;
mod flag;
mod happening;
mod kind;
mod print;
mod verb;

pub use course::{Asking, Ground, Handler, House, STATIONS, Waiter};
pub use flag::{Flag, Flags};
pub use happening::{
    Choice, Combat, Dungeon, Effect, Encounter, Generation, Happening, Illusion, More, Part, StatusData, Texts, Value, WrongValue,
};
pub use kind::{Class, Kind};
pub use print::Print;
pub use verb::{Delivery, Duty, Family, Verb};

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

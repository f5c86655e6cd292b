//! Incursion: a dungeon in which every action can be intercepted and every number explained.

mod account;
mod action;
#[cfg(test)]
mod arena;
mod audit;
mod begin;
pub mod bout;
mod classes;
mod command;
pub mod content;
mod course;
mod deeds;
mod desk;
mod drill;
mod event;
mod explorer;
mod eyes;
mod face;
mod field;
mod figures;
mod flag;
mod fold;
mod gain;
mod gaze;
mod grid;
mod happening;
mod illusion;
mod imagine;
mod kind;
mod legal;
mod level;
mod lore;
mod making;
mod memory;
mod mind;
mod place;
mod play;
mod print;
mod refusal;
mod rules;
mod say;
mod setup;
mod show;
mod sides;
mod sight;
mod status;
mod thing;
mod things;
mod time;
mod verb;
mod view;
mod why;
mod world;
mod worth;

pub use action::Action;
pub use audit::LIFE_MAX;
pub use course::{Asking, Ground, Handler, House, STATIONS, Waiter};
pub use event::{Event, Gauge};
pub use explorer::explore;
pub use flag::{Flag, Flags};
pub use grid::{Cell, Grid};
pub use happening::{
    Choice, Combat, Dungeon, Effect, Encounter, Generation, Happening, Illusion, More, Part, StatusData, Texts, Value, WrongValue,
};
pub use kind::{Class, Kind};
pub use level::{Field, Level, Made, Notes};
pub use lore::Lore;
pub use memory::{Memory, Mirage, Recalled};
pub use place::{STAY, Square, WAYS};
pub use print::Print;
pub use refusal::Refusal;
pub use rules::Incursion;
pub use setup::{Arena, At, Band, Condition, Fighter, Fixture, Foe, Ground as Legend, Loose, Setup, Snare, Ware};
pub use status::{Lasts, Source, Status};
pub use thing::{Character, Creature, Faith, Feature, Item, Mood, Nature, Thing, Whereabouts};
pub use things::Things;
pub use verb::{Delivery, Duty, Family, Verb};
pub use view::Seen;
pub use world::{End, SAID_MAX, Said, World};

/// A thing in the dungeon, by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Id(pub u32);

/// A definition of the content, by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Res(pub u16);

pub mod parts {
    //! The parts of a happening by name.
    pub use crate::happening::{get, set};
}
pub mod stations {
    //! The course, for whoever has a [`House`](crate::House) of its own.
    pub use crate::course::{ask, consult, hearing, subject};
}

/// The game as a title for the registry.
pub fn title() -> referee_host::Hosted<Incursion> {
    title_of(Incursion::default())
}

/// The game with other content as a title: its logs name that content, and are opened only with it.
pub fn title_of(rules: Incursion) -> referee_host::Hosted<Incursion> {
    let title = referee_host::Hosted::new(rules).with_bots(&[("explorer", explorer::explore)]);
    #[cfg(feature = "schema")]
    let title = title.described();
    title
}

//! What happened.

use crate::{End, Faith, Field, Id, Level, Mirage, Res, Status, Thing, Whereabouts};
use referee::Stream;
use referee_dispatch::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What happened, complete: the events alone rebuild the world. How it came to be so follows from the rules and can be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // fields are named for what they are
pub enum Event {
    /// A game begins.
    Began { luck: Stream, dungeon: Res, hero: Id },
    /// Dice come from another seed from now on.
    Reseeded { luck: Stream },
    /// A die was rolled.
    Rolled { why: String, low: u32, high: u32, value: u32 },
    /// A level has come to be.
    LevelMade { level: Box<Level> },
    /// The level on which everything happens is another.
    DepthChanged { depth: u8 },
    /// Something is there that was not.
    Made { thing: Box<Thing> },
    /// Something is somewhere else.
    Moved { id: Id, at: Whereabouts },
    /// Something is no more.
    Removed { id: Id },
    /// Somebody or something was hurt; what is left.
    Hurt { id: Id, amount: i32, hp: i32 },
    /// Somebody has more life.
    Healed { id: Id, amount: i32, hp: i32 },
    /// Somebody died.
    Died { id: Id, by: Option<Id> },
    /// A number of a thing is another.
    Set { id: Id, gauge: Gauge, to: i32 },
    /// Somebody has something else with a god.
    FaithChanged { id: Id, god: Res, faith: Faith },
    /// Somebody follows a god, or none.
    Converted { id: Id, god: Option<Res> },
    /// Somebody learned a spell.
    Learned { id: Id, spell: Res },
    /// Somebody is after somebody.
    Aimed { id: Id, target: Option<Id>, trail: Option<Place> },
    /// Something is now something else in particular.
    Became { id: Id, res: Res },
    /// An item carries an enchantment, or none.
    Enchanted { id: Id, enchantment: Option<Res> },
    /// A weapon is coated with a poison, or with none.
    Coated { id: Id, poison: Option<Res> },
    /// Something is under a condition.
    Gained { id: Id, status: Box<Status> },
    /// A condition is another.
    StatusChanged { id: Id, status: Box<Status> },
    /// A condition has ended.
    Lost { id: Id, seq: u32 },
    /// The ground of a square is another.
    GroundChanged { place: Place, to: Res, by: Option<Id>, until: Option<u32>, effect: Option<Res> },
    /// Ground that somebody made is as it was before.
    GroundRestored { place: Place },
    /// A square has light of its own, or none.
    LightChanged { place: Place, lit: bool },
    /// An area is under an effect.
    FieldMade { field: Box<Field> },
    /// An area is somewhere else.
    FieldMoved { id: u32, center: Place },
    /// An area is free again.
    FieldEnded { id: u32 },
    /// The player knows something by sight.
    Recognised { res: Res },
    /// What items look like in this game while nobody knows them.
    Guised { guises: BTreeMap<Res, Res> },
    /// The hero looks around: what it sees now follows from the world; only where it is deceived must be told.
    Looked {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        mirages: Vec<Mirage>,
    },
    /// The player has seen squares.
    Saw { places: Vec<Place> },
    /// A script keeps a number.
    Noted { about: String, key: String, to: i32 },
    /// Something was said to somebody.
    Said { to: Id, text: String },
    /// The clock goes on.
    TimePassed { time: u32, next_turn: u32 },
    /// A handler said it is faulty: that is on record, and what it was asked about did not happen.
    Faulted { station: String, code: u16 },
    /// It is over.
    Ended { end: End },
}

/// A number of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // named for what they are
pub enum Gauge {
    MaxHp,
    Mana,
    MaxMana,
    Fatigue,
    MaxFatigue,
    Ready,
    Party,
    /// 0 hostile, 1 neutral, 2 friendly.
    Mood,
    Fought,
    Experience,
    Level,
    /// An attribute: strength 0 to luck 6.
    Attribute(u8),
    Quantity,
    Plus,
    Charges,
    Known,
    Blessed,
    Cursed,
    Open,
    Locked,
    Found,
    /// Whether the hero has tried a lock.
    Tried,
}

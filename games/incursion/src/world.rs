//! The state: everything in the dungeon.

use crate::level::Notes;
use crate::{Creature, Field, Id, Level, Res, Thing, Things};
use referee::{State, Stream};
use referee_dispatch::Place;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Everything in the dungeon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// Where chance stands.
    pub luck: Stream,
    /// The clock. A step at usual speed takes 30.
    pub time: u32,
    /// When the next turn of all things is due.
    pub next_turn: u32,
    /// The level on which everything happens.
    pub depth: u8,
    /// The dungeon.
    pub dungeon: Option<Res>,
    /// The levels that have been made, by depth.
    pub levels: BTreeMap<u8, Level>,
    /// Whoever and whatever is anywhere.
    pub things: Things,
    /// Whom the player plays.
    pub hero: Id,
    /// The number of the next status.
    pub next_status: u32,
    /// The number of the next area.
    pub next_field: u32,
    /// What the player knows by sight: monsters, items, effects.
    pub known: BTreeSet<Res>,
    /// How items look in this game while nobody knows them: an item, and the guise it has.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub guises: BTreeMap<Res, Res>,
    /// The squares the hero sees, in order.
    pub in_view: Vec<Place>,
    /// Whoever is in view and yet unseen.
    pub hidden: BTreeSet<Id>,
    /// What was said to the player last, the newest at the end.
    pub said: VecDeque<Said>,
    /// Numbers that scripts keep, by what they are about.
    pub notes: BTreeMap<String, Notes>,
    /// How it ended, if it has.
    pub end: Option<End>,
}

/// Something that was said to the player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// When.
    pub time: u32,
    /// What.
    pub text: String,
}

/// How many things said are remembered.
pub const SAID_MAX: usize = 60;

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The hero won.
    Won,
    /// The hero died; what the grave says.
    Died {
        /// What the grave says.
        grave: String,
    },
}

impl State for World {}

impl World {
    /// A thing.
    #[inline]
    pub fn thing(&self, id: Id) -> Option<&Thing> {
        self.things.get(id)
    }

    /// A creature.
    #[inline]
    pub fn creature(&self, id: Id) -> Option<&Creature> {
        self.thing(id).and_then(Thing::creature)
    }

    /// Where a thing is on the level at hand.
    #[inline]
    pub fn spot(&self, id: Id) -> Option<Place> {
        self.thing(id).and_then(|thing| thing.on(self.depth))
    }

    /// The level at hand.
    #[inline]
    pub fn level(&self) -> Option<&Level> {
        self.levels.get(&self.depth)
    }

    /// What is on a square of the level at hand, by number.
    pub fn on(&self, at: Place) -> impl Iterator<Item = &Thing> {
        self.things.on(self.depth, at).iter().filter_map(|&id| self.thing(id))
    }

    /// Who stands on a square.
    pub fn creature_at(&self, at: Place) -> Option<&Thing> {
        self.on(at).find(|thing| thing.kind.is_creature())
    }

    /// All things on the level at hand, by number.
    pub fn here(&self) -> impl Iterator<Item = &Thing> {
        self.things.iter().filter(|thing| thing.on(self.depth).is_some())
    }

    /// All creatures on the level at hand, by number.
    pub fn creatures(&self) -> impl Iterator<Item = &Thing> {
        self.here().filter(|thing| thing.kind.is_creature())
    }

    /// What somebody has, by number.
    pub fn inventory(&self, who: Id) -> impl Iterator<Item = &Thing> {
        self.things.with(who).iter().filter_map(|&id| self.thing(id))
    }

    /// An area of the level at hand.
    pub fn field(&self, id: u32) -> Option<&Field> {
        self.level().and_then(|level| level.field(id))
    }

    /// A number that a script keeps; 0 if it keeps none.
    pub fn note(&self, about: &str, key: &str) -> i32 {
        self.notes.get(about).and_then(|notes| notes.get(key)).copied().unwrap_or(0)
    }
}

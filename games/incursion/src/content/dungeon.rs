//! A dungeon: how deep it goes, and how its levels are made.

use super::define::{Define, Linked};
use super::{Cr, Level, Link, Noun, Percent, Text, Whole};
use serde::Deserialize;

/// A dungeon.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dungeon {
    /// What is told of it.
    pub about: Text,
    /// How many levels it has.
    pub depth: Whole<1, 50>,
    /// Width and height of a level.
    pub size: [Whole<20, 200>; 2],
    /// Width and height of its largest rooms.
    pub rooms: [Whole<4, 40>; 2],
    /// How likely a corridor turns.
    pub turns: Percent,
    /// How dangerous the first level is.
    pub cr: Cr,
    /// How fast it becomes more dangerous, in percent of a step a level.
    pub steps: Whole<0, 1_000>,
    /// How often somebody wanders by, in percent of a rest.
    pub wandering: Percent,
    /// Between the rooms.
    pub rock: Link,
    /// At the edge.
    pub edge: Link,
    /// Its corridors.
    pub corridor: Link,
    /// Its doors.
    pub doors: Vec<Link>,
    /// The way down and the way up.
    pub stairs: [Link; 2],
    /// Rooms on certain levels.
    #[serde(default)]
    pub specials: Vec<Special>,
    /// Who waits on the last level.
    pub goal: Link,
}

/// A room on a certain level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// Which room.
    pub region: Link,
    /// On which levels.
    pub on: Vec<Level>,
}

impl Define for Dungeon {
    const NOUN: Noun = Noun::Dungeon;

    fn links(&mut self, each: &mut Linked<'_>) {
        each(Noun::Terrain, &mut self.rock);
        each(Noun::Terrain, &mut self.edge);
        each(Noun::Region, &mut self.corridor);
        self.doors.iter_mut().chain(&mut self.stairs).for_each(|link| each(Noun::Feature, link));
        self.specials.iter_mut().for_each(|special| each(Noun::Region, &mut special.region));
        each(Noun::Encounter, &mut self.goal);
    }
}

//! A region: what a room or a corridor is.

use super::define::{Define, Linked};
use super::{Count, Dice, Level, Link, Noun, Percent, Size, Text};
use serde::Deserialize;

/// A region.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// What one sees.
    pub about: Text,
    /// What it is.
    pub kind: RegionKind,
    /// Its floor.
    pub floor: Link,
    /// Its walls.
    pub walls: Link,
    /// For a corridor: up to which size one walks upright.
    pub size: Option<Size>,
    /// How its rooms are cut.
    #[serde(default)]
    pub shapes: Vec<Shape>,
    /// How likely it is lit.
    #[serde(default)]
    pub lit: Percent,
    /// How often it is chosen, against others; 0 is only where the dungeon says so.
    #[serde(default)]
    pub weight: Count,
    /// From which depth.
    #[serde(default)]
    pub depth: Level,
    /// What stands in it.
    #[serde(default)]
    pub furniture: Vec<Furniture>,
    /// Pools and patches in it.
    #[serde(default)]
    pub patches: Vec<Patch>,
    /// Who is met in it, against others; any that fits if left out.
    #[serde(default)]
    pub encounters: Vec<Weighed>,
    /// Whether nobody lives in it.
    #[serde(default)]
    pub empty: bool,
}

/// What a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RegionKind {
    /// A room.
    Room,
    /// A corridor.
    Corridor,
    /// A room that a dungeon names.
    Special,
}

/// How a room is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Four corners.
    Square,
    /// Round.
    Round,
    /// As nature made it.
    Cave,
    /// With pillars.
    Pillars,
    /// Two halls across.
    Cross,
}

/// What stands in a room.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Furniture {
    /// What.
    pub feature: Link,
    /// How many.
    pub count: Option<Dice>,
    /// How likely.
    pub chance: Option<Percent>,
}

/// A patch of other ground.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Patch {
    /// What ground.
    pub terrain: Link,
    /// How likely.
    pub chance: Percent,
}

/// Something, and how often against others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighed {
    /// Which encounter.
    pub encounter: Link,
    /// How often.
    pub weight: Count,
}

impl Define for Region {
    const NOUN: Noun = Noun::Region;

    fn links(&mut self, each: &mut Linked<'_>) {
        each(Noun::Terrain, &mut self.floor);
        each(Noun::Terrain, &mut self.walls);
        self.furniture.iter_mut().for_each(|it| each(Noun::Feature, &mut it.feature));
        self.patches.iter_mut().for_each(|it| each(Noun::Terrain, &mut it.terrain));
        self.encounters.iter_mut().for_each(|it| each(Noun::Encounter, &mut it.encounter));
    }
}

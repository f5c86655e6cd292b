//! Levels and the areas on them.

use crate::{Grid, Id, Memory, Res};
use referee_dispatch::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A level of the dungeon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// How deep it lies, from 1.
    pub depth: u8,
    /// The ground of each square.
    pub terrain: Grid<Res>,
    /// The region of each square.
    pub regions: Grid<Res>,
    /// Which squares have light of their own.
    pub lit: Grid<bool>,
    /// Which squares the player has seen.
    pub known: Grid<bool>,
    /// The areas under an effect, in the order in which they were made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<Field>,
    /// Ground that somebody made: who, and what was there before and comes back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<Made>,
    /// What of it the hero remembers otherwise than it is.
    #[serde(default, skip_serializing_if = "Memory::is_empty")]
    pub memory: Memory,
    /// Where one comes in from above, and from below.
    pub up: Place,
    /// Where one goes on.
    pub down: Place,
}

/// Ground that somebody made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// Where.
    pub place: Place,
    /// Who made it.
    pub by: Option<Id>,
    /// What was there before.
    pub before: Res,
    /// Until when, by the clock; `None` for ever.
    pub until: Option<u32>,
    /// By which effect.
    pub effect: Option<Res>,
}

/// An area under an effect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// Its number.
    pub id: u32,
    /// What it is: bits of [`Field::ILLUSION`] and so on.
    pub kind: u32,
    /// Its middle.
    pub center: Place,
    /// How far it reaches.
    pub radius: i32,
    /// Until when, by the clock; `None` for ever.
    pub until: Option<u32>,
    /// What it does.
    pub effect: Option<Res>,
    /// Who made it, and whom it follows if it moves.
    pub creator: Option<Id>,
    /// The level its effect was cast at.
    pub caster_level: i32,
    /// A number its effect keeps: what an illusion shows.
    #[serde(default)]
    pub value: i32,
}

#[allow(missing_docs)] // named for what they are
impl Field {
    pub const ILLUSION: u32 = 1;
    pub const MOBILE: u32 = 2;
    pub const MODIFIER: u32 = 4;
    pub const CONTINUAL: u32 = 8;
    pub const ANTIMAGIC: u32 = 16;
    pub const BLOCKER: u32 = 32;
    pub const BAD: u32 = 64;
    pub const LIGHT: u32 = 128;
    pub const FOG: u32 = 256;
    pub const SHADOW: u32 = 512;
    pub const CONFLICT: u32 = 1_024;
    pub const ALTERED_MAGIC: u32 = 2_048;
    pub const SILENCE: u32 = 4_096;
    pub const KNOWN: u32 = 8_192;
    pub const OBVIOUS: u32 = 16_384;
    pub const SIZE: u32 = 32_768;
    pub const DARKNESS: u32 = 65_536;

    /// Whether a square lies in it: a circle.
    pub fn covers(&self, at: Place) -> bool {
        let (dx, dy) = (at.x - self.center.x, at.y - self.center.y);
        dx * dx + dy * dy <= self.radius * self.radius + self.radius
    }

    /// Whether it is of all these kinds.
    pub fn is(&self, kind: u32) -> bool {
        self.kind & kind == kind
    }
}

impl Level {
    /// Whether the player has seen a square.
    #[inline]
    pub fn is_known(&self, at: Place) -> bool {
        self.known.get(at) == Some(true)
    }

    /// The areas that cover a square and are of a kind.
    pub fn fields_at(&self, at: Place, kind: u32) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(move |field| field.is(kind) && field.covers(at))
    }

    /// A field by its number.
    pub fn field(&self, id: u32) -> Option<&Field> {
        self.fields.iter().find(|field| field.id == id)
    }

    /// Who made the ground of a square.
    pub fn creator(&self, at: Place) -> Option<Id> {
        self.made.iter().rev().find(|made| made.place == at).and_then(|made| made.by)
    }
}

/// Numbers that scripts keep: of the world, of a definition, of a thing.
pub type Notes = BTreeMap<String, i32>;

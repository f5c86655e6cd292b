//! A level by hand: a map of letters, and who and what is on it. Everything is named as the content names it.

use crate::content::Slot;
use crate::{Faith, Mood};
use referee_dispatch::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A level by hand. In its map `.` is the floor of its region, `#` the rock of its dungeon and `@` the hero; the legend says what other
/// letters are, and a letter that only marks where things are is floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Arena {
    /// Its rows, from north to south.
    pub map: Vec<String>,
    /// What letters of the map mean.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub legend: BTreeMap<char, Ground>,
    /// The region of all squares for which the legend names no other; the dungeon's corridor if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Whether its squares have no light of their own.
    #[serde(skip_serializing_if = "is_false")]
    pub dark: bool,
    /// How deep it lies.
    #[serde(skip_serializing_if = "is_one")]
    pub depth: u8,
    /// What is so about the hero.
    pub hero: Fighter,
    /// Who else is there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub monsters: Vec<Foe>,
    /// Who comes together, as the dice say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encounters: Vec<Band>,
    /// What lies about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Loose>,
    /// Doors, stairs, altars, tombs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<Fixture>,
    /// What waits for a foot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub traps: Vec<Snare>,
}

impl Default for Arena {
    fn default() -> Arena {
        Arena {
            map: Vec::new(),
            legend: BTreeMap::new(),
            region: None,
            dark: false,
            depth: 1,
            hero: Fighter::default(),
            monsters: Vec::new(),
            encounters: Vec::new(),
            items: Vec::new(),
            features: Vec::new(),
            traps: Vec::new(),
        }
    }
}

/// What a letter of a map means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Ground {
    /// The ground; the floor of the region if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terrain: Option<String>,
    /// The region; the arena's if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Whether it has no light of its own; as the arena if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dark: Option<bool>,
}

/// Where something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum At {
    /// On every square with a letter.
    Letter(char),
    /// On a square.
    Place(Place),
}

/// What is so about the hero of an arena. What is left out is as race and class have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Fighter {
    /// Where; on the `@` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// The level.
    #[serde(skip_serializing_if = "is_first")]
    pub level: i32,
    /// Strength, dexterity, constitution, intelligence, wisdom, charisma, luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attributes: Option<[i32; 7]>,
    /// What is left of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hp: Option<i32>,
    /// What there is of it at most; as much as is left if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_hp: Option<i32>,
    /// What there is to cast with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mana: Option<i32>,
    /// What it carries instead of its kit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kit: Option<Vec<Ware>>,
    /// What it carries besides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Ware>,
    /// Spells it knows besides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spells: Vec<String>,
    /// The conditions it is under.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub statuses: Vec<Condition>,
    /// What it has with gods.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faith: BTreeMap<String, Faith>,
}

impl Default for Fighter {
    fn default() -> Fighter {
        Fighter {
            at: None,
            level: 1,
            attributes: None,
            hp: None,
            max_hp: None,
            mana: None,
            kit: None,
            more: Vec::new(),
            spells: Vec::new(),
            statuses: Vec::new(),
            faith: BTreeMap::new(),
        }
    }
}

/// A monster of an arena. What is left out is as its definition and the dice have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Foe {
    /// What it is.
    pub monster: String,
    /// Where.
    pub at: At,
    /// What changes it as a whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<String>,
    /// How it stands to the hero.
    #[serde(default, skip_serializing_if = "is_hostile")]
    pub mood: Mood,
    /// Whose party it belongs to; one for all of the same mood if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub party: Option<u32>,
    /// What is left of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<i32>,
    /// What there is of it at most; as much as is left if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_hp: Option<i32>,
    /// What it carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kit: Option<Vec<Ware>>,
    /// The conditions it is under.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statuses: Vec<Condition>,
    /// When it acts first, by the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<u32>,
    /// Whether its death wins the game.
    #[serde(default, skip_serializing_if = "is_false")]
    pub goal: bool,
}

/// Monsters that come together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Which encounter.
    pub encounter: String,
    /// Around which squares.
    pub at: At,
    /// How dangerous it is; as its depth is if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cr: Option<i32>,
    /// How many come about; as the dice say if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<i32>,
}

/// An item somebody has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ware {
    /// What it is.
    pub item: String,
    /// Where it is worn; if left out, where such things are worn if that is free, else in the pack.
    #[serde(default, rename = "in", skip_serializing_if = "Option::is_none")]
    pub slot: Option<Slot>,
    /// How many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<i32>,
    /// Its magic plus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<i32>,
    /// Its enchantment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enchantment: Option<String>,
    /// What is left in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charges: Option<i32>,
    /// Whether the player knows what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<bool>,
    /// Whether it is cursed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub cursed: bool,
    /// Whether it is blessed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub blessed: bool,
    /// What it is poisoned with: an effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poison: Option<String>,
}

/// An item on the floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Loose {
    /// Where.
    pub at: At,
    /// What.
    pub ware: Ware,
}

/// A feature of an arena.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    /// What it is.
    pub feature: String,
    /// Where.
    pub at: At,
    /// Whether it is open.
    #[serde(default, skip_serializing_if = "is_false")]
    pub open: bool,
    /// Whether it is locked.
    #[serde(default, skip_serializing_if = "is_false")]
    pub locked: bool,
    /// Whether it is still to be found.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// Whose it is: a god.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub god: Option<String>,
    /// What it bears.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hp: Option<i32>,
}

/// A trap of an arena.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Snare {
    /// What it is.
    pub trap: String,
    /// Where.
    pub at: At,
    /// Whether it has been found.
    #[serde(default, skip_serializing_if = "is_false")]
    pub found: bool,
}

/// A condition somebody is under from the beginning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Which.
    pub status: String,
    /// Its magnitude.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub mag: i32,
    /// Its value.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub val: i32,
    /// For how many turns; for ever if left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turns: i32,
    /// The effect behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_one(depth: &u8) -> bool {
    *depth == 1
}

fn is_first(level: &i32) -> bool {
    *level == 1
}

fn is_zero(number: &i32) -> bool {
    *number == 0
}

fn is_hostile(mood: &Mood) -> bool {
    *mood == Mood::Hostile
}

//! Whoever and whatever is in the dungeon.

use crate::content::Slot;
use crate::{Id, Kind, Res, Status};
use referee_dispatch::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Whoever or whatever is in the dungeon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// Its number: never given twice.
    pub id: Id,
    /// What it is.
    pub kind: Kind,
    /// What it is in particular: its monster, its item, its feature.
    pub res: Res,
    /// Where it is.
    pub at: Whereabouts,
    /// What is left of it.
    pub hp: i32,
    /// What there is of it at most.
    pub max_hp: i32,
    /// The conditions it is under, in the order in which it gained them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statuses: Vec<Status>,
    /// What it is besides.
    pub more: Nature,
}

/// Where a thing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// On a square of a level.
    On {
        /// How deep the level lies.
        depth: u8,
        /// Which square.
        place: Place,
    },
    /// With somebody.
    With {
        /// Who has it.
        who: Id,
        /// Where on the body.
        slot: Slot,
    },
    /// In a container.
    In {
        /// Which one.
        what: Id,
    },
    /// Nowhere at all.
    #[default]
    Nowhere,
}

impl Slot {
    /// Whether what is there is worn or held.
    pub fn is_worn(self) -> bool {
        self != Slot::Pack
    }
}

/// What a thing is besides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    /// Nothing more.
    #[default]
    Plain,
    /// Somebody who acts.
    Creature(Box<Creature>),
    /// Something that can be carried.
    Item(Box<Item>),
    /// Something that belongs to the ground.
    Feature(Box<Feature>),
}

/// Somebody who acts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Creature {
    /// When it can act next, by the clock.
    pub ready: u32,
    /// What is left to cast with.
    pub mana: i32,
    /// What there is to cast with at most.
    pub max_mana: i32,
    /// What is left to exert itself with.
    pub fatigue: i32,
    /// What there is to exert itself with at most.
    pub max_fatigue: i32,
    /// Whose party it belongs to; 0 is the player's.
    pub party: u32,
    /// How it stands to the player.
    pub mood: Mood,
    /// Whom it is after.
    pub target: Option<Id>,
    /// Where it last knew its target.
    pub trail: Option<Place>,
    /// When it last fought, by the clock; 0 is never.
    pub fought: u32,
    /// The experience it has.
    pub experience: u32,
    /// Who it is, if it has a class, a god and a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub character: Option<Box<Character>>,
}

/// How a creature stands to the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // named for what they are
pub enum Mood {
    #[default]
    Hostile,
    Neutral,
    Friendly,
}

/// Somebody with a class, a god and a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Character {
    /// The name.
    pub name: String,
    /// The race.
    pub race: Res,
    /// The class.
    pub class: Res,
    /// The level in it.
    pub level: i32,
    /// Strength, dexterity, constitution, intelligence, wisdom, charisma, luck.
    pub attributes: [i32; 7],
    /// The spells it knows.
    pub spells: Vec<Res>,
    /// The god it follows.
    pub god: Option<Res>,
    /// What it has with each god: favour, anger, when it may pray again.
    pub faith: BTreeMap<Res, Faith>,
}

/// What somebody has with a god.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Faith {
    /// How much it is liked.
    pub favour: i32,
    /// How angry the god is.
    pub anger: i32,
    /// When it may pray again, by the clock.
    pub patience: u32,
    /// The favour level that has been blessed.
    pub blessed: i32,
}

/// Something that can be carried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Item {
    /// How many there are.
    pub quantity: i32,
    /// Its magic plus.
    pub plus: i32,
    /// Its enchantment.
    pub enchantment: Option<Res>,
    /// What is left in it.
    pub charges: i32,
    /// Whether the player knows what it is.
    pub known: bool,
    /// Whether it is blessed.
    pub blessed: bool,
    /// Whether it is cursed: it does not come off.
    pub cursed: bool,
    /// What it is poisoned with.
    pub poison: Option<Res>,
    /// Whose remains it is.
    pub of: Option<Res>,
}

/// Something that belongs to the ground.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Feature {
    /// Whether it is open.
    pub open: bool,
    /// Whether it is locked.
    pub locked: bool,
    /// Whether it has been found.
    pub found: bool,
    /// Whether the hero has tried its lock, and so knows of it.
    #[serde(skip_serializing_if = "is_untried")]
    pub tried: bool,
    /// Where it leads, by depth.
    pub leads_to: Option<u8>,
    /// The effect it holds: a trap's.
    pub effect: Option<Res>,
    /// The god it belongs to: an altar's.
    pub god: Option<Res>,
}

fn is_untried(tried: &bool) -> bool {
    !tried
}

impl Thing {
    /// The creature it is.
    #[inline]
    pub fn creature(&self) -> Option<&Creature> {
        if let Nature::Creature(creature) = &self.more { Some(creature) } else { None }
    }

    /// The creature it is, to be changed by an event.
    pub(crate) fn creature_mut(&mut self) -> Option<&mut Creature> {
        if let Nature::Creature(creature) = &mut self.more { Some(creature) } else { None }
    }

    /// The character it is.
    pub fn character(&self) -> Option<&Character> {
        self.creature().and_then(|creature| creature.character.as_deref())
    }

    /// The character it is, to be changed by an event.
    pub(crate) fn character_mut(&mut self) -> Option<&mut Character> {
        self.creature_mut().and_then(|creature| creature.character.as_deref_mut())
    }

    /// The item it is.
    pub fn item(&self) -> Option<&Item> {
        if let Nature::Item(item) = &self.more { Some(item) } else { None }
    }

    /// The item it is, to be changed by an event.
    pub(crate) fn item_mut(&mut self) -> Option<&mut Item> {
        if let Nature::Item(item) = &mut self.more { Some(item) } else { None }
    }

    /// The feature it is.
    pub fn feature(&self) -> Option<&Feature> {
        if let Nature::Feature(feature) = &self.more { Some(feature) } else { None }
    }

    /// The feature it is, to be changed by an event.
    pub(crate) fn feature_mut(&mut self) -> Option<&mut Feature> {
        if let Nature::Feature(feature) = &mut self.more { Some(feature) } else { None }
    }

    /// The square it is on, at a depth.
    #[inline]
    pub fn on(&self, level: u8) -> Option<Place> {
        match self.at {
            Whereabouts::On { depth, place } if depth == level => Some(place),
            _ => None,
        }
    }

    /// Who has it.
    pub fn holder(&self) -> Option<(Id, Slot)> {
        if let Whereabouts::With { who, slot } = self.at { Some((who, slot)) } else { None }
    }

    /// The first status of a kind.
    pub fn status(&self, nature: Res) -> Option<&Status> {
        self.statuses.iter().find(|status| status.nature == nature)
    }

    /// Whether it is under a condition.
    pub fn has(&self, nature: Res) -> bool {
        self.status(nature).is_some()
    }
}

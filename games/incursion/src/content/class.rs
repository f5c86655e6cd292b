//! A class: what a character has learned.

use super::define::{Define, Linked};
use super::monster::Trained;
use super::{Attribute, Dice, Level, Link, Noun, Save, Set, Slot, Text, Trait, Whole};
use serde::Deserialize;

/// A class.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// What they do.
    pub about: Text,
    /// The hit die of each level.
    pub hit_die: Whole<2, 20>,
    /// What a level adds to attacks, in percent.
    pub attack: Whole<0, 200>,
    /// What a level adds to shots and throws, in percent.
    pub archery: Whole<0, 200>,
    /// How many levels add one to the defence; none if 0.
    pub defence: Whole<0, 20>,
    /// The saving throws it is good at.
    pub saves: Vec<Save>,
    /// Mana of each level.
    pub mana: Whole<0, 20>,
    /// What its magic comes from.
    pub casts_with: Option<Attribute>,
    /// The attributes it starts with: Str Dex Con Int Wis Cha Luck.
    pub attributes: [Whole<3, 25>; 7],
    /// What it is good at.
    pub skills: Vec<Trained>,
    /// What it can.
    #[serde(default)]
    pub traits: Set<Trait>,
    /// What it starts with.
    pub kit: Vec<Kit>,
    /// What it learns to cast.
    #[serde(default)]
    pub spells: Vec<Spell>,
    /// Whom it serves at first.
    pub god: Option<Link>,
}

/// Something a character starts with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kit {
    /// What.
    pub item: Link,
    /// How many; one if left out.
    pub count: Option<Dice>,
    /// Where it is at the start; in the pack if left out.
    #[serde(rename = "in")]
    pub slot: Option<Slot>,
}

/// A spell and the level at which it is learned.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    /// Which spell.
    pub effect: Link,
    /// At which level.
    pub at: Level,
}

impl Define for Class {
    const NOUN: Noun = Noun::Class;

    fn links(&mut self, each: &mut Linked<'_>) {
        self.kit.iter_mut().for_each(|kit| each(Noun::Item, &mut kit.item));
        self.spells.iter_mut().for_each(|spell| each(Noun::Effect, &mut spell.effect));
        self.god.iter_mut().for_each(|link| each(Noun::God, link));
    }
}

//! A template: what changes a creature as a whole.

use super::define::{Define, Linked};
use super::monster::{Natural, riders};
use super::{Attribute, Bonus, Breed, Count, Cr, Harm, Link, Noun, Pace, Percent, Set, Text, Trait, Whole};
use serde::Deserialize;

/// A template.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// What one sees.
    pub about: Text,
    /// What is added to how dangerous it is.
    pub cr: Bonus,
    /// How dangerous it is at least.
    pub cr_min: Option<Cr>,
    /// Hit dice.
    #[serde(default)]
    pub hd: Bonus,
    /// What its attacks gain.
    #[serde(default)]
    pub hit: Bonus,
    /// What its defence gains.
    #[serde(default)]
    pub def: Bonus,
    /// What its armour gains.
    #[serde(default)]
    pub armour: Whole<0, 32>,
    /// What its attributes gain: Str Dex Con Int Wis Cha.
    #[serde(default)]
    pub attributes: [Bonus; 6],
    /// The attributes it has no more.
    #[serde(default)]
    pub without: Vec<Attribute>,
    /// How fast it moves at least.
    #[serde(rename = "move")]
    pub movement: Option<Pace>,
    /// How fast it acts at least.
    pub speed: Option<Pace>,
    /// What its speed gains, in steps of 5 percent.
    #[serde(default)]
    pub speed_bonus: Bonus,
    /// Hit points it regains every turn.
    #[serde(default)]
    pub regeneration: Count,
    /// What else it is.
    #[serde(default)]
    pub is_a: Vec<Breed>,
    /// On whom it can be.
    #[serde(default)]
    pub fits: Vec<Breed>,
    /// What it can.
    #[serde(default)]
    pub traits: Set<Trait>,
    /// What cannot harm it.
    #[serde(default)]
    pub immune: Vec<Harm>,
    /// Resistance to magic.
    #[serde(default)]
    pub magic_resistance: Percent,
    /// Further attacks.
    #[serde(default)]
    pub attacks: Vec<Natural>,
    /// What it can cast.
    #[serde(default)]
    pub spells: Vec<Link>,
    /// How often it comes by itself, against others.
    #[serde(default)]
    pub weight: Count,
    /// In how many of a hundred encounters all who fit have it.
    #[serde(default)]
    pub universal: Percent,
}

impl Define for Template {
    const NOUN: Noun = Noun::Template;

    fn links(&mut self, each: &mut Linked<'_>) {
        self.spells.iter_mut().for_each(|link| each(Noun::Effect, link));
        riders(&mut self.attacks, each);
    }
}

//! A race: what a character is born as.

use super::define::{Define, Linked};
use super::monster::Trained;
use super::{Bonus, Breed, Harm, Noun, Pace, Set, Size, Text, Trait, Whole};
use serde::Deserialize;

/// A race.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Race {
    /// Who they are.
    pub about: Text,
    /// How large they are.
    pub size: Size,
    /// How fast they move.
    #[serde(rename = "move")]
    pub movement: Pace,
    /// What their attributes gain: Str Dex Con Int Wis Cha Luck.
    pub attributes: [Bonus; 7],
    /// What they are.
    pub is_a: Vec<Breed>,
    /// What they can.
    #[serde(default)]
    pub traits: Set<Trait>,
    /// What harms them less.
    #[serde(default)]
    pub resist: Vec<Harm>,
    /// How far they see in the dark, in squares.
    #[serde(default)]
    pub dark_sight: Whole<0, 20>,
    /// What they are good at.
    #[serde(default)]
    pub skills: Vec<Trained>,
}

impl Define for Race {
    const NOUN: Noun = Noun::Race;

    fn links(&mut self, _: &mut Linked<'_>) {}
}

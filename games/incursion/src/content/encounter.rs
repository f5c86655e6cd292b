//! An encounter: who comes together.

use super::define::{Define, Linked};
use super::{Breed, Count, Cr, Link, Noun, Percent, Text, Whole};
use serde::Deserialize;

/// An encounter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encounter {
    /// Who they are.
    pub about: Text,
    /// The least and the most dangerous it comes.
    pub cr: [Cr; 2],
    /// How often it comes, against others; 0 is only where it is called.
    #[serde(default)]
    pub weight: Count,
    /// How it is put together.
    #[serde(default)]
    pub flags: Vec<EncounterFlag>,
    /// Who belongs to it.
    pub parts: Vec<Part>,
}

/// How an encounter is put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EncounterFlag {
    /// All are of one kind.
    Uniform,
    /// One alone.
    Single,
    /// Each part is another choice, not a further one.
    Staggered,
    /// They sleep by day.
    Asleep,
    /// They live in water.
    Aquatic,
}

/// A part of an encounter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// What scripts call it.
    pub name: Text,
    /// At least so many, at most so many.
    pub count: [Whole<0, 50>; 2],
    /// Its share of the whole.
    pub share: Whole<1, 1_000>,
    /// How likely it is there.
    pub chance: Option<Percent>,
    /// From how dangerous an encounter on.
    pub from_cr: Option<Cr>,
    /// Whether it leads.
    #[serde(default)]
    pub leader: bool,
    /// Who it may be, against others; all that fit the breeds if left out.
    #[serde(default)]
    pub of: Vec<Choice>,
    /// What it must be.
    #[serde(default)]
    pub is_a: Vec<Breed>,
    /// The templates it has.
    #[serde(default)]
    pub templates: Vec<Link>,
}

/// Somebody, and how often against others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Who.
    pub monster: Link,
    /// How often.
    pub weight: Whole<1, 1_000>,
}

/// The most parts of an encounter.
pub const PARTS_MAX: usize = 16;

impl Define for Encounter {
    const NOUN: Noun = Noun::Encounter;

    fn links(&mut self, each: &mut Linked<'_>) {
        for part in &mut self.parts {
            part.of.iter_mut().for_each(|choice| each(Noun::Monster, &mut choice.monster));
            part.templates.iter_mut().for_each(|link| each(Noun::Template, link));
        }
    }
}

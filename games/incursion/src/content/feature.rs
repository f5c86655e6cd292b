//! A feature: what belongs to the ground.

use super::define::{Define, Linked};
use super::{Count, Glyph, Link, Noun, Set, Text, Tint, Whole};
use crate::Kind;
use serde::Deserialize;

/// A feature.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// What one sees.
    pub about: Text,
    /// How it is drawn; a door that is open, with an apostrophe.
    pub glyph: Glyph,
    /// In which colour.
    pub tint: Tint,
    /// What it is: a feature, a door or a portal.
    pub kind: Kind,
    /// Of what it is made.
    pub material: Material,
    /// What it can bear; nothing breaks it if left out.
    pub hp: Option<Count>,
    /// What is so about it.
    #[serde(default)]
    pub flags: Set<FeatureFlag>,
    /// Where it leads: so many levels down.
    #[serde(default)]
    pub leads: Whole<-10, 10>,
    /// Whose it is.
    pub god: Option<Link>,
}

/// Of what a feature is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Material {
    /// Wood.
    Wood,
    /// Stone.
    Granite,
    /// Iron.
    Iron,
    /// Loose stones.
    Rubble,
    /// Cloth, straw and the like.
    Soft,
}

impl Material {
    /// What is taken from every blow.
    pub fn hardness(self) -> i32 {
        match self {
            Material::Soft => 0,
            Material::Wood => 5,
            Material::Rubble => 6,
            Material::Granite => 8,
            Material::Iron => 10,
        }
    }
}

/// What is so about a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureFlag {
    /// Nobody walks there (a door: while it is shut).
    Solid,
    /// Nobody sees through (a door: while it is shut).
    Opaque,
    /// Gods hear what is said there.
    Altar,
    /// It can be locked.
    Locks,
    /// Nobody sees it at first.
    Secret,
}

impl Define for Feature {
    const NOUN: Noun = Noun::Feature;

    fn links(&mut self, each: &mut Linked<'_>) {
        self.god.iter_mut().for_each(|link| each(Noun::God, link));
    }
}

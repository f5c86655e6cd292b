//! A terrain: what squares are made of.

use super::define::{Define, Linked};
use super::{Dc, Glyph, Noun, Set, Text, Tint, Whole};
use serde::Deserialize;

/// A terrain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// What one sees.
    pub about: Text,
    /// How it is drawn.
    pub glyph: Glyph,
    /// In which colour.
    pub tint: Tint,
    /// What is so about it.
    #[serde(default)]
    pub flags: Set<TerrainFlag>,
    /// How fast one moves on it, in percent.
    #[serde(rename = "move")]
    pub movement: Option<Whole<1, 100>>,
    /// What a check on it must reach.
    pub dc: Option<Dc>,
}

/// What is so about a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TerrainFlag {
    /// Nobody walks there.
    Solid,
    /// Nobody sees through.
    Opaque,
    /// It is asked about what happens on it.
    Special,
    /// It is also asked as the ground of the target.
    MindsTarget,
    /// Who walks there by mistake is warned.
    Warn,
    /// It is water.
    Water,
    /// One cannot stand in it.
    Deep,
    /// One is below the others in it.
    Pit,
    /// One falls.
    Fall,
    /// It gives light.
    Light,
    /// One sees little in it.
    Obscure,
    /// It can be dug.
    Diggable,
    /// It is an ordinary floor: magic may change it.
    Floor,
    /// It is a tree, with its cover.
    Tree,
}

impl Terrain {
    /// Whether something is so about it.
    #[inline]
    pub fn is(&self, flag: TerrainFlag) -> bool {
        self.flags.contains(&flag)
    }
}

impl Define for Terrain {
    const NOUN: Noun = Noun::Terrain;

    fn links(&mut self, _: &mut Linked<'_>) {}
}

//! A trap: what waits for a foot. What it does is an effect.

use super::define::{Define, Linked};
use super::{Count, Dc, Glyph, Level, Link, Noun, Save, Text, Tint};
use serde::Deserialize;

/// A trap.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trap {
    /// What one sees once it is found.
    pub about: Text,
    /// How it is drawn.
    pub glyph: Glyph,
    /// In which colour.
    pub tint: Tint,
    /// Its level.
    pub level: Level,
    /// Which saving throw helps.
    pub save: Option<Save>,
    /// What the saving throw must reach; 10 and the level if left out.
    pub dc: Option<Dc>,
    /// How much more while it is unseen.
    #[serde(default)]
    pub unseen: Dc,
    /// What searching must reach.
    pub search: Dc,
    /// What disarming must reach.
    pub disarm: Dc,
    /// What it does.
    pub effect: Link,
    /// Whether it is there again after it was sprung.
    #[serde(default)]
    pub permanent: bool,
    /// How often it is found, against others.
    #[serde(default)]
    pub weight: Count,
}

impl Define for Trap {
    const NOUN: Noun = Noun::Trap;

    fn links(&mut self, each: &mut Linked<'_>) {
        each(Noun::Effect, &mut self.effect);
    }
}

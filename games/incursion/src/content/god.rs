//! A god: who watches, and what it takes and gives.

use super::define::{Define, Linked};
use super::{Count, Dc, Link, Noun, Percent, Side, Text, Whole};
use serde::Deserialize;

/// A god.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct God {
    /// Who it is.
    pub about: Text,
    /// On which side it stands; none is neutral.
    #[serde(default)]
    pub align: Vec<Side>,
    /// How much anger it bears before it strikes.
    pub tolerance: Whole<0, 50>,
    /// What a prayer must reach.
    pub prayer_dc: Dc,
    /// How long it wants peace after a prayer.
    pub timeout: Count,
    /// What an aid costs, in percent of the favour.
    pub intervention: Percent,
    /// How often it looks at its own, in ticks of experience.
    pub pulse: Count,
    /// How often it looks at those it is angry with.
    pub anger_pulse: Count,
    /// The favour its levels need.
    pub favour: [Whole<0, 1_000_000>; 7],
    /// What its aid is: the effects it sends, from the first need to the last.
    #[serde(default)]
    pub aid: Vec<Link>,
}

impl God {
    /// The level of favour: how many thresholds are reached.
    pub fn level(&self, favour: i32) -> i32 {
        self.favour.iter().filter(|need| favour >= need.get()).count() as i32
    }
}

impl Define for God {
    const NOUN: Noun = Noun::God;

    fn links(&mut self, each: &mut Linked<'_>) {
        self.aid.iter_mut().for_each(|link| each(Noun::Effect, link));
    }
}

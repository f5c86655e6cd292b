//! Spells, effects, areas, and what items do when they are used.

use super::Own;

pub(crate) const CREATURE: &[Own] = &[];
pub(crate) const MONSTER: &[Own] = &[];
pub(crate) const ITEM: &[Own] = &[];
pub(crate) const ARMOUR: &[Own] = &[];
pub(crate) const THING: &[Own] = &[];

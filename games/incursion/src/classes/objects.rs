//! Taking, wearing, eating, opening chests.

use super::Own;

pub(crate) const CREATURE: &[Own] = &[];
pub(crate) const ARMOUR: &[Own] = &[];
pub(crate) const FOOD: &[Own] = &[];
pub(crate) const CONTAINER: &[Own] = &[];
pub(crate) const ITEM: &[Own] = &[];

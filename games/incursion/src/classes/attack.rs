//! Blows: how they are led, struck and taken.

use super::Own;

pub(crate) const PLAYER: &[Own] = &[];
pub(crate) const MONSTER: &[Own] = &[];
pub(crate) const CREATURE: &[Own] = &[];
pub(crate) const ITEM: &[Own] = &[];
pub(crate) const FEATURE: &[Own] = &[];
pub(crate) const DOOR: &[Own] = &[];

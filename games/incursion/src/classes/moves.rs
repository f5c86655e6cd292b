//! Going, jumping, falling, doors and stairs, resting, searching.

use super::Own;

pub(crate) const PLAYER: &[Own] = &[];
pub(crate) const CREATURE: &[Own] = &[];
pub(crate) const DOOR: &[Own] = &[];
pub(crate) const PORTAL: &[Own] = &[];
pub(crate) const FEATURE: &[Own] = &[];

//! Words.

use super::Own;

pub(crate) const CREATURE: &[Own] = &[];

//! Encounters, and whoever comes with them.

use super::Own;

pub(crate) const MAP: &[Own] = &[];

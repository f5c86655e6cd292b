//! Gods: prayer, sacrifice, anger, aid.

use super::Own;

pub(crate) const CHARACTER: &[Own] = &[];
pub(crate) const PLAYER: &[Own] = &[];

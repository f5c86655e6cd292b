//! Turns aside what comes from the front; the station `frontal shield` does it.

use super::passive;
use crate::Skill;

pub(crate) const SKILL: Skill = passive("Frontal shield", "turns aside what comes from the front");

//! Walking is everybody's; the skill only says so.

use super::passive;
use crate::Skill;

pub(crate) const SKILL: Skill = passive("Walk", "goes one hex a turn");

//! Carries the lessons about tiles: ice and void work by themselves.

use super::passive;
use crate::Skill;

pub(crate) const SKILL: Skill = passive("Tiles", "ice lets slide, void hurts");

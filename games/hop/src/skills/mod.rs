//! One file a skill.

pub(crate) mod auto_attack;
pub(crate) mod axial_strike;
pub(crate) mod basic_attack;
pub(crate) mod basic_move;
pub(crate) mod bulwark_charge;
pub(crate) mod frontal_shield;
pub(crate) mod grapple_hook;
pub(crate) mod jump;
pub(crate) mod lunge;
pub(crate) mod sentinel_blast;
pub(crate) mod shield_bash;
pub(crate) mod spear_throw;
pub(crate) mod theme_hazards;

use crate::{Actor, Cast, Effect, Hex, Refusal, Run, Skill, Slot};
use alloc::vec::Vec;

/// More than any life.
pub(crate) const DEADLY: u16 = 999;

/// A skill that cannot be used: it works by itself.
pub(crate) const fn passive(title: &'static str, about: &'static str) -> Skill {
    Skill { title, about, announced: "", slot: Slot::Passive, range: 0, cooldown: 0, longer: None, aim: never, effects: nothing }
}

fn never(_: &Run, _: &Actor, _: Hex) -> Result<(), Refusal> {
    Err(Refusal::Passive)
}

fn nothing(_: &Run, _: &Cast<'_>, _: &mut Vec<Effect>) {}

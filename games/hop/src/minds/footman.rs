//! The footman walks up and punches.

use super::{Plan, Thinking, melee, nearer};
use crate::{Actor, Intent, Quirk, SkillId};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    // One that can announce blows does, and so do all of the public engine, able or not.
    if think.run().has(Quirk::FootmenStrikeTwice) || me.can(SkillId::BasicAttack) {
        return melee(think, me, Intent::Moving);
    }
    nearer(think, me)
}

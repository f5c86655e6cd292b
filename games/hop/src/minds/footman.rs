//! The footman walks up and punches.

use super::{Plan, Thinking, approach, goal, melee};
use crate::{Actor, Intent, Quirk, SkillId};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    // One that can announce blows does, and so do all of the public engine, able or not.
    if think.run().has(Quirk::FootmenStrikeTwice) || me.can(SkillId::BasicAttack) {
        return melee(think, me, Intent::Moving);
    }
    if me.at.distance(goal(think, me)) == 1 {
        return Plan::stay(me, Intent::Waiting);
    }
    let to = approach(think, me, me.at);
    Plan::walk(me, to, if to == me.at { Intent::Waiting } else { Intent::Moving })
}

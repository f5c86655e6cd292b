//! The sentinel announces a blast on the player's hex whenever it is within five hexes.

use super::{Plan, Thinking, approach, goal};
use crate::{Actor, Intent, SkillId};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let goal = goal(think, me);
    if me.at.distance(goal) <= 5 {
        return Plan::aim(me, Intent::Skill(SkillId::SentinelBlast), goal);
    }
    let to = approach(think, me, me.at);
    Plan::walk(me, to, Intent::Moving)
}

//! The archer looks for a line to its goal, two to four hexes long, announces its shot, and shoots next turn.

use super::{Plan, Thinking, approach, goal};
use crate::{Actor, Intent, Quirk, SkillId};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let goal = goal(think, me);
    let shot = if think.run().has(Quirk::ArchersSteal) { SkillId::SpearThrow } else { SkillId::AxialStrike };
    if me.at.is_in_line(goal) && (2..=4).contains(&me.at.distance(goal)) {
        return Plan::aim(me, Intent::Skill(shot), goal);
    }
    let to = approach(think, me, me.at);
    Plan::walk(me, to, if to == me.at { Intent::Idle } else { Intent::Moving })
}

//! The sprinter comes two steps at a time.

use super::{BLOW, Plan, Thinking, approach, goal};
use crate::{Actor, Intent};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let goal = goal(think, me);
    if me.at.distance(goal) == 1 {
        return Plan::aim(me, BLOW, goal);
    }
    let mut to = approach(think, me, me.at);
    if to != me.at && to.distance(goal) > 1 {
        to = approach(think, me, to);
    }
    if to == me.at { Plan::aim(me, BLOW, goal) } else { Plan::walk(me, to, Intent::Moving) }
}

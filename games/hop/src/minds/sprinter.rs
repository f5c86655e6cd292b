//! The sprinter comes two steps at a time.

use super::{BLOW, Plan, Thinking, goal, greedy, nearer};
use crate::{Actor, Intent};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let goal = goal(think, me);
    if me.at.distance(goal) == 1 {
        return Plan::aim(me, BLOW, goal);
    }
    let mut to = greedy(think, me, me.at, nearer);
    if to != me.at && to.distance(goal) > 1 {
        to = greedy(think, me, to, nearer);
    }
    if to == me.at { Plan::aim(me, BLOW, goal) } else { Plan::walk(me, to, Intent::Moving) }
}

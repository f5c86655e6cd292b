//! The assassin comes unseen and shows itself to strike.

use super::{BLOW, Plan, Thinking, approach, goal};
use crate::{Actor, Intent};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let goal = goal(think, me);
    if me.at.distance(goal) == 1 {
        return Plan { hidden: false, ..Plan::aim(me, BLOW, goal) };
    }
    let to = approach(think, me, me.at);
    if to == me.at { Plan::aim(me, BLOW, goal) } else { Plan { hidden: true, ..Plan::walk(me, to, Intent::Hidden) } }
}

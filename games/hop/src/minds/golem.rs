//! The golem announces a blow from up to three hexes away, then gathers strength for two turns.

use super::{BLOW, Plan, Thinking, approach, goal};
use crate::{Actor, Intent};

/// Turns of gathering strength.
const REST: u8 = 2;

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let goal = goal(think, me);
    if me.timer > 0 {
        return Plan { timer: me.timer - 1, aimed: me.aimed, ..Plan::stay(me, Intent::ChargingPower) };
    }
    if (1..=3).contains(&me.at.distance(goal)) {
        return Plan { timer: REST, ..Plan::aim(me, BLOW, goal) };
    }
    let to = approach(think, me, me.at);
    let intent = if to == me.at { Intent::Waiting } else { Intent::Lumbering };
    Plan { aimed: me.aimed, ..Plan::walk(me, to, intent) }
}

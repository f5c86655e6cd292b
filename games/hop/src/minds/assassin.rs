//! The assassin comes unseen and shows itself to strike.

use super::{Plan, Thinking, greedy, nearer};
use crate::{Actor, Intent};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let player = think.run().player.at;
    if me.at.distance(player) == 1 {
        return Plan { hidden: false, ..Plan::aim(me, Intent::BasicAttack, player) };
    }
    let to = greedy(think, me, me.at, nearer);
    if to == me.at {
        Plan::aim(me, Intent::BasicAttack, player)
    } else {
        Plan { hidden: true, ..Plan::walk(me, to, Intent::Hidden) }
    }
}

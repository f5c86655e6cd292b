//! The sprinter comes two steps at a time.

use super::{Plan, Thinking, greedy, nearer};
use crate::{Actor, Intent};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let player = think.run().player.at;
    if me.at.distance(player) == 1 {
        return Plan::aim(me, Intent::BasicAttack, player);
    }
    let mut to = greedy(think, me, me.at, nearer);
    if to != me.at && to.distance(player) > 1 {
        to = greedy(think, me, to, nearer);
    }
    if to == me.at { Plan::aim(me, Intent::BasicAttack, player) } else { Plan::walk(me, to, Intent::Moving) }
}

//! The sentinel announces a blast on the player's hex whenever it is within five hexes.

use super::{Plan, Thinking, greedy, nearer};
use crate::{Actor, Intent};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let player = think.run().player.at;
    if me.at.distance(player) <= 5 {
        return Plan::aim(me, Intent::SentinelBlast, player);
    }
    let to = greedy(think, me, me.at, nearer);
    Plan::walk(me, to, Intent::Moving)
}

//! The archer looks for a line to the player, two to four hexes long, announces its shot, and shoots next turn.

use super::{Plan, Thinking, greedy, nearer};
use crate::{Actor, Intent, Quirk};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let run = think.run();
    let player = run.player.at;
    let shot = if run.has(Quirk::ArchersSteal) { Intent::SpearThrow } else { Intent::AxialStrike };
    if me.at.is_in_line(player) && (2..=4).contains(&me.at.distance(player)) {
        return Plan::aim(me, shot, player);
    }
    let to = greedy(think, me, me.at, nearer);
    Plan::walk(me, to, if to == me.at { Intent::Idle } else { Intent::Moving })
}

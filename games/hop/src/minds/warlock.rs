//! The warlock jumps about and announces spells on where the player stands.

use super::{Plan, Thinking, goal};
use crate::{Actor, Direction, Intent, Way};
use referee::Ask;

/// Three times in ten: 0.3 of 2^32, rounded up.
const RESTLESS: u32 = 1_288_490_189;

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let goal = goal(think, me);
    let distance = me.at.distance(goal);
    let restless = think.draw(Ask::BITS, "whether it stays") < RESTLESS;
    if distance <= 2 || restless {
        let way = Direction::new(think.draw(Ask::below(6), "which way it jumps"));
        let steps = think.draw(Ask::between(3, 5), "how far it jumps");
        let (to, run) = (me.at.stepped(way, steps as i8), think.run());
        if run.ground().without(run.occupied()).has(to) {
            return Plan { way: Way::Teleport, ..Plan::walk(me, to, Intent::Repositioning) };
        }
    }
    match distance {
        2..=4 => Plan::aim(me, Intent::Casting, goal),
        _ => Plan::stay(me, Intent::Preparing),
    }
}

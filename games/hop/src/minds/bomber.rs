//! The bomber keeps two or three hexes away, announces where a bomb will lie, lays it, and backs off twice.

use super::{Plan, Thinking, goal, greedy};
use crate::Hex;
use crate::{Actor, Intent};
use referee::Ask;

/// Turns from announcing a bomb until the next may be announced.
const PAUSE: u8 = 2;

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let goal = goal(think, me);
    if me.timer == 0
        && (2..=3).contains(&me.at.distance(goal))
        && let Some(at) = target(think, goal)
    {
        return Plan { timer: PAUSE, ..Plan::aim(me, Intent::Bombing, at) };
    }
    // Two and a half hexes are best: twice the distance is compared with five.
    let to = greedy(think, me, me.at, |at| (2 * i16::from(at.distance(goal)) - 5).abs());
    let intent = if to == me.at { Intent::Waiting } else { Intent::Moving };
    Plan { timer: me.timer.saturating_sub(1), ..Plan::walk(me, to, intent) }
}

/// One of the places around the goal where one can stand.
fn target(think: &mut dyn Thinking, goal: Hex) -> Option<Hex> {
    let run = think.run();
    let ground = run.ground();
    let places = move || goal.around().filter(move |&at| ground.has(at));
    let n = u32::try_from(places().count()).ok().filter(|&n| n > 0)?;
    places().nth(think.draw(Ask::below(n), "where the bomb will lie") as usize)
}

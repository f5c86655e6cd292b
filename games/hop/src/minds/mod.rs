//! How enemies choose what to do: one file a kind. A mind looks at the run, may take dice, and says what it wants.

pub(crate) mod archer;
pub(crate) mod assassin;
pub(crate) mod bomber;
pub(crate) mod footman;
pub(crate) mod golem;
pub(crate) mod sentinel;
pub(crate) mod shield_bearer;
pub(crate) mod sprinter;
pub(crate) mod warlock;

use crate::{Actor, Direction, Hex, Intent, Run, Way};
use referee::Ask;

/// Chooses what an enemy does.
pub(crate) type Mind = fn(&mut dyn Thinking, &Actor) -> Plan;

/// What a mind can do: look, and take dice.
pub(crate) trait Thinking {
    /// What is true now.
    fn run(&self) -> &Run;
    /// Takes a number.
    fn draw(&mut self, ask: Ask, why: &'static str) -> u32;
}

/// What an enemy does: where it goes, and what it announces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) to: Hex,
    pub(crate) way: Way,
    pub(crate) intent: Intent,
    pub(crate) aimed: Option<Hex>,
    pub(crate) timer: u8,
    pub(crate) facing: Option<Direction>,
    pub(crate) hidden: bool,
}

impl Plan {
    /// Stays, and announces something without a place.
    pub(crate) fn stay(me: &Actor, intent: Intent) -> Plan {
        Plan { to: me.at, way: Way::Step, intent, aimed: None, timer: me.timer, facing: me.facing, hidden: me.hidden }
    }

    /// Stays, and announces something on a place.
    pub(crate) fn aim(me: &Actor, intent: Intent, at: Hex) -> Plan {
        Plan { aimed: Some(at), ..Plan::stay(me, intent) }
    }

    /// Goes somewhere.
    pub(crate) fn walk(me: &Actor, to: Hex, intent: Intent) -> Plan {
        Plan { to, ..Plan::stay(me, intent) }
    }
}

/// Who has no mind does nothing.
pub(crate) fn nothing(_: &mut dyn Thinking, me: &Actor) -> Plan {
    Plan::stay(me, me.intent)
}

/// One step that brings a place with a lower score, or a score as low; of several as good a die picks one. `score` judges twice the distance to
/// the player.
pub(crate) fn greedy(think: &mut dyn Thinking, me: &Actor, from: Hex, score: impl Fn(i16) -> i16) -> Hex {
    let run = think.run();
    let player = run.player.at;
    let judged = |at: Hex| score(2 * i16::from(at.distance(player)));
    let mut free = run.ground().without(run.occupied());
    let is_left = from != me.at && !run.enemies.iter().any(|other| other.at == me.at && other.id != me.id);
    if is_left && run.is_walkable(me.at) {
        free.put(me.at); // it has left already
    }
    let mut best = judged(from);
    let mut found = [from; 6];
    let mut count = 0;
    for to in from.around().filter(|&to| free.has(to)) {
        let score = judged(to);
        if score < best {
            (best, count) = (score, 0);
        }
        if score == best {
            found[count] = to;
            count += 1;
        }
    }
    match count {
        0 => from,
        1 => found[0],
        _ => found[think.draw(Ask::below(count as u32), "which way to go") as usize],
    }
}

/// The nearer the better.
pub(crate) fn nearer(twice: i16) -> i16 {
    twice
}

/// Strikes next turn if beside the player, else comes nearer; who cannot come nearer strikes all the same.
pub(crate) fn melee(think: &mut dyn Thinking, me: &Actor, moving: Intent) -> Plan {
    let player = think.run().player.at;
    if me.at.distance(player) == 1 {
        return Plan::aim(me, Intent::BasicAttack, player);
    }
    let to = greedy(think, me, me.at, nearer);
    if to == me.at { Plan::aim(me, Intent::BasicAttack, player) } else { Plan::walk(me, to, moving) }
}

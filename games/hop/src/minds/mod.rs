//! How actors choose what to do: one file a mind. A mind looks at the run, may take dice, and says what it wants. Adding one is one file and one
//! line here.

pub(crate) mod archer;
pub(crate) mod assassin;
pub(crate) mod bomber;
pub(crate) mod footman;
pub(crate) mod golem;
pub(crate) mod sentinel;
pub(crate) mod shield_bearer;
pub(crate) mod sprinter;
pub(crate) mod still;
pub(crate) mod tactics;
pub(crate) mod warlock;

use crate::legal::may_use;
use crate::{Actor, Hex, Intent, Mask, Quirk, Run, SkillId, Skills, StatusId, Way};
use SkillId::{AxialStrike, BasicAttack, SentinelBlast};
use referee::Ask;
use serde::{Deserialize, Serialize};

macro_rules! minds {
    ($($name:ident $text:literal $file:ident [$($own:ident)*]),+ $(,)?) => {
        /// What chooses an actor's actions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[allow(missing_docs)] // each has a file that says how it thinks
        pub enum MindId { $(#[serde(rename = $text)] $name),+ }

        impl MindId {
            /// All of them.
            pub const EVERY: &'static [MindId] = &[$(MindId::$name),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(MindId::$name => $text),+ }
            }

            /// The skills that it knows how to use without [`tactics`].
            fn own(self) -> Skills {
                match self { $(MindId::$name => const { Skills::of(&[$($own),*]) }),+ }
            }

            fn habit(self) -> Mind {
                match self { $(MindId::$name => $file::mind),+ }
            }
        }
    };
}

minds! {
    Player "player" still [],
    Footman "footman" footman [BasicAttack],
    ShieldBearer "shieldBearer" shield_bearer [BasicAttack],
    Sprinter "sprinter" sprinter [BasicAttack],
    Archer "archer" archer [AxialStrike],
    Bomber "bomber" bomber [],
    Warlock "warlock" warlock [],
    Sentinel "sentinel" sentinel [SentinelBlast],
    Assassin "assassin" assassin [BasicAttack],
    Golem "golem" golem [BasicAttack],
    Still "still" still [],
    Script "script" still [],
}

impl MindId {
    /// What an actor does: the best use of a skill that its habit does not know, or what its habit says. In the public engine the habit alone.
    pub(crate) fn plan(self, think: &mut dyn Thinking, me: &Actor) -> Plan {
        if self == MindId::Still {
            return Plan::stay(me, me.intent);
        }
        let run = think.run();
        if run.has(Quirk::MindsFixed) {
            return (self.habit())(think, me);
        }
        let skilled = tactics::unknown(me, self.own()).and_then(|unknown| tactics::best(run, me, unknown));
        let plan = skilled.unwrap_or_else(|| (self.habit())(think, me));
        if plan.is_possible(think.run(), me) { plan } else { nearer(think, me) }
    }
}

/// Chooses what an actor does.
pub(crate) type Mind = fn(&mut dyn Thinking, &Actor) -> Plan;

/// What a mind can do: look, and take dice.
pub(crate) trait Thinking {
    /// What is true now.
    fn run(&self) -> &Run;
    /// Takes a number.
    fn draw(&mut self, ask: Ask, why: &'static str) -> u32;
}

/// What an actor does: where it goes, or which skill takes it there, and what it announces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) to: Hex,
    pub(crate) way: Way,
    /// A skill used at once.
    pub(crate) uses: Option<(SkillId, Hex)>,
    pub(crate) intent: Intent,
    pub(crate) aimed: Option<Hex>,
    pub(crate) timer: u8,
    pub(crate) hidden: bool,
}

impl Plan {
    /// Stays, and announces something without a place.
    pub(crate) fn stay(me: &Actor, intent: Intent) -> Plan {
        let hidden = me.has(StatusId::Stealth);
        Plan { to: me.at, way: Way::Step, uses: None, intent, aimed: None, timer: me.timer, hidden }
    }

    /// Stays, and announces something on a place.
    pub(crate) fn aim(me: &Actor, intent: Intent, at: Hex) -> Plan {
        Plan { aimed: Some(at), ..Plan::stay(me, intent) }
    }

    /// Whether the skill that it announces, if it does, could be used where it is aimed.
    fn is_possible(&self, run: &Run, me: &Actor) -> bool {
        self.intent.skill().zip(self.aimed).is_none_or(|(skill, at)| may_use(run, me, skill, at))
    }

    /// Goes somewhere.
    pub(crate) fn walk(me: &Actor, to: Hex, intent: Intent) -> Plan {
        Plan { to, ..Plan::stay(me, intent) }
    }
}

/// Where the foe stands that an actor minds most; its own place where it has none.
pub(crate) fn goal(think: &dyn Thinking, me: &Actor) -> Hex {
    think.run().target(me).map_or(me.at, |foe| foe.at)
}

/// One step nearer to the goal, by the way there: around walls and lava. Of several as good a die picks one. The public engine goes by distance alone, and
/// stops where a wall is in the way.
pub(crate) fn approach(think: &mut dyn Thinking, me: &Actor, from: Hex) -> Hex {
    let (goal, run) = (goal(think, me), think.run());
    if run.has(Quirk::MindsFixed) {
        return greedy(think, me, from, |at| at.distance(goal).into());
    }
    let steps = Steps::to(goal, run.ground());
    greedy(think, me, from, |at| steps.from(at))
}

/// One step that brings a place with a lower score, or a score as low; of several as good a die picks one.
pub(crate) fn greedy(think: &mut dyn Thinking, me: &Actor, from: Hex, score: impl Fn(Hex) -> i16) -> Hex {
    let run = think.run();
    let mut free = run.ground().without(run.occupied());
    let is_left = from != me.at && run.other_at(me.id, me.at).is_none();
    if is_left && run.is_walkable(me.at) {
        free.put(me.at); // it has left already
    }
    let mut best = score(from);
    let mut found = [from; 6];
    let mut count = 0;
    for to in from.around().filter(|&to| free.has(to)) {
        let score = score(to);
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

/// How many steps it is from each place to a goal.
struct Steps {
    goal: Hex,
    /// The places from which it is at most so many steps, for each number of steps.
    within: [Mask; STEPS_MAX],
}

/// Longer ways are as long as the distance and this; no floor has one.
const STEPS_MAX: usize = 32;

impl Steps {
    fn to(goal: Hex, ground: Mask) -> Steps {
        let mut within = [Mask::from_iter([goal]); STEPS_MAX];
        for steps in 1..STEPS_MAX {
            let nearer = within[steps - 1];
            within[steps] = nearer.or(nearer.widened().and(ground));
            if within[steps] == nearer {
                within[steps..].fill(nearer);
                break;
            }
        }
        Steps { goal, within }
    }

    fn from(&self, at: Hex) -> i16 {
        let steps = self.within.iter().position(|within| within.has(at));
        steps.unwrap_or(STEPS_MAX + usize::from(at.distance(self.goal))) as i16
    }
}

/// Comes beside its goal; waits where it is there, or cannot come nearer.
fn nearer(think: &mut dyn Thinking, me: &Actor) -> Plan {
    if me.at.distance(goal(think, me)) == 1 {
        return Plan::stay(me, Intent::Waiting);
    }
    let to = approach(think, me, me.at);
    Plan::walk(me, to, if to == me.at { Intent::Waiting } else { Intent::Moving })
}

/// What announces a blow.
pub(crate) const BLOW: Intent = Intent::Skill(BasicAttack);

/// Strikes next turn if beside its goal, else comes nearer; where it cannot come nearer it strikes all the same.
pub(crate) fn melee(think: &mut dyn Thinking, me: &Actor, moving: Intent) -> Plan {
    let goal = goal(think, me);
    if me.at.distance(goal) <= BasicAttack.skill().reach(me) {
        return Plan::aim(me, BLOW, goal);
    }
    let to = approach(think, me, me.at);
    if to == me.at { Plan::aim(me, BLOW, goal) } else { Plan::walk(me, to, moving) }
}

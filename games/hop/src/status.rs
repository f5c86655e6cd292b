//! Statuses as data: each may intercept effects, in the order of this list, and says how it looks and what is told of it. Adding one is one file in
//! `statuses/`, with its `mod` line, and one line here.

use crate::{Actor, Effect, Id, Quirk, Run, Verb};
use alloc::{string::String, vec::Vec};
use referee::Sign;
use referee_dispatch::Verdict;
use serde::{Deserialize, Serialize};

macro_rules! statuses {
    ($($name:ident $text:literal $file:ident),+ $(,)?) => {
        /// A status by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[allow(missing_docs)] // each has a file that says what it does
        pub enum StatusId { $(#[serde(rename = $text)] $name),+ }

        impl StatusId {
            /// All of them, in the order in which they intercept.
            pub const EVERY: &'static [StatusId] = &[$(StatusId::$name),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(StatusId::$name => $text),+ }
            }

            /// What it is.
            pub const fn rule(self) -> &'static StatusRule {
                match self { $(StatusId::$name => &crate::statuses::$file::STATUS),+ }
            }
        }

        /// The stations of the ring: every status, then what resolves an effect, then the tiles.
        pub(crate) const STATIONS: &[&str] = &[$($text,)+ "resolution", "tiles"];
    };
}

statuses! {
    Stun "stun" stun,
    Stealth "stealth" stealth,
    Shield "shield" shield,
    Armour "armour" armour,
}

/// How many statuses there are.
pub const STATUSES: usize = StatusId::EVERY.len();
/// The station that resolves an effect.
pub(crate) const RESOLUTION: usize = STATUSES;
/// The station at which ice and void react.
pub(crate) const TILES: usize = STATUSES + 1;

/// What a status is.
pub struct StatusRule {
    /// What it does, in a sentence.
    pub about: &'static str,
    /// What its amount counts.
    pub counts: &'static str,
    /// The kinds of effects that it may intercept.
    pub hears: &'static [Verb],
    /// The quirk under which it intercepts nothing.
    pub without: Option<Quirk>,
    /// Whether it ends when the player comes to another floor.
    pub ends_with_floor: bool,
    /// How a token shows it.
    pub sign: Option<Sign>,
    /// What a board writes above an actor that it kept from harm.
    pub float: &'static str,
    /// Says that it kept an actor from harm by something.
    pub(crate) blocked: fn(actor: Called<'_>, noun: &str) -> String,
    /// Says that an actor has so much of it now; nothing where that goes without saying.
    pub(crate) changed: fn(actor: Called<'_>, amount: u16) -> String,
    /// Changes an effect, or forbids it by [`Verdict::Abort`].
    pub(crate) intercept: fn(&Thrown<'_>, &mut Effect) -> Verdict,
}

/// An actor in a sentence.
#[derive(Clone, Copy)]
pub(crate) struct Called<'a> {
    pub(crate) who: Id,
    /// Its name: "you" for the player.
    pub(crate) name: &'a str,
}

/// Says nothing.
pub(crate) fn unsaid(_: Called<'_>, _: u16) -> String {
    String::new()
}

/// Where an effect is thrown: in which run, by whose skill.
pub(crate) struct Thrown<'a> {
    pub(crate) run: &'a Run,
    pub(crate) caster: Option<&'a Actor>,
}

/// The statuses that hear each kind of effect, as bits.
const HEARING: [u64; Verb::COUNT] = hearing();

const fn hearing() -> [u64; Verb::COUNT] {
    let (mut bits, mut status) = ([0; Verb::COUNT], 0);
    while status < STATUSES {
        let (hears, mut verb) = (StatusId::EVERY[status].rule().hears, 0);
        while verb < hears.len() {
            bits[hears[verb] as usize] |= 1 << status;
            verb += 1;
        }
        status += 1;
    }
    bits
}

/// The statuses that hear a kind of effect in a run, as bits.
#[inline]
pub(crate) fn heard(run: &Run, verb: Verb) -> u64 {
    let all = HEARING[verb as usize];
    if all == 0 {
        return 0;
    }
    let off = StatusId::EVERY.iter().filter(|id| id.rule().without.is_some_and(|quirk| run.has(quirk)));
    off.fold(all, |bits, &id| bits & !(1 << id as u8))
}

/// The statuses of an actor, each with an amount; zero is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "Vec<StatusEffect>"))]
#[serde(from = "Vec<StatusEffect>", into = "Vec<StatusEffect>")]
pub struct Statuses([u16; STATUSES]);

/// A status of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StatusEffect {
    /// Which status.
    pub status: StatusId,
    /// How much of it: turns of a stun, points of armour.
    pub amount: u16,
}

impl Statuses {
    /// Whether a status is there.
    #[inline]
    pub fn has(self, id: StatusId) -> bool {
        self.amount(id) > 0
    }

    /// How much of a status is there.
    #[inline]
    pub fn amount(self, id: StatusId) -> u16 {
        self.0[id as usize]
    }

    /// Sets the amount of a status.
    #[inline]
    pub fn set(&mut self, id: StatusId, amount: u16) {
        self.0[id as usize] = amount;
    }

    /// The statuses that are there.
    pub fn iter(self) -> impl Iterator<Item = StatusEffect> {
        let there = move |&status: &StatusId| self.has(status).then(|| StatusEffect { status, amount: self.amount(status) });
        StatusId::EVERY.iter().filter_map(there)
    }
}

impl From<Vec<StatusEffect>> for Statuses {
    fn from(list: Vec<StatusEffect>) -> Statuses {
        let mut statuses = Statuses::default();
        list.into_iter().for_each(|it| statuses.set(it.status, it.amount));
        statuses
    }
}

impl From<Statuses> for Vec<StatusEffect> {
    fn from(statuses: Statuses) -> Vec<StatusEffect> {
        statuses.iter().collect()
    }
}

/// The victim and the attacker of damage, where both are there.
pub(crate) fn parties<'a>(run: &'a Run, effect: &Effect) -> Option<(&'a Actor, &'a Actor)> {
    let Effect::Damage(damage) = effect else { return None };
    Some((run.actor(damage.whom.actor()?)?, run.actor(damage.by?)?))
}

/// Forbids an effect if something holds.
pub(crate) fn abort_if(holds: bool) -> Verdict {
    if holds { Verdict::Abort } else { Verdict::Nothing }
}

//! What skills, hazards and tiles do to actors, before anything intercepts it.

use crate::{Hex, Id, SkillId};
use serde::{Deserialize, Serialize};

/// Something about to befall somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Somebody is moved.
    Displace {
        /// Who.
        who: Id,
        /// Where to.
        to: Hex,
        /// How.
        way: Way,
    },
    /// Somebody is hurt.
    Damage(Damage),
    /// Foes are stunned.
    Stun {
        /// One of them, or all on a place.
        whom: Whom,
        /// Whose foes.
        by: Id,
    },
    /// Lava takes actors; the hardy lose one life.
    Sink {
        /// One of them, or all on a place.
        whom: Whom,
    },
    /// A skill is ready in so many turns.
    Ready {
        /// Whose.
        who: Id,
        /// The skill.
        skill: SkillId,
        /// In how many turns.
        turns: u8,
    },
    /// A spear lies on a place.
    DropSpear {
        /// Whose.
        who: Id,
        /// The place.
        at: Hex,
    },
    /// A spear is gone for this floor.
    LoseSpear {
        /// Whose.
        who: Id,
    },
    /// A shield is in hand again, and with it its charge.
    TakeShield {
        /// Whose.
        who: Id,
    },
}

/// How somebody is hurt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Who, or all on a place.
    pub whom: Whom,
    /// How much.
    pub amount: u16,
    /// How much of it armour turned aside.
    pub absorbed: u16,
    /// By whom; nobody, where it is a hazard.
    pub by: Option<Id>,
    /// What hurts.
    pub cause: Cause,
    /// Whose death counts as a kill in the public engine.
    pub counts: Option<Id>,
}

impl Damage {
    /// So much to somebody, by somebody.
    pub fn new(whom: Whom, amount: u16, by: Option<Id>, cause: Cause) -> Damage {
        Damage { whom, amount, absorbed: 0, by, cause, counts: None }
    }
}

impl From<Damage> for Effect {
    fn from(damage: Damage) -> Effect {
        Effect::Damage(damage)
    }
}

/// For whom an effect is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// An actor, wherever it is by then.
    Actor(Id),
    /// An actor, and all of its name on a place.
    ActorAt(Id, Hex),
    /// All who stand on a place.
    Place(Hex),
}

impl Whom {
    /// The actor, where it is for one.
    pub fn actor(self) -> Option<Id> {
        match self {
            Whom::Actor(who) | Whom::ActorAt(who, _) => Some(who),
            Whom::Place(_) => None,
        }
    }
}

/// What hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // named for what they are
pub enum Cause {
    Blow,
    Punch,
    Spear,
    Lunge,
    Impact,
    Strike,
    Spell,
    Blast,
    Bomb,
    Lava,
    Void,
    Cleave,
    Leap,
    Crowd,
}

/// How somebody comes to another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // named for what they are
pub enum Way {
    Step,
    Jump,
    Lunge,
    Charge,
    Push,
    Pull,
    Slide,
    Teleport,
    SnapBack,
}

/// The kinds of effects, as they are thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[allow(missing_docs)] // as the effects
pub enum Verb {
    Displace,
    Damage,
    Stun,
    Sink,
    Ready,
    DropSpear,
    LoseSpear,
    TakeShield,
}

impl Verb {
    /// All of them.
    pub const EVERY: &'static [Verb] =
        &[Verb::Displace, Verb::Damage, Verb::Stun, Verb::Sink, Verb::Ready, Verb::DropSpear, Verb::LoseSpear, Verb::TakeShield];
    /// How many kinds there are.
    pub(crate) const COUNT: usize = Verb::EVERY.len();
}

impl Effect {
    /// What kind it is.
    pub fn verb(&self) -> Verb {
        match self {
            Effect::Displace { .. } => Verb::Displace,
            Effect::Damage(_) => Verb::Damage,
            Effect::Stun { .. } => Verb::Stun,
            Effect::Sink { .. } => Verb::Sink,
            Effect::Ready { .. } => Verb::Ready,
            Effect::DropSpear { .. } => Verb::DropSpear,
            Effect::LoseSpear { .. } => Verb::LoseSpear,
            Effect::TakeShield { .. } => Verb::TakeShield,
        }
    }
}

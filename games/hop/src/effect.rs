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
    /// Somebody is stunned.
    Stun {
        /// Who, or all enemies on a place.
        whom: Whom,
    },
    /// Lava takes enemies.
    Sink {
        /// All on a place, or all of a name.
        whom: Whom,
    },
    /// A skill is ready in so many turns.
    Ready {
        /// The skill.
        skill: SkillId,
        /// In how many turns.
        turns: u8,
    },
    /// The spear lies on a place.
    DropSpear {
        /// The place.
        at: Hex,
    },
    /// The spear is gone for this floor.
    LoseSpear,
    /// The shield is in hand again, and with it its charge.
    TakeShield,
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

/// Whom an effect is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// An actor, wherever it is by then.
    Actor(Id),
    /// An actor, and all of its name on a place.
    ActorAt(Id, Hex),
    /// Whoever stands on a place.
    Place(Hex),
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
            Effect::LoseSpear => Verb::LoseSpear,
            Effect::TakeShield => Verb::TakeShield,
        }
    }
}

//! A shield turns aside what comes from its front; before its bearer has turned anywhere, from all sides.

use crate::status::{StatusRule, Thrown, abort_if, parties, unsaid};
use crate::tale::verb;
use crate::{Actor, Effect, Quirk, StatusId, Verb};
use alloc::format;
use referee_dispatch::Verdict;

pub(crate) const STATUS: StatusRule = StatusRule {
    about: "turns aside what comes from the three hexes in front",
    counts: "nothing",
    hears: &[Verb::Damage],
    without: Some(Quirk::NothingIntercepted),
    ends_with_floor: false,
    sign: None, // its side is drawn
    float: "blocked",
    blocked: |actor, noun| format!("{} {} the {noun}", actor.name, verb(actor.who, "block")),
    changed: unsaid,
    intercept,
};

fn intercept(thrown: &Thrown<'_>, effect: &mut Effect) -> Verdict {
    abort_if(parties(thrown.run, effect).is_some_and(|(victim, attacker)| covers(victim, attacker)))
}

/// Whether an attack comes from where the shield is.
fn covers(victim: &Actor, attacker: &Actor) -> bool {
    let from = victim.at.sign_direction(attacker.at);
    victim.has(StatusId::Shield) && victim.opposes(attacker) && victim.facing.is_none_or(|facing| facing.is_beside(from))
}

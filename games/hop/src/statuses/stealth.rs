//! A hidden actor can be hurt only from a neighbouring hex.

use crate::status::{StatusRule, Thrown, abort_if, parties};
use crate::{Effect, Quirk, StatusId, Verb};
use referee_dispatch::Verdict;

pub(crate) const STATUS: StatusRule = StatusRule {
    about: "can be hurt only by neighbours",
    counts: "nothing",
    hears: &[Verb::Damage],
    without: Some(Quirk::NothingIntercepted),
    intercept,
};

fn intercept(thrown: &Thrown<'_>, effect: &mut Effect) -> Verdict {
    let is_far = |(victim, attacker): (&crate::Actor, &crate::Actor)| attacker.at.distance(victim.at) > 1;
    abort_if(parties(thrown.run, effect).is_some_and(|both| both.0.has(StatusId::Stealth) && is_far(both)))
}

//! A hidden actor can be hurt only from a neighbouring hex.

use crate::status::{Called, StatusRule, Thrown, abort_if, parties};
use crate::tale::verb;
use crate::{Effect, Quirk, StatusId, Verb};
use alloc::{format, string::String};
use referee::Sign;
use referee_dispatch::Verdict;

pub(crate) const STATUS: StatusRule = StatusRule {
    about: "can be hurt only by neighbours",
    counts: "nothing",
    hears: &[Verb::Damage],
    without: Some(Quirk::NothingIntercepted),
    ends_with_floor: false,
    sign: Some(Sign::Hidden),
    float: "hidden",
    blocked,
    changed,
    intercept,
};

fn blocked(Called { who, name }: Called<'_>, noun: &str) -> String {
    format!("the {noun} misses {name}: {} hidden", if who.is_player() { "you are" } else { "it is" })
}

fn changed(Called { who, name }: Called<'_>, amount: u16) -> String {
    match amount {
        0 => format!("{name} {} in the open", verb(who, "stand")),
        _ => format!("{name} {} out of sight", verb(who, "slip")),
    }
}

fn intercept(thrown: &Thrown<'_>, effect: &mut Effect) -> Verdict {
    let is_far = |(victim, attacker): (&crate::Actor, &crate::Actor)| attacker.at.distance(victim.at) > 1;
    abort_if(parties(thrown.run, effect).is_some_and(|both| both.0.has(StatusId::Stealth) && is_far(both)))
}

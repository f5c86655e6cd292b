//! A stunned actor loses its next turns, and nothing that it announced happens.

use crate::status::{Called, StatusRule, Thrown, abort_if};
use crate::tale::{are, verb};
use crate::{Effect, Quirk, StatusId, Verb};
use alloc::{format, string::String};
use referee::Sign;
use referee_dispatch::Verdict;

pub(crate) const STATUS: StatusRule = StatusRule {
    about: "loses its turn, and what it announced",
    counts: "turns",
    hears: Verb::EVERY,
    without: Some(Quirk::StunnedStrike),
    ends_with_floor: true,
    sign: Some(Sign::Stunned),
    float: "stunned",
    blocked: |actor, noun| format!("the {noun} at {} does not come: its attacker is stunned", actor.name),
    changed,
    intercept,
};

fn changed(Called { who, name }: Called<'_>, amount: u16) -> String {
    if amount == 0 { format!("{name} {}", verb(who, "recover")) } else { format!("{name} {} stunned", are(who)) }
}

fn intercept(thrown: &Thrown<'_>, _: &mut Effect) -> Verdict {
    abort_if(thrown.caster.is_some_and(|caster| caster.has(StatusId::Stun)))
}

//! A stunned actor loses its next turns, and nothing that it announced happens.

use crate::status::{StatusRule, Thrown, abort_if};
use crate::{Effect, Quirk, StatusId, Verb};
use referee_dispatch::Verdict;

pub(crate) const STATUS: StatusRule = StatusRule {
    about: "loses its turn, and what it announced",
    counts: "turns",
    hears: Verb::EVERY,
    without: Some(Quirk::StunnedStrike),
    intercept,
};

fn intercept(thrown: &Thrown<'_>, _: &mut Effect) -> Verdict {
    abort_if(thrown.caster.is_some_and(|caster| caster.has(StatusId::Stun)))
}

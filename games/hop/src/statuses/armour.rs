//! Armour takes damage before life does, and is used up by it.

use crate::status::{StatusRule, Thrown, unsaid};
use crate::tale::belonging;
use crate::{Effect, StatusId, Verb};
use alloc::format;
use referee::Sign;
use referee_dispatch::Verdict;

pub(crate) const STATUS: StatusRule = StatusRule {
    about: "takes damage before life does",
    counts: "points",
    hears: &[Verb::Damage],
    without: None,
    ends_with_floor: true,
    sign: Some(Sign::Armoured),
    float: "armour",
    blocked: |actor, noun| format!("{} absorbs the {noun}", belonging(actor, "armour")),
    changed: unsaid,
    intercept,
};

fn intercept(thrown: &Thrown<'_>, effect: &mut Effect) -> Verdict {
    if let Effect::Damage(damage) = effect {
        let victim = damage.whom.actor().and_then(|who| thrown.run.actor(who));
        let armour = victim.map_or(0, |actor| actor.statuses.amount(StatusId::Armour));
        damage.absorbed = armour.min(damage.amount);
        damage.amount -= damage.absorbed;
    }
    Verdict::Nothing
}

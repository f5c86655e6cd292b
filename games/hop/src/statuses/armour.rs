//! Armour takes damage before life does, and is used up by it.

use crate::status::{StatusRule, Thrown};
use crate::{Effect, StatusId, Verb};
use referee_dispatch::Verdict;

pub(crate) const STATUS: StatusRule =
    StatusRule { about: "takes damage before life does", counts: "points", hears: &[Verb::Damage], without: None, intercept };

fn intercept(thrown: &Thrown<'_>, effect: &mut Effect) -> Verdict {
    if let Effect::Damage(damage) = effect {
        let victim = damage.whom.actor().and_then(|who| thrown.run.actor(who));
        let armour = victim.map_or(0, |actor| actor.statuses.amount(StatusId::Armour));
        damage.absorbed = armour.min(damage.amount);
        damage.amount -= damage.absorbed;
    }
    Verdict::Nothing
}

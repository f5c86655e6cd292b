//! The boss's blast: two damage on a place, one on all around.

use crate::{Actor, Cast, Cause, Damage, Effect, Hex, Quirk, Refusal, Run, Skill, Slot, Whom};
use alloc::vec::Vec;

pub(crate) const SKILL: Skill = Skill {
    title: "Sentinel blast",
    about: "two damage on a place, one on all around",
    announced: "will blast",
    slot: Slot::Offensive,
    range: 5,
    cooldown: 0,
    longer: None,
    aim,
    effects,
};

fn aim(run: &Run, by: &Actor, at: Hex) -> Result<(), Refusal> {
    if run.has(Quirk::MissesCost) { Ok(()) } else { SKILL.in_reach(by, at) }
}

fn effects(_: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    let hurt = |at, amount| Effect::from(Damage::new(Whom::Place(at), amount, Some(cast.by.id), Cause::Blast));
    out.push(hurt(cast.at, 2));
    out.extend(cast.at.around().map(|at| hurt(at, 1)));
}

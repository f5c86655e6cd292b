//! A blow at a neighbour.

use crate::{Actor, Cast, Cause, Damage, Effect, Hex, Quirk, Refusal, Run, Skill, Slot, Upgrade, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

pub(crate) const SKILL: Skill = Skill {
    title: "Basic attack",
    about: "one damage to a neighbour",
    announced: "will strike",
    slot: Slot::Offensive,
    range: 1,
    cooldown: 0,
    longer: Some(Upgrade::ExtendedReach),
    aim,
    effects,
};

fn aim(run: &Run, by: &Actor, at: Hex) -> Result<(), Refusal> {
    SKILL.in_reach(by, at)?;
    refuse_if!(at == by.at, Refusal::NobodyThere);
    let target = if run.has(Quirk::WrongVictim) { run.other_at(by.id, at) } else { run.foe_at(by, at) };
    refuse_if!(target.is_none(), Refusal::NobodyThere);
    Ok(())
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    let victim = if run.has(Quirk::WrongVictim) { cast.target } else { run.foe_at(cast.by, cast.at) };
    let amount = 1 + u16::from(cast.by.upgrades.has(Upgrade::PowerStrike));
    out.extend(victim.map(|it| Effect::from(Damage::new(Whom::Actor(it.id), amount, Some(cast.by.id), Cause::Blow))));
}

//! Leaps over whatever lies between.

use super::DEADLY;
use crate::{Actor, Cast, Cause, Damage, Effect, Hex, Refusal, Run, Skill, Slot, Upgrade, Way, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

pub(crate) const SKILL: Skill = Skill {
    title: "Jump",
    about: "leap over anything, up to two hexes",
    slot: Slot::Utility,
    range: 2,
    cooldown: 2,
    longer: Some(Upgrade::JumpRange),
    aim,
    effects,
};

fn aim(run: &Run, by: &Actor, at: Hex) -> Result<(), Refusal> {
    refuse_if!(at == by.at, Refusal::NobodyThere);
    SKILL.in_reach(by, at)?;
    refuse_if!(!run.is_walkable(at), Refusal::Blocked);
    refuse_if!(run.enemy_at(at).is_some() && !by.upgrades.has(Upgrade::MeteorImpact), Refusal::Taken);
    Ok(())
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    let (by, at) = (cast.by, cast.at);
    let crushed = run.enemy_at(at);
    if let Some(crushed) = crushed {
        out.push(Damage::new(Whom::Actor(crushed.id), DEADLY, Some(by.id), Cause::Impact).into());
    }
    out.push(Effect::Displace { who: by.id, to: at, way: Way::Jump });
    if by.upgrades.has(Upgrade::StunningLanding) {
        let crushed = crushed.map(|enemy| enemy.id);
        let stunned = at.around().filter_map(|beside| run.enemy_at(beside)).filter(|enemy| Some(enemy.id) != crushed);
        out.extend(stunned.map(|enemy| Effect::Stun { whom: Whom::Place(enemy.at) }));
    }
}

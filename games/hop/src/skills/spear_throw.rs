//! Throws the spear: it kills what it hits, and lies where it fell.

use super::DEADLY;
use crate::{Actor, Cast, Cause, Damage, Effect, Hex, Quirk, Refusal, Run, Skill, SkillId, Slot, Upgrade, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

pub(crate) const SKILL: Skill = Skill {
    title: "Spear",
    about: "throw the spear along a line: it kills, and lies there until it is picked up",
    announced: "will throw its spear",
    slot: Slot::Offensive,
    range: 2,
    cooldown: 0,
    longer: Some(Upgrade::SpearRange),
    aim,
    effects,
};

fn aim(run: &Run, by: &Actor, at: Hex) -> Result<(), Refusal> {
    SKILL.in_reach(by, at)?;
    if run.has(Quirk::SpearUnchecked) {
        refuse_if!(run.walls.has(at) && run.foe_at(by, at).is_none(), Refusal::Blocked);
        return Ok(());
    }
    refuse_if!(!by.spear.is_held(), Refusal::NoSpear);
    refuse_if!(at == by.at || !by.at.is_in_line(at), Refusal::NotInLine);
    refuse_if!(!run.is_walkable(at), Refusal::Blocked);
    Ok(())
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    let (by, at) = (cast.by, cast.at);
    let has = |upgrade| by.upgrades.has(upgrade);
    let kill = |at| Effect::from(Damage::new(Whom::Place(at), DEADLY, Some(by.id), Cause::Spear));
    // An archer of the public engine kills the player if another enemy shares its hex, and throws the player's spear.
    let steals = run.has(Quirk::ArchersSteal);
    let target = if steals { run.enemy_at(at) } else { run.foe_at(by, at) };
    if target.is_some() {
        out.push(kill(at));
        if has(Upgrade::DeepBreath) {
            out.push(Effect::Ready { who: by.id, skill: SkillId::Jump, turns: 0 });
        }
    }
    if has(Upgrade::RecallDamage) {
        let is_other = |foe: &&Actor| foe.opposes(by) && target.is_none_or(|target| target.id != foe.id);
        let passed = |on: Hex| run.actors().filter(is_other).any(|foe| foe.at == on);
        out.extend(by.at.line(at).skip(1).filter(|&on| on != at && passed(on)).map(kill));
    } else if !has(Upgrade::Recall) {
        let who = if steals { run.player.id } else { by.id };
        out.push(Effect::DropSpear { who, at });
    }
}

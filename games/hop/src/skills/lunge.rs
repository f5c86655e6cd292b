//! Kills two hexes away, and stands there. Part of the spear, by an upgrade.

use super::DEADLY;
use crate::{Actor, Cast, Cause, Damage, Effect, Hex, Refusal, Run, Skill, SkillId, Slot, Upgrade, Way, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

pub(crate) const SKILL: Skill = Skill {
    title: "Lunge",
    about: "with the spear in hand, kill exactly two hexes away and stand there",
    announced: "will lunge",
    slot: Slot::Offensive,
    range: 2,
    cooldown: 0,
    longer: None,
    aim,
    effects,
};

fn aim(run: &Run, by: &Actor, at: Hex) -> Result<(), Refusal> {
    refuse_if!(!by.spear.is_held(), Refusal::NoSpear);
    refuse_if!(by.at.distance(at) != 2, Refusal::OutOfReach { distance: by.at.distance(at), reach: 2 });
    refuse_if!(run.foe_at(by, at).is_none(), Refusal::NobodyThere);
    refuse_if!(!run.is_walkable(at), Refusal::Blocked);
    Ok(())
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    let (by, at) = (cast.by, cast.at);
    let way = by.at.sign_direction(at);
    let arc = [way.turned(5), way.turned(1)].map(|to| at.beside(to));
    let arc = arc.into_iter().filter(|_| by.upgrades.has(Upgrade::LungeArc));
    let Some(first) = run.foe_at(by, at) else { return };
    // The public engine looks for these once the first victim, with all of its name, is gone.
    let left = |at: Hex| run.actors().find(|foe| foe.at == at && foe.opposes(by) && foe.id != first.id);
    for victim in core::iter::once(first).chain(arc.filter_map(left)) {
        let damage = Damage::new(Whom::Actor(victim.id), DEADLY, Some(by.id), Cause::Lunge);
        let damage = Damage { counts: Some(victim.id), ..damage };
        out.push(damage.into());
    }
    out.push(Effect::Displace { who: by.id, to: at, way: Way::Lunge });
    if by.upgrades.has(Upgrade::DeepBreath) {
        out.push(Effect::Ready { who: by.id, skill: SkillId::Jump, turns: 0 });
    }
}

//! Leaps over whatever lies between.

use super::DEADLY;
use crate::{Actor, Cast, Cause, Damage, Effect, Hex, Refusal, Run, Skill, Slot, Upgrade, Way, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

pub(crate) const SKILL: Skill = Skill {
    title: "Jump",
    about: "leap over anything, up to two hexes",
    announced: "will jump",
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
    let crushes = by.upgrades.has(Upgrade::MeteorImpact) && run.foe_at(by, at).is_some();
    refuse_if!(is_taken(run, by, at) && !crushes, Refusal::Taken);
    Ok(())
}

/// Whether another actor stands on a place.
fn is_taken(run: &Run, by: &Actor, at: Hex) -> bool {
    run.other_at(by.id, at).is_some()
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    let (by, at) = (cast.by, cast.at);
    let crushed = run.foe_at(by, at);
    if let Some(crushed) = crushed {
        out.push(Damage::new(Whom::Actor(crushed.id), DEADLY, Some(by.id), Cause::Impact).into());
    }
    out.push(Effect::Displace { who: by.id, to: at, way: Way::Jump });
    if by.upgrades.has(Upgrade::StunningLanding) {
        let crushed = crushed.map(|foe| foe.id);
        let stunned = at.around().filter_map(|beside| run.foe_at(by, beside)).filter(|foe| Some(foe.id) != crushed);
        out.extend(stunned.map(|foe| Effect::Stun { whom: Whom::Place(foe.at), by: by.id }));
    }
}

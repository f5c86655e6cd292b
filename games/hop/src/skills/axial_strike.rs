//! The archer's shot: along a line of two to four hexes, unless a wall is between.

use crate::{Actor, Cast, Cause, Damage, Effect, Hex, Refusal, Run, Skill, Slot, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

pub(crate) const SKILL: Skill = Skill {
    title: "Axial strike",
    about: "one damage along a line, announced a turn before; walls stop it",
    announced: "will shoot",
    slot: Slot::Offensive,
    range: 4,
    cooldown: 0,
    longer: None,
    aim,
    effects,
};

fn aim(run: &Run, by: &Actor, at: Hex) -> Result<(), Refusal> {
    SKILL.in_reach(by, at)?;
    refuse_if!(at == by.at || !by.at.is_in_line(at), Refusal::NotInLine);
    refuse_if!(by.at.line(at).any(|on| run.walls.has(on)), Refusal::Blocked);
    refuse_if!(run.foe_at(by, at).is_none(), Refusal::NobodyThere);
    Ok(())
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    out.extend(
        run.foe_at(cast.by, cast.at).map(|it| Effect::from(Damage::new(Whom::Actor(it.id), 1, Some(cast.by.id), Cause::Strike))),
    );
}

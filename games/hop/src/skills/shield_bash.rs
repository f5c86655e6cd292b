//! Pushes enemies away: into lava they die, against walls and each other they are stunned.

use crate::{Actor, Cast, Effect, Hex, Id, Quirk, Refusal, Run, Skill, Slot, Upgrade, Way, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

/// How many more are pushed when one is slammed into the next.
const SLAMS_MAX: u8 = 3;

pub(crate) const SKILL: Skill = Skill {
    title: "Shield bash",
    about: "push a neighbour one hex: lava kills, walls stun",
    announced: "will bash",
    slot: Slot::Defensive,
    range: 1,
    cooldown: 2,
    longer: Some(Upgrade::ShieldRange),
    aim,
    effects,
};

fn aim(run: &Run, by: &Actor, at: Hex) -> Result<(), Refusal> {
    SKILL.in_reach(by, at)?;
    if run.has(Quirk::MissesCost) {
        return Ok(());
    }
    refuse_if!(!by.shield.is_held(), Refusal::NoShield);
    let is_self = at == by.at && !by.upgrades.has(Upgrade::Bash360);
    refuse_if!(is_self || !at.is_on_board(), Refusal::NobodyThere);
    let is_pushed = |at: Hex| run.foe_at(by, at).is_some() && by.at.vector_direction(at).is_some();
    refuse_if!(!targets(by, at).any(is_pushed), Refusal::NobodyThere);
    Ok(())
}

/// The places that are bashed.
fn targets(by: &Actor, at: Hex) -> impl Iterator<Item = Hex> {
    let around = by.upgrades.has(Upgrade::Bash360);
    let arc = by.upgrades.has(Upgrade::ArcBash) && !around;
    let from = by.at;
    let circle = from.around().filter(move |_| around);
    let one = core::iter::once(at).filter(move |_| !around);
    let beside = at.around().filter(move |beside| arc && beside.distance(from) == 1).take(2);
    circle.chain(one).chain(beside)
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    for victim in targets(cast.by, cast.at).filter_map(|at| run.foe_at(cast.by, at)) {
        push(run, cast, cast.by.at, victim, 0, out);
    }
}

/// Pushes a foe one hex away from a place.
fn push(run: &Run, cast: &Cast<'_>, from: Hex, victim: &Actor, slams: u8, out: &mut Vec<Effect>) {
    let (by, Some(way)) = (cast.by, from.vector_direction(victim.at)) else { return };
    let to = victim.at.beside(way);
    let in_the_way = in_the_way(run, victim, to);
    let who = addressed(run, cast, victim);
    if run.walls.has(to) || in_the_way.is_some() || !to.is_on_board() {
        out.extend(who.map(|who| Effect::Stun { whom: Whom::Actor(who), by: by.id }));
        let slammed = in_the_way.filter(|next| next.opposes(by) && by.upgrades.has(Upgrade::WallSlam) && slams < SLAMS_MAX);
        if let Some(next) = slammed {
            push(run, cast, victim.at, next, slams + 1, out);
        }
        return;
    }
    out.extend(who.map(|who| Effect::Displace { who, to, way: Way::Push }));
    if run.lava.has(to) {
        out.push(sinking(run, victim, to));
    }
}

/// Who keeps a victim from a place. The public engine looks at the first enemy there alone, and takes one of the same name for the victim.
fn in_the_way<'a>(run: &'a Run, victim: &Actor, to: Hex) -> Option<&'a Actor> {
    match run.has(Quirk::OneVictim) {
        true => run.enemy_at(to).filter(|other| other.id != victim.id),
        false => run.other_at(victim.id, to),
    }
}

/// The actor that a push moves: its victim, or in the public engine always the enemy that was aimed at, if any.
pub(crate) fn addressed(run: &Run, cast: &Cast<'_>, victim: &Actor) -> Option<Id> {
    let moved = if run.has(Quirk::OneVictim) { cast.target } else { Some(victim) };
    moved.map(|it| it.id)
}

/// Lava takes the victim that comes to a place; in the public engine, every enemy there.
pub(crate) fn sinking(run: &Run, victim: &Actor, at: Hex) -> Effect {
    let whom = if run.has(Quirk::OneVictim) { Whom::Place(at) } else { Whom::ActorAt(victim.id, at) };
    Effect::Sink { whom }
}

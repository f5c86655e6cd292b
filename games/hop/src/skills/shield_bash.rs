//! Pushes enemies away: into lava they die, against walls and each other they are stunned.

use crate::{Actor, Cast, Effect, Hex, Id, Quirk, Refusal, Run, Skill, Slot, Upgrade, Way, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

/// How many more are pushed when one is slammed into the next.
const SLAMS_MAX: u8 = 3;

pub(crate) const SKILL: Skill = Skill {
    title: "Shield bash",
    about: "push a neighbour one hex: lava kills, walls stun",
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
    refuse_if!(!run.has_shield, Refusal::NoShield);
    let is_self = at == by.at && !by.upgrades.has(Upgrade::Bash360);
    refuse_if!(is_self || !at.is_on_board(), Refusal::NobodyThere);
    let is_pushed = |at: Hex| run.enemy_at(at).is_some() && by.at.vector_direction(at).is_some();
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
    for victim in targets(cast.by, cast.at).filter_map(|at| run.enemy_at(at)) {
        push(run, cast, cast.by.at, victim, 0, out);
    }
}

/// Pushes an enemy one hex away from a place.
fn push(run: &Run, cast: &Cast<'_>, from: Hex, victim: &Actor, slams: u8, out: &mut Vec<Effect>) {
    let Some(way) = from.vector_direction(victim.at) else { return };
    let to = victim.at.beside(way);
    let in_the_way = run.enemy_at(to).filter(|other| other.id != victim.id);
    let who = addressed(run, cast, victim);
    if run.walls.has(to) || in_the_way.is_some() || !to.is_on_board() || is_player(run, to) {
        out.extend(who.map(|who| Effect::Stun { whom: Whom::Actor(who) }));
        if let Some(next) = in_the_way
            && cast.by.upgrades.has(Upgrade::WallSlam)
            && slams < SLAMS_MAX
        {
            push(run, cast, victim.at, next, slams + 1, out);
        }
        return;
    }
    out.extend(who.map(|who| Effect::Displace { who, to, way: Way::Push }));
    if run.lava.has(to) {
        out.push(Effect::Sink { whom: Whom::Place(to) });
    }
}

fn is_player(run: &Run, at: Hex) -> bool {
    !run.has(Quirk::OneVictim) && run.player.at == at
}

/// Whom a push befalls: its victim, or in the public engine always the enemy that was aimed at, if any.
pub(crate) fn addressed(run: &Run, cast: &Cast<'_>, victim: &Actor) -> Option<Id> {
    let befallen = if run.has(Quirk::OneVictim) { cast.target } else { Some(victim) };
    befallen.map(|it| it.id)
}

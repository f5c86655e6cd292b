//! Charges into a row of enemies and drives all of it on, or stuns all of it.

use super::shield_bash::{addressed, sinking};
use crate::{Actor, Cast, Effect, Hex, Quirk, Refusal, Run, Skill, Slot, Way, Whom};
use alloc::vec::Vec;
use referee::refuse_if;

/// The longest row.
const ROW_MAX: usize = 7;

pub(crate) const SKILL: Skill = Skill {
    title: "Bulwark charge",
    about: "drive a neighbour and all behind it on, and step after it; if they cannot go, all are stunned",
    announced: "will charge",
    slot: Slot::Offensive,
    range: 1,
    cooldown: 3,
    longer: None,
    aim,
    effects,
};

fn aim(run: &Run, by: &Actor, at: Hex) -> Result<(), Refusal> {
    SKILL.in_reach(by, at)?;
    refuse_if!(run.foe_at(by, at).is_none() || at == by.at, Refusal::NobodyThere);
    Ok(())
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    let (by, at) = (cast.by, cast.at);
    let Some(way) = by.at.vector_direction(at) else { return };
    let only_first = run.has(Quirk::OneVictim);
    let places = (0..ROW_MAX as i8).map(|steps| at.stepped(way, steps));
    let row: Vec<&Actor> = places.map_while(|at| run.foe_at(by, at)).collect();
    // The first goes two hexes; in our game only if it is alone, for the second would be in its way.
    let steps = |index: usize| if index == 0 && (only_first || row.len() == 1) { 2 } else { 1 };
    let moves = |index: usize| row[index].at.stepped(way, steps(index));
    let is_in_row = |enemy: &Actor| row.iter().any(|it| it.id == enemy.id);
    let others = || run.actors().filter(|other| !(only_first && other.id == run.player.id));
    let outside = |at: Hex| others().any(|other| other.at == at && !is_in_row(other));
    let stopped = |at: Hex| run.walls.has(at) || outside(at) || (!only_first && !at.is_on_board());
    let passed = |index: usize| (1..=steps(index)).map(move |step| (index, step));
    let blocked = match only_first {
        true => (0..row.len()).any(|index| stopped(moves(index))),
        false => (0..row.len()).flat_map(passed).any(|(index, step)| stopped(row[index].at.stepped(way, step))),
    };
    if blocked {
        return out.extend(row.iter().map(|it| Effect::Stun { whom: Whom::Place(it.at), by: by.id }));
    }
    let order: Vec<usize> = if only_first { (0..row.len()).collect() } else { (0..row.len()).rev().collect() };
    for index in order {
        let to = moves(index);
        out.extend(addressed(run, cast, row[index]).map(|who| Effect::Displace { who, to, way: Way::Push }));
        if !only_first && run.lava.has(to) {
            out.push(sinking(run, row[index], to));
        }
    }
    out.push(Effect::Displace { who: by.id, to: at, way: Way::Charge });
}

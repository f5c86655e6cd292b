//! Pulls an enemy along a line, or the shield that was left behind.

use crate::{Actor, Cast, Effect, Hex, Quirk, Refusal, Run, Skill, Slot, Upgrade, Way};
use alloc::vec::Vec;
use referee::refuse_if;

pub(crate) const SKILL: Skill = Skill {
    title: "Grapple hook",
    about: "pull an enemy up to five hexes away to your side; lava on the way takes it",
    slot: Slot::Offensive,
    range: 5,
    cooldown: 3,
    longer: None,
    aim,
    effects,
};

fn aim(run: &Run, by: &Actor, at: Hex) -> Result<(), Refusal> {
    SKILL.in_reach(by, at)?;
    let is_shield = run.shield == Some(at) && !run.has(Quirk::ShieldStays);
    refuse_if!(run.enemy_at(at).is_none() && !is_shield, Refusal::NobodyThere);
    Ok(())
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    let (by, at) = (cast.by, cast.at);
    if run.shield == Some(at) && !run.has(Quirk::ShieldStays) {
        return out.push(Effect::TakeShield);
    }
    let Some(victim) = run.enemy_at(at) else { return };
    let checked = !run.has(Quirk::OneVictim);
    let pulled: Vec<Hex> = at.line(by.at).collect();
    let landing = travel(run, victim, &pulled[..pulled.len() - 1], checked, Way::Pull, out);
    let (dq, dr) = by.at.towards(at);
    if let Some(landing) = landing
        && by.upgrades.has(Upgrade::HookAndBash)
    {
        let thrown: Vec<Hex> = match checked {
            true => landing.line(landing.plus(dq as i8, dr as i8)).collect(),
            false => [landing, landing.plus(dq as i8, dr as i8)].into(),
        };
        travel(run, victim, &thrown, checked, Way::Push, out);
    }
}

/// Takes an enemy along a path as far as it goes; where it is then, unless lava took it. Unchecked, it goes all the way.
fn travel(run: &Run, victim: &Actor, path: &[Hex], checked: bool, way: Way, out: &mut Vec<Effect>) -> Option<Hex> {
    let is_free = |&&at: &&Hex| {
        let taken = run.enemy_at(at).is_some_and(|other| other.id != victim.id) || run.player.at == at;
        at == victim.at || (at.is_on_board() && !run.walls.has(at) && !taken)
    };
    let open = if checked { path.iter().take_while(is_free).count() } else { path.len() };
    let sunk = path[..open].iter().copied().find(|&at| run.lava.has(at));
    let to = sunk.filter(|_| checked || way == Way::Pull).or_else(|| path[..open].last().copied())?;
    if path.first() != Some(&to) || !checked {
        out.push(Effect::Displace { who: victim.id, to, way });
    }
    if sunk == Some(to) && (checked || way == Way::Pull) {
        out.push(Effect::Sink { at: to });
        return None;
    }
    Some(to)
}

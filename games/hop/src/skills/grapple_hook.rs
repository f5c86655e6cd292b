//! Pulls an enemy along a line, or the shield that was left behind.

use super::shield_bash::sinking;
use crate::{Actor, Cast, Effect, Hex, Quirk, Refusal, Run, Skill, Slot, Upgrade, Way};
use alloc::vec::Vec;
use referee::refuse_if;

pub(crate) const SKILL: Skill = Skill {
    title: "Grapple hook",
    about: "pull an enemy up to five hexes away to your side; lava on the way takes it",
    announced: "will pull",
    slot: Slot::Offensive,
    range: 5,
    cooldown: 3,
    longer: None,
    aim,
    effects,
};

fn aim(run: &Run, by: &Actor, at: Hex) -> Result<(), Refusal> {
    SKILL.in_reach(by, at)?;
    refuse_if!(run.foe_at(by, at).is_none() && by.shield.place() != Some(at), Refusal::NobodyThere);
    Ok(())
}

fn effects(run: &Run, cast: &Cast<'_>, out: &mut Vec<Effect>) {
    let (by, at) = (cast.by, cast.at);
    if by.shield.place() == Some(at) {
        out.extend((!run.has(Quirk::ShieldStays)).then_some(Effect::TakeShield { who: by.id }));
        return;
    }
    let Some(victim) = run.foe_at(by, at) else { return };
    let checked = !run.has(Quirk::OneVictim);
    let pulled: Vec<Hex> = at.line(by.at).collect();
    let landing = travel(run, by, victim, &pulled[..pulled.len() - 1], Way::Pull, out);
    let (dq, dr) = by.at.towards(at);
    if let Some(landing) = landing
        && by.upgrades.has(Upgrade::HookAndBash)
    {
        let thrown: Vec<Hex> = match checked {
            true => landing.line(landing.plus(dq as i8, dr as i8)).collect(),
            false => [landing, landing.plus(dq as i8, dr as i8)].into(),
        };
        travel(run, by, victim, &thrown, Way::Push, out);
    }
}

/// Takes an enemy along a path as far as it goes; where it is then, unless lava took it. Unchecked, it goes all the way.
fn travel(run: &Run, by: &Actor, victim: &Actor, path: &[Hex], way: Way, out: &mut Vec<Effect>) -> Option<Hex> {
    let checked = !run.has(Quirk::OneVictim);
    let is_free =
        |&&at: &&Hex| at == victim.at || (at.is_on_board() && !run.walls.has(at) && run.other_at(victim.id, at).is_none());
    let open = if checked { path.iter().take_while(is_free).count() } else { path.len() };
    let sunk = path[..open].iter().copied().find(|&at| run.lava.has(at) && at != by.at);
    let to = sunk.filter(|_| checked || way == Way::Pull).or_else(|| path[..open].last().copied())?;
    if path.first() != Some(&to) || !checked {
        out.push(Effect::Displace { who: victim.id, to, way });
    }
    if sunk == Some(to) && (checked || way == Way::Pull) {
        out.push(sinking(run, victim, to));
        return None;
    }
    Some(to)
}

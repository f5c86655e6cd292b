//! How well the player stands: what bots want more of.

use crate::{Actor, Hex, Kind, Mask, Named, Run, SkillId, Status, StatusId, Upgrade};

/// How well the player stands. Floors count most, then life, then the way that is left; what is announced for the player's hex counts against it.
pub fn outlook(run: &Run) -> i64 {
    match run.status {
        Status::Won => return 10_000_000 + crate::score(run),
        Status::Lost => return -1_000_000 + i64::from(run.floor) * 1_000,
        Status::Playing | Status::ChoosingUpgrade => {}
    }
    let player = &run.player;
    let life = i64::from(player.hp) * 900 + i64::from(player.max_hp) * 300;
    let chosen: i64 = run.upgrades.iter().filter_map(Named::known).map(|upgrade| worth(run, upgrade)).sum();
    let promised = if run.status == Status::ChoosingUpgrade { 1_500 } else { 0 };
    let enemies: i64 = run.enemies.iter().map(|enemy| threat(run, enemy)).sum();
    let hands = i64::from(player.spear.is_held()) * 120;
    i64::from(run.floor) * 20_000 + life + chosen + promised + hands - i64::from(way(run)) * 100 - enemies
}

/// What an upgrade is worth to a bot.
fn worth(run: &Run, upgrade: Upgrade) -> i64 {
    match upgrade {
        Upgrade::ExtraHp => 0, // counted as life
        Upgrade::Recall | Upgrade::RecallDamage => 1_500,
        Upgrade::PassiveProtection | Upgrade::FreeJump | Upgrade::JumpCooldown | Upgrade::JumpRange => 1_400,
        upgrade if upgrade.skill().is_some_and(|skill| run.player.can(skill)) => 1_000,
        _ => 0,
    }
}

/// How much an enemy is to be feared.
fn threat(run: &Run, enemy: &Actor) -> i64 {
    let distance = enemy.at.distance(run.player.at);
    let aimed = enemy.aimed.map_or(0, |at| match enemy.kind {
        Kind::Bomber => 20,
        Kind::Sentinel => [450, 250][usize::from(at != run.player.at)] * i64::from(at.distance(run.player.at) <= 1),
        _ => 250 * i64::from(at == run.player.at && !enemy.has(StatusId::Stun)),
    });
    let near = match (enemy.kind, distance) {
        (Kind::Bomb, 0 | 1) => 300,
        (_, 1) if enemy.can(SkillId::AutoAttack) => 250,
        (_, 1) => 80,
        (_, 2) => 40,
        _ => 0,
    };
    10 + aimed + near
}

/// How many steps are left on this floor: by way of the shrine, if there is one.
fn way(run: &Run) -> u32 {
    let ground = run.ground().without(run.void);
    match run.shrine.filter(|_| run.status == Status::Playing) {
        Some(shrine) => steps(run.player.at, shrine, ground) + steps(shrine, run.stairs, ground),
        None => steps(run.player.at, run.stairs, ground),
    }
}

/// How many steps from one place to another; a wide way round where there is no way.
fn steps(from: Hex, to: Hex, ground: Mask) -> u32 {
    let mut reached = Mask::from_iter([to]);
    let mut steps = 0;
    while !reached.has(from) {
        let wider = reached.or(reached.widened()).and(ground.or(Mask::from_iter([from])));
        if wider == reached {
            return 20 + u32::from(from.distance(to));
        }
        (reached, steps) = (wider, steps + 1);
    }
    steps
}

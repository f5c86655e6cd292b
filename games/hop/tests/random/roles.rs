//! Random actors: any skills, upgrades, statuses and traits for any of them.

use referee::{Ask, Stream};
use referee_hop::{
    Arena, Direction, Faction, Given, Guide, Hex, Kind, MindId, Role, SkillId, StatusEffect, StatusId, Trait, Upgrade,
};

/// A number from nought to less than `count`.
pub(crate) fn below(luck: &mut Stream, count: usize) -> usize {
    luck.draw(Ask::below(count as u32)) as usize
}

/// One of a list.
pub(crate) fn any<T: Clone>(luck: &mut Stream, of: &[T]) -> T {
    of[below(luck, of.len())].clone()
}

/// Each of a list with a chance of one in `odds`.
pub(crate) fn some<T: Copy>(luck: &mut Stream, of: &[T], odds: usize) -> Vec<T> {
    of.iter().copied().filter(|_| below(luck, odds) == 0).collect()
}

/// Takes a random place out of those that are left, mostly one near another.
pub(crate) fn place(luck: &mut Stream, free: &mut Vec<Hex>, near: Hex) -> Hex {
    let close: Vec<usize> = (0..free.len()).filter(|&index| free[index].distance(near) <= 2).collect();
    let index = if close.is_empty() || below(luck, 3) == 0 { below(luck, free.len()) } else { any(luck, &close) };
    free.swap_remove(index)
}

/// An actor with a random life, skills, upgrades, statuses and traits.
pub(crate) fn role(luck: &mut Stream, at: Hex, skills: Vec<SkillId>) -> Role {
    let hp = 1 + below(luck, 4) as u16;
    let status = |luck: &mut Stream, &status: &StatusId| Given::Some(StatusEffect { status, amount: 1 + below(luck, 2) as u16 });
    let statuses = some(luck, StatusId::EVERY, 5);
    Role {
        at,
        hp: Some(hp),
        max_hp: Some(hp + below(luck, 3) as u16),
        skills: Some(skills),
        upgrades: some(luck, Upgrade::EVERY, 4),
        statuses: statuses.iter().map(|it| status(luck, it)).collect(),
        traits: Some(some(luck, &[Trait::Hardy, Trait::Climber], 2)),
        facing: (below(luck, 2) == 0).then(|| any(luck, &Direction::ALL)),
        ..Role::default()
    }
}

/// Actors in an arena: the player and up to eleven others on either side, led by any mind.
pub(crate) fn cast(luck: &mut Stream) -> Arena {
    let mut free: Vec<Hex> = Hex::board().collect();
    let start = place(luck, &mut free, Hex::new(3, 4));
    let skills = some(luck, SkillId::EVERY, 2);
    let player = Role { mind: Some(Guide::Mind(MindId::Player)), kind: Some(Kind::Player), ..role(luck, start, skills) };
    let mut actors = vec![player];
    for _ in 0..1 + below(luck, 11) {
        let at = place(luck, &mut free, start);
        let skills = some(luck, SkillId::EVERY, 4);
        actors.push(companion(luck, at, skills));
    }
    let [lava, walls, slippery, void] =
        [6, 6, 8, 4].map(|most| (0..below(luck, most)).map(|_| place(luck, &mut free, start)).collect());
    let shrine = (below(luck, 3) == 0).then(|| any(luck, &free));
    Arena { actors, lava, walls, slippery, void, shrine, ..Arena::default() }
}

/// One that is not the player's: mostly an enemy.
fn companion(luck: &mut Stream, at: Hex, skills: Vec<SkillId>) -> Role {
    let kinds: Vec<Kind> = Kind::EVERY.iter().copied().filter(|kind| !matches!(kind, Kind::Player | Kind::Bomb)).collect();
    let minds: Vec<MindId> =
        MindId::EVERY.iter().copied().filter(|mind| !matches!(mind, MindId::Player | MindId::Script)).collect();
    Role {
        kind: Some(any(luck, &kinds)),
        mind: (below(luck, 2) == 0).then(|| Guide::Mind(any(luck, &minds))),
        faction: Some(if below(luck, 4) == 0 { Faction::Player } else { Faction::Enemy }),
        ..role(luck, at, skills)
    }
}

//! Random runs and arenas, sense and nonsense.

pub(crate) mod roles;

use proptest::prelude::*;
use referee_hop::{Action, Arena, Fighter, Foe, Hex, Kind, Loadout, Place, Quirk, Seed, Setup, SkillId, Upgrade, Use};

fn hexes() -> impl Strategy<Value = Hex> {
    let near = prop::sample::select(Hex::board().collect::<Vec<_>>());
    prop_oneof![20 => near, 1 => (-3i8..10, -3i8..12).prop_map(|(q, r)| Hex::new(q, r))]
}

fn skills() -> impl Strategy<Value = SkillId> {
    prop::sample::select(SkillId::EVERY.to_vec())
}

fn upgrades() -> impl Strategy<Value = Upgrade> {
    prop::sample::select(Upgrade::EVERY.to_vec())
}

fn foes() -> impl Strategy<Value = Vec<Foe>> {
    let kinds = prop::sample::select(
        Kind::EVERY.iter().copied().filter(|kind| !matches!(kind, Kind::Player | Kind::Bomb)).collect::<Vec<_>>(),
    );
    let own = prop::option::weighted(0.2, prop::collection::vec(skills(), 0..3));
    let foe = (kinds, hexes(), prop::option::of(1u16..5), own, 0u8..2);
    prop::collection::vec(foe, 0..9).prop_map(|foes| {
        let mut taken = Vec::new();
        let mut named = Vec::new();
        for (index, (kind, at, hp, skills, stunned)) in foes.into_iter().enumerate() {
            if !taken.contains(&at) {
                taken.push(at);
                named.push(Foe {
                    name: format!("e{index}"),
                    kind,
                    at,
                    before: None,
                    hp,
                    max_hp: None,
                    skills,
                    stunned,
                    intent: None,
                    facing: None,
                });
            }
        }
        named
    })
}

fn arenas() -> impl Strategy<Value = Arena> {
    let places = || prop::collection::vec(hexes(), 0..7);
    let fighter =
        (hexes(), 1u16..9, prop::option::of(prop::collection::vec(skills(), 0..8)), prop::collection::vec(upgrades(), 0..8));
    let fighter = fighter.prop_map(|(at, hp, skills, upgrades)| Fighter { at, hp, max_hp: None, skills, upgrades });
    (fighter, foes(), places(), places(), places(), places(), prop::option::of(hexes()), prop::option::weighted(0.2, hexes()))
        .prop_map(|(player, mut enemies, mut lava, mut walls, slippery, void, shrine, shield)| {
            // Mostly arenas that make sense: nobody stands in walls, in lava or on the player.
            enemies.retain(|foe| foe.at != player.at);
            let stands = |at: &Hex| *at == player.at || enemies.iter().any(|foe| foe.at == *at);
            lava.retain(|at| !stands(at));
            walls.retain(|at| !stands(at));
            Arena { player: Some(player), enemies, lava, walls, slippery, void, shrine, shield, ..Arena::default() }
        })
}

/// Runs, and arenas with everything in them.
pub(crate) fn setups() -> impl Strategy<Value = Setup> {
    let seed = prop_oneof![4 => "[a-z]{0,6}".prop_map(Seed::Text), 1 => any::<u32>().prop_map(Seed::Number)];
    let loadout = prop::option::of(prop::sample::select(vec![Loadout::Skisher, Loadout::Vanguard, Loadout::Sniper]));
    let arena = prop::option::of(arenas().prop_map(Box::new));
    (seed, loadout, arena).prop_map(|(seed, loadout, arena)| Setup { seed, loadout, tiles: None, quirks: None, arena })
}

/// Mixed rules: any quirk on or off.
#[allow(dead_code)] // not every test mixes rules
pub(crate) fn mixed() -> impl Strategy<Value = Setup> {
    let quirks = prop::collection::vec(prop::sample::select(Quirk::ALL.to_vec()), 0..Quirk::ALL.len());
    (setups(), quirks).prop_map(|(setup, quirks)| Setup { quirks: Some(quirks.into()), ..setup })
}

/// Mostly on the board, most of them illegal.
#[allow(dead_code)] // as above
pub(crate) fn actions() -> impl Strategy<Value = Action> {
    let place = || hexes().prop_map(Place);
    let used = (skills(), prop::option::weighted(0.95, place()));
    prop_oneof![
        6 => place().prop_map(Action::Move),
        2 => Just(Action::Wait),
        8 => used.prop_map(|(skill_id, target)| Action::UseSkill(Use { skill_id: skill_id.into(), target })),
        2 => upgrades().prop_map(|upgrade| Action::SelectUpgrade(upgrade.into())),
        1 => place().prop_map(Action::ThrowSpear),
        1 => place().prop_map(Action::Leap),
        1 => "[a-z]{0,3}".prop_map(Action::Attack),
    ]
}

//! Levels.

use super::{game, is_safe, reached};
use proptest::prelude::*;
use referee_incursion::{Kind, World};
use std::collections::BTreeSet;

/// Every safe square hangs together with both stairs, nobody stands in rock, nothing beyond the edge.
fn is_whole(world: &World) -> Result<(), TestCaseError> {
    let level = world.level().expect("a level");
    let reached = reached(world, level.up);
    let safe: BTreeSet<_> = level.terrain.places().filter(|&at| is_safe(world, at)).collect();
    prop_assert!(safe.contains(&level.up) && safe.contains(&level.down), "stairs stand on safe ground");
    let apart: Vec<_> = safe.difference(&reached).collect();
    prop_assert!(apart.is_empty(), "{} squares are apart: {:?}", apart.len(), &apart[..apart.len().min(5)]);
    let edge = |x: i32, y: i32| x == 0 || y == 0 || x == level.terrain.width() - 1 || y == level.terrain.height() - 1;
    prop_assert!(safe.iter().all(|at| !edge(at.x, at.y)));
    for thing in world.here().filter(|thing| thing.kind != Kind::Door) {
        let at = thing.on(world.depth).expect("it is here");
        prop_assert!(safe.contains(&at) || thing.kind == Kind::Feature, "{:?} is at a bad place", thing.kind);
    }
    let portals = world.here().filter(|thing| thing.kind == Kind::Portal).count();
    prop_assert_eq!(portals, 2);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_level_hangs_together(seed: u64, nth in 0..10usize) {
        let dungeon = ["caves", "caves", "caves", "caves", "caves", "caves", "hole", "hole", "hole", "plain"][nth];
        is_whole(game(&seed.to_string(), dungeon).state())?;
    }
}

#[test]
fn levels_are_as_varied_and_as_populated_as_they_should_be() {
    let mut counts = [0usize; 4];
    for seed in 0..40 {
        let game = game(&format!("varied {seed}"), "caves");
        let world = game.state();
        let count = |kind: Kind| world.here().filter(|thing| thing.kind == kind).count();
        counts[0] += count(Kind::Monster);
        counts[1] += count(Kind::Door);
        counts[2] += world.here().filter(|thing| thing.kind.is_item()).count();
        counts[3] += world.level().map_or(0, |level| level.lit.iter().filter(|(_, lit)| *lit).count());
    }
    println!("monsters, doors, items, lit squares on forty levels: {counts:?}");
    assert!(counts.iter().all(|&count| count > 40), "{counts:?}");
}

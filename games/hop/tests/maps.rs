//! Maps of 10,000 seeds: every floor can be walked, has its tiles, and the enemies it should have. `REFEREE_SEEDS` says how many.

use referee_hop::{Direction, FLOORS, Floor, Hex, Kind, Quirks, Seed, Tiles};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

const BUDGETS: [u32; FLOORS as usize] = [3, 6, 12, 19, 29, 35, 39, 43, 48, 53];

#[allow(clippy::disallowed_methods)] // a test may read the environment
fn seeds() -> u32 {
    std::env::var("REFEREE_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(10_000)
}

/// Looks at floors of every seed; gives the kinds that were met on each.
fn look(numbers: RangeInclusive<u8>) -> Vec<BTreeSet<Kind>> {
    let mut met = vec![BTreeSet::new(); numbers.clone().count()];
    for index in 0..seeds() {
        let seed = Seed::Text(format!("map-{index}"));
        for (met, number) in met.iter_mut().zip(numbers.clone()) {
            let floor = Floor::new(&seed, number, Quirks::NONE, Tiles::Themed);
            let place = format!("map-{index}, floor {number}");
            check_way(&place, &floor);
            check_tiles(&place, &floor);
            check_enemies(&place, &floor);
            met.extend(floor.enemies.iter().map(|enemy| enemy.kind));
        }
    }
    met
}

/// Stairs and shrine can be walked to.
fn check_way(place: &str, floor: &Floor) {
    let walked = walked(floor);
    assert!(walked.contains(&floor.stairs), "{place}: stairs");
    assert!(walked.contains(&floor.shrine.unwrap()), "{place}: shrine");
}

/// Where one can come to stand by walking, slides included.
fn walked(floor: &Floor) -> BTreeSet<Hex> {
    let open = |at: Hex| at.is_on_board() && !floor.walls.has(at) && !floor.lava.has(at);
    let (mut seen, mut to_do) = (BTreeSet::from([floor.start]), vec![floor.start]);
    while let Some(from) = to_do.pop() {
        for way in Direction::ALL {
            let mut at = from.beside(way);
            if !open(at) {
                continue;
            }
            while floor.slippery.has(at) && open(at.beside(way)) {
                at = at.beside(way);
            }
            if seen.insert(at) {
                to_do.push(at);
            }
        }
    }
    seen
}

/// Every floor has its tiles, and nothing lies on another thing.
fn check_tiles(place: &str, floor: &Floor) {
    let shrine = floor.shrine.unwrap();
    assert_eq!((floor.lava.len(), floor.walls.len()), (8, 5), "{place}");
    let (frozen, void) = ((6..=8).contains(&floor.number), floor.number >= 9);
    assert_eq!((floor.slippery.len(), floor.void.len()), (6 * u32::from(frozen), 6 * u32::from(void)), "{place}");
    let mut taken = BTreeSet::from([floor.start, floor.stairs]);
    let things = floor.lava.iter().chain(floor.walls.iter()).chain(floor.slippery.iter()).chain(floor.void.iter());
    assert!(things.chain([shrine]).all(|at| taken.insert(at)), "{place}");
    assert!(shrine.distance(floor.start) >= 3, "{place}");
}

/// A floor's enemies stand apart and cost its budget, as far as there is room; only the last has the sentinel.
fn check_enemies(place: &str, floor: &Floor) {
    let special = [floor.start, floor.stairs, floor.shrine.unwrap()];
    let is_free = |&at: &Hex| !special.contains(&at) && !floor.lava.has(at) && !floor.walls.has(at) && !floor.void.has(at);
    let mut free: BTreeSet<Hex> = Hex::board().filter(|at| at.distance(floor.start) >= 3).filter(is_free).collect();
    for enemy in &floor.enemies {
        assert!(free.remove(&enemy.at), "{place}: somebody at {:?}", enemy.at);
        let hp = enemy.kind.archetype().hp + u16::from(floor.number / 5);
        assert_eq!((enemy.hp, enemy.max_hp), (hp, hp), "{place}: {}", enemy.kind.name());
    }
    let (budget, cost) =
        (BUDGETS[usize::from(floor.number) - 1], floor.enemies.iter().map(|enemy| enemy.kind.archetype().cost).sum::<u32>());
    assert!(cost == budget || (free.is_empty() && cost < budget), "{place}: {cost} of {budget}");
    let sentinels = floor.enemies.iter().filter(|enemy| enemy.kind == Kind::Sentinel).count();
    assert_eq!(sentinels, usize::from(floor.number == FLOORS), "{place}");
}

use Kind::{Archer, Bomber, Footman, Sentinel, ShieldBearer, Sprinter, Warlock};

#[test]
fn the_first_five_floors_are_as_they_should_be() {
    let met = look(1..=5);
    let tables: [&[Kind]; 5] = [
        &[Footman],
        &[Footman, Sprinter],
        &[Footman, Archer],
        &[Footman, Archer, Bomber],
        &[Footman, Archer, Bomber, ShieldBearer],
    ];
    assert_eq!(met, tables.map(|kinds| kinds.iter().copied().collect::<BTreeSet<_>>()));
}

#[test]
fn the_last_five_floors_are_as_they_should_be() {
    let met = look(6..=10);
    let sixth = BTreeSet::from([Footman, Archer, Bomber, ShieldBearer, Warlock]);
    let later = &sixth | &BTreeSet::from([Sprinter]);
    let last = &later | &BTreeSet::from([Sentinel]);
    assert_eq!(met, [sixth, later.clone(), later.clone(), later, last]);
}

#[test]
fn plain_floors_have_neither_ice_nor_void() {
    for (seed, number) in (0..50).flat_map(|seed| (1..=FLOORS).map(move |number| (seed, number))) {
        let floor = Floor::new(&Seed::Number(seed), number, Quirks::NONE, Tiles::Plain);
        assert!(floor.slippery.is_empty() && floor.void.is_empty());
    }
}

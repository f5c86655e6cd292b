//! Maps of many seeds: every floor can be walked, and has the enemies it should have.

use referee_hop::{Direction, FLOORS, Floor, Hex, Kind, Quirks, Seed, Tiles};
use std::collections::BTreeSet;

const BUDGETS: [u32; FLOORS as usize] = [2, 3, 5, 7, 10, 12, 15, 18, 22, 25];

/// How many seeds: `REFEREE_SEEDS`, or 10,000.
#[allow(clippy::disallowed_methods)] // a test may read the environment
fn seeds() -> u32 {
    std::env::var("REFEREE_SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(10_000)
}

/// Every floor of every seed.
fn floors(tiles: Tiles) -> impl Iterator<Item = (String, Floor)> {
    let seed = |index| Seed::Text(format!("map-{index}"));
    let numbers = (0..seeds()).flat_map(|index| (1..=FLOORS).map(move |number| (index, number)));
    numbers.map(move |(index, number)| {
        (format!("map-{index}, floor {number}"), Floor::new(&seed(index), number, Quirks::NONE, tiles))
    })
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

#[test]
fn stairs_and_shrine_can_be_walked_to() {
    for (place, floor) in floors(Tiles::Themed) {
        let walked = walked(&floor);
        assert!(walked.contains(&floor.stairs), "{place}: stairs");
        assert!(walked.contains(&floor.shrine.unwrap()), "{place}: shrine");
    }
}

#[test]
fn every_floor_has_its_tiles_and_nothing_lies_on_another_thing() {
    for (place, floor) in floors(Tiles::Themed) {
        let shrine = floor.shrine.unwrap();
        assert_eq!((floor.lava.len(), floor.walls.len()), (8, 5), "{place}");
        let themed = (floor.slippery.len(), floor.void.len());
        assert_eq!(
            themed,
            (if (6..=8).contains(&floor.number) { 6 } else { 0 }, if floor.number >= 9 { 6 } else { 0 }),
            "{place}"
        );
        let mut taken = BTreeSet::from([floor.start, floor.stairs]);
        let things = floor.lava.iter().chain(floor.walls.iter()).chain(floor.slippery.iter()).chain(floor.void.iter());
        assert!(things.chain([shrine]).all(|at| taken.insert(at)), "{place}");
        assert!(shrine.distance(floor.start) >= 3, "{place}");
        let mut standing = BTreeSet::from([floor.start, floor.stairs, shrine]);
        standing.extend(floor.lava.iter().chain(floor.walls.iter()).chain(floor.void.iter()));
        for enemy in &floor.enemies {
            assert!(enemy.at.is_on_board() && enemy.at.distance(floor.start) >= 3, "{place}");
            assert!(standing.insert(enemy.at), "{place}: somebody at {:?}", enemy.at);
        }
    }
}

#[test]
fn plain_floors_have_neither_ice_nor_void() {
    for (place, floor) in floors(Tiles::Plain).take(seeds() as usize) {
        assert!(floor.slippery.is_empty() && floor.void.is_empty(), "{place}");
    }
}

#[test]
fn a_floors_enemies_cost_its_budget_and_only_the_last_has_the_sentinel() {
    let (mut crowded, mut kinds) = (0, vec![BTreeSet::new(); usize::from(FLOORS)]);
    for (place, floor) in floors(Tiles::Themed) {
        let index = usize::from(floor.number) - 1;
        let cost: u32 = floor.enemies.iter().map(|enemy| enemy.kind.archetype().cost).sum();
        let free = Hex::board().filter(|&at| at.distance(floor.start) >= 3 && at != floor.stairs && Some(at) != floor.shrine);
        let free = free.filter(|&at| !floor.lava.has(at) && !floor.walls.has(at) && !floor.void.has(at)).count();
        let is_full = free == floor.enemies.len();
        assert!(cost == BUDGETS[index] || (is_full && cost < BUDGETS[index]), "{place}: {cost}");
        crowded += u32::from(is_full);
        let sentinels = floor.enemies.iter().filter(|enemy| enemy.kind == Kind::Sentinel).count();
        assert_eq!(sentinels, usize::from(floor.number == FLOORS), "{place}");
        for enemy in &floor.enemies {
            let hp = enemy.kind.archetype().hp + u16::from(floor.number / 5);
            assert_eq!((enemy.hp, enemy.max_hp), (hp, hp), "{place}: {}", enemy.kind.name());
            kinds[index].insert(enemy.kind);
        }
    }
    println!("{crowded} floors had no place left for their budget");
    use Kind::{Archer, Bomber, Footman, Sentinel, ShieldBearer, Sprinter, Warlock};
    let mut tables: Vec<Vec<Kind>> = vec![vec![Footman], vec![Footman, Sprinter], vec![Footman, Archer]];
    tables.extend([vec![Footman, Archer, Bomber], vec![Footman, ShieldBearer, Archer, Bomber]]);
    tables.push(vec![Footman, ShieldBearer, Archer, Bomber, Warlock]);
    tables.extend(vec![vec![Footman, ShieldBearer, Sprinter, Archer, Bomber, Warlock]; 3]);
    tables.push(vec![Footman, ShieldBearer, Sprinter, Archer, Bomber, Warlock, Sentinel]);
    assert_eq!(kinds, tables.into_iter().map(BTreeSet::from_iter).collect::<Vec<_>>());
}

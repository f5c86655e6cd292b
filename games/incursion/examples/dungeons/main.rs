//! Lets the explorer play many dungeons to their end, and tells how they ended.
//!
//! `cargo run --release -p referee-incursion --example dungeons -- [HOW MANY] [FIRST] [ACTIONS AT MOST]`

mod delve;

use delve::{HERO, dungeon, next};
use referee_incursion::End;
use std::collections::BTreeMap;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let count = numbers.next().unwrap_or(200);
    let first = numbers.next().unwrap_or(0);
    let most = numbers.next().unwrap_or(10_000);
    let mut ends: BTreeMap<String, u64> = BTreeMap::new();
    let mut lengths = Vec::new();
    for number in first..first + count {
        let (mut game, mut luck) = dungeon(number);
        game.forget();
        let mut actions = 0;
        while actions < most
            && let Some(action) = next(&game, &mut luck)
        {
            if let Err(why) = game.act(HERO, 0, action.clone()) {
                panic!("dungeon {number}, action {actions}: {action:?} was refused: {why}");
            }
            actions += 1;
        }
        let world = game.state();
        let deepest = world.levels.keys().next_back().copied().unwrap_or(0);
        let end = match &world.end {
            Some(End::Won) => "won".to_owned(),
            Some(End::Died { .. }) => format!("died on level {:2}", world.depth),
            None => {
                println!(
                    "dungeon {number} is not over after {actions} actions: level {} of {deepest}, time {}",
                    world.depth, world.time
                );
                "not over".to_owned()
            }
        };
        *ends.entry(end).or_default() += 1;
        lengths.push((actions, number));
    }
    ends.iter().for_each(|(end, count)| println!("{end:<16} {count:>6}"));
    lengths.sort_unstable();
    let part = |percent: usize| lengths.get(lengths.len().saturating_sub(1) * percent / 100).copied().unwrap_or_default();
    let ((half, _), (nearly, _), (longest, which)) = (part(50), part(90), part(100));
    println!(
        "{count} dungeons: half of them within {half} actions, nine in ten within {nearly}, the longest (dungeon {which}) {longest}"
    );
}

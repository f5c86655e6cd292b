//! Every fight in `setups/` can be won by either side: two greedy bots play each of them over fixed seeds, and each side wins between 30 and
//! 70 of 100. `REFEREE_RUNS=100` plays the long form; a few games are enough to notice a fight that one side always wins or that never ends.

use crate::fights::fights;
use referee_host::{Match, Title};

/// How many games are played of each fight, and which share of them each side must win, in percent.
#[allow(clippy::disallowed_methods)] // the test asks how long it may be, not the rules
fn plan() -> (u64, std::ops::RangeInclusive<u64>) {
    match std::env::var("REFEREE_RUNS").ok().and_then(|runs| runs.parse().ok()) {
        Some(runs) => (runs, 30..=70),
        None => (20, 20..=80),
    }
}

#[test]
fn each_side_wins_its_share_of_every_fight() {
    let title = referee_mir::title::<1>();
    let (runs, share) = plan();
    let mut unfair = Vec::new();
    for (name, setup) in fights() {
        let title: &dyn Title = &title;
        let series = Match { title, bots: vec!["greedy", "greedy"], setup: Some(&setup), seed: "balance", swap: false };
        let tally = series.play(runs, &mut |_| {}).unwrap_or_else(|error| panic!("{name}: {error}"));
        let won: Vec<u64> = tally.bots.iter().map(|bot| bot.won * 100 / runs).collect();
        println!("{name}: {won:?} percent, {} unfinished, {} actions a game", tally.unfinished, tally.actions / runs);
        if tally.unfinished > 0 || !won.iter().all(|won| share.contains(won)) {
            unfair.push(format!("{name}: players and npcs won {won:?} percent, {} games had no end", tally.unfinished));
        }
    }
    assert!(unfair.is_empty(), "{}", unfair.join("; "));
}

//! Bots play each other: the greedy one wins most of its games. `REFEREE_MATCH=1000` plays a match of a thousand, as does
//! `referee match duel --bot blue=greedy --bot red=random --games 1000`.

use referee_duel::title;
use referee_host::{Match, Tally};

/// How many games, unless the environment says otherwise.
const GAMES: u64 = 40;

#[allow(clippy::disallowed_methods)] // a test may read the environment
fn games() -> u64 {
    std::env::var("REFEREE_MATCH").ok().and_then(|count| count.parse().ok()).unwrap_or(GAMES)
}

fn play(bots: [&str; 2], swap: bool) -> Tally {
    let series = Match { title: &title(), bots: bots.into(), setup: None, seed: "match", swap };
    series.play(games(), &mut |_| {}).unwrap()
}

#[test]
fn greedy_beats_random() {
    let tally = play(["greedy", "random"], true);
    println!("{tally:?}");
    assert_eq!(tally.unfinished, 0, "a game ends");
    assert!(2 * tally.bots[0].won > games(), "{tally:?}");
    assert_eq!(tally.bots[0].won + tally.bots[1].won + tally.drawn, games());
    assert_eq!(tally.bots[0].score, -tally.bots[1].score, "what one has more the other has less");
}

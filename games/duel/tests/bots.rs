//! Bots play each other: the greedy one wins most of its games. `REFEREE_MATCH=1000` plays a match of a thousand.

use referee::{Seat, Stream};
use referee_duel::Duel;
use referee_host::{Hosted, Registry};

/// How many games, unless the environment says otherwise.
const GAMES: u64 = 40;
/// More moves than any game has.
const MOVES_MAX: usize = 400;

#[allow(clippy::disallowed_methods)] // a test may read the environment
fn games() -> u64 {
    std::env::var("REFEREE_MATCH").ok().and_then(|count| count.parse().ok()).unwrap_or(GAMES)
}

/// Who won: the score of Blue, less that of Red.
fn play(registry: &Registry, bots: [&str; 2], seed: u64) -> i64 {
    let mut luck = Stream::new(seed);
    let mut table = registry.title("duel").unwrap().start(None, Some(&seed.to_string()), 0, None).unwrap();
    for _ in 0..MOVES_MAX {
        let Some(&seat) = table.waiting_for(table.at()).first() else { break };
        let action = table.bot(bots[seat.index()], seat, table.at(), &mut luck).unwrap().unwrap();
        let verdict = table.act(seat, table.at(), &action, None);
        assert!(verdict.success, "{action}");
    }
    assert!(table.over(table.at()), "a game ends");
    table.score(Seat(0))
}

#[test]
fn greedy_beats_random() {
    let registry = Registry::new().with(Hosted::new(Duel));
    let (mut won, mut drawn) = (0, 0);
    for game in 0..games() {
        let score = match game % 2 {
            0 => play(&registry, ["greedy", "random"], game),
            _ => -play(&registry, ["random", "greedy"], game),
        };
        won += u64::from(score > 0);
        drawn += u64::from(score == 0);
    }
    println!("greedy won {won} of {} games and drew {drawn}", games());
    assert!(2 * won > games(), "greedy won {won} of {} games and drew {drawn}", games());
}

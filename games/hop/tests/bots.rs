//! Bots play runs: those that look ahead come further than the random one, and get out. `REFEREE_MATCH=1000` plays a thousand runs each.

use referee::{Seat, Stream};
use referee_hop::Hop;
use referee_host::{Hosted, Registry};
use serde_json::Value;

/// How many runs each, unless the environment says otherwise.
const RUNS: u64 = 12;
/// Longer than any run that goes anywhere.
const ACTIONS_MAX: usize = 600;

#[allow(clippy::disallowed_methods)] // a test may read the environment
fn runs() -> u64 {
    std::env::var("REFEREE_MATCH").ok().and_then(|count| count.parse().ok()).unwrap_or(RUNS)
}

/// The floor a bot comes to, and whether it won.
fn play(registry: &Registry, bot: &str, seed: u64) -> (u64, bool) {
    let mut luck = Stream::new(seed);
    let mut table = registry.title("hop").unwrap().start(None, Some(&seed.to_string()), 0, None).unwrap();
    for _ in 0..ACTIONS_MAX {
        let Some(action) = table.bot(bot, Seat(0), 0, &mut luck).unwrap() else { break };
        assert!(table.act(Seat(0), 0, &action, None).success, "{action}");
    }
    let view: Value = serde_json::from_str(&table.view(Some(Seat(0)))).unwrap();
    (view["floor"].as_u64().unwrap(), view["status"] == "won")
}

#[test]
fn bots_that_look_ahead_win_runs_and_come_further_than_the_random_one() {
    let registry = Registry::new().with(Hosted::new(Hop::<false>));
    let [random, greedy, deep] = ["random", "greedy", "deep"].map(|bot| {
        let played: Vec<(u64, bool)> = (0..runs()).map(|seed| play(&registry, bot, seed)).collect();
        let floors: u64 = played.iter().map(|(floor, _)| floor).sum();
        let won = played.iter().filter(|(_, won)| *won).count();
        println!("{bot}: {won} of {} runs won, {}.{} floors on average", runs(), floors / runs(), floors * 10 / runs() % 10);
        (floors, won)
    });
    assert!(random.0 < greedy.0 && random.0 < deep.0);
    assert!(greedy.1 > 0 && deep.1 > 0, "a bot that looks ahead won no run");
}

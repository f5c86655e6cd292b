//! `cargo run --release -p referee-benches --bin hop [-- --json]`: recorded runs of Hop decided again, against the public engine's figure; a long
//! session verified; what it takes in memory. Times never make it fail: they are for people to judge.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks look at the clock

use referee::{Game, Seat};
use referee_hop::{Action, Hop, Setup};
use std::hint::black_box;
use std::time::{Duration, Instant};

fn main() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/hop/tests/vectors/hop-original-runs.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let runs: Vec<(Setup, Vec<Action>)> = text
        .lines()
        .map(|l| {
            let v: serde_json::Value = serde_json::from_str(l).unwrap();
            let setup = serde_json::from_value(serde_json::json!({"seed": v["seed"], "loadout": v["loadout"]})).unwrap();
            let actions =
                v["actions"].as_array().unwrap().iter().filter_map(|a| serde_json::from_value(a.clone()).ok()).collect();
            (setup, actions)
        })
        .collect();
    let total: usize = runs.iter().map(|r| r.1.len()).sum();
    println!(
        "event {} actor {} entry {}",
        size_of::<referee_hop::Event>(),
        size_of::<referee_hop::Actor>(),
        size_of::<referee_hop::Entry>()
    );
    for _ in 0..5 {
        let clock = Instant::now();
        let mut n = 0;
        let mut events = 0;
        while clock.elapsed() < Duration::from_millis(500) {
            for (setup, actions) in &runs {
                let mut game = Game::start(Hop::<true>, setup.clone()).unwrap();
                for a in actions {
                    let _ = black_box(game.act(Seat(0), 0, a.clone()));
                }
                events += game.log().events().count();
            }
            n += total;
        }
        println!("{} actions/s, {} events/action", n as u128 * 1_000_000_000 / clock.elapsed().as_nanos(), events / n);
    }
    let games: Vec<Game<Hop<true>>> = runs
        .iter()
        .map(|(setup, actions)| {
            let mut game = Game::start(Hop::<true>, setup.clone()).unwrap();
            for a in actions {
                let _ = black_box(game.act(Seat(0), 0, a.clone()));
            }
            game
        })
        .collect();
    for _ in 0..3 {
        let clock = Instant::now();
        let mut n = 0;
        while clock.elapsed() < Duration::from_millis(500) {
            for g in &games {
                g.verify().unwrap();
            }
            n += total;
        }
        println!("verify {} actions/s", n as u128 * 1_000_000_000 / clock.elapsed().as_nanos());
    }
}

//! How hard Hop is: bots play runs of fixed seeds, and this says how many they win, on which floors they die of what, and which skills and upgrades
//! the winners used.
//!
//! ```sh
//! cargo run --release -p referee-hop --example balance -- greedy 300
//! ```
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: arguments and threads

use referee::{Cause as Declared, Game, Legal, Seat, Show, Stream};
use referee_hop::{Action, Event, Hop, Named, Seed, Setup, SkillId, Status, score};
use referee_host::{Hosted, Registry};
use std::collections::{BTreeMap, BTreeSet};
use std::thread;

/// Longer than any run that goes anywhere.
const ACTIONS_MAX: usize = 2_000;

/// One run of a bot.
struct Played {
    status: Status,
    floor: u8,
    actions: usize,
    score: i64,
    loadout: String,
    /// Skills that were used, and upgrades that were chosen.
    used: BTreeSet<String>,
    cause: String,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let bot = args.first().map_or("greedy", String::as_str);
    let runs: u32 = args.get(1).map_or(Ok(300), |count| count.parse()).expect("the number of runs is a number");
    let threads = thread::available_parallelism().map_or(1, usize::from) as u32;
    let workers: Vec<_> = (0..threads)
        .map(|first| {
            let bot = bot.to_owned();
            thread::spawn(move || (first..runs).step_by(threads as usize).map(|seed| play(&bot, seed)).collect::<Vec<_>>())
        })
        .collect();
    let played: Vec<Played> = workers.into_iter().flat_map(|worker| worker.join().expect("a run ends")).collect();
    tell(bot, &played);
}

/// A run of a bot, or of one that only waits, or paces between two hexes.
fn play(bot: &str, seed: u32) -> Played {
    let setup = Setup { seed: Seed::Text(seed.to_string()), ..Setup::default() };
    let mut game = Game::start(Hop::<false>, setup).expect("a seed is enough");
    let registry = Registry::new().with(Hosted::new(Hop::<false>));
    let mut table =
        registry.title("hop").expect("it was just put there").start(None, Some(&seed.to_string()), 0, None).expect("a seed");
    let mut luck = Stream::new(seed.into());
    for _ in 0..ACTIONS_MAX {
        let action = match bot {
            "waits" => idle(&game, false),
            "paces" => idle(&game, true),
            _ => table.bot(bot, Seat(0), 0, &mut luck).expect("there is such a bot"),
        };
        let Some(action) = action else { break };
        let declared: Action = serde_json::from_str(&action).expect("an action can be read");
        assert!(table.act(Seat(0), 0, &action, None).success && game.act(Seat(0), 0, declared).is_ok(), "{action}");
    }
    summed(&game)
}

/// Waits, or steps to and fro where that is possible; chooses what a shrine offers first.
fn idle(game: &Game<Hop<false>>, paces: bool) -> Option<String> {
    let run = game.state();
    let legal: Vec<Action> = Hop::<false>.legal(run, Seat(0), 0).collect();
    let steps =
        |action: &&Action| matches!(action, Action::Move(to) if run.foe_at(&run.player, to.0).is_none() && to.0 != run.stairs);
    let step = legal.iter().filter(|_| paces).find(steps);
    let action = step.or_else(|| legal.iter().find(|action| **action == Action::Wait)).or(legal.first())?;
    serde_json::to_string(action).ok()
}

fn summed(game: &Game<Hop<false>>) -> Played {
    let run = game.state();
    let mut used = BTreeSet::new();
    let (mut cause, mut actions) = ("alive".to_owned(), 0);
    let rules = Hop::<false>;
    for record in game.log().records(1) {
        actions += 1;
        if let Declared::Action(Action::UseSkill(deed)) = record.cause
            && let Named::Known(skill) = &deed.skill_id
        {
            used.insert(skill.name().to_owned());
        }
        for event in record.events {
            match event {
                Event::Upgraded { upgrade } => _ = used.insert(upgrade.name().to_owned()),
                Event::Hurt { who, by: Some(by), cause: referee_hop::Cause::Blow, .. } if by.is_player() && !who.is_player() => {
                    used.insert(SkillId::BasicAttack.name().to_owned());
                }
                Event::Hurt { who, by: Some(by), cause: referee_hop::Cause::Punch, .. } if by.is_player() && !who.is_player() => {
                    used.insert(SkillId::AutoAttack.name().to_owned());
                }
                Event::Hurt { who, hp: 0, .. } if who.is_player() => cause = rules.tell(event),
                _ => {}
            }
        }
    }
    let skills: Vec<&str> = run.player.skills.iter().map(SkillId::name).collect();
    Played { status: run.status, floor: run.floor, actions, score: score(run), loadout: skills.join("+"), used, cause }
}

fn tell(bot: &str, played: &[Played]) {
    let won: Vec<&Played> = played.iter().filter(|run| run.status == Status::Won).collect();
    let share = |part: usize, all: usize| format!("{part} of {all} ({} %)", part * 100 / all.max(1));
    let mean = |of: &dyn Fn(&Played) -> i64| played.iter().map(of).sum::<i64>() / played.len().max(1) as i64;
    println!(
        "{bot}: won {}, mean floor {}.{}, mean score {}, mean actions {}",
        share(won.len(), played.len()),
        mean(&|run| i64::from(run.floor) * 10) / 10,
        mean(&|run| i64::from(run.floor) * 10) % 10,
        mean(&|run| run.score),
        mean(&|run| run.actions as i64)
    );
    let counted = |of: &dyn Fn(&Played) -> Option<String>| {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        played.iter().filter_map(of).for_each(|key| *counts.entry(key).or_default() += 1);
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(key, count)| (std::cmp::Reverse(*count), key.clone()));
        counts
    };
    let ends = |run: &Played| (run.status != Status::Won).then(|| format!("floor {:2}", run.floor));
    println!("not won on: {:?}", counted(&ends));
    println!("died of: {:?}", &counted(&|run| (run.status == Status::Lost).then(|| run.cause.clone())));
    for (loadout, count) in counted(&|run| Some(run.loadout.clone())) {
        println!("  {loadout}: won {}", share(won.iter().filter(|run| run.loadout == loadout).count(), count));
    }
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    won.iter().flat_map(|run| &run.used).for_each(|name| *used.entry(name).or_default() += 1);
    let mut used: Vec<_> = used.into_iter().collect();
    used.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    println!("used in wins:");
    for (name, count) in used {
        println!("  {name}: {}", share(count, won.len()));
    }
}

//! How hard Hop is: bots play runs of fixed seeds. `REFEREE_RUNS=300` plays as many as the bounds below are meant for. Printed is how many each bot
//! wins, where and of what the others die, and which skills and upgrades the winners used; the short form only
//! makes sure that looking ahead is of use.
//!
//! ```sh
//! REFEREE_RUNS=300 cargo test --release -p referee-hop --test all balance -- --nocapture
//! ```

use referee::{Cause as Declared, Game, Legal, Seat, Stream};
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

/// The bounds hold for this many runs.
const RUNS: u32 = 300;
/// How many runs the short form plays.
const FEW: u32 = 12;

#[allow(clippy::disallowed_methods)] // a test may read the environment
fn runs() -> u32 {
    std::env::var("REFEREE_RUNS").ok().map_or(FEW, |count| count.parse().expect("REFEREE_RUNS is a number"))
}

/// Plays runs of a bot, and prints what became of them.
#[allow(clippy::disallowed_types, clippy::disallowed_methods)] // a test may use threads
fn played(bot: &'static str, runs: u32) -> Vec<Played> {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u32;
    let share = |first| (first..runs).step_by(threads as usize).map(|seed| play(bot, seed)).collect::<Vec<_>>();
    let played: Vec<Played> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a run ends")).collect()
    });
    print(bot, &played);
    played
}

/// How many of a thousand runs are won, rounded down.
fn won(played: &[Played]) -> usize {
    played.iter().filter(|run| run.status == Status::Won).count() * 1_000 / played.len()
}

/// The sum of the floors that runs came to.
fn floors(played: &[Played]) -> u32 {
    played.iter().map(|run| u32::from(run.floor)).sum()
}

#[test]
fn bots_win_as_often_as_they_should() {
    let [random, greedy, deep] = ["random", "greedy", "deep"].map(|bot| played(bot, runs()));
    assert!(floors(&random) < floors(&greedy) && floors(&random) < floors(&deep), "looking ahead is of use");
    assert!(won(&greedy) > 0 && won(&deep) > 0, "a bot that looks ahead won no run");
    if runs() >= RUNS {
        assert!((50..=250).contains(&won(&greedy)), "greedy wins {} of 1,000", won(&greedy));
        assert!(won(&deep) >= 330, "deep wins {} of 1,000", won(&deep));
        no_trick_wins(&deep);
    }
}

/// No skill and no upgrade is used in nearly all wins.
fn no_trick_wins(played: &[Played]) {
    let wins: Vec<&Played> = played.iter().filter(|run| run.status == Status::Won).collect();
    for (name, count) in used(&wins) {
        assert!(count * 100 <= wins.len() * 90, "{name} is used in {count} of {} wins", wins.len());
    }
}

#[test]
fn a_bot_that_waits_or_paces_does_not_survive_a_floor() {
    for bot in ["waits", "paces"] {
        let played = played(bot, runs().max(100));
        assert!(played.iter().all(|run| run.status == Status::Lost && run.floor == 1), "a bot that {bot} got on");
        assert!(played.iter().all(|run| run.actions < 120), "a bot that {bot} stayed long");
    }
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
                Event::Hurt { who, hp: 0, cause: of, .. } if who.is_player() => cause = format!("{of:?}"),
                _ => {}
            }
        }
    }
    let skills: Vec<&str> = run.player.skills.iter().map(SkillId::name).collect();
    Played { status: run.status, floor: run.floor, actions, score: score(run), loadout: skills.join("+"), used, cause }
}

/// How often each skill and upgrade was used, the most used first.
fn used<'a>(runs: &[&'a Played]) -> Vec<(&'a str, usize)> {
    let mut used: BTreeMap<&str, usize> = BTreeMap::new();
    runs.iter().flat_map(|run| &run.used).for_each(|name| *used.entry(name).or_default() += 1);
    let mut used: Vec<_> = used.into_iter().collect();
    used.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    used
}

fn print(bot: &str, played: &[Played]) {
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
    println!("used in wins:");
    for (name, count) in used(&won) {
        println!("  {name}: {}", share(count, won.len()));
    }
}

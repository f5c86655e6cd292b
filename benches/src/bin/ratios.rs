//! `cargo run --release -p referee-benches --bin ratios [-- --json]`: the ratios the project sets itself as goals, all in one run.
//! Every round measures each thing once; the table shows medians. Times never make it fail: they are for people to judge.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks look at the clock

use referee::{Ask, Game, Stream};
use referee_benches::{connect_four, hand, nim};
use referee_nim::Nim;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 41;
/// Actions timed at once.
const BATCH: u64 = 20_000;
/// Actions before the clock is looked at, so that caches and lists are in their usual state.
const WARM_UP: u64 = 2_000;
const SEEKS: u64 = 200;
const LONG: u64 = 100_000;

fn main() {
    let json = std::env::args().any(|argument| argument == "--json");
    let rows = rows(&Medians::measure());
    if json {
        println!("[{}]", rows.iter().map(Row::json).collect::<Vec<_>>().join(","));
    } else {
        println!("{:<66} {:>12} {:>12} {:>10} {:>8} {:>8}", "what, against what", "ours", "theirs", "ratio", "must", "aim");
        rows.iter().for_each(|row| println!("{}", row.text()));
        println!("times in picoseconds an item; OpenSpiel's figure was measured elsewhere and serves as a yardstick");
    }
}

/// A goal: what we take for an item, what the other takes, and what the ratio should be, in hundredths.
struct Row {
    name: &'static str,
    ours: u64,
    theirs: u64,
    goal: Goal,
}

#[derive(Clone, Copy)]
enum Goal {
    /// Ours over theirs, at most.
    AtMost { must: u64, aim: u64 },
    /// Theirs over ours, at least.
    AtLeast { must: u64, aim: u64 },
    /// Ours over theirs, to be known.
    Known,
}

fn rows(medians: &Medians) -> Vec<Row> {
    let row = |name, ours, theirs, goal| Row { name, ours, theirs, goal };
    let open_spiel = 1_000_000_000_000 / connect_four::OPEN_SPIEL;
    let (two, growth) = (Goal::AtMost { must: 300, aim: 200 }, Goal::AtMost { must: 125, aim: 110 });
    let (again, seek) = (Goal::AtMost { must: 130, aim: 110 }, Goal::AtLeast { must: 5_000, aim: 50_000 });
    let playouts = Goal::AtLeast { must: 150, aim: 400 };
    let stream = Goal::AtLeast { must: 100, aim: 100 };
    vec![
        row("act with its record, against decide and fold by hand", medians.act_1k, medians.hand, two),
        row("act, the past forgotten, against decide and fold by hand", medians.act_forgetful, medians.hand, Goal::Known),
        row(
            "act with its record, against the same by hand, audit and record",
            medians.act_1k,
            medians.hand_on_record,
            Goal::Known,
        ),
        row("act with 1,000,000 records, against act with 1,000", medians.act_1m, medians.act_1k, growth),
        row("verify, against act", medians.verify, medians.act_1k, again),
        row("seek in 100,000 records, against replaying them", medians.seek, medians.replay * LONG, seek),
        row("branch in 100,000 records, against replaying them", medians.branch, medians.replay * LONG, seek),
        row("replay an event into a game, against 20 million a second", medians.replay / nim::EVENTS, 50_000, stream),
        row("fold an event, against 20 million a second", medians.fold / nim::EVENTS, 50_000, stream),
        row("random move of connect four on record, against OpenSpiel C++", medians.playout, open_spiel, playouts),
        row("random move of connect four, forgotten, against OpenSpiel C++", medians.playout_forgetful, open_spiel, playouts),
    ]
}

impl Row {
    /// The ratio in hundredths.
    fn ratio(&self) -> u64 {
        match self.goal {
            Goal::AtLeast { .. } => self.theirs * 100 / self.ours.max(1),
            Goal::AtMost { .. } | Goal::Known => self.ours * 100 / self.theirs.max(1),
        }
    }

    fn verdict(&self) -> &'static str {
        let (must, aim) = match self.goal {
            Goal::AtMost { must, aim } => (self.ratio() <= must, self.ratio() <= aim),
            Goal::AtLeast { must, aim } => (self.ratio() >= must, self.ratio() >= aim),
            Goal::Known => return "for information",
        };
        if aim {
            "aim reached"
        } else if must {
            "must reached"
        } else {
            "not reached"
        }
    }

    fn bounds(&self) -> Option<(&'static str, u64, u64)> {
        match self.goal {
            Goal::AtMost { must, aim } => Some(("<=", must, aim)),
            Goal::AtLeast { must, aim } => Some((">=", must, aim)),
            Goal::Known => None,
        }
    }

    fn text(&self) -> String {
        let bound = |hundredths: u64, sign| format!("{sign}{}", decimal(hundredths));
        let (must, aim) = self.bounds().map_or_else(Default::default, |(sign, must, aim)| (bound(must, sign), bound(aim, sign)));
        let Row { name, ours, theirs, .. } = self;
        format!("{name:<66} {ours:>12} {theirs:>12} {:>10} {must:>8} {aim:>8}  {}", decimal(self.ratio()), self.verdict())
    }

    fn json(&self) -> String {
        let (must, aim) = self.bounds().map_or(("null".into(), "null".into()), |(_, must, aim)| (decimal(must), decimal(aim)));
        let Row { name, ours, theirs, .. } = self;
        let (ratio, verdict) = (decimal(self.ratio()), self.verdict());
        format!(
            r#"{{"name":"{name}","oursPicos":{ours},"theirsPicos":{theirs},"ratio":{ratio},"must":{must},"aim":{aim},"verdict":"{verdict}"}}"#
        )
    }
}

fn decimal(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Picoseconds an item, the median of all rounds.
#[derive(Default)]
struct Medians {
    hand: u64,
    hand_on_record: u64,
    act_1k: u64,
    act_1m: u64,
    act_forgetful: u64,
    verify: u64,
    replay: u64,
    fold: u64,
    seek: u64,
    branch: u64,
    playout: u64,
    playout_forgetful: u64,
}

impl Medians {
    fn measure() -> Medians {
        let mut luck = Stream::from_seed("ratios");
        let (game_1k, game_100k, game_1m) = (nim::game(1_000), nim::game(LONG), nim::game(1_000_000));
        let mut seqs = luck;
        let mut seq = move || u64::from(seqs.draw(Ask::below(LONG as u32)));
        let forgetful = || {
            let mut game = game_1k.clone();
            game.forget();
            game
        };
        let rounds: Vec<[u64; 12]> = (0..ROUNDS)
            .map(|_| {
                [
                    by_hand(|table, turn| table.act(nim::seat(turn), &black_box(nim::take(turn))).is_ok()),
                    by_hand(|table, turn| table.act_on_record(nim::seat(turn), 0, &black_box(nim::take(turn))).is_ok()),
                    acts(game_1k.clone()),
                    acts(game_1m.clone()),
                    acts(forgetful()),
                    picos(LONG, || assert!(nim::verify(black_box(&game_100k)))),
                    picos(LONG, || drop(black_box(nim::replay(black_box(&game_100k))))),
                    picos(LONG, || drop(black_box(nim::fold(black_box(&game_100k))))),
                    picos(SEEKS, || (0..SEEKS).for_each(|_| drop(black_box(nim::seek(&game_100k, seq()))))),
                    picos(SEEKS, || (0..SEEKS).for_each(|_| drop(black_box(nim::branch(&game_100k, seq()))))),
                    connect_four::measure(500, false, &mut luck),
                    connect_four::measure(500, true, &mut luck),
                ]
            })
            .collect();
        let median = |column: usize| {
            let mut times: Vec<u64> = rounds.iter().map(|round| round[column]).collect();
            times.sort_unstable();
            times[times.len() / 2]
        };
        Medians {
            hand: median(0),
            hand_on_record: median(1),
            act_1k: median(2),
            act_1m: median(3),
            act_forgetful: median(4),
            verify: median(5),
            replay: median(6),
            fold: median(7),
            seek: median(8),
            branch: median(9),
            playout: median(10),
            playout_forgetful: median(11),
        }
    }
}

/// Picoseconds an action on a game that goes on.
fn acts(mut game: Game<Nim>) -> u64 {
    let first = game.seq().unwrap_or(0);
    let mut act = |turn| assert!(nim::act(&mut game, nim::seat(turn), black_box(nim::take(turn))));
    (first..first + WARM_UP).for_each(&mut act);
    picos(BATCH, || (first + WARM_UP..first + WARM_UP + BATCH).for_each(&mut act))
}

fn by_hand(act: impl Fn(&mut hand::Table, u64) -> bool) -> u64 {
    let mut table = hand::Table::new();
    let mut act = |turn| assert!(act(&mut table, turn));
    (0..WARM_UP).for_each(&mut act);
    picos(BATCH, || (WARM_UP..WARM_UP + BATCH).for_each(&mut act))
}

/// Picoseconds an item.
fn picos(items: u64, work: impl FnOnce()) -> u64 {
    let clock = Instant::now();
    work();
    clock.elapsed().as_nanos() as u64 * 1_000 / items
}

//! `cargo run --release -p referee-benches --bin ratios [-- --json]`: the ratios the project sets itself as goals, all in one run.
//! Every round measures each thing once; the table shows medians of times and medians of ratios. Times never make it fail: they are for people to judge.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks look at the clock

use referee::{Ask, Game, Stream};
use referee_benches::{connect_four, hand, nim, text};
use referee_host::Registry;
use referee_nim::Nim;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 101;
/// Actions timed at once.
const BATCH: u64 = 20_000;
/// Actions before the clock is looked at, so that caches and lists are in their usual state.
const WARM_UP: u64 = 2_000;
const SEEKS: u64 = 200;
const LONG: u64 = 100_000;
/// Records of a text log.
const TEXT: u64 = 10_000;
/// How fast a log must be read at least.
const EVENTS_A_SECOND: u64 = 20_000_000;

fn main() {
    let json = std::env::args().any(|argument| argument == "--json");
    let rows = rows(&Rounds::measure());
    if json {
        println!("[{}]", rows.iter().map(Row::json).collect::<Vec<_>>().join(","));
    } else {
        println!("{:<60} {:>12} {:>12} {:>10} {:>8} {:>8}", "what, against what", "ours", "theirs", "ratio", "must", "aim");
        rows.iter().for_each(|row| println!("{}", row.text()));
        println!("times in picoseconds an item; OpenSpiel's figure was measured elsewhere and serves as a yardstick");
    }
}

/// A goal: what we take for an item, what the other takes, both in picoseconds, and the ratio of the two, in hundredths.
struct Row {
    name: &'static str,
    ours: u64,
    theirs: u64,
    ratio: u64,
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

fn rows(rounds: &Rounds) -> Vec<Row> {
    let open_spiel = |_: &Round| 1_000_000_000_000 / connect_four::OPEN_SPIEL;
    let per_second = |rate: u64| move |_: &Round| 1_000_000_000_000 / rate;
    let stream = per_second(EVENTS_A_SECOND);
    let whole_replay = |round: &Round| round.replay * LONG;
    let growth = Goal::AtMost { must: 125, aim: 110 };
    let seek = Goal::AtLeast { must: 5_000, aim: 50_000 };
    let playouts = Goal::AtLeast { must: 150, aim: 400 };
    let fast = Goal::AtLeast { must: 100, aim: 100 };
    let (act, hand) = (|round: &Round| round.act_1k, |round: &Round| round.hand);
    vec![
        rounds.row(
            "act with its record, against decide and fold by hand, fused",
            act,
            |round| round.hand_fused,
            Goal::AtMost { must: 300, aim: 200 },
        ),
        rounds.row("act with its record, against both by hand, events listed", act, |round| round.hand_listed, Goal::Known),
        rounds.row("act with its record, against both by hand, events copied", act, hand, Goal::Known),
        rounds.row(
            "act, the past forgotten, against the same, fused",
            |round| round.act_forgetful,
            |round| round.hand_fused,
            Goal::Known,
        ),
        rounds.row("act with its record, against audit and record by hand too", act, |round| round.hand_on_record, Goal::Known),
        rounds.row("act with 1,000,000 records, against act with 1,000", |round| round.act_1m, act, growth),
        rounds.row("verify, against act", |round| round.verify, act, Goal::AtMost { must: 130, aim: 110 }),
        rounds.row("seek in 100,000 records, against replaying them", |round| round.seek, whole_replay, seek),
        rounds.row("branch in 100,000 records, against replaying them", |round| round.branch, whole_replay, seek),
        rounds.row("replay an event into a game, against 20 million a second", |round| round.replay / nim::EVENTS, stream, fast),
        rounds.row("fold an event, against 20 million a second", |round| round.fold / nim::EVENTS, stream, fast),
        rounds.row("text: append an action, against 1 million a second", |round| round.text_append, per_second(1_000_000), fast),
        rounds.row(
            "text: replay an event, against 1 million a second",
            |round| round.text_replay / nim::EVENTS,
            per_second(1_000_000),
            fast,
        ),
        rounds.row("text: verify an action, against 600,000 a second", |round| round.text_verify, per_second(600_000), fast),
        rounds.row("random move of connect four on record, against OpenSpiel C++", |round| round.playout, open_spiel, playouts),
        rounds.row(
            "random move of connect four, forgotten, against OpenSpiel",
            |round| round.forgotten_playout,
            open_spiel,
            playouts,
        ),
    ]
}

impl Row {
    fn verdict(&self) -> &'static str {
        let (must, aim) = match self.goal {
            Goal::AtMost { must, aim } => (self.ratio <= must, self.ratio <= aim),
            Goal::AtLeast { must, aim } => (self.ratio >= must, self.ratio >= aim),
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
        format!("{name:<60} {ours:>12} {theirs:>12} {:>10} {must:>8} {aim:>8}  {}", decimal(self.ratio), self.verdict())
    }

    fn json(&self) -> String {
        let (must, aim) = self.bounds().map_or(("null".into(), "null".into()), |(_, must, aim)| (decimal(must), decimal(aim)));
        let Row { name, ours, theirs, .. } = self;
        let (ratio, verdict) = (decimal(self.ratio), self.verdict());
        format!(
            r#"{{"name":"{name}","oursPicos":{ours},"theirsPicos":{theirs},"ratio":{ratio},"must":{must},"aim":{aim},"verdict":"{verdict}"}}"#
        )
    }
}

fn decimal(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Picoseconds an item, in one round.
struct Round {
    hand: u64,
    hand_listed: u64,
    hand_fused: u64,
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
    forgotten_playout: u64,
    text_append: u64,
    text_replay: u64,
    text_verify: u64,
}

struct Rounds(Vec<Round>);

impl Rounds {
    fn measure() -> Rounds {
        let (game_1k, game_10k, game_100k, game_1m) =
            (nim::game(1_000), nim::game(10_000), nim::game(LONG), nim::game(1_000_000));
        let mut forgetful = game_1k.clone();
        forgetful.forget();
        let mut branched = game_100k.clone();
        // What lies above keeps the allocator from handing a replay's memory back to the system, to be cleared again every round.
        let replayed = nim::replay(&game_100k);
        let _above = black_box(vec![1u8; 100_000]);
        drop(replayed);

        let (registry, actions) = (text::registry(), text::actions());
        let log = text::log(&registry, TEXT);
        let mut luck = Stream::from_seed("ratios");
        let mut seqs = Stream::from_seed("seqs");
        let mut seq = || u64::from(seqs.draw(Ask::below(LONG as u32)));
        let mut round = || Round {
            hand: by_hand(|table, turn| table.act(nim::seat(turn), &black_box(nim::take(turn))).is_ok()),
            hand_listed: by_hand(|table, turn| table.act_listed(nim::seat(turn), &black_box(nim::take(turn))).is_ok()),
            hand_fused: by_hand(|table, turn| table.act_fused(nim::seat(turn), &black_box(nim::take(turn))).is_ok()),
            hand_on_record: by_hand(|table, turn| table.act_on_record(nim::seat(turn), 0, &black_box(nim::take(turn))).is_ok()),
            act_1k: acts(game_1k.clone()),
            act_1m: acts(game_1m.clone()),
            act_forgetful: acts(forgetful.clone()),
            verify: picos(10_000, || assert!(nim::verify(black_box(&game_10k)))),
            replay: picos(LONG, || drop(black_box(nim::replay(black_box(&game_100k))))),
            fold: picos(LONG, || drop(black_box(nim::fold(black_box(&game_100k))))),
            seek: picos(SEEKS, || (0..SEEKS).for_each(|_| drop(black_box(nim::seek(&game_100k, seq()))))),
            branch: picos(SEEKS, || (0..SEEKS).for_each(|_| drop(black_box(nim::branch(&mut branched, seq()))))),
            playout: connect_four::measure(500, false, &mut luck),
            forgotten_playout: connect_four::measure(500, true, &mut luck),
            text_append: appends(&registry, &actions),
            text_replay: picos(TEXT, || assert!(black_box(text::replay(&registry, &log)) > 0)),
            text_verify: picos(TEXT, || assert!(black_box(text::verify(&registry, &log)) > 0)),
        };
        Rounds((0..ROUNDS).map(|_| round()).collect())
    }

    /// The ratio is taken in every round and its median shown: what disturbs a round disturbs both sides.
    fn row(&self, name: &'static str, ours: impl Fn(&Round) -> u64, theirs: impl Fn(&Round) -> u64, goal: Goal) -> Row {
        let ratio = |round: &Round| match goal {
            Goal::AtLeast { .. } => theirs(round) * 100 / ours(round).max(1),
            Goal::AtMost { .. } | Goal::Known => ours(round) * 100 / theirs(round).max(1),
        };
        Row { name, ours: self.median(&ours), theirs: self.median(&theirs), ratio: self.median(ratio), goal }
    }

    fn median(&self, value: impl Fn(&Round) -> u64) -> u64 {
        let mut values: Vec<u64> = self.0.iter().map(value).collect();
        values.sort_unstable();
        values[values.len() / 2]
    }
}

/// Picoseconds an action on a game that goes on.
fn acts(mut game: Game<Nim>) -> u64 {
    let first = game.seq().unwrap_or(0);
    let mut act = |turn| assert!(nim::act(&mut game, nim::seat(turn), black_box(nim::take(turn))));
    (first..first + WARM_UP).for_each(&mut act);
    picos(BATCH, || (first + WARM_UP..first + WARM_UP + BATCH).for_each(&mut act))
}

/// Picoseconds an action given as text, judged and appended.
fn appends(registry: &Registry, actions: &[String]) -> u64 {
    let mut table = text::table(registry);
    let mut log = String::with_capacity(TEXT as usize * 400);
    picos(TEXT, || (0..TEXT).for_each(|turn| text::append(&mut *table, turn, actions, &mut log)))
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

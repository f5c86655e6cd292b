//! `cargo run --release -p referee-benches --bin instructions`: instructions an item, counted by callgrind. Unlike times they are the same
//! in every run on one machine and build, so a change of one in a hundred can be seen.
//!
//! It runs itself under valgrind, once for each thing to count; only what happens inside the named function counts.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks face the world

use referee_benches::{hand, hop, mir, nim, text};
use std::hint::black_box;
use std::process::{Command, ExitCode};

/// Actions counted.
const BATCH: u64 = 20_000;

struct Probe {
    name: &'static str,
    /// The function whose instructions count.
    function: &'static str,
    /// Does it, and says how many items there were.
    run: fn() -> u64,
}

/// The places of what others are compared with: by hand, and `act` upon a short log and a long one.
const BY_HAND: usize = 0;
const ACT: usize = 4;
const ACT_LONG: usize = 5;

const PROBES: [Probe; 16] = [
    Probe { name: "act by hand: decide, then fold", function: "referee_benches::hand::Table::act", run: by_hand },
    Probe { name: "act by hand, fused: no event made", function: "referee_benches::hand::Table::act_fused", run: by_hand_fused },
    Probe {
        name: "act by hand: decide into a list, fold",
        function: "referee_benches::hand::Table::act_listed",
        run: by_hand_listed,
    },
    Probe {
        name: "act by hand, audit and record",
        function: "referee_benches::hand::Table::act_on_record",
        run: by_hand_on_record,
    },
    Probe { name: "act, 1,000 records", function: "referee_benches::nim::act", run: || acts(1_000) },
    Probe { name: "act, 1,000,000 records", function: "referee_benches::nim::act", run: || acts(1_000_000) },
    Probe {
        name: "verify a record",
        function: "referee_benches::nim::verify",
        run: || batch(|| assert!(nim::verify(&nim::game(BATCH - 1)))),
    },
    Probe {
        name: "replay a record",
        function: "referee_benches::nim::replay",
        run: || batch(|| drop(nim::replay(&nim::game(BATCH - 1)))),
    },
    Probe {
        name: "fold a record's events",
        function: "referee_benches::nim::fold",
        run: || batch(|| drop(nim::fold(&nim::game(BATCH - 1)))),
    },
    Probe {
        name: "text: append an action",
        function: "referee_benches::text::append",
        run: || batch(|| drop(text::log(&text::registry(), BATCH))),
    },
    Probe {
        name: "text: replay a record",
        function: "referee_benches::text::replay",
        run: || batch(|| assert!(text::replay(&text::registry(), &text::log(&text::registry(), BATCH)) > 0)),
    },
    Probe {
        name: "text: verify a record",
        function: "referee_benches::text::verify",
        run: || batch(|| assert!(text::verify(&text::registry(), &text::log(&text::registry(), BATCH)) > 0)),
    },
    Probe { name: "seek in 20,000 records, a hundredth of one", function: "referee_benches::nim::seek", run: seeks },
    Probe { name: "hop: decide an action of a recorded run", function: "referee_benches::hop::decide*", run: hop_runs },
    Probe { name: "hop: replay an action of a recorded run", function: "referee_benches::hop::fold*", run: hop_replays },
    Probe { name: "mir: judge a walk or a blow", function: "referee_benches::mir::answer", run: mir_calls },
];

fn main() -> ExitCode {
    if let Some(index) = std::env::args().nth(1).and_then(|index| index.parse::<usize>().ok()) {
        println!("{}", (PROBES[index].run)());
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        eprintln!("valgrind is not installed: instructions are counted by `valgrind --tool=callgrind`");
        return ExitCode::from(2);
    }
    let mut counts = Vec::new();
    for (index, probe) in PROBES.iter().enumerate() {
        match count(index, probe) {
            Ok(hundredths) => counts.push(hundredths),
            Err(why) => {
                eprintln!("{}: {why}", probe.name);
                return ExitCode::FAILURE;
            }
        }
    }
    println!("{:<46} {:>14} {:>14} {:>14}", "what", "instructions", "of hand", "of act");
    for (probe, &count) in PROBES.iter().zip(&counts) {
        let (of_hand, of_act) = (decimal(count * 100 / counts[BY_HAND]), decimal(count * 100 / counts[ACT]));
        println!("{:<46} {:>14} {of_hand:>14} {of_act:>14}", probe.name, decimal(count));
    }
    println!("growth from 1,000 to 1,000,000 records: {} (must 1.02)", decimal(counts[ACT_LONG] * 100 / counts[ACT]));
    ExitCode::SUCCESS
}

/// Instructions an item, in hundredths.
fn count(index: usize, probe: &Probe) -> Result<u64, String> {
    let this = std::env::current_exe().map_err(|why| format!("cannot find this program: {why}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(format!("--toggle-collect={}", probe.function))
        .arg(this)
        .arg(index.to_string())
        .output()
        .map_err(|why| format!("cannot run valgrind: {why}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report.lines().find_map(|line| line.split_once("Collected : "));
    let instructions = collected.and_then(|(_, number)| number.trim().parse::<u64>().ok());
    let items = String::from_utf8_lossy(&output.stdout).trim().parse::<u64>().ok();
    match instructions.zip(items) {
        Some((instructions, items)) if instructions > 0 && items > 0 => Ok(instructions * 100 / items),
        _ => Err(format!("callgrind counted nothing in {}\n{report}", probe.function)),
    }
}

fn by_hand() -> u64 {
    let mut table = hand::Table::new();
    batch(|| (0..BATCH).for_each(|turn| assert!(black_box(table.act(nim::seat(turn), &black_box(nim::take(turn)))).is_ok())))
}

fn by_hand_listed() -> u64 {
    let mut table = hand::Table::new();
    batch(|| {
        (0..BATCH).for_each(|turn| assert!(black_box(table.act_listed(nim::seat(turn), &black_box(nim::take(turn)))).is_ok()))
    })
}

fn by_hand_fused() -> u64 {
    let mut table = hand::Table::new();
    batch(|| {
        (0..BATCH).for_each(|turn| assert!(black_box(table.act_fused(nim::seat(turn), &black_box(nim::take(turn)))).is_ok()))
    })
}

fn by_hand_on_record() -> u64 {
    let mut table = hand::Table::new();
    batch(|| {
        (0..BATCH)
            .for_each(|turn| assert!(black_box(table.act_on_record(nim::seat(turn), 0, &black_box(nim::take(turn)))).is_ok()))
    })
}

/// Acts on a game that has a log already.
fn acts(records: u64) -> u64 {
    let mut game = nim::game(records);
    for turn in records..records + BATCH {
        assert!(nim::act(&mut game, nim::seat(turn), black_box(nim::take(turn))));
    }
    BATCH
}

fn seeks() -> u64 {
    let game = nim::game(BATCH);
    batch(|| (0..BATCH / 100).for_each(|turn| drop(black_box(nim::seek(&game, turn * 100)))))
}

/// All recorded runs of the public engine, refused actions included.
fn hop_runs() -> u64 {
    let runs = hop::recorded();
    runs.iter().for_each(|run| drop(black_box(hop::decide::<true>(black_box(run)))));
    runs.iter().map(|run| run.actions.len() as u64).sum()
}

/// The events of all recorded runs, folded again.
fn hop_replays() -> u64 {
    let games: Vec<_> = hop::recorded().iter().map(hop::decide::<true>).collect();
    games.iter().for_each(|game| drop(black_box(hop::fold(black_box(game)))));
    games.iter().map(|game| game.log().len()).sum()
}

/// Half of them walks, half of them blows, on a document without a log.
fn mir_calls() -> u64 {
    let (mut judge, state, mut out) = (mir::judge(), mir::document(0), String::new());
    let actions = [mir::MOVES, mir::ATTACKS].concat();
    let calls = (0..BATCH / 10).zip(actions.iter().cycle());
    calls.map(|(_, action)| mir::answer(&mut *judge, &state, action, &mut out)).count() as u64
}

/// Does a batch.
fn batch(work: impl FnOnce()) -> u64 {
    work();
    BATCH
}

fn decimal(hundredths: u64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

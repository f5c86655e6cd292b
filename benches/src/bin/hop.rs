//! `cargo run --release -p referee-benches --bin hop [-- --json]`: recorded runs of Hop decided again, against the public engine's figure; a long
//! session decided, verified and weighed. Times are those of the processor, not of the clock, and never make it fail: they are for people to judge.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks look at the clock

use cap::Cap;
use referee::Game;
use referee_benches::cpu::Watch;
use referee_benches::hop::{Script, by_bot, decide, fold, go_on, recorded, registry, text, verify, verify_text, wandering};
use referee_benches::row::{Must, Row, print};
use referee_hop::Hop;
use std::alloc::System;
use std::hint::black_box;
use std::time::Duration;

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// Actions of the long session.
const SESSION: u64 = 500;
/// Its last actions, which are decided upon a log and upon none.
const LAST: u64 = 100;
/// Runs of a bot that are measured together.
const RUNS: u32 = 10;
/// The best of so many rounds counts, each at least so long.
const ROUNDS: u32 = 7;
const ROUND: Duration = Duration::from_millis(300);
/// What the public engine decides a second, measured elsewhere.
const THEIRS: u64 = 8_400;

fn main() {
    let session = wandering("session", SESSION);
    let rows: Vec<Row> =
        [runs(&session), verification(&session), growth(&session), sizes(&session)].into_iter().flatten().collect();
    print(&rows);
}

fn row(name: impl Into<String>, figure: u64, must: Must) -> Row {
    Row { name: name.into(), figure, must }
}

/// Runs decided again, against the public engine.
fn runs(session: &Script) -> Vec<Row> {
    let (recorded, deep) = (recorded(), (0..RUNS).map(|seed| by_bot("deep", seed)).collect::<Vec<_>>());
    let original = best(|| decided::<true>(&recorded));
    let ours = best(|| decided::<false>(&deep));
    let long = best(|| decided::<false>(std::slice::from_ref(session)));
    let must = Must::AtLeast(50 * THEIRS);
    vec![
        row("recorded runs of the public engine, actions a second", original, must),
        row("  times its figure", original / THEIRS, Must::AtLeast(50)),
        row("runs of the deep bot, actions a second", ours, must),
        row(format!("a wandering session of {SESSION}, actions a second"), long, must),
    ]
}

/// Decides runs; says how many actions they have.
fn decided<const O: bool>(scripts: &[Script]) -> u64 {
    let actions = |script: &Script| {
        drop(black_box(decide::<O>(black_box(script))));
        script.actions.len() as u64
    };
    scripts.iter().map(actions).sum()
}

/// The long session verified.
fn verification(session: &Script) -> Vec<Row> {
    let (game, log, registry) = (decide::<false>(session), text(session), registry());
    let typed = nanos(|| verify(black_box(&game)));
    let as_text = nanos(|| assert!(verify_text(&registry, black_box(&log)) > SESSION));
    let folded = nanos(|| drop(black_box(fold(black_box(&game)))));
    vec![
        row(format!("a session of {SESSION} verified, microseconds"), typed / 1_000, Must::AtMost(1_000)),
        row(format!("a session of {SESSION} verified as text, microseconds"), as_text / 1_000, Must::Known),
        row(format!("a session of {SESSION} folded, microseconds"), folded / 1_000, Must::Known),
    ]
}

/// The same last actions upon a whole log and upon none.
fn growth(session: &Script) -> Vec<Row> {
    let last = &session.actions[(SESSION - LAST) as usize..];
    let mut game = decide::<false>(session);
    let upon_log = game.branch(SESSION - LAST).expect("the log holds this record");
    let upon_none = Game::resume(Hop::<false>, upon_log.snapshot());
    let play = |game: &Game<Hop<false>>| nanos(|| go_on(&mut game.clone(), black_box(last)));
    let (long, short) = (play(&upon_log), play(&upon_none));
    let name = format!("{LAST} actions upon {}, against the same upon none, percent", SESSION - LAST);
    vec![row(name, long * 100 / short.max(1), Must::AtMost(125))]
}

/// What the long session takes.
fn sizes(session: &Script) -> Vec<Row> {
    let before = MEMORY.allocated();
    let game = decide::<false>(session);
    let bytes = MEMORY.allocated() - before + size_of_val(&game);
    let events = game.log().events().count() as u64;
    let log = text(session);
    vec![
        row(format!("a session of {SESSION} in memory with its log, bytes"), bytes as u64, Must::AtMost(200_000)),
        row("  events an action, hundredths", events * 100 / SESSION, Must::Known),
        row("a record as text with its chain, bytes", (log.len() / log.lines().count()) as u64, Must::Known),
        row("floors of the session", u64::from(game.state().floor), Must::Known),
    ]
}

/// How many a second, in the best of several rounds.
fn best(mut work: impl FnMut() -> u64) -> u64 {
    let round = |_| {
        let (watch, mut items) = (Watch::start(), 0);
        while watch.elapsed() < ROUND {
            items += work();
        }
        items * 1_000_000_000 / watch.elapsed().as_nanos().max(1) as u64
    };
    (0..ROUNDS).map(round).max().unwrap_or(0)
}

/// Nanoseconds a time, in the best of several rounds.
fn nanos(mut work: impl FnMut()) -> u64 {
    let times = best(|| {
        (0..10).for_each(|_| work());
        10
    });
    1_000_000_000 / times.max(1)
}

//! `cargo run --release -p referee-benches --bin mir`: how fast MIR documents are judged, text in and text out, against the figures of the
//! public JavaScript engine; and how fast the same game is played typed. Times never make it fail: they are for people to judge.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks look at the clock

use referee::Rules;
use referee_benches::mir::{ATTACKS, MOVES, answer, deeds, document, game, judge, next};
use referee_mir::Mir;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Rulings a second of the public engine 1.4 on objects in memory, the best of those measured elsewhere: at 0, 1,000 and 10,000 old lines.
const THEIR_MOVES: [u64; 3] = [33_000, 313, 25];
const THEIR_ATTACKS: [u64; 3] = [11_000, 112, 7];
const LINES: [usize; 3] = [0, 1_000, 10_000];
/// How long each thing is measured; the best of several rounds counts.
const ROUND: Duration = Duration::from_millis(120);
const ROUNDS: u32 = 7;

fn main() {
    println!("{:<44} {:>12} {:>12} {:>8} {:>8}", "a second", "ours", "theirs", "ratio", "must");
    for (index, lines) in LINES.into_iter().enumerate() {
        let state = document(lines);
        let must = [5, 10, 10][index];
        for (name, actions, theirs) in [("MOVE", MOVES, THEIR_MOVES), ("ATTACK", ATTACKS, THEIR_ATTACKS)] {
            row(&format!("{name}, {lines} lines, unknown document"), unknown(&state, actions[lines % 2]), theirs[index], must);
            row(
                &format!("{name}, {lines} lines, just returned"),
                known(&state, actions),
                theirs[index],
                if lines > 0 { 50 } else { 5 },
            );
        }
    }
    let (short, long) = (typed(1_000), typed(1_000_000));
    println!("{:<44} {short:>12} {:>12} {:>8} {:>8}", "as a game, 1,000 records", "", "", "1000000");
    println!("{:<44} {long:>12} {:>12} {:>8} {:>8}", "as a game, 1,000,000 records", "", "", "1000000");
}

fn row(name: &str, ours: u64, theirs: u64, must: u64) {
    println!("{name:<44} {ours:>12} {theirs:>12} {:>8} {must:>8}", ours / theirs);
}

/// The same request again and again; the judge returns other documents, so this one stays unknown.
fn unknown(state: &str, action: &str) -> u64 {
    let request = format!("{{\"state\":{state},\"action\":{action}}}");
    let (mut judge, mut out) = (judge(), String::new());
    best(|| {
        out.clear();
        judge.answer(&request, &mut out).expect("it is a request");
        black_box(&out);
        1
    })
}

/// Each answer is the next question. A document is measured at a length, so it begins anew after a while.
fn known(state: &str, actions: [&str; 2]) -> u64 {
    let (mut judge, mut out) = (judge(), String::new());
    answer(&mut *judge, state, MOVES[0], &mut out);
    let mut request = String::new();
    let first = next(&out).to_owned();
    let mut document = first.clone();
    let mut count = 0u32;
    best(|| {
        if count.is_multiple_of(64) {
            document.clone_from(&first);
            answer(&mut *judge, state, MOVES[0], &mut out);
        }
        count += 1;
        request.clear();
        request.push_str("{\"state\":");
        request.push_str(&document);
        request.push_str(",\"action\":");
        request.push_str(actions[count as usize % 2]);
        request.push('}');
        out.clear();
        let clock = Instant::now();
        judge.answer(&request, &mut out).expect("it is a request");
        let took = clock.elapsed();
        document.clear();
        document.push_str(next(&out));
        took.as_nanos() as u64
    })
}

/// Actions a second of a game with this many records.
fn typed(records: usize) -> u64 {
    let (mut game, deeds) = (game(), deeds());
    let mut play = |count: usize| {
        for number in 0..count {
            let deed = &deeds[number % 4];
            let seat = Mir::default().speaker(game.state(), deed).unwrap_or_default();
            game.act(seat, 0, deed.clone()).expect("it is legal");
        }
    };
    play(records);
    let clock = Instant::now();
    play(100_000);
    (100_000 * 1_000_000_000 / clock.elapsed().as_nanos()) as u64
}

/// How often something can be done a second, in the best of several rounds. It may say itself how many nanoseconds it took; one means: look
/// at the clock.
fn best(mut work: impl FnMut() -> u64) -> u64 {
    let mut best = 0;
    for _ in 0..ROUNDS {
        let (clock, mut times, mut told) = (Instant::now(), 0u64, 0u64);
        while clock.elapsed() < ROUND {
            told += work();
            times += 1;
        }
        let took = if told == times { clock.elapsed().as_nanos() as u64 } else { told };
        best = best.max(times * 1_000_000_000 / took.max(1));
    }
    best
}

//! `cargo run --release -p referee-benches --bin duel [-- --json]`: random games of Mage Duel, legal placements, structures kept up to date
//! against structures from scratch, and what a branch costs. Times are those of the processor, not of the clock, and never make it fail: they are for people to judge.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks look at the clock

use cap::Cap;
use referee::{Game, Stream};
use referee_benches::cpu::Watch;
use referee_benches::duel::{append, from_scratch, kept_up_to_date, list, play, played, positions, spoken, start, table};
use referee_benches::row::{Must, Row, print};
use referee_duel::{Action, Bout, Duel};
use std::alloc::System;
use std::hint::black_box;
use std::time::Duration;

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// Games that are measured together: about fifty moves each.
const GAMES: usize = 100;
/// The best of so many rounds counts, each at least so long.
const ROUNDS: u32 = 7;
const ROUND: Duration = Duration::from_millis(300);
/// A family of branches.
const FAMILY: usize = 10_000;

fn main() {
    let rows: Vec<Row> = speeds().into_iter().chain(branches()).collect();
    print(&rows);
}

fn row(name: &str, figure: u64, must: Option<u64>) -> Row {
    Row { name: name.into(), figure, must: must.map_or(Must::Known, Must::AtLeast) }
}

fn speeds() -> Vec<Row> {
    let seeds: Vec<String> = (0..GAMES).map(|seed| seed.to_string()).collect();
    let begun: Vec<Game<Duel>> = seeds.iter().map(|seed| start(seed)).collect();
    let games: Vec<Game<Duel>> = seeds.iter().map(|seed| played(seed)).collect();
    let all: Vec<Bout> = games.iter().flat_map(positions).collect();
    let moves: Vec<_> = games.iter().map(spoken).collect();
    let mut luck = Stream::from_seed("duel");
    let (mut actions, mut log) = (Vec::<Action>::new(), String::new());
    let mut text = || {
        log.clear();
        let lines = |(seed, moves): (&String, &Vec<_>)| append(&mut *table(seed), moves, &mut log);
        black_box(seeds.iter().zip(&moves).map(lines).sum::<usize>());
        moves.iter().map(|moves| moves.len() as u64).sum()
    };
    let lines = best(&mut text);
    let kept = best(|| begun.iter().map(|game| play(&mut game.clone(), u64::MAX, &mut luck, &mut actions)).sum());
    let mut forgetful = begun.clone();
    forgetful.iter_mut().for_each(Game::forget);
    let forgotten = best(|| forgetful.iter().map(|game| play(&mut game.clone(), u64::MAX, &mut luck, &mut actions)).sum());
    let listed = best(|| all.iter().map(|bout| black_box(list(bout, &mut actions)) as u64).sum());
    let folded = best(|| games.iter().map(|game| u64::from(black_box(kept_up_to_date(game)).moves_done)).sum());
    let flooded = best(|| all.iter().map(|bout| black_box(from_scratch(bout)).len().min(1) as u64).sum());
    vec![
        row("moves a second, text in, chained lines out", lines, Some(100_000)),
        row("random moves a second, every record kept", kept, Some(100_000)),
        row("random moves a second, past forgotten", forgotten, Some(1_000_000)),
        row("legal actions listed a second", listed, None),
        row("moves folded a second, structures kept up to date", folded, None),
        row("positions a second, structures from scratch", flooded, None),
        row("a fold is so many times as fast as the structures from scratch", folded / flooded.max(1), None),
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

fn branches() -> Vec<Row> {
    let mut rows = Vec::new();
    let long = (0..).map(|seed: u32| played(&seed.to_string())).find(|game| game.log().len() > 62);
    let mut game = long.expect("some game has more than sixty moves");
    for seq in [5, 30, 60] {
        rows.push(row(&format!("bytes a branch, {FAMILY} at move {seq}"), family(&mut game, seq, 0), None));
        rows.push(row(
            &format!("bytes a branch, {FAMILY} at move {seq}, a move played in each"),
            family(&mut game, seq, 1),
            None,
        ));
    }
    for generations in [2, 10, 100] {
        rows.push(row(
            &format!("bytes a branch, each of the one before, {generations} deep"),
            line(&mut game, generations),
            None,
        ));
    }
    rows
}

/// Bytes a branch of many at one record, each played on for some moves.
fn family(game: &mut Game<Duel>, seq: u64, moves: u64) -> u64 {
    let (mut luck, mut actions) = (Stream::from_seed("family"), Vec::with_capacity(2_048));
    drop(game.branch(seq)); // what is closed for the first one is there for all
    let mut children = Vec::with_capacity(FAMILY);
    let before = MEMORY.allocated();
    for _ in 0..FAMILY {
        let mut child = game.branch(seq).expect("the log holds this record");
        play(&mut child, moves, &mut luck, &mut actions);
        children.push(child);
    }
    inline(MEMORY.allocated() - before, children.len())
}

/// Bytes a branch where each comes of the one before it, a move later; all are kept.
fn line(game: &mut Game<Duel>, generations: usize) -> u64 {
    let mut children = Vec::with_capacity(FAMILY);
    let before = MEMORY.allocated();
    for _ in 0..FAMILY / generations {
        children.push(game.branch(1).expect("the log holds this record"));
        for _ in 1..generations {
            let child = next(children.last_mut().expect("one was pushed"));
            children.push(child);
        }
    }
    inline(MEMORY.allocated() - before, children.len())
}

/// A branch of a branch, a random move later where there is one.
fn next(parent: &mut Game<Duel>) -> Game<Duel> {
    let mut luck = Stream::from_seed("line");
    play(parent, 1, &mut luck, &mut Vec::new());
    let latest = parent.seq().unwrap_or(0);
    parent.branch(latest).expect("the log holds this record")
}

/// What was allocated for each, and each itself.
fn inline(allocated: usize, children: usize) -> u64 {
    (allocated / children + size_of::<Game<Duel>>()) as u64
}

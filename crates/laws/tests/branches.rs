//! A branch costs the same memory wherever it begins, and so does a branch of a branch. The only test in this file, so that all that is
//! allocated is its own.
#![allow(clippy::disallowed_types)] // counts what this process allocates

use cap::Cap;
use referee::{Game, Seat};
use referee_nim::{Nim, Setup, Take};
use std::alloc::System;

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// The n-th turn: a stone from each heap in order.
fn turn(game: &mut Game<Nim>, turn: u64) {
    let take = Take { heap: (turn % 16) as u8, stones: 1 };
    assert!(game.act(Seat((turn % 2) as u8), 0, take).is_ok());
}

/// A game with so many actions on record.
fn played(actions: u64) -> Game<Nim> {
    let mut game = Game::start(Nim, Setup { heaps: vec![1_000_000; 16], seed: String::new() }).unwrap();
    (0..actions).for_each(|number| turn(&mut game, number));
    game
}

/// What a hundred branches at a record allocate.
fn hundred(game: &mut Game<Nim>, seq: u64) -> usize {
    drop(game.branch(seq)); // what is closed for the first one is there for all
    let before = MEMORY.allocated();
    let branches = [(); 100].map(|()| game.branch(seq));
    let bytes = MEMORY.allocated() - before;
    drop(branches);
    bytes
}

#[test]
fn a_branch_costs_the_same_wherever_it_begins() {
    let mut game = played(10_000);
    let least = hundred(&mut game, 1);
    assert!(least > 0);
    for seq in [5, 60, 1_000, 1_023, 1_024, 5_000, 9_999, 10_000] {
        assert_eq!(hundred(&mut game, seq), least, "at {seq}");
    }
    for generation in 1..50 {
        let latest = game.seq().unwrap();
        game = game.branch(latest).unwrap();
        turn(&mut game, latest);
        assert_eq!(hundred(&mut game, latest + 1), least, "generation {generation}");
    }
}

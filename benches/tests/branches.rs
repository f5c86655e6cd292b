//! A branch costs the same memory wherever it begins, and so does a branch of a branch. The only test in this file, so that all that is
//! allocated is its own.
#![allow(clippy::disallowed_types)] // counts what this process allocates

use cap::Cap;
use referee::Game;
use referee_benches::nim;
use referee_nim::Nim;
use std::alloc::System;

#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// What a hundred branches at a record allocate.
fn hundred(game: &mut Game<Nim>, seq: u64) -> usize {
    drop(game.branch(seq)); // what is closed for the first one is there for all
    let before = MEMORY.allocated();
    let branches = [(); 100].map(|()| nim::branch(game, seq));
    let bytes = MEMORY.allocated() - before;
    drop(branches);
    bytes
}

#[test]
fn a_branch_costs_the_same_wherever_it_begins() {
    let mut game = nim::game(10_000);
    let least = hundred(&mut game, 1);
    assert!(least > 0);
    for seq in [5, 60, 1_000, 1_023, 1_024, 5_000, 9_999, 10_000] {
        assert_eq!(hundred(&mut game, seq), least, "at {seq}");
    }
    for generation in 1..50 {
        let latest = game.seq().unwrap();
        game = nim::branch(&mut game, latest);
        assert!(nim::act(&mut game, nim::seat(latest), nim::take(latest)));
        assert_eq!(hundred(&mut game, latest + 1), least, "generation {generation}");
    }
}

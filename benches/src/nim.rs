//! Nim on the kernel: a long game, and the calls that are measured upon it.

use referee::{Game, Rules, Seat};
use referee_nim::{Nim, Setup, Table, Take};

/// So many heaps are laid.
pub const HEAPS: usize = 16;
/// So many stones are in each: enough for a log of sixteen million actions.
pub const STONES: u32 = 1_000_000;
/// Every action of this game writes so many events.
pub const EVENTS: u64 = 2;

/// The seat of the n-th turn.
#[inline]
pub fn seat(turn: u64) -> Seat {
    Seat((turn % 2) as u8)
}

/// The action of the n-th turn: a stone from each heap in order.
#[inline]
pub fn take(turn: u64) -> Take {
    Take { heap: (turn % HEAPS as u64) as u8, stones: 1 }
}

/// A game with so many actions on record.
pub fn game(actions: u64) -> Game<Nim> {
    let setup = Setup { heaps: vec![STONES; HEAPS], seed: String::new() };
    let mut game = Game::start(Nim, setup).expect("these heaps are allowed");
    for turn in 0..actions {
        // Not by `act`, which callgrind counts.
        assert!(game.act(seat(turn), 0, take(turn)).is_ok(), "turn {turn} is legal");
    }
    game
}

/// One action; the record is kept, and not looked at.
#[inline(never)]
pub fn act(game: &mut Game<Nim>, seat: Seat, take: Take) -> bool {
    game.act(seat, 0, take).is_ok()
}

/// The whole log into a new game, record by record.
#[inline(never)]
pub fn replay(game: &Game<Nim>) -> Game<Nim> {
    Game::replay(Nim, game.log().records(0)).expect("the log has no gap")
}

/// The bare fold of all events.
#[inline(never)]
pub fn fold(game: &Game<Nim>) -> Table {
    let mut table = Table::default();
    game.log().events().for_each(|event| Nim.evolve(&mut table, event));
    table
}

/// Everything decided again.
#[inline(never)]
pub fn verify(game: &Game<Nim>) -> bool {
    game.verify().is_ok()
}

/// The state after a record.
#[inline(never)]
pub fn seek(game: &Game<Nim>, seq: u64) -> Table {
    game.at(seq).expect("the log holds this record")
}

/// A game that goes on differently after a record.
#[inline(never)]
pub fn branch(game: &mut Game<Nim>, seq: u64) -> Game<Nim> {
    game.branch(seq).expect("the log holds this record")
}

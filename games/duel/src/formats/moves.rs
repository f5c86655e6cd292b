//! `duel-moves`: the chain of moves, one JSON object a line.

use super::{line, walk};
use crate::{Duel, Move};
use alloc::{string::String, vec::Vec};
use referee::Game;
use referee_host::HostError;

/// The moves up to a record.
pub fn export(game: &Game<Duel>, to: u64, branches: &[u64]) -> Result<String, HostError> {
    let mut moves: Vec<Move> = Vec::new();
    walk(game, to, branches, |step| moves.extend(step.moves))?;
    let mut out = String::new();
    moves.iter().try_for_each(|of| line(of, &mut out))?;
    Ok(out)
}

//! `duel-events`: the move model's events of a whole log, one JSON object a line.

use super::{Step, line, walk};
use crate::{Duel, Herald, Notice, Snapshot};
use alloc::{string::String, vec, vec::Vec};
use referee::Game;
use referee_host::HostError;

/// What was told up to a record, with the names of Blue and Red.
pub fn export(game: &Game<Duel>, to: u64, players: &[String; 2], branches: &[u64]) -> Result<String, HostError> {
    let fresh = game.at(0).map_err(|error| HostError::no("NO_BEGINNING", alloc::format!("{error}")))?;
    let mut notices = vec![Herald { board_id: 1, players }.created(&fresh)];
    walk(game, to, branches, |step| tell(step, players, &mut notices))?;
    let mut out = String::new();
    notices.iter().try_for_each(|notice| line(notice, &mut out))?;
    Ok(out)
}

fn tell(step: Step<'_>, players: &[String; 2], notices: &mut Vec<Notice>) {
    let Step { board, is_first, before, events, moves, prev_move_id } = step;
    let herald = Herald { board_id: board, players };
    if is_first {
        let snapshot = Snapshot { snapshot_id: board - 1, board_id: board - 1, move_number: before.moves_done };
        notices.push(herald.restored(snapshot, before, prev_move_id));
    }
    notices.extend(herald.acted(before, events, moves, moves.last().map_or(prev_move_id, |last| Some(last.id))));
}

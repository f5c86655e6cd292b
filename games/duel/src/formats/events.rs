//! `duel-events`: the move model's events of a whole log, one JSON object a line. A log may hold branches: it is then the story of several
//! boards, each with its own players.

use super::{line, story::Told, story::read};
use crate::{Duel, Herald, Notice};
use alloc::{string::String, vec::Vec};
use referee_host::{HostError, Source};

/// What was told up to a record.
pub fn export(source: &Source<'_, Duel>) -> Result<String, HostError> {
    let mut notices = Vec::new();
    read(source, |told| tell(&told, &mut notices))?;
    let mut out = String::new();
    notices.iter().try_for_each(|notice| line(notice, &mut out))?;
    Ok(out)
}

fn tell(told: &Told<'_>, notices: &mut Vec<Notice>) {
    match *told {
        Told::Opened { board_id, players, bout } => notices.push(Herald { board_id, players }.created(bout)),
        Told::Restored { board_id, players, snapshot, bout, last_move_id } => {
            notices.push(Herald { board_id, players }.restored(snapshot, bout, last_move_id));
        }
        Told::Acted { board_id, players, before, events, moves, last_move_id } => {
            notices.extend(Herald { board_id, players }.acted(before, events, moves, last_move_id));
        }
        Told::Closed { board_id, players, bout, last_move_id } => {
            notices.push(Herald { board_id, players }.closed(bout, last_move_id));
        }
    }
}

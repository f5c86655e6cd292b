//! Files of a game: a notation to read and write, and the move model's moves and events to write.

pub mod events;
pub mod moves;
pub mod notation;
mod story;

pub(crate) use story::{last_move_id, names, numbers};

use crate::{Duel, Side};
use alloc::string::String;
use referee::Seat;
use referee_host::{Format, HostError, Source};

/// All of them.
pub(crate) const FORMATS: &[Format<Duel>] = &[
    Format {
        name: "duel-notation",
        about: "a game as players write it down, one line a move",
        fits: notation::fits,
        import: Some(notation::import),
        export: Some(noted),
    },
    Format {
        name: "duel-moves",
        about: "the chain of moves, one JSON object a line",
        fits: |_| false,
        import: None,
        export: Some(moves::export),
    },
    Format {
        name: "duel-events",
        about: "the move model's events, one JSON object a line",
        fits: |_| false,
        import: None,
        export: Some(events::export),
    },
];

/// The notation; that the game was closed, or that its players ended it, is a comment, for no move says it.
fn noted(source: &Source<'_, Duel>) -> Result<String, HostError> {
    let closed = source.closed.map_or_else(String::new, |why| alloc::format!("; closed: {why}\n"));
    let result = source.result.as_ref().map_or_else(String::new, |result| alloc::format!("; result: {}\n", result.told));
    Ok(notation::export(source.game, source.to, given(source))? + &closed + &result)
}

/// Who plays, where a seat is named.
fn given(source: &Source<'_, Duel>) -> [Option<String>; 2] {
    Side::BOTH.map(|side| source.players.name(Seat(side as u8)).map(Into::into))
}

/// A value as a line of JSON.
fn line(value: &impl serde::Serialize, out: &mut String) -> Result<(), HostError> {
    let text = serde_json::to_string(value).map_err(|error| HostError::no("NO_JSON", alloc::format!("{error}")))?;
    out.push_str(&text);
    out.push('\n');
    Ok(())
}

//! Files of a game: a notation to read and write, and the move model's moves and events to write. A log may hold branches: it is then the
//! story of several boards, one after the other, and `branches` are the records after which a new board begins.

pub mod events;
pub mod moves;
pub mod notation;

use crate::{Bout, Duel, Event, Link, Move, Side};
use alloc::{string::String, vec::Vec};
use referee::{Game, Rules, Seat};
use referee_host::{Format, HostError, Source};

/// All of them.
pub(crate) const FORMATS: &[Format<Duel>] = &[
    Format {
        name: "duel-notation",
        about: "a game as players write it down, one line a move",
        fits: notation::fits,
        import: Some(notation::import),
        export: Some(|source| notation::export(source.game, source.to, names(source))),
    },
    Format {
        name: "duel-moves",
        about: "the chain of moves, one JSON object a line",
        fits: |_| false,
        import: None,
        export: Some(|source| moves::export(source.game, source.to, &branches(source))),
    },
    Format {
        name: "duel-events",
        about: "the move model's events, one JSON object a line",
        fits: |_| false,
        import: None,
        export: Some(|source| {
            let [blue, red] = names(source);
            let names = [blue.unwrap_or_else(|| "blue".into()), red.unwrap_or_else(|| "red".into())];
            events::export(source.game, source.to, &names, &branches(source))
        }),
    },
];

/// Who plays, where a seat is named.
fn names(source: &Source<'_, Duel>) -> [Option<String>; 2] {
    Side::BOTH.map(|side| source.players.name(Seat(side as u8)).map(Into::into))
}

/// The records after which a new board begins.
fn branches(source: &Source<'_, Duel>) -> Vec<u64> {
    source.branches.iter().map(|branch| branch.after).collect()
}

/// One record of a log, with the moves it made.
struct Step<'a> {
    /// The board it was played on, from 1.
    board: u64,
    /// Whether that board begins with it.
    is_first: bool,
    before: &'a Bout,
    events: &'a [Event],
    moves: &'a [Move],
    /// The last move before it.
    prev_move_id: Option<u64>,
}

/// Walks the actions of a log up to a record, and gives the state it ends in.
fn walk(game: &Game<Duel>, to: u64, branches: &[u64], mut step: impl FnMut(Step<'_>)) -> Result<(), HostError> {
    let mut bout = game.at(0).map_err(|error| HostError::no("NO_BEGINNING", alloc::format!("{error}")))?;
    let (mut board, mut prev_move_id, mut next_id) = (1, None, 1);
    for record in game.log().records(1).take_while(|record| record.seq <= to) {
        let begun = branches.iter().filter(|&&seq| seq + 1 == record.seq).count() as u64;
        board += begun;
        let moves = moves_of(record.events, next_id, prev_move_id, board);
        step(Step { board, is_first: begun > 0, before: &bout, events: record.events, moves: &moves, prev_move_id });
        next_id += moves.len() as u64;
        prev_move_id = moves.last().map_or(prev_move_id, |last| Some(last.id));
        record.events.iter().for_each(|event| Duel.evolve(&mut bout, event));
    }
    Ok(())
}

/// The moves that events tell of, as links of a chain.
fn moves_of(events: &[Event], first_id: u64, prev_move_id: Option<u64>, first_board_id: u64) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for event in events {
        let id = first_id + moves.len() as u64;
        let prev_move_id = moves.last().map_or(prev_move_id, |last| Some(last.id));
        moves.extend(Move::of(event, Link { id, prev_move_id, first_board_id }));
    }
    moves
}

/// A value as a line of JSON.
fn line(value: &impl serde::Serialize, out: &mut String) -> Result<(), HostError> {
    let text = serde_json::to_string(value).map_err(|error| HostError::no("NO_JSON", alloc::format!("{error}")))?;
    out.push_str(&text);
    out.push('\n');
    Ok(())
}

//! The chain of moves: every placement and every skip as one record that names the record before it. It is read off the events; the game
//! itself needs none of it.

use crate::{Event, Side};
use referee::Millis;
use serde::{Deserialize, Serialize};

/// One move, as the move model has it. A skip has no tile, and zeroes for rotation, column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// Names it among all moves of all boards: see [`Move::id_of`].
    pub id: u64,
    /// Whose move it is.
    pub player_side: Side,
    /// The move before it; none for the first of a game.
    pub prev_move_id: Option<u64>,
    /// The tile that was laid; none for a skip.
    pub tile: Option<u8>,
    /// Clockwise quarter turns, 0 to 3.
    pub rotation: u8,
    /// From the left, 0 to 7.
    pub col: u8,
    /// From the top, 0 to 7.
    pub row: u8,
    /// Whether the tile was laid for a joker.
    pub is_joker: bool,
    /// The board on which the move was made. Moves before a branch keep the board they were made on.
    pub first_board_id: u64,
    /// When, in seconds.
    pub timestamp: Millis,
}

/// Where a move hangs in the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The id it gets.
    pub id: u64,
    /// The move before it.
    pub prev_move_id: Option<u64>,
    /// The board on which it is made.
    pub first_board_id: u64,
}

/// How far apart the ids of two boards' moves begin: more than any game has moves, and few enough that every id is kept exactly.
const BOARD_SPAN: u64 = 1_000_000;

impl Move {
    /// The id of a move, from the board on which it was made and its number along the chain: those of board 1 are 1, 2, 3, of board 7 6000001 and so
    /// on. So a move has one id in whatever log it stands, and no other move of the same family has it.
    pub fn id_of(first_board_id: u64, number: u32) -> u64 {
        first_board_id.saturating_sub(1).saturating_mul(BOARD_SPAN).saturating_add(u64::from(number))
    }

    /// The move that an event tells of; only placements and skips are moves.
    pub fn of(event: &Event, link: Link) -> Option<Move> {
        let Link { id, prev_move_id, first_board_id } = link;
        match *event {
            Event::Placed { side, tile, rotation, col, row, joker, at, .. } => Some(Move {
                id,
                player_side: side,
                prev_move_id,
                tile: Some(tile),
                rotation,
                col,
                row,
                is_joker: joker,
                first_board_id,
                timestamp: at,
            }),
            Event::Skipped { side, at, .. } => Some(Move {
                id,
                player_side: side,
                prev_move_id,
                tile: None,
                rotation: 0,
                col: 0,
                row: 0,
                is_joker: false,
                first_board_id,
                timestamp: at,
            }),
            _ => None,
        }
    }

    /// Whether nothing was laid.
    pub fn is_skip(&self) -> bool {
        self.tile.is_none()
    }
}

impl Event {
    /// Whether it tells of a move: a placement or a skip, chosen or not.
    pub fn is_move(&self) -> bool {
        matches!(self, Event::Placed { .. } | Event::Skipped { .. })
    }
}

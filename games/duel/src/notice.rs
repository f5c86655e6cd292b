//! What the move model tells the world: its events and error events, by name and field.

use crate::Side;
use alloc::{string::String, vec::Vec};
use referee::Millis;
use serde::{Deserialize, Serialize};

/// Whether a board is still played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // states
pub enum GameState {
    InProgress,
    Finished,
}

/// A cell as `tile, rotation, side`; an empty one is `24, 0, 0`. Blue is 0, Red 1.
pub type CellCode = (u8, u8, u8);

/// A player of a board: the name, the side, and the jokers left.
pub type Player = (String, Side, u8);

/// Cities and roads.
pub type Points = (u16, u16);

/// An event or an error event of the move model. Board, move and snapshot ids are whole numbers from 1; a player is a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // the fields have the model's own names
pub enum Notice {
    /// A board was made.
    BoardCreated {
        board_id: u64,
        initial_edge_state: Vec<u8>,
        top_tile: Option<u8>,
        state: Vec<CellCode>,
        player1: Player,
        player2: Player,
        blue_score: Points,
        red_score: Points,
        last_move_id: Option<u64>,
        game_state: GameState,
    },
    /// A board as an operation left it; once an operation.
    BoardUpdated {
        board_id: u64,
        available_tiles_in_deck: Vec<u8>,
        top_tile: Option<u8>,
        state: Vec<CellCode>,
        player1: Player,
        player2: Player,
        blue_score: Points,
        red_score: Points,
        last_move_id: Option<u64>,
        moves_done: u32,
        game_state: GameState,
    },
    /// A tile was laid.
    Moved {
        move_id: u64,
        player: String,
        prev_move_id: Option<u64>,
        tile: Option<u8>,
        rotation: u8,
        col: u8,
        row: u8,
        is_joker: bool,
        board_id: u64,
        timestamp: Millis,
    },
    /// A player chose to lay nothing. Nobody is told of a skip by the clock but through the chain.
    Skipped { move_id: u64, player: String, prev_move_id: Option<u64>, board_id: u64, timestamp: Millis },
    /// A city was contested and won; points are those before.
    CityContestWon { board_id: u64, root: u8, winner: Side, red_points: u16, blue_points: u16 },
    /// A road was contested and won.
    RoadContestWon { board_id: u64, root: u8, winner: Side, red_points: u16, blue_points: u16 },
    /// A city was contested, and both have the same.
    CityContestDraw { board_id: u64, root: u8, red_points: u16, blue_points: u16 },
    /// A road was contested, and both have the same.
    RoadContestDraw { board_id: u64, root: u8, red_points: u16, blue_points: u16 },
    /// The game ended; once for each player.
    GameFinished { host_player: String, board_id: u64 },
    /// A snapshot became a board of its own.
    BoardCreatedFromSnapshot {
        board_id: u64,
        old_board_id: u64,
        move_number: u32,
        initial_edge_state: Vec<u8>,
        available_tiles_in_deck: Vec<u8>,
        top_tile: Option<u8>,
        state: Vec<CellCode>,
        player1: Player,
        player2: Player,
        blue_score: Points,
        red_score: Points,
        last_move_id: Option<u64>,
        moves_done: u32,
        game_state: GameState,
    },
    /// The tile does not fit there.
    InvalidMove {
        player: String,
        prev_move_id: Option<u64>,
        tile: Option<u8>,
        rotation: u8,
        col: u8,
        row: u8,
        is_joker: bool,
        board_id: u64,
    },
    /// It is the other's turn, or the time is over.
    NotYourTurn { player_id: String, board_id: u64 },
    /// No joker is left.
    NotEnoughJokers { player_id: String, board_id: u64 },
    /// Whoever asks plays on no board (board 0), not on this one, or on one that is not joined yet.
    PlayerNotInGame { player_id: String, board_id: u64 },
    /// The game is over.
    GameIsAlreadyFinished { player_id: String, board_id: u64 },
    /// The game is not abandoned.
    CantFinishGame { player_id: String, board_id: u64 },
}

//! A place in the history of a board: a reference, not a copy.

use serde::{Deserialize, Serialize};

/// A board after so many moves, to be restored later as a board of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// Its number, from 1.
    pub snapshot_id: u64,
    /// The board.
    pub board_id: u64,
    /// After how many moves, skips of all kinds included; 0 is the fresh board.
    pub move_number: u32,
}

//! What happened in a lobby.

use super::{Role, Setup, Status};
use serde::{Deserialize, Serialize};

/// What happened in a lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // fields are named for what they are
pub enum Event {
    /// The lobby is open: these games and skins there are, these players are known.
    Opened { setup: Box<Setup> },
    /// A player is registered.
    PlayerRegistered { player_id: String, role: Role },
    /// A player is shown under another name.
    PlayerUsernameChanged { player_id: String, new_username: String },
    /// A player wears another skin.
    PlayerSkinChanged { player_id: String, new_skin: u8 },
    /// A player offers a game: a new one, or the board of a snapshot.
    GameCreated {
        host_player: String,
        status: Status,
        game: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setup: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board_id: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        snapshot_id: Option<u32>,
        at: u64,
    },
    /// A board goes on from a moment of another; nobody has joined it yet.
    BoardCreatedFromSnapshot {
        board_id: u32,
        old_board_id: u32,
        move_number: u64,
        record: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        events: Option<u64>,
        clock: u64,
        game: String,
        player: String,
    },
    /// All seats are taken: the game is on.
    GameStarted { host_player: String, guest_player: Option<String>, board_id: u32, game: String, at: u64 },
    /// A player left; a board that was played is closed without being counted.
    GameCanceled {
        host_player: String,
        status: Status,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board_id: Option<u32>,
    },
    /// A player's game is over; once a player.
    GameFinished { host_player: String, board_id: u32, total: u32, games_played: u32 },
    /// What a player has won so far.
    CurrentPlayerBalance { player_id: String, balance: u64 },
    /// A moment of a board is marked.
    SnapshotCreated {
        snapshot_id: u32,
        player: String,
        board_id: u32,
        move_number: u64,
        record: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        events: Option<u64>,
        clock: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
        at: u64,
    },
}

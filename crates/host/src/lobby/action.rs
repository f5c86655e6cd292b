//! What is declared in a lobby.

use super::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is declared in a lobby. All but the last two come from players; those come from the hall, which knows the boards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
#[allow(missing_docs)] // fields are named for what they are
pub enum Action {
    /// A guest becomes what they are.
    Register { player: String, role: Role },
    /// A player takes another name to be shown.
    Username { player: String, username: String },
    /// A player chooses a skin.
    Skin { player: String, skin: u8 },
    /// A player offers a game and waits for another player; a game of one seat starts at once. The setup is JSON text.
    Create {
        player: String,
        game: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        setup: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    /// A player joins the game that a host offers.
    Join { player: String, host: String },
    /// A player leaves whatever they are in.
    Cancel { player: String },
    /// A player offers a board as it was in a snapshot, with the dice it had then or others.
    Restore {
        player: String,
        snapshot_id: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    /// A player marks a moment of a board. The hall says how many moves the board has, which record it is (and how many events of it, where
    /// the moment lies inside), and what the clock was then.
    Snapshot {
        player: String,
        board_id: u32,
        move_number: u64,
        moves_done: u64,
        record: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        events: Option<u64>,
        clock: u64,
    },
    /// A board is played to its end; what each seat has.
    Finish { board_id: u32, totals: Vec<u32> },
}

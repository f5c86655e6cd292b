//! Why nothing happened in a lobby.

use super::{BOARDS_MAX, BoardState, PLAYERS_MAX, SEATS_MAX, SETUP_MAX, SNAPSHOTS_MAX, Status};
use crate::NAME_MAX;
use referee::refusals;
use serde::Serialize;

impl Refusal {
    /// As an error event of Mage Duel's model, with its fields; none where the model has no word for it.
    pub fn event(&self) -> Option<String> {
        let is_of_the_model = matches!(
            self,
            Refusal::GameCreateFailed { .. }
                | Refusal::GameJoinFailed { .. }
                | Refusal::SnapshotCreateFailed { .. }
                | Refusal::BoardCreateFromSnapshotFailed { .. }
                | Refusal::PlayerSkinChangeFailed { .. }
                | Refusal::PlayerNotInGame { .. }
                | Refusal::GameIsAlreadyFinished { .. }
        );
        is_of_the_model.then(|| crate::write::text(self))
    }
}

refusals! {
    /// Why nothing happened. The codes of what a player may not do are the names of the error events of Mage Duel, and the fields are theirs.
    #[derive(Serialize)]
    pub enum Refusal {
        GameCreateFailed { host_player: String, status: Status } => "GameCreateFailed": "{host_player} has a game already: {status}",
        GameJoinFailed { host_player: String, guest_player: String, host_game_status: Status, guest_game_status: Status } =>
            "GameJoinFailed": "{guest_player} ({guest_game_status}) cannot join {host_player} ({host_game_status})",
        SnapshotCreateFailed { player: String, board_id: u32, board_game_state: BoardState, move_number: u64 } =>
            "SnapshotCreateFailed": "board {board_id} ({board_game_state}) has no move {move_number}",
        BoardCreateFromSnapshotFailed { player: String, snapshot_id: u32, old_board_id: u32, move_number: u64 } =>
            "BoardCreateFromSnapshotFailed": "{player} cannot go on from snapshot {snapshot_id} (move {move_number} of board {old_board_id})",
        PlayerSkinChangeFailed { player_id: String, new_skin: u8, skin_price: u64, balance: u64 } =>
            "PlayerSkinChangeFailed": "skin {new_skin} takes a balance of {skin_price}, {player_id} has {balance}",
        PlayerNotInGame { player_id: String, board_id: u32 } => "PlayerNotInGame": "{player_id} is not in a game (board {board_id})",
        GameIsAlreadyFinished { player_id: String, board_id: u32 } =>
            "GameIsAlreadyFinished": "the game of {player_id} on board {board_id} is over",

        ClockRanBackwards { at: u64, clock: u64 } => "ClockRanBackwards": "it is {clock} already, and cannot be {at}",
        PlayerAlreadyRegistered { player_id: String } => "PlayerAlreadyRegistered": "{player_id} is no guest any more",
        NoSuchSkin { new_skin: u8 } => "NoSuchSkin": "there is no skin {new_skin}",
        NoSuchGame { game: String } => "NoSuchGame": "no game called {game:?} is played here",
        NotOfThisSeat => "NotOfThisSeat": "players speak for themselves, and the hall for the boards",
        NotBeingPlayed { board_id: u32 } => "NotBeingPlayed": "board {board_id} is not being played",
        WrongTotals { seats: usize, totals: usize } => "WrongTotals": "{seats} seats have {totals} totals",
        BadName => "BadName": "a name has 1 to {NAME_MAX} bytes, nothing unseen, and no space at its ends",
        SetupTooLong => "SetupTooLong": "the setup and the seed of a game have {SETUP_MAX} bytes at most",
        TooManyPlayers => "TooManyPlayers": "a lobby knows {PLAYERS_MAX} players at most",
        TooManyBoards => "TooManyBoards": "a lobby knows {BOARDS_MAX} boards at most",
        TooManySnapshots => "TooManySnapshots": "a lobby knows {SNAPSHOTS_MAX} snapshots at most",
        SeatsWrong { game: String } => "SeatsWrong": "a game of a lobby has 1 to {SEATS_MAX} seats, {game:?} has not",
        NumberTooLarge => "NumberTooLarge": "this number is too large to be kept exactly",

        InTwoGames { player_id: String } => "InTwoGames": "{player_id} must be in progress on exactly the board that has them",
        BoardWithoutPlayers { board_id: u32 } => "BoardWithoutPlayers": "board {board_id} must have its players",
        OfferWithoutGame { player_id: String } => "OfferWithoutGame": "whoever waits must offer a game that is played here",
    }
}

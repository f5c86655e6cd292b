//! What is true in a lobby: players with their sessions, boards, snapshots.

use super::{Refusal, Skin};
use crate::{Moment, Since, seed_in};
use referee::{Millis, Seat, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What is true in a lobby. Boards and snapshots are numbered from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct House {
    /// The games that are played here, and how many seats each has.
    pub games: BTreeMap<String, u8>,
    /// The skins, by number.
    pub skins: Vec<Skin>,
    /// Everyone who was ever here, by name.
    pub players: BTreeMap<String, Player>,
    /// Every board.
    pub boards: Vec<Board>,
    /// Every snapshot.
    pub snapshots: Vec<Snapshot>,
}
impl State for House {}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The name to be shown, where it is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// What they have won: the sum of their totals.
    pub balance: u64,
    /// How many games they have played to the end.
    pub games_played: u32,
    /// The skin they wear.
    pub active_skin: u8,
    /// What they are.
    pub role: Role,
    /// The game they are in.
    pub session: Session,
}

/// What a player is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Here for the moment.
    #[default]
    Guest,
    /// A full account; only these get trophies.
    Controller,
    /// A program.
    Bot,
}

/// How it stands with a player's game. An unknown player's is finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Status {
    /// There is none, or it is over.
    #[default]
    Finished,
    /// It is offered, and waits for a guest.
    Created,
    /// The player left it.
    Canceled,
    /// It is being played.
    InProgress,
}

/// The game a player is in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// How it stands.
    pub status: Status,
    /// The board it is, or was, played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board_id: Option<u32>,
    /// The snapshot it goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snapshot_id: Option<u32>,
    /// What the host offers, or offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
}

/// A game that is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Which game.
    pub game: String,
    /// What it starts from, as JSON text; as usual where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    /// The seed of its dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// When it was offered: nobody joins before.
    pub at: Millis,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// Which game is played on it.
    pub game: String,
    /// Who sits there, by seat; the host first.
    pub players: Vec<String>,
    /// Whether it is over.
    pub state: BoardState,
    /// When all seats were taken; none while nobody has joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<Millis>,
    /// The moment of another board it goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// The seed of its dice, where its host chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// Whether a board is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum BoardState {
    /// It is played, or waits to be.
    #[default]
    InProgress,
    /// It is over: played to its end, or left.
    Finished,
}

/// A moment of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The board.
    pub board_id: u32,
    /// How many moves it had.
    pub move_number: u64,
    /// The number of the record in its log.
    pub record: u64,
    /// How many events of the record, where the moment lies inside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<u64>,
    /// What its clock was.
    pub clock: Millis,
}

/// A moment of a board that somebody marked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// Who marked it.
    pub player: String,
    /// The moment.
    pub of: Origin,
    /// When it was marked: nobody goes on from it before.
    pub at: Millis,
    /// The seed of the dice it has, where they are not those of the board's log: nobody had joined the board yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

impl Offer {
    /// The seed that the game will have: its own, or that of its setup.
    pub fn chosen_seed(&self) -> Option<String> {
        self.seed.clone().or_else(|| self.setup.as_deref().and_then(seed_in)).filter(|seed| !seed.is_empty())
    }
}

impl Origin {
    /// Where it is in the log.
    pub fn moment(&self) -> Moment {
        Moment { record: self.record, events: self.events }
    }
}

impl House {
    /// A player's session; that of an unknown player is finished.
    pub fn session(&self, player: &str) -> Session {
        self.players.get(player).map_or_else(Session::default, |player| player.session.clone())
    }

    /// How it stands with a player's game.
    pub fn status(&self, player: &str) -> Status {
        self.players.get(player).map_or(Status::Finished, |player| player.session.status)
    }

    /// A board by its number.
    pub fn board(&self, board_id: u32) -> Option<&Board> {
        self.boards.get(index(board_id)?)
    }

    pub(super) fn board_mut(&mut self, board_id: u32) -> Option<&mut Board> {
        self.boards.get_mut(index(board_id)?)
    }

    /// A snapshot by its number.
    pub fn snapshot(&self, snapshot_id: u32) -> Option<&Snapshot> {
        self.snapshots.get(index(snapshot_id)?)
    }

    /// The number of the next board.
    pub fn next_board(&self) -> u32 {
        self.boards.len() as u32 + 1
    }

    /// Where a player may act: the board and the seat. `asked` is the board they speak of, where they say so.
    pub fn seat_of(&self, player: &str, asked: Option<u32>) -> Result<(u32, Seat), Refusal> {
        let outside = |board_id| Refusal::PlayerNotInGame { player_id: player.to_owned(), board_id };
        let session = self.session(player);
        let own = session.board_id.filter(|own| asked.is_none_or(|asked| asked == *own));
        let Some(board_id) = own else { return Err(outside(0)) };
        if session.status == Status::Finished {
            return Err(Refusal::GameIsAlreadyFinished { player_id: player.to_owned(), board_id });
        }
        let seat = self.board(board_id).filter(|_| session.status == Status::InProgress).and_then(|board| board.seat(player));
        seat.map(|seat| (board_id, seat)).ok_or_else(|| outside(board_id))
    }
}

/// Where a number counted from 1 stands in a list.
fn index(number: u32) -> Option<usize> {
    number.checked_sub(1).map(|index| index as usize)
}

impl Status {
    /// Whether a player whose game stands so may begin something else.
    pub fn is_free(self) -> bool {
        !matches!(self, Status::Created | Status::InProgress)
    }
}

impl Board {
    /// The seat of a player.
    pub fn seat(&self, player: &str) -> Option<Seat> {
        self.players.iter().position(|other| other == player).map(|seat| Seat(seat as u8))
    }

    /// Whether it is being played: all seats are taken, and it is not over.
    pub fn is_on(&self) -> bool {
        self.state == BoardState::InProgress && self.started.is_some()
    }

    /// The clock of a restored board goes on from where it was when all seats were taken.
    pub fn since(&self) -> Since {
        self.from.zip(self.started).map_or_else(Since::default, |(from, at)| Since { at, clock: from.clock })
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Display for BoardState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

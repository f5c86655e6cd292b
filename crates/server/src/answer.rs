//! What goes out: the bodies of good answers.

use crate::index::{Entry, Listed};
use crate::ticket::Board;
use referee_host::{Card, Parley, Report, Schemas};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The games of this server.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Games {
    pub(crate) games: Vec<GameLine>,
}

/// A game in the list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct GameLine {
    #[serde(flatten)]
    pub(crate) card: Card,
    /// Where more about it is: its boards, the usual setup, its JSON Schemas.
    pub(crate) url: String,
}

/// A game, and how to talk to it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Game {
    #[serde(flatten)]
    pub(crate) card: Card,
    /// Its leaderboards.
    pub(crate) boards: Vec<Board>,
    /// What it usually starts from.
    pub(crate) setup: serde_json::Value,
    /// The JSON Schemas of its setups, actions and views; none where its types have none.
    pub(crate) schemas: Option<Schemas>,
}

/// Matches, the latest first.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Matches {
    pub(crate) matches: Vec<Listed>,
}

/// A match that was opened.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Opened<'a> {
    /// Its id.
    pub(crate) id: String,
    /// Which game is played.
    pub(crate) game: &'a str,
    /// The commitment to its dice.
    pub(crate) commit: &'a str,
    /// The token of each seat of mine. They are told this once.
    pub(crate) tokens: BTreeMap<&'a str, String>,
    /// The invitation to each seat that waits for one.
    pub(crate) invitations: BTreeMap<&'a str, String>,
    /// Whether every seat is taken.
    pub(crate) begun: bool,
}

/// A seat that was taken.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Joined<'a> {
    /// The match.
    pub(crate) id: String,
    /// Which game is played.
    pub(crate) game: &'a str,
    /// The seat.
    pub(crate) seat: String,
    /// Its token. It is told this once.
    pub(crate) token: &'a str,
    /// The commitment to the dice.
    pub(crate) commit: &'a str,
    /// Whether every seat is taken.
    pub(crate) begun: bool,
}

/// How a match stands, as a seat sees it, or an onlooker.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Standing {
    /// Its id.
    pub(crate) id: String,
    /// Which game is played.
    pub(crate) game: String,
    /// Who sits where; nobody where it is null.
    pub(crate) seats: BTreeMap<String, Option<String>>,
    /// When it was opened, in milliseconds since 1970.
    pub(crate) opened: u64,
    /// Whether every seat is taken.
    pub(crate) begun: bool,
    /// Whether it was withdrawn before it began.
    pub(crate) withdrawn: bool,
    /// The commitment to its dice.
    pub(crate) commit: String,
    /// What is so since it began.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(crate) play: Option<Play>,
    /// What the seat sees, as the game's own schema says; null before it has begun.
    pub(crate) view: Box<RawValue>,
}

/// What is so about a match since it began.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Play {
    /// The number of the latest record.
    pub(crate) seq: u64,
    /// Whether it has come to its end.
    pub(crate) over: bool,
    /// What players have said about the match, and how that ended it.
    #[serde(rename = "match")]
    pub(crate) parley: Parley,
    /// The seats that may act.
    pub(crate) waiting_for: Vec<&'static str>,
    /// The seat of the token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seat: Option<&'static str>,
    /// What the seat may do, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) legal: Option<Vec<Box<RawValue>>>,
}

/// How it stands between the players of a match.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Talk {
    /// The number of the latest record.
    pub(crate) seq: u64,
    #[serde(flatten)]
    pub(crate) parley: Parley,
}

/// A view at a record.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Seen {
    /// The number of the record.
    pub(crate) seq: u64,
    /// What is seen, as the game's own schema says.
    pub(crate) view: Box<RawValue>,
}

/// What was judged holds.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Verified<'a> {
    /// A log.
    Log(Held),
    /// A setup and its actions.
    Session(Played<'a>),
}

/// A log that holds.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Held {
    /// Always true.
    pub(crate) ok: bool,
    #[serde(flatten)]
    pub(crate) report: Report,
}

/// A session that was played.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Played<'a> {
    /// Always true.
    pub(crate) ok: bool,
    /// The game.
    pub(crate) game: &'a str,
    /// The version of its rules.
    pub(crate) rules: &'a str,
    /// How many records its log has, the setup included.
    pub(crate) records: u64,
    /// How many events they have.
    pub(crate) events: u64,
    /// The digest of the state it leads to.
    pub(crate) digest: String,
    /// How well each seat stands at the end.
    pub(crate) scores: BTreeMap<&'a str, i64>,
    /// Whether it came to its end.
    pub(crate) over: bool,
}

/// A ticket for a leaderboard.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Ticket {
    /// What a run is handed in with.
    pub(crate) ticket: String,
    /// The game.
    pub(crate) game: String,
    /// The board.
    pub(crate) board: Board,
    /// Who plays.
    pub(crate) name: String,
    /// Whether the seed is told: whoever knows it can look ahead.
    pub(crate) open_seed: bool,
    /// Until when it is good, in milliseconds since 1970.
    pub(crate) expires: u64,
    /// The seat one plays.
    pub(crate) seat: &'static str,
    /// The seed, where it is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<String>,
    /// The match to be played, where the server rolls the dice.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub(crate) live: Option<LiveMatch>,
    /// What one is known by from now on, where one was not known: told this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) player_token: Option<String>,
}

/// A match on a ticket.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LiveMatch {
    /// Its id.
    pub(crate) id: String,
    /// The token of its seat.
    pub(crate) token: String,
}

/// A run that was ranked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Ranked {
    /// Always true.
    pub(crate) ok: bool,
    /// The game.
    pub(crate) game: String,
    /// The board.
    pub(crate) board: Board,
    /// The day of its ticket.
    pub(crate) day: String,
    /// What it is worth.
    pub(crate) score: i64,
    /// The rank of the player's best run that day.
    pub(crate) rank: Option<u64>,
    /// The rank of the player's best run of all days.
    pub(crate) rank_of_all: Option<u64>,
    /// Where its log is.
    pub(crate) log: String,
    /// The id of its last line.
    pub(crate) head: String,
}

/// A page of a leaderboard: the best run of each player.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Leaders {
    /// The game.
    pub(crate) game: String,
    /// The board.
    pub(crate) board: Board,
    /// Whether players know the seed.
    pub(crate) open_seed: bool,
    /// Which page, from 0.
    pub(crate) page: u32,
    /// How many runs a page has at most.
    pub(crate) size: u32,
    /// How many players there are.
    pub(crate) players: u64,
    /// The runs, the best first.
    pub(crate) entries: Vec<Entry>,
}

/// The trophies of a game, and who has come how far.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Achieved {
    /// The game.
    pub(crate) game: String,
    /// The trophies that exist.
    pub(crate) trophies: Vec<Prize>,
    /// Who did something for one, the most points first.
    pub(crate) players: Vec<Achiever>,
}

/// A trophy: so many deeds of a kind.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Prize {
    /// The deed that counts.
    pub(crate) task: &'static str,
    /// What it is called.
    pub(crate) title: &'static str,
    /// How many deeds it takes.
    pub(crate) threshold: u32,
    /// What it is worth.
    pub(crate) points: u32,
}

/// What a player has achieved, by the name under which matches were played.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Achiever {
    /// Who.
    pub(crate) name: String,
    /// What the trophies are worth together.
    pub(crate) points: u32,
    /// The trophies.
    pub(crate) earned: Vec<&'static str>,
    /// How often which deed was done.
    pub(crate) done: BTreeMap<String, u64>,
}

/// JSON text of our own making as a part of an answer.
pub(crate) fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).unwrap_or_default()
}

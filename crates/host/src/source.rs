//! A log that is known from its beginning, for whoever tells it in other words: formats and deeds.

use crate::{Playable, Players};
use referee::Game;

/// A log that is known from its beginning, up to a record.
pub struct Source<'a, R: Playable> {
    /// The game.
    pub game: &'a Game<R>,
    /// The record up to which it is told; one of the game's records.
    pub to: u64,
    /// Who sits where.
    pub players: &'a Players,
    /// The child games this one is, the latest last.
    pub branches: &'a [Branch],
}

/// A branch line of a log: a child game begins here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The record it follows.
    pub after: u64,
    /// What the child is called.
    pub name: String,
}

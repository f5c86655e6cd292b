//! A log that is known from its beginning, for whoever tells it in other words: formats and deeds.

use crate::{Playable, Players};
use referee::{Game, Millis};

/// A log that is known from its beginning, up to a record.
pub struct Source<'a, R: Playable> {
    /// The game.
    pub game: &'a Game<R>,
    /// The record up to which it is told; one of the game's records.
    pub to: u64,
    /// What the game is called where it is kept; empty where it has no name.
    pub name: &'a str,
    /// Who sat where at the beginning.
    pub founders: &'a Players,
    /// Who sits where now.
    pub players: &'a Players,
    /// The child games this one is, the latest last.
    pub branches: &'a [Branch],
}

/// A branch line of a log: a child game begins here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Branch {
    /// The record it follows.
    pub after: u64,
    /// What the child is called.
    pub name: String,
    /// What the parent is called; empty where it is the game of the lines before.
    pub of: String,
    /// How many events of the record are kept, where the child begins inside it.
    pub events: Option<u64>,
    /// The seed of its own dice; empty where it has its parent's.
    pub seed: String,
    /// Who plays from here on; empty where nobody else does.
    pub players: Players,
    /// What time it was in the world, and what the clock of the game said then, where they are told apart.
    pub since: Option<Since>,
}

/// When a child game was joined. Its clock stood still until then, so that its own time is not the world's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// What time it was in the world.
    pub at: Millis,
    /// What the clock of the game said.
    pub clock: Millis,
}

impl Since {
    /// The game's own time when it is some time in the world; none before the game was joined.
    pub fn own_time(self, at: Millis) -> Option<Millis> {
        Some(self.clock.saturating_add(at.checked_sub(self.at)?))
    }

    /// What time it is in the world when it is some time in the game.
    pub fn world_time(self, time: Millis) -> Millis {
        self.at.saturating_add(time.saturating_sub(self.clock))
    }
}

impl Branch {
    /// A branch with a name, and nothing else that is different.
    pub fn named(name: &str) -> Branch {
        Branch { name: name.to_owned(), ..Branch::default() }
    }

    /// Whether anything but its name is not as the lines before say.
    pub fn is_told_apart(&self) -> bool {
        self.events.is_some() || self.since.is_some() || !self.seed.is_empty() || !self.players.is_empty()
    }
}

/// A moment of a game: after a record, or inside it after the first of its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The record.
    pub record: u64,
    /// How many of its events; all where it is none.
    pub events: Option<u64>,
}

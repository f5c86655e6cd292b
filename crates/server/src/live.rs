//! A match's game in memory, and what time it is in it.

use crate::notes::Desk;
use crate::office::Office;
use referee::{Millis, Seat};
use referee_host::{Card, Table};
use std::sync::Arc;

/// A game in memory.
pub(crate) struct Live {
    pub(crate) table: Box<dyn Table>,
    /// What the game says of itself.
    pub(crate) card: Card,
    pub(crate) times: Times,
    /// The number of the line that comes next.
    pub(crate) next: u64,
    pub(crate) over: bool,
    /// What players have said about the match, as JSON; none where nothing of it is open.
    pub(crate) words: Option<Arc<str>>,
}

/// How the world's time and the game's belong together.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    /// When the match began, in milliseconds since 1970.
    began: u64,
    /// What time it was in the game then: a branch goes on from where it branched off, and a setup may say when a new game starts.
    base: Millis,
    /// How much of the game's time a second is.
    second: u64,
}

/// The latest that a match may go on from: there must be time left to play in.
pub(crate) const LATEST: Millis = 1 << 52;

impl Times {
    fn in_game(self, now: u64) -> Millis {
        self.base.saturating_add(now.saturating_sub(self.began).saturating_mul(self.second) / 1_000)
    }

    /// When the game's time will be so late.
    pub(crate) fn in_world(self, at: Millis) -> u64 {
        self.began.saturating_add(at.saturating_sub(self.base).saturating_mul(1_000).div_ceil(self.second))
    }
}

impl Live {
    /// A match whose game stood at the time `base` when it began.
    pub(crate) fn new(table: Box<dyn Table>, (desk, base): (&Desk, Millis), next: u64, over: bool) -> Live {
        let card = table.card();
        let times = Times { began: desk.began, base, second: card.second.max(1) };
        let words = open_words(&*table);
        Live { table, card, times, next, over, words }
    }

    /// Something was said, or done: what is open between the players may be something else.
    pub(crate) fn heed(&mut self) {
        self.words = open_words(&*self.table);
    }

    /// What a ranked match that has ended is worth.
    pub(crate) fn result(&self) -> Outcome {
        let (score, actions) = (self.table.score(Seat(0)), self.table.seq());
        Outcome { score, actions, at: self.times.in_world(self.table.at()) }
    }

    /// What time it is in the game.
    pub(crate) fn time(&self, office: &Office) -> Millis {
        self.times.in_game(office.clock.now()).max(self.table.now())
    }
}

/// What is open between the players of a match, as JSON.
fn open_words(table: &dyn Table) -> Option<Arc<str>> {
    let parley = table.parley();
    let is_open = parley.offer.is_some() || parley.said.is_some() || parley.result.is_some();
    is_open.then(|| serde_json::to_string(&parley).unwrap_or_default().into())
}

/// What a ranked match is worth, how many actions it has, and when its last was, in milliseconds since 1970.
pub(crate) struct Outcome {
    pub(crate) score: i64,
    pub(crate) actions: u64,
    pub(crate) at: u64,
}

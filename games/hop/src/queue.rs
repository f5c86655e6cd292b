//! Who acts when.

use crate::{Actor, Hex, Id};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The order of turns within a round.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Queue {
    /// Everybody who was there when the round began, the fastest first.
    pub entries: Vec<Entry>,
    /// Whose turn it is; nobody's before the first.
    pub current: Option<u16>,
    /// The number of the round, from 1.
    pub round: u32,
}

/// Somebody's place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Who.
    pub who: Id,
    /// How fast.
    pub initiative: i16,
    /// Whether the turn is over.
    pub acted: bool,
    /// Where the actor stood when its turn began.
    pub start: Option<Hex>,
}

impl Default for Queue {
    fn default() -> Queue {
        Queue { entries: Vec::new(), current: None, round: 1 }
    }
}

impl Queue {
    /// Everybody in order: the fastest first; among equals the player, then enemies as they are listed.
    pub(crate) fn fill<'a>(&mut self, actors: impl Iterator<Item = (&'a Actor, i16)>) {
        self.entries.clear();
        self.entries.extend(actors.map(|(actor, initiative)| Entry { who: actor.id, initiative, acted: false, start: None }));
        self.entries.sort_by_key(|entry| -entry.initiative);
    }

    /// The first after the current one that has not acted.
    #[inline]
    pub fn next(&self) -> Option<u16> {
        let from = self.current.map_or(0, |current| usize::from(current) + 1);
        let later = self.entries.get(from..)?;
        later.iter().position(|entry| !entry.acted).map(|offset| (from + offset) as u16)
    }

    /// An actor's place.
    pub fn of(&self, who: Id) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.who == who)
    }

    pub(crate) fn of_mut(&mut self, who: Id) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.who == who)
    }

    /// Somebody is gone: nobody else loses a turn.
    pub(crate) fn remove(&mut self, who: Id) {
        if let Some(index) = self.entries.iter().position(|entry| entry.who == who) {
            self.entries.remove(index);
            if let Some(current) = self.current
                && index <= usize::from(current)
            {
                self.current = current.checked_sub(1);
            }
        }
    }
}

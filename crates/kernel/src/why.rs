//! Why it came so: a decision made again, with notes.

use crate::page::Page;
use crate::turn::{Matter, rule};
use crate::{Cause, Chance, Millis, Refused, Rules, Seat};
use alloc::{string::String, vec::Vec};

/// Something a turn noted for whoever asks why. Rules that let others intercept what happens note every throw and everybody who was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// How deep throws were nested.
    pub depth: u16,
    /// How many events had been written.
    pub events: usize,
    /// What was noted.
    pub what: Noted,
}

/// What was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noted {
    /// Something was thrown, or begun.
    Thrown {
        /// What.
        verb: String,
        /// About whom.
        about: String,
    },
    /// Somebody was asked.
    Asked {
        /// At which station.
        station: String,
        /// Whose handler, and in which moment.
        handler: String,
        /// What it answered.
        verdict: String,
        /// What it changed.
        changes: Vec<Change>,
    },
    /// What was thrown is over.
    Ended {
        /// What.
        verb: String,
        /// What came of it.
        verdict: String,
    },
}

/// Something that was changed on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What.
    pub field: String,
    /// From what.
    pub from: String,
    /// To what.
    pub to: String,
}

/// A decision made again: its events, its notes, and whether it was accepted.
#[derive(Clone, Debug)]
pub struct Why<R: Rules> {
    /// What happened.
    pub events: Vec<R::Event>,
    /// How it came so.
    pub notes: Vec<Note>,
    /// Whether it was accepted, or why not.
    pub result: Result<(), Refused<R::Rejection>>,
}

/// Decides a cause again, upon the state before it, and notes how it came so. The input is never touched.
pub fn why<R: Rules>(
    rules: &R,
    before: &R::State,
    seat: Seat,
    at: Millis,
    cause: Cause<'_, R>,
    chance: &mut dyn Chance,
) -> Why<R> {
    let mut state = before.clone();
    let mut page = Page::new();
    page.watch();
    let matter = match cause {
        Cause::Setup(setup) => Matter::Start(setup),
        Cause::Action(action) => Matter::Action(action),
    };
    let result = rule(rules, &mut state, &mut page, matter, seat, at, chance);
    let notes = page.watched().unwrap_or_default();
    Why { events: page.into_events(), notes, result }
}

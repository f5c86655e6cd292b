//! Where and how a log does not hold.

use crate::EVENTS_MAX;
use alloc::string::String;
use core::fmt;

/// Where and how a log does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayError {
    /// A record is missing: its number is not the one that comes next.
    Gap {
        /// The number that comes next.
        expected: u64,
        /// The number that was found.
        found: u64,
    },
    /// The rules, asked again, say that something else happened.
    Diverged {
        /// The record.
        seq: u64,
        /// Which of its events, counted from 0.
        event: u32,
        /// What the rules say.
        expected: String,
        /// What the log says.
        found: String,
    },
    /// The rules, asked again, judge the other way.
    Overruled {
        /// The record.
        seq: u64,
        /// What the rules say.
        expected: String,
        /// What the log says.
        found: String,
    },
    /// A record is longer than any turn can write.
    TooLong {
        /// The record.
        seq: u64,
        /// How many events or dice it has; [`EVENTS_MAX`] are the most.
        found: u64,
    },
    /// A record cannot be cut there: one event at least is kept and one at least left out, and the setup stays whole.
    Cut {
        /// The record.
        seq: u64,
        /// How many events it has.
        events: u64,
        /// How many were to be kept.
        found: u64,
    },
    /// The state that the log leads to breaks an invariant.
    Unsound {
        /// The record after which it does.
        seq: u64,
        /// The invariant.
        why: String,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Gap { expected, found } => write!(f, "record {expected} comes next, found record {found}"),
            ReplayError::Diverged { seq, event, expected, found } => {
                write!(f, "record {seq}, event {event}: the rules say {expected}, the log says {found}")
            }
            ReplayError::Overruled { seq, expected, found } => {
                write!(f, "record {seq}: the rules say {expected}, the log says {found}")
            }
            ReplayError::TooLong { seq, found } => {
                write!(f, "record {seq}: {EVENTS_MAX} events or dice are the most, found {found}")
            }
            ReplayError::Cut { seq: 0, .. } => write!(f, "record 0 is the setup, which is kept whole"),
            ReplayError::Cut { seq, events, found } => {
                write!(f, "record {seq} has {events} events: a cut keeps one at least and not all, so {found} is no cut")
            }
            ReplayError::Unsound { seq, why } => write!(f, "after record {seq} the state is unsound: {why}"),
        }
    }
}

impl core::error::Error for ReplayError {}

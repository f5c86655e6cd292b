//! Why an action did not happen, with the cause named: the rules, a broken invariant, or the table itself.

use crate::{Rejection, Seat, turn::EVENTS_MAX};
use alloc::{format, string::String, vec, vec::Vec};
use core::fmt;

/// Why an action was refused. Nothing has changed, except that a refusal may be on record where the rules want it so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused<J> {
    /// The rules said no.
    Rejected(J),
    /// The state broke an invariant before the action was looked at.
    Unsound(J),
    /// The action would have broken an invariant; it was taken back.
    Breach(J),
    /// Something outside the rules went wrong; the turn was taken back.
    Faulty(Fault),
}

/// What can go wrong in a turn besides the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no such seat at this table.
    NoSuchSeat {
        /// The seat that was named.
        seat: Seat,
        /// How many seats there are.
        seats: u8,
    },
    /// The game has not been set up yet.
    NotStarted,
    /// One turn wrote more than [`EVENTS_MAX`] events.
    TooManyEvents,
    /// An action was accepted, and nothing happened: the rules owe an event.
    NoEvents,
    /// A script of dice ran out.
    DiceEmpty {
        /// How many dice it had.
        used: u32,
    },
    /// A script of dice was not used up.
    DiceLeft {
        /// How many dice are left.
        left: u32,
    },
    /// A scripted die that the question does not allow.
    DieOutOfRange {
        /// The die.
        value: u32,
        /// The smallest answer allowed.
        low: u32,
        /// The largest answer allowed.
        high: u32,
    },
}

impl<J: Rejection> Refused<J> {
    /// The stable code of the first reason.
    pub fn code(&self) -> &'static str {
        match self {
            Refused::Rejected(why) => why.code(),
            Refused::Unsound(_) => "PRE_INVARIANT",
            Refused::Breach(_) => "POST_INVARIANT_FAILED",
            Refused::Faulty(fault) => fault.code(),
        }
    }

    /// Every reason as `[CODE] sentence`.
    pub fn errors(&self) -> Vec<String> {
        let prefixed = |why: &J| why.lines().into_iter().map(|line| format!("[{}] {line}", self.code())).collect();
        match self {
            Refused::Rejected(why) => why.lines(),
            Refused::Unsound(why) | Refused::Breach(why) => prefixed(why),
            Refused::Faulty(fault) => vec![format!("[{}] {fault}", fault.code())],
        }
    }
}

impl<J: Rejection> fmt::Display for Refused<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.errors().join("; "))
    }
}

impl<J: Rejection> core::error::Error for Refused<J> {}

impl Fault {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::NoSuchSeat { .. } => "NO_SUCH_SEAT",
            Fault::NotStarted => "NOT_STARTED",
            Fault::TooManyEvents => "TOO_MANY_EVENTS",
            Fault::NoEvents => "NO_EVENTS",
            Fault::DiceEmpty { .. } => "DICE_EMPTY",
            Fault::DiceLeft { .. } => "DICE_LEFT",
            Fault::DieOutOfRange { .. } => "DIE_OUT_OF_RANGE",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoSuchSeat { seat, seats } => write!(f, "seat number {} of {seats} does not exist", u32::from(seat.0) + 1),
            Fault::NotStarted => f.write_str("the game has not been set up yet"),
            Fault::TooManyEvents => write!(f, "one turn may write {EVENTS_MAX} events at most"),
            Fault::NoEvents => f.write_str("an accepted action must have at least one event"),
            Fault::DiceEmpty { used } => write!(f, "the script of dice ran out after {used}"),
            Fault::DiceLeft { left } => write!(f, "{left} scripted dice were not used"),
            Fault::DieOutOfRange { value, low, high } => write!(f, "a scripted die shows {value}, expected {low} to {high}"),
        }
    }
}

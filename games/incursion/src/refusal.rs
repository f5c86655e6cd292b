//! Why nothing happened.

use crate::Verb;
use referee::Rejection;
use std::fmt;

/// Why nothing happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    Over,
    /// There is nothing there to do it with or to.
    NotThere {
        /// What was looked for.
        what: &'static str,
    },
    /// It cannot be done.
    Cannot {
        /// Why.
        why: String,
    },
    /// The setup makes no sense.
    BadSetup {
        /// Why.
        why: String,
    },
    /// Nobody knows what to do with a verb.
    Unhandled {
        /// Which.
        verb: Verb,
    },
    /// One thing led to another, too often.
    TooDeep,
    /// One action asked for too much.
    TooMuch,
    /// A script is faulty.
    Script {
        /// Where it is: file and line.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// A part of a happening is played by the wrong thing.
    WrongRole {
        /// What is wrong.
        why: String,
    },
    /// The world is not as it can be.
    Broken {
        /// What is wrong.
        why: String,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Over => f.write_str("the game is over"),
            Refusal::NotThere { what } => write!(f, "there is no {what}"),
            Refusal::Cannot { why } => f.write_str(why),
            Refusal::BadSetup { why } => write!(f, "the setup makes no sense: {why}"),
            Refusal::Unhandled { verb } => write!(f, "nobody knows what to do with {verb}"),
            Refusal::TooDeep => write!(f, "{}", referee_dispatch::TooDeep),
            Refusal::TooMuch => f.write_str("one action led to more than an action may"),
            Refusal::Script { place, why } => write!(f, "{place}: {why}"),
            Refusal::WrongRole { why } => f.write_str(why),
            Refusal::Broken { why } => write!(f, "the world is not as it can be: {why}"),
        }
    }
}

impl Rejection for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Refusal::Over => "OVER",
            Refusal::NotThere { .. } => "NOT_THERE",
            Refusal::Cannot { .. } => "CANNOT",
            Refusal::BadSetup { .. } => "BAD_SETUP",
            Refusal::Unhandled { .. } => "UNHANDLED",
            Refusal::TooDeep => "TOO_DEEP",
            Refusal::TooMuch => "TOO_MUCH",
            Refusal::Script { .. } => "SCRIPT",
            Refusal::WrongRole { .. } => "WRONG_ROLE",
            Refusal::Broken { .. } => "BROKEN",
        }
    }
}

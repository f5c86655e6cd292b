//! Lines that stand beside the records: the secret of the dice is told, the game is closed, or a player says something about the match. No
//! record follows one that ends the game; a branch may, and is a game of its own.

use crate::parley::Said;
use crate::{HostError, Secret};

/// The longest reason for closing a game, in bytes.
const REASON_MAX: usize = 64;

/// A line beside the records, and where it stands.
#[derive(Clone)]
pub(crate) struct Ending {
    /// After which record.
    pub(crate) after: u64,
    /// After how many branches.
    pub(crate) branches: usize,
    pub(crate) what: What,
}

/// What a line beside the records says.
#[derive(Clone)]
pub(crate) enum What {
    /// The secret that the dice so far were made from.
    Told(Secret),
    /// The game is closed, and why.
    Closed(String),
    /// What a player says about the match.
    Said(Said),
}

pub(crate) fn check_reason(why: &str) -> Result<(), HostError> {
    if (1..=REASON_MAX).contains(&why.len()) && why.chars().all(|c| c.is_alphanumeric() || "-_. ".contains(c)) {
        return Ok(());
    }
    let message = format!("a game is closed with a reason of 1 to {REASON_MAX} letters, digits, spaces, `-`, `_`, `.`");
    Err(HostError::bad("BAD_REASON", message))
}

/// A game that was closed is not gone on with.
pub(crate) fn closed(why: &str) -> HostError {
    HostError::no("GAME_CLOSED", format!("the game was closed ({why}): nothing but a branch can follow"))
}

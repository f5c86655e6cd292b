//! What is wrong, as errors of the host; and what a name and a time must be.

use crate::{HostError, Table};
use referee::{Millis, Refused, Rejection, ReplayError};

/// A refusal of the rules as an error of the host.
pub(crate) fn refusal<J: Rejection>(why: &Refused<J>) -> HostError {
    let text = why.to_string();
    let code = why.code();
    HostError::no(code, text.strip_prefix(&format!("[{code}] ")).unwrap_or(&text))
}

pub(super) fn replay_error(error: &ReplayError) -> HostError {
    let code = match error {
        ReplayError::Gap { .. } => "GAP",
        ReplayError::Diverged { .. } => "DIVERGED",
        ReplayError::Overruled { .. } => "OVERRULED",
        _ => "UNSOUND",
    };
    HostError::no(code, error.to_string())
}

pub(crate) fn under(mut error: HostError, path: &str) -> HostError {
    let below = error.place.path.take().unwrap_or_default();
    error.place.column = None;
    error.fault = crate::Fault::No;
    error.at_path(format!("{path}{below}"))
}

pub(super) fn check_name(name: &str) -> Result<(), HostError> {
    let is_fit = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    if (1..=64).contains(&name.len()) && name.chars().all(is_fit) && name.trim() == name {
        return Ok(());
    }
    Err(HostError::bad("BAD_NAME", "a game is named by 1 to 64 letters, digits, spaces (none at its ends), `-`, `_`, `.`"))
}

/// The latest time that every reader of JSON keeps exactly.
const AT_MAX: Millis = (1 << 53) - 1;

pub(crate) fn check_time(at: Millis) -> Result<(), HostError> {
    if at <= AT_MAX {
        return Ok(());
    }
    Err(HostError::bad("BAD_TIME", "time is a whole number that every reader keeps exactly")
        .because(format!("at most {AT_MAX}"), at.to_string()))
}

/// Time goes on: what is declared is not before what was.
pub(crate) fn backwards(at: Millis, clock: Millis) -> HostError {
    HostError::no("ClockRanBackwards", format!("it is {clock} already, and cannot be {at}"))
}

/// Whether a child game has anything to go on with.
pub fn check_goes_on(table: &dyn Table) -> Result<(), HostError> {
    if table.over(table.now()) {
        let error = HostError::bad("GAME_IS_OVER", "the game was over there: nobody could play on");
        return Err(error.help("choose an earlier moment"));
    }
    Ok(())
}

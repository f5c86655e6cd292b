//! The terminal player.

use crate::args::PlayArgs;
use referee_host::{HostError, Registry};
use std::process::ExitCode;

/// Plays a game in the terminal.
pub(crate) fn play(_registry: &Registry, _args: &PlayArgs) -> Result<ExitCode, HostError> {
    Err(HostError::bad("NOT_YET", "the terminal player is being built"))
}

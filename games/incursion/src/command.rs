//! What an action throws.

use crate::play::Play;
use crate::{Action, Refusal, Setup};

impl Play {
    /// A game begins.
    pub(crate) fn begin(&mut self, _setup: &Setup) -> Result<(), Refusal> {
        Err(Refusal::Cannot { why: "not yet".to_owned() })
    }

    /// Throws what an action declares.
    pub(crate) fn command(&mut self, _action: &Action) -> Result<(), Refusal> {
        Err(Refusal::Cannot { why: "not yet".to_owned() })
    }

    /// Everybody else acts until the hero can again.
    pub(crate) fn world_goes_on(&mut self) {}
}

//! What the file of an event must say about it.

use super::{Misfit, Payload};
use crate::GameState;
use alloc::{string::String, vec::Vec};
use referee::{Cue, Spot};

/// A line of the contract's log: what it changes, and what it says.
pub(crate) trait Line {
    /// Writes the payload, exactly as the catalogue of the contract has it.
    fn write(&self, out: &mut String);

    /// Changes the state. Assignments: it neither refuses nor rolls.
    fn apply(&self, state: &mut GameState);

    /// Whether the event can have happened in a state: it agrees with itself and with what it says of the state. It does not ask whether
    /// the rules allow it, which is for the declaration to decide.
    fn check(&self, state: &GameState) -> Result<(), Misfit>;

    /// The dice that the event implies, in the order in which they are rolled: by default none.
    fn draws(&self, _: &GameState) -> Vec<Draw> {
        Vec::new()
    }

    /// The event as a sentence.
    fn tell(&self) -> String;

    /// What moves in a picture because of it: by default nothing.
    fn cues(&self) -> Vec<Cue> {
        Vec::new()
    }

    /// What stands above a place for a moment: by default nothing. `place` tells where an entity stood before.
    fn float(&self, _place: &dyn Fn(&str) -> Option<Spot>) -> Option<Cue> {
        None
    }
}

/// A line that can be read.
pub(crate) trait ReadLine: Line + Sized {
    /// Its type in the contract: `MOVE_APPLIED`.
    const KIND: &'static str;

    /// Reads the payload.
    fn read(payload: &Payload<'_>) -> Result<Self, Misfit>;
}

/// A die that an event implies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draw {
    pub(crate) sides: u32,
    pub(crate) value: u32,
    /// What for, as the contract's list of rolls says it.
    pub(crate) source: String,
}

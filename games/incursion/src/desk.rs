//! Where scripts sit: they are handed the play, do their work, and give it back.

use crate::content::Content;
use crate::play::Play;
use crate::{Asking, Happening};
use referee_dispatch::Verdict;

/// All scripts, ready to run.
pub(crate) struct Scripts;

impl Scripts {
    pub(crate) fn of(_content: &Content) -> Result<Scripts, String> {
        Ok(Scripts)
    }
}

/// Runs a script.
pub(crate) fn run(_play: &mut Play, _asking: Asking, _code: u32, _happening: &mut Happening) -> Verdict {
    Verdict::Nothing
}

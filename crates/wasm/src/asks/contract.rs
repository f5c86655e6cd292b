//! The pure contract: a request as text, and the very line that `referee judge` or `referee mutate` answers it with.

use super::Ask;
use crate::Engine;
use referee_host::{HostError, Judge};

asked! {
    /// Asks what the rules make of an action upon a state; the request is the text.
    pub(crate) struct AskJudge {
        /// The game.
        game: String,
    }

    /// Asks for the state after an event; the request is the text.
    pub(crate) struct AskMutate {
        /// The game.
        game: String,
    }
}

impl Ask for AskJudge {
    type Told = ();
    fn answer(self, engine: &mut Engine, request: &str) -> Result<((), String), HostError> {
        answered(engine.registry().title(&self.game)?.judging(), request)
    }
}

impl Ask for AskMutate {
    type Told = ();
    fn answer(self, engine: &mut Engine, request: &str) -> Result<((), String), HostError> {
        answered(engine.registry().mutating(&self.game)?, request)
    }
}

fn answered(mut judge: Box<dyn Judge>, request: &str) -> Result<((), String), HostError> {
    let mut out = String::new();
    judge.answer(request, &mut out)?;
    Ok(((), out))
}

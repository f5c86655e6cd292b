//! What the first line of a log says that the rules do not know.

use crate::{Dice, ENGINE, Playable, Players};

/// What the first line says that the rules do not know. It stays as it was when another engine reads the log.
#[derive(Clone)]
pub(crate) struct Stamp {
    pub(crate) rules: String,
    pub(crate) dice: Dice,
    pub(crate) salt: String,
    pub(crate) engine: String,
    pub(crate) name: String,
    pub(crate) players: Players,
}

impl Stamp {
    /// What this engine and these rules stamp.
    pub(super) fn ours<R: Playable>(dice: Dice) -> Stamp {
        let (rules, engine) = (R::VERSION.to_owned(), ENGINE.to_owned());
        Stamp { rules, dice, salt: String::new(), engine, name: String::new(), players: Players::NONE }
    }
}

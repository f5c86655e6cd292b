//! The games Referee ships. A game is one line here; everything else follows from its rules.

use referee_host::{Hosted, Registry};

/// All games, in the order they are listed.
pub fn games() -> Registry {
    Registry::new().with(Hosted(referee_nim::Nim))
}

//! The games Referee ships. A game is one line here; everything else follows from its rules.

use referee_host::lobby::{self, Lobby};
use referee_host::{Hosted, Registry};

/// All games, in the order they are listed, and the lobby that players meet in.
pub fn games() -> Registry {
    let mut games = Registry::new();
    games.add(Hosted::new(referee_nim::Nim));
    games.add(referee_mir::title::<1>());
    games.add(referee_mir::title::<0>());
    games.add(referee_duel::title());
    games.add(referee_hop::title::<false>());
    games.add(referee_hop::title::<true>());
    games.add(Hosted::new(Lobby).with_deeds(lobby::DEEDS));
    games
}

//! The games Referee ships. A game is one line here; everything else follows from its rules.

mod lessons;

#[cfg(feature = "schema")]
use referee_host::Described;
#[cfg(not(feature = "schema"))]
use referee_host::Playable;
use referee_host::lobby::{self, Lobby};
use referee_host::{Hosted, Registry};

/// All games, in the order they are listed, and the lobby that players meet in.
pub fn games() -> Registry {
    let mut games = Registry::new();
    games.add(described(Hosted::new(referee_nim::Nim)).with_lessons(lessons::NIM));
    #[cfg(feature = "plain")]
    add_plain(&mut games);
    #[cfg(feature = "scripted")]
    games.add(referee_incursion::title().with_lessons(lessons::INCURSION));
    games.add(described(Hosted::new(Lobby)).with_deeds(lobby::DEEDS));
    games
}

/// The games that are Rust alone.
#[cfg(feature = "plain")]
fn add_plain(games: &mut Registry) {
    games.add(referee_mir::title::<1>().with_lessons(lessons::MIR));
    games.add(referee_mir::title::<0>().with_lessons(lessons::MIR_ORIGINAL));
    games.add(referee_duel::title().with_lessons(lessons::DUEL));
    games.add(referee_hop::title::<false>().with_lessons(lessons::HOP));
    games.add(referee_hop::title::<true>().with_lessons(lessons::HOP_ORIGINAL));
}

/// With its JSON Schemas, where they are wanted.
#[cfg(feature = "schema")]
fn described<R: Described>(title: Hosted<R>) -> Hosted<R> {
    title.described()
}

/// As it is.
#[cfg(not(feature = "schema"))]
fn described<R: Playable>(title: Hosted<R>) -> Hosted<R> {
    title
}

//! Games that a client follows by folding the records it is told, and plays by picking from what is legal.

use crate::sessions;
use referee::{Ask, Legal, Millis, Rules, Seat, Stream};
use referee_benches::hop::wandered;
use referee_duel::Duel;
use referee_hop::{FLOORS, Hop, Run};
use referee_host::{Playable, Registry};
use referee_nim::{Nim, Table, Take};

/// So many actions of Hop are tried before one is declared.
const TRIED: usize = 12;

/// A game that a client follows.
pub trait Followed: Playable + Default {
    /// What a match is opened with, as JSON.
    fn setup() -> String;
    /// What is known before the first record: what folds into it is what everybody is told.
    fn before() -> Self::State {
        Self::State::default()
    }
    /// After so many actions a match is left, and another opened.
    const LENGTH: u64 = u64::MAX;
    /// Something that a seat may do after so many actions.
    fn choose(state: &Self::State, seat: Seat, at: Millis, done: u64, luck: &mut Stream) -> Option<Self::Action>;
}

/// Nim with heaps so large that no match ends: the least there can be to judge.
impl Followed for Nim {
    fn setup() -> String {
        r#"{"heaps":[1000000,1000000,1000000,1000000,1000000,1000000,1000000,1000000]}"#.to_owned()
    }
    fn choose(table: &Table, seat: Seat, _at: Millis, _done: u64, luck: &mut Stream) -> Option<Take> {
        let may = table.winner.is_none() && table.to_move == seat;
        let heap = luck.draw(Ask::below(table.heaps.len().max(1) as u32)) as u8;
        may.then_some(Take { heap, stones: 1 })
    }
}

/// Mage Duel, to its end; then another.
impl Followed for Duel {
    fn setup() -> String {
        "{}".to_owned()
    }
    fn choose(state: &Self::State, seat: Seat, at: Millis, _done: u64, luck: &mut Stream) -> Option<Self::Action> {
        let legal: Vec<_> = Duel.legal(state, seat, at).take(16).collect();
        let index = luck.draw(Ask::below(legal.len().max(1) as u32)) as usize;
        legal.into_iter().nth(index)
    }
}

/// Hop as the sessions that are judged again: 500 actions, spread over all floors.
impl Followed for Hop<false> {
    const LENGTH: u64 = sessions::LENGTH;
    fn setup() -> String {
        "{}".to_owned()
    }
    /// Nobody is told how a run was opened; where its floors come from is the only secret in it.
    fn before() -> Run {
        let game = referee::Game::start(Hop::<false>, Default::default());
        game.map_or_else(|_| Run::default(), |game| game.state().clone())
    }
    /// Tries a few actions by itself before it declares one: trying all takes longer than the server needs to judge.
    fn choose(run: &Run, seat: Seat, at: Millis, done: u64, luck: &mut Stream) -> Option<Self::Action> {
        let stays = done * u64::from(FLOORS) < u64::from(run.floor) * Self::LENGTH || run.floor == FLOORS;
        let mut legal: Vec<_> = Hop::<false>.legal(run, seat, at).collect();
        let some = (0..TRIED.min(legal.len())).map(|_| legal.swap_remove(luck.draw(Ask::below(legal.len() as u32)) as usize));
        let some: Vec<_> = some.collect();
        wandered(run, some.iter().cloned(), stays, luck).or_else(|| some.into_iter().next())
    }
}

/// What events come to.
pub fn fold<G: Followed>(state: &mut G::State, events: &str) -> Result<(), serde_json::Error> {
    let (rules, events) = (G::default(), serde_json::from_str::<Vec<G::Event>>(events)?);
    events.iter().for_each(|event| Rules::evolve(&rules, state, event));
    Ok(())
}

/// All games, to verify with.
pub fn registry() -> Registry {
    referee_registry::games()
}

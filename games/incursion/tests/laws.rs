//! Incursion keeps the laws of every game: in random play, and in what the explorer plays.

use crate::{explored, random};
use referee_incursion::Incursion;
use referee_laws::{Law, Move, Plan};

referee_laws::laws!(Incursion::default(), random::setups(), random::actions(), games = 24);

/// Sessions of the explorer that every law is held against, and how long they are.
const SESSIONS: u64 = 3;
const ACTIONS: usize = 20;

#[test]
fn the_explorers_sessions_keep_all_laws() {
    for number in 0..SESSIONS {
        let plan = planned(5_000 + number);
        for law in Law::<Incursion>::all() {
            let judged = (law.judge)(&Incursion::default(), &plan);
            judged.unwrap_or_else(|breach| panic!("session {number}, law {}: {}: {breach}", law.number, law.says));
        }
    }
}

/// A session of the explorer as a plan.
fn planned(number: u64) -> Plan<Incursion> {
    let (mut game, mut luck) = explored::dungeon(number);
    let mut moves = Vec::new();
    while moves.len() < ACTIONS
        && let Some(action) = explored::next(&game, &mut luck)
    {
        game.act(explored::HERO, 0, action.clone()).unwrap_or_else(|why| panic!("{action:?}: {why}"));
        moves.push(Move::Wild { seat: 0, wait: 0, action });
    }
    Plan { setup: explored::setup(number), moves }
}

//! Random play as data: a setup and a list of moves that are resolved against whatever state the game is in, so that every part of a plan can
//! be left out and the rest still plays.

use crate::Breach;
use proptest::prelude::*;
use referee::{Game, Millis, Rules, Seat};
use referee_host::Playable;
use std::fmt;

/// The most moves in a plan.
pub const MOVES_MAX: usize = 24;

/// A game to be played: a setup and moves.
pub struct Plan<R: Rules> {
    /// What the game starts from.
    pub setup: R::Setup,
    /// What is declared, in order.
    pub moves: Vec<Move<R::Action>>,
}

/// What a plan declares next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move<A> {
    /// One of the legal actions of one of the seats that may act; passed over when nobody may.
    Legal {
        /// Which of the seats that may act.
        seat: u8,
        /// Which of its legal actions.
        pick: u16,
        /// How much later than the move before.
        wait: u32,
    },
    /// Any action by any seat, also out of turn and at an earlier time.
    Wild {
        /// Which of all seats.
        seat: u8,
        /// How much later, or earlier, than the move before.
        wait: i32,
        /// The action.
        action: A,
    },
    /// An action that was declared before, once more; passed over when there is none.
    Stale {
        /// How far back.
        back: u8,
    },
}

/// A move, resolved: who declares what, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared<A> {
    /// Who.
    pub seat: Seat,
    /// When.
    pub at: Millis,
    /// What.
    pub action: A,
    /// Whether it was taken from the list of legal actions.
    pub listed: bool,
}

impl<R: Playable> Plan<R> {
    /// Starts the game; `None` if the setup is refused.
    pub fn start(&self, rules: &R) -> Option<Game<R>> {
        Game::start(rules.clone(), self.setup.clone()).ok()
    }

    /// Plays the plan: `judge` gets the game and what is declared, and has the action judged. `None` if the setup is refused.
    pub fn play(
        &self,
        rules: &R,
        mut judge: impl FnMut(&mut Game<R>, &Declared<R::Action>) -> Result<(), Breach>,
    ) -> Result<Option<Game<R>>, Breach> {
        let Some(mut game) = self.start(rules) else { return Ok(None) };
        let mut walk = Walk::new(&self.moves);
        while let Some(declared) = walk.next(rules, game.state()) {
            judge(&mut game, &declared).map_err(|breach| breach.at(walk.step()))?;
        }
        Ok(Some(game))
    }

    /// Plays the plan and gives all that was declared.
    pub fn played(&self, rules: &R) -> Option<Played<R>> {
        let mut all = Vec::new();
        let game = self.play(rules, |game, declared| {
            all.push(declared.clone());
            let _ = game.act(declared.seat, declared.at, declared.action.clone());
            Ok(())
        });
        game.ok().flatten().map(|game| (game, all))
    }
}

/// A game that was played, and all that was declared in it, accepted or not.
pub type Played<R> = (Game<R>, Vec<Declared<<R as Rules>::Action>>);

/// The moves of a plan, resolved one by one.
pub struct Walk<'a, A> {
    moves: &'a [Move<A>],
    step: usize,
    declared: Vec<Declared<A>>,
    now: Millis,
}

impl<'a, A: Clone> Walk<'a, A> {
    /// Begins with the first move.
    pub fn new(moves: &'a [Move<A>]) -> Walk<'a, A> {
        Walk { moves, step: 0, declared: Vec::new(), now: 0 }
    }

    /// How many moves have been resolved or passed over.
    pub fn step(&self) -> usize {
        self.step
    }

    /// What is declared next upon a state; `None` at the end.
    pub fn next<R: Playable<Action = A>>(&mut self, rules: &R, state: &R::State) -> Option<Declared<A>> {
        while let Some(next) = self.moves.get(self.step) {
            self.step += 1;
            if let Some(declared) = self.resolve(rules, state, next) {
                self.declared.push(declared.clone());
                return Some(declared);
            }
        }
        None
    }

    fn resolve<R: Playable<Action = A>>(&mut self, rules: &R, state: &R::State, next: &Move<A>) -> Option<Declared<A>> {
        match next {
            Move::Legal { seat, pick, wait } => {
                self.now += Millis::from(*wait);
                let at = self.now;
                let able: Vec<Seat> = seats::<R>().filter(|&seat| rules.legal(state, seat, at).next().is_some()).collect();
                let seat = *able.get(usize::from(*seat).checked_rem(able.len())?)?;
                let pick = usize::from(*pick) % rules.legal(state, seat, at).count();
                rules.legal(state, seat, at).nth(pick).map(|action| Declared { seat, at, action, listed: true })
            }
            Move::Wild { seat, wait, action } => {
                let at = self.now.saturating_add_signed(i64::from(*wait));
                self.now = self.now.max(at);
                let seat = Seat(seat % Seat::count::<R>() as u8);
                Some(Declared { seat, at, action: action.clone(), listed: false })
            }
            Move::Stale { back } => {
                let index = usize::from(*back).checked_rem(self.declared.len())?;
                let earlier = &self.declared[self.declared.len() - 1 - index];
                Some(Declared { at: self.now, listed: false, ..earlier.clone() })
            }
        }
    }
}

/// All seats of a game.
pub(crate) fn seats<R: Rules>() -> impl Iterator<Item = Seat> {
    Seat::all::<R>()
}

/// All who may look at a game: the onlooker, then the seats.
pub(crate) fn eyes<R: Rules>() -> impl Iterator<Item = Option<Seat>> {
    core::iter::once(None).chain(seats::<R>().map(Some))
}

/// Random plans: about two moves in three are legal, so that games come somewhere.
pub fn plans<R: Playable>(
    setups: impl Strategy<Value = R::Setup>,
    actions: impl Strategy<Value = R::Action>,
) -> impl Strategy<Value = Plan<R>> {
    (setups, proptest::collection::vec(moves(actions), 0..=MOVES_MAX)).prop_map(|(setup, moves)| Plan { setup, moves })
}

fn moves<A: Clone + fmt::Debug>(actions: impl Strategy<Value = A>) -> impl Strategy<Value = Move<A>> {
    prop_oneof![
        8 => (any::<u8>(), any::<u16>(), 0u32..5_000).prop_map(|(seat, pick, wait)| Move::Legal { seat, pick, wait }),
        1 => any::<u8>().prop_map(|back| Move::Stale { back }),
        3 => (any::<u8>(), waits(), actions).prop_map(|(seat, wait, action)| Move::Wild { seat, wait, action }),
    ]
}

/// Mostly soon, sometimes long after, sometimes before.
fn waits() -> impl Strategy<Value = i32> {
    prop_oneof![6 => 0i32..5_000, 1 => 0i32..100_000_000, 1 => -5_000i32..0]
}

// Written out, not derived: a derive would ask the rules themselves to be `Debug` and `Clone`.
impl<R: Rules> Clone for Plan<R> {
    fn clone(&self) -> Self {
        Plan { setup: self.setup.clone(), moves: self.moves.clone() }
    }
}

impl<R: Rules> fmt::Debug for Plan<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan").field("setup", &self.setup).field("moves", &self.moves).finish()
    }
}

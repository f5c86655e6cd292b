//! What a seat may do.

use crate::{Millis, Rules, Seat};

/// A game that can list what a seat may do. Bots, players and the laws need it.
pub trait Legal: Rules {
    /// Every action that [`decide`](Rules::decide) would accept from this seat at this time, in a fixed order.
    fn legal(&self, state: &Self::State, seat: Seat, at: Millis) -> impl Iterator<Item = Self::Action>;

    /// Whether an action is of a kind that [`legal`](Legal::legal) lists for this seat. A game whose actions are too many to list (every
    /// path across a map), or that lets one seat declare another's, says here which ones it promises to list.
    fn lists(&self, _state: &Self::State, _seat: Seat, _action: &Self::Action) -> bool {
        true
    }

    /// What a seat has achieved: what a leaderboard shows.
    fn score(&self, _state: &Self::State, _seat: Seat) -> i64 {
        0
    }

    /// How well a seat stands: what a bot wants more of. By default its score; a game in which that comes late says more here.
    fn outlook(&self, state: &Self::State, seat: Seat) -> i64 {
        self.score(state, seat)
    }

    /// Whether a seat has won (true) or lost (false), where the rules say so: a game that is played alone says it here. `None` where it is not
    /// decided, or where the seat that stands best at the end has won.
    fn won(&self, _state: &Self::State, _seat: Seat) -> Option<bool> {
        None
    }

    /// Whether the game is over: by default, when no seat has anything left to do.
    fn over(&self, state: &Self::State, at: Millis) -> bool {
        (0..Self::SEATS.len() as u8).all(|seat| self.legal(state, Seat(seat), at).next().is_none())
    }

    /// What time alone brings about: if nobody acts before, whoever keeps the clock declares this action for this seat at this time.
    fn due(&self, _state: &Self::State) -> Option<(Millis, Seat, Self::Action)> {
        None
    }
}

//! What a seat may do, and how well it stands.

use crate::{Action, Bout, Duel, Lay, Side, Tile, Window};
use referee::{Legal, Millis, Seat};

impl Legal for Duel {
    /// The top tile by position and rotation, then every tile as a joker, then to skip, then to end an abandoned game.
    fn legal(&self, bout: &Bout, seat: Seat, at: Millis) -> impl Iterator<Item = Action> {
        let side = Side::of(seat);
        let may_move = side.is_some_and(|side| bout.window(side, at) != Window::Shut);
        let has_joker = side.is_some_and(|side| bout.jokers[side as usize] > 0);
        let top = bout.top.filter(|_| may_move).into_iter().flat_map(|tile| bout.board.lays(tile)).map(placing);
        let any = Tile::all().filter(move |_| may_move && has_joker).flat_map(|tile| bout.board.lays(tile)).map(joking);
        let skip = may_move.then_some(Action::Skip {});
        let finish = (side.is_some() && bout.is_abandoned(at)).then_some(Action::Finish {});
        top.chain(any).chain(skip).chain(finish)
    }

    /// The own total less the other's.
    fn score(&self, bout: &Bout, seat: Seat) -> i64 {
        let [blue, red] = bout.totals().map(i64::from);
        if seat == Seat(0) { blue - red } else { red - blue }
    }

    /// A game in which nobody may move any more is ended; who says so makes no difference.
    fn due(&self, bout: &Bout) -> Option<(Millis, Seat, Action)> {
        let at = bout.clock + 2 * Millis::from(bout.rules.move_time) + 1;
        bout.is_abandoned(at).then_some((at, Seat(0), Action::Finish {}))
    }

    /// At a time when nobody may act, a game need not be over.
    fn over(&self, bout: &Bout, _at: Millis) -> bool {
        bout.outcome.is_some()
    }
}

fn placing(lay: Lay) -> Action {
    Action::Place { rotation: lay.rotation, col: lay.cell.col(), row: lay.cell.row() }
}

fn joking(lay: Lay) -> Action {
    Action::Joker { tile: lay.tile.id(), rotation: lay.rotation, col: lay.cell.col(), row: lay.cell.row() }
}

//! Random games: what to begin from, and what to do next.

use referee::{Ask, Seat, Stream};
use referee_duel::{Action, Bout, Setup, TILES, Tile, Variant};

/// Decks, jokers and borders of all sizes; every third game is the standard one.
pub(crate) fn setup(luck: &mut Stream) -> Setup {
    let mut pick = |n: u32| luck.draw(Ask::below(n));
    let mut rules = Variant::default();
    if pick(3) > 0 {
        let most = 1 + pick(4);
        rules.deck = core::array::from_fn(|_| pick(most + 1).saturating_sub(pick(2)) as u8);
        rules.jokers = pick(7) as u8;
        rules.edges = (1 + pick(3) as u8, pick(4) as u8);
        rules.full_board_ends = pick(2) == 0;
    }
    Setup { rules, seed: luck.draw(Ask::BITS).to_string(), ..Setup::default() }
}

/// What to do next: mostly the top tile, often a joker, seldom a skip; sometimes so late that the other side is skipped.
pub(crate) fn choose(bout: &Bout, luck: &mut Stream) -> Option<(Seat, u64, Action)> {
    let mut pick = |n: usize| luck.draw(Ask::below(n as u32)) as usize;
    let next = bout.to_move()?;
    let is_late = bout.last.is_some() && pick(12) == 0;
    let (side, at) = if is_late { (next.other(), bout.clock + 66) } else { (next, bout.clock + 1) };
    let seat = Seat(side as u8);
    let tile = if bout.jokers[side as usize] > 0 && pick(8) == 0 { Tile::new(pick(TILES) as u8) } else { None };
    let lays: Vec<_> = tile.or(bout.top).into_iter().flat_map(|tile| bout.board.lays(tile)).collect();
    if lays.is_empty() || pick(40) == 0 {
        return Some((seat, at, Action::Skip {}));
    }
    let lay = lays[pick(lays.len())];
    let (rotation, col, row) = (lay.rotation, lay.cell.col(), lay.cell.row());
    Some((
        seat,
        at,
        tile.map_or(Action::Place { rotation, col, row }, |tile| Action::Joker { tile: tile.id(), rotation, col, row }),
    ))
}

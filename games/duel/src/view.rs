//! What anyone may know: everything but the generator.

use crate::{Board, Bout, Cell, Deck, Duel, Event, Last, Outcome, Piece, Score, Side, Tile, Variant};
use referee::{Millis, Seat, Stream, View};
use serde::Serialize;

/// What anyone may know. Pairs are Blue's and Red's; scores are `[city, road]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seen {
    /// Whose turn it is.
    pub to_move: Option<Side>,
    /// Blue's points.
    pub blue: Score,
    /// Red's points.
    pub red: Score,
    /// The top tile.
    pub top: Option<Tile>,
    /// How many tiles are left to draw.
    pub deck: usize,
    /// The jokers left.
    pub jokers: [u8; 2],
    /// How many moves were made, skips included.
    pub moves_done: u32,
    /// Whether the game is over.
    pub finished: bool,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// When the last move was made, or the game begun or ended.
    pub clock: Millis,
    /// The last move.
    pub last: Option<Last>,
    /// The last tile that was laid; it stays the last one while players skip.
    pub last_tile: Option<LastTile>,
    /// The tiles left to draw, in the order in which a draw counts them.
    pub pile: Deck,
    /// The rules as data.
    pub rules: Variant,
    /// The border's codes as `border`, the tiles as `cells`: position, tile, rotation, side.
    #[serde(flatten)]
    pub board: Board,
}

/// A tile on the board, as an action names it, and the side that laid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LastTile {
    /// Who laid it.
    pub side: Side,
    /// The tile.
    pub tile: Tile,
    /// Clockwise quarter turns, 0 to 3.
    pub rotation: u8,
    /// The column, from the left.
    pub col: u8,
    /// The row, from the top.
    pub row: u8,
}

impl LastTile {
    fn on(board: &Board, cell: Cell) -> Option<LastTile> {
        let Piece { tile, rotation, side } = board.piece(cell)?;
        Some(LastTile { side, tile, rotation, col: cell.col(), row: cell.row() })
    }
}

impl View for Duel {
    type View = Seen;

    fn view(&self, bout: &Bout, _eye: Option<Seat>) -> Seen {
        Seen {
            to_move: bout.to_move(),
            blue: bout.scores[0],
            red: bout.scores[1],
            top: bout.top,
            deck: bout.deck.len(),
            jokers: bout.jokers,
            moves_done: bout.moves_done,
            finished: bout.outcome.is_some(),
            outcome: bout.outcome,
            clock: bout.clock,
            last: bout.last,
            last_tile: bout.last_tile.and_then(|cell| LastTile::on(&bout.board, cell)),
            pile: bout.deck.clone(),
            rules: bout.rules.clone(),
            board: bout.board.clone(),
        }
    }

    fn seen(&self, event: &Event, _eye: Option<Seat>) -> Option<Event> {
        (!matches!(event, Event::Seeded { .. })).then(|| event.clone())
    }

    fn imagine(&self, seen: &Seen, luck: u64) -> Bout {
        Bout {
            rules: seen.rules.clone(),
            board: seen.board.clone(),
            deck: seen.pile.clone(),
            top: seen.top,
            jokers: seen.jokers,
            scores: [seen.blue, seen.red],
            last: seen.last,
            last_tile: seen.last_tile.and_then(|LastTile { col, row, .. }| Cell::new(col, row)),
            moves_done: seen.moves_done,
            clock: seen.clock,
            outcome: seen.outcome,
            chance: Stream::new(luck),
        }
    }
}

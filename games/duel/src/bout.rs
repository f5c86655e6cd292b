//! What is true now.

use crate::{Board, Cell, Deck, Score, Tile, Variant, Window, is_abandoned, window};
use core::hash::{Hash, Hasher};
use referee::{Millis, Seat, State, Stream};
use serde::{Deserialize, Serialize};

/// The latest time there is: beyond it not every reader of a log keeps a number exactly.
pub(crate) const CLOCK_MAX: Millis = (1 << 53) - 1;

/// One of the two mages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The host, who begins.
    Blue = 0,
    /// The guest.
    Red = 1,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::Blue, Side::Red];

    /// The side that sits at a seat.
    pub fn of(seat: Seat) -> Option<Side> {
        Side::BOTH.get(seat.index()).copied()
    }

    /// The other side.
    #[must_use]
    pub fn other(self) -> Side {
        if self == Side::Blue { Side::Red } else { Side::Blue }
    }

    /// `blue` or `red`.
    pub fn name(self) -> &'static str {
        if self == Side::Blue { "blue" } else { "red" }
    }
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Way {
    /// No tile is left, and no joker.
    #[serde(rename = "deck and jokers exhausted")]
    Exhausted,
    /// A skip right after a skip.
    #[serde(rename = "two skips")]
    TwoSkips,
    /// Nobody moved for so long that a side ended it.
    #[serde(rename = "abandoned")]
    Abandoned,
    /// No cell is left, where the rules say that this ends a game.
    #[serde(rename = "full board")]
    FullBoard,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// In which way.
    pub way: Way,
    /// What Blue has: cities, roads, and unused jokers.
    pub blue: u32,
    /// What Red has.
    pub red: u32,
    /// Who has more; nobody where both have the same.
    pub winner: Option<Side>,
}

/// The last move: who made it, and whether it was a skip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Last {
    /// Who made it.
    pub side: Side,
    /// Whether it was a skip, chosen or not.
    pub skip: bool,
}

/// A game of Mage Duel: what is true now. The generator is part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bout {
    /// The rules as data.
    pub rules: Variant,
    /// What lies where.
    pub board: Board,
    /// What is left to draw.
    pub deck: Deck,
    /// The tile that both see and the side to move may lay.
    pub top: Option<Tile>,
    /// The jokers that Blue and Red have left.
    pub jokers: [u8; 2],
    /// The points of Blue and Red, unused jokers not counted.
    pub scores: [Score; 2],
    /// The last move; none before the first.
    pub last: Option<Last>,
    /// Where the last tile was laid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_tile: Option<Cell>,
    /// How many moves were made, skips included.
    pub moves_done: u32,
    /// When the last move was made, or the game begun or ended, in seconds.
    pub clock: Millis,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The generator.
    pub chance: Stream,
}
impl State for Bout {}

/// The digest leaves out the last tile, which is there to be shown and decides nothing: logs that were written before it was kept have the
/// same digests.
impl Hash for Bout {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Bout { rules, board, deck, top, jokers, scores, last, last_tile: _, moves_done, clock, outcome, chance } = self;
        (rules, board, deck, top, jokers, scores).hash(hasher);
        (last, moves_done, clock, outcome, chance).hash(hasher);
    }
}

impl Bout {
    /// Whose turn it is; nobody's once the game is over.
    pub fn to_move(&self) -> Option<Side> {
        let next = self.last.map_or(Side::Blue, |last| last.side.other());
        self.outcome.is_none().then_some(next)
    }

    /// What both sides would have if the game ended now without another contest: cities, roads, and unused jokers.
    pub fn totals(&self) -> [u32; 2] {
        Side::BOTH.map(|side| {
            let jokers = u32::from(self.rules.joker_price) * u32::from(self.jokers[side as usize]);
            self.scores[side as usize].sum() + jokers
        })
    }

    /// What a side may do at a time; before the clock it stands at, nothing.
    pub fn window(&self, side: Side, at: Millis) -> Window {
        let last = self.last.map(|last| last.side);
        self.silence(at).map_or(Window::Shut, |delta| window(last, side, delta, self.rules.move_time))
    }

    /// Whether the game may be ended at a time because nobody moves.
    pub fn is_abandoned(&self, at: Millis) -> bool {
        self.silence(at).is_some_and(|delta| is_abandoned(delta, self.rules.move_time))
    }

    /// How long nobody has moved; none where the game is over, or there is no such time.
    fn silence(&self, at: Millis) -> Option<u64> {
        at.checked_sub(self.clock).filter(|_| self.outcome.is_none() && at <= CLOCK_MAX)
    }
}

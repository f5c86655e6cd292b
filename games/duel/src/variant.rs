//! The rules as data: part of the setup, and so of the log.

use crate::{Refusal, SIZE, TILES};
use referee::refuse_if;
use serde::{Deserialize, Serialize};

/// The most tiles a deck may have.
pub const DECK_MAX: usize = 1_024;

/// What may differ from game to game. What a setup leaves out is as in the standard game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Variant {
    /// How many of each kind of tile there are.
    pub deck: [u8; TILES],
    /// How many cities and roads a generated border has on each of its four sides.
    pub edges: (u8, u8),
    /// How many jokers each side has.
    pub jokers: u8,
    /// What a joker is worth that nobody used.
    pub joker_price: u16,
    /// How many seconds a side has to move.
    pub move_time: u32,
    /// Whether a full board ends the game.
    pub full_board_ends: bool,
}

/// The standard game: 64 tiles, a city and a road a side, 3 jokers of 5 points, 65 seconds.
impl Default for Variant {
    fn default() -> Variant {
        Variant {
            deck: [2, 0, 0, 4, 3, 6, 4, 0, 0, 4, 7, 6, 0, 9, 8, 0, 0, 0, 0, 0, 0, 3, 4, 4],
            edges: (1, 1),
            jokers: 3,
            joker_price: 5,
            move_time: 65,
            full_board_ends: false,
        }
    }
}

impl Variant {
    /// How many tiles there are.
    pub fn tiles(&self) -> usize {
        self.deck.iter().copied().map(usize::from).sum()
    }

    /// Whether a game can be played by them.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let (cities, roads) = self.edges;
        refuse_if!(self.tiles() > DECK_MAX, Refusal::DeckTooLarge { tiles: self.tiles() });
        refuse_if!(u16::from(cities) + u16::from(roads) > u16::from(SIZE), Refusal::TooManyEdges { cities, roads });
        Ok(())
    }
}

//! What happened.

use crate::{Border, Kind, Side, Variant, Way};
use alloc::boxed::Box;
use referee::{Millis, Stream};
use serde::{Deserialize, Serialize};

/// What happened, complete: the events alone rebuild the deck, the top tile, the clock and the scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)] // fields are named for what they are; times are whole seconds
pub enum Event {
    /// The generator is seeded.
    Seeded { chance: Stream },
    /// A game by these rules begins: the deck is laid out and jokers are handed out.
    Opened { rules: Box<Variant>, at: Millis },
    /// The border is laid.
    BorderLaid { border: Box<Border> },
    /// A number below `n` was drawn.
    Rolled { n: u32, value: u32 },
    /// Of `n` tiles the one at an index was drawn; it is the top tile.
    Drawn { n: u32, index: u32, tile: u8 },
    /// A tile was laid, the top one or for a joker; it brought points.
    Placed { side: Side, tile: u8, rotation: u8, col: u8, row: u8, joker: bool, city: u16, road: u16, at: Millis },
    /// A structure was contested: the winner takes the delta from the other. Points are those before.
    ContestWon { kind: Kind, node: u8, blue: u16, red: u16, winner: Side, delta: u16 },
    /// A structure was contested, and both have the same: both keep it.
    ContestDrawn { kind: Kind, node: u8, blue: u16, red: u16 },
    /// A side laid nothing: it chose so, or its time was over.
    Skipped { side: Side, timed_out: bool, at: Millis },
    /// The top tile went back to the end of the deck.
    Returned { tile: u8 },
    /// The game ended; totals include unused jokers.
    Finished { way: Way, blue: u32, red: u32, winner: Option<Side>, at: Millis },
}

//! What a seat declares.

use serde::{Deserialize, Serialize};

/// What a seat declares. The numbers are as they were declared: whether there is such a tile, rotation or cell is for the rules to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// Lay the top tile.
    Place {
        /// Clockwise quarter turns, 0 to 3.
        rotation: u8,
        /// From the left, 0 to 7.
        col: u8,
        /// From the top, 0 to 7.
        row: u8,
    },
    /// Lay a tile of one's own choice, for a joker.
    Joker {
        /// Its id, 0 to 23.
        tile: u8,
        /// Clockwise quarter turns, 0 to 3.
        rotation: u8,
        /// From the left, 0 to 7.
        col: u8,
        /// From the top, 0 to 7.
        row: u8,
    },
    /// Lay nothing: the top tile goes back, and another is drawn.
    Skip {},
    /// End a game in which nobody has moved for twice the time of a move.
    Finish {},
}

//! The draw pile: a list of tiles by ascending id, from which a draw takes any one. There is no hidden order.

use crate::{TILES, Tile};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The tiles that are left to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Deck(Vec<Tile>);

impl Deck {
    /// So many of each kind.
    pub fn of(counts: &[u8; TILES]) -> Deck {
        Deck(Tile::all().zip(counts).flat_map(|(tile, &count)| core::iter::repeat_n(tile, usize::from(count))).collect())
    }

    /// The tiles, in the order in which a draw counts them.
    pub fn tiles(&self) -> &[Tile] {
        &self.0
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes a tile out and closes the gap; nothing where there is none.
    pub(crate) fn take(&mut self, index: u32) -> Option<Tile> {
        let index = usize::try_from(index).ok().filter(|&index| index < self.0.len())?;
        Some(self.0.remove(index))
    }

    /// Puts a tile back, at the end.
    pub(crate) fn put(&mut self, tile: Tile) {
        self.0.push(tile);
    }
}

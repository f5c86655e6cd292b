//! Sets of places on the board: one bit each, so that asking whether a place is free costs one look.

use crate::hex::{HEIGHT, Hex, WIDTH};
use serde::{Deserialize, Serialize};

/// A set of places on the board. What is off the board is in no set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "alloc::vec::Vec<Hex>", into = "alloc::vec::Vec<Hex>")]
pub struct Mask(u64);

impl Mask {
    /// No place.
    pub const NONE: Mask = Mask(0);
    /// All places of the board.
    pub const BOARD: Mask = Mask(board());

    /// The bit of a place, none where it is off the board.
    #[inline]
    const fn bit(hex: Hex) -> u64 {
        COLUMNS[hex.q as u8 as usize] & ROWS[hex.r as u8 as usize]
    }

    /// Whether a place is in it.
    #[inline]
    pub fn has(self, hex: Hex) -> bool {
        self.0 & Mask::bit(hex) != 0
    }

    /// With a place in it.
    #[inline]
    pub const fn put(&mut self, hex: Hex) {
        self.0 |= Mask::bit(hex);
    }

    /// Without a place.
    #[inline]
    pub fn take(&mut self, hex: Hex) {
        self.0 &= !Mask::bit(hex);
    }

    /// What is in either.
    #[inline]
    #[must_use]
    pub fn or(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    /// What is in the first and not in the second.
    #[inline]
    #[must_use]
    pub fn without(self, other: Mask) -> Mask {
        Mask(self.0 & !other.0)
    }

    /// What is in both.
    #[inline]
    #[must_use]
    pub fn and(self, other: Mask) -> Mask {
        Mask(self.0 & other.0)
    }

    /// How many places.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its places: by column, then by row.
    pub fn iter(self) -> impl Iterator<Item = Hex> {
        Hex::board().filter(move |&hex| self.has(hex))
    }

    /// A row as bits: bit q for column q.
    pub fn row(self, r: i8) -> u64 {
        self.0 >> (r * WIDTH) & ((1 << WIDTH) - 1)
    }

    /// All places that can be walked to from one of these, within another set.
    #[must_use]
    pub fn flooded(self, within: Mask) -> Mask {
        let mut reached = self.and(within);
        loop {
            let wider = reached.or(reached.widened()).and(within);
            if wider == reached {
                return reached;
            }
            reached = wider;
        }
    }

    /// All neighbours of its places, as shifts of the whole board.
    #[inline]
    #[must_use]
    pub(crate) fn widened(self) -> Mask {
        let (inner_left, inner_right) = (self.0 & !const { column(0) }, self.0 & !const { column(WIDTH - 1) });
        let (row, bits) = (WIDTH as u32, self.0);
        let along = inner_right << 1 | inner_left >> 1;
        let across = bits << row | bits >> row;
        let diagonal = inner_right >> (row - 1) | inner_left << (row - 1);
        Mask((along | across | diagonal) & Mask::BOARD.0)
    }
}

/// The bits of each column and row of the board: none for those beyond it, of which the ones below 0 come last.
const COLUMNS: [u64; 256] = lines(true);
const ROWS: [u64; 256] = lines(false);

const fn lines(columns: bool) -> [u64; 256] {
    let (mut lines, mut index) = ([0; 256], 0);
    while index < if columns { WIDTH } else { HEIGHT } {
        let line = if columns { column(index) } else { ((1 << WIDTH) - 1) << (index * WIDTH) };
        lines[index as usize] = line & board();
        index += 1;
    }
    lines
}

const fn column(q: i8) -> u64 {
    let (mut bits, mut r) = (0, 0);
    while r < HEIGHT {
        bits |= 1 << (r * WIDTH + q);
        r += 1;
    }
    bits
}

const fn board() -> u64 {
    let (mut bits, mut r) = (0, 0);
    while r < HEIGHT {
        let mut q = 0;
        while q < WIDTH {
            if q + r >= WIDTH / 2 && q + r <= WIDTH - 1 + HEIGHT - 1 - WIDTH / 2 {
                bits |= 1 << (r * WIDTH + q);
            }
            q += 1;
        }
        r += 1;
    }
    bits
}

impl FromIterator<Hex> for Mask {
    fn from_iter<I: IntoIterator<Item = Hex>>(places: I) -> Mask {
        let mut mask = Mask::default();
        places.into_iter().for_each(|hex| mask.put(hex));
        mask
    }
}

impl From<alloc::vec::Vec<Hex>> for Mask {
    fn from(places: alloc::vec::Vec<Hex>) -> Mask {
        places.into_iter().collect()
    }
}

impl From<Mask> for alloc::vec::Vec<Hex> {
    fn from(mask: Mask) -> alloc::vec::Vec<Hex> {
        mask.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_is_a_set_of_places() {
        let mut mask = Mask::default();
        for hex in Hex::board() {
            assert!(!mask.has(hex));
            mask.put(hex);
            assert!(mask.has(hex));
        }
        assert_eq!((mask, mask.len()), (Mask::BOARD, 51));
        mask.put(Hex::new(0, 0));
        assert!(!mask.has(Hex::new(0, 0)), "off the board");
    }

    #[test]
    fn neighbours_by_shifting_are_neighbours_by_stepping() {
        for hex in Hex::board() {
            let around: Mask = hex.around().collect();
            assert_eq!(Mask::from_iter([hex]).widened(), around, "{hex:?}");
        }
    }

    #[test]
    fn a_flood_stops_at_what_is_not_within() {
        let wall: Mask = Hex::board().filter(|hex| hex.r == 4).collect();
        let reached = Mask::from_iter([Hex::new(3, 8)]).flooded(Mask::BOARD.without(wall));
        assert!(reached.iter().all(|hex| hex.r > 4) && reached.has(Hex::new(6, 5)));
    }
}

//! The 24 tiles as data, and how they turn.

use crate::Direction;
use serde::{Deserialize, Serialize};

/// How many kinds of tile there are.
pub const TILES: usize = 24;

/// What a tile shows at one of its four sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Edge {
    /// A city wall: 2 points.
    City = 1,
    /// A road's end: 1 point.
    Road = 2,
    /// Open country: no points, but it must meet its like.
    Field = 3,
}

impl Edge {
    fn of(bits: u8) -> Option<Edge> {
        match bits & 3 {
            1 => Some(Edge::City),
            2 => Some(Edge::Road),
            3 => Some(Edge::Field),
            _ => None,
        }
    }

    /// What one such edge is worth.
    pub fn points(self) -> u16 {
        match self {
            Edge::City => 2,
            Edge::Road => 1,
            Edge::Field => 0,
        }
    }
}

/// Four sides in one byte, two bits each, top first in the lowest bits; 0 is a side of which nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Edges(u8);

impl Edges {
    /// What is at a side.
    pub fn at(self, side: Direction) -> Option<Edge> {
        Edge::of(self.0 >> (2 * side as u8))
    }

    /// The same with something at a side where nothing was.
    #[must_use]
    pub(crate) fn with(self, side: Direction, edge: Edge) -> Edges {
        Edges(self.0 | (edge as u8) << (2 * side as u8))
    }

    /// Whether nothing is known of any side.
    pub fn is_blank(self) -> bool {
        self.0 == 0
    }

    /// Whether these sides agree with `faced` wherever that is known.
    pub(crate) const fn meets(self, faced: Edges) -> bool {
        let known = (faced.0 | faced.0 >> 1) & 0b0101_0101;
        self.0 & (known | known << 1) == faced.0
    }

    /// After a number of clockwise quarter turns: one turn brings the left side to the top.
    #[must_use]
    const fn turned(self, rotation: u8) -> Edges {
        Edges(self.0.rotate_left(2 * (rotation % 4) as u32))
    }
}

/// One of the 24 tiles, by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("maximum" = 23)))]
#[serde(try_from = "u8", into = "u8")]
pub struct Tile(u8);

/// Name by id: what is at the top, right, bottom and left.
const NAMES: [&str; TILES] = [
    "CCCC", "FFFF", "RRRR", "CCCF", "CCCR", "CCRR", "CFFF", "FFFR", "CRRR", "FRRR", "CCFF", "CFCF", //
    "CRCR", "FFRR", "FRFR", "CCFR", "CCRF", "CFCR", "CFFR", "CFRF", "CRFF", "CRRF", "CRFR", "CFRR",
];

/// What people call it, by id.
const TITLES: [&str; TILES] = [
    "whole city",
    "meadow",
    "crossroads",
    "city on three sides",
    "city on three sides with a road",
    "city corner with a bend",
    "city side",
    "road's end",
    "city side with a fork",
    "fork",
    "city corner",
    "city across",
    "city across with two roads",
    "bend",
    "straight road",
    "city corner with a road to its left",
    "city corner with a road to its right",
    "city across with a road",
    "city side with a road to its left",
    "city side with a road opposite",
    "city side with a road to its right",
    "city side with a bend to its right",
    "city side with a straight road",
    "city side with a bend to its left",
];

/// The one tile whose two roads end inside it.
const CRCR: u8 = 12;

/// Sides by id, read off the names.
const EDGES: [Edges; TILES] = {
    let mut all = [Edges(0); TILES];
    let mut tile = 0;
    while tile < TILES {
        let mut side = 0;
        while side < 4 {
            let edge = match NAMES[tile].as_bytes()[side] {
                b'C' => Edge::City,
                b'R' => Edge::Road,
                _ => Edge::Field,
            };
            all[tile].0 |= (edge as u8) << (2 * side);
            side += 1;
        }
        tile += 1;
    }
    all
};

/// The tiles that a road runs through, one bit an id: those with two road sides, `CRCR` apart.
const THROUGH: u32 = {
    let (mut all, mut tile) = (0, 0);
    while tile < TILES {
        let roads = EDGES[tile].0 & !(EDGES[tile].0 << 1) & 0b1010_1010;
        if roads.count_ones() == 2 && tile != CRCR as usize {
            all |= 1 << tile;
        }
        tile += 1;
    }
    all
};

/// The rotations, one bit each, in which a tile meets what a cell may face: asked so often that all answers are kept.
static FITTING: [[u8; 256]; TILES] = {
    let mut all = [[0; 256]; TILES];
    let mut index = 0;
    while index < TILES * 256 * 4 {
        let (tile, faced, rotation) = (index / 1_024, index / 4 % 256, index % 4);
        if EDGES[tile].turned(rotation as u8).meets(Edges(faced as u8)) {
            all[tile][faced] |= 1 << rotation;
        }
        index += 1;
    }
    all
};

impl Tile {
    /// The tile with an id, if there is one.
    pub fn new(id: u8) -> Option<Tile> {
        (usize::from(id) < TILES).then_some(Tile(id))
    }

    /// The tile with a name, such as `CCRF`.
    pub fn named(name: &str) -> Option<Tile> {
        NAMES.iter().zip(0..).find(|(known, _)| **known == name).map(|(_, id)| Tile(id))
    }

    /// All tiles by id.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..TILES as u8).map(Tile)
    }

    /// Its id.
    pub fn id(self) -> u8 {
        self.0
    }

    /// Its name: what is at the top, right, bottom and left.
    pub fn name(self) -> &'static str {
        NAMES[usize::from(self.0)]
    }

    /// What people call it: `city corner`.
    pub fn title(self) -> &'static str {
        TITLES[usize::from(self.0)]
    }

    /// Its sides after a number of clockwise quarter turns.
    pub fn edges(self, rotation: u8) -> Edges {
        EDGES[usize::from(self.0)].turned(rotation)
    }

    /// The rotations in which it meets what a cell faces, one bit each.
    pub(crate) fn fitting(self, faced: Edges) -> u8 {
        FITTING[usize::from(self.0)][usize::from(faced.0)]
    }

    /// Whether a road runs through it: it has two road ends, and they are joined. Elsewhere each road end is a road of its own.
    pub fn has_through_road(self) -> bool {
        THROUGH >> self.0 & 1 == 1
    }
}

impl TryFrom<u8> for Tile {
    type Error = &'static str;
    fn try_from(id: u8) -> Result<Tile, &'static str> {
        Tile::new(id).ok_or("a tile is a number from 0 to 23")
    }
}

impl From<Tile> for u8 {
    fn from(tile: Tile) -> u8 {
        tile.0
    }
}

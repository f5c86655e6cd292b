//! Cells and directions. Which way rows run is said here and nowhere else: row 0 is the top.

use core::fmt;
use serde::{Deserialize, Serialize};

/// How many columns, and how many rows, a board has.
pub const SIZE: u8 = 8;
/// How many cells a board has.
pub const CELLS: usize = 64;

/// A side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)] // sides
pub enum Direction {
    Top = 0,
    Right = 1,
    Bottom = 2,
    Left = 3,
}

impl Direction {
    /// All four, clockwise from the top.
    pub const ALL: [Direction; 4] = [Direction::Top, Direction::Right, Direction::Bottom, Direction::Left];

    /// The side that meets this one.
    #[must_use]
    pub fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 2) % 4]
    }
}

/// A cell of the board, by position: column times eight plus row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Cell(u8);

impl TryFrom<u8> for Cell {
    type Error = &'static str;
    fn try_from(position: u8) -> Result<Cell, &'static str> {
        Cell::at(position).ok_or("a cell has a position from 0 to 63")
    }
}

impl From<Cell> for u8 {
    fn from(cell: Cell) -> u8 {
        cell.0
    }
}

/// As players write it: column a to h from the left, row 1 to 8 from the top.
impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", char::from(b'a' + self.col()), self.row() + 1)
    }
}

impl Cell {
    /// The cell at the top left.
    pub(crate) const FIRST: Cell = Cell(0);

    /// The first of a set of cells, one bit a position.
    pub(crate) fn first_of(set: u64) -> Option<Cell> {
        (set != 0).then(|| Cell(set.trailing_zeros() as u8))
    }

    /// The cell at a column and a row, if the board has it.
    pub fn new(col: u8, row: u8) -> Option<Cell> {
        (col < SIZE && row < SIZE).then(|| Cell(col * SIZE + row))
    }

    /// The cell at a position, if the board has it.
    pub fn at(position: u8) -> Option<Cell> {
        (usize::from(position) < CELLS).then_some(Cell(position))
    }

    /// All cells by position.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..CELLS as u8).map(Cell)
    }

    /// Column times eight plus row.
    pub fn position(self) -> u8 {
        self.0
    }

    /// Its place in a list of all cells.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0 & 63)
    }

    /// Its column, from the left.
    pub fn col(self) -> u8 {
        self.0 / SIZE
    }

    /// Its row, from the top.
    pub fn row(self) -> u8 {
        self.0 % SIZE
    }

    /// The number of one of its sides: position times four plus direction.
    pub fn node(self, side: Direction) -> u8 {
        self.0 * 4 + side as u8
    }

    /// The cell beside it; none where the border is.
    pub fn beside(self, side: Direction) -> Option<Cell> {
        let (col, row) = (self.col(), self.row());
        match side {
            Direction::Top => (row > 0).then(|| Cell(self.0 - 1)),
            Direction::Right => (col < SIZE - 1).then(|| Cell(self.0 + SIZE)),
            Direction::Bottom => (row < SIZE - 1).then(|| Cell(self.0 + 1)),
            Direction::Left => (col > 0).then(|| Cell(self.0 - SIZE)),
        }
    }

    /// Where in the border's 32 codes the piece at one of its sides is, counted against the clock from the bottom left; only for a side
    /// that has nothing beside it.
    pub fn border_index(self, side: Direction) -> usize {
        usize::from(match side {
            Direction::Bottom => self.col(),
            Direction::Right => 15 - self.row(),
            Direction::Top => 23 - self.col(),
            Direction::Left => 24 + self.row(),
        })
    }
}

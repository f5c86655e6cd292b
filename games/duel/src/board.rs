//! What lies where: the border, the cells, what each empty cell faces, and the structures that follow from it.

use crate::{CELLS, Cell, Direction, Edge, Edges, Kind, Score, Side, Structures, Tile};
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use serde::{Deserialize, Serialize};

/// Codes of the border, in the order of `initial_edge_state`.
const CITY: u8 = 0;
const ROAD: u8 = 1;
const MOUNTAIN: u8 = 2;

/// The 32 pieces round the board, against the clock from the bottom left: 0 city, 1 road, 2 mountain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("items" = {"type": "integer", "minimum": 0, "maximum": 2})))]
#[serde(try_from = "[u8; 32]", into = "[u8; 32]")]
pub struct Border([u8; 32]);

impl Border {
    /// The codes.
    pub fn codes(&self) -> [u8; 32] {
        self.0
    }

    /// What stands at an index: nothing where there are mountains.
    pub fn at(&self, index: usize) -> Option<Edge> {
        match self.0.get(index) {
            Some(&CITY) => Some(Edge::City),
            Some(&ROAD) => Some(Edge::Road),
            _ => None,
        }
    }

    /// Puts a city or a road among the mountains.
    pub(crate) fn set(&mut self, index: usize, kind: Kind) {
        if let Some(code) = self.0.get_mut(index) {
            *code = if kind == Kind::City { CITY } else { ROAD };
        }
    }
}

/// Nothing but mountains.
impl Default for Border {
    fn default() -> Border {
        Border([MOUNTAIN; 32])
    }
}

impl TryFrom<[u8; 32]> for Border {
    type Error = &'static str;
    fn try_from(codes: [u8; 32]) -> Result<Border, &'static str> {
        if codes.iter().all(|&code| code <= MOUNTAIN) { Ok(Border(codes)) } else { Err("a border has the codes 0, 1 and 2") }
    }
}

impl From<Border> for [u8; 32] {
    fn from(border: Border) -> [u8; 32] {
        border.0
    }
}

/// A tile, turned, to be laid on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lay {
    /// The tile.
    pub tile: Tile,
    /// Clockwise quarter turns, 0 to 3.
    pub rotation: u8,
    /// Where.
    pub cell: Cell,
}

impl Lay {
    /// Checks the numbers: there is such a tile, rotation, column and row.
    pub fn new(tile: u8, rotation: u8, col: u8, row: u8) -> Option<Lay> {
        let (tile, cell) = (Tile::new(tile)?, Cell::new(col, row)?);
        (rotation < 4).then_some(Lay { tile, rotation, cell })
    }

    /// What the turned tile has at a side.
    pub fn edge(self, side: Direction) -> Option<Edge> {
        self.edges().at(side)
    }

    fn edges(self) -> Edges {
        self.tile.edges(self.rotation)
    }
}

/// A tile that lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The tile.
    pub tile: Tile,
    /// Clockwise quarter turns, 0 to 3.
    pub rotation: u8,
    /// Who laid it.
    pub side: Side,
}

impl Piece {
    fn edge(self, side: Direction) -> Option<Edge> {
        self.tile.edges(self.rotation).at(side)
    }
}

/// The board. As text, and for comparing, it is its border and its cells; all else follows from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Text", into = "Text")]
pub struct Board {
    border: Border,
    cells: [Option<Piece>; CELLS],
    /// What each empty cell faces; blank for cells that are taken.
    faced: [Edges; CELLS],
    /// The empty cells that face something: only there can a tile be laid. One bit a position.
    frontier: u64,
    /// The cells that are taken, one bit a position.
    taken: u64,
    structures: Structures,
}

impl Board {
    /// An empty board.
    pub fn new(border: Border) -> Board {
        let mut board = Board {
            border,
            cells: [None; CELLS],
            faced: [Edges::default(); CELLS],
            frontier: 0,
            taken: 0,
            structures: Structures::default(),
        };
        for cell in Cell::all() {
            for side in Direction::ALL.into_iter().filter(|&side| cell.beside(side).is_none()) {
                if let Some(edge) = border.at(cell.border_index(side)) {
                    board.face(cell, side, edge);
                }
            }
        }
        board
    }

    /// The border.
    pub fn border(&self) -> &Border {
        &self.border
    }

    /// What lies on a cell.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        self.cells[cell.index()]
    }

    /// All tiles that lie, by position.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> {
        Cell::all().filter_map(|cell| Some((cell, self.piece(cell)?)))
    }

    /// How many tiles lie.
    pub fn laid(&self) -> usize {
        self.taken.count_ones() as usize
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        self.taken == u64::MAX
    }

    /// Cities and roads.
    pub fn structures(&self) -> &Structures {
        &self.structures
    }

    /// Whether a tile may be laid so: the cell is empty, every side agrees with what it faces, and at least one faces something.
    pub fn allows(&self, lay: Lay) -> bool {
        self.frontier >> lay.cell.position() & 1 == 1 && lay.edges().meets(self.faced[lay.cell.index()])
    }

    /// Every way to lay a tile, by position, then rotation. All four rotations of a symmetric tile count.
    pub fn lays(&self, tile: Tile) -> Lays<'_> {
        Lays { faced: &self.faced, tile, frontier: self.frontier, cell: Cell::FIRST, rotations: 0 }
    }

    /// What a tile brings when it is laid: its own edges, and again as much for each that meets its like in the border.
    pub fn worth(&self, lay: Lay) -> Score {
        let mut score = Score::default();
        for side in Direction::ALL {
            let Some((edge, kind)) = lay.edge(side).and_then(|edge| Some((edge, Kind::of(edge)?))) else { continue };
            *score.of(kind) += self.points(lay.cell, side, edge);
        }
        score
    }

    fn points(&self, cell: Cell, side: Direction, edge: Edge) -> u16 {
        let meets_border = cell.beside(side).is_none() && self.border.at(cell.border_index(side)) == Some(edge);
        edge.points() * if meets_border { 2 } else { 1 }
    }

    /// Lays a tile and joins what it touches; nothing happens on a cell that is taken. Whether it fits is not asked.
    pub(crate) fn lay(&mut self, lay: Lay, by: Side) {
        let cell = lay.cell;
        if self.cells[cell.index()].is_some() {
            return;
        }
        self.cells[cell.index()] = Some(Piece { tile: lay.tile, rotation: lay.rotation, side: by });
        self.faced[cell.index()] = Edges::default();
        self.frontier &= !(1 << cell.position());
        self.taken |= 1 << cell.position();
        for side in Direction::ALL {
            let Some(edge) = lay.edge(side) else { continue };
            self.build(cell, side, edge, by);
        }
        self.join_inside(lay);
        for side in Direction::ALL {
            self.join_across(lay, side);
        }
    }

    /// A new edge: what it is worth, whether it is open, and what its neighbour faces from now on.
    fn build(&mut self, cell: Cell, side: Direction, edge: Edge, by: Side) {
        let empty = cell.beside(side).filter(|next| self.cells[next.index()].is_none());
        if let Some(next) = empty {
            self.face(next, side.opposite(), edge);
        }
        if let Some(kind) = Kind::of(edge) {
            let points = self.points(cell, side, edge);
            self.structures.add(kind, cell.node(side), by, points, empty.is_some());
        }
    }

    fn face(&mut self, cell: Cell, side: Direction, edge: Edge) {
        self.faced[cell.index()] = self.faced[cell.index()].with(side, edge);
        self.frontier |= 1 << cell.position();
    }

    fn join_inside(&mut self, lay: Lay) {
        for (kind, edge) in [(Kind::City, Edge::City), (Kind::Road, Edge::Road)] {
            if kind == Kind::Road && !lay.tile.has_through_road() {
                continue;
            }
            let mut sides = Direction::ALL.into_iter().filter(|&side| lay.edge(side) == Some(edge));
            let Some(first) = sides.next() else { continue };
            sides.for_each(|side| self.structures.join(lay.cell.node(first), lay.cell.node(side)));
        }
    }

    /// The neighbour's edge is no longer open, and one with this one if they are alike.
    fn join_across(&mut self, lay: Lay, side: Direction) {
        let Some(next) = lay.cell.beside(side) else { return };
        let there = self.piece(next).and_then(|piece| piece.edge(side.opposite()));
        let Some(edge) = there.filter(|&edge| Kind::of(edge).is_some()) else { return };
        self.structures.close(next.node(side.opposite()));
        if lay.edge(side) == Some(edge) {
            self.structures.join(lay.cell.node(side), next.node(side.opposite()));
        }
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::new(Border::default())
    }
}

/// Every way to lay a tile, by position, then rotation.
#[derive(Clone, Debug)]
pub struct Lays<'a> {
    faced: &'a [Edges; CELLS],
    tile: Tile,
    /// The cells still to come, one bit a position.
    frontier: u64,
    /// The cell at hand, and the rotations still to come there, one bit each.
    cell: Cell,
    rotations: u8,
}

impl Iterator for Lays<'_> {
    type Item = Lay;

    #[inline]
    fn next(&mut self) -> Option<Lay> {
        while self.rotations == 0 {
            self.cell = Cell::first_of(self.frontier)?;
            self.frontier &= self.frontier - 1;
            self.rotations = self.tile.fitting(self.faced[self.cell.index()]);
        }
        let rotation = self.rotations.trailing_zeros() as u8;
        self.rotations &= self.rotations - 1;
        Some(Lay { tile: self.tile, rotation, cell: self.cell })
    }
}

/// Only what the rest follows from.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.border.hash(state);
        for cell in &self.cells {
            state.write_u16(
                cell.map_or(u16::MAX, |piece| {
                    u16::from(piece.tile.id()) << 8 | u16::from(piece.rotation) << 1 | piece.side as u16
                }),
            );
        }
    }
}

/// A board as text: the border's codes, and position, tile, rotation and side of each tile.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Text {
    border: Border,
    cells: Vec<(u8, u8, u8, Side)>,
}

impl From<Board> for Text {
    fn from(board: Board) -> Text {
        let text = |(cell, piece): (Cell, Piece)| (cell.position(), piece.tile.id(), piece.rotation, piece.side);
        Text { border: board.border, cells: board.pieces().map(text).collect() }
    }
}

impl TryFrom<Text> for Board {
    type Error = &'static str;
    fn try_from(text: Text) -> Result<Board, &'static str> {
        let mut board = Board::new(text.border);
        for (position, tile, rotation, side) in text.cells {
            let cell = Cell::at(position).ok_or("a position is a number from 0 to 63")?;
            let lay = Lay::new(tile, rotation, cell.col(), cell.row()).ok_or("a tile is 0 to 23, a rotation 0 to 3")?;
            if board.piece(cell).is_some() {
                return Err("two tiles lie on one cell");
            }
            board.lay(lay, side);
        }
        Ok(board)
    }
}

//! Cities and roads from scratch: walks from edge to edge and counts. Slow, plain, and independent of what the board keeps up to date; the
//! two are compared on every position that tests reach, and after every action of a debug build.

use crate::{Board, Cell, Direction, Edge, Kind, NODES, Structure};
use alloc::vec::Vec;

/// All structures of a board: cities, then roads, each by its smallest node.
pub fn flood(board: &Board) -> Vec<Structure> {
    let mut seen = [false; NODES];
    let mut all = Vec::new();
    for cell in Cell::all() {
        for side in Direction::ALL {
            let Some(kind) = edge(board, cell, side).and_then(Kind::of) else { continue };
            if !seen[usize::from(cell.node(side))] {
                all.push(walk(board, kind, (cell, side), &mut seen));
            }
        }
    }
    all.sort();
    all
}

fn edge(board: &Board, cell: Cell, side: Direction) -> Option<Edge> {
    let piece = board.piece(cell)?;
    piece.tile.edges(piece.rotation).at(side)
}

/// Everything that can be reached from an edge.
fn walk(board: &Board, kind: Kind, from: (Cell, Direction), seen: &mut [bool; NODES]) -> Structure {
    let mut structure = Structure { kind, node: from.0.node(from.1), points: [0; 2], open: 0 };
    let mut ahead = [from].to_vec();
    while let Some((cell, side)) = ahead.pop() {
        let (Some(piece), Some(here)) = (board.piece(cell), edge(board, cell, side)) else { continue };
        if core::mem::replace(&mut seen[usize::from(cell.node(side))], true) {
            continue;
        }
        structure.node = structure.node.min(cell.node(side));
        let points = &mut structure.points[piece.side as usize];
        *points += here.points();
        match cell.beside(side) {
            None if board.border().at(cell.border_index(side)) == Some(here) => *points += here.points(),
            None => {}
            Some(next) if board.piece(next).is_none() => structure.open += 1,
            Some(next) if edge(board, next, side.opposite()) == Some(here) => ahead.push((next, side.opposite())),
            Some(_) => {}
        }
        if here == Edge::City || piece.tile.has_through_road() {
            let others = Direction::ALL.into_iter().filter(|&other| edge(board, cell, other) == Some(here));
            ahead.extend(others.map(|other| (cell, other)));
        }
    }
    structure
}

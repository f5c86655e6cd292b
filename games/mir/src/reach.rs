//! How far an entity can walk: the shortest path to every cell within its speed, round walls and everyone else.

use crate::{Entity, GameState, Step};
use alloc::{vec, vec::Vec};

/// How far an entity can walk.
pub struct Reach {
    columns: usize,
    start: usize,
    /// From which cell each cell was reached first; itself where it was not.
    from: Vec<u32>,
    /// The cells in reach, the nearest first.
    order: Vec<u32>,
}

impl Reach {
    /// Walks in all directions at once, up before down before left before right, until the speed is used up.
    pub fn of(state: &GameState, entity: &Entity) -> Reach {
        let (columns, rows) = (state.map.columns(), state.map.rows());
        let Some(start) = state.map.cell(entity.position.x, entity.position.y) else {
            return Reach { columns, start: 0, from: Vec::new(), order: Vec::new() };
        };
        let mut closed = closed(state, columns * rows);
        let mut reach = Reach { columns, start, from: vec![u32::MAX; columns * rows], order: vec![start as u32] };
        closed[start] = true;
        let steps = entity.stats.movement_speed.clamped().clamp(0, (columns * rows) as i64);
        let mut begin = 0;
        for _ in 0..steps {
            let end = reach.order.len();
            for index in begin..end {
                let cell = reach.order[index] as usize;
                for next in neighbours(cell, columns, rows) {
                    if !core::mem::replace(&mut closed[next], true) {
                        reach.from[next] = cell as u32;
                        reach.order.push(next as u32);
                    }
                }
            }
            begin = end;
            if begin == reach.order.len() {
                break;
            }
        }
        reach
    }

    /// The cells in reach, the nearest first.
    pub fn cells(&self) -> impl Iterator<Item = usize> {
        self.order.iter().skip(1).map(|cell| *cell as usize)
    }

    /// The shortest path to a cell; `None` if it is out of reach.
    pub fn path(&self, to: usize) -> Option<Vec<Step>> {
        let mut path = Vec::new();
        let mut cell = to;
        while cell != self.start {
            path.push(Step::to((cell % self.columns) as u64, (cell / self.columns) as u64));
            cell = usize::try_from(*self.from.get(cell)?).ok().filter(|from| *from < self.from.len())?;
        }
        path.reverse();
        (!path.is_empty()).then_some(path)
    }
}

/// The cells nobody can enter.
fn closed(state: &GameState, cells: usize) -> Vec<bool> {
    let mut closed: Vec<bool> = (0..cells).map(|cell| state.map.is_blocked(cell)).collect();
    let taken = state.entities.iter().filter_map(|entity| state.map.cell(entity.position.x, entity.position.y));
    taken.for_each(|cell| closed[cell] = true);
    closed
}

/// The cells up, down, left and right of a cell, inside the map.
pub(crate) fn neighbours(cell: usize, columns: usize, rows: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (cell % columns, cell / columns);
    let up = (y > 0).then(|| cell - columns);
    let down = (y + 1 < rows).then(|| cell + columns);
    let left = (x > 0).then(|| cell - 1);
    let right = (x + 1 < columns).then(|| cell + 1);
    [up, down, left, right].into_iter().flatten()
}

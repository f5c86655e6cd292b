//! Who sees what: symmetric shadow casting in whole numbers.

use referee_dispatch::Place;

/// The squares seen from a square, as far as `radius`, in rows outward; the square itself first. Sight is mutual: whoever sees is seen.
pub(crate) fn seen(from: Place, radius: i32, is_opaque: impl Fn(Place) -> bool) -> Vec<Place> {
    let mut seen = vec![from];
    for quadrant in 0..4 {
        let turned = |depth: i32, col: i32| match quadrant {
            0 => Place::new(from.x + col, from.y - depth),
            1 => Place::new(from.x + depth, from.y + col),
            2 => Place::new(from.x + col, from.y + depth),
            _ => Place::new(from.x - depth, from.y + col),
        };
        let first = Row { depth: 1, start: Slope(-1, 1), end: Slope(1, 1) };
        let mut rows = vec![first];
        while let Some(mut row) = rows.pop() {
            if row.depth > radius {
                continue;
            }
            let mut before: Option<bool> = None;
            for col in row.columns() {
                let at = turned(row.depth, col);
                let opaque = is_opaque(at);
                if (opaque || row.holds(col)) && at.x.abs_diff(from.x).max(at.y.abs_diff(from.y)) <= radius as u32 {
                    seen.push(at);
                }
                if before == Some(true) && !opaque {
                    row.start = Slope(2 * col - 1, 2 * row.depth);
                }
                if before == Some(false) && opaque {
                    rows.push(Row { depth: row.depth + 1, start: row.start, end: Slope(2 * col - 1, 2 * row.depth) });
                }
                before = Some(opaque);
            }
            if before == Some(false) {
                rows.push(Row { depth: row.depth + 1, ..row });
            }
        }
    }
    seen.sort_unstable();
    seen.dedup();
    seen
}

/// A slope, as a fraction.
#[derive(Clone, Copy)]
struct Slope(i32, i32);

/// A row of squares between two slopes.
#[derive(Clone, Copy)]
struct Row {
    depth: i32,
    start: Slope,
    end: Slope,
}

impl Row {
    /// The columns that lie in it, ties going outward.
    fn columns(&self) -> std::ops::RangeInclusive<i32> {
        let (start, end) = (self.start, self.end);
        // The nearest column: half up at the start, half down at the end.
        let low = (2 * self.depth * start.0 + start.1).div_euclid(2 * start.1);
        let high = -(-2 * self.depth * end.0 + end.1).div_euclid(2 * end.1);
        low..=high
    }

    /// Whether the middle of a column lies in it.
    fn holds(&self, col: i32) -> bool {
        col * self.start.1 >= self.depth * self.start.0 && col * self.end.1 <= self.depth * self.end.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn whoever_sees_is_seen(walls in proptest::collection::btree_set((0..12i32, 0..12i32), 0..40), a in (0..12i32, 0..12i32), b in (0..12i32, 0..12i32)) {
            let opaque = |at: Place| !(0..12).contains(&at.x) || !(0..12).contains(&at.y) || walls.contains(&(at.x, at.y));
            let (one, two) = (Place::new(a.0, a.1), Place::new(b.0, b.1));
            prop_assume!(!opaque(one) && !opaque(two));
            prop_assert_eq!(seen(one, 20, opaque).contains(&two), seen(two, 20, opaque).contains(&one));
        }
    }

    #[test]
    fn an_open_room_is_seen_whole_with_its_walls_and_nothing_beyond() {
        let opaque = |at: Place| at.x <= 0 || at.x >= 6 || at.y <= 0 || at.y >= 4;
        let places = seen(Place::new(2, 2), 10, opaque);
        assert_eq!(places.len(), 7 * 5);
        assert!(places.iter().all(|at| (0..=6).contains(&at.x) && (0..=4).contains(&at.y)));
    }
}

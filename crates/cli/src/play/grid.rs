//! Where the places of a board lie on the screen: square and flat-top hex boards at several scales, the largest that fits.

use ratatui::layout::Rect;
use referee::{Shape, Spot};
use std::collections::BTreeSet;

/// How large a place is drawn, and where its parts are, counted from its upper left corner.
#[derive(Debug)]
pub(crate) struct Scale {
    /// From column to column of the lattice.
    dx: i32,
    /// From row to row of the lattice; a hex is two rows high.
    dy: i32,
    /// How much room one place takes.
    size: (i32, i32),
    /// Where its glyph is.
    pub(crate) glyph: (i32, i32),
    /// Whether there is room for a mark on the left and on the right of the glyph.
    pub(crate) marks: (bool, bool),
    /// Where a gauge begins, and how long it is.
    pub(crate) gauge: Option<(i32, i32, i32)>,
    /// Its outline, row by row; a space leaves what is there.
    pub(crate) outline: &'static [&'static str],
    /// Whether there is room for numbers along the edges.
    labelled: bool,
}

const SQUARES: [Scale; 3] = [
    Scale {
        dx: 4,
        dy: 2,
        size: (5, 3),
        glyph: (2, 1),
        marks: (true, true),
        gauge: Some((1, 2, 3)),
        outline: &["·   ·", "", "·   ·"],
        labelled: true,
    },
    Scale { dx: 2, dy: 1, size: (2, 1), glyph: (0, 0), marks: (false, true), gauge: None, outline: &[], labelled: true },
    Scale { dx: 1, dy: 1, size: (1, 1), glyph: (0, 0), marks: (false, false), gauge: None, outline: &[], labelled: false },
];

const HEXES: [Scale; 4] = [
    Scale {
        dx: 8,
        dy: 2,
        size: (10, 5),
        glyph: (4, 2),
        marks: (true, true),
        gauge: Some((2, 3, 5)),
        outline: &["  ______  ", " /      \\ ", "/        \\", "\\        /", " \\______/ "],
        labelled: false,
    },
    Scale {
        dx: 4,
        dy: 1,
        size: (5, 3),
        glyph: (2, 1),
        marks: (true, true),
        gauge: Some((1, 2, 3)),
        outline: &[" ___ ", "/   \\", "\\___/"],
        labelled: false,
    },
    Scale {
        dx: 3,
        dy: 1,
        size: (4, 3),
        glyph: (1, 1),
        marks: (false, true),
        gauge: None,
        outline: &[" __ ", "/  \\", "\\__/"],
        labelled: false,
    },
    Scale { dx: 2, dy: 1, size: (2, 1), glyph: (0, 0), marks: (false, true), gauge: None, outline: &[], labelled: false },
];

/// A direction on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Up,
    Down,
    Left,
    Right,
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

/// Where the places of a board lie on the screen.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    shape: Shape,
    /// How large a place is drawn.
    pub(crate) scale: &'static Scale,
    /// Where places may be drawn.
    pub(crate) area: Rect,
    /// The screen position of the lattice's zero.
    zero: (i32, i32),
    /// Whether all places can be seen.
    pub(crate) whole: bool,
    /// Whether numbers stand along the edges.
    pub(crate) labelled: bool,
}

impl Grid {
    /// Fits places into an area: the largest scale that shows all, or the smallest, moved so that the cursor can be seen.
    pub(crate) fn fit(shape: Shape, spots: &BTreeSet<Spot>, area: Rect, cursor: Spot) -> Grid {
        let bounds = Bounds::of(shape, spots);
        let scales = scales(shape);
        let found = bounds.largest(scales, (area.width, area.height));
        let scale = found.unwrap_or(&scales[scales.len() - 1]);
        let labelled = found.is_some() && scale.labelled;
        let area = if labelled { without_margin(area, scale) } else { area };
        let zero = bounds.zero(scale, area, lattice(shape, cursor));
        Grid { shape, scale, area, zero, whole: found.is_some(), labelled }
    }

    /// A window onto a map: its upper left place is the corner.
    pub(crate) fn window(area: Rect, corner: (i32, i32)) -> Grid {
        let zero = (i32::from(area.x) - corner.0, i32::from(area.y) - corner.1);
        Grid { shape: Shape::Map, scale: &SQUARES[2], area, zero, whole: false, labelled: false }
    }

    /// How wide the largest scale is that shows all places in so much room, if any does.
    pub(crate) fn width(shape: Shape, spots: &BTreeSet<Spot>, room: (u16, u16)) -> Option<u16> {
        let bounds = Bounds::of(shape, spots);
        bounds.largest(scales(shape), room).map(|scale| (bounds.size(scale).0 + margin(scale).0) as u16)
    }

    /// The upper left corner of a place on the screen; it may lie outside.
    pub(crate) fn corner(&self, spot: Spot) -> (i32, i32) {
        let (x, y) = lattice(self.shape, spot);
        (self.zero.0 + x * self.scale.dx, self.zero.1 + y * self.scale.dy)
    }

    /// Where a place's glyph is on the screen; it may lie outside.
    pub(crate) fn glyph(&self, spot: Spot) -> (i32, i32) {
        let (x, y) = self.corner(spot);
        (x + self.scale.glyph.0, y + self.scale.glyph.1)
    }

    /// The place under a point of the screen.
    pub(crate) fn hit(&self, spots: &BTreeSet<Spot>, column: u16, row: u16) -> Option<Spot> {
        let (reach_x, reach_y) = ((self.scale.dx + 1) / 2, self.scale.size.1 / 2);
        let distance = |spot: &Spot| {
            let (x, y) = self.glyph(*spot);
            ((i32::from(column) - x).abs(), (i32::from(row) - y).abs())
        };
        let near = |spot: &&Spot| {
            let (x, y) = distance(spot);
            x <= reach_x && y <= reach_y
        };
        spots.iter().filter(near).min_by_key(|spot| distance(spot)).copied()
    }
}

/// The next place from a place in a direction, over gaps.
pub(crate) fn step(shape: Shape, spots: &BTreeSet<Spot>, from: Spot, way: Way) -> Spot {
    let here = lattice(shape, from);
    let offset = |spot: &Spot| {
        let (x, y) = lattice(shape, *spot);
        let (x, y) = (x - here.0, y - here.1);
        match way {
            Way::Up => (-y, x),
            Way::Down => (y, x),
            Way::Left => (-x, y),
            Way::Right => (x, y),
            Way::UpLeft => (-x, y - x),
            Way::UpRight => (x, y + x),
            Way::DownLeft => (-x, y + x),
            Way::DownRight => (x, y - x),
        }
    };
    // Rows may be ragged, and a hex has no neighbour at its side: there the nearest place will do.
    let freely = match shape {
        Shape::Square => matches!(way, Way::Up | Way::Down),
        Shape::Hex | Shape::Map => false,
    };
    let leans = shape == Shape::Hex && matches!(way, Way::Left | Way::Right);
    let reachable = |spot: &&Spot| {
        let (ahead, aside) = offset(spot);
        ahead > 0 && (aside == 0 || freely || leans && aside.abs() <= ahead)
    };
    // Going sideways over hexes alternates between half a row down and half a row up, so that it stays in its row.
    let leaning = if here.0.rem_euclid(2) == 0 { 1 } else { -1 };
    let order = |spot: &&Spot| {
        let (ahead, aside) = offset(spot);
        (ahead, aside.abs(), aside != leaning)
    };
    spots.iter().filter(reachable).min_by_key(order).copied().unwrap_or(from)
}

fn scales(shape: Shape) -> &'static [Scale] {
    match shape {
        Shape::Square => &SQUARES,
        Shape::Map => &SQUARES[2..],
        Shape::Hex => &HEXES,
    }
}

/// A place as column and row of a lattice; hexes lie on every second row of their column.
fn lattice(shape: Shape, spot: Spot) -> (i32, i32) {
    let (x, y) = (i32::from(spot.x), i32::from(spot.y));
    match shape {
        Shape::Square | Shape::Map => (x, y),
        Shape::Hex => (x, 2 * y + x),
    }
}

/// The room numbers along the left and the upper edge take.
fn margin(scale: &Scale) -> (i32, i32) {
    if scale.labelled { (4, 1) } else { (0, 0) }
}

fn without_margin(area: Rect, scale: &Scale) -> Rect {
    let (left, top) = margin(scale);
    let (left, top) = (left as u16, top as u16);
    Rect { x: area.x + left, y: area.y + top, width: area.width - left, height: area.height - top }
}

/// The part of the lattice that is in use.
struct Bounds {
    low: (i32, i32),
    high: (i32, i32),
}

impl Bounds {
    fn of(shape: Shape, spots: &BTreeSet<Spot>) -> Bounds {
        let mut points = spots.iter().map(|spot| lattice(shape, *spot));
        let first = points.next().unwrap_or_default();
        points.fold(Bounds { low: first, high: first }, |bounds, (x, y)| Bounds {
            low: (bounds.low.0.min(x), bounds.low.1.min(y)),
            high: (bounds.high.0.max(x), bounds.high.1.max(y)),
        })
    }

    /// The largest scale that shows all in so much room.
    fn largest(&self, scales: &'static [Scale], room: (u16, u16)) -> Option<&'static Scale> {
        scales.iter().find(|scale| {
            let ((width, height), (left, top)) = (self.size(scale), margin(scale));
            width + left <= i32::from(room.0) && height + top <= i32::from(room.1)
        })
    }

    fn size(&self, scale: &Scale) -> (i32, i32) {
        let (columns, rows) = (self.high.0 - self.low.0, self.high.1 - self.low.1);
        (columns * scale.dx + scale.size.0, rows * scale.dy + scale.size.1)
    }

    /// The screen position of the lattice's zero: all in the middle, or what is around the cursor where not all fits.
    fn zero(&self, scale: &Scale, area: Rect, cursor: (i32, i32)) -> (i32, i32) {
        let (width, height) = self.size(scale);
        let x = shift(width, i32::from(area.width), (cursor.0 - self.low.0) * scale.dx);
        let y = shift(height, i32::from(area.height), (cursor.1 - self.low.1) * scale.dy);
        (i32::from(area.x) + x - self.low.0 * scale.dx, i32::from(area.y) + y - self.low.1 * scale.dy)
    }
}

/// Where something begins in a room: centred if it fits, else moved so that a point of it is in the middle as far as the edges allow.
fn shift(length: i32, room: i32, point: i32) -> i32 {
    if length <= room { (room - length) / 2 } else { (room / 2 - point).clamp(room - length, 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spots(all: &[(i16, i16)]) -> BTreeSet<Spot> {
        all.iter().map(|&(x, y)| Spot::new(x, y)).collect()
    }

    fn walk(shape: Shape, spots: &BTreeSet<Spot>, from: (i16, i16), ways: &[Way]) -> Spot {
        ways.iter().fold(Spot::new(from.0, from.1), |at, &way| step(shape, spots, at, way))
    }

    #[test]
    fn down_a_ragged_board_goes_to_the_nearest_place_of_the_next_row() {
        let ragged = spots(&[(0, 0), (1, 0), (2, 0), (0, 1), (1, 3), (2, 3)]);
        assert_eq!(walk(Shape::Square, &ragged, (2, 0), &[Way::Down]), Spot::new(0, 1));
        assert_eq!(walk(Shape::Square, &ragged, (2, 0), &[Way::Down, Way::Down]), Spot::new(1, 3));
        assert_eq!(walk(Shape::Square, &ragged, (2, 0), &[Way::Right]), Spot::new(2, 0), "the edge holds");
    }

    #[test]
    fn sideways_over_hexes_stays_in_its_row() {
        let field: Vec<(i16, i16)> = (-4..=4).flat_map(|q| (-8..=8).map(move |r| (q, r))).collect();
        let field = spots(&field);
        assert_eq!(walk(Shape::Hex, &field, (0, 0), &[Way::Right; 4]), Spot::new(4, -2));
        assert_eq!(walk(Shape::Hex, &field, (0, 0), &[Way::Left; 4]), Spot::new(-4, 2));
        assert_eq!(walk(Shape::Hex, &field, (1, 0), &[Way::Up]), Spot::new(1, -1));
    }

    #[test]
    fn a_hex_has_six_neighbours_and_each_has_a_way_to_it() {
        let field: Vec<(i16, i16)> = (-2..=2).flat_map(|q| (-2..=2).map(move |r| (q, r))).collect();
        let field = spots(&field);
        let ways = [Way::Up, Way::UpRight, Way::DownRight, Way::Down, Way::DownLeft, Way::UpLeft];
        let reached = ways.map(|way| walk(Shape::Hex, &field, (0, 0), &[way]));
        assert_eq!(reached, [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)].map(|(q, r)| Spot::new(q, r)));
        assert_eq!(walk(Shape::Square, &field, (0, 0), &[Way::DownLeft]), Spot::new(-1, 1));
    }

    #[test]
    fn every_place_is_hit_where_it_is_drawn() {
        let field: Vec<(i16, i16)> = (0..5).flat_map(|x| (0..4).map(move |y| (x, y))).collect();
        let field = spots(&field);
        for shape in [Shape::Square, Shape::Hex] {
            for (width, height) in [(80, 40), (30, 14), (16, 13), (6, 5)] {
                let grid = Grid::fit(shape, &field, Rect::new(3, 2, width, height), Spot::new(0, 0));
                for &spot in &field {
                    let (x, y) = grid.glyph(spot);
                    if x >= 0 && y >= 0 {
                        assert_eq!(grid.hit(&field, x as u16, y as u16), Some(spot), "{shape:?} {width} x {height}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_board_too_large_for_its_room_follows_the_cursor() {
        let long: Vec<(i16, i16)> = (0..300).map(|x| (x, 0)).collect();
        let long = spots(&long);
        for x in [0, 150, 299] {
            let grid = Grid::fit(Shape::Square, &long, Rect::new(0, 0, 40, 5), Spot::new(x, 0));
            assert!((0..40).contains(&grid.glyph(Spot::new(x, 0)).0));
        }
    }
}

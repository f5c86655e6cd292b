//! Hexes in axial coordinates, and the board they lie on: columns 0 to 6, rows 0 to 8, the two acute corners cut off.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Columns of the box around the board.
pub(crate) const WIDTH: i8 = 7;
/// Rows of the box around the board.
pub(crate) const HEIGHT: i8 = 9;
/// The smallest sum of column and row on the board.
const SUM_MIN: i8 = WIDTH / 2;
/// The largest sum of column and row on the board.
const SUM_MAX: i8 = (WIDTH - 1) + (HEIGHT - 1) - SUM_MIN;
/// Where a floor begins: the bottom.
pub(crate) const START: Hex = Hex::new(SUM_MAX - (HEIGHT - 1), HEIGHT - 1);
/// Where a floor ends: the top.
pub(crate) const STAIRS: Hex = Hex::new(SUM_MIN, 0);
/// How far from the board a coordinate may lie. Things may be pushed off the original board, but not out of the world.
pub(crate) const FAR: i8 = 60;

/// A place by column `q` and row `r`; the third coordinate follows. It need not be on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Column, from the left.
    pub q: i8,
    /// Row, from the top.
    pub r: i8,
}

/// One of the six ways to step, in the order in which neighbours are always looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("maximum" = 5)))]
#[serde(try_from = "u8")]
pub struct Direction(u8);

/// Column and row of a step in each direction.
const STEPS: [(i8, i8); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

impl Direction {
    /// All six.
    pub const ALL: [Direction; 6] = [Direction(0), Direction(1), Direction(2), Direction(3), Direction(4), Direction(5)];

    /// The direction with an index, taken round the circle.
    pub fn new(index: u32) -> Direction {
        Direction((index % 6) as u8)
    }

    /// Its index, 0 to 5.
    pub fn index(self) -> u8 {
        self.0
    }

    /// So many sixths further round.
    #[must_use]
    pub fn turned(self, by: u8) -> Direction {
        Direction((self.0 + by) % 6)
    }

    /// Whether two directions are the same or next to each other.
    pub fn is_beside(self, other: Direction) -> bool {
        matches!((self.0 + 6 - other.0) % 6, 0 | 1 | 5)
    }
}

impl TryFrom<u8> for Direction {
    type Error = &'static str;
    fn try_from(index: u8) -> Result<Direction, Self::Error> {
        if index < 6 { Ok(Direction(index)) } else { Err("a direction is 0 to 5") }
    }
}

impl Hex {
    /// The place at a column and a row.
    pub const fn new(q: i8, r: i8) -> Hex {
        Hex { q, r }
    }

    /// Whether it is on the board.
    #[inline]
    pub const fn is_on_board(self) -> bool {
        let in_box = 0 <= self.q && self.q < WIDTH && 0 <= self.r && self.r < HEIGHT;
        in_box && SUM_MIN <= self.q + self.r && self.q + self.r <= SUM_MAX
    }

    /// All places of the board: by column, then by row.
    pub fn board() -> impl Iterator<Item = Hex> {
        PLACES.iter().copied()
    }

    /// So many steps in a direction.
    #[inline]
    #[must_use]
    pub fn stepped(self, to: Direction, steps: i8) -> Hex {
        let (q, r) = STEPS[usize::from(to.0)];
        self.plus(q * steps, r * steps)
    }

    /// The neighbour in a direction.
    #[inline]
    #[must_use]
    pub fn beside(self, to: Direction) -> Hex {
        let (q, r) = STEPS[usize::from(to.0)];
        Hex { q: self.q + q, r: self.r + r }
    }

    /// The six neighbours, in order.
    #[inline]
    pub fn around(self) -> impl Iterator<Item = Hex> {
        STEPS.iter().map(move |&(q, r)| Hex { q: self.q + q, r: self.r + r })
    }

    /// Moved by columns and rows, never out of the world.
    #[inline]
    #[must_use]
    pub fn plus(self, q: i8, r: i8) -> Hex {
        let bounded = |from: i8, by: i8| from.saturating_add(by).clamp(-FAR, FAR);
        Hex { q: bounded(self.q, q), r: bounded(self.r, r) }
    }

    /// The same place, or the nearest that is not out of the world.
    #[must_use]
    pub(crate) fn bounded(self) -> Hex {
        self.plus(0, 0)
    }

    /// How many steps away.
    #[inline]
    pub const fn distance(self, to: Hex) -> u8 {
        let (dq, dr) = self.towards(to);
        ((dq.unsigned_abs() + dr.unsigned_abs() + (dq + dr).unsigned_abs()) / 2) as u8
    }

    /// Whether two places share a column, a row or a diagonal.
    pub fn is_in_line(self, to: Hex) -> bool {
        let (dq, dr) = self.towards(to);
        dq == 0 || dr == 0 || dq + dr == 0
    }

    /// The line to a place, both ends included. Column and row are rounded apart from each other, halves up, so that lines off the axes
    /// are a little skewed.
    pub fn line(self, to: Hex) -> impl DoubleEndedIterator<Item = Hex> {
        let (dq, dr) = self.towards(to);
        let n = i16::from(self.distance(to)).max(1);
        let point = move |from: i8, delta: i16, i: i16| (i16::from(from) + round(delta * i, n)) as i8;
        (0..=i16::from(self.distance(to))).map(move |i| Hex { q: point(self.q, dq, i), r: point(self.r, dr, i) })
    }

    /// The direction to a place by its rounded unit vector; none where that is no step.
    pub fn vector_direction(self, to: Hex) -> Option<Direction> {
        let (dq, dr) = self.towards(to);
        let n = i16::from(self.distance(to));
        if n == 0 {
            return None;
        }
        let step = (round(dq, n) as i8, round(dr, n) as i8);
        STEPS.iter().position(|&it| it == step).map(|index| Direction(index as u8))
    }

    /// The direction to a place by the signs of its column and row.
    pub fn sign_direction(self, to: Hex) -> Direction {
        let (dq, dr) = self.towards(to);
        Direction(match (dq.signum(), dr.signum()) {
            (1, 0) => 0,
            (1, -1) => 1,
            (0, -1) => 2,
            (-1, 0) => 3,
            (-1, 1) => 4,
            _ => 5,
        })
    }

    /// Columns and rows from here to there.
    #[inline]
    pub const fn towards(self, to: Hex) -> (i16, i16) {
        (to.q as i16 - self.q as i16, to.r as i16 - self.r as i16)
    }
}

/// How many places the board has.
const PLACES_COUNT: usize = 51;
/// The places of the board: by column, then by row.
pub(crate) const PLACES: [Hex; PLACES_COUNT] = places();

const fn places() -> [Hex; PLACES_COUNT] {
    let (mut places, mut count, mut index) = ([Hex::new(0, 0); PLACES_COUNT], 0, 0);
    while index < WIDTH * HEIGHT {
        let hex = Hex::new(index / HEIGHT, index % HEIGHT);
        if hex.is_on_board() {
            places[count] = hex;
            count += 1;
        }
        index += 1;
    }
    places
}

/// A fraction rounded to the nearest whole number, halves up.
fn round(numerator: i16, denominator: i16) -> i16 {
    (2 * numerator + denominator).div_euclid(2 * denominator)
}

/// In the log a place is `[q, r]`.
impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.q, self.r).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let (q, r) = <(i8, i8)>::deserialize(deserializer)?;
        let is_in_world = (-FAR..=FAR).contains(&q) && (-FAR..=FAR).contains(&r);
        if is_in_world { Ok(Hex { q, r }) } else { Err(D::Error::custom("a place is too far from the board")) }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Hex {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Hex".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let coordinate = schemars::json_schema!({ "type": "integer", "minimum": -FAR, "maximum": FAR });
        schemars::json_schema!({
            "description": "A place: column `q` and row `r`.",
            "type": "array",
            "items": coordinate,
            "minItems": 2,
            "maxItems": 2,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_51_places_and_its_ends_are_on_it() {
        assert_eq!(Hex::board().count(), 51);
        assert_eq!((START, STAIRS), (Hex::new(3, 8), Hex::new(3, 0)));
        assert!(START.is_on_board() && STAIRS.is_on_board());
        assert_eq!(Hex::board().next(), Some(Hex::new(0, 3)));
    }

    #[test]
    fn halves_are_rounded_up_when_a_direction_is_looked_for() {
        let to = |q, r| Hex::new(3, 4).vector_direction(Hex::new(3, 4).plus(q, r)).map(Direction::index);
        assert_eq!([to(2, -1), to(1, -2), to(-2, 1), to(-1, 2)], [Some(0), Some(1), Some(4), Some(5)]);
        assert_eq!([to(1, 1), to(-1, -1), to(0, 0)], [None; 3]);
        assert_eq!(to(0, 3), Some(5));
    }

    #[test]
    fn a_line_has_a_point_for_every_step() {
        for (from, to) in Hex::board().flat_map(|from| Hex::board().map(move |to| (from, to))) {
            assert_eq!(from.line(to).count(), usize::from(from.distance(to)) + 1);
            assert_eq!((from.line(to).next(), from.line(to).next_back()), (Some(from), Some(to)));
        }
    }
}

//! Squares: directions, distances, lines.

use referee_dispatch::Place;

/// The eight directions, clockwise from north.
pub const WAYS: [Place; 8] = [
    Place::new(0, -1),
    Place::new(1, -1),
    Place::new(1, 0),
    Place::new(1, 1),
    Place::new(0, 1),
    Place::new(-1, 1),
    Place::new(-1, 0),
    Place::new(-1, -1),
];

/// The direction straight up or down has no step: the middle.
pub const STAY: u8 = 8;

/// What one square is to another.
pub trait Square: Copy {
    /// The next square in a direction.
    #[must_use]
    fn step(self, way: u8) -> Place;
    /// How many steps away another square is, diagonals counting one.
    fn distance(self, other: Place) -> i32;
    /// The direction that leads closest to another square.
    fn toward(self, other: Place) -> u8;
    /// The squares on the straight line to another one, that one included, this one not.
    fn line(self, other: Place) -> Vec<Place>;
    /// The same, one after the other.
    fn along(self, other: Place) -> Line;
}

impl Square for Place {
    fn step(self, way: u8) -> Place {
        let by = WAYS.get(usize::from(way)).copied().unwrap_or_default();
        Place::new(self.x + by.x, self.y + by.y)
    }

    fn distance(self, other: Place) -> i32 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    fn toward(self, other: Place) -> u8 {
        let (dx, dy) = (other.x - self.x, other.y - self.y);
        // A slope of less than a half is straight.
        let sign = |along: i32, across: i32| if 2 * along.abs() < across.abs() { 0 } else { along.signum() };
        let by = Place::new(sign(dx, dy), sign(dy, dx));
        WAYS.iter().position(|&way| way == by).map_or(STAY, |way| way as u8)
    }

    fn line(self, other: Place) -> Vec<Place> {
        self.along(other).collect()
    }

    #[inline]
    fn along(self, other: Place) -> Line {
        let by = Place::new((other.x - self.x).signum(), (other.y - self.y).signum());
        let far = Place::new((other.x - self.x).abs(), (other.y - self.y).abs());
        Line { at: self, to: other, by, far, error: far.x - far.y }
    }
}

/// The squares on a straight line, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    at: Place,
    to: Place,
    by: Place,
    far: Place,
    error: i32,
}

impl Iterator for Line {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        if self.at == self.to {
            return None;
        }
        let twice = 2 * self.error;
        if twice > -self.far.y {
            self.error -= self.far.y;
            self.at.x += self.by.x;
        }
        if twice < self.far.x {
            self.error += self.far.x;
            self.at.y += self.by.y;
        }
        Some(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_where_it_should_and_takes_as_many_steps_as_the_distance() {
        for x in -6..7 {
            for y in -6..7 {
                let (from, to) = (Place::new(3, 2), Place::new(x, y));
                let line = from.line(to);
                assert_eq!(line.len() as i32, from.distance(to));
                assert!(from == to || line.last() == Some(&to));
                let steps = [from].into_iter().chain(line.iter().copied()).zip(line.iter().copied());
                assert!(steps.into_iter().all(|(one, two)| one.distance(two) == 1));
            }
        }
    }

    #[test]
    fn whoever_goes_toward_a_square_comes_nearer() {
        for x in -9..10 {
            for y in -9..10 {
                let (from, to) = (Place::new(0, 0), Place::new(x, y));
                assert!(from == to || from.step(from.toward(to)).distance(to) < from.distance(to), "{x},{y}");
            }
        }
    }
}

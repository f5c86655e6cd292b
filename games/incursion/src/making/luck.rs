//! The dice of a level on its way. Nobody sees them one by one: two recorded dice stand for all of them.

use referee::{Ask, Stream};

/// The dice of a level on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Luck(Stream);

impl Luck {
    /// The dice that two recorded dice stand for.
    pub(crate) fn of(one: i32, two: i32) -> Luck {
        Luck(Stream::from_seed(&format!("{one} {two}")))
    }

    /// A die.
    pub(crate) fn die(&mut self, sides: i32) -> i32 {
        self.0.draw(Ask::die(u32::try_from(sides).unwrap_or(1).max(1))) as i32
    }

    /// A number from one to another, both included.
    pub(crate) fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.die((high - low + 1).max(1)) - 1
    }

    /// Whether something with a chance in percent comes about.
    pub(crate) fn percent(&mut self, chance: i32) -> bool {
        self.die(100) <= chance
    }

    /// One of many.
    pub(crate) fn one_of<T: Copy>(&mut self, many: &[T]) -> Option<T> {
        many.get(self.die(many.len() as i32) as usize - 1).copied()
    }

    /// One of many, each as often as its weight says.
    pub(crate) fn weighed<T: Copy>(&mut self, many: &[(T, i32)]) -> Option<T> {
        let all: i32 = many.iter().map(|(_, weight)| weight.max(&0)).sum();
        if all <= 0 {
            return None;
        }
        let mut left = self.die(all);
        many.iter().find_map(|(it, weight)| {
            left -= weight.max(&0);
            (left <= 0).then_some(*it)
        })
    }
}

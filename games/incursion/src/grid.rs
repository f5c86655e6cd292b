//! One value for each square of a level.

use crate::Res;
use referee_dispatch::Place;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};

/// One value for each square. Written as runs: a level is mostly rock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid<T> {
    width: i32,
    cells: Vec<T>,
}

/// What a square holds: few bits, so that many squares are hashed at once.
pub trait Cell: Copy {
    /// How many bits.
    const BITS: u32;
    /// The bits.
    fn bits(self) -> u64;
}

impl Cell for bool {
    const BITS: u32 = 1;
    #[inline]
    fn bits(self) -> u64 {
        self.into()
    }
}

impl Cell for Res {
    const BITS: u32 = 16;
    #[inline]
    fn bits(self) -> u64 {
        self.0.into()
    }
}

/// A state is hashed after every action, and levels are the most of it.
impl<T: Cell> Hash for Grid<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_i32(self.width);
        state.write_u64(self.cells.len() as u64);
        for cells in self.cells.chunks((64 / T::BITS) as usize) {
            state.write_u64(cells.iter().fold(0, |word, cell| word << (T::BITS % 64) | cell.bits()));
        }
    }
}

impl<T: Copy> Grid<T> {
    /// A grid full of one value.
    pub fn new(width: i32, height: i32, value: T) -> Grid<T> {
        let (width, height) = (width.max(0), height.max(0));
        Grid { width, cells: vec![value; (width * height) as usize] }
    }

    /// How wide it is.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// How high it is.
    pub fn height(&self) -> i32 {
        if self.width == 0 { 0 } else { self.cells.len() as i32 / self.width }
    }

    #[inline]
    fn index(&self, at: Place) -> Option<usize> {
        (at.x >= 0 && at.x < self.width && at.y >= 0).then(|| (at.y * self.width + at.x) as usize)
    }

    /// The value of a square; `None` beyond the edge.
    #[inline]
    pub fn get(&self, at: Place) -> Option<T> {
        self.cells.get(self.index(at)?).copied()
    }

    /// Gives a square a value; nothing beyond the edge.
    #[inline]
    pub fn set(&mut self, at: Place, value: T) {
        if let Some(cell) = self.index(at).and_then(|index| self.cells.get_mut(index)) {
            *cell = value;
        }
    }

    /// All squares, row by row.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<T> {
        let width = self.width.max(1);
        (0..self.cells.len() as i32).map(move |index| Place::new(index % width, index / width))
    }

    /// All squares with their values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Place, T)> + '_ {
        self.places().zip(self.cells.iter().copied())
    }
}

/// The most squares a grid may have.
const CELLS_MAX: usize = 1 << 16;

/// A grid as text: how wide it is, and runs of squares, row by row: how many, and what is there.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Runs<T> {
    width: i32,
    runs: Vec<(u32, T)>,
}

impl<T: Copy + PartialEq + Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut runs: Vec<(u32, T)> = Vec::new();
        for &cell in &self.cells {
            match runs.last_mut() {
                Some((count, value)) if *value == cell => *count += 1,
                _ => runs.push((1, cell)),
            }
        }
        Runs { width: self.width, runs }.serialize(serializer)
    }
}

impl<'de, T: Copy + PartialEq + Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grid<T>, D::Error> {
        let Runs { width, runs } = Runs::deserialize(deserializer)?;
        let cells: u64 = runs.iter().map(|(count, _)| u64::from(*count)).sum();
        let is_whole = if width > 0 { cells.is_multiple_of(width as u64) } else { width == 0 && cells == 0 };
        let is_tight = runs.iter().all(|(count, _)| *count > 0) && runs.windows(2).all(|pair| pair[0].1 != pair[1].1);
        if cells > CELLS_MAX as u64 || !is_whole || !is_tight {
            return Err(serde::de::Error::custom(
                "a grid is whole rows of runs, each as long as it can be, 65,536 squares at most",
            ));
        }
        let cells = runs.into_iter().flat_map(|(count, value)| std::iter::repeat_n(value, count as usize)).collect();
        Ok(Grid { width, cells })
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Grid<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("GridOf{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Runs::<T>::json_schema(generator)
    }
}

//! Where it happens: a grid and its terrain. A map never changes, so it is shared, and what is asked of it often is worked out once.

use crate::{Text, Whole};
use alloc::{boxed::Box, vec, vec::Vec};
use core::hash::{Hash, Hasher};
use referee::Digest;
use serde::{Deserialize, Serialize};

/// The largest grid the contract allows, either way.
pub const SIZE_MAX: u32 = 200;

/// The map as the document has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Chart {
    /// Its name for programs.
    pub id: Text,
    /// Its name for people.
    pub name: Text,
    /// Cells across.
    pub width: Whole,
    /// Cells down.
    pub height: Whole,
    /// How wide a cell is, in feet.
    pub cell_size: Whole,
    /// Cells that are more than plain floor.
    pub terrain: Vec<Tile>,
    /// Whether there is fog of war. No rule looks at it.
    pub fog_of_war_enabled: bool,
}

/// A cell that is more than plain floor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tile {
    /// Its column.
    pub x: Whole,
    /// Its row.
    pub y: Whole,
    /// What it is called.
    #[serde(rename = "type")]
    pub name: Text,
    /// Whether nobody can stand there: the only thing the rules look at.
    pub blocks_movement: bool,
    /// Whether nobody can see through.
    pub blocks_vision: bool,
}

/// A map that is ready to be asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Chart", into = "Chart")]
pub struct Map {
    chart: Chart,
    columns: u32,
    rows: u32,
    /// One bit a cell, row by row.
    blocked: Box<[u64]>,
    /// Whether every tile lies inside, and no two on one cell.
    sound: bool,
    digest: Digest,
}

impl Map {
    /// The map as the document has it.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// Whether every tile lies inside, and no two on one cell.
    pub fn is_sound(&self) -> bool {
        self.sound
    }

    /// Where a cell is, counted row by row; `None` outside.
    pub fn cell(&self, x: Whole, y: Whole) -> Option<usize> {
        let (column, row) = (x.below(self.chart.width)?, y.below(self.chart.height)?);
        (column < self.columns() && row < self.rows()).then(|| row * self.columns() + column)
    }

    /// Cells across, for a map the contract allows.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Cells down, for a map the contract allows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Whether nobody can stand on a cell.
    pub fn is_blocked(&self, cell: usize) -> bool {
        self.blocked.get(cell / 64).is_some_and(|bits| bits >> (cell % 64) & 1 == 1)
    }
}

impl From<Chart> for Map {
    fn from(chart: Chart) -> Map {
        let digest = Digest::of(&chart);
        let side = |side: Whole| side.clamped().clamp(0, i64::from(SIZE_MAX)) as u32;
        let (columns, rows) = (side(chart.width), side(chart.height));
        let mut map = Map { chart, columns, rows, blocked: Box::default(), sound: true, digest };
        let mut blocked = vec![0u64; (map.columns() * map.rows()).div_ceil(64)];
        let mut known = blocked.clone();
        for tile in &map.chart.terrain {
            let Some(cell) = map.cell(tile.x, tile.y) else {
                map.sound = false;
                continue;
            };
            let (word, bit) = (cell / 64, 1 << (cell % 64));
            map.sound &= known[word] & bit == 0;
            known[word] |= bit;
            blocked[word] |= if tile.blocks_movement { bit } else { 0 };
        }
        map.blocked = blocked.into();
        map
    }
}

impl From<Map> for Chart {
    fn from(map: Map) -> Chart {
        map.chart
    }
}

impl Default for Map {
    fn default() -> Map {
        Chart::default().into()
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Map) -> bool {
        self.chart == other.chart
    }
}

impl Eq for Map {}

impl Hash for Map {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest.hash(state);
    }
}

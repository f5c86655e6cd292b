//! A level on its way: what is dug so far.

use crate::content::{Content, TerrainFlag};
use crate::{Grid, Level, Res};
use referee_dispatch::Place;

/// A level on its way.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) depth: u8,
    pub(crate) terrain: Grid<Res>,
    pub(crate) regions: Grid<Res>,
    pub(crate) lit: Grid<bool>,
    /// Where one can stand.
    pub(crate) open: Grid<bool>,
    /// Where one had better not stand.
    pub(crate) risky: Grid<bool>,
    pub(crate) rooms: Vec<Room>,
    /// Rooms of this level that wait for a panel.
    pub(crate) specials: Vec<Res>,
    /// How many panels are still to be drawn.
    pub(crate) panels: usize,
    pub(crate) doors: Vec<Place>,
    pub(crate) up: Place,
    pub(crate) down: Place,
}

/// A room.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    pub(crate) rect: Rect,
    pub(crate) region: Res,
    /// Its floor, row by row.
    pub(crate) squares: Vec<Place>,
    /// Whether a script has seen to who and what is in it.
    pub(crate) populated: bool,
}

/// Some squares between four corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) w: i32,
    pub(crate) h: i32,
}

impl Rect {
    pub(crate) fn middle(self) -> Place {
        Place::new(self.x + self.w / 2, self.y + self.h / 2)
    }

    pub(crate) fn places(self) -> impl Iterator<Item = Place> {
        (self.y..self.y + self.h).flat_map(move |y| (self.x..self.x + self.w).map(move |x| Place::new(x, y)))
    }
}

/// The four squares beside one.
pub(super) fn four(at: Place) -> [Place; 4] {
    [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| Place::new(at.x + dx, at.y + dy))
}

impl Draft {
    /// Rock, and the edge around it.
    pub(crate) fn new(depth: u8, [width, height]: [i32; 2], rock: Res, edge: Res, corridor: Res) -> Draft {
        let mut terrain = Grid::new(width, height, rock);
        for at in terrain.places() {
            if at.x == 0 || at.y == 0 || at.x == width - 1 || at.y == height - 1 {
                terrain.set(at, edge);
            }
        }
        let flags = || Grid::new(width, height, false);
        let regions = Grid::new(width, height, corridor);
        Draft {
            depth,
            terrain,
            regions,
            lit: flags(),
            open: flags(),
            risky: flags(),
            rooms: Vec::new(),
            specials: Vec::new(),
            panels: 0,
            doors: Vec::new(),
            up: Place::default(),
            down: Place::default(),
        }
    }

    pub(crate) fn is_open(&self, at: Place) -> bool {
        self.open.get(at) == Some(true)
    }

    /// Whether one can stand somewhere without harm.
    pub(crate) fn is_safe(&self, at: Place) -> bool {
        self.is_open(at) && self.risky.get(at) == Some(false)
    }

    /// Whether a square lies within the edge.
    pub(crate) fn is_inside(&self, at: Place) -> bool {
        at.x > 0 && at.y > 0 && at.x < self.open.width() - 1 && at.y < self.open.height() - 1
    }

    /// Opens a square.
    pub(crate) fn dig(&mut self, at: Place, floor: Res, region: Res) {
        if self.is_inside(at) && !self.is_open(at) {
            self.open.set(at, true);
            self.terrain.set(at, floor);
            self.regions.set(at, region);
        }
    }

    /// How far each square is from one, over squares that pass; as far as the largest number where no way leads.
    pub(crate) fn distances(&self, from: Place, passes: impl Fn(Place) -> bool) -> Grid<u16> {
        let mut far = Grid::new(self.open.width(), self.open.height(), u16::MAX);
        let mut edge = vec![from];
        far.set(from, 0);
        let mut steps = 0;
        while !edge.is_empty() {
            steps += 1;
            let next = edge.iter().flat_map(|&at| four(at)).collect::<Vec<_>>();
            edge.clear();
            for at in next {
                if far.get(at) == Some(u16::MAX) && passes(at) {
                    far.set(at, steps);
                    edge.push(at);
                }
            }
        }
        far
    }

    /// Whether all safe squares hang together.
    pub(crate) fn hangs_together(&self) -> bool {
        let safe = || self.open.places().filter(|&at| self.is_safe(at));
        let Some(first) = safe().next() else { return true };
        let far = self.distances(first, |at| self.is_safe(at));
        safe().all(|at| far.get(at) != Some(u16::MAX))
    }

    /// Whether a terrain is one to stand on without harm.
    pub(crate) fn is_harmless(content: &Content, terrain: Res) -> bool {
        let flags = [TerrainFlag::Solid, TerrainFlag::Warn, TerrainFlag::Fall, TerrainFlag::Deep];
        content.terrain(terrain).is_some_and(|terrain| !flags.iter().any(|&flag| terrain.is(flag)))
    }

    /// The level, as it is written down.
    pub(crate) fn level(&self) -> Level {
        Level {
            depth: self.depth,
            terrain: self.terrain.clone(),
            regions: self.regions.clone(),
            lit: self.lit.clone(),
            known: Grid::new(self.open.width(), self.open.height(), false),
            fields: Vec::new(),
            made: Vec::new(),
            memory: Default::default(),
            up: self.up,
            down: self.down,
        }
    }
}

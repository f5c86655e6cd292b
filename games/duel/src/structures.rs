//! Cities and roads: which edges are joined, what each side has in them, how many of their edges are open. Kept up to date as tiles are
//! laid. A structure is named by the smallest of its nodes, so that the same board is the same value whatever the order of its tiles.

use crate::{Edge, Side};
use serde::{Deserialize, Serialize};

/// How many edges the cells of a board have.
pub const NODES: usize = 256;

/// What can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// All city edges of a tile are one city.
    City,
    /// Roads run through tiles, or end there.
    Road,
}

impl Kind {
    /// What an edge is part of.
    pub fn of(edge: Edge) -> Option<Kind> {
        match edge {
            Edge::City => Some(Kind::City),
            Edge::Road => Some(Kind::Road),
            Edge::Field => None,
        }
    }
}

/// Points of one side, cities and roads apart: `[city, road]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "(u16, u16)", into = "(u16, u16)")]
pub struct Score {
    /// Points in cities.
    pub city: u16,
    /// Points in roads.
    pub road: u16,
}

impl Score {
    /// Both together.
    pub fn sum(self) -> u32 {
        u32::from(self.city) + u32::from(self.road)
    }

    /// The points of a kind.
    pub fn of(&mut self, kind: Kind) -> &mut u16 {
        match kind {
            Kind::City => &mut self.city,
            Kind::Road => &mut self.road,
        }
    }
}

impl From<(u16, u16)> for Score {
    fn from((city, road): (u16, u16)) -> Score {
        Score { city, road }
    }
}

impl From<Score> for (u16, u16) {
    fn from(score: Score) -> (u16, u16) {
        (score.city, score.road)
    }
}

/// A city or a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Structure {
    /// City or road.
    pub kind: Kind,
    /// The smallest of its nodes.
    pub node: u8,
    /// What Blue and Red have in it.
    pub points: [u16; 2],
    /// How many of its edges face an empty cell.
    pub open: u8,
}

/// How a contest ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    /// Who has more; nobody where both have the same, and both keep it.
    pub winner: Option<Side>,
    /// What the loser hands over.
    pub delta: u16,
}

impl Contest {
    /// Whoever has more takes what the other has.
    pub fn between(blue: u16, red: u16) -> Contest {
        let winner = match blue.cmp(&red) {
            core::cmp::Ordering::Greater => Some(Side::Blue),
            core::cmp::Ordering::Less => Some(Side::Red),
            core::cmp::Ordering::Equal => None,
        };
        Contest { winner, delta: winner.map_or(0, |_| blue.min(red)) }
    }
}

/// A set of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Nodes([u64; 4]);

impl Nodes {
    fn insert(&mut self, node: u8) {
        self.0[usize::from(node >> 6)] |= 1 << (node & 63);
    }
    fn remove(&mut self, node: u8) {
        self.0[usize::from(node >> 6)] &= !(1 << (node & 63));
    }
    /// As `iter`, in loops that the compiler sees through: after every action all structures are counted.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(u8)) {
        for (word, mut bits) in (0..4u8).zip(self.0) {
            while bits != 0 {
                visit(word << 6 | bits.trailing_zeros() as u8);
                bits &= bits - 1;
            }
        }
    }
    fn iter(self) -> impl Iterator<Item = u8> {
        (0..4u8).flat_map(move |word| {
            let mut bits = self.0[usize::from(word)];
            core::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
                bits &= bits - 1;
                Some(word << 6 | bit)
            })
        })
    }
}

/// All structures of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structures {
    /// The structure a node belongs to; its own number where it belongs to none.
    name: [u8; NODES],
    /// By name; zero for nodes that name nothing.
    points: [[u16; 2]; NODES],
    open: [u8; NODES],
    cities: Nodes,
    roads: Nodes,
}

impl Default for Structures {
    fn default() -> Structures {
        let mut name = [0; NODES];
        name.iter_mut().zip(0..=u8::MAX).for_each(|(name, node)| *name = node);
        Structures { name, points: [[0; 2]; NODES], open: [0; NODES], cities: Nodes::default(), roads: Nodes::default() }
    }
}

impl Structures {
    /// The smallest node of the structure that a node belongs to.
    pub fn name(&self, node: u8) -> u8 {
        self.name[usize::from(node)]
    }

    /// The structure of a kind that a node belongs to.
    pub fn of(&self, kind: Kind, node: u8) -> Structure {
        let node = self.name(node);
        Structure { kind, node, points: self.points[usize::from(node)], open: self.open[usize::from(node)] }
    }

    /// All of them: cities, then roads, each by its smallest node.
    pub fn all(&self) -> impl Iterator<Item = Structure> {
        let cities = self.cities.iter().map(|node| self.of(Kind::City, node));
        cities.chain(self.roads.iter().map(|node| self.of(Kind::Road, node)))
    }

    /// What both sides have: their own points, but whoever has more in a closed structure (in any, once the game is over) has all of it.
    pub fn scores(&self, is_over: bool) -> [Score; 2] {
        let [blue_city, red_city] = self.sums(self.cities, is_over);
        let [blue_road, red_road] = self.sums(self.roads, is_over);
        [Score { city: blue_city, road: blue_road }, Score { city: red_city, road: red_road }]
    }

    fn sums(&self, named: Nodes, is_over: bool) -> [u16; 2] {
        let (mut blues, mut reds, mut to_blue) = (0, 0, 0);
        named.each(|node| {
            let [blue, red] = self.points[usize::from(node)].map(i32::from);
            let is_settled = is_over || self.open[usize::from(node)] == 0;
            let taken = if blue > red { red } else { 0 } - if red > blue { blue } else { 0 };
            blues += blue;
            reds += red;
            to_blue += if is_settled { taken } else { 0 };
        });
        [(blues + to_blue) as u16, (reds - to_blue) as u16]
    }

    /// A new node, a structure of its own.
    pub(crate) fn add(&mut self, kind: Kind, node: u8, side: Side, points: u16, is_open: bool) {
        self.points[usize::from(node)][side as usize] = points;
        self.open[usize::from(node)] = u8::from(is_open);
        match kind {
            Kind::City => self.cities.insert(node),
            Kind::Road => self.roads.insert(node),
        }
    }

    /// A node no longer faces an empty cell.
    pub(crate) fn close(&mut self, node: u8) {
        let open = &mut self.open[usize::from(self.name[usize::from(node)])];
        *open = open.saturating_sub(1);
    }

    /// Two nodes are of one structure from now on. Whatever bore the larger name takes the smaller.
    pub(crate) fn join(&mut self, one: u8, two: u8) {
        let (one, two) = (self.name(one), self.name(two));
        if one == two {
            return;
        }
        let (keep, gone) = (one.min(two), one.max(two));
        self.name.iter_mut().for_each(|name| *name = if *name == gone { keep } else { *name });
        let [blue, red] = core::mem::take(&mut self.points[usize::from(gone)]);
        let points = &mut self.points[usize::from(keep)];
        *points = [points[0] + blue, points[1] + red];
        let open = core::mem::take(&mut self.open[usize::from(gone)]);
        self.open[usize::from(keep)] += open;
        self.cities.remove(gone);
        self.roads.remove(gone);
    }
}

//! Floors: what lies where when the player arrives, drawn from the seed alone.

use crate::hex::{PLACES, STAIRS, START};
use crate::luck::{Mulberry, Seed};
use crate::training::train;
use crate::{Actor, Direction, Hex, Id, Kind, Mask, Quirk, Quirks, Skills};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// How many floors a run has.
pub const FLOORS: u8 = 10;
/// The most enemies a floor or an arena begins with.
pub const ENEMIES_MAX: usize = 64;
/// How often a floor without a way is drawn again.
const REDRAWS_MAX: u32 = 1_000;
/// What a floor's enemies may cost together.
const BUDGETS: [u32; FLOORS as usize] = [3, 6, 12, 19, 29, 35, 39, 43, 48, 53];
/// What they may cost together in the public engine.
const FEWER: [u32; FLOORS as usize] = [2, 3, 5, 7, 10, 12, 15, 18, 22, 25];
/// Of 51 places so many burn.
const LAVA: usize = 8;
/// Of 51 places so many are walls.
const WALLS: usize = 5;
/// Where floors have tiles of their theme, so many.
const THEMED: usize = 6;
/// Enemies and shrines keep this far from where the player starts.
const KEPT_CLEAR: u8 = 3;

/// How a floor looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)] // named for what they are
pub enum Theme {
    #[default]
    Catacombs,
    Inferno,
    Throne,
    Frozen,
    Void,
}

impl Theme {
    /// The look of a floor.
    pub fn of(floor: u8) -> Theme {
        match floor {
            3 | 4 => Theme::Inferno,
            5 => Theme::Throne,
            6..=8 => Theme::Frozen,
            9 | 10 => Theme::Void,
            _ => Theme::Catacombs,
        }
    }
}

/// Whether floors have tiles of their theme: ice on frozen floors, void on void ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)] // named for what they are
pub enum Tiles {
    #[default]
    Themed,
    Plain,
}

/// A floor as the player finds it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// Its number, from 1.
    pub number: u8,
    /// How it looks.
    pub theme: Theme,
    /// Where the player stands.
    pub start: Hex,
    /// The way on.
    pub stairs: Hex,
    /// Where upgrades are offered.
    pub shrine: Option<Hex>,
    /// Places nobody can pass.
    pub walls: Mask,
    /// Places that burn.
    pub lava: Mask,
    /// Places one slides over.
    pub slippery: Mask,
    /// Places that hurt.
    pub void: Mask,
    /// The enemies.
    pub enemies: Vec<Actor>,
}

impl Floor {
    /// The floor with a number: of a seed, always the same.
    pub fn new(seed: &Seed, number: u8, quirks: Quirks, tiles: Tiles) -> Floor {
        let draw = |attempt| Floor::drawn(seed, number, attempt, quirks, tiles);
        let has_way = |floor: &Floor| quirks.has(Quirk::NoWayChecked) || floor.has_way();
        (0..REDRAWS_MAX).map(draw).find(has_way).unwrap_or_else(|| Floor {
            walls: Mask::default(),
            lava: Mask::default(),
            ..draw(0)
        })
    }

    fn drawn(seed: &Seed, number: u8, attempt: u32, quirks: Quirks, tiles: Tiles) -> Floor {
        let mut luck = generator(seed, number, attempt, "");
        let shrine = FAR_OFF.iter().nth(luck.below(FAR_OFF.len() as usize)).unwrap_or(STAIRS);
        let special = |hex: Hex| hex == START || hex == STAIRS || hex == shrine;
        let mut free = Vec::with_capacity(PLACES.len());
        free.extend(Hex::board().filter(|&hex| !special(hex)));
        if quirks.has(Quirk::CoinSort) {
            coin_sort(&mut free, &mut luck)
        } else {
            shuffle(&mut free, &mut luck)
        }
        let lava: Mask = free[..LAVA].iter().copied().collect();
        let walls: Mask = free[LAVA..LAVA + WALLS].iter().copied().collect();
        let themed: Mask = free[LAVA + WALLS..LAVA + WALLS + THEMED].iter().copied().filter(|_| tiles == Tiles::Themed).collect();
        let theme = Theme::of(number);
        let only = |wanted: Theme| if theme == wanted { themed } else { Mask::default() };
        let (slippery, void) = (only(Theme::Frozen), only(Theme::Void));
        let mut spawns = Vec::with_capacity(PLACES.len());
        spawns.extend(FAR_OFF.without(lava).without(walls).without(void).iter().filter(|&hex| hex != shrine));
        let enemies = enemies(generator(seed, number, attempt, ":enemies"), number, spawns, quirks);
        Floor { number, theme, start: START, stairs: STAIRS, shrine: Some(shrine), walls, lava, slippery, void, enemies }
    }

    /// Whether one can walk to the stairs and to the shrine.
    pub fn has_way(&self) -> bool {
        let ground = Mask::BOARD.without(self.walls).without(self.lava);
        let from = Mask::from_iter([self.start]);
        // Whoever comes to stand on the stairs is gone: no way leads on from there.
        let stairs = Mask::from_iter([self.stairs]);
        let reached = match self.slippery.is_empty() {
            true => {
                let floor = from.flooded(ground.without(stairs));
                floor.or(floor.widened().and(stairs))
            }
            false => self.walked(from, ground),
        };
        reached.has(self.stairs) && self.shrine.is_none_or(|shrine| reached.has(shrine))
    }

    /// Where one can come to stand: a way that bends on ice may be none.
    fn walked(&self, from: Mask, ground: Mask) -> Mask {
        let slid = |mut at: Hex, way: Direction| {
            while self.slippery.has(at) && ground.has(at.beside(way)) {
                at = at.beside(way);
            }
            at
        };
        let steps = |from: Hex| Direction::ALL.map(|way| (from.beside(way), way));
        let on = from.iter().filter(|&at| at != self.stairs);
        let stops = on.flat_map(steps).filter(|(to, _)| ground.has(*to)).map(|(to, way)| slid(to, way));
        let reached = stops.collect::<Mask>().or(from);
        if reached == from { reached } else { self.walked(reached, ground) }
    }
}

/// Where enemies and shrines may be.
pub(crate) const FAR_OFF: Mask = far_off();

const fn far_off() -> Mask {
    let (mut places, mut index) = (Mask::NONE, 0);
    while index < PLACES.len() {
        if PLACES[index].distance(START) >= KEPT_CLEAR && PLACES[index].distance(STAIRS) > 0 {
            places.put(PLACES[index]);
        }
        index += 1;
    }
    places
}

/// The generator of a floor: floor one has the run's own seed.
fn generator(seed: &Seed, number: u8, attempt: u32, what: &str) -> Mulberry {
    match (number, attempt, what) {
        (1, 0, "") => seed.generator(),
        (1, 0, _) => seed.hashed(format_args!("{what}")).generator(),
        (_, 0, _) => seed.hashed(format_args!(":{number}{what}")).generator(),
        _ => seed.hashed(format_args!(":{number}{what}:again:{attempt}")).generator(),
    }
}

/// Any order as likely as any other.
fn shuffle(places: &mut [Hex], luck: &mut Mulberry) {
    for last in (1..places.len()).rev() {
        places.swap(last, luck.below(last + 1));
    }
}

/// What sorting with a coin for a comparison makes of a short list: a first run, then every further item inserted by halves.
fn coin_sort(places: &mut [Hex], luck: &mut Mulberry) {
    let mut is_less = || luck.bits() < 1 << 31;
    let falling = is_less();
    let mut run = 2;
    while run < places.len() && is_less() == falling {
        run += 1;
    }
    if falling {
        places[..run].reverse();
    }
    for item in run..places.len() {
        let (mut low, mut high) = (0, item);
        while low < high {
            let middle = low + (high - low) / 2;
            (low, high) = if is_less() { (low, middle) } else { (middle + 1, high) };
        }
        let moved = places[item];
        places.copy_within(low..item, low + 1);
        places[low] = moved;
    }
}

/// Which kinds live on a floor.
pub(crate) fn kinds(floor: u8, quirks: Quirks) -> &'static [Kind] {
    use Kind::{Archer, Bomber, Footman, ShieldBearer, Sprinter, Warlock};
    match if quirks.has(Quirk::FloorsCapped) { floor.min(5) } else { floor } {
        1 => &[Footman],
        2 => &[Footman, Sprinter],
        3 => &[Footman, Archer],
        4 => &[Footman, Archer, Bomber],
        5 => &[Footman, Archer, Bomber, ShieldBearer],
        6 => &[Footman, Archer, Bomber, ShieldBearer, Warlock],
        _ => &[Footman, Archer, Bomber, ShieldBearer, Warlock, Sprinter],
    }
}

fn enemies(mut luck: Mulberry, floor: u8, mut places: Vec<Hex>, quirks: Quirks) -> Vec<Actor> {
    let mut enemies = Vec::with_capacity(ENEMIES_MAX);
    let kinds = kinds(floor, quirks);
    let budgets = if quirks.has(Quirk::FewerEnemies) { FEWER } else { BUDGETS };
    let mut budget = budgets[usize::from(floor.clamp(1, FLOORS)) - 1];
    if floor == FLOORS && !quirks.has(Quirk::FloorsCapped) {
        spawn(Kind::Sentinel, floor, &mut places, &mut enemies, &mut luck, quirks);
    }
    while budget > 0 && !places.is_empty() {
        let affordable = kinds.iter().copied().filter(|kind| kind.archetype().cost <= budget);
        let Some(kind) = affordable.clone().nth(luck.below(affordable.clone().count())) else { break };
        spawn(kind, floor, &mut places, &mut enemies, &mut luck, quirks);
        budget -= kind.archetype().cost;
    }
    enemies.shrink_to_fit(); // the log keeps them
    enemies
}

fn spawn(kind: Kind, floor: u8, places: &mut Vec<Hex>, enemies: &mut Vec<Actor>, luck: &mut Mulberry, quirks: Quirks) {
    let at = places.remove(luck.below(places.len()));
    let mut enemy = recruit(Id::enemy(enemies.len()), kind, at, floor, quirks);
    enemy.code = luck.code();
    if !quirks.has(Quirk::MindsFixed) {
        train(&mut enemy, floor, || luck.below(2) == 0);
    }
    enemies.push(enemy);
}

/// An enemy of a floor, before it learned anything.
pub(crate) fn recruit(id: Id, kind: Kind, at: Hex, floor: u8, quirks: Quirks) -> Actor {
    let mut enemy = Actor::new(id, kind, at);
    enemy.max_hp += u16::from(floor / 5);
    enemy.hp = enemy.max_hp;
    enemy.equip(skills_of(kind, quirks));
    enemy
}

/// What a kind can do.
pub(crate) fn skills_of(kind: Kind, quirks: Quirks) -> Skills {
    let archetype = kind.archetype();
    let is_original = match kind {
        Kind::Archer => quirks.has(Quirk::ArchersSteal),
        Kind::Footman => quirks.has(Quirk::FootmenStrikeTwice),
        _ => quirks.has(Quirk::NothingIntercepted),
    };
    Skills::of(if is_original { archetype.original } else { archetype.skills })
}

//! The dungeon one can walk: laws over many levels and long walks, on a small pack, and whole games on the game's own.

mod begin;
mod explore;
mod level;
mod objects;
mod scripts;
mod steps;
mod walk;

use referee::{Game, Record, Seat};
use referee_dispatch::Place;
use referee_incursion::content::{Content, TerrainFlag};
use referee_incursion::{Action, Event, Incursion, Kind, Setup, Square, WAYS, World};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The small pack.
pub(crate) fn rules() -> Incursion {
    static RULES: OnceLock<Incursion> = OnceLock::new();
    RULES.get_or_init(|| rules_with(&[])).clone()
}

/// The small pack and more files.
pub(crate) fn rules_with(more: &[(&str, &str)]) -> Incursion {
    let files = [FILES, more].concat();
    let content = Content::read(&files).unwrap_or_else(|problems| panic!("{}", problems[0]));
    Incursion::with(Arc::new(content)).expect("all conditions are there")
}

const FILES: &[(&str, &str)] = &[
    ("statuses.toml", include_str!("statuses.toml")),
    ("terrains.toml", include_str!("terrains.toml")),
    ("regions.toml", include_str!("regions.toml")),
    ("features.toml", include_str!("features.toml")),
    ("encounters.toml", include_str!("encounters.toml")),
    ("monsters.toml", include_str!("monsters.toml")),
    ("templates.toml", include_str!("templates.toml")),
    ("items.toml", include_str!("items.toml")),
    ("races.toml", include_str!("races.toml")),
    ("classes.toml", include_str!("classes.toml")),
    ("gods.toml", include_str!("gods.toml")),
    ("dungeons.toml", include_str!("dungeons.toml")),
];

pub(crate) const HERO: Seat = Seat(0);

pub(crate) fn setup(seed: &str, dungeon: &str) -> Setup {
    Setup { seed: seed.to_owned(), dungeon: Some(dungeon.to_owned()), ..Setup::default() }
}

pub(crate) fn game(seed: &str, dungeon: &str) -> Game<Incursion> {
    Game::start(rules(), setup(seed, dungeon)).unwrap_or_else(|why| panic!("{seed} in {dungeon}: {why}"))
}

/// Acts, and gives what happened.
pub(crate) fn act(game: &mut Game<Incursion>, action: Action) -> Vec<Event> {
    let record = game.act(HERO, 0, action).unwrap_or_else(|why| panic!("{why}"));
    let Record { events, .. } = record;
    events.to_vec()
}

pub(crate) fn hero_at(world: &World) -> Place {
    world.spot(world.hero).expect("the hero is on the level")
}

pub(crate) fn terrain_is(world: &World, at: Place, flag: TerrainFlag) -> bool {
    let rules = rules();
    let terrain = world.level().and_then(|level| level.terrain.get(at)).and_then(|it| rules.pack().terrain(it));
    terrain.is_none_or(|terrain| terrain.is(flag))
}

/// Whether one can walk there without harm; doors are opened.
pub(crate) fn is_safe(world: &World, at: Place) -> bool {
    let rules = rules();
    let blocks = |kind: Kind, res| kind == Kind::Feature && rules.pack().feature(res).is_some_and(|it| !it.flags.is_empty());
    let pillar = rules.pack().find(referee_incursion::content::Noun::Feature, "pillar");
    !terrain_is(world, at, TerrainFlag::Solid)
        && !terrain_is(world, at, TerrainFlag::Warn)
        && !world.on(at).any(|thing| blocks(thing.kind, thing.res) && Some(thing.res) == pillar)
}

/// All safe squares that a way leads to.
pub(crate) fn reached(world: &World, from: Place) -> BTreeSet<Place> {
    let (mut reached, mut edge) = (BTreeSet::from([from]), vec![from]);
    while let Some(at) = edge.pop() {
        for way in WAYS {
            let next = Place::new(at.x + way.x, at.y + way.y);
            if is_safe(world, next) && reached.insert(next) {
                edge.push(next);
            }
        }
    }
    reached
}

/// The first step of a shortest safe way.
pub(crate) fn step_to(world: &World, to: Place) -> Option<u8> {
    let from = hero_at(world);
    let (mut seen, mut queue) = (BTreeSet::from([to]), std::collections::VecDeque::from([to]));
    while let Some(at) = queue.pop_front() {
        for way in 0..8u8 {
            let next = at.step(way);
            if next == from {
                return Some((way + 4) % 8);
            }
            if is_safe(world, next) && seen.insert(next) {
                queue.push_back(next);
            }
        }
    }
    None
}

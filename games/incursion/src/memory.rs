//! What the hero remembers of a level otherwise than it is now. What was seen is remembered as it was until it is seen again: only differences are kept.

use crate::place::Square;
use crate::{Event, Gauge, Id, Kind, Level, Res, Thing, World};
use referee_dispatch::Place;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What the hero remembers of a level otherwise than it is now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Memory {
    /// Squares whose ground or light is taken for another.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grounds: Vec<Recalled>,
    /// Doors, traps and the like as they were when they were seen last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub things: Vec<Thing>,
    /// Features on squares that are known which came later and were not seen yet.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub unseen: BTreeSet<Id>,
}

/// A square as it was, or seemed, when it was seen last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Recalled {
    /// Which square.
    pub place: Place,
    /// Its ground.
    pub ground: Res,
    /// Whether it had light of its own.
    pub lit: bool,
}

/// A square of which the hero sees what is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Mirage {
    /// Which square.
    pub place: Place,
    /// What the hero sees there.
    pub ground: Res,
}

impl Memory {
    /// Whether everything is remembered as it is.
    pub fn is_empty(&self) -> bool {
        self.grounds.is_empty() && self.things.is_empty() && self.unseen.is_empty()
    }

    /// What a square was, if it is remembered otherwise than it is.
    pub fn ground(&self, at: Place) -> Option<Recalled> {
        self.grounds.iter().find(|it| it.place == at).copied()
    }

    /// A feature as it was, if it is remembered otherwise than it is.
    pub fn thing(&self, id: Id) -> Option<&Thing> {
        self.things.iter().find(|it| it.id == id)
    }

    fn forget(&mut self, id: Id) {
        self.things.retain(|it| it.id != id);
        self.unseen.remove(&id);
    }
}

/// Keeps what an event is about to change, if the hero knows it and may not notice.
pub(crate) fn keep(world: &mut World, event: &Event) {
    match event {
        Event::GroundChanged { place, .. } | Event::GroundRestored { place } | Event::LightChanged { place, .. } => {
            let (depth, hero) = (world.depth, world.spot(world.hero));
            let level = world.levels.get_mut(&depth).filter(|_| hero.is_none_or(|hero| hero.distance(*place) > 1));
            level.into_iter().for_each(|level| keep_ground(level, *place));
        }
        Event::Set { id, gauge: Gauge::Found, to: 1 } => {
            let depth = world.depth;
            world.levels.get_mut(&depth).into_iter().for_each(|level| level.memory.forget(*id));
        }
        Event::Set { id, .. }
        | Event::Hurt { id, .. }
        | Event::Healed { id, .. }
        | Event::Removed { id }
        | Event::Moved { id, .. }
        | Event::Became { id, .. } => keep_feature(world, *id),
        Event::Made { thing } if thing.kind.is_feature() => {
            let (at, far) = (thing.on(world.depth), is_far(world, thing));
            let level = world.levels.get_mut(&world.depth).filter(|level| far && at.is_some_and(|at| level.is_known(at)));
            if let Some(level) = level {
                level.memory.unseen.insert(thing.id);
            }
        }
        _ => {}
    }
}

fn keep_ground(level: &mut Level, place: Place) {
    let (ground, lit) = (level.terrain.get(place), level.lit.get(place));
    if let (Some(ground), Some(lit)) = (ground, lit)
        && level.is_known(place)
        && level.memory.ground(place).is_none()
    {
        level.memory.grounds.push(Recalled { place, ground, lit });
    }
}

fn keep_feature(world: &mut World, id: Id) {
    let Some(thing) = world.thing(id).filter(|thing| thing.kind.is_feature() && is_far(world, thing)) else { return };
    let Some(at) = thing.on(world.depth).filter(|_| !is_secret(thing)) else { return };
    let Some(level) = world.level().filter(|level| level.is_known(at)) else { return };
    if level.memory.thing(id).is_none() && !level.memory.unseen.contains(&id) {
        let old = thing.clone();
        world.levels.get_mut(&world.depth).into_iter().for_each(|level| level.memory.things.push(old.clone()));
    }
}

/// Whoever is beside something notices what becomes of it, even without eyes.
fn is_far(world: &World, thing: &Thing) -> bool {
    let hero = world.spot(world.hero);
    thing.on(world.depth).zip(hero).is_none_or(|(at, hero)| at.distance(hero) > 1)
}

/// Whether a feature is still to be found. An open door is there for all to see.
pub(crate) fn is_secret(thing: &Thing) -> bool {
    thing.feature().is_some_and(|feature| !(feature.found || thing.kind == Kind::Door && feature.open))
}

/// The hero has looked around: squares it sees or touches are known as they are, or as they seem.
pub(crate) fn look(level: &mut Level, is_seen: impl Fn(Place) -> bool, depth: u8, mirages: &[Mirage], features: &[Id]) {
    level.memory.grounds.retain(|it| !is_seen(it.place));
    level.memory.things.retain(|it| !it.on(depth).is_some_and(&is_seen));
    level.memory.unseen.retain(|id| !features.contains(id));
    for mirage in mirages {
        let lit = level.lit.get(mirage.place).unwrap_or(false);
        level.memory.grounds.push(Recalled { place: mirage.place, ground: mirage.ground, lit });
    }
}

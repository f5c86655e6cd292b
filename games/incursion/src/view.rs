//! What the player may know: what the hero sees, remembers and carries.

use crate::rules::Incursion;
use crate::{End, Event, Grid, Id, Kind, Level, Res, Said, Thing, Things, Whereabouts, World};
use referee::{Seat, Stream, View};
use referee_dispatch::Place;
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What the player may know: a world in which everything hidden is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen(World);

/// What the player may know, as text: the world without chance, and without what has no place in it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Page<'a> {
    /// The clock. A step at usual speed takes 30.
    time: u32,
    /// How deep the level lies.
    depth: u8,
    /// The dungeon.
    dungeon: Option<Res>,
    /// The level, as far as it has been seen.
    level: Option<&'a Level>,
    /// Whoever and whatever the hero knows of.
    things: &'a Things,
    /// Whom the player plays.
    hero: Id,
    /// What the player knows by sight: monsters, items, effects.
    known: &'a BTreeSet<Res>,
    /// The squares the hero sees, in order.
    in_view: &'a [Place],
    /// What was said to the player last, the newest at the end.
    said: &'a VecDeque<Said>,
    /// How it ended, if it has.
    end: Option<&'a End>,
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let world = &self.0;
        let page = Page {
            time: world.time,
            depth: world.depth,
            dungeon: world.dungeon,
            level: world.level(),
            things: &world.things,
            hero: world.hero,
            known: &world.known,
            in_view: &world.in_view,
            said: &world.said,
            end: world.end.as_ref(),
        };
        page.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Seen {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seen".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Page::json_schema(generator)
    }
}

impl Seen {
    /// The world, as far as it is known.
    pub fn world(&self) -> &World {
        &self.0
    }
}

impl View for Incursion {
    type View = Seen;

    fn view(&self, world: &World, _eye: Option<Seat>) -> Seen {
        Seen(known(self, world))
    }

    /// What befalls others is told in words to whoever perceives it; the facts themselves are the hero's own.
    fn seen(&self, event: &Event, _eye: Option<Seat>) -> Option<Event> {
        match event {
            Event::Said { .. }
            | Event::Looked {}
            | Event::DepthChanged { .. }
            | Event::Recognised { .. }
            | Event::Saw { .. }
            | Event::Ended { .. } => Some(event.clone()),
            Event::Hurt { id, .. }
            | Event::Healed { id, .. }
            | Event::Moved { id, .. }
            | Event::Learned { id, .. }
            | Event::Gained { id, .. }
            | Event::StatusChanged { id, .. }
            | Event::Lost { id, .. }
            | Event::Died { id, .. }
                if *id == HERO =>
            {
                Some(event.clone())
            }
            _ => None,
        }
    }

    fn imagine(&self, seen: &Seen, luck: u64) -> World {
        World { luck: Stream::new(luck), ..seen.0.clone() }
    }
}

/// The hero is the first of all things.
const HERO: Id = Id(0);

/// A world with everything left out that the hero does not know.
fn known(rules: &Incursion, world: &World) -> World {
    let rock = world.dungeon.and_then(|dungeon| rules.pack().dungeon(dungeon)).map_or(Res(0), |dungeon| dungeon.rock.res());
    let levels: BTreeMap<u8, Level> =
        world.level().map(|level| (level.depth, mapped(level, rock, &world.in_view))).into_iter().collect();
    let mut things = Things::default();
    world.things.iter().filter_map(|thing| noticed(world, thing)).for_each(|thing| things.add(thing));
    World {
        luck: Stream::default(),
        time: world.time,
        next_turn: world.next_turn,
        depth: world.depth,
        dungeon: world.dungeon,
        levels,
        things,
        hero: world.hero,
        next_status: 0,
        next_field: 0,
        known: world.known.clone(),
        in_view: world.in_view.clone(),
        hidden: Default::default(),
        said: world.said.clone(),
        notes: BTreeMap::new(),
        end: world.end.clone(),
    }
}

/// A level as far as it has been seen: the rest is rock.
fn mapped(level: &Level, rock: Res, in_view: &[Place]) -> Level {
    let mut terrain = Grid::new(level.terrain.width(), level.terrain.height(), rock);
    let mut regions = Grid::new(level.terrain.width(), level.terrain.height(), Res(0));
    let mut lit = Grid::new(level.terrain.width(), level.terrain.height(), false);
    for (at, known) in level.known.iter().filter(|(_, known)| *known) {
        debug_assert!(known);
        level.terrain.get(at).into_iter().for_each(|ground| terrain.set(at, ground));
        level.regions.get(at).into_iter().for_each(|region| regions.set(at, region));
        level.lit.get(at).into_iter().for_each(|light| lit.set(at, light));
    }
    let is_known = |at: Place| level.known.get(at) == Some(true);
    let unmarked = Place::default();
    Level {
        depth: level.depth,
        terrain,
        regions,
        lit,
        known: level.known.clone(),
        fields: level.fields.iter().filter(|field| in_view.binary_search(&field.center).is_ok()).cloned().collect(),
        made: Vec::new(),
        up: if is_known(level.up) { level.up } else { unmarked },
        down: if is_known(level.down) { level.down } else { unmarked },
    }
}

/// A thing as far as the hero knows it.
fn noticed(world: &World, thing: &Thing) -> Option<Thing> {
    let mine = thing.id == world.hero || thing.holder().is_some_and(|(who, _)| who == world.hero);
    let in_mine = matches!(thing.at, Whereabouts::In { what } if world.thing(what).is_some_and(|it| it.holder().is_some_and(|(who, _)| who == world.hero)));
    if mine || in_mine {
        return Some(if thing.kind.is_item() { unidentified(world, thing.clone()) } else { thing.clone() });
    }
    let at = thing.on(world.depth)?;
    let level = world.level()?;
    let found = thing.feature().is_none_or(|feature| feature.found || thing.kind != Kind::Trap);
    if thing.kind.is_feature() && level.known.get(at) == Some(true) && found {
        return Some(thing.clone());
    }
    if world.in_view.binary_search(&at).is_err() || !found || world.hidden.contains(&thing.id) {
        return None;
    }
    let mut thing = unidentified(world, thing.clone());
    if let Some(creature) = thing.creature_mut() {
        (creature.target, creature.trail, creature.ready, creature.fought) = (None, None, 0, 0);
        (creature.mana, creature.max_mana, creature.experience) = (0, 0, 0);
    }
    Some(thing)
}

/// An item without what only its use or a spell would tell.
fn unidentified(world: &World, mut thing: Thing) -> Thing {
    let known = world.known.contains(&thing.res);
    if let Some(item) = thing.item_mut()
        && !item.known
        && !known
    {
        (item.plus, item.charges, item.enchantment) = (0, 0, None);
        (item.cursed, item.blessed, item.poison) = (false, false, None);
    }
    thing
}

//! What the player may know: what the hero sees, remembers and carries.

use crate::gaze::Gaze;
use crate::rules::Incursion;
use crate::{Character, End, Event, Field, Grid, Id, Level, Memory, Nature, Res, Said, Status, Thing, Things, World};
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
            Event::Looked { .. } => Some(Event::Looked { mirages: Vec::new() }),
            Event::Said { .. }
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
        crate::imagine::imagine(self, &seen.0, luck)
    }
}

/// The hero is the first of all things.
pub(crate) const HERO: Id = Id(0);

/// A world with everything left out that the hero does not know.
fn known(rules: &Incursion, world: &World) -> World {
    let gaze = Gaze::new(world, rules.lore_ref());
    let levels: BTreeMap<u8, Level> = world.level().map(|level| (level.depth, mapped(gaze, level))).into_iter().collect();
    let mut things = Things::default();
    let remembered = world.level().map_or(&[][..], |level| &level.memory.things);
    let is_current = |thing: &&Thing| remembered.iter().all(|old| old.id != thing.id);
    let noticed = world.things.iter().filter(|thing| gaze.notices(thing)).filter(is_current);
    noticed.chain(remembered).for_each(|thing| things.add(as_known(gaze, thing)));
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
        guises: BTreeMap::new(),
        in_view: world.in_view.clone(),
        hidden: Default::default(),
        said: world.said.clone(),
        notes: BTreeMap::new(),
        end: world.end.clone(),
    }
}

/// A level as it was seen last: the rest is rock.
fn mapped(gaze: Gaze<'_>, level: &Level) -> Level {
    let (width, height) = (level.terrain.width(), level.terrain.height());
    let mut terrain = Grid::new(width, height, gaze.rock().unwrap_or_default());
    let mut regions = Grid::new(width, height, Res(0));
    let mut lit = Grid::new(width, height, false);
    for (at, _) in level.known.iter().filter(|(_, known)| *known) {
        level.terrain.get(at).into_iter().for_each(|ground| terrain.set(at, ground));
        level.regions.get(at).into_iter().for_each(|region| regions.set(at, region));
        level.lit.get(at).into_iter().for_each(|light| lit.set(at, light));
    }
    level.memory.grounds.iter().for_each(|old| lit.set(old.place, old.lit));
    let doors = gaze.world().here().filter(|thing| crate::memory::is_secret(thing)).filter_map(|it| it.on(level.depth));
    let otherwise = level.memory.grounds.iter().map(|old| old.place).chain(doors).filter(|at| level.is_known(*at));
    for at in otherwise {
        gaze.ground_taken(at).into_iter().for_each(|ground| terrain.set(at, ground));
    }
    let unmarked = Place::default();
    Level {
        depth: level.depth,
        terrain,
        regions,
        lit,
        known: level.known.clone(),
        fields: level.fields.iter().filter(|field| is_plain(gaze, field)).map(|field| unsigned(gaze, field)).collect(),
        made: Vec::new(),
        memory: Memory::default(),
        up: if level.is_known(level.up) { level.up } else { unmarked },
        down: if level.is_known(level.down) { level.down } else { unmarked },
    }
}

/// Whether an area is there to see: an illusion only for whoever is not deceived.
fn is_plain(gaze: Gaze<'_>, field: &Field) -> bool {
    let hero = gaze.world().hero;
    let in_view = gaze.world().in_view.binary_search(&field.center).is_ok();
    in_view && (!field.is(Field::ILLUSION) || crate::illusion::sees_through(&gaze, hero, field))
}

/// An area as others see it: not who made it, nor for how long.
fn unsigned(gaze: Gaze<'_>, field: &Field) -> Field {
    if field.creator == Some(gaze.world().hero) {
        return field.clone();
    }
    Field { creator: None, until: None, caster_level: 0, ..field.clone() }
}

/// A thing as far as the hero knows it.
fn as_known(gaze: Gaze<'_>, thing: &Thing) -> Thing {
    if thing.id == gaze.world().hero {
        return thing.clone();
    }
    let mut seen = Thing { res: gaze.face(thing), ..thing.clone() };
    let recognised = gaze.is_recognised(thing);
    if !(thing.kind.is_item() && recognised) {
        seen.statuses = told(gaze, &thing.statuses);
    }
    match &mut seen.more {
        Nature::Creature(creature) => {
            (creature.target, creature.trail, creature.ready, creature.fought) = (None, None, 0, 0);
            (creature.mana, creature.max_mana, creature.experience) = (0, 0, 0);
            (creature.fatigue, creature.max_fatigue) = (0, 0);
            if let Some(character) = &mut creature.character {
                **character = Character { name: character.name.clone(), ..Character::default() };
            }
        }
        Nature::Item(item) if !recognised => {
            (item.plus, item.charges, item.enchantment) = (0, 0, None);
            (item.cursed, item.blessed, item.poison) = (false, false, None);
        }
        Nature::Feature(feature) => {
            feature.locked &= feature.tried;
            feature.effect = None;
        }
        _ => {}
    }
    seen
}

/// The conditions of somebody else: those that have a word for it, and no more than the word.
fn told(gaze: Gaze<'_>, statuses: &[Status]) -> Vec<Status> {
    let has_word = |status: &&Status| gaze.content().status(status.nature).is_some_and(|it| it.word.is_some());
    let plain = |(seq, status): (u32, &Status)| Status { seq, nature: status.nature, ..Status::default() };
    (0..).zip(statuses.iter().filter(has_word)).map(plain).collect()
}

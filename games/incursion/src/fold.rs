//! Applies events. Total: whatever the world and the event, it neither refuses nor fails.

use crate::gaze::Gaze;
use crate::lore::Lore;
use crate::memory::{self, Mirage};
use crate::place::Square;
use crate::world::SAID_MAX;
use crate::{Creature, Event, Feature, Gauge, Id, Item, Level, Made, Mood, Said, Status, Thing, World};
use referee_dispatch::Place;

/// Applies an event.
pub(crate) fn fold(world: &mut World, event: &Event) {
    memory::keep(world, event);
    match event {
        Event::Began { luck, dungeon, hero } => {
            *world = World { luck: *luck, dungeon: Some(*dungeon), hero: *hero, next_turn: 60, ..World::default() };
        }
        Event::Reseeded { luck } => world.luck = *luck,
        Event::Rolled { .. } => world.luck = world.luck.next(),
        Event::LevelMade { level } => {
            world.levels.insert(level.depth, (**level).clone());
        }
        Event::DepthChanged { depth } => world.depth = *depth,
        Event::Made { thing } => {
            let seq = thing.statuses.iter().map(|status| status.seq.saturating_add(1)).max().unwrap_or(0);
            world.next_status = world.next_status.max(seq);
            world.things.add((**thing).clone());
        }
        Event::Moved { id, at } => world.things.place(*id, *at),
        Event::Removed { id } => world.things.remove(*id),
        Event::Hurt { id, hp, .. } | Event::Healed { id, hp, .. } => world.things.change(*id, |thing| thing.hp = *hp),
        Event::Died { id, .. } => world.things.change(*id, |thing| thing.hp = 0),
        Event::Set { id, gauge, to } => world.things.change(*id, |thing| set(thing, *gauge, *to)),
        Event::FaithChanged { id, god, faith } => world.things.change(*id, |thing| {
            if let Some(character) = thing.character_mut() {
                character.faith.insert(*god, *faith);
            }
        }),
        Event::Converted { id, god } => world.things.change(*id, |thing| {
            if let Some(character) = thing.character_mut() {
                character.god = *god;
            }
        }),
        Event::Learned { id, spell } => world.things.change(*id, |thing| {
            if let Some(character) = thing.character_mut() {
                let spells = &mut character.spells;
                spells.iter().all(|known| known != spell).then(|| spells.push(*spell));
            }
        }),
        Event::Aimed { id, target, trail } => world.things.change(*id, |thing| {
            if let Some(creature) = thing.creature_mut() {
                (creature.target, creature.trail) = (*target, *trail);
            }
        }),
        Event::Became { id, res } => world.things.change(*id, |thing| thing.res = *res),
        Event::Enchanted { id, enchantment } => world.things.change(*id, |thing| {
            if let Some(item) = thing.item_mut() {
                item.enchantment = *enchantment;
            }
        }),
        Event::Coated { id, poison } => world.things.change(*id, |thing| {
            if let Some(item) = thing.item_mut() {
                item.poison = *poison;
            }
        }),
        Event::Gained { id, status } => {
            world.next_status = world.next_status.max(status.seq.saturating_add(1));
            world.things.change(*id, |thing| thing.statuses.push((**status).clone()));
        }
        Event::StatusChanged { id, status } => world.things.change(*id, |thing| restate(&mut thing.statuses, status)),
        Event::Lost { id, seq } => world.things.change(*id, |thing| thing.statuses.retain(|status| status.seq != *seq)),
        Event::GroundChanged { place, to, by, until, effect } => on_level(world, |level| {
            let Some(before) = level.terrain.get(*place) else { return };
            level.made.push(Made { place: *place, by: *by, before, until: *until, effect: *effect });
            level.terrain.set(*place, *to);
        }),
        Event::GroundRestored { place } => on_level(world, |level| {
            if let Some(index) = level.made.iter().rposition(|made| made.place == *place) {
                let made = level.made.remove(index);
                level.terrain.set(*place, made.before);
            }
        }),
        Event::LightChanged { place, lit } => on_level(world, |level| level.lit.set(*place, *lit)),
        Event::FieldMade { field } => {
            world.next_field = world.next_field.max(field.id.saturating_add(1));
            on_level(world, |level| level.fields.push((**field).clone()));
        }
        Event::FieldMoved { id, center } => on_level(world, |level| {
            if let Some(field) = level.fields.iter_mut().find(|field| field.id == *id) {
                field.center = *center;
            }
        }),
        Event::FieldEnded { id } => on_level(world, |level| level.fields.retain(|field| field.id != *id)),
        Event::Recognised { res } => {
            world.known.insert(*res);
        }
        Event::Guised { guises } => world.guises = guises.clone(),
        Event::Looked { .. } => {} // see `look`
        Event::Saw { places } => on_level(world, |level| places.iter().for_each(|&place| level.known.set(place, true))),
        Event::Noted { about, key, to } => note(world, about, key, *to),
        Event::Said { to, text } => {
            if *to == world.hero {
                world.said.push_back(Said { time: world.time, text: text.clone() });
            }
            while world.said.len() > SAID_MAX {
                world.said.pop_front();
            }
        }
        Event::TimePassed { time, next_turn } => (world.time, world.next_turn) = (*time, *next_turn),
        Event::Faulted { .. } => {}
        Event::Ended { end } => world.end = Some(end.clone()),
    }
}

/// The hero looks around: needs to know what lets light through.
pub(crate) fn look(world: &mut World, lore: &Lore, mirages: &[Mirage]) {
    let gaze = Gaze::new(world, lore);
    let in_view = gaze.in_view();
    let here = |thing: &&Thing| thing.on(world.depth).is_some_and(|at| in_view.binary_search(&at).is_ok());
    let hidden = world.creatures().filter(here).filter(|it| it.id != world.hero && !gaze.sees(world.hero, it.id)).map(|it| it.id);
    world.hidden = hidden.collect();
    world.in_view = in_view;
    known(world, mirages);
}

/// What is seen is known, and what is beside one is felt.
fn known(world: &mut World, mirages: &[Mirage]) {
    let Some(hero) = world.spot(world.hero) else { return };
    let (in_view, depth) = (std::mem::take(&mut world.in_view), world.depth);
    let is_seen = |at: Place| at.distance(hero) <= 1 || in_view.binary_search(&at).is_ok();
    let unseen = world.level().into_iter().flat_map(|level| &level.memory.unseen);
    let found: Vec<Id> = unseen.copied().filter(|id| world.spot(*id).is_none_or(is_seen)).collect();
    on_level(world, |level| {
        let felt = (0..8).map(|way| hero.step(way)).chain([hero]);
        in_view.iter().copied().chain(felt).for_each(|place| level.known.set(place, true));
        memory::look(level, is_seen, depth, mirages, &found);
    });
    world.in_view = in_view;
}

fn on_level(world: &mut World, change: impl FnOnce(&mut Level)) {
    if let Some(level) = world.levels.get_mut(&world.depth) {
        change(level);
    }
}

fn restate(statuses: &mut [Status], to: &Status) {
    if let Some(status) = statuses.iter_mut().find(|status| status.seq == to.seq) {
        *status = to.clone();
    }
}

/// A number of 0 is kept by keeping none.
fn note(world: &mut World, about: &str, key: &str, to: i32) {
    let notes = world.notes.entry(about.to_owned()).or_default();
    match to {
        0 => drop(notes.remove(key)),
        to => drop(notes.insert(key.to_owned(), to)),
    }
    if notes.is_empty() {
        world.notes.remove(about);
    }
}

fn set(thing: &mut Thing, gauge: Gauge, to: i32) {
    if gauge == Gauge::MaxHp {
        thing.max_hp = to;
    }
    thing.creature_mut().into_iter().for_each(|creature| set_creature(creature, gauge, to));
    thing.item_mut().into_iter().for_each(|item| set_item(item, gauge, to));
    thing.feature_mut().into_iter().for_each(|feature| set_feature(feature, gauge, to));
}

fn set_creature(creature: &mut Creature, gauge: Gauge, to: i32) {
    let positive = u32::try_from(to).unwrap_or(0);
    match gauge {
        Gauge::Mana => creature.mana = to,
        Gauge::MaxMana => creature.max_mana = to,
        Gauge::Fatigue => creature.fatigue = to,
        Gauge::MaxFatigue => creature.max_fatigue = to,
        Gauge::Ready => creature.ready = positive,
        Gauge::Party => creature.party = positive,
        Gauge::Mood => creature.mood = [Mood::Hostile, Mood::Neutral, Mood::Friendly][positive.min(2) as usize],
        Gauge::Fought => creature.fought = positive,
        Gauge::Experience => creature.experience = positive,
        _ => {}
    }
    let Some(character) = creature.character.as_deref_mut() else { return };
    match gauge {
        Gauge::Level => character.level = to,
        Gauge::Attribute(nth) => character.attributes.get_mut(usize::from(nth)).into_iter().for_each(|score| *score = to),
        _ => {}
    }
}

fn set_item(item: &mut Item, gauge: Gauge, to: i32) {
    match gauge {
        Gauge::Quantity => item.quantity = to,
        Gauge::Plus => item.plus = to,
        Gauge::Charges => item.charges = to,
        Gauge::Known => item.known = to != 0,
        Gauge::Blessed => item.blessed = to != 0,
        Gauge::Cursed => item.cursed = to != 0,
        _ => {}
    }
}

fn set_feature(feature: &mut Feature, gauge: Gauge, to: i32) {
    match gauge {
        Gauge::Open => feature.open = to != 0,
        Gauge::Locked => feature.locked = to != 0,
        Gauge::Found => feature.found = to != 0,
        Gauge::Tried => feature.tried = to != 0,
        _ => {}
    }
}

//! What is always so.

use crate::content::{Content, TerrainFlag};
use crate::{Refusal, Thing, Whereabouts, World};
use std::collections::BTreeSet;

/// The most life a thing can have, and the most it can be below none: what is worked out of it stays a number.
pub const LIFE_MAX: i32 = 10_000_000;

/// Whether a world is as it can be; the first thing that is not.
pub(crate) fn audit(world: &World, content: &Content) -> Result<(), Refusal> {
    let hero = world.thing(world.hero);
    if world.dungeon.is_some() && world.end.is_none() && hero.is_none_or(|hero| hero.creature().is_none()) {
        return broken("the hero is gone, and the game goes on".to_owned());
    }
    let mut stands = BTreeSet::new();
    for thing in world.things.iter() {
        if thing.hp > thing.max_hp {
            return broken(format!("{} has more life than it can have", name(thing)));
        }
        if thing.max_hp > LIFE_MAX || thing.hp < -LIFE_MAX {
            return broken(format!("{} has {} of {} life, and {LIFE_MAX} is the most", name(thing), thing.hp, thing.max_hp));
        }
        let Whereabouts::On { depth, place } = thing.at else { continue };
        let Some(terrain) = world.levels.get(&depth).and_then(|level| level.terrain.get(place)) else {
            return broken(format!("{} is beyond the edge of the level", name(thing)));
        };
        if !thing.kind.is_creature() || thing.hp <= 0 {
            continue;
        }
        if content.terrain(terrain).is_none_or(|terrain| terrain.is(TerrainFlag::Solid)) {
            return broken(format!("{} stands in solid rock", name(thing)));
        }
        if !stands.insert((depth, place)) {
            return broken(format!("{} stands where somebody else stands", name(thing)));
        }
    }
    Ok(())
}

fn name(thing: &Thing) -> String {
    format!("the {} #{}", thing.kind.name(), thing.id.0)
}

fn broken(why: String) -> Result<(), Refusal> {
    Err(Refusal::Broken { why })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Id, Kind, Nature, Res, fold};

    fn somebody(id: u32, (hp, max_hp): (i32, i32), at: Whereabouts) -> Event {
        let more = Nature::Creature(Box::default());
        let thing = Thing { id: Id(id), kind: Kind::Player, at, hp, max_hp, more, ..Thing::default() };
        Event::Made { thing: Box::new(thing) }
    }

    #[test]
    fn a_world_that_cannot_be_is_named() {
        let content = Content::read(&[]).expect("nothing is wrong with nothing");
        let began = Event::Began { luck: Default::default(), dungeon: Res(0), hero: Id(0) };
        let nowhere = Whereabouts::Nowhere;
        let beyond = Whereabouts::On { depth: 1, place: Default::default() };
        for (event, wanted) in [
            (None, Some("the hero is gone, and the game goes on")),
            (Some(somebody(0, (9, 9), nowhere)), None),
            (Some(somebody(0, (10, 9), nowhere)), Some("the player #0 has more life than it can have")),
            (Some(somebody(0, (LIFE_MAX, LIFE_MAX), nowhere)), None),
            (
                Some(somebody(0, (9, LIFE_MAX + 1), nowhere)),
                Some("the player #0 has 9 of 10000001 life, and 10000000 is the most"),
            ),
            (
                Some(somebody(0, (i32::MIN, 9), nowhere)),
                Some("the player #0 has -2147483648 of 9 life, and 10000000 is the most"),
            ),
            (Some(somebody(0, (9, 9), beyond)), Some("the player #0 is beyond the edge of the level")),
        ] {
            let mut world = World::default();
            [&began].into_iter().chain(event.as_ref()).for_each(|event| fold::fold(&mut world, event));
            let found = audit(&world, &content).err().map(|why| why.to_string());
            assert_eq!(found, wanted.map(|why| format!("the world is not as it can be: {why}")));
        }
    }
}

//! What scripts do with the level, with words and with memory.

use super::value::{T, definition, id, named, number, thing, things};
use super::{Hand, Native, with};
use crate::content::{Breed, EffectFlag, Noun, TerrainFlag};
use crate::gain::TURN;
use crate::place::{Square, WAYS};
use crate::{Event, Happening, Id};
use referee_dispatch::Place;
use rhai::{Array, Dynamic, Engine, INT, Map, NativeCallContext as Context};
use serde::Deserialize;
use serde::de::value::{Error, StrDeserializer};

pub(super) fn register(engine: &mut Engine) {
    words(engine);
    ground(engine);
    memory(engine);
    definitions(engine);
    engine.register_fn("near", |context: Context<'_>, x: INT, y: INT, reach: INT| -> Native<Array> {
        with(&context, |hand| {
            let (at, reach) = (square(x, y)?, number(reach)?);
            let world = hand.play.world();
            let mut near: Vec<(i32, Id)> = world
                .creatures()
                .filter_map(|it| Some((it.on(world.depth)?.distance(at), it.id)))
                .filter(|(far, _)| *far <= reach)
                .collect();
            near.sort_unstable();
            Ok(things(near.into_iter().map(|(_, id)| id)))
        })
    });
    engine.register_fn("creatures", |context: Context<'_>| {
        with(&context, |hand| Ok(things(hand.play.world().creatures().map(|it| it.id))))
    });
    engine.register_fn("things_at", |context: Context<'_>, x: INT, y: INT| {
        with(&context, |hand| Ok(things(hand.play.world().on(square(x, y)?).map(|it| it.id))))
    });
    engine.register_fn("place", |context: Context<'_>, noun: &str, name: &str, x: INT, y: INT| {
        with(&context, |hand| {
            let noun = Noun::named(noun).ok_or_else(|| format!("there are no `{noun}`"))?;
            let (res, at) = (definition(hand, noun, name)?, square(x, y)?);
            Ok(thing(hand.play.spawn(res, at)))
        })
    });
    engine.register_fn("depth", |context: Context<'_>| with(&context, |hand| Ok(INT::from(hand.play.world().depth))));
    engine.register_fn("turn", |context: Context<'_>| with(&context, |hand| Ok(INT::from(hand.play.world().time / TURN))));
    for (name, of) in [("way_x", 0), ("way_y", 1)] {
        engine.register_fn(name, move |way: INT| -> INT {
            let step = usize::try_from(way).ok().and_then(|way| WAYS.get(way)).copied().unwrap_or_default();
            if of == 0 { step.x.into() } else { step.y.into() }
        });
    }
}

pub(super) fn square(x: INT, y: INT) -> Result<Place, String> {
    Ok(Place::new(number(x)?, number(y)?))
}

fn words(engine: &mut Engine) {
    engine.register_fn("tell", |context: Context<'_>, whom: Dynamic, text: &str| {
        with(&context, |hand| {
            let whom = id(&whom)?;
            let happening = hand.happening.clone();
            hand.play.tell_of(whom, text, &happening);
            Ok(())
        })
    });
    engine.register_fn("tell_near", |context: Context<'_>, about: Dynamic, text: &str| {
        with(&context, |hand| {
            let (about, hero) = (id(&about)?, hand.play.world().hero);
            if about != hero && hand.play.perceives(hero, about) {
                let happening = hand.happening.clone();
                hand.play.tell_of(hero, text, &happening);
            }
            Ok(())
        })
    });
    engine.register_fn("announce", |context: Context<'_>, x: INT, y: INT, text: &str| {
        with(&context, |hand| {
            let (at, hero) = (square(x, y)?, hand.play.world().hero);
            if hand.play.sees_place(hero, at) {
                hand.play.tell_of(hero, text, &Happening::new());
            }
            Ok(())
        })
    });
}

fn ground(engine: &mut Engine) {
    engine.register_fn("terrain_at", |context: Context<'_>, x: INT, y: INT| {
        with(&context, |hand| {
            let terrain = hand.play.world().level().and_then(|level| level.terrain.get(square(x, y).ok()?));
            Ok(terrain.map_or(String::new(), |terrain| hand.play.content().name(terrain).to_owned()))
        })
    });
    engine.register_fn("region_at", |context: Context<'_>, x: INT, y: INT| {
        with(&context, |hand| {
            let region = hand.play.world().level().and_then(|level| level.regions.get(square(x, y).ok()?));
            Ok(region.map_or(String::new(), |region| hand.play.content().name(region).to_owned()))
        })
    });
    engine
        .register_fn("is_lit", |context: Context<'_>, x: INT, y: INT| with(&context, |hand| Ok(hand.play.is_lit(square(x, y)?))));
    engine.register_fn("ground_is", |context: Context<'_>, x: INT, y: INT, flag: &str| {
        with(&context, |hand| {
            let flag = word::<TerrainFlag>(flag)?;
            let terrain = hand.play.world().level().and_then(|level| level.terrain.get(square(x, y).ok()?));
            Ok(terrain.and_then(|terrain| hand.play.content().terrain(terrain)).is_some_and(|terrain| terrain.is(flag)))
        })
    });
    engine.register_fn("ground_dc", |context: Context<'_>, x: INT, y: INT| with(&context, |hand| ground_dc(hand, square(x, y)?)));
    engine.register_fn("set_terrain", |context: Context<'_>, x: INT, y: INT, name: &str| {
        with(&context, |hand| set_terrain(hand, square(x, y)?, name, &Map::new()))
    });
    engine.register_fn("set_terrain", |context: Context<'_>, x: INT, y: INT, name: &str, how: Map| {
        with(&context, |hand| set_terrain(hand, square(x, y)?, name, &how))
    });
}

/// A word of a list, as definitions write it.
fn word<'a, W: Deserialize<'a>>(text: &'a str) -> Result<W, String> {
    W::deserialize(StrDeserializer::<Error>::new(text)).map_err(|why| why.to_string())
}

/// What a check on the ground must reach: that of its maker, else of its terrain.
fn ground_dc(hand: &mut Hand<'_>, at: Place) -> Result<INT, String> {
    let Some(level) = hand.play.world().level() else { return Ok(0) };
    let made = level.made.iter().rev().find(|made| made.place == at).copied();
    let terrain = level.terrain.get(at).and_then(|terrain| hand.play.content().terrain(terrain));
    let own = terrain.and_then(|terrain| terrain.dc).map_or(0, |dc| dc.get());
    let of_maker = made.and_then(|made| {
        let effect = hand.play.content().effect(made.effect?)?;
        let figures = hand.play.figures(made.by?);
        let best = figures.modifier(crate::content::Attribute::Int).max(figures.modifier(crate::content::Attribute::Wis));
        Some(10 + effect.level.get() + best)
    });
    Ok(of_maker.unwrap_or(own).into())
}

fn set_terrain(hand: &mut Hand<'_>, place: Place, name: &str, how: &Map) -> Result<(), String> {
    let to = definition(hand, Noun::Terrain, name)?;
    let turns =
        how.get("turns").map_or(Ok(0), |turns| turns.as_int().map_err(|found| format!("`turns` is a number, not {found}")))?;
    let by = how.get("maker").map_or(Ok(None), super::value::id_or_none)?;
    let until =
        (turns > 0).then(|| hand.play.world().time.saturating_add(u32::try_from(turns).unwrap_or(u32::MAX).saturating_mul(TURN)));
    let effect = hand.happening.effect;
    if hand.play.world().level().is_some_and(|level| level.terrain.get(place).is_some()) {
        hand.play.emit(Event::GroundChanged { place, to, by, until, effect });
    }
    Ok(())
}

fn memory(engine: &mut Engine) {
    let of_game = |hand: &Hand<'_>| hand.play.content().name(hand.asking.resource).to_owned();
    let of_level = |hand: &Hand<'_>| format!("{}@{}", hand.play.content().name(hand.asking.resource), hand.play.world().depth);
    type About = fn(&Hand<'_>) -> String;
    for (get, set, about) in [("memo", "set_memo", of_game as About), ("level_memo", "set_level_memo", of_level as About)] {
        engine.register_fn(get, move |context: Context<'_>, key: &str| -> Native<INT> {
            with(&context, |hand| Ok(hand.play.world().note(&about(hand), key).into()))
        });
        engine.register_fn(set, move |context: Context<'_>, key: &str, to: INT| {
            with(&context, |hand| keep(hand, about(hand), key, to))
        });
    }
    engine.register_fn("note", |context: Context<'_>, it: &mut T, key: &str| -> Native<INT> {
        let about = format!("#{}", it.0.0);
        with(&context, |hand| Ok(hand.play.world().note(&about, key).into()))
    });
    engine.register_fn("set_note", |context: Context<'_>, it: &mut T, key: &str, to: INT| {
        let about = format!("#{}", it.0.0);
        with(&context, |hand| keep(hand, about, key, to))
    });
}

/// The most notes about one matter, and the longest key.
const NOTES_MAX: (usize, usize) = (64, 64);

fn keep(hand: &mut Hand<'_>, about: String, key: &str, to: INT) -> Result<(), String> {
    let to = number(to)?;
    let kept = hand.play.world().notes.get(&about).map_or(0, |notes| notes.len());
    if key.len() > NOTES_MAX.1 || kept >= NOTES_MAX.0 && hand.play.world().note(&about, key) == 0 {
        return Err(format!("at most {} numbers are kept about `{about}`, each under {} bytes", NOTES_MAX.0, NOTES_MAX.1));
    }
    if hand.play.world().note(&about, key) != to {
        hand.play.emit(Event::Noted { about, key: key.to_owned(), to });
    }
    Ok(())
}

fn definitions(engine: &mut Engine) {
    engine.register_fn("bred", |context: Context<'_>, monster: &str, breed: &str| {
        with(&context, |hand| {
            let breed = Breed::named(breed).ok_or_else(|| format!("there is no breed `{breed}`"))?;
            let monster = definition(hand, Noun::Monster, monster)?;
            Ok(hand.play.content().monster(monster).is_some_and(|monster| monster.is_a.contains(&breed)))
        })
    });
    engine.register_fn("danger", |context: Context<'_>, monster: &str| {
        with(&context, |hand| {
            let monster = definition(hand, Noun::Monster, monster)?;
            Ok(hand.play.content().monster(monster).map_or(0, |monster| INT::from(monster.cr.get())))
        })
    });
    engine.register_fn("magic_is", |context: Context<'_>, effect: &str, flag: &str| {
        with(&context, |hand| {
            let flag = word::<EffectFlag>(flag)?;
            let effect = named(hand.play.content(), &[Noun::Effect], effect).ok().flatten();
            Ok(effect.and_then(|effect| hand.play.content().effect(effect)).is_some_and(|effect| effect.is(flag)))
        })
    });
}

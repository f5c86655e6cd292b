//! What scripts read of things, and do to them.

use super::glance::{Reading, Readings};
use super::value::{T, definition, id, id_or_none, number, thing, things};
use super::{Hand, Native, with};
use crate::content::{Attribute, Breed, Harm, Noun, Side, Skill, Slot, Trait};
use crate::gain::{Ending, TURN};
use crate::place::Square;
use crate::{Creature, Event, Gauge, Id, Kind, Lasts, Source, Status, Thing, Verb, Whereabouts};
use referee_dispatch::{Lens, Place, View};
use rhai::{Dynamic, Engine, INT, Map, NativeCallContext as Context};
use std::sync::Arc;

pub(super) fn register(engine: &mut Engine) {
    properties(engine);
    statuses(engine);
    gifts(engine);
    others(engine);
    deeds(engine);
}

/// Whoever learns how properties of things are read: the engine, and a first glance at scripts.
pub(super) trait Reads {
    fn reads(&mut self, name: &'static str, reading: Reading);
}

impl Reads for Engine {
    fn reads(&mut self, name: &'static str, reading: Reading) {
        self.register_get(name, move |context: Context<'_>, it: &mut T| -> Native<Dynamic> {
            with(&context, |hand| Ok(reading(hand, hand.play.thing(it.0))))
        });
    }
}

impl Reads for Readings {
    fn reads(&mut self, name: &'static str, reading: Reading) {
        self.insert(name, reading);
    }
}

/// Something read of a thing.
fn property<R: Into<Dynamic> + 'static>(engine: &mut impl Reads, name: &'static str, read: fn(&Hand<'_>, &Thing) -> R) {
    engine.reads(name, Arc::new(move |hand: &Hand<'_>, thing: &Thing| read(hand, thing).into()));
}

pub(super) fn properties(engine: &mut impl Reads) {
    property(engine, "name", |hand, it| hand.play.plain_name(it.id));
    property(engine, "what", |hand, it| hand.play.content().name(it.res).to_owned());
    property(engine, "kind", |_, it| it.kind.name().to_owned());
    property(engine, "x", |hand, it| INT::from(it.on(hand.play.world().depth).map_or(-1, |at| at.x)));
    property(engine, "y", |hand, it| INT::from(it.on(hand.play.world().depth).map_or(-1, |at| at.y)));
    property(engine, "hp", |_, it| INT::from(it.hp));
    property(engine, "hp_max", |_, it| INT::from(it.max_hp));
    property(engine, "mana", |_, it| INT::from(it.creature().map_or(0, |it| it.mana)));
    property(engine, "mana_max", |_, it| INT::from(it.creature().map_or(0, |it| it.max_mana)));
    property(engine, "fatigue", |_, it| INT::from(it.creature().map_or(0, |it| it.fatigue)));
    property(engine, "cr", |hand, it| INT::from(hand.play.figures(it.id).cr));
    property(engine, "level", |hand, it| INT::from(hand.play.figures(it.id).level));
    property(engine, "size", |hand, it| INT::from(hand.play.figures(it.id).size));
    property(engine, "god", |hand, it| {
        let god = it.character().and_then(|it| it.god).or_else(|| it.feature().and_then(|it| it.god));
        god.map_or("", |god| hand.play.content().name(god)).to_owned()
    });
    property(engine, "plus", |_, it| INT::from(it.item().map_or(0, |it| it.plus)));
    property(engine, "owner", |_, it| thing(it.holder().map(|(who, _)| who)));
    property(engine, "rider", |hand, it| thing(hand.play.rider_of(it.id)));
    property(engine, "leads", |hand, it| {
        let here = if let Whereabouts::On { depth, .. } = it.at { depth } else { hand.play.world().depth };
        it.feature().and_then(|it| it.leads_to).map_or(0, |to| INT::from(to) - INT::from(here))
    });
    property(engine, "turns_left", |hand, it| {
        let until =
            it.statuses.iter().filter_map(|status| if let Lasts::Until(until) = status.lasts { Some(until) } else { None }).max();
        until.map_or(0, |until| INT::from(until.saturating_sub(hand.play.world().time) / TURN))
    });
    property(engine, "is_dead", |hand, it| hand.play.world().thing(it.id).is_none() || it.kind.is_creature() && it.hp <= 0);
    property(engine, "is_player", |_, it| it.kind == Kind::Player);
    property(engine, "is_creature", |_, it| it.kind.is_creature());
    property(engine, "is_item", |_, it| it.kind.is_item());
    property(engine, "is_known", |hand, it| hand.play.world().known.contains(&it.res));
    property(engine, "is_leader", |hand, it| hand.play.figures(it.id).has(Trait::Leader));
    property(engine, "is_flying", |hand, it| hand.play.figures(it.id).has(Trait::Flies));
    property(engine, "is_summoned", |hand, it| it.has(hand.play.lore.natures.summoned));
    property(engine, "is_incorporeal", |hand, it| hand.play.figures(it.id).has(Trait::Incorporeal));
    property(engine, "is_threatened", |hand, it| hand.play.is_threatened(it.id));
    property(engine, "is_poisoned", |_, it| it.item().is_some_and(|it| it.poison.is_some()));
    property(engine, "is_open", |_, it| it.feature().is_some_and(|it| it.open));
    property(engine, "is_mindless", |hand, it| hand.play.figures(it.id).has(Trait::Mindless));
    property(engine, "is_evil", |hand, it| {
        let content = hand.play.content();
        let god = it.character().and_then(|it| content.god(it.god?)).is_some_and(|god| god.align.contains(&Side::Evil));
        god || content.monster(it.res).is_some_and(|it| it.align.contains(&Side::Evil))
    });
}

fn statuses(engine: &mut Engine) {
    engine.register_fn("has", |context: Context<'_>, it: &mut T, name: &str| {
        with(&context, |hand| definition(hand, Noun::Status, name).map(|nature| hand.play.thing(it.0).has(nature)))
    });
    engine.register_fn("mag", |context: Context<'_>, it: &mut T, name: &str| -> Native<INT> {
        with(&context, |hand| {
            let nature = definition(hand, Noun::Status, name)?;
            Ok(hand
                .play
                .thing(it.0)
                .statuses
                .iter()
                .filter(|status| status.nature == nature)
                .map(|status| INT::from(status.magnitude))
                .sum())
        })
    });
    engine.register_fn("val", |context: Context<'_>, it: &mut T, name: &str| -> Native<INT> {
        with(&context, |hand| {
            let nature = definition(hand, Noun::Status, name)?;
            Ok(latest(hand.play.thing(it.0), nature).map_or(0, |status| status.value.into()))
        })
    });
    engine.register_fn("turns", |context: Context<'_>, it: &mut T, name: &str| -> Native<INT> {
        with(&context, |hand| {
            let nature = definition(hand, Noun::Status, name)?;
            let now = hand.play.world().time;
            let left =
                hand.play.thing(it.0).statuses.iter().filter(|status| status.nature == nature).map(|status| match status.lasts {
                    Lasts::Until(until) => INT::from(until.saturating_sub(now).div_ceil(TURN)),
                    Lasts::Always | Lasts::UntilRest => -1,
                });
            Ok(left.reduce(|one, two| if one < 0 || two < 0 { -1 } else { one.max(two) }).unwrap_or(0))
        })
    });
    engine.register_fn("giver", |context: Context<'_>, it: &mut T, name: &str| {
        with(&context, |hand| {
            let nature = definition(hand, Noun::Status, name)?;
            Ok(thing(latest(hand.play.thing(it.0), nature).and_then(|status| status.object)))
        })
    });
    engine.register_fn("gain", |context: Context<'_>, it: &mut T, name: &str| {
        with(&context, |hand| gain(hand, it.0, name, &Map::new()))
    });
    engine.register_fn("gain", |context: Context<'_>, it: &mut T, name: &str, how: Map| {
        with(&context, |hand| gain(hand, it.0, name, &how))
    });
    engine.register_fn("lose", |context: Context<'_>, it: &mut T, name: &str| {
        with(&context, |hand| {
            let nature = definition(hand, Noun::Status, name)?;
            let had = hand.play.thing(it.0).has(nature);
            hand.play.lose_nature(it.0, nature);
            Ok(had)
        })
    });
    engine.register_fn("set_mag", |context: Context<'_>, it: &mut T, name: &str, to: INT| {
        with(&context, |hand| {
            let (nature, magnitude) = (definition(hand, Noun::Status, name)?, number(to)?);
            if let Some(status) = latest(hand.play.thing(it.0), nature).cloned() {
                hand.play.emit(Event::StatusChanged { id: it.0, status: Box::new(Status { magnitude, ..status }) });
            }
            Ok(())
        })
    });
    engine.register_fn("has_effect", |context: Context<'_>, it: &mut T, name: &str| {
        with(&context, |hand| {
            let effect = definition(hand, Noun::Effect, name)?;
            Ok(hand.play.thing(it.0).statuses.iter().any(|status| status.effect == Some(effect)))
        })
    });
    engine.register_fn("lose_effect", |context: Context<'_>, it: &mut T, name: &str| {
        with(&context, |hand| {
            let effect = definition(hand, Noun::Effect, name)?;
            let had = hand.play.thing(it.0).statuses.iter().any(|status| status.effect == Some(effect));
            hand.play.lose_effect(it.0, effect, Ending::Removed);
            Ok(had)
        })
    });
    effects(engine);
}

fn effects(engine: &mut Engine) {
    engine.register_fn("effect_level", |context: Context<'_>, it: &mut T, name: &str| -> Native<INT> {
        with(&context, |hand| Ok(laid(hand, it.0, name)?.map_or(0, |status| status.caster_level.into())))
    });
    engine.register_fn("effect_giver", |context: Context<'_>, it: &mut T, name: &str| {
        with(&context, |hand| Ok(thing(laid(hand, it.0, name)?.and_then(|status| status.object))))
    });
    engine.register_fn("effect_dc", |context: Context<'_>, it: &mut T, name: &str| -> Native<INT> {
        with(&context, |hand| {
            let Some(status) = laid(hand, it.0, name)? else { return Ok(0) };
            if status.waits_for != 0 && status.value > 0 {
                return Ok(status.value.into()); // what waits keeps what it was cast with
            }
            let level =
                status.effect.and_then(|effect| hand.play.content().effect(effect)).map_or(0, |effect| effect.level.get());
            let giver = status.object.map_or(0, |giver| {
                let figures = hand.play.figures(giver);
                [Attribute::Int, Attribute::Wis, Attribute::Cha].into_iter().map(|it| figures.modifier(it)).max().unwrap_or(0)
            });
            Ok((10 + level + giver).into())
        })
    });
    engine.register_fn("wait_for", |context: Context<'_>, it: &mut T, moment: &str, effect: &str| {
        with(&context, |hand| wait_for(hand, it.0, moment, effect, &Map::new()))
    });
    engine.register_fn("wait_for", |context: Context<'_>, it: &mut T, moment: &str, effect: &str, how: Map| {
        with(&context, |hand| wait_for(hand, it.0, moment, effect, &how))
    });
    engine.register_fn("has_template", |context: Context<'_>, it: &mut T, name: &str| {
        with(&context, |hand| {
            let (template, nature) = (definition(hand, Noun::Template, name)?, hand.play.lore.natures.template);
            Ok(hand.play.thing(it.0).statuses.iter().any(|status| status.nature == nature && status.effect == Some(template)))
        })
    });
    engine.register_fn("add_template", |context: Context<'_>, it: &mut T, name: &str| {
        with(&context, |hand| {
            let (template, nature) = (definition(hand, Noun::Template, name)?, hand.play.lore.natures.template);
            hand.play.gain(it.0, Status { nature, effect: Some(template), source: Source::Template, ..Status::default() }, true);
            Ok(())
        })
    });
}

fn latest(thing: &Thing, nature: crate::Res) -> Option<&Status> {
    thing.statuses.iter().rev().find(|status| status.nature == nature)
}

fn laid(hand: &Hand<'_>, on: Id, name: &str) -> Result<Option<Status>, String> {
    let effect = definition(hand, Noun::Effect, name)?;
    Ok(hand.play.thing(on).statuses.iter().rev().find(|status| status.effect == Some(effect)).cloned())
}

/// A status as a script describes it. Its effect is the one at work, unless the script names another.
fn described(hand: &Hand<'_>, how: &Map) -> Result<Status, String> {
    let int = |key: &str| match how.get(key) {
        Some(value) => number(value.as_int().map_err(|found| format!("`{key}` is a number, not {found}"))?),
        None => Ok(0),
    };
    let effect = match how.get("effect") {
        Some(name) => {
            let name = name.clone().into_string().map_err(|found| format!("`effect` is a name, not {found}"))?;
            super::value::named(hand.play.content(), &[Noun::Effect], &name)?
        }
        None => hand.play.content().effect(hand.asking.resource).map(|_| hand.asking.resource),
    };
    let object = how.get("from").map_or(Ok(None), id_or_none)?;
    let turns = int("turns")?;
    Ok(Status {
        value: int("val")?,
        magnitude: int("mag")?,
        lasts: hand.play.lasting(turns),
        source: Source::Misc,
        effect,
        object,
        caster_level: hand.happening.more.effect.caster_level,
        ..Status::default()
    })
}

fn gain(hand: &mut Hand<'_>, who: Id, name: &str, how: &Map) -> Result<bool, String> {
    let nature = definition(hand, Noun::Status, name)?;
    let status = Status { nature, ..described(hand, how)? };
    let before = hand.play.world().next_status;
    hand.play.gain(who, status, false);
    Ok(hand.play.world().next_status > before || hand.play.thing(who).has(nature))
}

fn wait_for(hand: &mut Hand<'_>, who: Id, moment: &str, effect: &str, how: &Map) -> Result<(), String> {
    let (name, view) = View::parse(moment).map_err(|why| why.to_string())?;
    let verb = Verb::named(name).ok_or_else(|| format!("`{name}` is no verb"))?;
    let lens = match view.lens {
        Lens::Plain | Lens::Trap => Lens::Trap,
        Lens::Victim | Lens::TrapOfVictim => Lens::TrapOfVictim,
        _ => return Err(format!("no status can wait for `{moment}`")),
    };
    let effect = definition(hand, Noun::Effect, effect)?;
    let nature = hand.play.lore.natures.waiting;
    let waits_for = View::new(view.phase, lens).code(verb.number());
    let status = Status { nature, effect: Some(effect), waits_for, ..described(hand, how)? };
    hand.play.gain(who, status, true);
    Ok(())
}

fn gifts(engine: &mut Engine) {
    engine.register_fn("is_a", |context: Context<'_>, it: &mut T, breed: &str| {
        with(&context, |hand| {
            let breed = Breed::named(breed).ok_or_else(|| format!("there is no breed `{breed}`"))?;
            Ok(hand.play.figures(it.0).is_a(breed))
        })
    });
    engine.register_fn("has_trait", |context: Context<'_>, it: &mut T, name: &str| {
        with(&context, |hand| {
            let wanted = Trait::named(name).ok_or_else(|| format!("there is no trait `{name}`"))?;
            Ok(hand.play.figures(it.0).has(wanted))
        })
    });
    engine.register_fn("attr", |context: Context<'_>, it: &mut T, name: &str| -> Native<INT> {
        with(&context, |hand| Ok(hand.play.figures(it.0).attributes[attribute(name)? as usize].into()))
    });
    engine.register_fn("modifier", |context: Context<'_>, it: &mut T, name: &str| -> Native<INT> {
        with(&context, |hand| Ok(hand.play.figures(it.0).modifier(attribute(name)?).into()))
    });
    engine.register_fn("skill", |context: Context<'_>, it: &mut T, name: &str| -> Native<INT> {
        with(&context, |hand| {
            let skill = Skill::named(name).ok_or_else(|| format!("there is no skill `{name}`"))?;
            Ok(hand.play.skill(it.0, skill).into())
        })
    });
    engine.register_fn("resist", |context: Context<'_>, it: &mut T, harm: &str| -> Native<INT> {
        with(&context, |hand| {
            Ok(crate::bout::armour::stacked(hand.play.figures(it.0).resistances(self::harm(harm)?.number())).into())
        })
    });
    engine.register_fn("is_immune", |context: Context<'_>, it: &mut T, harm: &str| {
        with(&context, |hand| Ok(hand.play.figures(it.0).is_immune(self::harm(harm)?.number())))
    });
    engine.register_fn("level_as", |context: Context<'_>, it: &mut T, class: &str| -> Native<INT> {
        with(&context, |hand| {
            let class = definition(hand, Noun::Class, class)?;
            Ok(hand.play.thing(it.0).character().filter(|it| it.class == class).map_or(0, |it| it.level.into()))
        })
    });
}

fn attribute(name: &str) -> Result<Attribute, String> {
    Attribute::named(name).ok_or_else(|| format!("there is no attribute `{name}`"))
}

fn harm(name: &str) -> Result<Harm, String> {
    Harm::named(name).ok_or_else(|| format!("there is no damage `{name}`"))
}

fn others(engine: &mut Engine) {
    engine.register_fn("is_friend", |context: Context<'_>, it: &mut T, other: Dynamic| {
        with(&context, |hand| Ok(hand.play.are_friends(it.0, id(&other)?)))
    });
    engine.register_fn("is_hostile", |context: Context<'_>, it: &mut T, other: Dynamic| {
        with(&context, |hand| Ok(hand.play.are_hostile(it.0, id(&other)?)))
    });
    engine.register_fn("sees", |context: Context<'_>, it: &mut T, other: Dynamic| {
        with(&context, |hand| Ok(hand.play.perceives(it.0, id(&other)?)))
    });
    engine.register_fn("distance", |context: Context<'_>, it: &mut T, other: Dynamic| -> Native<INT> {
        with(&context, |hand| Ok(distance(hand, it.0, id(&other)?).into()))
    });
    engine.register_fn("is_beside", |context: Context<'_>, it: &mut T, other: Dynamic| {
        with(&context, |hand| Ok(distance(hand, it.0, id(&other)?) <= 1))
    });
    engine.register_fn("carried", |context: Context<'_>, it: &mut T| {
        with(&context, |hand| Ok(things(hand.play.world().inventory(it.0).map(|item| item.id))))
    });
    engine.register_fn("worn", |context: Context<'_>, it: &mut T, slot: &str| {
        with(&context, |hand| Ok(thing(hand.play.world().things.in_slot(it.0, self::slot(slot)?).map(|item| item.id))))
    });
    engine.register_fn("slot_is", |context: Context<'_>, it: &mut T, slot: &str| {
        with(&context, |hand| {
            let wanted = self::slot(slot)?;
            Ok(hand.play.thing(it.0).holder().is_some_and(|(_, slot)| slot == wanted))
        })
    });
}

fn slot(name: &str) -> Result<Slot, String> {
    Slot::named(name).ok_or_else(|| format!("nothing is worn at `{name}`"))
}

fn distance(hand: &Hand<'_>, one: Id, two: Id) -> i32 {
    let spot = |id| hand.play.world().spot(id);
    spot(one).zip(spot(two)).map_or(999, |(one, two)| one.distance(two))
}

fn deeds(engine: &mut Engine) {
    engine.register_fn("heal", |context: Context<'_>, it: &mut T, amount: INT| -> Native<INT> {
        with(&context, |hand| Ok(hand.play.heal(it.0, number(amount)?).into()))
    });
    engine.register_fn("refresh", |context: Context<'_>, it: &mut T, amount: INT| -> Native<INT> {
        with(&context, |hand| {
            let Some((mana, most)) = creature(hand, it.0).map(|it| (it.mana, it.max_mana)) else { return Ok(0) };
            let to = mana.saturating_add(number(amount)?).min(most).max(mana.min(0));
            hand.play.set(it.0, Gauge::Mana, to);
            Ok((to - mana).into())
        })
    });
    engine.register_fn("tire", |context: Context<'_>, it: &mut T, amount: INT| {
        with(&context, |hand| {
            let Some((fatigue, most)) = creature(hand, it.0).map(|it| (it.fatigue, it.max_fatigue)) else { return Ok(()) };
            let to = fatigue.saturating_sub(number(amount)?).min(most);
            hand.play.set(it.0, Gauge::Fatigue, to);
            Ok(())
        })
    });
    engine.register_fn("spend", |context: Context<'_>, it: &mut T, time: INT| {
        with(&context, |hand| {
            let time = u32::try_from(time).map_err(|_| format!("{time} is no time to spend"))?.min(100_000);
            hand.play.spend_time(it.0, time);
            Ok(())
        })
    });
    engine.register_fn("reveal", |context: Context<'_>, it: &mut T| {
        with(&context, |hand| {
            let res = hand.play.thing(it.0).res;
            if !hand.play.world().known.contains(&res) && hand.play.content().definition(res).is_some() {
                hand.play.emit(Event::Recognised { res });
            }
            Ok(())
        })
    });
    engine.register_fn("vanish", |context: Context<'_>, it: &mut T| {
        with(&context, |hand| {
            if it.0 == hand.play.world().hero {
                return Err("the hero cannot vanish".to_owned());
            }
            hand.play.vanish(it.0);
            Ok(())
        })
    });
    engine.register_fn("multiply", |context: Context<'_>, it: &mut T| {
        with(&context, |hand| {
            let (res, at) = (hand.play.thing(it.0).res, hand.play.world().spot(it.0));
            Ok(thing(at.and_then(|at| hand.play.spawn(res, at))))
        })
    });
    engine.register_fn("move_to", |context: Context<'_>, it: &mut T, x: INT, y: INT| {
        with(&context, |hand| move_to(hand, it.0, super::level::square(x, y)?))
    });
    engine.register_fn("set_plus", |context: Context<'_>, it: &mut T, to: INT| {
        with(&context, |hand| {
            let to = number(to)?.clamp(-5, 10);
            hand.play.set(it.0, Gauge::Plus, to);
            Ok(())
        })
    });
    engine.register_fn("set_open", |context: Context<'_>, it: &mut T, open: bool| {
        with(&context, |hand| {
            hand.play.set(it.0, Gauge::Open, open.into());
            Ok(())
        })
    });
}

fn creature<'h>(hand: &'h Hand<'_>, id: Id) -> Option<&'h Creature> {
    hand.play.world().creature(id)
}

fn move_to(hand: &mut Hand<'_>, id: Id, place: Place) -> Result<bool, String> {
    let is_creature = hand.play.thing(id).kind.is_creature();
    let taken = is_creature && hand.play.world().creature_at(place).is_some_and(|other| other.id != id);
    if hand.play.is_solid(place) || taken || hand.play.world().thing(id).is_none() {
        return Ok(false);
    }
    let depth = hand.play.world().depth;
    hand.play.emit(Event::Moved { id, at: Whereabouts::On { depth, place } });
    Ok(true)
}

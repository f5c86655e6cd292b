//! What scripts do with the happening, with dice, and with what happens next.

use super::value::{Held, definition, id, number, read, write};
use super::{E, Hand, Native, value, with};
use crate::content::{Harm, Noun, Save, Skill};
use crate::{Happening, Print, Verb};
use referee_dispatch::Verdict;
use rhai::{Dynamic, Engine, INT, Map, NativeCallContext as Context};

pub(super) fn register(engine: &mut Engine) {
    for (name, held) in value::names().filter_map(|name| Some((name, Held::named(name)?))) {
        engine.register_get_set(
            name,
            move |context: Context<'_>, _: &mut E| with(&context, |hand| Ok(read(hand.play.content(), hand.happening, &held))),
            move |context: Context<'_>, _: &mut E, value: Dynamic| {
                with(&context, |hand| {
                    let lore = hand.play.lore.clone();
                    write(&lore.content, hand.happening, &held, &value)
                })
            },
        );
    }
    engine.register_get("verb", |context: Context<'_>, _: &mut E| {
        with(&context, |hand| Ok(hand.asking.verb.name()["EV_".len()..].to_owned()))
    });
    engine.register_fn("rethrow", |context: Context<'_>, _: &mut E, verb: &str| {
        with(&context, |hand| {
            let verb = named(verb)?;
            Ok(said(hand.play.rethrow(verb, hand.happening)))
        })
    });
    engine.register_fn("redirect", |context: Context<'_>, _: &mut E, verb: &str, effect: &str| {
        with(&context, |hand| {
            let (verb, effect) = (named(verb)?, definition(hand, Noun::Effect, effect)?);
            Ok(said(hand.play.redirect(verb, hand.happening, effect)))
        })
    });
    engine.register_fn("say", |context: Context<'_>, _: &mut E, all: &str| with(&context, |hand| say(hand, &[all])));
    engine.register_fn("say", |context: Context<'_>, _: &mut E, one: &str, others: &str| {
        with(&context, |hand| say(hand, &[one, others]))
    });
    engine.register_fn("say", |context: Context<'_>, _: &mut E, one: &str, two: &str, others: &str| {
        with(&context, |hand| say(hand, &[one, two, others]))
    });
    engine.register_fn("cause", |context: Context<'_>, verb: &str, parts: Map| with(&context, |hand| cause(hand, verb, &parts)));
    engine.register_fn("terrain_damage", |context: Context<'_>, whom: Dynamic, harm: &str, amount: INT, grave: &str| {
        with(&context, |hand| terrain_damage(hand, &whom, harm, amount, grave))
    });
    dice(engine);
}

fn dice(engine: &mut Engine) {
    engine.register_fn("d", |context: Context<'_>, sides: INT| -> Native<INT> {
        with(&context, |hand| Ok(hand.play.die(positive(sides)?, "script").into()))
    });
    engine.register_fn("dice", |context: Context<'_>, count: INT, sides: INT| -> Native<INT> {
        with(&context, |hand| {
            let (count, sides) = (number(count)?, positive(sides)?);
            if count > 200 {
                return Err(format!("{count} dice are too many"));
            }
            Ok((0..count).map(|_| INT::from(hand.play.die(sides, "script"))).sum())
        })
    });
    engine.register_fn("save", |context: Context<'_>, who: Dynamic, save: &str, dc: INT| {
        with(&context, |hand| {
            let save = Save::named(save).ok_or_else(|| format!("there is no saving throw `{save}`"))?;
            let (who, dc) = (id(&who)?, number(dc)?);
            Ok(hand.play.saves(who, save, dc))
        })
    });
    engine.register_fn("check", |context: Context<'_>, who: Dynamic, skill: &str, dc: INT| -> Native<INT> {
        with(&context, |hand| {
            let skill = Skill::named(skill).ok_or_else(|| format!("there is no skill `{skill}`"))?;
            let (who, dc) = (id(&who)?, number(dc)?);
            Ok(hand.play.check(who, skill, dc).into())
        })
    });
}

fn positive(sides: INT) -> Result<i32, String> {
    number(sides).and_then(|sides| if sides >= 1 { Ok(sides) } else { Err(format!("a die with {sides} sides")) })
}

fn named(verb: &str) -> Result<Verb, String> {
    Verb::named(verb).ok_or_else(|| format!("`{verb}` is no verb"))
}

fn said(verdict: Verdict) -> INT {
    verdict.number().into()
}

/// Says texts by the rules for messages.
fn say(hand: &mut Hand<'_>, texts: &[&str]) -> Result<(), String> {
    let print = Print::of(hand.asking.verb, hand.asking.view, texts.len()).unwrap_or(Print::All);
    hand.play.print(print, texts, hand.happening);
    hand.happening.quiet = true;
    Ok(())
}

/// Throws a new happening.
fn cause(hand: &mut Hand<'_>, verb: &str, parts: &Map) -> Result<INT, String> {
    let verb = named(verb)?;
    let lore = hand.play.lore.clone();
    let mut happening = Happening::new();
    happening.divine = hand.happening.divine;
    for (part, value) in parts {
        let held = Held::named(part).ok_or_else(|| format!("a happening has no `{part}`"))?;
        write(&lore.content, &mut happening, &held, value)?;
    }
    Ok(said(hand.play.throw(verb, &mut happening)))
}

/// Damage by the ground: the terrain that speaks says what it is, so that what is not there is an illusion.
fn terrain_damage(hand: &mut Hand<'_>, whom: &Dynamic, harm: &str, amount: INT, grave: &str) -> Result<INT, String> {
    let harm = Harm::named(harm).ok_or_else(|| format!("there is no damage `{harm}`"))?;
    let (whom, amount) = (id(whom)?, number(amount)?);
    let happening = Happening::new().with(|more| {
        more.combat.damage_type = harm.number();
        more.combat.damage = amount;
        more.texts.get_or_insert_default().grave = Some(grave.into());
    });
    Ok(said(hand.play.terrain_damage(whom, hand.asking.resource, happening)))
}

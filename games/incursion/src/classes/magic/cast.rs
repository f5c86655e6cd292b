//! Casting: what keeps one from it, what it costs, and whether it succeeds.

use super::counter::is_countered;
use super::items::would_waste;
use super::numbers::{EMPOWER, EXTEND, HEIGHTEN, MAXIMIZE};
use super::target::is_silent;
use super::{at_work, spend};
use crate::content::{Attribute, Effect, EffectFlag, Skill, Stop, TerrainFlag, Trait};
use crate::play::{Core, Play};
use crate::{Flag, Gauge, Happening, Id, Kind, Res, Verb};
use referee_dispatch::{Role, Verdict};

/// What an innate power takes, in units of the clock.
const INVOKING: i32 = 20;

/// A spell is cast.
pub(super) fn cast(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let Some((res, effect)) = at_work(&lore.content, happening) else { return refuse(play, who, "There is no such spell.") };
    if is_innate(play, who, effect) {
        return play.rethrow(Verb::INVOKE, happening);
    }
    find_target(play, happening);
    if let Some(why) = hindrance(play, who, res, effect, happening) {
        return refuse(play, who, why);
    }
    let levels = metamagic_levels(happening);
    pay(play, who, cost(effect, levels));
    let hp = play.thing(who).hp;
    if provoke(play, who, effect) {
        return Verdict::Done; // whoever dies of casting has cast nothing
    }
    let lost = (hp - play.thing(who).hp).max(0);
    let rating = rating(play, who, res, effect, levels) - 300 * lost / play.thing(who).max_hp.max(1);
    spend(play, who, casting_time(play, who, effect));
    if is_countered(play, who, res, effect) {
        return Verdict::Done;
    }
    if !play.percent(rating, "casting") {
        fizzle(play, who);
        return Verdict::Done;
    }
    happening.flags.set(Flag::Spell, true);
    take_effect(play, happening)
}

/// An innate power is used: no words, no gestures, no failure.
pub(super) fn invoke(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let Some((res, effect)) = at_work(&lore.content, happening) else { return refuse(play, who, "There is no such power.") };
    find_target(play, happening);
    if play.figures(who).stops(Stop::Acting) {
        return refuse(play, who, "You cannot move.");
    }
    if !knows(play, who, res) {
        return refuse(play, who, "You do not have that power.");
    }
    if mana(play, who) < effect.mana.get() {
        return refuse(play, who, "You have not enough mana.");
    }
    pay(play, who, effect.mana.get());
    spend(play, who, INVOKING);
    if provoke(play, who, effect) || is_countered(play, who, res, effect) {
        return Verdict::Done;
    }
    take_effect(play, happening)
}

fn take_effect(play: &mut Play, happening: &mut Happening) -> Verdict {
    happening.more.effect.caster_level = 0;
    match play.rethrow(Verb::EFFECT, happening) {
        Verdict::Abort => Verdict::Abort,
        _ => Verdict::Done,
    }
}

fn refuse(play: &mut Play, who: Id, why: &str) -> Verdict {
    play.tell(who, why);
    Verdict::Abort
}

/// Whoever stands on the square aimed at is the target; aimed at nothing, it is for oneself.
pub(super) fn find_target(play: &Play, happening: &mut Happening) {
    if happening.roles.get(Role::Target).is_none() {
        let there = happening.place.and_then(|at| play.world().creature_at(at)).map(|thing| thing.id);
        let own = happening.roles.get(Role::Actor).filter(|_| happening.place.is_none() && happening.way.is_none());
        happening.roles.set(Role::Target, there.or(own));
    }
}

/// A monster without hands, or with a power that is no spell, does not cast.
fn is_innate(play: &Play, who: Id, effect: &Effect) -> bool {
    let is_spell = effect.is(EffectFlag::Arcane) || effect.is(EffectFlag::Divine);
    play.thing(who).kind == Kind::Monster && (!is_spell || !play.figures(who).has(Trait::Hands))
}

/// What keeps somebody from casting, the first reason first.
fn hindrance(play: &Play, who: Id, res: Res, effect: &Effect, happening: &Happening) -> Option<&'static str> {
    let figures = play.figures(who);
    let target = happening.roles.get(Role::Target).unwrap_or(who);
    let lasts = play.thing(target).statuses.iter().any(|status| status.effect == Some(res));
    let reasons = [
        (!knows(play, who, res), "You do not know that spell."),
        (figures.stops(Stop::Acting), "You cannot move."),
        (effect.is(EffectFlag::Once) && lasts, "It lasts still."),
        (figures.stops(Stop::Casting), "You cannot bring your mind to it."),
        (is_silent(play, who), "No word leaves your mouth."),
        (effect.is(EffectFlag::Divine) && is_unworthy(play, who), "Your god does not listen."),
        (mana(play, who) < cost(effect, metamagic_levels(happening)), "You have not enough mana."),
    ];
    reasons.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
}

/// Whether a spell is among those somebody has learned or was born with.
pub(super) fn knows(core: &Core, who: Id, res: Res) -> bool {
    let thing = core.thing(who);
    if let Some(character) = thing.character() {
        return character.spells.contains(&res);
    }
    let born = core.content().monster(thing.res).into_iter().flat_map(|monster| &monster.spells);
    let of_template = thing.statuses.iter().filter(|status| status.nature == core.lore.natures.template);
    let templates =
        of_template.filter_map(|status| core.content().template(status.effect?)).flat_map(|template| &template.spells);
    born.chain(templates).any(|link| link.res() == res)
}

/// Whether somebody's god is too angry to lend its power.
fn is_unworthy(core: &Core, who: Id) -> bool {
    let Some(character) = core.thing(who).character() else { return false };
    let Some((god, definition)) = character.god.and_then(|god| Some((god, core.content().god(god)?))) else { return false };
    character.faith.get(&god).is_some_and(|faith| faith.anger > definition.tolerance.get())
}

fn mana(core: &Core, who: Id) -> i32 {
    core.world().creature(who).map_or(0, |creature| creature.mana)
}

fn pay(play: &mut Play, who: Id, amount: i32) {
    if amount > 0 {
        let left = mana(play, who) - amount;
        play.set(who, Gauge::Mana, left);
    }
}

/// How much a spell is bent: one for each way.
fn metamagic_levels(happening: &Happening) -> i32 {
    (happening.more.effect.metamagic & (EMPOWER | MAXIMIZE | EXTEND | HEIGHTEN)).count_ones() as i32
}

/// The cost, half as much again for each way it is bent, rounded up.
fn cost(effect: &Effect, levels: i32) -> i32 {
    (effect.mana.get() * (2 + levels) + 1) / 2
}

fn casting_time(core: &Core, who: Id, effect: &Effect) -> i32 {
    let wit = core.figures(who).modifier(Attribute::Int);
    3_000 / (100 + 10 * (1 + wit - effect.level.get())).max(25)
}

/// Foes within reach take their opportunity, unless one casts with care. Says whether the caster died of it.
fn provoke(play: &mut Play, who: Id, effect: &Effect) -> bool {
    let foes = play.threats(who);
    let trained = if play.figures(who).has(Trait::CombatCasting) { 4 } else { 0 };
    if foes.is_empty() || play.check(who, Skill::Concentration, 15 + effect.level.get() - trained) >= 0 {
        return false;
    }
    for foe in foes {
        let mut blow = Happening::new().actor(foe).target(who);
        blow.flags.set(Flag::Opportunity, true);
        play.throw(Verb::OATTACK, &mut blow);
        if play.world().thing(who).is_none_or(|thing| thing.hp <= 0) {
            return true;
        }
    }
    false
}

/// The chance to succeed, in percent.
fn rating(core: &Core, who: Id, res: Res, effect: &Effect, levels: i32) -> i32 {
    let figures = core.figures(who);
    let base = effect.base.map_or(100, |base| base.get());
    let Some(character) = core.thing(who).character() else {
        let rating = base + 5 * figures.modifier(Attribute::Int) + 3 * figures.level - 10 * levels;
        return (if rating > 90 { 90 + (rating - 90) / 10 } else { rating }).clamp(2, 98);
    };
    let learned = core.content().class(character.class).into_iter().flat_map(|class| &class.spells);
    let minimum =
        learned.filter(|spell| spell.effect.res() == res).map(|spell| spell.at.get()).min().unwrap_or(effect.level.get());
    let second = (figures.attributes[Attribute::Int as usize] - 11) / 2;
    let rating = base + 5 * second + 2 * (figures.level - minimum) - 5 * levels - hampered(core, who);
    let free = base.max(90);
    if rating > free { free + (rating - free) / 5 } else { rating }
}

/// Held, prone or swimming, one casts badly.
fn hampered(core: &Core, who: Id) -> i32 {
    let (thing, natures) = (core.thing(who), &core.lore.natures);
    let ground = core.world().spot(who).and_then(|at| core.world().level()?.terrain.get(at));
    let swims = ground.and_then(|ground| core.content().terrain(ground)).is_some_and(|ground| ground.is(TerrainFlag::Deep));
    let of = |holds: bool, much: i32| if holds { much } else { 0 };
    of(thing.has(natures.stuck), 60) + of(thing.has(natures.prone), 20) + of(swims, 40)
}

fn fizzle(play: &mut Play, who: Id) {
    let texts = ["The spell slips away from you.", "<Actor> stumbles over a spell."];
    play.print(crate::Print::Actor, &texts, &Happening::new().actor(who));
}

/// A monster does not waste what it has: not on who has that effect or what it gives already, not on foes what heals.
pub(super) fn is_wasted(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let item = happening.roles.get(Role::Item);
    let of_item = item.and_then(|item| play.content().item(play.thing(item).res)?.effect.as_ref().map(|link| link.res()));
    let Some(res) = happening.effect.or(of_item) else { return Verdict::Nothing };
    let target = happening.roles.get(Role::Target).unwrap_or(who);
    if would_waste(play, res, who, target) { Verdict::Abort } else { Verdict::Nothing }
}

//! The numbers of a segment: how hard to resist, how far, how long, how strong. They are worked out, shown to the effect's own handler,
//! and rolled once. Definitions are never written to.

use super::at_work;
use crate::content::{Archetype, Attribute, Dice, Effect, EffectFlag, Harm, Lasts, Segment};
use crate::play::{Core, Play};
use crate::{Flag, Happening, Id, Res, Verb};
use referee_dispatch::Role;
use std::sync::Arc;

/// How a spell may be bent, as bits of the happening's `metamagic`.
pub(super) const EMPOWER: i32 = 1;
pub(super) const MAXIMIZE: i32 = 2;
pub(super) const EXTEND: i32 = 4;
pub(super) const HEIGHTEN: i32 = 8;

/// Duration of what lasts for good.
pub(super) const FOR_GOOD: i32 = -1;
/// Duration of what lasts until a rest.
pub(super) const UNTIL_REST: i32 = -2;

/// The numbers of segments that are struck together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Figured {
    effect: Res,
    first: usize,
    numbers: Vec<Numbers>,
}

/// The numbers of one segment.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbers {
    caster_level: i32,
    save_dc: i32,
    range: i32,
    radius: i32,
    duration: i32,
    /// The kind of its damage.
    harm: i32,
    dice: Dice,
    power: i32,
}

impl Figured {
    /// The segments they are for.
    pub(super) fn segments(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.numbers.len()
    }

    /// Writes the numbers of a segment into a happening.
    pub(super) fn put(&self, nth: usize, happening: &mut Happening) {
        let Some(numbers) = nth.checked_sub(self.first).and_then(|nth| self.numbers.get(nth)) else { return };
        numbers.put(happening);
        happening.more.effect.segment = nth as i32;
    }

    fn is_for(&self, happening: &Happening) -> bool {
        let nth = usize::try_from(happening.more.effect.segment).unwrap_or(usize::MAX);
        happening.effect == Some(self.effect) && self.segments().contains(&nth)
    }
}

impl Numbers {
    fn put(&self, happening: &mut Happening) {
        let more = &mut happening.more;
        (more.effect.caster_level, more.effect.duration) = (self.caster_level, self.duration);
        let combat = &mut more.combat;
        (combat.save_dc, combat.range, combat.radius) = (self.save_dc, self.range, self.radius);
        (combat.dice_count, combat.dice_sides, combat.dice_bonus) = (self.dice.count, self.dice.sides, self.dice.plus);
        (combat.damage, combat.damage_type) = (self.power, self.harm);
    }
}

/// Works out the numbers of the segment at work and of those struck with it, unless the happening has them already.
pub(crate) fn figure(play: &mut Play, happening: &mut Happening) {
    if happening.more.figured.as_ref().is_some_and(|figured| figured.is_for(happening)) {
        return;
    }
    let lore = play.lore.clone();
    let Some((_, effect)) = at_work(&lore.content, happening) else { return };
    let first = usize::try_from(happening.more.effect.segment).unwrap_or(0);
    figure_run(play, happening, effect, first);
}

/// How many segments from one on share its area: they are struck together.
pub(super) fn run_length(effect: &Effect, first: usize) -> usize {
    let rest = effect.segments.get(first..).unwrap_or(&[]);
    rest.iter().take_while(|segment| segment.area == rest[0].area).count()
}

/// Works out the numbers of segments that are struck together. What the happening brings as caster's level counts.
pub(super) fn figure_run(play: &mut Play, happening: &mut Happening, effect: &Effect, first: usize) {
    let Some(res) = happening.effect else { return };
    let given = (happening.more.effect.caster_level, happening.more.combat.save_dc);
    let mut numbers = Vec::new();
    for nth in first..first + run_length(effect, first) {
        happening.more.effect.segment = nth as i32;
        (happening.more.effect.caster_level, happening.more.combat.save_dc) = given;
        numbers.push(one(play, happening, res, effect, &effect.segments[nth]));
    }
    let figured = Figured { effect: res, first, numbers };
    figured.put(first, happening);
    happening.more.figured = Some(Arc::new(figured));
}

/// Works out, lets the effect's handler change it, then rolls.
fn one(play: &mut Play, happening: &mut Happening, res: Res, effect: &Effect, segment: &Segment) -> Numbers {
    let worked_out = work_out(play, happening, effect, segment);
    worked_out.put(happening);
    play.ask(res, Verb::CALC_EFFECT, happening.roles.get(Role::Actor), happening);
    let combat = &happening.more.combat;
    let dice = Dice { count: combat.dice_count, sides: combat.dice_sides, plus: combat.dice_bonus };
    let numbers = Numbers {
        caster_level: happening.more.effect.caster_level,
        save_dc: combat.save_dc,
        range: combat.range,
        radius: combat.radius,
        duration: happening.more.effect.duration,
        harm: combat.damage_type,
        dice,
        power: 0,
    };
    let power = roll(play, dice, happening.more.effect.metamagic);
    let numbers = Numbers { power, ..numbers };
    numbers.put(happening);
    numbers
}

fn roll(play: &mut Play, dice: Dice, metamagic: i32) -> i32 {
    let power = match metamagic & MAXIMIZE {
        0 => play.dice(dice, "power"),
        _ => dice.count.saturating_mul(dice.sides).saturating_add(dice.plus),
    };
    if metamagic & EMPOWER == 0 { power } else { power.saturating_mul(3) / 2 }
}

fn work_out(play: &mut Play, happening: &Happening, effect: &Effect, segment: &Segment) -> Numbers {
    let level = match happening.more.effect.caster_level {
        0 => caster_level(play, happening, effect),
        given => given,
    };
    let duration = duration(play, happening, effect, segment, level);
    Numbers {
        caster_level: level,
        save_dc: save_dc(play, happening, effect),
        range: segment.range.as_ref().map_or(5 + level / 2, |range| range.at(level, 0)).clamp(0, 50),
        radius: if segment.radius.get() > 0 { segment.radius.get() } else { 5 },
        duration,
        harm: segment.harm.unwrap_or(Harm::Untyped).number(),
        dice: dice(play, happening, segment, level),
        power: 0,
    }
}

/// The dice of a segment; wisdom adds to spells that harm.
fn dice(core: &Core, happening: &Happening, segment: &Segment, level: i32) -> Dice {
    let mut dice = segment.power.at(level);
    let harms = matches!(segment.does, Archetype::Blast | Archetype::Drain);
    if let Some(actor) = happening.roles.get(Role::Actor).filter(|_| harms && happening.flags.has(Flag::Spell)) {
        dice.plus += core.figures(actor).modifier(Attribute::Wis).max(0);
    }
    dice
}

/// Whence an effect comes: that decides its level and how hard it is to resist.
enum Origin {
    Trap,
    Item(Id),
    Spell(Id),
    Innate(Id),
}

fn origin(happening: &Happening, effect: &Effect) -> Origin {
    let actor = happening.roles.get(Role::Actor);
    let in_body = effect.is(EffectFlag::Poison) || effect.is(EffectFlag::Disease);
    match (actor, happening.roles.get(Role::Item)) {
        _ if happening.flags.has(Flag::ByTrap) || in_body => Origin::Trap,
        (Some(_), Some(item)) if happening.flags.has(Flag::ByItem) => Origin::Item(item),
        (Some(actor), _) if happening.flags.has(Flag::Spell) || effect.mana.get() > 0 => Origin::Spell(actor),
        (Some(actor), _) => Origin::Innate(actor),
        (None, _) => Origin::Trap,
    }
}

fn caster_level(core: &Core, happening: &Happening, effect: &Effect) -> i32 {
    let level = match origin(happening, effect) {
        Origin::Trap => effect.level.get(),
        Origin::Item(item) => {
            let definition = core.content().item(core.thing(item).res);
            definition.and_then(|definition| definition.caster_level).unwrap_or(effect.level).get()
        }
        Origin::Innate(actor) => core.figures(actor).cr,
        Origin::Spell(actor) => core.figures(actor).level,
    };
    level.max(1)
}

fn save_dc(core: &Core, happening: &Happening, effect: &Effect) -> i32 {
    let hard = if effect.is(EffectFlag::Hard) { 2 } else { 0 };
    let dc = match origin(happening, effect) {
        Origin::Trap => effect.dc.map(|dc| dc.get()).or_else(|| trap_dc(core, happening)).unwrap_or(10 + effect.level.get()),
        Origin::Item(item) => {
            let plus = core.thing(item).item().map_or(0, |item| item.plus);
            let wise = happening.roles.get(Role::Actor).map_or(0, |actor| core.figures(actor).modifier(Attribute::Wis));
            10 + 2 * plus + wise
        }
        Origin::Innate(actor) => {
            let figures = core.figures(actor);
            10 + figures.cr.max(0) + figures.modifier(Attribute::Cha)
        }
        Origin::Spell(actor) => {
            let heightened = if happening.more.effect.metamagic & HEIGHTEN == 0 { 0 } else { 4 };
            10 + effect.level.get() + casting_modifier(core, actor) + heightened
        }
    };
    dc + hard
}

/// What whoever sprang the trap must reach: as the happening says, else as the trap underfoot does.
fn trap_dc(core: &Core, happening: &Happening) -> Option<i32> {
    if happening.flags.has(Flag::ByTrap) && happening.more.combat.save_dc > 0 {
        return Some(happening.more.combat.save_dc);
    }
    let at = happening.roles.get(Role::Target).and_then(|victim| core.world().spot(victim))?;
    let traps = core.world().on(at).filter_map(|thing| Some((thing, core.content().trap(thing.res)?)));
    let (thing, trap) = traps.into_iter().find(|(_, trap)| Some(trap.effect.res()) == happening.effect)?;
    let unseen = if thing.feature().is_some_and(|feature| !feature.found) { trap.unseen.get() } else { 0 };
    Some(trap.dc.map_or(10 + trap.level.get(), |dc| dc.get()) + unseen)
}

/// What somebody's magic comes from: the attribute of its class, else the best there is.
fn casting_modifier(core: &Core, who: Id) -> i32 {
    let figures = core.figures(who);
    let class = core.thing(who).character().and_then(|character| core.content().class(character.class));
    match class.and_then(|class| class.casts_with) {
        Some(attribute) => figures.modifier(attribute),
        None => [Attribute::Int, Attribute::Wis, Attribute::Cha]
            .map(|attribute| figures.modifier(attribute))
            .into_iter()
            .max()
            .unwrap_or(0),
    }
}

/// In turns; [`FOR_GOOD`] or [`UNTIL_REST`]. The die of a short one is rolled at once: handlers change turns, not dice.
fn duration(play: &mut Play, happening: &Happening, effect: &Effect, segment: &Segment, level: i32) -> i32 {
    let turns = match segment.lasts {
        Lasts::Permanent => return FOR_GOOD,
        _ if effect.is(EffectFlag::Persistent) => return UNTIL_REST,
        Lasts::UntilRest => return UNTIL_REST,
        Lasts::Instant => return 0,
        Lasts::Short => play.die(4, "duration") + 1,
        Lasts::Round => 2,
        Lasts::Usual => 10 + 2 * level,
        Lasts::Long => 100 + 10 * level,
        Lasts::VeryLong => 1_000 + 100 * level,
    };
    if happening.more.effect.metamagic & EXTEND == 0 { turns } else { 2 * turns }
}

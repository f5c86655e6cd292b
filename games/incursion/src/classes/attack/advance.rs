//! Experience, and what comes of it.

use crate::content::{Attribute, Dice};
use crate::play::Play;
use crate::{Event, Gauge, Happening, Id, Verb};
use referee_dispatch::Verdict;

/// The highest level.
const LEVEL_MAX: i32 = 20;

/// The experience a level needs.
pub(crate) fn needed(level: i32) -> u32 {
    let level = u32::try_from(level).unwrap_or(1);
    125 * level * level.saturating_sub(1)
}

/// Experience for a victory over somebody so dangerous.
pub(super) fn earn(play: &mut Play, who: Id, cr: i32) {
    let Some(experience) = play.world().creature(who).map(|creature| creature.experience) else { return };
    let worth = (cr + 9).clamp(1, 60);
    let experience = experience.saturating_add((worth * worth) as u32);
    play.set(who, Gauge::Experience, i32::try_from(experience).unwrap_or(i32::MAX));
    while play.thing(who).character().is_some_and(|it| it.level < LEVEL_MAX && experience >= needed(it.level + 1)) {
        if !advance(play, who) {
            return;
        }
    }
}

/// As many levels as lead up to one, with the experience that takes.
pub(crate) fn advance_to(play: &mut Play, who: Id, level: i32) {
    let level = level.min(LEVEL_MAX);
    while play.thing(who).character().is_some_and(|it| it.level < level) {
        advance(play, who);
    }
    if level > 1 {
        play.set(who, Gauge::Experience, i32::try_from(needed(level)).unwrap_or(i32::MAX));
    }
}

/// One level more: race, class and god are asked about it.
fn advance(play: &mut Play, who: Id) -> bool {
    let Some((race, class, god, level)) = play.thing(who).character().map(|it| (it.race, it.class, it.god, it.level + 1)) else {
        return false;
    };
    let mut happening = Happening::new().actor(who).target(who).valued(level);
    play.set(who, Gauge::Level, level);
    let lore = play.lore.clone();
    let Some(definition) = lore.content.class(class) else { return true };
    let toughness = play.figures(who).modifier(Attribute::Con);
    let gained = (play.dice(Dice { count: 1, sides: definition.hit_die.get(), plus: 0 }, "hit points") + toughness).max(1);
    let (hp, most) = (play.thing(who).hp, play.thing(who).max_hp);
    play.set(who, Gauge::MaxHp, most + gained);
    play.emit(Event::Healed { id: who, amount: gained, hp: hp + gained });
    let mana = play.world().creature(who).map_or((0, 0), |creature| (creature.mana, creature.max_mana));
    play.set(who, Gauge::MaxMana, mana.1 + definition.mana.get());
    play.set(who, Gauge::Mana, mana.0 + definition.mana.get());
    learned(play, who);
    for resource in [Some(race), Some(class), god].into_iter().flatten() {
        if play.ask(resource, Verb::ADVANCE, Some(who), &mut happening) == Verdict::Abort {
            break;
        }
    }
    play.tell(who, &format!("Welcome to level {level}."));
    true
}

/// The spells a character of this level knows by class.
pub(crate) fn learned(play: &mut Play, who: Id) {
    let lore = play.lore.clone();
    let Some((class, level, known)) = play.thing(who).character().map(|it| (it.class, it.level, it.spells.clone())) else {
        return;
    };
    let Some(class) = lore.content.class(class) else { return };
    let due = class.spells.iter().filter(|spell| spell.at.get() <= level).map(|spell| spell.effect.res());
    for spell in due.filter(|spell| !known.contains(spell)) {
        play.emit(Event::Learned { id: who, spell });
    }
}

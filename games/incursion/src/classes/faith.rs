//! Gods: prayer, sacrifice, anger, aid.
//!
//! A god keeps two accounts with a character. Anger grows with deeds it does not like; beyond its tolerance it strikes, above 35 it forsakes
//! its own, from 50 on it takes nobody back. Favour grows with sacrifices, of each category the best, and with deeds it likes; levels of it
//! bring blessings, and every aid takes a percentage of it.

use super::magic::{a_moment, spend, target};
use super::{Own, actor};
use crate::content::{Attribute, Breed, FeatureFlag, God, Harm, Purpose, Side, Skill, StatusFlag, Trait};
use crate::gain::TURN;
use crate::place::Square;
use crate::play::{Core, Play};
use crate::{Event, Faith, Flag, Gauge, Happening, Id, Kind, Nature, Res, Thing, Verb};
use referee_dispatch::{Phase, Role, Verdict};

pub(crate) const CHARACTER: &[Own] = &[
    actor(Verb::PRAY, Phase::Pre, whose_prayer),
    actor(Verb::PRAY, Phase::Main, pray),
    actor(Verb::SACRIFICE, Phase::Main, sacrifice),
    actor(Verb::CONVERT, Phase::Main, convert),
    actor(Verb::CONVERT_ALTAR, Phase::Main, convert_altar),
    actor(Verb::RETRIBUTION, Phase::Main, retribution),
    actor(Verb::JEALOUSY, Phase::Main, jealousy),
    actor(Verb::GIVE_AID, Phase::Main, give_aid),
    actor(Verb::INSIGHT, Phase::Main, insight),
    actor(Verb::IBLESSING, Phase::Main, bless_item),
    actor(Verb::ALIGNED, Phase::Main, aligned),
];

pub(crate) const CREATURE: &[Own] = &[actor(Verb::TURNING, Phase::Main, turn_undead)];

pub(crate) const PLAYER: &[Own] = &[actor(Verb::GOD_RAISE, Phase::Main, raise)];

/// Above so much anger a god forsakes its own.
const FORSAKEN: i32 = 35;
/// From so much anger on a god takes nobody back, and more changes nothing.
const ANATHEMA: i32 = 50;
/// A timeout is so many turns.
const PATIENCE: u32 = 10;
/// The level of favour a god brings back the dead for.
const RAISING: i32 = 3;

/// How far turning reaches.
const TURNED: i32 = 6;

/// What a character is in need of, as the value of `GIVE_AID`.
const WOUNDS: i32 = 1;
const AFFLICTION: i32 = 2;
const FOES: i32 = 3;

fn god_of(core: &Core, who: Id) -> Option<Res> {
    core.thing(who).character().and_then(|character| character.god)
}

fn faith_of(core: &Core, who: Id, god: Res) -> Faith {
    core.thing(who).character().and_then(|character| character.faith.get(&god)).copied().unwrap_or_default()
}

fn keep_faith(play: &mut Play, who: Id, god: Res, change: impl FnOnce(&mut Faith)) {
    let mut faith = faith_of(play, who, god);
    change(&mut faith);
    if faith != faith_of(play, who, god) {
        play.emit(Event::FaithChanged { id: who, god, faith });
    }
}

/// What is kept between a god and somebody besides faith itself.
fn account(who: Id, god: Res) -> String {
    format!("faith {} {}", who.0, god.0)
}

fn noted(core: &Core, who: Id, god: Res, key: &str) -> i32 {
    core.world().note(&account(who, god), key)
}

fn note(play: &mut Play, who: Id, god: Res, key: &str, to: i32) {
    if noted(play, who, god, key) != to {
        play.emit(Event::Noted { about: account(who, god), key: key.to_owned(), to });
    }
}

/// Makes a god angry with somebody. Of one turn only the worst deed counts, and what a god itself did is nobody's deed. With `wrath` it
/// strikes at once if its patience ends.
pub(crate) fn anger(play: &mut Play, who: Id, god: Res, magnitude: i32, wrath: bool) {
    let lore = play.lore.clone();
    let Some(definition) = lore.content.god(god) else { return };
    let is_gods_own = play.ancestors().last().is_some_and(|ancestor| ancestor.divine);
    if is_gods_own || play.thing(who).character().is_none() || faith_of(play, who, god).anger > ANATHEMA {
        return;
    }
    let magnitude = magnitude.clamp(1, 10);
    let is_own = god_of(play, who) == Some(god);
    let counts =
        if is_own { worst_of_turn(play, who, god, magnitude) } else { i32::from(play.die(60, "notice") <= magnitude + 1) };
    if counts <= 0 {
        return;
    }
    keep_faith(play, who, god, |faith| faith.anger = (faith.anger + counts).min(ANATHEMA + 1));
    let name = lore.content.name(god);
    play.tell(who, &format!("{name} is displeased."));
    if is_own && faith_of(play, who, god).anger > FORSAKEN {
        forsake(play, who, name);
    }
    let excess = faith_of(play, who, god).anger - definition.tolerance.get();
    if wrath && excess > 0 {
        strike(play, who, god, excess);
    }
}

/// How much worse a deed is than what the god has counted this turn.
fn worst_of_turn(play: &mut Play, who: Id, god: Res, magnitude: i32) -> i32 {
    let turn = (play.world().time / TURN) as i32 + 1;
    let counted = if noted(play, who, god, "turn") == turn { noted(play, who, god, "worst") } else { 0 };
    note(play, who, god, "turn", turn);
    note(play, who, god, "worst", magnitude.max(counted));
    magnitude - counted
}

fn forsake(play: &mut Play, who: Id, name: &str) {
    play.emit(Event::Converted { id: who, god: None });
    play.tell(who, &format!("{name} turns away. You are forsaken."));
}

/// Makes a god less angry.
pub(crate) fn calm(play: &mut Play, who: Id, god: Res, amount: i32) {
    keep_faith(play, who, god, |faith| faith.anger = (faith.anger - amount.max(0)).max(0));
}

/// Gives somebody a god's favour; a new level of it brings a blessing.
pub(crate) fn favour(play: &mut Play, who: Id, god: Res, amount: i32) {
    if play.thing(who).character().is_none() || play.content().god(god).is_none() {
        return;
    }
    keep_faith(play, who, god, |faith| faith.favour = faith.favour.saturating_add(amount).clamp(0, 1_000_000));
    bless(play, who, god);
}

/// The favour somebody has: the best sacrifice of each category and what deeds brought, as the god counts it, less what aid cost.
pub(crate) fn favour_with(play: &mut Play, who: Id, god: Res) -> i32 {
    let about = account(who, god);
    let notes = play.world().notes.get(&about);
    let best: i32 = notes.into_iter().flatten().filter(|(key, _)| key.starts_with("sacrifice ")).map(|(_, worth)| *worth).sum();
    let total = faith_of(play, who, god).favour.saturating_add(best);
    let mut question = Happening::new().actor(who).target(who).effected(god).valued(total);
    play.throw(Verb::CALC_FAVOUR, &mut question);
    let penalty = noted(play, who, god, "penalty").clamp(0, 100);
    (i64::from(question.value) * i64::from(100 - penalty) / 100) as i32
}

/// The level of favour somebody has with a god.
pub(crate) fn favour_level(play: &mut Play, who: Id, god: Res) -> i32 {
    let favour = favour_with(play, who, god);
    play.content().god(god).map_or(0, |definition| definition.level(favour))
}

/// Each new level of favour is a blessing, unless the god's own handler withholds it.
fn bless(play: &mut Play, who: Id, god: Res) {
    let level = favour_level(play, who, god);
    while faith_of(play, who, god).blessed < level && god_of(play, who) == Some(god) {
        let next = faith_of(play, who, god).blessed + 1;
        let mut happening = Happening::new().actor(who).target(who).effected(god).valued(next);
        if target::is_no(play.ask(god, Verb::BLESSING, Some(who), &mut happening)) {
            return;
        }
        keep_faith(play, who, god, |faith| faith.blessed = next);
        let name = play.content().name(god).to_owned();
        play.tell(who, &format!("{name} smiles upon you."));
    }
}

/// Gods look at somebody, each in its own time: at its own, and five times more rarely at others.
pub(crate) fn pulse(play: &mut Play, who: Id) {
    let lore = play.lore.clone();
    let turn = play.world().time / TURN;
    for &god in &lore.gods {
        let Some(definition) = lore.content.god(god) else { continue };
        if play.thing(who).character().is_none() {
            return;
        }
        let is_own = god_of(play, who) == Some(god);
        let is_angry = faith_of(play, who, god).anger > definition.tolerance.get();
        let every = if is_angry { definition.anger_pulse } else { definition.pulse }.get() as u32 * if is_own { 1 } else { 5 };
        if every > 0 && turn.is_multiple_of(every) {
            let verb = if is_angry { Verb::ANGER_PULSE } else { Verb::GODPULSE };
            play.throw(verb, &mut Happening::new().actor(who).effected(god));
        }
    }
}

/// The altar somebody stands at.
fn altar(core: &Core, who: Id) -> Option<&Thing> {
    let at = core.world().spot(who)?;
    let is_altar = |thing: &&Thing| core.content().feature(thing.res).is_some_and(|it| it.flags.contains(&FeatureFlag::Altar));
    core.world().on(at).find(is_altar)
}

/// Whose an altar is.
fn god_of_altar(core: &Core, altar: &Thing) -> Option<Res> {
    let born = || core.content().feature(altar.res)?.god.as_ref().map(|link| link.res());
    altar.feature().and_then(|feature| feature.god).or_else(born)
}

/// The god a happening is addressed to, if it is one.
fn addressed<'c>(content: &'c crate::content::Content, happening: &Happening) -> Option<(Res, &'c God)> {
    let god = happening.effect?;
    content.god(god).map(|definition| (god, definition))
}

fn refuse(play: &mut Play, who: Id, why: &str) -> Verdict {
    play.tell(who, why);
    Verdict::Abort
}

/// A prayer goes to the god it names, else to one's own, else to that of the altar underfoot.
fn whose_prayer(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let here = || altar(play, who).and_then(|altar| god_of_altar(play, altar));
    happening.effect = happening.effect.or_else(|| god_of(play, who)).or_else(here);
    match happening.effect {
        Some(_) => Verdict::Nothing,
        None => refuse(play, who, "There is nobody to pray to."),
    }
}

/// A prayer: is it heard, is the god willing, is there need?
fn pray(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let Some((god, definition)) = addressed(&lore.content, happening) else { return refuse(play, who, "Nobody hears you.") };
    let name = lore.content.name(god);
    spend(play, who, a_moment(play, who));
    if god_of(play, who).is_some_and(|own| own != god) {
        play.throw(Verb::JEALOUSY, &mut Happening::new().actor(who).effected(god));
    }
    if play.check(who, Skill::Theology, definition.prayer_dc.get()) < 0 {
        play.tell(who, "You lose the thread of your prayer.");
        return Verdict::Done;
    }
    let faith = faith_of(play, who, god);
    let excess = faith.anger - definition.tolerance.get();
    if excess > 0 {
        strike(play, who, god, excess);
        return Verdict::Done;
    }
    if play.world().time < faith.patience {
        play.tell(who, &format!("{name} wants peace."));
        anger(play, who, god, 2, true);
        return Verdict::Done;
    }
    let patience = play.world().time.saturating_add(definition.timeout.get() as u32 * PATIENCE * TURN);
    keep_faith(play, who, god, |faith| faith.patience = patience);
    match trouble(play, who) {
        Some(need) => drop(play.throw(Verb::GIVE_AID, &mut Happening::new().actor(who).effected(god).valued(need))),
        None => drop(play.throw(Verb::INSIGHT, &mut Happening::new().actor(who).effected(god))),
    }
    Verdict::Done
}

/// The worst trouble somebody is in.
fn trouble(core: &Core, who: Id) -> Option<i32> {
    let thing = core.thing(who);
    let is_ill = thing.statuses.iter().any(|status| {
        let definition = core.content().status(status.nature);
        definition.is_some_and(|it| {
            !it.stops.is_empty() && !it.good
                || it.flags.contains(&StatusFlag::Hurts)
                || it.flags.contains(&StatusFlag::CountsDown)
        })
    });
    let needs = [
        (thing.hp * 3 <= thing.max_hp, WOUNDS),
        (is_ill || cures_any(core, who), AFFLICTION),
        (!core.threats(who).is_empty(), FOES),
    ];
    needs.into_iter().find(|(is_so, _)| *is_so).map(|(_, need)| need)
}

/// Whether any god's aid would cure somebody of something.
fn cures_any(core: &Core, who: Id) -> bool {
    let Some(god) = god_of(core, who).and_then(|god| core.content().god(god)) else { return false };
    god.aid.iter().any(|link| cures(core, link.res(), who))
}

fn cures(core: &Core, effect: Res, who: Id) -> bool {
    let Some(effect) = core.content().effect(effect) else { return false };
    effect.segments.iter().flat_map(|segment| &segment.cures).any(|link| core.thing(who).has(link.res()))
}

/// A god sends what helps against the trouble, and that costs favour.
fn give_aid(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let Some((god, definition)) = addressed(&lore.content, happening) else { return Verdict::Abort };
    let name = lore.content.name(god);
    let fits = |effect: Res| {
        let purpose = lore.content.effect(effect).map(|effect| effect.purpose);
        match happening.value {
            WOUNDS => purpose == Some(Purpose::Heal) && !cures_only(&lore.content, effect),
            AFFLICTION => cures(play, effect, who),
            _ => matches!(purpose, Some(Purpose::Protect | Purpose::Escape | Purpose::Hinder | Purpose::Harm | Purpose::Summon)),
        }
    };
    let Some(aid) = definition.aid.iter().map(|link| link.res()).find(|&effect| fits(effect)) else {
        play.tell(who, &format!("{name} hears, and cannot help."));
        return Verdict::Done;
    };
    play.tell(who, &format!("{name} answers."));
    let penalty = (noted(play, who, god, "penalty") + definition.intervention.get()).min(100);
    note(play, who, god, "penalty", penalty);
    let level = favour_level(play, who, god) * 2 + play.figures(who).level;
    let mut sent = Happening::new().actor(who).target(who).effected(aid);
    sent.more.effect.caster_level = level.max(1);
    play.throw(Verb::EFFECT, &mut sent);
    happening.flags.set(Flag::Something, true);
    Verdict::Done
}

/// Whether an effect heals no wounds.
fn cures_only(content: &crate::content::Content, effect: Res) -> bool {
    let segments = content.effect(effect).map_or(&[][..], |effect| &effect.segments);
    segments.iter().all(|segment| !segment.cures.is_empty() && segment.power == crate::content::Power::default())
}

/// The wrath of a god.
fn strike(play: &mut Play, who: Id, god: Res, severity: i32) {
    play.throw(Verb::RETRIBUTION, &mut Happening::new().actor(who).target(who).effected(god).valued(severity));
}

/// What a god without a way of its own does in its wrath.
fn retribution(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let Some((god, _)) = addressed(&lore.content, happening) else { return Verdict::Abort };
    let name = lore.content.name(god);
    play.tell(who, &format!("The wrath of {name} falls upon you!"));
    let dice = crate::content::Dice { count: happening.value.clamp(1, 10), sides: 6, plus: 0 };
    let damage = play.dice(dice, "wrath");
    let mut blow = Happening::new().actor(who).target(who).with(|more| {
        (more.combat.damage, more.combat.damage_type) = (damage, Harm::Untyped.number());
        more.texts.get_or_insert_default().grave = Some(format!("Struck down by {name}.").into());
    });
    play.throw(Verb::DAMAGE, &mut blow);
    Verdict::Done
}

/// One's own god does not like to hear another's name; least of all when one leaves it.
fn jealousy(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(own) = god_of(play, who).filter(|own| Some(*own) != happening.effect) else { return Verdict::Done };
    let parent = play.ancestors().iter().rev().nth(1).map(|parent| parent.verb);
    let magnitude = if parent == Some(Verb::CONVERT) { 10 } else { 3 };
    anger(play, who, own, magnitude, parent != Some(Verb::CONVERT));
    Verdict::Done
}

/// How one stands with a god, in words.
fn insight(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let Some((god, definition)) = addressed(&lore.content, happening) else { return Verdict::Abort };
    let (faith, level) = (faith_of(play, who, god), favour_level(play, who, god));
    let name = lore.content.name(god);
    let stands = match level {
        _ if faith.anger > definition.tolerance.get() => "is angry with you",
        _ if faith.anger > 0 => "has not forgotten your faults",
        0 => "hardly knows you",
        1..3 => "is pleased with you",
        _ => "holds you dear",
    };
    play.tell(who, &format!("{name} {stands}."));
    Verdict::Done
}

/// What a sacrifice is to a god: its category, and what it is worth.
fn worth(core: &Core, what: &Thing) -> (i32, i32) {
    let of_monster = |res: Res| core.content().monster(res).map_or(1, |monster| monster.cr.get().max(1));
    if what.kind.is_creature() {
        return (1, 20 * core.figures(what.id).cr.max(1));
    }
    let (level, plus) =
        (core.content().item(what.res).map_or(0, |item| item.level.get()), what.item().map_or(0, |item| item.plus.max(0)));
    let worth = 5 + 10 * level + 20 * plus;
    match what.kind {
        Kind::Corpse => (2, 10 * what.item().and_then(|item| item.of).map_or(1, of_monster)),
        Kind::Weapon | Kind::Bow | Kind::Missile => (3, worth),
        Kind::Armour | Kind::Shield | Kind::Boots | Kind::Gauntlets | Kind::Helmet => (4, worth),
        Kind::Food | Kind::Mushroom | Kind::Herb => (5, worth),
        Kind::Coin | Kind::Gem => (6, worth),
        _ => (7, worth),
    }
}

/// Something is given to a god at its altar. Of each category the best counts. A value below 0 is what the god will not have.
fn sacrifice(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let victim = happening.roles.get(Role::Target);
    let altar = altar(play, who).or_else(|| victim.and_then(|victim| altar(play, victim)));
    let here = altar.and_then(|altar| god_of_altar(play, altar));
    happening.effect = happening.effect.or(here);
    let is_here = altar.is_some();
    let lore = play.lore.clone();
    let Some((god, _)) = addressed(&lore.content, happening).filter(|_| is_here) else {
        return refuse(play, who, "There is no altar here.");
    };
    let (victim, item) = (happening.roles.get(Role::Target), happening.roles.get(Role::Item));
    let Some(what) = item.or(victim).and_then(|what| play.world().thing(what)).cloned() else {
        return refuse(play, who, "There is nothing to give.");
    };
    let name = lore.content.name(god);
    if happening.value < 0 {
        play.tell(who, &format!("{name} will not have it."));
        return Verdict::Done;
    }
    let (category, worth) = worth(play, &what);
    let category = if happening.value > 0 { happening.value } else { category };
    happening.value = category;
    consume(play, &what);
    spend(play, who, a_moment(play, who));
    if god_of(play, who) != Some(god) {
        play.throw(Verb::JEALOUSY, &mut Happening::new().actor(who).effected(god));
    }
    accept(play, who, god, category, worth);
    Verdict::Done
}

fn consume(play: &mut Play, what: &Thing) {
    match what.item().map(|item| item.quantity) {
        Some(count @ 2..) => play.set(what.id, Gauge::Quantity, count - 1),
        Some(_) => play.emit(Event::Removed { id: what.id }),
        None => {}
    }
}

fn accept(play: &mut Play, who: Id, god: Res, category: i32, worth: i32) {
    let (key, name) = (format!("sacrifice {category}"), play.content().name(god).to_owned());
    let best = noted(play, who, god, &key);
    if worth > best {
        note(play, who, god, &key, worth);
        play.tell(who, &format!("{name} accepts it."));
        calm(play, who, god, 1 + worth / 50);
    } else {
        play.tell(who, &format!("{name} has had better of you."));
    }
    bless(play, who, god);
}

/// One follows the god of the altar, or the one that is named.
fn convert(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let here = altar(play, who).and_then(|altar| god_of_altar(play, altar));
    happening.effect = happening.effect.or(here);
    let lore = play.lore.clone();
    let Some((god, _)) = addressed(&lore.content, happening) else { return refuse(play, who, "There is no altar here.") };
    let name = lore.content.name(god);
    if god_of(play, who) == Some(god) {
        return refuse(play, who, "You follow already.");
    }
    if faith_of(play, who, god).anger >= ANATHEMA {
        play.tell(who, &format!("{name} will never have you."));
        return Verdict::Abort;
    }
    let mut question = Happening::new().actor(who).target(who).effected(god);
    if target::is_no(play.ask(god, Verb::PREREQ, Some(who), &mut question)) || question.quiet {
        return Verdict::Abort;
    }
    if god_of(play, who).is_some() {
        play.throw(Verb::JEALOUSY, &mut Happening::new().actor(who).effected(god));
    }
    play.emit(Event::Converted { id: who, god: Some(god) });
    keep_faith(play, who, god, |faith| faith.patience = 0);
    spend(play, who, a_moment(play, who));
    play.tell(who, &format!("You follow {name}."));
    Verdict::Done
}

/// Whoever is in high favour makes an altar his god's.
fn convert_altar(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(god) = happening.effect.or_else(|| god_of(play, who)) else { return refuse(play, who, "You follow nobody.") };
    let Some(mut changed) = altar(play, who).cloned() else { return refuse(play, who, "There is no altar here.") };
    let before = god_of_altar(play, &changed);
    if before == Some(god) {
        return refuse(play, who, "It is your god's already.");
    }
    spend(play, who, a_moment(play, who));
    let level = favour_level(play, who, god);
    if level < 1 || play.check(who, Skill::Theology, 20 - 2 * level) < 0 {
        play.tell(who, "The altar stays as it is.");
    } else {
        if let Nature::Feature(feature) = &mut changed.more {
            feature.god = Some(god);
        }
        play.emit(Event::Made { thing: Box::new(changed) });
        play.tell(who, "The altar has another master now.");
    }
    before.into_iter().for_each(|before| anger(play, who, before, 10, true));
    Verdict::Done
}

/// A god blesses a thing of its own: no curse stays on it.
fn bless_item(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let (Some((god, _)), Some(what)) = (addressed(&lore.content, happening), happening.roles.get(Role::Item)) else {
        return Verdict::Abort;
    };
    let Some(item) = play.thing(what).item().cloned() else { return Verdict::Abort };
    if favour_level(play, who, god) < 1 || item.blessed && !item.cursed {
        play.tell(who, "Nothing happens.");
        return Verdict::Done;
    }
    play.set(what, Gauge::Blessed, 1);
    play.set(what, Gauge::Cursed, 0);
    happening.flags.set(Flag::Something, true);
    play.tell_of(who, "<Item> shines for a moment.", happening);
    Verdict::Done
}

/// A deed of a side: a god of the other side is displeased with its own. What a god does is nobody's deed.
fn aligned(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(god) = god_of(play, who).filter(|_| !happening.divine) else { return Verdict::Done };
    let stands: i32 = play.content().god(god).map_or(0, |god| god.align.iter().map(|side| side.number()).sum());
    let against = |deed: Side, side: Side| happening.value & deed.number() != 0 && stands & side.number() != 0;
    let offends = against(Side::Evil, Side::Good)
        || against(Side::Good, Side::Evil)
        || against(Side::Chaotic, Side::Lawful)
        || against(Side::Lawful, Side::Chaotic);
    if offends {
        anger(play, who, god, happening.more.status.mag.max(1), false);
    }
    Verdict::Done
}

/// The undead in sight of somebody who may turn them flee, and the least of them are no more.
fn turn_undead(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
    let figures = play.figures(who);
    let Some(at) = play.world().spot(who).filter(|_| figures.has(Trait::Turning)) else {
        return refuse(play, who, "The dead do not listen to you.");
    };
    spend(play, who, a_moment(play, who));
    let near =
        play.world().creatures().filter(|thing| thing.on(play.world().depth).is_some_and(|spot| spot.distance(at) <= TURNED));
    let all: Vec<Id> = near.map(|thing| thing.id).collect();
    for foe in all {
        let theirs = play.figures(foe);
        if !theirs.is_a(Breed::Undead) || !play.are_hostile(who, foe) || !play.sees(who, foe) {
            continue;
        }
        if play.die(20, "turning") + figures.level + figures.modifier(Attribute::Cha) < 10 + theirs.cr {
            continue;
        }
        if theirs.cr * 2 <= figures.level {
            play.throw(Verb::DEATH, &mut Happening::new().actor(who).target(foe));
        } else {
            play.afflict(foe, play.lore.natures.afraid, 0, 10);
        }
    }
    Verdict::Done
}

/// A god may give back the life of its own. Says `ABORT` if it does not.
fn raise(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let lore = play.lore.clone();
    let Some((god, definition)) = addressed(&lore.content, happening) else { return Verdict::Abort };
    let is_worthy = god_of(play, who) == Some(god) && faith_of(play, who, god).anger <= definition.tolerance.get();
    if !is_worthy || favour_level(play, who, god) < RAISING || noted(play, who, god, "raised") > 0 {
        return Verdict::Abort;
    }
    note(play, who, god, "raised", 1);
    note(play, who, god, "penalty", (noted(play, who, god, "penalty") + 50).min(100));
    let hp = play.thing(who).max_hp.max(1);
    play.emit(Event::Healed { id: who, amount: hp, hp });
    let name = lore.content.name(god);
    play.tell(who, &format!("{name} sends you back."));
    happening.flags.set(Flag::Something, true);
    Verdict::Done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Arena, MIDDLE};
    use crate::content::{Noun, Slot};
    use proptest::prelude::*;
    use referee_dispatch::Place;

    const EFFECTS: &str = "
[mend]\nabout = 'Heals.'\nlevel = 1\nflags = ['healing']\npurpose = 'heal'\nsegments = [{ does = 'healing', power = { plus = 40 } }]
[wash]\nabout = 'Cures.'\nlevel = 1\npurpose = 'heal'\nsegments = [{ does = 'healing', cures = ['poisoned', 'blind'] }]
[guard]\nabout = 'Guards.'\nlevel = 1\npurpose = 'protect'\nsegments = [{ does = 'grant', status = 'armour', power = { plus = 4 } }]
";
    const GODS: &str = "
[Sun]\nabout = 'Bright.'\nalign = ['good', 'lawful']\ntolerance = 3\nprayer_dc = 10\ntimeout = 2\nintervention = 10\npulse = 2\nanger_pulse = 3
favour = [50, 250, 500, 1250, 4500, 12000, 36000]\naid = ['mend', 'wash', 'guard']
on = { GODPULSE = { say = ['Sun looks.'] }, ANGER_PULSE = { say = ['Sun glares.'] }, \"GODWATCH(DAMAGE)\" = { say = ['Sun sees blood.'] } }
[Moon]\nabout = 'Pale.'\nalign = ['evil']\ntolerance = 5\nprayer_dc = 10\ntimeout = 2\nintervention = 20\npulse = 2\nanger_pulse = 2
favour = [50, 250, 500, 1250, 4500, 12000, 36000]\naid = []
";
    const FEATURES: &str = "
[altar]\nabout = 'An altar.'\nglyph = '_'\ntint = 'white'\nkind = 'feature'\nmaterial = 'granite'\nflags = ['altar']\ngod = 'Sun'
[stone]\nabout = 'An altar.'\nglyph = '_'\ntint = 'faint'\nkind = 'feature'\nmaterial = 'granite'\nflags = ['altar']\ngod = 'Moon'
";
    const ITEMS: &str = "
[sword]\nabout = 'Sharp.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nlevel = 6
[knife]\nabout = 'Small.'\nglyph = '|'\ntint = 'white'\nkind = 'weapon'\nlevel = 1
[gem]\nabout = 'Green.'\nglyph = '*'\ntint = 'green'\nkind = 'gem'\nlevel = 20
";

    fn arena(anger: i32) -> Arena {
        let mut arena =
            Arena::with(&[("effects.toml", EFFECTS), ("gods.toml", GODS), ("features.toml", FEATURES), ("items.toml", ITEMS)]);
        arena.follow("Sun", Faith { anger, ..Faith::default() });
        arena.die("check", 20);
        arena
    }

    fn offend(arena: &mut Arena, god: &str, magnitude: i32, wrath: bool) {
        let (hero, god) = (arena.hero, arena.res(Noun::God, god));
        arena.play(move |play| anger(play, hero, god, magnitude, wrath)).expect("a deed");
    }

    fn do_it(arena: &mut Arena, verb: Verb) -> Verdict {
        let hero = arena.hero;
        arena.throw(verb, Happening::new().actor(hero))
    }

    fn god(arena: &Arena) -> Option<Res> {
        arena.thing(arena.hero).character().and_then(|character| character.god)
    }

    #[test]
    fn of_one_turn_only_the_worst_deed_counts() {
        let mut arena = arena(0);
        let anger = |arena: &mut Arena, magnitude| {
            offend(arena, "Sun", magnitude, false);
            arena.faith("Sun").anger
        };
        assert_eq!([2, 1, 4, 4].map(|magnitude| anger(&mut arena, magnitude)), [2, 2, 4, 4]);
        arena.world.time += 60;
        assert_eq!(anger(&mut arena, 99), 14, "ten at most");
    }

    #[test]
    fn gods_of_others_seldom_notice() {
        for (roll, anger) in [(4, 1), (5, 0)] {
            let mut arena = arena(0);
            arena.die("notice", roll);
            offend(&mut arena, "Moon", 3, false);
            assert_eq!(arena.faith("Moon").anger, anger, "one of sixty for each point and one more");
        }
    }

    #[test]
    fn beyond_its_tolerance_a_god_strikes_if_wrath_is_asked_for() {
        let mut arena = arena(2);
        arena.die("wrath", 2);
        offend(&mut arena, "Sun", 1, true);
        assert_eq!(arena.lost(arena.hero), 0, "three is what it bears");
        arena.world.time += 60;
        offend(&mut arena, "Sun", 2, false);
        assert_eq!(arena.lost(arena.hero), 0);
        arena.world.time += 60;
        offend(&mut arena, "Sun", 1, true);
        assert_eq!(arena.lost(arena.hero), 6, "three beyond it, three dice");
    }

    #[test]
    fn above_35_a_god_forsakes_and_from_50_takes_nobody_back() {
        let mut arena = arena(34);
        offend(&mut arena, "Sun", 1, false);
        assert!(god(&arena).is_some());
        arena.world.time += 60;
        offend(&mut arena, "Sun", 1, false);
        assert_eq!((god(&arena), arena.heard("forsaken")), (None, 1));
        arena.place(Noun::Feature, "altar", MIDDLE);
        assert_eq!(do_it(&mut arena, Verb::CONVERT), Verdict::Done);
        let mut arena = self::arena(50);
        arena.world.things.change(arena.hero, |hero| hero.character_mut().into_iter().for_each(|it| it.god = None));
        arena.place(Noun::Feature, "altar", MIDDLE);
        assert_eq!(do_it(&mut arena, Verb::CONVERT), Verdict::Abort);
        assert_eq!(arena.heard("never have you"), 1);
    }

    #[test]
    fn what_a_god_does_is_nobodys_deed() {
        let mut arena = arena(0);
        let hero = arena.hero;
        let deed = Happening::new().actor(hero).valued(Side::Evil.number()).with(|more| more.status.mag = 3);
        arena.throw(Verb::ALIGNED, deed.clone());
        assert_eq!(arena.faith("Sun").anger, 3);
        arena.world.time += 60;
        let mut divine = deed;
        divine.divine = true;
        arena.throw(Verb::ALIGNED, divine);
        assert_eq!(arena.faith("Sun").anger, 3);
    }

    #[test]
    fn a_deed_of_the_other_side_displeases_and_one_of_its_own_does_not() {
        for (side, anger) in [(Side::Evil, 2), (Side::Chaotic, 2), (Side::Good, 0), (Side::Lawful, 0)] {
            let mut arena = arena(0);
            let hero = arena.hero;
            arena.throw(Verb::ALIGNED, Happening::new().actor(hero).valued(side.number()).with(|more| more.status.mag = 2));
            assert_eq!(arena.faith("Sun").anger, anger, "{side:?}");
        }
    }

    #[test]
    fn a_prayer_in_need_is_answered_and_costs_favour() {
        let mut arena = arena(0);
        let (hero, sun) = (arena.hero, arena.res(Noun::God, "Sun"));
        arena.world.things.change(hero, |hero| hero.hp = 30);
        assert_eq!(do_it(&mut arena, Verb::PRAY), Verdict::Done);
        assert_eq!((arena.thing(hero).hp, arena.heard("Sun answers")), (70, 1));
        assert_eq!(noted_in(&arena, hero, sun, "penalty"), 10);
        assert_eq!(arena.faith("Sun").patience, 600 + 2 * 10 * 60);
        do_it(&mut arena, Verb::PRAY);
        assert_eq!((arena.heard("wants peace"), arena.faith("Sun").anger), (1, 2));
    }

    fn noted_in(arena: &Arena, who: Id, god: Res, key: &str) -> i32 {
        arena.world.note(&account(who, god), key)
    }

    #[test]
    fn each_trouble_has_its_aid() {
        let mut arena = arena(0);
        let hero = arena.hero;
        arena.afflict(hero, "poisoned", 2);
        do_it(&mut arena, Verb::PRAY);
        assert!(arena.statuses(hero, "poisoned").is_empty());
        let mut arena = self::arena(0);
        arena.place(Noun::Monster, "goblin", Place::new(16, 15));
        do_it(&mut arena, Verb::PRAY);
        assert_eq!(arena.statuses(hero, "armour").len(), 1);
        let mut arena = self::arena(0);
        do_it(&mut arena, Verb::PRAY);
        assert_eq!(arena.heard("Sun hardly knows you"), 1, "no trouble: only insight");
    }

    #[test]
    fn a_prayer_may_fail_or_anger_or_find_nobody() {
        let mut arena = arena(0);
        arena.die("check", 1);
        do_it(&mut arena, Verb::PRAY);
        assert_eq!(arena.heard("lose the thread"), 1);
        let mut arena = self::arena(5);
        arena.die("wrath", 3);
        do_it(&mut arena, Verb::PRAY);
        assert_eq!(arena.lost(arena.hero), 6, "two beyond what it bears");
        arena.world.things.change(arena.hero, |hero| hero.character_mut().into_iter().for_each(|it| it.god = None));
        assert_eq!(do_it(&mut arena, Verb::PRAY), Verdict::Abort);
    }

    #[test]
    fn ones_own_god_does_not_like_to_hear_another() {
        let mut arena = arena(0);
        let (hero, moon) = (arena.hero, arena.res(Noun::God, "Moon"));
        arena.throw(Verb::PRAY, Happening::new().actor(hero).effected(moon));
        assert_eq!(arena.faith("Sun").anger, 3);
        let mut arena = self::arena(0);
        arena.place(Noun::Feature, "stone", MIDDLE);
        do_it(&mut arena, Verb::CONVERT);
        assert_eq!((god(&arena), arena.faith("Sun").anger), (Some(moon), 10));
    }

    #[test]
    fn of_each_category_the_best_sacrifice_counts() {
        let mut arena = arena(2);
        arena.place(Noun::Feature, "altar", MIDDLE);
        let (hero, sun) = (arena.hero, arena.res(Noun::God, "Sun"));
        let give = |arena: &mut Arena, name: &str| {
            let item = arena.give(name, Slot::Pack);
            arena.throw(Verb::SACRIFICE, Happening::new().actor(hero).item(item));
            assert!(arena.world.thing(item).is_none());
        };
        give(&mut arena, "knife");
        assert_eq!((noted_in(&arena, hero, sun, "sacrifice 3"), arena.faith("Sun").blessed), (15, 0));
        give(&mut arena, "sword");
        assert_eq!((noted_in(&arena, hero, sun, "sacrifice 3"), arena.faith("Sun").blessed), (65, 1));
        assert_eq!(arena.heard("smiles upon you"), 1);
        give(&mut arena, "knife");
        assert_eq!((noted_in(&arena, hero, sun, "sacrifice 3"), arena.heard("had better")), (65, 1));
        give(&mut arena, "gem");
        assert_eq!((arena.faith("Sun").blessed, arena.faith("Sun").anger), (2, 0), "65 and 205: 270");
    }

    #[test]
    fn nothing_is_given_without_an_altar() {
        let mut arena = arena(0);
        let (hero, gem) = (arena.hero, arena.give("gem", Slot::Pack));
        assert_eq!(arena.throw(Verb::SACRIFICE, Happening::new().actor(hero).item(gem)), Verdict::Abort);
        assert!(arena.world.thing(gem).is_some());
    }

    #[test]
    fn aid_takes_a_percentage_of_favour() {
        let mut arena = arena(0);
        let (hero, sun) = (arena.hero, arena.res(Noun::God, "Sun"));
        arena
            .play(move |play| {
                favour(play, hero, sun, 300);
                note(play, hero, sun, "penalty", 10);
                assert_eq!((favour_with(play, hero, sun), favour_level(play, hero, sun)), (270, 2));
                note(play, hero, sun, "penalty", 20);
                assert_eq!((favour_with(play, hero, sun), favour_level(play, hero, sun)), (240, 1));
            })
            .expect("favour");
        assert_eq!(arena.faith("Sun").blessed, 2, "what is blessed stays blessed");
    }

    #[test]
    fn gods_look_in_their_own_time_and_angry_ones_glare() {
        let mut arena = arena(0);
        let hero = arena.hero;
        let looks = |arena: &mut Arena, turn: u32| {
            arena.world.time = turn * 60;
            arena.play(move |play| pulse(play, hero)).expect("a turn");
            (arena.heard("Sun looks"), arena.heard("Sun glares"))
        };
        assert_eq!([10, 11, 12].map(|turn| looks(&mut arena, turn)), [(1, 0), (0, 0), (1, 0)]);
        let mut arena = self::arena(4);
        assert_eq!([10, 11, 12].map(|turn| looks(&mut arena, turn)), [(0, 0), (0, 0), (0, 1)]);
        arena.world.things.change(hero, |hero| hero.character_mut().into_iter().for_each(|it| it.god = None));
        assert_eq!([12, 15].map(|turn| looks(&mut arena, turn)), [(0, 0), (0, 1)], "five times more rarely at others");
    }

    #[test]
    fn a_god_brings_back_whom_it_holds_dear_and_once() {
        let mut arena = arena(0);
        let (hero, sun) = (arena.hero, arena.res(Noun::God, "Sun"));
        let raise = |arena: &mut Arena| {
            arena.world.things.change(hero, |hero| hero.hp = 0);
            arena.throw(Verb::GOD_RAISE, Happening::new().actor(hero).effected(sun))
        };
        assert_eq!(raise(&mut arena), Verdict::Abort);
        arena.play(move |play| favour(play, hero, sun, 3_000)).expect("favour");
        assert_eq!((raise(&mut arena), arena.thing(hero).hp), (Verdict::Done, 100));
        assert_eq!(raise(&mut arena), Verdict::Abort);
    }

    #[test]
    fn an_item_is_blessed_for_those_in_favour() {
        let mut arena = arena(0);
        let (hero, sun, knife) = (arena.hero, arena.res(Noun::God, "Sun"), arena.give("knife", Slot::Pack));
        let bless = Happening::new().actor(hero).item(knife).effected(sun);
        arena.throw(Verb::IBLESSING, bless.clone());
        assert!(arena.thing(knife).item().is_some_and(|item| !item.blessed));
        arena.play(move |play| favour(play, hero, sun, 60)).expect("favour");
        arena.throw(Verb::IBLESSING, bless);
        assert!(arena.thing(knife).item().is_some_and(|item| item.blessed));
    }

    #[test]
    fn an_altar_may_change_its_master() {
        let mut arena = arena(0);
        let (hero, sun) = (arena.hero, arena.res(Noun::God, "Sun"));
        let stone = arena.place(Noun::Feature, "stone", MIDDLE);
        arena.play(move |play| favour(play, hero, sun, 60)).expect("favour");
        do_it(&mut arena, Verb::CONVERT_ALTAR);
        assert_eq!(arena.thing(stone).feature().and_then(|feature| feature.god), Some(sun));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn anger_stays_in_its_bounds_and_grows_by_ten_a_turn_at_most(deeds in proptest::collection::vec((-3i32..14, 0u32..90), 1..30)) {
            let mut arena = arena(0);
            let (mut turn, mut before) = (arena.world.time / 60, 0);
            for (magnitude, passes) in deeds {
                arena.world.time += passes;
                if arena.world.time / 60 != turn {
                    (turn, before) = (arena.world.time / 60, arena.faith("Sun").anger);
                }
                let was_own = god(&arena).is_some();
                offend(&mut arena, "Sun", magnitude, false);
                let anger = arena.faith("Sun").anger;
                prop_assert!((0..=ANATHEMA + 1).contains(&anger));
                prop_assert!(!was_own || anger - before <= 10);
                prop_assert_eq!(god(&arena).is_none(), anger > FORSAKEN);
            }
        }
    }
}

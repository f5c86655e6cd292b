//! Altars: what is given at them, and whose they are.

use super::anger::{ANATHEMA, anger, calm};
use super::favour::{bless, favour_level};
use super::{addressed, faith_of, god_of, keep_faith, note, noted, refuse};
use crate::classes::magic::{a_moment, spend};
use crate::content::{FeatureFlag, Skill};
use crate::play::{Core, Play};
use crate::{Event, Gauge, Happening, Id, Kind, Nature, Res, Thing, Verb};
use referee_dispatch::{Role, Verdict};

/// The altar somebody stands at.
pub(super) fn altar(core: &Core, who: Id) -> Option<&Thing> {
    let at = core.world().spot(who)?;
    let is_altar = |thing: &&Thing| core.content().feature(thing.res).is_some_and(|it| it.flags.contains(&FeatureFlag::Altar));
    core.world().on(at).find(is_altar)
}

/// Whose an altar is.
pub(super) fn god_of_altar(core: &Core, altar: &Thing) -> Option<Res> {
    let born = || core.content().feature(altar.res)?.god.as_ref().map(|link| link.res());
    altar.feature().and_then(|feature| feature.god).or_else(born)
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
pub(super) fn sacrifice(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
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
pub(super) fn convert(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
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
    if play.ask(god, Verb::PREREQ, Some(who), &mut question).is_no() || question.quiet {
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
pub(super) fn convert_altar(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
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

/// Whether somebody is at an altar that is some god's.
pub(crate) fn is_at_altar(core: &Core, who: Id) -> bool {
    altar(core, who).is_some_and(|altar| god_of_altar(core, altar).is_some())
}

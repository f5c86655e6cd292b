//! Prayer: who hears it, and what helps against which trouble.

use super::altar::{altar, god_of_altar};
use super::anger::{anger, strike};
use super::favour::favour_level;
use super::{addressed, faith_of, god_of, keep_faith, note, noted, refuse};
use crate::classes::magic::{a_moment, spend};
use crate::content::{Purpose, Skill, StatusFlag};
use crate::gain::TURN;
use crate::play::{Core, Play};
use crate::{Flag, Happening, Id, Res, Verb};
use referee_dispatch::Verdict;

/// A timeout is so many turns.
const PATIENCE: u32 = 10;

/// What a character is in need of, as the value of `GIVE_AID`.
const WOUNDS: i32 = 1;
const AFFLICTION: i32 = 2;
const FOES: i32 = 3;

/// A prayer goes to the god it names, else to one's own, else to that of the altar underfoot.
pub(super) fn whose_prayer(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let here = || altar(play, who).and_then(|altar| god_of_altar(play, altar));
    happening.effect = happening.effect.or_else(|| god_of(play, who)).or_else(here);
    match happening.effect {
        Some(_) => Verdict::Nothing,
        None => refuse(play, who, "There is nobody to pray to."),
    }
}

/// A prayer: is it heard, is the god willing, is there need?
pub(super) fn pray(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
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
pub(super) fn give_aid(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
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

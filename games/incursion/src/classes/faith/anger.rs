//! Anger: what displeases a god, and how it strikes.

use super::{addressed, faith_of, god_of, keep_faith, note, noted};
use crate::content::{Harm, Side};
use crate::gain::TURN;
use crate::play::Play;
use crate::{Event, Happening, Id, Res, Verb};
use referee_dispatch::Verdict;

/// Above so much anger a god forsakes its own.
pub(super) const FORSAKEN: i32 = 35;
/// From so much anger on a god takes nobody back, and more changes nothing.
pub(super) const ANATHEMA: i32 = 50;

/// Makes a god angry with somebody. Of one turn only the worst deed counts, and what a god itself did is nobody's deed. With `wrath` it
/// strikes at once if its patience ends.
pub(crate) fn anger(play: &mut Play, who: Id, god: Res, magnitude: i32, wrath: bool) {
    if !play.ancestors().last().is_some_and(|ancestor| ancestor.divine) {
        displease(play, who, god, magnitude, wrath);
    }
}

/// A god is angry, whoever did what made it so.
fn displease(play: &mut Play, who: Id, god: Res, magnitude: i32, wrath: bool) {
    let lore = play.lore.clone();
    let Some(definition) = lore.content.god(god) else { return };
    if play.thing(who).character().is_none() || faith_of(play, who, god).anger > ANATHEMA {
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

/// The wrath of a god.
pub(super) fn strike(play: &mut Play, who: Id, god: Res, severity: i32) {
    play.throw(Verb::RETRIBUTION, &mut Happening::new().actor(who).target(who).effected(god).valued(severity));
}

/// What a god without a way of its own does in its wrath.
pub(super) fn retribution(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
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
pub(super) fn jealousy(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(own) = god_of(play, who).filter(|own| Some(*own) != happening.effect) else { return Verdict::Done };
    let parent = play.ancestors().iter().rev().nth(1).map(|parent| parent.verb);
    let magnitude = if parent == Some(Verb::CONVERT) { 10 } else { 3 };
    displease(play, who, own, magnitude, parent != Some(Verb::CONVERT)); // a gift to another is one's own deed
    Verdict::Done
}

/// A deed of a side: a god of the other side is displeased with its own. What a god does is nobody's deed.
pub(super) fn aligned(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
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

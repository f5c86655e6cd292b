//! Favour: what pleases a god, and what it gives for it.

use super::{account, addressed, faith_of, god_of, keep_faith, note, noted};
use crate::gain::TURN;
use crate::play::Play;
use crate::{Event, Flag, Gauge, Happening, Id, Res, Verb};
use referee_dispatch::{Role, Verdict};

/// The level of favour a god brings back the dead for.
const RAISING: i32 = 3;

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
pub(super) fn bless(play: &mut Play, who: Id, god: Res) {
    let level = favour_level(play, who, god);
    while faith_of(play, who, god).blessed < level && god_of(play, who) == Some(god) {
        let next = faith_of(play, who, god).blessed + 1;
        let mut happening = Happening::new().actor(who).target(who).effected(god).valued(next);
        if play.ask(god, Verb::BLESSING, Some(who), &mut happening).is_no() {
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

/// How one stands with a god, in words.
pub(super) fn insight(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
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

/// A god blesses a thing of its own: no curse stays on it.
pub(super) fn bless_item(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
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

/// A god may give back the life of its own. Says `ABORT` if it does not.
pub(super) fn raise(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
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

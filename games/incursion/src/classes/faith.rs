//! Gods: prayer, sacrifice, anger, aid.
//!
//! A god keeps two accounts with a character. Anger grows with deeds it does not like; beyond its tolerance it strikes, above 35 it forsakes
//! its own, from 50 on it takes nobody back. Favour grows with sacrifices, of each category the best, and with deeds it likes; levels of it
//! bring blessings, and every aid takes a percentage of it.

mod altar;
mod anger;
mod favour;
mod prayer;
#[cfg(test)]
mod tests;
mod turning;

pub(crate) use altar::is_at_altar;
pub(crate) use anger::{anger, calm};
pub(crate) use favour::{favour, favour_level, pulse};

use super::{Own, actor};
use crate::content::God;
use crate::play::{Core, Play};
use crate::{Event, Faith, Happening, Id, Res, Verb};
use referee_dispatch::{Phase, Verdict};

pub(crate) const CHARACTER: &[Own] = &[
    actor(Verb::PRAY, Phase::Pre, prayer::whose_prayer),
    actor(Verb::PRAY, Phase::Main, prayer::pray),
    actor(Verb::SACRIFICE, Phase::Main, altar::sacrifice),
    actor(Verb::CONVERT, Phase::Main, altar::convert),
    actor(Verb::CONVERT_ALTAR, Phase::Main, altar::convert_altar),
    actor(Verb::RETRIBUTION, Phase::Main, anger::retribution),
    actor(Verb::JEALOUSY, Phase::Main, anger::jealousy),
    actor(Verb::GIVE_AID, Phase::Main, prayer::give_aid),
    actor(Verb::INSIGHT, Phase::Main, favour::insight),
    actor(Verb::IBLESSING, Phase::Main, favour::bless_item),
    actor(Verb::ALIGNED, Phase::Main, anger::aligned),
];

pub(crate) const CREATURE: &[Own] = &[actor(Verb::TURNING, Phase::Main, turning::turn_undead)];

pub(crate) const PLAYER: &[Own] = &[actor(Verb::GOD_RAISE, Phase::Main, favour::raise)];

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

/// The god a happening is addressed to, if it is one.
fn addressed<'c>(content: &'c crate::content::Content, happening: &Happening) -> Option<(Res, &'c God)> {
    let god = happening.effect?;
    content.god(god).map(|definition| (god, definition))
}

fn refuse(play: &mut Play, who: Id, why: &str) -> Verdict {
    play.tell(who, why);
    Verdict::Abort
}

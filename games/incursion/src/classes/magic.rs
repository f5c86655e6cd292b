//! Spells, effects, areas, and what items do when they are used.
//!
//! A spell is cast ([`cast`]), or an item used ([`items`]); both throw `EFFECT`, which goes through the segments of the effect ([`effect`])
//! and spreads each over its area ([`area`]). Whoever is in it is struck ([`strike`]: resistance, targets, saves), and whoever is struck is
//! hit by what the segment does ([`hit`]). The numbers of a segment are worked out and rolled once ([`numbers`]).

mod area;
mod cast;
mod counter;
mod effect;
mod gear;
mod hit;
mod items;
mod numbers;
#[cfg(test)]
mod slice;
mod strike;
pub(crate) mod target;
#[cfg(test)]
mod tests;
mod touch;

pub(crate) use hit::enlist;
#[cfg(test)]
pub(crate) use hit::relocate;
pub(crate) use numbers::{Figured, figure};
pub(crate) use target::accepts;

use super::{Own, actor, any, item, target as victim};
use crate::content::{Effect, Segment};
use crate::play::Play;
use crate::{Happening, Id, Res, Verb, field};
use referee_dispatch::Phase;
use referee_dispatch::Role;

pub(crate) const CREATURE: &[Own] = &[
    actor(Verb::CAST, Phase::Main, cast::cast),
    actor(Verb::INVOKE, Phase::Main, cast::invoke),
    any(Verb::EFFECT, Phase::Pre, effect::first_segment),
    any(Verb::EFFECT, Phase::Main, effect::effect),
    any(Verb::MAGIC_STRIKE, Phase::Main, strike::strike),
    any(Verb::MAGIC_HIT, Phase::Main, hit::hit),
    any(Verb::SHIFT, Phase::Main, hit::shift),
    actor(Verb::PHASE, Phase::Main, hit::phase),
    actor(Verb::FIELDON, Phase::Main, field::entered),
    actor(Verb::FIELDOFF, Phase::Main, field::left),
];

pub(crate) const MONSTER: &[Own] = &[
    actor(Verb::CAST, Phase::Pre, cast::is_wasted),
    actor(Verb::INVOKE, Phase::Pre, cast::is_wasted),
    actor(Verb::DRINK, Phase::Pre, cast::is_wasted),
    actor(Verb::READ, Phase::Pre, cast::is_wasted),
    actor(Verb::ACTIVATE, Phase::Pre, cast::is_wasted),
    actor(Verb::ZAP, Phase::Pre, cast::is_wasted),
    victim(Verb::MAGIC_HIT, Phase::Post, strike::provoked),
];

pub(crate) const ITEM: &[Own] = &[
    item(Verb::ZAP, Phase::Main, items::zap),
    item(Verb::DRINK, Phase::Main, items::drink),
    item(Verb::READ, Phase::Main, items::read),
    item(Verb::ACTIVATE, Phase::Main, items::activate),
    item(Verb::DIP, Phase::Main, items::dip),
    any(Verb::EFFECT, Phase::Main, effect::effect),
    item(Verb::EFFECT, Phase::Post, items::tried),
    any(Verb::MAGIC_STRIKE, Phase::Main, strike::strike),
    any(Verb::MAGIC_HIT, Phase::Main, hit::hit),
    item(Verb::WIELD, Phase::Post, items::worn),
    item(Verb::REMOVE, Phase::Post, items::taken_off),
    item(Verb::LOSEITEM, Phase::Post, items::taken_off),
];

pub(crate) const THING: &[Own] = &[
    actor(Verb::FIELDON, Phase::Pre, field::filter_entering),
    actor(Verb::FIELDOFF, Phase::Pre, field::filter_leaving),
    actor(Verb::FIELDON, Phase::Main, super::done),
    actor(Verb::FIELDOFF, Phase::Main, super::done),
];

/// The effect at work, and what it is.
fn at_work<'c>(content: &'c crate::content::Content, happening: &Happening) -> Option<(Res, &'c Effect)> {
    let res = happening.effect?;
    content.effect(res).map(|effect| (res, effect))
}

/// The segment at work.
fn segment_at_work<'c>(content: &'c crate::content::Content, happening: &Happening) -> Option<(Res, &'c Effect, &'c Segment)> {
    let (res, effect) = at_work(content, happening)?;
    let nth = usize::try_from(happening.more.effect.segment).ok()?;
    effect.segments.get(nth).map(|segment| (res, effect, segment))
}

/// Whose a strike or a hit is to do: the caster's, else the target's, else the item's. So all others are asked first.
fn doer(play: &Play, happening: &Happening) -> Option<Id> {
    let able = |who: &Id| play.thing(*who).kind.is_creature() || play.thing(*who).kind.is_item();
    [Role::Actor, Role::Target, Role::Item].into_iter().find_map(|role| happening.roles.get(role).filter(able))
}

/// Whether a strike or a hit is this one's to do.
fn does_it(play: &Play, who: Id, happening: &Happening) -> bool {
    doer(play, happening) == Some(who)
}

/// Costs somebody time, in units of the clock.
pub(crate) fn spend(play: &mut Play, who: Id, units: i32) {
    play.spend_time(who, u32::try_from(units).unwrap_or(0));
}

/// The time of one action at somebody's speed.
pub(crate) fn a_moment(play: &Play, who: Id) -> i32 {
    3_000 / play.figures(who).speed.max(10)
}

/// Who acts, and to whom it is done.
fn pair(happening: &Happening) -> (Option<Id>, Option<Id>) {
    (happening.roles.get(Role::Actor), happening.roles.get(Role::Target))
}

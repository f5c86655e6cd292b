//! Taking, wearing, eating, opening chests.

mod examine;
mod pack;
mod wear;

use super::{Own, actor, any, done, item};
use crate::Verb;
use referee_dispatch::Phase;

pub(crate) const CREATURE: &[Own] = &[
    actor(Verb::PICKUP, Phase::Main, pack::pick_up),
    actor(Verb::DROP, Phase::Main, pack::drop),
    actor(Verb::WIELD, Phase::Main, wear::wield),
    actor(Verb::REMOVE, Phase::Main, wear::remove),
    actor(Verb::LOSEITEM, Phase::Main, done),
    actor(Verb::EXAMINE, Phase::Main, examine::examine),
    actor(Verb::BREAK, Phase::Main, pack::shatter),
    actor(Verb::PICKLOCK, Phase::Main, pack::pick_lock),
    actor(Verb::EAT, Phase::Main, pack::cannot_eat),
];
pub(crate) const FOOD: &[Own] = &[item(Verb::EAT, Phase::Main, pack::eat)];
pub(crate) const CONTAINER: &[Own] =
    &[item(Verb::INSERT, Phase::Main, pack::insert), item(Verb::TAKEOUT, Phase::Main, pack::take_out)];
pub(crate) const ITEM: &[Own] = &[any(Verb::PLACE, Phase::Main, done), item(Verb::INSERT, Phase::Main, pack::no_container)];

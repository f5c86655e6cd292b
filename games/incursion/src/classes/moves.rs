//! Going, jumping, falling, doors and stairs, resting, searching.

mod craft;
mod doors;
mod leap;
mod rest;
mod saddle;
mod stairs;
mod step;
mod theft;

use super::{Own, actor, any, done, target};
use crate::Verb;
use referee_dispatch::Phase;

pub(crate) use leap::JUMP_MAX;

pub(crate) const PLAYER: &[Own] = &[actor(Verb::REST, Phase::Main, rest::rest)];
pub(crate) const CREATURE: &[Own] = &[
    actor(Verb::MOVE, Phase::Main, step::step),
    actor(Verb::PUSH, Phase::Main, leap::push),
    actor(Verb::PUSH, Phase::Post, leap::wake),
    actor(Verb::JUMP, Phase::Main, leap::jump),
    actor(Verb::ASCEND, Phase::Main, stairs::ascend),
    actor(Verb::DESCEND, Phase::Main, stairs::descend),
    actor(Verb::MOUNT, Phase::Main, saddle::mount),
    actor(Verb::DISMOUNT, Phase::Main, saddle::dismount),
    actor(Verb::DISARM, Phase::Main, craft::disarm),
    actor(Verb::HIDE, Phase::Main, craft::hide),
    actor(Verb::SEARCH, Phase::Main, craft::search),
    actor(Verb::DIG, Phase::Main, leap::dig),
    actor(Verb::PICK_POCKET, Phase::Main, theft::pick_pocket),
    actor(Verb::WALKON, Phase::Main, done),
    any(Verb::TURN, Phase::Main, done),
];
pub(crate) const DOOR: &[Own] = &[
    target(Verb::OPEN, Phase::Main, doors::open),
    target(Verb::CLOSE, Phase::Main, doors::close),
    any(Verb::TURN, Phase::Main, done),
];
pub(crate) const PORTAL: &[Own] = &[target(Verb::ENTER, Phase::Main, stairs::enter)];
pub(crate) const FEATURE: &[Own] = &[any(Verb::TURN, Phase::Main, done), any(Verb::PLACE, Phase::Main, done)];

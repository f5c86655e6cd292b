//! Turning: the dead flee from who may command them.

use super::refuse;
use crate::classes::magic::{a_moment, spend};
use crate::content::{Attribute, Breed, Trait};
use crate::place::Square;
use crate::play::Play;
use crate::{Happening, Id, Verb};
use referee_dispatch::Verdict;

/// How far turning reaches.
const TURNED: i32 = 6;

/// The undead in sight of somebody who may turn them flee, and the least of them are no more.
pub(super) fn turn_undead(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
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

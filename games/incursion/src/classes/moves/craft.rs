//! Searching, hiding, disarming.

use super::step::spring;
use crate::content::Skill;
use crate::place::Square;
use crate::play::Play;
use crate::{Event, Gauge, Happening, Id, Kind, Source, Status};
use referee_dispatch::{Place, Role, Verdict};

/// How far one searches.
const SEARCHED: i32 = 3;
/// What a search takes.
const SEARCHING: u32 = 60;
/// Whoever fails to disarm by so much springs the trap.
const FUMBLED: i32 = -5;
/// What a hidden door's finder must reach.
const SECRET_DC: i32 = 15;

/// SEARCH: traps and secret doors nearby.
pub(super) fn search(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
    let Some(at) = play.world().spot(who) else { return Verdict::Abort };
    play.spend_time(who, SEARCHING);
    let depth = play.world().depth;
    let hidden: Vec<(Id, Place, i32)> = play
        .world()
        .here()
        .filter(|thing| thing.feature().is_some_and(|feature| !feature.found))
        .filter_map(|thing| thing.on(depth).map(|place| (thing.id, place, thing.res)))
        .filter(|(_, place, _)| place.distance(at) <= SEARCHED)
        .map(|(id, place, res)| (id, place, play.content().trap(res).map_or(SECRET_DC, |trap| trap.search.get())))
        .collect();
    for (id, place, dc) in hidden {
        if play.is_clear(at, place) && play.check(who, Skill::Search, dc) >= 0 {
            play.set(id, Gauge::Found, 1);
            play.tell_of(who, "You find a <target>.", &Happening::new().actor(who).target(id));
        }
    }
    Verdict::Done
}

/// HIDE: from those who see one it is hard, beside them it is impossible.
pub(super) fn hide(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
    let hidden = play.lore.natures.hidden;
    play.takes_an_action(who);
    let watched = play.foes_in_sight(who).into_iter().filter(|&foe| play.sees(foe, who)).count() as i32;
    let beside = !play.foes_beside(who).is_empty();
    if beside || play.check(who, Skill::Hide, 10 + 5 * watched) < 0 {
        play.tell(who, "There is nowhere to hide.");
        return Verdict::Done;
    }
    if !play.thing(who).has(hidden) {
        play.gain(who, Status { nature: hidden, source: Source::Misc, ..Status::default() }, true);
    }
    play.tell(who, "You make yourself small.");
    Verdict::Done
}

/// DISARM: whoever fails badly springs it.
pub(super) fn disarm(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(trap) = happening.roles.get(Role::Target).filter(|&trap| play.thing(trap).kind == Kind::Trap) else {
        return Verdict::Abort;
    };
    let dc = play.content().trap(play.thing(trap).res).map_or(10, |trap| trap.disarm.get());
    play.spend_time(who, SEARCHING);
    match play.check(who, Skill::Disarm, dc) {
        0.. => {
            if !happening.quiet {
                play.tell_of(who, "You disarm the <target>.", happening);
            }
            play.emit(Event::Removed { id: trap });
        }
        FUMBLED..0 => play.tell(who, "You cannot get at it."),
        _ => {
            play.tell(who, "Something clicks.");
            spring(play, who, trap);
        }
    }
    Verdict::Done
}

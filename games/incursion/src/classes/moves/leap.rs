//! Jumping, being pushed, digging.

use super::step::{arrive, put};
use crate::content::{Skill, Stop, TerrainFlag};
use crate::field::crossed;
use crate::place::Square;
use crate::play::Play;
use crate::{Event, Happening, Id, Verb};
use referee_dispatch::{Place, Verdict};

/// How far one jumps.
pub(crate) const JUMP_MAX: i32 = 2;
/// What digging through rock takes.
const DIGGING: u32 = 300;

/// JUMP: off here, over what lies between, and onto a square two steps away; whoever fails lands short.
pub(super) fn jump(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let (Some(from), Some(to)) = (play.world().spot(who), happening.place) else { return Verdict::Abort };
    if from.distance(to) != JUMP_MAX || play.is_stopped(who, Stop::Moving) {
        play.tell(who, "That is no jump you can make.");
        return Verdict::Abort;
    }
    play.takes_an_action(who); // whoever bumps into somebody unseen has jumped
    let line = from.line(to);
    let free = |play: &Play, at: Place| !play.is_solid(at) && play.world().creature_at(at).is_none();
    if line.iter().any(|&at| play.is_solid(at) || play.is_barred(who, from, at)) || !free(play, to) {
        play.tell(who, "There is no room for that jump.");
        return Verdict::Abort;
    }
    let mut off = Happening::new().actor(who).at(from);
    if play.throw(Verb::JUMP_OFF, &mut off) == Verdict::Abort || play.world().spot(who) != Some(from) {
        return Verdict::Done;
    }
    let short = line.first().copied().filter(|&at| line.len() > 1 && free(play, at));
    let fails = play.check(who, Skill::Jump, 5 * from.distance(to)) < 0;
    let lands = if fails { short.unwrap_or(to) } else { to };
    put(play, who, lands);
    crossed(play, who, from, lands);
    play.throw(Verb::LAND, &mut Happening::new().actor(who).at(lands));
    if play.world().spot(who) == Some(lands) && play.thing(who).hp > 0 {
        arrive(play, who, from, lands);
    }
    Verdict::Done
}

/// PUSH: whoever is pushed goes a step, if there is room.
pub(super) fn push(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(from) = play.world().spot(who) else { return Verdict::Abort };
    let aimed = happening.place.map(|to| from.toward(to)).or(happening.way);
    let Some(to) = aimed.filter(|way| *way < 8).map(|way| from.step(way)) else { return Verdict::Abort };
    if play.is_solid(to) || play.world().creature_at(to).is_some() || play.is_barred(who, from, to) {
        return Verdict::Abort;
    }
    put(play, who, to);
    crossed(play, who, from, to);
    arrive(play, who, from, to);
    Verdict::Done
}

/// POST(PUSH): whoever was pushed is awake now.
pub(super) fn wake(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
    play.lose_nature(who, play.lore.natures.asleep);
    Verdict::Nothing
}

/// DIG: through rock that can be dug; the ground itself may have a say.
pub(super) fn dig(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let (Some(from), Some(place)) = (play.world().spot(who), happening.place) else { return Verdict::Abort };
    let diggable =
        play.ground(place).and_then(|ground| play.content().terrain(ground)).is_some_and(|it| it.is(TerrainFlag::Diggable));
    let Some(level) = play.world().level() else { return Verdict::Abort };
    let (width, height) = (level.terrain.width(), level.terrain.height());
    let inside = place.x > 0 && place.y > 0 && place.x < width - 1 && place.y < height - 1;
    if from.distance(place) != 1 || !diggable || !inside {
        play.tell(who, "You cannot dig there.");
        return Verdict::Abort;
    }
    play.spend_time(who, DIGGING);
    if play.throw(Verb::MINE, &mut Happening::new().actor(who).at(place)) == Verdict::Abort {
        return Verdict::Abort;
    }
    let dungeon = play.world().dungeon.and_then(|dungeon| play.content().dungeon(dungeon));
    let floor = dungeon.and_then(|dungeon| play.content().region(dungeon.corridor.res())).map(|region| region.floor.res());
    if let Some(to) = floor {
        play.emit(Event::GroundChanged { place, to, by: Some(who), until: None, effect: None });
    }
    Verdict::Done
}

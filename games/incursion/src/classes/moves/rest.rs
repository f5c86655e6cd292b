//! Resting.

use crate::gain::{TURN, rested};
use crate::place::Square;
use crate::play::Play;
use crate::{Encounter, Event, Gauge, Happening, Id, Verb};
use referee_dispatch::{Place, Verdict};

/// How long one rests, in turns.
const REST: u32 = 500;
/// Nobody comes by.
pub(crate) const SAFE: i32 = 1;
/// All wounds heal.
pub(crate) const FULL: i32 = 2;
/// From how far those come who wander by.
const WANDERERS: i32 = 8;

/// REST: time passes; wounds heal, mana and strength come back, and somebody may come by. What is so
/// about the rest is in the value; the second value is the chance in percent that somebody comes by.
pub(super) fn rest(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if !play.foes_in_sight(who).is_empty() {
        play.tell(who, "Not with foes in sight.");
        return Verdict::Abort;
    }
    let disturbed = happening.value & SAFE == 0 && play.percent(happening.value2, "whether somebody wanders by");
    let share = if disturbed { play.die(90, "how long one rests") } else { 100 };
    sleep(play, who, REST * share as u32 / 100);
    recover(play, who, share, happening.value & FULL != 0);
    if disturbed {
        play.tell(who, "Steps. You are on your feet at once.");
        wanderers(play, who);
    } else {
        rested(play, who);
        play.tell(who, "You rest.");
    }
    Verdict::Done
}

fn sleep(play: &mut Play, who: Id, turns: u32) {
    let time = play.world().time.saturating_add(turns * TURN);
    let next_turn = time.saturating_add(TURN);
    play.emit(Event::TimePassed { time, next_turn });
    play.set(who, Gauge::Ready, i32::try_from(time).unwrap_or(i32::MAX));
    play.spend_time(who, 1);
}

/// What a rest gives back, by how much of it one had: half of the life, all of a full rest; all mana, all strength.
fn recover(play: &mut Play, who: Id, share: i32, full: bool) {
    let thing = play.thing(who);
    let (max_hp, level) = (thing.max_hp, thing.character().map_or(1, |character| character.level));
    let Some(creature) = thing.creature() else { return };
    let back = |now: i32, most: i32| (now + most * share / 100).min(most).max(now);
    let (mana, fatigue) = (back(creature.mana, creature.max_mana), back(creature.fatigue, creature.max_fatigue));
    let life = if full { max_hp } else { (max_hp / 2 + level) * share / 100 };
    play.heal(who, life);
    play.set(who, Gauge::Mana, mana);
    play.set(who, Gauge::Fatigue, fatigue);
}

/// Somebody wanders by.
fn wanderers(play: &mut Play, who: Id) {
    let (Some(at), Some(level)) = (play.world().spot(who), play.world().level()) else { return };
    let fits = |place: &Place| {
        let distance = place.distance(at);
        (WANDERERS / 2..=WANDERERS).contains(&distance) && !play.is_solid(*place) && play.world().creature_at(*place).is_none()
    };
    let places: Vec<(Place, i32)> = level.terrain.places().filter(fits).map(|place| (place, 1)).collect();
    let Some(place) = play.pick(&places, "where they come from") else { return };
    let depth = play.world().depth;
    let encounter = Encounter { en_cr: play.level_cr(depth), en_depth: depth.into(), en_amount: 2, ..Encounter::default() };
    let mut happening = Happening::new().at(place).with(|more| more.encounter = Some(Box::new(encounter)));
    let first = play.world().things.next_id();
    play.throw(Verb::ENGEN, &mut happening);
    for id in (first.0..play.world().things.next_id().0).map(Id) {
        if play.are_hostile(id, who) {
            play.emit(Event::Aimed { id, target: Some(who), trail: None });
        }
    }
}

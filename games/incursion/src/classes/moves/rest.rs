//! Resting.

use crate::gain::rested;
use crate::mind::Minds;
use crate::place::Square;
use crate::play::Play;
use crate::{Encounter, Event, Gauge, Happening, Id, Verb};
use referee_dispatch::{Place, Verdict};

/// How long one rests, in turns.
const REST: u32 = 250;
/// A rest writes at most so much: then one gets up.
const EVENTS_OF_REST: usize = 2_000;
/// Nobody comes by.
pub(crate) const SAFE: i32 = 1;
/// All wounds heal.
pub(crate) const FULL: i32 = 2;
/// From how far those come who wander by.
const WANDERERS: i32 = 8;

/// REST: turns pass, as many as nothing disturbs; wounds heal, mana and strength come back, and somebody may come by. What is so
/// about the rest is in the value; the second value is the chance in percent that somebody comes by.
pub(super) fn rest(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    if !play.foes_in_sight(who).is_empty() {
        play.tell(who, "Not with foes in sight.");
        return Verdict::Abort;
    }
    let disturbed = happening.value & SAFE == 0 && play.percent(happening.value2, "whether somebody wanders by");
    let share = if disturbed { play.die(90, "how long one rests") } else { 100 };
    let wanted = (REST * share as u32 / 100).max(1);
    let before = Condition::of(play, who);
    let slept = sleep(play, who, wanted);
    if play.is_gone(who) {
        return Verdict::Done;
    }
    before.recover(play, who, (slept * 100 / REST) as i32, happening.value & FULL != 0);
    match slept {
        _ if slept < wanted => {}
        _ if disturbed => {
            play.tell(who, "Steps. You are on your feet at once.");
            wanderers(play, who);
        }
        _ => {
            rested(play, who);
            play.tell(who, "You rest.");
        }
    }
    Verdict::Done
}

/// Turns pass, one after the other, for everything and everybody, until enough have passed or something wakes the sleeper. Says how many.
fn sleep(play: &mut Play, who: Id, turns: u32) -> u32 {
    let mut minds = Minds::default();
    let mut slept = 0;
    while slept < turns {
        let hp = play.thing(who).hp;
        play.turn_of_all();
        minds.forget();
        slept += 1;
        let woken = is_woken(play, who, hp) || play.others_act(who, &mut minds, |play| is_woken(play, who, hp));
        crate::classes::bury(play);
        if woken {
            break;
        }
    }
    let now = play.world().time;
    play.set(who, Gauge::Ready, i32::try_from(now).unwrap_or(i32::MAX));
    play.spend_time(who, 1);
    slept
}

/// Whoever is hurt, or sees a foe, sleeps no more.
fn is_woken(play: &mut Play, who: Id, hp: i32) -> bool {
    if play.fault.is_some() || !play.goes_on() {
        return true;
    }
    let hurt = play.thing(who).hp < hp;
    if hurt || !play.foes_in_sight(who).is_empty() {
        play.tell(who, if hurt { "Pain wakes you." } else { "You are not alone. You are on your feet at once." });
        return true;
    }
    play.loan.events().len() > EVENTS_OF_REST
}

/// How somebody was before a rest.
struct Condition {
    hp: i32,
    mana: i32,
    fatigue: i32,
}

impl Condition {
    fn of(play: &Play, who: Id) -> Condition {
        let creature = play.world().creature(who);
        let (mana, fatigue) = creature.map_or((0, 0), |creature| (creature.mana, creature.fatigue));
        Condition { hp: play.thing(who).hp, mana, fatigue }
    }

    /// What a rest gives back, by how much of it one had: half of the life, all of a full rest; all mana, all strength. What came back by itself
    /// meanwhile is part of it.
    fn recover(&self, play: &mut Play, who: Id, share: i32, full: bool) {
        let thing = play.thing(who);
        let (hp, max_hp, level) = (thing.hp, thing.max_hp, thing.character().map_or(1, |character| character.level));
        let Some(creature) = thing.creature() else { return };
        let back = |before: i32, now: i32, most: i32| (before + most * share / 100).min(most).max(now);
        let mana = back(self.mana, creature.mana, creature.max_mana);
        let fatigue = back(self.fatigue, creature.fatigue, creature.max_fatigue);
        let life = if full { max_hp * share / 100 } else { (max_hp / 2 + level) * share / 100 };
        play.heal(who, (life - (hp - self.hp).max(0)).min(max_hp - hp));
        play.set(who, Gauge::Mana, mana);
        play.set(who, Gauge::Fatigue, fatigue);
    }
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

#[cfg(test)]
mod tests {
    use super::REST;
    use crate::arena::{Arena, MIDDLE};
    use crate::content::Noun;
    use crate::gain::TURN;
    use crate::{Event, Happening, Lasts, Verb};
    use referee_dispatch::{Place, Verdict};

    /// A wounded hero alone in the room.
    fn alone() -> Arena {
        let mut arena = Arena::with(&[]);
        let goblin = arena.goblin;
        arena.world.things.remove(goblin);
        arena.wound(arena.hero, 20);
        arena
    }

    fn rest(arena: &mut Arena) -> u32 {
        let (hero, before) = (arena.hero, arena.world.time);
        assert_eq!(arena.throw(Verb::REST, Happening::new().actor(hero)), Verdict::Done);
        (arena.world.time - before) / TURN
    }

    #[test]
    fn a_rest_is_played_turn_by_turn() {
        let mut arena = alone();
        let hero = arena.hero;
        arena.afflict(hero, "morale", 1);
        let until = Lasts::Until(arena.world.time + 5 * TURN);
        arena.world.things.change(hero, |hero| hero.statuses[0].lasts = until);
        assert_eq!(rest(&mut arena), REST);
        assert!(arena.statuses(hero, "morale").is_empty() && arena.heard("You rest") == 1);
        assert_eq!(arena.thing(hero).hp, 20 + 100 / 2 + 4, "half of it and the level");
        let turns = arena.events.iter().filter(|event| matches!(event, Event::TimePassed { .. })).count();
        assert_eq!(turns as u32, REST);
    }

    #[test]
    fn poison_hurts_whoever_rests_and_wakes_it() {
        let mut arena = alone();
        let hero = arena.hero;
        arena.afflict(hero, "poisoned", 3);
        assert_eq!(rest(&mut arena), 1);
        assert_eq!((arena.thing(hero).hp, arena.heard("Pain wakes you")), (17, 1));
    }

    #[test]
    fn stone_goes_on_reaching_for_whoever_rests() {
        let mut arena = alone();
        let hero = arena.hero;
        arena.afflict(hero, "petrifying", 2);
        let _ = rest(&mut arena);
        assert!(arena.thing(hero).hp <= 0 || arena.world.end.is_some());
    }

    #[test]
    fn a_foe_that_is_not_seen_strikes_and_one_that_comes_is() {
        let mut arena = alone();
        let unseen = arena.place(Noun::Monster, "goblin", Place::new(MIDDLE.x + 1, MIDDLE.y));
        arena.afflict(unseen, "invisible", 0);
        arena.creature(unseen, |it| it.target = Some(crate::Id(0)));
        arena.die("attack", 20).die("threat", 1);
        assert!(rest(&mut arena) < 4);
        assert!(arena.thing(arena.hero).hp < 20 || arena.heard("not alone") == 1);
    }
}

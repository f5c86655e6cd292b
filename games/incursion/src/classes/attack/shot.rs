//! Shots and throws: a missile flies square by square.

use super::routine::{attack_time, engage, give_openings, is_able};
use crate::content::{Attribute, Blow, Quality, Size, Slot, Trait};
use crate::gaze::Gaze;
use crate::place::Square;
use crate::play::{Core, Play};
use crate::{Combat, Event, Flag, Gauge, Happening, Id, Nature, Thing, Verb, Whereabouts};
use referee_dispatch::{Place, Role, Verdict};

/// A missile is shot or hurled: the second item flies, the first may be what shoots it.
pub(super) fn shoot(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let aimed = happening.roles.get(Role::Target).and_then(|target| play.world().spot(target)).or(happening.place);
    let (Some(missile), Some(aim), Some(from)) = (happening.roles.get(Role::Item2), aimed, play.world().spot(who)) else {
        return Verdict::Abort;
    };
    if happening.roles.get(Role::Target).is_some() && !is_able(play, who, happening) || aim == from {
        return Verdict::Abort;
    }
    let own = play.figures(who);
    if !own.has(Trait::DefensiveShot) {
        give_openings(play, who);
    }
    if play.is_gone(who) {
        return Verdict::Done;
    }
    let launcher = happening.roles.get(Role::Item);
    let range = play.range(missile, launcher) * if own.has(Trait::FarShot) { 2 } else { 1 };
    let in_the_way = if own.has(Trait::PreciseShot) { 25 } else { 75 };
    let wanted = happening.roles.get(Role::Target).or(play.world().creature_at(aim).map(|it| it.id));
    let mut at = from;
    let mut struck = false;
    for place in from.line(aim).into_iter().chain(beyond(from, aim)).take((range * 5) as usize) {
        if play.is_solid(place) || stops(play, who, missile, place, happening) {
            break;
        }
        at = place;
        let Some(target) = play.world().creature_at(place).map(|it| it.id) else { continue };
        if Some(target) != wanted && !play.percent(in_the_way, "in the way") {
            continue;
        }
        engage(play, who, target, happening);
        struck = true;
        fly(play, who, target, missile, launcher, from.distance(place) / range.max(1), happening);
        if happening.flags.has(Flag::Hit) || Some(target) == wanted {
            break;
        }
    }
    land(play, missile, at, struck && happening.flags.has(Flag::Hit));
    let speed = launcher.map_or(play.figures(who).speed, |launcher| play.weapon_speed(who, launcher));
    play.spend_time(who, attack_time(speed));
    Verdict::Done
}

/// The line goes on behind what was aimed at.
fn beyond(from: Place, aim: Place) -> Vec<Place> {
    let further = Place::new(aim.x + (aim.x - from.x), aim.y + (aim.y - from.y));
    aim.line(further)
}

/// Whether special ground stops a missile.
fn stops(play: &mut Play, who: Id, missile: Id, place: Place, happening: &Happening) -> bool {
    use crate::content::TerrainFlag;
    let terrain = play.world().level().and_then(|level| level.terrain.get(place));
    let Some(terrain) = terrain.filter(|&it| play.content().terrain(it).is_some_and(|it| it.is(TerrainFlag::Special))) else {
        return false;
    };
    let mut question = Happening::new().actor(who).target(happening.roles.get(Role::Target)).item2(missile).at(place);
    play.ask(terrain, Verb::MISSILE, None, &mut question) == Verdict::Abort
}

fn fly(play: &mut Play, who: Id, target: Id, missile: Id, launcher: Option<Id>, increments: i32, happening: &mut Happening) {
    let Some(numbers) = play.shot_numbers(who, target, missile, launcher, increments) else { return };
    happening.more.combat = numbers;
    happening.flags = happening.flags.struck_anew().with(Flag::Ranged);
    happening.roles.set(Role::Target, Some(target));
    play.rethrow(Verb::STRIKE, happening);
}

/// One of the missiles leaves the stack; one that missed lies where it fell.
fn land(play: &mut Play, missile: Id, place: Place, spent: bool) {
    let Some(thing) = play.world().thing(missile).cloned() else { return };
    let quantity = thing.item().map_or(1, |item| item.quantity);
    let at = Whereabouts::On { depth: play.world().depth, place };
    let is_ammunition =
        play.content().item(thing.res).and_then(|item| item.weapon.as_ref()).is_some_and(|weapon| weapon.with.is_some());
    match (spent && is_ammunition, quantity > 1) {
        (true, true) => play.set(missile, Gauge::Quantity, quantity - 1),
        (true, false) => play.emit(Event::Removed { id: missile }),
        (false, false) => play.emit(Event::Moved { id: missile, at }),
        (false, true) => {
            play.set(missile, Gauge::Quantity, quantity - 1);
            let more = match thing.more {
                Nature::Item(mut item) => {
                    item.quantity = 1;
                    Nature::Item(item)
                }
                more => more,
            };
            let id = play.world().things.next_id();
            play.emit(Event::Made { thing: Box::new(Thing { id, at, more, statuses: Vec::new(), ..thing }) });
        }
    }
}

/// A crossbow is ready again.
pub(super) fn load(play: &mut Play, who: Id, _happening: &mut Happening) -> Verdict {
    let time = attack_time(play.figures(who).speed);
    play.spend_time(who, time);
    Verdict::Done
}

impl Core {
    fn range(&self, missile: Id, launcher: Option<Id>) -> i32 {
        let of = |id: Id| {
            self.content().item(self.thing(id).res).and_then(|item| item.weapon.as_ref()).map_or(0, |weapon| weapon.range.get())
        };
        launcher.map_or(0, of).max(of(missile)).max(3)
    }

    /// The numbers of a shot: dice of launcher and missile are added part by part.
    fn shot_numbers(&self, who: Id, target: Id, missile: Id, launcher: Option<Id>, increments: i32) -> Option<Combat> {
        let (figures, foe) = (self.figures(who), self.figures(target));
        let large = foe.size > Size::Medium.number();
        let mut numbers = Combat { threat: 20, crit: 2, ..Combat::default() };
        for id in launcher.into_iter().chain([missile]) {
            let Some(weapon) = self.content().item(self.thing(id).res).and_then(|item| item.weapon.as_ref()) else { continue };
            let plus = self.thing(id).item().map_or(0, |item| item.plus);
            let dice = if large { weapon.large } else { weapon.small };
            numbers.dice_count += dice.count;
            numbers.dice_sides = numbers.dice_sides.max(dice.sides);
            numbers.dice_bonus += dice.plus + plus;
            numbers.hit += weapon.accuracy.get() + plus;
            numbers.threat = numbers.threat.min(21 - weapon.threat.get());
            numbers.crit = numbers.crit.max(weapon.crit.get());
            numbers.damage_type = weapon.harm.first().map_or(numbers.damage_type, |harm| harm.number());
            if launcher.is_none() && !weapon.qualities.contains(&Quality::NoStrength) {
                numbers.bonus_damage += figures.modifier(Attribute::Str);
            }
        }
        if numbers.dice_count == 0 {
            (numbers.dice_count, numbers.dice_sides, numbers.damage_type) = (1, 2, crate::content::Harm::Blunt.number());
        }
        numbers.attack_type = if launcher.is_some() { Blow::Shoot } else { Blow::Hurl }.number();
        numbers.hit += figures.archery + figures.modifier(Attribute::Dex) - 2 * increments;
        numbers.defence = foe.defence;
        numbers.bonus_damage += figures.damage;
        Some(numbers)
    }
}

impl Gaze<'_> {
    /// What somebody shoots with, and what it shoots.
    pub(crate) fn bow_and_arrow(&self, who: Id) -> Option<(Option<Id>, Id)> {
        let things = &self.world().things;
        let fits = |missile: &Thing, bow: &Thing| {
            let weapon = self.content().item(missile.res).and_then(|item| item.weapon.as_ref());
            weapon.and_then(|weapon| weapon.with.as_ref()).is_some_and(|with| with.res() == bow.res)
        };
        let bow = things.in_slot(who, Slot::Bow);
        if let Some((bow, missile)) = bow.zip(things.in_slot(who, Slot::Quiver)).filter(|(bow, missile)| fits(missile, bow)) {
            return Some((Some(bow.id), missile.id));
        }
        let hand = things.in_slot(who, Slot::Hand)?;
        let weapon = self.content().item(hand.res)?.weapon.as_ref()?;
        weapon.qualities.contains(&Quality::Thrown).then_some((None, hand.id))
    }
}

#[cfg(test)]
mod tests {
    use crate::arena::Arena;
    use crate::content::{Noun, Slot};
    use crate::{Happening, Id, Verb};
    use referee_dispatch::Place;

    const ITEMS: &str = "[stone]\nabout = 'Round.'\nglyph = '*'\ntint = 'white'\nkind = 'missile'\nslot = 'quiver'
weapon = { small = '1d4', large = '1d4', threat = 1, crit = 2, speed = 100, harm = ['blunt'], range = 2, qualities = ['thrown'] }";
    const TEMPLATES: &str = "
[steady]\nabout = 'Calm.'\ncr = 0\ntraits = ['defensive shot']
[sure]\nabout = 'Sees.'\ncr = 0\ntraits = ['precise shot']
[strong]\nabout = 'Arms.'\ncr = 0\ntraits = ['far shot']
[aimer]\nabout = 'Waits.'\ncr = 0\ntraits = ['aimed shot']
";

    /// The hero, as a template makes it, hurls at the goblin three steps away with a die.
    fn hurl(template: Option<&str>, die: u32, others: &[Place]) -> (Arena, Vec<Id>) {
        let mut arena = Arena::with(&[("items.toml", ITEMS), ("templates.toml", TEMPLATES)]);
        let (hero, goblin, stone) = (arena.hero, arena.goblin, arena.give("stone", Slot::Hand));
        let others: Vec<Id> = others.iter().map(|&at| arena.place(Noun::Monster, "goblin", at)).collect();
        [&[goblin], &others[..]].concat().into_iter().for_each(|it| arena.creature(it, |it| it.fought = 600));
        template.into_iter().for_each(|template| arena.mark(hero, template));
        arena.die("attack", die).die("threat", 1).die("in the way", 50);
        arena.throw(Verb::RATTACK, Happening::new().actor(hero).target(goblin).item2(stone));
        (arena, others)
    }

    #[test]
    fn who_shoots_beside_a_foe_gives_it_an_opening_unless_it_is_steady() {
        let blows = |template| hurl(template, 19, &[Place::new(14, 15)]).0.rolled("attack");
        assert_eq!((blows(None), blows(Some("steady"))), (2, 1));
    }

    #[test]
    fn a_missile_may_meet_whoever_is_in_its_way_and_a_sure_hand_seldom_lets_it() {
        let hurt = |template| {
            let (arena, others) = hurl(template, 19, &[Place::new(17, 15)]);
            (arena.lost(others[0]) > 0, arena.lost(arena.goblin) > 0)
        };
        assert_eq!((hurt(None), hurt(Some("sure"))), ((true, false), (false, true)));
    }

    #[test]
    fn a_range_counts_double_for_strong_arms() {
        let hits = |template, die| hurl(template, die, &[]).0.lost(Id(1)) > 0;
        assert_eq!([9, 10].map(|die| hits(None, die)), [false, true], "three steps: two worse");
        assert_eq!([7, 8].map(|die| hits(Some("strong"), die)), [false, true]);
    }
}

//! A step: whoever is in the way, doors, warnings, what is left and what is entered, traps.

use crate::content::{Attribute, Skill, StatusFlag, Stop, TerrainFlag, Trait};
use crate::field::crossed;
use crate::place::Square;
use crate::play::{Core, Play};
use crate::time::at_pace;
use crate::{Event, Field, Flag, Gauge, Happening, Id, Kind, Mood, Res, Verb, Whereabouts};
use referee_dispatch::{Place, Role, Verdict};

/// Under which note it is kept of which square the hero was warned.
const WARNED: &str = "warned of";
/// What a tumble past foes, and a step out of hiding, must reach.
const TUMBLING: i32 = 15;
const SLIPPING: i32 = 12;

/// MOVE: a step in a direction, or to the square beside.
pub(super) fn step(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(from) = play.world().spot(who) else { return Verdict::Abort };
    let Some(to) = destination(play, who, from, happening) else { return Verdict::Abort };
    if let Some(verdict) = kept_from_going(play, who) {
        return verdict;
    }
    if let Some(verdict) = meets(play, who, to) {
        return verdict;
    }
    if !has_body_for(play, who, from, to) || is_warned(play, who, from, to) {
        return Verdict::Abort;
    }
    provoke(play, who, from, to);
    if play.world().spot(who) != Some(from) || play.thing(who).hp <= 0 {
        return Verdict::Done;
    }
    if is_held_back(play, who, from, to) {
        return Verdict::Abort;
    }
    let pace = pace(play, who, to);
    let swapped = play.world().creature_at(to).map(|thing| thing.id);
    play.spend_time(who, pace);
    put(play, who, to);
    if let Some(other) = swapped {
        put(play, other, from);
        crossed(play, other, to, from);
    }
    crossed(play, who, from, to);
    slips(play, who);
    arrive(play, who, from, to);
    Verdict::Done
}

/// Whoever hides may give itself away with a step.
fn slips(play: &mut Play, who: Id) {
    let hidden = play.lore.natures.hidden;
    if play.thing(who).has(hidden) && play.check(who, Skill::MoveSilently, SLIPPING) < 0 {
        play.lose_nature(who, hidden);
        play.tell(who, "You give yourself away.");
    }
}

/// Where a step leads; whoever is confused goes anywhere.
fn destination(play: &mut Play, who: Id, from: Place, happening: &mut Happening) -> Option<Place> {
    let aimed = happening.place.map_or(happening.way, |to| Some(from.toward(to)));
    let mut way = aimed.filter(|way| *way < 8)?;
    if play.is_under(who, StatusFlag::Wanders) && play.percent(50, "where one staggers") {
        way = play.die(8, "where one staggers") as u8 - 1;
    }
    happening.way = Some(way);
    Some(from.step(way))
}

/// Conditions that keep one where one is; whoever lies stands up instead.
fn kept_from_going(play: &mut Play, who: Id) -> Option<Verdict> {
    if play.is_stopped(who, Stop::Moving) || !play.can_act(who) {
        play.tell(who, "You cannot move from here.");
        play.takes_an_action(who);
        return Some(Verdict::Abort);
    }
    let prone = play.lore.natures.prone;
    if !play.thing(who).has(prone) {
        return None;
    }
    play.lose_nature(who, prone);
    play.tell(who, "You get up.");
    play.takes_an_action(who);
    Some(Verdict::Done)
}

/// Whoever or whatever is in the way: foes are struck, friends change places, doors are opened.
fn meets(play: &mut Play, who: Id, to: Place) -> Option<Verdict> {
    if let Some(other) = play.world().creature_at(to).map(|thing| thing.id) {
        return meets_somebody(play, who, other);
    }
    let door = play.door_at(to)?;
    if who == play.world().hero && crate::memory::is_secret(play.thing(door)) {
        return None; // a wall, for all one knows
    }
    if play.figures(who).has(Trait::Incorporeal) {
        return None;
    }
    Some(play.throw(Verb::OPEN, &mut Happening::new().actor(who).target(door)))
}

fn meets_somebody(play: &mut Play, who: Id, other: Id) -> Option<Verdict> {
    if play.are_hostile(who, other) {
        let verb = play.strikes_with(who);
        return Some(play.throw(verb, &mut Happening::new().actor(who).target(other)));
    }
    let mounted = play.lore.natures.mounted;
    let gives_way = play.are_friends(who, other)
        && other != play.world().hero
        && play.can_act(other)
        && !play.is_stopped(other, Stop::Moving)
        && !play.thing(other).has(mounted);
    if gives_way {
        return None;
    }
    play.tell_of(who, "The <target> is in the way.", &Happening::new().actor(who).target(other));
    if !play.perceives(who, other) {
        play.takes_an_action(who); // a bump in the dark is no free look
    }
    Some(Verdict::Abort)
}

/// Whether somebody fits onto a square at all.
fn has_body_for(play: &mut Play, who: Id, from: Place, to: Place) -> bool {
    let rock = play.ground(to).and_then(|ground| play.content().terrain(ground)).is_none_or(|it| it.is(TerrainFlag::Solid));
    let passes = !rock && (!play.is_solid(to) || play.figures(who).has(Trait::Incorporeal)) && !play.is_barred(who, from, to);
    if !passes {
        play.tell(who, "There is no way through.");
    }
    passes
}

/// The hero is warned once of ground that harms and of a trap that was found.
fn is_warned(play: &mut Play, who: Id, from: Place, to: Place) -> bool {
    if who != play.world().hero || play.figures(who).has(Trait::Flies) || !play.sees_place(who, to) {
        return false;
    }
    let ground = play.believed_ground(to, who);
    let harms = ground.and_then(|ground| play.content().terrain(ground)).is_some_and(|it| it.is(TerrainFlag::Warn));
    let known = play.world().on(to).any(|thing| thing.kind == Kind::Trap && thing.feature().is_some_and(|it| it.found));
    let mark = 1 + to.x + to.y * 1_000;
    if !known && (!harms || ground == play.ground(from)) || play.world().note(WARNED, WARNED) == mark {
        return false;
    }
    let name = ground.map_or(String::new(), |ground| play.content().name(ground).to_owned());
    let what = if known { "a trap".to_owned() } else { name };
    play.tell(who, &format!("Before you: {what}. Go on if you mean it."));
    play.emit(Event::Noted { about: WARNED.to_owned(), key: WARNED.to_owned(), to: mark });
    true
}

/// Whoever leaves the reach of a foe gives it an opportunity, unless it tumbles.
fn provoke(play: &mut Play, who: Id, from: Place, to: Place) {
    let left: Vec<Id> = play
        .next_to(from)
        .filter(|thing| thing.on(play.world().depth).is_some_and(|at| at.distance(to) > 1))
        .map(|thing| thing.id)
        .filter(|&foe| play.threatens(foe, who))
        .collect();
    for foe in left {
        if play.thing(who).hp <= 0 || tumbles(play, who) {
            return;
        }
        let mut happening = Happening::new().actor(foe).target(who);
        happening.flags.set(Flag::Opportunity, true);
        happening.flags.set(Flag::MoveOpportunity, true);
        play.throw(Verb::OATTACK, &mut happening);
    }
}

/// Whoever has learned to tumble may leave unscathed.
fn tumbles(play: &mut Play, who: Id) -> bool {
    let figures = play.figures(who);
    let learned = play.skill(who, Skill::Tumble) > figures.modifier(Attribute::Dex) + figures.penalty;
    learned && play.check(who, Skill::Tumble, TUMBLING) >= 0
}

/// What is left and what is walked on may hold one back.
fn is_held_back(play: &mut Play, who: Id, from: Place, to: Place) -> bool {
    let mut leaving = Happening::new().actor(who).target(who).at(from);
    let mut left: Vec<(Res, Option<Id>)> = grounds(play, who, from).into_iter().map(|res| (res, None)).collect();
    left.extend(features(play, from));
    for (res, holder) in left {
        leaving.roles.set(Role::Item, holder);
        if play.ask(res, Verb::LEAVE, holder, &mut leaving) == Verdict::Abort {
            return true;
        }
    }
    features(play, to).into_iter().any(|(res, holder)| {
        let mut walking = Happening::new().actor(who).target(who).item(holder).at(to);
        play.ask(res, Verb::WALKON, holder, &mut walking) == Verdict::Abort
    })
}

/// The ground of a square, what it is taken for, and its region, each once.
fn grounds(play: &mut Play, who: Id, at: Place) -> Vec<Res> {
    let (real, believed) = (play.ground(at), play.believed_ground(at, who));
    let region = play.world().level().and_then(|level| level.regions.get(at));
    [real, believed.filter(|believed| Some(*believed) != real), region].into_iter().flatten().collect()
}

fn features(play: &Play, at: Place) -> Vec<(Res, Option<Id>)> {
    play.world().on(at).filter(|thing| thing.kind.is_feature()).map(|thing| (thing.res, Some(thing.id))).collect()
}

/// What a step takes: by movement, and by the ground one comes to.
fn pace(play: &Play, who: Id, to: Place) -> u32 {
    let figures = play.figures(who);
    let ground = play.ground(to).and_then(|ground| play.content().terrain(ground)).and_then(|it| it.movement);
    let ground = ground.filter(|_| !figures.has(Trait::Flies)).map_or(100, |movement| movement.get());
    at_pace(play.movement(who) * ground / 100)
}

/// Puts somebody onto a square of its level.
pub(super) fn put(play: &mut Play, who: Id, place: Place) {
    let depth = play.world().depth;
    play.emit(Event::Moved { id: who, at: Whereabouts::On { depth, place } });
}

/// Somebody has come to a square: what is entered speaks, a bridge holds, ground works, traps spring.
pub(crate) fn arrive(play: &mut Play, who: Id, from: Place, to: Place) {
    let mut happening = Happening::new().actor(who).target(who).at(to);
    let bridged = features(play, to).into_iter().any(|(res, holder)| {
        let mut crossing = Happening::new().actor(who).target(who).item(holder).at(to);
        play.ask(res, Verb::BRIDGE, holder, &mut crossing) == Verdict::Done
    });
    let region = |at: Place| play.world().level().and_then(|level| level.regions.get(at));
    let same_region = region(from) == region(to) && from != to;
    let entered = grounds(play, who, to);
    let regions = entered.len() - 1;
    for (nth, res) in entered.into_iter().enumerate() {
        let is_region = nth == regions;
        if if is_region { same_region } else { bridged } || play.world().spot(who) != Some(to) {
            continue;
        }
        play.ask(res, Verb::ENTER, None, &mut happening);
    }
    if !bridged && play.world().spot(who) == Some(to) {
        ground_takes(play, who, to);
    }
    if play.world().spot(who) == Some(to) && play.thing(who).hp > 0 {
        tread(play, who, to);
        notice_what_lies_here(play, who, to);
    }
}

/// Special ground is asked; if it has nothing to say, one may fall.
fn ground_takes(play: &mut Play, who: Id, at: Place) {
    let Some(ground) = play.ground(at) else { return };
    let mut happening = Happening::new().actor(who).target(who).at(at);
    let verdict = play.ask(ground, Verb::SPECIAL, None, &mut happening);
    let falls = play.content().terrain(ground).is_some_and(|terrain| terrain.is(TerrainFlag::Fall));
    if verdict == Verdict::Nothing && falls && !play.figures(who).has(Trait::Flies) && play.thing(who).hp > 0 {
        super::stairs::fall(play, who);
    }
}

/// A foot on a trap springs it.
fn tread(play: &mut Play, who: Id, at: Place) {
    let trap = play.world().on(at).find(|thing| thing.kind == Kind::Trap).map(|thing| thing.id);
    let figures = play.figures(who);
    if let Some(trap) = trap.filter(|_| !figures.has(Trait::Flies) && !figures.has(Trait::Incorporeal)) {
        spring(play, who, trap);
    }
}

/// A trap springs on somebody.
pub(super) fn spring(play: &mut Play, who: Id, trap: Id) {
    let lore = play.lore.clone();
    let (Some(definition), Some(feature)) = (lore.content.trap(play.thing(trap).res), play.thing(trap).feature()) else { return };
    let unseen = if feature.found { 0 } else { definition.unseen.get() };
    let dc = definition.dc.map_or(10 + definition.level.get(), |dc| dc.get()) + unseen;
    let effect = feature.effect.unwrap_or(definition.effect.res());
    if !feature.found && play.sees_place(play.world().hero, play.world().spot(trap).unwrap_or_default()) {
        play.set(trap, Gauge::Found, 1);
    }
    let mut happening = Happening::new().actor(who).target(who).item(trap).effected(effect).with(|more| {
        more.combat.save_dc = dc;
        more.effect.caster_level = definition.level.get();
    });
    happening.place = play.world().spot(who);
    happening.flags.set(Flag::ByTrap, true);
    play.throw(Verb::EFFECT, &mut happening);
    let gone = !definition.permanent && play.world().thing(trap).is_some();
    if gone {
        play.emit(Event::Removed { id: trap });
    }
}

fn notice_what_lies_here(play: &mut Play, who: Id, at: Place) {
    if who != play.world().hero {
        return;
    }
    let items: Vec<Id> = play.world().on(at).filter(|thing| thing.kind.is_item()).map(|thing| thing.id).collect();
    let names: Vec<String> = items.into_iter().map(|id| play.called(id, Some(false))).collect();
    if !names.is_empty() {
        play.tell(who, &format!("Here lies {}.", names.join(", ")));
    }
}

impl Core {
    /// Whether the border of an area that nobody passes lies between two squares. Whoever made it passes.
    pub(crate) fn is_barred(&self, who: Id, from: Place, to: Place) -> bool {
        let Some(level) = self.world().level() else { return false };
        let mut barriers = level.fields_at(to, Field::BLOCKER);
        barriers.any(|field| field.creator != Some(who) && !field.covers(from)) && !self.figures(who).has(Trait::Incorporeal)
    }
}

impl Play {
    /// What somebody takes the ground of a square for.
    pub(crate) fn believed_ground(&mut self, at: Place, by: Id) -> Option<Res> {
        let real = self.ground(at);
        crate::illusion::believed(self, at, by).or(real)
    }

    /// Whether somebody is on the side of nobody.
    pub(crate) fn is_neutral(&self, who: Id) -> bool {
        self.world().creature(who).is_some_and(|creature| creature.mood == Mood::Neutral)
    }
}

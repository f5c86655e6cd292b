//! The clock: what an action costs, who is next, and what a turn of all things brings.

use crate::classes::faith;
use crate::content::{Noun, Slot, StatusFlag};
use crate::gain::{TURN, elapse};
use crate::mind::Minds;
use crate::place::Square;
use crate::play::Play;
use crate::{Event, Gauge, Happening, Id, Res, Status, Verb, field};
use referee_dispatch::Place;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a step at usual speed takes.
pub(crate) const STEP: u32 = 30;
/// How many others act at most before the player is asked again.
const ACTS_MAX: usize = 20_000;
/// How often others act at most between two turns while somebody sleeps.
const ACTS_OF_TURN: usize = 64;
/// How much the world writes at most before the player is asked again.
const EVENTS_OF_WORLD: usize = 3_200;
/// How long whoever has nothing to do waits before it looks again.
pub(crate) const IDLE: u32 = 60;
/// How many turns lie between two breaths: natural healing, the burning of lamps.
const BREATH: u32 = 10;
/// How long a meal lasts that one has before the game, in turns.
pub(crate) const FIRST_MEAL: i32 = 3_000;
/// Under which note it is kept until when the hero is fed.
pub(crate) const FED: &str = "fed until";

/// What something takes at a pace in percent.
pub(crate) fn at_pace(percent: i32) -> u32 {
    3_000 / percent.max(10).unsigned_abs()
}

impl Play {
    /// Somebody spends the time of something done at its own speed.
    pub(crate) fn takes_an_action(&mut self, who: Id) {
        let speed = self.figures(who).speed;
        self.spend_time(who, at_pace(speed));
    }

    fn ready(&self, who: Id) -> u32 {
        self.world().creature(who).map_or(u32::MAX, |creature| creature.ready)
    }

    /// Everybody else acts until the hero can again.
    pub(crate) fn world_goes_on(&mut self) {
        let mut queue = Queue::new(self);
        let mut minds = Minds::default();
        for _ in 0..ACTS_MAX {
            if self.fault.is_some() || self.loan.events().len() > EVENTS_OF_WORLD || !self.goes_on() {
                break;
            }
            queue.refresh(self);
            let hero = self.world().hero;
            let next = queue.next(self);
            if self.world().next_turn <= next.map_or(u32::MAX, |(ready, _)| ready) {
                self.turn_of_all();
                minds.forget();
                continue;
            }
            let Some((ready, who)) = next else { break };
            self.clock(ready);
            if who == hero && self.can_act(hero) && !crate::mind::is_compelled(self, hero) {
                break;
            }
            if who == hero {
                self.spend_time(hero, STEP);
            } else {
                self.acts(who, &mut minds);
            }
        }
        self.is_it_won();
        self.look_around();
    }

    pub(crate) fn goes_on(&self) -> bool {
        let world = self.world();
        world.end.is_none() && world.spot(world.hero).is_some() && self.thing(world.hero).hp > 0
    }

    /// Whoever is near somebody who sleeps, or after the hero, acts until the next turn of all things, or until it is enough. Says whether it was.
    pub(crate) fn others_act(&mut self, sleeper: Id, minds: &mut Minds, is_enough: impl Fn(&mut Play) -> bool) -> bool {
        for _ in 0..ACTS_OF_TURN {
            let next_turn = self.world().next_turn;
            let Some((ready, who)) = self.next_near(sleeper).filter(|(ready, _)| *ready < next_turn) else { return false };
            self.clock(ready);
            self.acts(who, minds);
            if is_enough(self) {
                return true;
            }
        }
        false
    }

    /// Who of those near somebody, or after the hero, is next, and when.
    fn next_near(&self, sleeper: Id) -> Option<(u32, Id)> {
        let (world, at) = (self.world(), self.world().spot(sleeper)?);
        let near = |it: &&crate::Thing| it.on(world.depth).is_some_and(|there| there.distance(at) <= crate::eyes::SIGHT);
        let hunts = |it: &&crate::Thing| it.creature().is_some_and(|it| it.target == Some(world.hero));
        let others = world.creatures().filter(|it| it.id != sleeper && (near(it) || hunts(it)) && self.can_act(it.id));
        others.map(|it| (self.ready(it.id), it.id)).min()
    }

    /// Somebody acts; whatever it does takes time.
    fn acts(&mut self, who: Id, minds: &mut Minds) {
        let before = self.ready(who);
        if self.can_act(who) {
            minds.act(self, who);
        }
        if self.world().thing(who).is_some() && self.ready(who) <= before.max(self.world().time) {
            self.spend_time(who, if self.can_act(who) { STEP } else { IDLE });
        }
    }

    fn clock(&mut self, time: u32) {
        let next_turn = self.world().next_turn;
        if time > self.world().time {
            self.emit(Event::TimePassed { time, next_turn });
        }
    }

    /// A turn of all things: each is thrown a TURN, then conditions, areas and ground whose time is over end.
    pub(crate) fn turn_of_all(&mut self) {
        let time = self.world().next_turn.max(self.world().time);
        self.emit(Event::TimePassed { time, next_turn: time.saturating_add(TURN) });
        let mounted = self.lore.natures.mounted;
        let mount_of = |rider: &crate::Thing| rider.status(mounted).and_then(|status| status.object);
        let ridden = self.world().creatures().filter_map(mount_of).collect::<Vec<Id>>();
        let all: Vec<Id> = self.world().here().map(|thing| thing.id).chain(ridden).collect();
        for &id in &all {
            if self.fault.is_some() || self.world().end.is_some() {
                return;
            }
            if self.world().thing(id).is_some_and(|thing| !self.lies_still(thing)) {
                self.throw(Verb::TURN, &mut Happening::new().actor(id));
                self.keeps_up(id);
            }
        }
        field::turn(self);
    }

    /// Whether a turn brings nothing to a thing: it has no conditions, and nobody hears of its turns.
    fn lies_still(&self, thing: &crate::Thing) -> bool {
        let plain = !thing.kind.is_creature() && thing.statuses.is_empty();
        plain && !self.lore.hears_turns(thing.res) && thing.item().is_none_or(|item| item.enchantment.is_none())
    }

    /// What a turn brings to a thing besides: its conditions, its wounds, the ground it stands on.
    fn keeps_up(&mut self, id: Id) {
        elapse(self, id);
        if self.world().creature(id).is_none() {
            return;
        }
        crate::mind::stirs(self, id);
        self.heals_by_itself(id);
        self.ground_works(id);
        if id == self.world().hero {
            self.hunger(id);
            self.lamps_burn(id);
            faith::pulse(self, id);
        }
    }

    /// Regeneration, and natural healing from time to time.
    fn heals_by_itself(&mut self, id: Id) {
        let (thing, time) = (self.thing(id), self.world().time);
        let Some(creature) = thing.creature() else { return };
        let breathes = (time / TURN).is_multiple_of(BREATH);
        let tired = (creature.mana < creature.max_mana, creature.fatigue < creature.max_fatigue);
        let wounded = thing.hp < thing.max_hp;
        let (mana, fatigue) = (creature.mana, creature.fatigue);
        if wounded {
            let figures = self.figures(id);
            let natural = if breathes && figures.regeneration == 0 { 1 + figures.level.max(0) / 4 } else { 0 };
            self.heal(id, figures.regeneration + natural);
        }
        if breathes && tired.0 {
            self.set(id, Gauge::Mana, mana + 1);
        }
        if breathes && tired.1 && (time / TURN).is_multiple_of(BREATH * 10) {
            self.set(id, Gauge::Fatigue, fatigue + 1);
        }
    }

    /// Special ground is asked every turn about whoever stands on it.
    fn ground_works(&mut self, id: Id) {
        let Some(place) = self.world().spot(id) else { return };
        if let Some(ground) = self.ground(place) {
            self.ask(ground, Verb::SPECIAL, None, &mut Happening::new().actor(id).target(id).at(place));
        }
    }

    /// The ground of a square.
    pub(crate) fn ground(&self, place: Place) -> Option<Res> {
        self.world().level().and_then(|level| level.terrain.get(place))
    }

    /// The condition of hunger, if the content knows it.
    pub(crate) fn hunger_is(&self) -> Option<Res> {
        self.content().find(Noun::Status, "hungry")
    }

    fn hunger(&mut self, hero: Id) {
        let Some(hungry) = self.hunger_is() else { return };
        let fed = self.world().note(FED, FED);
        if fed > 0 && self.world().time as i64 > i64::from(fed) && !self.thing(hero).has(hungry) {
            self.gain(hero, Status { nature: hungry, ..Status::default() }, false);
        }
    }

    /// A lamp with fuel burns down, and goes out.
    fn lamps_burn(&mut self, hero: Id) {
        if !(self.world().time / TURN).is_multiple_of(BREATH) {
            return;
        }
        let Some(lamp) = self.world().things.in_slot(hero, Slot::Light) else { return };
        let burns = self.content().item(lamp.res).is_some_and(|item| item.fuel.is_some());
        let (id, left) = (lamp.id, lamp.item().map_or(0, |item| item.charges) - BREATH as i32);
        if !burns {
            return;
        }
        self.set(id, Gauge::Charges, left.max(0));
        if left <= 0 {
            let happening = Happening::new().actor(hero).item(id);
            self.tell_of(hero, "The <item> goes out.", &happening);
            self.emit(Event::Removed { id });
        }
    }

    /// The hero won if whoever waited on the last level is no more.
    fn is_it_won(&mut self) {
        let goal = self.world().note(crate::making::GOAL, crate::making::GOAL);
        let lives = |id: i32| self.world().thing(Id(id as u32)).is_some_and(|thing| thing.hp > 0);
        if goal > 0 && !lives(goal - 1) && self.goes_on() && self.fault.is_none() {
            let hero = self.world().hero;
            self.tell(hero, "It is done. The way up is open, and nobody bars it.");
            self.throw(Verb::VICTORY, &mut Happening::new().actor(hero));
        }
    }

    /// The hero sees what can be seen from here.
    pub(crate) fn look_around(&mut self) {
        if self.world().spot(self.world().hero).is_some() {
            let mirages = self.mirages();
            self.emit(Event::Looked { mirages });
        }
    }

    /// Whether a condition of somebody says something of it.
    pub(crate) fn is_under(&self, who: Id, flag: StatusFlag) -> bool {
        let says = |nature| self.content().status(nature).is_some_and(|status| status.flags.contains(&flag));
        self.thing(who).statuses.iter().any(|status| says(status.nature))
    }
}

/// Who is next: the earliest ready, then the lowest number. Whoever comes later is added as it comes.
struct Queue {
    heap: BinaryHeap<Reverse<(u32, Id)>>,
    depth: u8,
    next_id: Id,
}

impl Queue {
    fn new(play: &Play) -> Queue {
        let entries = play.world().creatures().map(|thing| Reverse((play.ready(thing.id), thing.id)));
        Queue { heap: entries.collect(), depth: play.world().depth, next_id: play.world().things.next_id() }
    }

    /// Adds newcomers; begins anew on another level.
    fn refresh(&mut self, play: &Play) {
        if self.depth != play.world().depth {
            *self = Queue::new(play);
        }
        let next_id = play.world().things.next_id();
        for id in (self.next_id.0..next_id.0).map(Id) {
            if play.world().creature(id).is_some() {
                self.heap.push(Reverse((play.ready(id), id)));
            }
        }
        self.next_id = next_id;
    }

    /// Who is next, and when. Whoever is gone or ready at another time than was noted is put right.
    fn next(&mut self, play: &Play) -> Option<(u32, Id)> {
        while let Some(&Reverse((noted, id))) = self.heap.peek() {
            let here = play.world().spot(id).is_some();
            let ready = play.ready(id);
            if here && ready == noted {
                return Some((ready, id));
            }
            self.heap.pop();
            if here {
                self.heap.push(Reverse((ready, id)));
            }
        }
        None
    }
}

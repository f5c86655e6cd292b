//! What one carries: taking up, letting go, putting in, taking out, eating, breaking.

use crate::content::{Blow, Skill, Slot};
use crate::gain::TURN;
use crate::play::Play;
use crate::time::{FED, FIRST_MEAL};
use crate::{Event, Gauge, Happening, Id, Kind, Thing, Verb, Whereabouts};
use referee_dispatch::{Role, Verdict};

/// How many things one carries, and how many a container holds.
const PACK_MAX: usize = 52;
const CONTAINER_MAX: usize = 20;
/// What a lock must be picked with.
const LOCK_DC: i32 = 20;

/// PICKUP: something underfoot.
pub(super) fn pick_up(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(item) = happening.roles.get(Role::Item) else { return Verdict::Abort };
    let reached = play.world().spot(item).is_some() && play.world().spot(item) == play.world().spot(who);
    if !reached || !play.thing(item).kind.is_item() || play.thing(item).kind == Kind::Fountain {
        play.tell(who, "You cannot take that.");
        return Verdict::Abort;
    }
    if play.world().inventory(who).count() >= PACK_MAX {
        play.tell(who, "You cannot carry more things.");
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    if !happening.quiet {
        play.tell_of(who, "You take the <item>.", happening);
    }
    stow(play, who, item);
    Verdict::Done
}

/// Puts something into somebody's pack, to others of its kind if there are any.
fn stow(play: &mut Play, who: Id, item: Id) {
    let alike = play.world().inventory(who).find(|other| stacks(other, play.thing(item))).map(|thing| thing.id);
    let quantity = |id: Id| play.thing(id).item().map_or(0, |item| item.quantity);
    match alike {
        Some(stack) => {
            let to = quantity(stack).saturating_add(quantity(item));
            play.set(stack, Gauge::Quantity, to);
            play.emit(Event::Removed { id: item });
        }
        None => play.emit(Event::Moved { id: item, at: Whereabouts::With { who, slot: Slot::Pack } }),
    }
}

/// Whether two things are alike in all that one could tell. What is worn stays apart, but for missiles.
fn stacks(one: &Thing, two: &Thing) -> bool {
    let place = one.holder().is_some_and(|(_, slot)| matches!(slot, Slot::Pack | Slot::Quiver));
    let (Some(a), Some(b)) = (one.item(), two.item()) else { return false };
    let alike = crate::Item { quantity: b.quantity, ..a.clone() } == *b;
    let stackable = !matches!(one.kind, Kind::Container | Kind::Chest | Kind::Light);
    place && alike && stackable && one.id != two.id && (one.res, one.hp, &one.statuses) == (two.res, two.hp, &two.statuses)
}

/// DROP: onto the ground. What is worn is taken off first.
pub(super) fn drop(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(item) = happening.roles.get(Role::Item) else { return Verdict::Abort };
    let (Some(place), depth) = (play.world().spot(who), play.world().depth) else { return Verdict::Abort };
    if !lets_go(play, who, item) {
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    if play.thing(item).holder().map(|(holder, _)| holder) != Some(who) {
        return Verdict::Done; // it is gone already
    }
    play.emit(Event::Moved { id: item, at: Whereabouts::On { depth, place } });
    if !happening.quiet {
        play.tell_of(who, "You drop the <item>.", happening);
    }
    play.throw(Verb::PLACE, &mut Happening::new().actor(item).at(place));
    Verdict::Done
}

/// Whether somebody can part with something: it comes off, and nothing holds it.
fn lets_go(play: &mut Play, who: Id, item: Id) -> bool {
    let Some((_, slot)) = play.thing(item).holder().filter(|(holder, _)| *holder == who) else { return false };
    let mut happening = Happening::new().actor(who).item(item).valued(slot.number());
    if slot.is_worn() && play.throw(Verb::REMOVE, &mut happening) == Verdict::Abort {
        return false;
    }
    if play.world().thing(item).is_none() {
        return true;
    }
    play.throw(Verb::LOSEITEM, &mut Happening::new().actor(who).item(item)) != Verdict::Abort
}

/// Whether somebody can reach something: it has it, or it lies underfoot.
fn reaches(play: &Play, who: Id, item: Id) -> bool {
    let underfoot = play.world().spot(item).is_some() && play.world().spot(item) == play.world().spot(who);
    underfoot || play.thing(item).holder().is_some_and(|(holder, _)| holder == who)
}

/// INSERT: the item is the container, the second item goes in.
pub(super) fn insert(play: &mut Play, container: Id, happening: &mut Happening) -> Verdict {
    let [Some(who), Some(item)] = [Role::Actor, Role::Item2].map(|role| happening.roles.get(role)) else { return Verdict::Abort };
    let is_container = |id: Id| matches!(play.thing(id).kind, Kind::Container | Kind::Chest);
    if !reaches(play, who, container) || item == container || is_container(item) {
        play.tell(who, "That does not go in there.");
        return Verdict::Abort;
    }
    if play.world().things.with(container).len() >= CONTAINER_MAX {
        play.tell(who, "It is full.");
        return Verdict::Abort;
    }
    if !lets_go(play, who, item) {
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    if play.world().thing(item).is_some() {
        play.emit(Event::Moved { id: item, at: Whereabouts::In { what: container } });
        play.tell_of(who, "You put the <item2> into the <item>.", happening);
    }
    Verdict::Done
}

/// INSERT: into what holds nothing.
pub(super) fn no_container(play: &mut Play, what: Id, happening: &mut Happening) -> Verdict {
    let who = happening.roles.get(Role::Actor).unwrap_or(what);
    play.tell_of(who, "The <item> holds nothing.", happening);
    Verdict::Abort
}

/// TAKEOUT: the item is the container, the second item comes out.
pub(super) fn take_out(play: &mut Play, container: Id, happening: &mut Happening) -> Verdict {
    let [Some(who), Some(item)] = [Role::Actor, Role::Item2].map(|role| happening.roles.get(role)) else { return Verdict::Abort };
    if !reaches(play, who, container) || play.thing(item).at != (Whereabouts::In { what: container }) {
        play.tell(who, "That is not in there.");
        return Verdict::Abort;
    }
    play.takes_an_action(who);
    play.tell_of(who, "You take the <item2> out of the <item>.", happening);
    stow(play, who, item);
    Verdict::Done
}

/// EAT: keeps hunger away for a time.
pub(super) fn eat(play: &mut Play, food: Id, happening: &mut Happening) -> Verdict {
    let Some(who) = happening.roles.get(Role::Actor) else { return Verdict::Abort };
    let turns = play.content().item(play.thing(food).res).map_or(0, |item| item.food.get());
    if turns == 0 {
        play.tell_of(who, "The <item> is nothing to eat.", happening);
        return Verdict::Abort;
    }
    play.spend_time(who, 3 * crate::time::STEP);
    if !happening.quiet {
        play.tell_of(who, "You eat the <item>.", happening);
    }
    if who == play.world().hero {
        fed(play, who, turns);
    }
    play.use_up(food);
    Verdict::Done
}

fn fed(play: &mut Play, who: Id, turns: i32) {
    let now = i32::try_from(play.world().time).unwrap_or(i32::MAX);
    let turn = TURN as i32;
    let until = play.world().note(FED, FED).max(now).saturating_add(turns * turn);
    let to = until.min(now.saturating_add(2 * FIRST_MEAL * turn));
    play.emit(Event::Noted { about: FED.to_owned(), key: FED.to_owned(), to });
    let hungry = play.hunger_is();
    hungry.into_iter().for_each(|hungry| play.lose_nature(who, hungry));
}

/// EAT: what is no food.
pub(super) fn cannot_eat(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    play.tell_of(who, "The <item> is nothing to eat.", happening);
    Verdict::Abort
}

/// BREAK: with a weapon, else with a foot.
pub(super) fn shatter(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let object = happening.roles.get(Role::Target).or(happening.roles.get(Role::Item));
    let Some(object) = object.filter(|&object| object != who) else { return Verdict::Abort };
    let blow = Happening::new().actor(who).target(object);
    match play.weapon_in(who, Slot::Hand).is_some() {
        true => play.throw(Verb::WATTACK, &mut { blow }),
        false => play.throw(Verb::SATTACK, &mut blow.valued(Blow::Kick.number())),
    }
}

/// PICKLOCK: a door, or what else is locked.
pub(super) fn pick_lock(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let lock = happening.roles.get(Role::Target).or(happening.roles.get(Role::Item));
    let locked = lock.filter(|&lock| play.thing(lock).feature().is_some_and(|feature| feature.locked));
    play.spend_time(who, 2 * crate::time::STEP);
    lock.into_iter().for_each(|lock| play.tries(who, lock));
    let Some(lock) = locked else {
        play.tell(who, "It is not locked.");
        return Verdict::Abort;
    };
    if play.check(who, Skill::Disarm, LOCK_DC) >= 0 {
        play.set(lock, Gauge::Locked, 0);
        play.tell(who, "The lock gives way.");
    } else {
        play.tell(who, "The lock holds.");
    }
    Verdict::Done
}

impl Play {
    /// One of a stack is gone.
    pub(crate) fn use_up(&mut self, item: Id) {
        match self.thing(item).item().map_or(0, |item| item.quantity) {
            quantity @ 2.. => self.set(item, Gauge::Quantity, quantity - 1),
            _ => self.unmake(item),
        }
    }
}

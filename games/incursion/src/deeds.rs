//! Small things that are done everywhere: healing, taking time, standing by each other, coming and going.

use crate::content::{Noun, StatusFlag};
use crate::making::Newcomer;
use crate::place::{Square, WAYS};
use crate::play::{Core, Play};
use crate::{Event, Gauge, Id, Kind, Mood, Res, Whereabouts, field};
use referee_dispatch::Place;

impl Core {
    /// On whose side somebody stands: the player's, none, or against it. Whoever is charmed stands by its charmer.
    fn side(&self, who: Id) -> Mood {
        let thing = self.master(who).map_or(self.thing(who), |master| self.thing(master));
        match thing.kind {
            Kind::Player => Mood::Friendly,
            _ => thing.creature().map_or(Mood::Neutral, |creature| creature.mood),
        }
    }

    /// Whoever charmed or called somebody, if that one is still there.
    fn master(&self, who: Id) -> Option<Id> {
        let owns = |nature| self.content().status(nature).is_some_and(|status| status.flags.contains(&StatusFlag::Owned));
        let owned = self.thing(who).statuses.iter().rev().filter(|status| owns(status.nature));
        owned.filter_map(|status| status.object).find(|&master| self.world().creature(master).is_some())
    }

    /// Whether two are of one side.
    pub(crate) fn are_friends(&self, one: Id, two: Id) -> bool {
        one == two || self.side(one) == self.side(two) && self.side(one) != Mood::Neutral
    }

    /// Whether two fight.
    pub(crate) fn are_hostile(&self, one: Id, two: Id) -> bool {
        let sides = [self.side(one), self.side(two)];
        one != two && sides.contains(&Mood::Hostile) && sides.contains(&Mood::Friendly)
    }

    /// Who stands beside somebody and could strike it.
    pub(crate) fn threats(&self, who: Id) -> Vec<Id> {
        let world = self.world();
        let Some(at) = world.spot(who) else { return Vec::new() };
        let beside = WAYS.iter().filter_map(|way| world.creature_at(Place::new(at.x + way.x, at.y + way.y)));
        let able =
            beside.filter(|other| self.are_hostile(who, other.id) && other.hp > 0 && !self.figures(other.id).is_helpless());
        able.map(|other| other.id).collect()
    }

    /// Whether a foe is within reach.
    pub(crate) fn is_threatened(&self, who: Id) -> bool {
        !self.threats(who).is_empty()
    }

    /// The free square nearest to one, as far as three steps.
    pub(crate) fn room_near(&self, at: Place) -> Option<Place> {
        let free = |at: Place| !self.is_solid(at) && self.world().creature_at(at).is_none();
        let around = (-3..=3).flat_map(|y| (-3..=3).map(move |x| Place::new(at.x + x, at.y + y)));
        let mut places: Vec<Place> = around.filter(|&place| free(place)).collect();
        places.sort_by_key(|place| (place.distance(at), place.y, place.x));
        places.into_iter().next()
    }
}

impl Play {
    /// Gives back hit points; says how many.
    pub(crate) fn heal(&mut self, id: Id, amount: i32) -> i32 {
        let thing = self.thing(id);
        let healed = amount.min(thing.max_hp - thing.hp).max(0);
        if healed > 0 && thing.hp > 0 {
            let hp = thing.hp + healed;
            self.emit(Event::Healed { id, amount: healed, hp });
            return healed;
        }
        0
    }

    /// Takes time of somebody: it can act so much later.
    pub(crate) fn spend_time(&mut self, id: Id, time: u32) {
        let Some(ready) = self.world().creature(id).map(|creature| creature.ready) else { return };
        let ready = ready.max(self.world().time).saturating_add(time);
        self.set(id, Gauge::Ready, i32::try_from(ready).unwrap_or(i32::MAX));
    }

    /// Something is gone without a death. What it carries stays behind.
    pub(crate) fn vanish(&mut self, id: Id) {
        let (at, spot) = (self.thing(id).at, self.world().spot(id));
        field::crossed(self, id, spot, None);
        let left: Vec<Id> = self.world().inventory(id).map(|item| item.id).collect();
        left.into_iter().for_each(|item| self.emit(Event::Moved { id: item, at }));
        if self.world().thing(id).is_some() {
            self.emit(Event::Removed { id });
        }
    }

    /// Puts something new on a square or beside it; nothing if there is no room. A monster is nobody's friend.
    pub(crate) fn spawn(&mut self, res: Res, near: Place) -> Option<Id> {
        let depth = self.world().depth;
        match self.content().definition(res)?.noun() {
            Noun::Monster => {
                let place = self.room_near(near)?;
                let party = 1 + self.world().things.next_id().0;
                self.make_monster(&Newcomer { monster: res, place, party, ..Newcomer::default() })
            }
            Noun::Item => self.make_item(res, 1, Whereabouts::On { depth, place: near }),
            Noun::Feature => self.make_feature(res, near),
            Noun::Trap => self.make_trap(res, near),
            _ => None,
        }
    }
}

//! Who is whose friend, and who threatens whom.

use crate::content::{Slot, Stop};
use crate::place::{Square, WAYS};
use crate::play::Core;
use crate::{Id, Thing, Verb};
use referee_dispatch::Place;

impl Core {
    /// Whoever stands next to a square, by direction.
    pub(crate) fn next_to(&self, at: Place) -> impl Iterator<Item = &Thing> {
        WAYS.iter().filter_map(move |way| self.world().creature_at(Place::new(at.x + way.x, at.y + way.y)))
    }

    /// The foes next to somebody, by direction.
    pub(crate) fn foes_beside(&self, who: Id) -> Vec<Id> {
        let Some(at) = self.world().spot(who) else { return Vec::new() };
        self.next_to(at).map(|thing| thing.id).filter(|&other| self.are_hostile(who, other)).collect()
    }

    /// The foes somebody sees.
    pub(crate) fn foes_in_sight(&self, who: Id) -> Vec<Id> {
        let Some(at) = self.world().spot(who) else { return Vec::new() };
        let near = |thing: &&Thing| thing.on(self.world().depth).is_some_and(|other| other.distance(at) <= crate::eyes::SIGHT);
        let creatures = self.world().creatures().filter(near).map(|thing| thing.id);
        creatures.filter(|&other| self.are_hostile(who, other) && self.sees(who, other)).collect()
    }

    /// Whether somebody can do anything at all.
    pub(crate) fn can_act(&self, who: Id) -> bool {
        let stops = |nature| self.content().status(nature).is_some_and(|status| status.stops.contains(&Stop::Acting));
        self.thing(who).hp > 0 && !self.thing(who).statuses.iter().any(|status| stops(status.nature))
    }

    /// Whether somebody's conditions keep it from something.
    pub(crate) fn is_stopped(&self, who: Id, stop: Stop) -> bool {
        let stops = |nature| self.content().status(nature).is_some_and(|status| status.stops.contains(&stop));
        self.thing(who).statuses.iter().any(|status| stops(status.nature))
    }

    /// How somebody strikes: with a spell in the hand, with a weapon, else with what it was born with.
    pub(crate) fn strikes_with(&self, who: Id) -> Verb {
        let armed = self.weapon_in(who, Slot::Hand).is_some() && self.held_touch(who).is_none();
        if armed { Verb::WATTACK } else { Verb::NATTACK }
    }

    /// Whether somebody would strike a foe that turns away: it is able, and sees it.
    pub(crate) fn threatens(&self, who: Id, foe: Id) -> bool {
        let idle = self.thing(who).creature().is_some_and(|creature| creature.target.is_none() && who != self.world().hero);
        !idle && self.are_hostile(who, foe) && self.can_act(who) && !self.is_stopped(who, Stop::Attacking) && self.sees(who, foe)
    }
}

//! Who is whose friend, and who threatens whom.

use crate::content::{Slot, Stop};
use crate::place::{Square, WAYS};
use crate::play::Core;
use crate::{Id, Kind, Thing, Verb};
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

    /// Whether somebody holds a weapon.
    pub(crate) fn is_armed(&self, who: Id) -> bool {
        let held = self.world().things.in_slot(who, Slot::Hand);
        held.is_some_and(|item| self.content().item(item.res).is_some_and(|definition| definition.weapon.is_some()))
    }

    /// How somebody strikes: with a weapon, else with what it was born with.
    pub(crate) fn strikes_with(&self, who: Id) -> Option<Verb> {
        if self.is_armed(who) {
            return Some(Verb::WATTACK);
        }
        let thing = self.thing(who);
        let templates = thing.statuses.iter().filter(|status| status.nature == self.lore.natures.template);
        let mut further = templates.filter_map(|status| self.content().template(status.effect?));
        let born = self.content().monster(thing.res).is_some_and(|monster| !monster.attacks.is_empty());
        let natural = thing.kind == Kind::Player || born || further.any(|template| !template.attacks.is_empty());
        natural.then_some(Verb::NATTACK)
    }

    /// Whether somebody would strike a foe that turns away: it is able, and sees it.
    pub(crate) fn threatens(&self, who: Id, foe: Id) -> bool {
        let idle = self.thing(who).creature().is_some_and(|creature| creature.target.is_none() && who != self.world().hero);
        !idle
            && self.are_hostile(who, foe)
            && self.can_act(who)
            && !self.is_stopped(who, Stop::Attacking)
            && self.strikes_with(who).is_some()
            && self.sees(who, foe)
    }
}

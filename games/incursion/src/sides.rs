//! Who is whose friend, and who threatens whom.

use crate::content::{Slot, Stop};
use crate::place::{Square, WAYS};
use crate::play::Core;
use crate::{Id, Kind, Mood, Thing, Verb};
use referee_dispatch::Place;

/// How often a charm is followed to whoever laid it: they may be charmed themselves.
const CHARMS_MAX: usize = 4;

impl Core {
    /// On whose side somebody stands.
    fn side(&self, who: Id) -> Mood {
        let mut thing = self.thing(who);
        for _ in 0..CHARMS_MAX {
            let master = thing.status(self.lore.natures.charmed).and_then(|status| status.object);
            match master.and_then(|master| self.world().thing(master)) {
                Some(master) if master.kind.is_creature() => thing = master,
                _ => break,
            }
        }
        match thing.kind {
            Kind::Player => Mood::Friendly,
            _ => thing.creature().map_or(Mood::Neutral, |creature| creature.mood),
        }
    }

    /// Whether two fight each other.
    pub(crate) fn are_foes(&self, one: Id, two: Id) -> bool {
        let sides = (self.side(one), self.side(two));
        one != two && matches!(sides, (Mood::Friendly, Mood::Hostile) | (Mood::Hostile, Mood::Friendly))
    }

    /// Whether two stand on the same side.
    pub(crate) fn are_friends(&self, one: Id, two: Id) -> bool {
        one == two || self.side(one) == self.side(two) && self.side(one) != Mood::Neutral
    }

    /// Whoever stands next to a square, by direction.
    pub(crate) fn beside(&self, at: Place) -> impl Iterator<Item = &Thing> {
        WAYS.iter().filter_map(move |way| self.world().creature_at(Place::new(at.x + way.x, at.y + way.y)))
    }

    /// The foes next to somebody, by direction.
    pub(crate) fn foes_beside(&self, who: Id) -> Vec<Id> {
        let Some(at) = self.world().spot(who) else { return Vec::new() };
        self.beside(at).map(|thing| thing.id).filter(|&other| self.are_foes(who, other)).collect()
    }

    /// The foes somebody sees.
    pub(crate) fn foes_in_sight(&self, who: Id) -> Vec<Id> {
        let Some(at) = self.world().spot(who) else { return Vec::new() };
        let near = |thing: &&Thing| thing.on(self.world().depth).is_some_and(|other| other.distance(at) <= crate::eyes::SIGHT);
        let creatures = self.world().creatures().filter(near).map(|thing| thing.id);
        creatures.filter(|&other| self.are_foes(who, other) && self.sees(who, other)).collect()
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
            && self.are_foes(who, foe)
            && self.can_act(who)
            && !self.is_stopped(who, Stop::Attacking)
            && self.strikes_with(who).is_some()
            && self.sees(who, foe)
    }
}

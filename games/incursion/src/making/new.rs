//! New things, as their definitions have them.

use crate::content::{Breed, Dice, FeatureFlag, Noun, Slot};
use crate::place::WAYS;
use crate::play::Play;
use crate::{
    Creature, Event, Feature, Happening, Id, Item, Kind, Lasts, Mood, Nature, Res, Source, Status, Thing, Verb, Whereabouts,
};
use referee_dispatch::{Place, Verdict};

/// How far from where it should be something is put at most, in squares looked at.
const LOOKED_AT_MAX: usize = 2_000;
/// What an item bears.
const ITEM_HP: i32 = 10;

/// Somebody who is to be made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Newcomer {
    pub(crate) monster: Res,
    pub(crate) templates: Vec<Res>,
    pub(crate) place: Place,
    pub(crate) party: u32,
    pub(crate) mood: Mood,
    pub(crate) asleep: bool,
}

impl Play {
    fn made(&mut self, thing: Thing) -> Id {
        let id = self.world().things.next_id();
        self.emit(Event::Made { thing: Box::new(Thing { id, ..thing }) });
        id
    }

    /// Makes an item; `None` if it is none.
    pub(crate) fn make_item(&mut self, res: Res, quantity: i32, at: Whereabouts) -> Option<Id> {
        let lore = self.lore.clone();
        let definition = lore.content.item(res)?;
        let fuel = definition.fuel.map_or(0, |fuel| fuel.get());
        let charges = definition.charges.map_or(fuel, |charges| self.dice(charges, "charges"));
        let item = Item {
            quantity: quantity.max(1),
            plus: definition.plus.get(),
            enchantment: definition.enchantment.as_ref().map(|link| link.res()),
            charges,
            known: definition.looks.is_none() && definition.plus.get() == 0,
            ..Item::default()
        };
        let more = Nature::Item(Box::new(item));
        let id = self.made(Thing { kind: definition.kind, res, at, hp: ITEM_HP, max_hp: ITEM_HP, more, ..Thing::default() });
        self.born(id, [res].into_iter().chain(definition.enchantment.as_ref().map(|link| link.res())));
        Some(id)
    }

    /// Makes a feature on a square; `None` if it is none.
    pub(crate) fn make_feature(&mut self, res: Res, place: Place) -> Option<Id> {
        self.make_feature_of(res, place, None)
    }

    /// Makes a feature on a square that belongs to a god.
    pub(crate) fn make_feature_of(&mut self, res: Res, place: Place, god: Option<Res>) -> Option<Id> {
        let lore = self.lore.clone();
        let definition = lore.content.feature(res)?;
        let depth = self.world().depth;
        let own = definition.god.as_ref().map(|link| link.res());
        let god = god.or(own).or_else(|| self.god_of_altar(res));
        let leads_to = u8::try_from(i32::from(depth) + definition.leads.get()).ok().filter(|_| definition.leads.get() != 0);
        let found = !definition.flags.contains(&FeatureFlag::Secret);
        let feature = Feature { leads_to, god, found, ..Feature::default() };
        let hp = definition.hp.map_or(1_000_000, |hp| hp.get());
        let (at, more) = (Whereabouts::On { depth, place }, Nature::Feature(Box::new(feature)));
        let id = self.made(Thing { kind: definition.kind, res, at, hp, max_hp: hp, more, ..Thing::default() });
        self.placed(id, place)
    }

    /// An altar that is nobody's by definition is somebody's by chance.
    fn god_of_altar(&mut self, res: Res) -> Option<Res> {
        let is_altar = self.content().feature(res).is_some_and(|feature| feature.flags.contains(&FeatureFlag::Altar));
        let gods = self.lore.gods.len();
        (is_altar && gods > 0)
            .then(|| self.die(gods as i32, "whose altar"))
            .and_then(|nth| self.lore.gods.get(nth as usize - 1).copied())
    }

    /// Makes a trap on a square; `None` if it is none.
    pub(crate) fn make_trap(&mut self, res: Res, place: Place) -> Option<Id> {
        let lore = self.lore.clone();
        let trap = lore.content.trap(res)?;
        let feature = Feature { effect: Some(trap.effect.res()), ..Feature::default() };
        let (at, more) = (Whereabouts::On { depth: self.world().depth, place }, Nature::Feature(Box::new(feature)));
        let id = self.made(Thing { kind: Kind::Trap, res, at, hp: ITEM_HP, max_hp: ITEM_HP, more, ..Thing::default() });
        self.placed(id, place)
    }

    /// Makes a monster with its templates and its gear; `None` if there is none of the name, or something keeps it away.
    pub(crate) fn make_monster(&mut self, who: &Newcomer) -> Option<Id> {
        let lore = self.lore.clone();
        let monster = lore.content.monster(who.monster)?;
        let statuses = self.birth_statuses(who);
        let (hp, level) = (self.birth_hp(who), monster.cr.get().max(1));
        let casts = !monster.spells.is_empty()
            || who.templates.iter().any(|&it| lore.content.template(it).is_some_and(|template| !template.spells.is_empty()));
        let mana = if casts { 10 + 5 * level } else { 0 };
        let fatigue = (10 + crate::figures::modifier(monster.attributes[2].get())).max(1);
        let time = self.world().time;
        let creature = Creature {
            ready: time.saturating_add(self.die(60, "when it acts") as u32),
            mana,
            max_mana: mana,
            fatigue,
            max_fatigue: fatigue,
            party: who.party,
            mood: who.mood,
            ..Creature::default()
        };
        let at = Whereabouts::On { depth: self.world().depth, place: who.place };
        let more = Nature::Creature(Box::new(creature));
        let thing = Thing { kind: Kind::Monster, res: who.monster, at, hp, max_hp: hp, statuses, more, ..Thing::default() };
        let id = self.made(thing);
        self.born(id, who.templates.iter().copied().chain([who.monster]));
        self.equip(id, who.monster);
        let id = self.placed(id, who.place)?;
        let mut happening = Happening::new().actor(id).target(id).at(who.place);
        for res in who.templates.iter().copied().chain([who.monster]) {
            self.ask(res, Verb::INITIALIZE, Some(id), &mut happening);
        }
        self.world().thing(id).map(|thing| thing.id)
    }

    fn birth_statuses(&self, who: &Newcomer) -> Vec<Status> {
        let (template, asleep) = (self.lore.natures.template, self.lore.natures.asleep);
        let born = who.templates.iter().map(|&effect| Status {
            nature: template,
            effect: Some(effect),
            source: Source::Template,
            ..Status::default()
        });
        let sleeps =
            who.asleep.then(|| Status { nature: asleep, lasts: Lasts::Always, source: Source::Misc, ..Status::default() });
        let first = self.world().next_status;
        born.chain(sleeps).zip(first..).map(|(status, seq)| Status { seq, ..status }).collect()
    }

    /// Hit dice of eight sides, and the constitution.
    fn birth_hp(&mut self, who: &Newcomer) -> i32 {
        let lore = self.lore.clone();
        let Some(monster) = lore.content.monster(who.monster) else { return 1 };
        let templates = || who.templates.iter().filter_map(|&it| lore.content.template(it));
        let dice = (monster.hd.get() + templates().map(|template| template.hd.get()).sum::<i32>()).max(1);
        let constitution = monster.attributes[2].get();
        let modifier = crate::figures::modifier(constitution + templates().map(|it| it.attributes[2].get()).sum::<i32>());
        let modifier = if constitution == 0 { 0 } else { modifier };
        (self.dice(Dice { count: dice, sides: 8, plus: 0 }, "hit points") + dice * modifier).max(dice)
    }

    /// Gives a monster what it may carry: of each list the first that the dice grant.
    fn equip(&mut self, id: Id, monster: Res) {
        let lore = self.lore.clone();
        let Some(monster) = lore.content.monster(monster) else { return };
        for list in &monster.gear {
            let granted = list.iter().find(|gear| gear.chance.is_none_or(|chance| self.percent(chance.get(), "gear")));
            let Some(gear) = granted else { continue };
            let quantity = gear.count.map_or(1, |count| self.dice(count, "gear"));
            let slot = self.home_of(gear.item.res()).filter(|&slot| self.world().things.in_slot(id, slot).is_none());
            self.make_item(gear.item.res(), quantity, Whereabouts::With { who: id, slot: slot.unwrap_or(Slot::Pack) });
        }
    }

    /// Something was born: its definitions are told.
    fn born(&mut self, id: Id, definitions: impl IntoIterator<Item = Res>) {
        let mut happening = Happening::new().actor(id).target(id);
        for res in definitions {
            self.ask(res, Verb::BIRTH, Some(id), &mut happening);
        }
    }

    /// Something is put on its square; whatever forbids that takes it away.
    fn placed(&mut self, id: Id, place: Place) -> Option<Id> {
        let verdict = self.throw(Verb::PLACE, &mut Happening::new().actor(id).at(place));
        if verdict == Verdict::Abort {
            self.unmake(id);
            return None;
        }
        self.world().thing(id).map(|thing| thing.id)
    }

    /// Something is gone, with everything it has.
    pub(crate) fn unmake(&mut self, id: Id) {
        let with: Vec<Id> = self.world().things.with(id).to_vec();
        with.into_iter().for_each(|item| self.unmake(item));
        if self.world().thing(id).is_some() {
            self.emit(Event::Removed { id });
        }
    }

    /// The nearest square on which somebody can be put: open, free and harmless.
    pub(crate) fn free_near(&self, from: Place) -> Option<Place> {
        let level = self.world().level()?;
        let safe = |at: Place| level.terrain.get(at).is_some_and(|it| super::Draft::is_harmless(self.content(), it));
        let (mut places, mut next) = (vec![from], 0);
        while let Some(&at) = places.get(next) {
            if !self.is_solid(at) && safe(at) && self.world().creature_at(at).is_none() {
                return Some(at);
            }
            let further = WAYS.iter().map(|way| Place::new(at.x + way.x, at.y + way.y));
            let further: Vec<Place> =
                further.filter(|at| level.terrain.get(*at).is_some() && !self.is_solid(*at) && !places.contains(at)).collect();
            places.extend(further);
            next += 1;
            if places.len() > LOOKED_AT_MAX {
                break;
            }
        }
        None
    }

    /// The definitions of a kind by weight, as far as they fit.
    pub(crate) fn weighed(&mut self, noun: Noun, weight: impl Fn(&Play, Res) -> i32, why: &'static str) -> Option<Res> {
        let content = self.lore.content.clone();
        let all: Vec<(Res, i32)> =
            content.all(noun).map(|res| (res, weight(self, res))).filter(|(_, weight)| *weight > 0).collect();
        self.pick(&all, why)
    }

    /// One of many, each as often as its weight says.
    pub(crate) fn pick<T: Copy>(&mut self, many: &[(T, i32)], why: &'static str) -> Option<T> {
        let all: i32 = many.iter().map(|(_, weight)| *weight).sum();
        let mut left = if all > 0 { self.die(all, why) } else { return None };
        many.iter().find_map(|(it, weight)| {
            left -= weight;
            (left <= 0).then_some(*it)
        })
    }

    /// Whether a monster is of all these breeds by definition.
    pub(crate) fn is_bred(&self, monster: Res, breeds: &[Breed]) -> bool {
        self.content().monster(monster).is_some_and(|monster| breeds.iter().all(|breed| monster.is_a.contains(breed)))
    }
}

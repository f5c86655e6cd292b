//! A world made up from what the hero knows: it looks the same, and everything hidden is as chance has it. Who plays ahead in it knows no more than
//! the hero does, and a law finds out by it what a view or a list of actions gives away.

use crate::content::{FeatureFlag, Noun, TerrainFlag};
use crate::gaze::Gaze;
use crate::place::Square;
use crate::rules::Incursion;
use crate::{Creature, Feature, Id, Kind, Lasts, Nature, Res, Source, Status, Thing, Whereabouts, World};
use referee::{Ask, Stream};
use referee_dispatch::Place;

/// One in so many is other than it seems: locked, cursed, a vampire.
const SOME: u32 = 4;
/// One in so many worlds has somebody unseen beside the hero, and one in so many a trap nobody found.
const FEW: u32 = 8;
/// Whoever is made up acts no sooner than this.
const LATER: u32 = 600;

/// A world that looks as this one does.
pub(crate) fn imagine(rules: &Incursion, seen: &World, luck: u64) -> World {
    let world = World { luck: Stream::new(luck), ..seen.clone() };
    let chance = Stream::new(luck.rotate_left(17) ^ 0x1ac0_51de);
    let mut fancy = Fancy { rules, world, chance };
    let all: Vec<Id> = fancy.world.things.iter().map(|thing| thing.id).filter(|&id| id != seen.hero).collect();
    all.iter().for_each(|&id| fancy.fill_in(id));
    let top = |thing: &Thing| thing.statuses.iter().map(|status| status.seq + 1).max().unwrap_or(0);
    fancy.world.next_status = fancy.world.things.iter().map(top).max().unwrap_or(0);
    fancy.world.next_field = fancy.world.level().map_or(0, |level| level.fields.iter().map(|it| it.id + 1).max().unwrap_or(0));
    if fancy.world.end.is_none() {
        fancy.lurker();
        fancy.trap();
    }
    fancy.world
}

/// A world on its way.
struct Fancy<'a> {
    rules: &'a Incursion,
    world: World,
    chance: Stream,
}

impl Fancy<'_> {
    fn one_in(&mut self, many: u32) -> bool {
        self.chance.draw(Ask::below(many)) == 0
    }

    fn one_of<T: Copy>(&mut self, many: &[T]) -> Option<T> {
        let nth = self.chance.draw(Ask::below((many.len() as u32).max(1))) as usize;
        many.get(nth).copied()
    }

    fn gaze(&self) -> Gaze<'_> {
        Gaze::new(&self.world, self.rules.lore_ref())
    }

    /// What is not known of a thing.
    fn fill_in(&mut self, id: Id) {
        let Some(thing) = self.world.thing(id) else { return };
        match thing.kind {
            kind if kind.is_creature() => self.creature(id),
            kind if kind.is_item() => self.item(id),
            kind if kind.is_feature() => self.feature(id),
            _ => {}
        }
    }

    fn creature(&mut self, id: Id) {
        let (gaze, res) = (self.gaze(), self.world.thing(id).map_or(Res(0), |thing| thing.res));
        let content = gaze.content();
        let taken_for =
            |other: &Res| content.monster(*other).and_then(|it| it.looks_like.as_ref()).is_some_and(|it| it.res() == res);
        let unknown = |other: &Res| !self.world.known.contains(other);
        let mut bodies: Vec<Res> = content.all(Noun::Monster).filter(taken_for).filter(unknown).collect();
        bodies.push(res);
        let (templates, nature) = (content.all(Noun::Template).collect::<Vec<Res>>(), gaze.lore.natures.template);
        let body = self.one_of(&bodies).unwrap_or(res);
        let template = if self.one_in(SOME) { self.one_of(&templates) } else { None };
        let ready = self.world.time + 1 + self.chance.draw(Ask::below(30));
        self.world.things.change(id, |thing| {
            thing.res = body;
            let seq = thing.statuses.len() as u32;
            let born = template.map(|it| Status { seq, nature, effect: Some(it), source: Source::Template, ..Status::default() });
            thing.statuses.extend(born);
            thing.creature_mut().into_iter().for_each(|creature| creature.ready = ready);
        });
    }

    /// Behind a guise is some item nobody knows that can look like this.
    fn item(&mut self, id: Id) {
        let Some(thing) = self.world.thing(id).filter(|thing| thing.item().is_some_and(|item| !item.known)) else { return };
        let (content, face) = (self.gaze().content(), thing.res);
        if self.world.known.contains(&face) {
            return;
        }
        let worn = self.world.guises.iter().find(|(_, guise)| **guise == face).map(|(item, _)| *item);
        let outside = |res: Res| content.item(res).map(|item| (item.kind, item.slot));
        let fits = |res: &Res| outside(*res) == outside(face) && !self.world.known.contains(res);
        let free = |res: &Res| !self.world.guises.contains_key(res);
        let behind: Vec<Res> = content.guises().map(|(item, _)| item).filter(fits).filter(free).collect();
        let is_guise = content.is_guise(face);
        let res = if is_guise { worn.or_else(|| self.one_of(&behind)).unwrap_or(face) } else { face };
        if is_guise && res != face {
            self.world.guises.insert(res, face);
        }
        let (charges, cursed) = (1 + self.chance.draw(Ask::below(6)) as i32, self.one_in(SOME));
        let definition = self.rules.pack().item(res);
        let plus = definition.map_or(0, |item| item.plus.get());
        let enchantment = definition.and_then(|item| item.enchantment.as_ref()).map(|link| link.res());
        self.world.things.change(id, |thing| {
            thing.res = res;
            if let Some(item) = thing.item_mut() {
                (item.charges, item.cursed, item.plus, item.enchantment) = (charges, cursed, plus, enchantment);
            }
        });
    }

    /// A shut door that nobody tried may be locked.
    fn feature(&mut self, id: Id) {
        let locked = self.one_in(SOME);
        let Some(thing) = self.world.thing(id) else { return };
        let locks = self.gaze().content().feature(thing.res).is_some_and(|it| it.flags.contains(&FeatureFlag::Locks));
        self.world.things.change(id, |thing| {
            let is_door = thing.kind == Kind::Door && locks;
            if let Some(feature) = thing.feature_mut().filter(|it| is_door && !it.open && !it.tried) {
                feature.locked = locked;
            }
        });
    }

    /// The squares around a place on which there is nothing to see.
    fn bare_around(&self, at: Place) -> Vec<Place> {
        let Some(level) = self.world.level() else { return Vec::new() };
        let floor = |at: &Place| {
            let terrain = level.terrain.get(*at).and_then(|ground| self.rules.pack().terrain(ground));
            level.is_known(*at) && terrain.is_some_and(|terrain| !terrain.is(TerrainFlag::Solid))
        };
        (0..8).map(|way| at.step(way)).filter(floor).filter(|at| self.world.on(*at).next().is_none()).collect()
    }

    fn place_beside(&mut self) -> Option<Place> {
        let here = self.world.spot(self.world.hero)?;
        let bare = self.bare_around(here);
        self.one_of(&bare)
    }

    /// Somebody the hero does not see.
    fn lurker(&mut self) {
        if !self.one_in(FEW) {
            return;
        }
        let monsters: Vec<Res> = self.rules.pack().all(Noun::Monster).collect();
        let (Some(place), Some(res)) = (self.place_beside(), self.one_of(&monsters)) else { return };
        let (id, seq) = (self.world.things.next_id(), self.world.next_status);
        let hidden = Status { seq, nature: self.gaze().lore.natures.hidden, lasts: Lasts::Always, ..Status::default() };
        let creature = Creature { ready: self.world.time.saturating_add(LATER), party: 1, ..Creature::default() };
        self.world.next_status += 1;
        self.world.hidden.insert(id);
        self.world.things.add(Thing {
            id,
            kind: Kind::Monster,
            res,
            at: Whereabouts::On { depth: self.world.depth, place },
            hp: 5,
            max_hp: 5,
            statuses: vec![hidden],
            more: Nature::Creature(Box::new(creature)),
        });
    }

    /// A trap that nobody found.
    fn trap(&mut self) {
        if !self.one_in(FEW) {
            return;
        }
        let traps: Vec<Res> = self.rules.pack().all(Noun::Trap).collect();
        let (Some(place), Some(res)) = (self.place_beside(), self.one_of(&traps)) else { return };
        let id = self.world.things.next_id();
        let effect = self.rules.pack().trap(res).map(|trap| trap.effect.res());
        self.world.things.add(Thing {
            id,
            kind: Kind::Trap,
            res,
            at: Whereabouts::On { depth: self.world.depth, place },
            hp: 1,
            max_hp: 1,
            statuses: Vec::new(),
            more: Nature::Feature(Box::new(Feature { effect, ..Feature::default() })),
        });
    }
}

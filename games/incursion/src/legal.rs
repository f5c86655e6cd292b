//! What the player may do, what it is worth, and when it is over.

use crate::content::{Aim, Blow, FeatureFlag, Item, Quality, TerrainFlag, Trait, Weapon};
use crate::gaze::Gaze;
use crate::place::Square;
use crate::rules::Incursion;
use crate::{Action, End, Family, Id, Kind, Res, Thing, Verb, World};
use referee::{Legal, Millis, Seat};
use referee_dispatch::Place;

impl Legal for Incursion {
    fn legal(&self, world: &World, seat: Seat, _at: Millis) -> impl Iterator<Item = Action> {
        let open = seat == Seat(0) && world.end.is_none() && world.spot(world.hero).is_some();
        let parts = if open { &PARTS[..] } else { &[] };
        // One part after the other: who only asks whether there is anything to do needs not all of it.
        parts.iter().flat_map(move |part| {
            let mut offer = Offer { gaze: Gaze::new(world, self.lore_ref()), list: Vec::new() };
            part(&mut offer);
            offer.list
        })
    }

    /// Steps that no wall bars, waiting, searching, resting and what lies about are listed whole. Spells can be aimed at every square, hands can try everything:
    /// of those, what makes sense.
    fn lists(&self, world: &World, seat: Seat, action: &Action) -> bool {
        match action {
            Action::Move { .. }
            | Action::Wait {}
            | Action::Search {}
            | Action::Rest {}
            | Action::PickUp { .. }
            | Action::Drop { .. } => true,
            action => self.legal(world, seat, 0).any(|listed| listed == *action),
        }
    }

    /// Whoever is in the dungeon can wait: no need to list all else.
    fn over(&self, world: &World, _at: Millis) -> bool {
        world.end.is_some() || world.spot(world.hero).is_none()
    }

    /// A hero that is nowhere in the dungeon any more has lost, whatever became of it.
    fn won(&self, world: &World, _seat: Seat) -> Option<bool> {
        match &world.end {
            Some(end) => Some(*end == End::Won),
            None => world.spot(world.hero).is_none().then_some(false),
        }
    }

    /// Experience, depth, and the victory itself.
    fn score(&self, world: &World, _seat: Seat) -> i64 {
        let experience = world.creature(world.hero).map_or(0, |hero| i64::from(hero.experience));
        let deepest = world.levels.keys().next_back().copied().unwrap_or(0);
        let won = if world.end == Some(End::Won) { VICTORY } else { 0 };
        experience + LEVEL * i64::from(deepest) + won
    }

    /// Whoever stands well is alive, has seen much, and has few foes near.
    fn outlook(&self, world: &World, seat: Seat) -> i64 {
        let hero = world.thing(world.hero);
        let life = hero.map_or(0, |hero| 400 * i64::from(hero.hp) / i64::from(hero.max_hp.max(1)));
        let seen = world.level().map_or(0, |level| level.known.iter().filter(|(_, known)| *known).count() as i64);
        let dead = if matches!(world.end, Some(End::Died { .. })) { -100_000 } else { 0 };
        let foes: i64 = world.creatures().filter(|it| it.id != world.hero).map(|it| i64::from(it.hp.max(0))).sum();
        5 * self.score(world, seat) + life + seen - foes + dead
    }
}

/// What a level that was reached counts, and what the victory does.
pub(crate) const LEVEL: i64 = 100;
pub(crate) const VICTORY: i64 = 10_000;

/// At how many foes something hurled is offered, and how many things are offered for a container.
const AIMS_MAX: usize = 8;
const INSERTS_MAX: usize = 26;

/// What may be done, one after the other.
struct Offer<'a> {
    gaze: Gaze<'a>,
    list: Vec<Action>,
}

/// What may be done, in the order in which it is listed.
const PARTS: [fn(&mut Offer<'_>); 10] = [
    |offer| offer.steps(),
    |offer| offer.always(),
    |offer| offer.around(),
    |offer| offer.shots(),
    |offer| offer.spells(),
    |offer| offer.things(),
    |offer| offer.faith(),
    |offer| offer.leaps(),
    |offer| offer.mounts(),
    |offer| offer.hands(),
];

impl Offer<'_> {
    fn always(&mut self) {
        self.list.extend([Action::Wait {}, Action::Search {}, Action::Rest {}, Action::Hide {}]);
    }

    fn hero(&self) -> &Thing {
        self.gaze.thing(self.gaze.world().hero)
    }

    fn at(&self) -> Place {
        self.gaze.world().spot(self.gaze.world().hero).unwrap_or_default()
    }

    fn steps(&mut self) {
        let at = self.at();
        for way in (0..8).filter(|&way| self.gaze.is_way(at, way)) {
            self.list.push(Action::Move { way });
        }
    }

    /// Whoever and whatever stands beside the hero.
    fn around(&mut self) {
        let at = self.at();
        for way in 0..8 {
            let there = at.step(way);
            let beside = self.gaze.noticed_at(there).map(|it| it.id);
            if let Some(other) = beside {
                self.list.push(Action::Attack { way });
                for how in [Blow::Trip, Blow::Disarm, Blow::BullRush, Blow::Grab, Blow::GreatBlow] {
                    self.list.push(Action::Manoeuvre { way, how: how.name().replace(' ', "-") });
                }
                self.list.push(Action::Manoeuvre { way, how: crate::command::THEFT.to_owned() });
                for how in ["greet", "cow", "taunt", "quell", "enlist", "barter", "fast-talk", "distract"] {
                    self.list.push(Action::Talk { way, how: how.to_owned() });
                }
                debug_assert_ne!(other, self.hero().id);
            }
            let noticed = self.gaze.world().on(there).filter(|it| self.gaze.notices(it));
            for (kind, feature) in noticed.filter_map(|it| it.feature().map(|feature| (it.kind, feature))) {
                match kind {
                    Kind::Door if feature.open => self.list.push(Action::Close { way }),
                    // It is locked, or may be: a lock is picked, or the door broken.
                    Kind::Door if beside.is_none() && (feature.locked || !feature.tried) => {
                        self.list.extend([Action::Open { way }, Action::Disarm { way }, Action::Attack { way }]);
                    }
                    Kind::Door => self.list.push(Action::Open { way }),
                    Kind::Trap if feature.found => self.list.push(Action::Disarm { way }),
                    _ => {}
                }
            }
        }
        let stairs = (self.gaze.world().on(at).filter(|it| it.kind == Kind::Portal && self.gaze.notices(it)))
            .filter_map(|it| self.gaze.content().feature(it.res));
        for leads in stairs.map(|stairs| stairs.leads.get()).collect::<Vec<_>>() {
            self.list.push(if leads > 0 { Action::Descend {} } else { Action::Ascend {} });
        }
    }

    /// The squares of foes in sight, the nearest first.
    fn foes(&self) -> Vec<Place> {
        let (world, at) = (self.gaze.world(), self.at());
        let seen = world.in_view.iter().filter_map(|&there| self.gaze.noticed_at(there).map(|it| (it.id, there)));
        let others = seen.filter(|(id, _)| *id != world.hero);
        let mut foes: Vec<(i32, Place)> = others.map(|(_, there)| (there.distance(at), there)).collect();
        foes.sort_unstable();
        foes.into_iter().map(|(_, there)| there).collect()
    }

    fn shots(&mut self) {
        if self.gaze.bow_and_arrow(self.hero().id).is_some() {
            let shots = self.foes().into_iter().map(|at| Action::Shoot { at });
            self.list.extend(shots);
        }
    }

    /// What can be hurled, at each foe in sight.
    fn hurls(&mut self, item: Id, definition: &Item) {
        let thrown = |weapon: &Weapon| weapon.qualities.contains(&Quality::Thrown);
        if definition.weapon.as_ref().is_some_and(thrown) {
            let hurls = self.foes().into_iter().take(AIMS_MAX).map(|at| Action::Hurl { item, at });
            self.list.extend(hurls);
        }
    }

    /// Squares two away on which one could land, as far as one sees.
    fn leaps(&mut self) {
        let (world, here) = (self.gaze.world(), self.at());
        let solid = |it: &Thing| self.gaze.notices(it) && self.gaze.is_in_the_way(it);
        let free = |at: &Place| {
            let ground = self.gaze.ground_taken(*at).and_then(|ground| self.gaze.content().terrain(ground));
            let open = ground.is_some_and(|ground| !ground.is(TerrainFlag::Solid)) && !world.on(*at).any(solid);
            open && self.gaze.noticed_at(*at).is_none() && world.in_view.binary_search(at).is_ok()
        };
        let around = (-2..=2).flat_map(|y| (-2..=2).map(move |x| Place::new(here.x + x, here.y + y)));
        self.list.extend(around.filter(|at| at.distance(here) == 2).filter(free).map(|at| Action::Jump { at }));
    }

    /// Whoever could be ridden; a rider dismounts.
    fn mounts(&mut self) {
        if self.hero().has(self.gaze.lore.natures.mounted) {
            return self.list.push(Action::Mount { way: 0 });
        }
        let here = self.at();
        let rideable = |it: &Thing| {
            let monster = self.gaze.content().monster(self.gaze.face(it));
            monster.is_some_and(|monster| monster.traits.contains(&Trait::Rideable))
        };
        let ways = (0..8).filter(|&way| self.gaze.noticed_at(here.step(way)).is_some_and(rideable));
        let mounts: Vec<Action> = ways.map(|way| Action::Mount { way }).collect();
        self.list.extend(mounts);
    }

    /// What is put into something and taken out, and what can be done by hand with what is known.
    fn hands(&mut self) {
        let (world, hero) = (self.gaze.world(), self.hero().id);
        let carried: Vec<&Thing> = world.inventory(hero).collect();
        let is_container = |it: &Thing| matches!(it.kind, Kind::Container | Kind::Chest);
        for container in carried.iter().filter(|it| is_container(it)) {
            let inside = world.things.with(container.id).iter();
            self.list.extend(inside.map(|&item| Action::TakeOut { item, from: container.id }));
            let loose = carried.iter().filter(|it| !is_container(it)).take(INSERTS_MAX);
            self.list.extend(loose.map(|it| Action::Insert { item: it.id, into: container.id }));
        }
        let at = self.at();
        let around = (0..9).map(|way| if way < 8 { at.step(way) } else { at }).flat_map(|at| world.on(at));
        let features = around.filter(|it| it.kind.is_feature() && self.gaze.notices(it));
        for thing in carried.into_iter().chain(features) {
            let item = thing.id;
            let verbs = self.gaze.handled(self.gaze.face(thing));
            self.list.extend(verbs.into_iter().map(|verb| Action::Use { verb, item, with: None }));
        }
    }

    fn spells(&mut self) {
        let (mana, spells) =
            (self.hero().creature().map_or(0, |hero| hero.mana), self.hero().character().map(|it| it.spells.clone()));
        for spell in spells.unwrap_or_default() {
            let Some(effect) = self.gaze.content().effect(spell).filter(|effect| effect.mana.get() <= mana) else { continue };
            let name = self.gaze.content().name(spell).to_owned();
            let aims = self.aims(effect.aim);
            self.list.extend(aims.into_iter().map(|at| Action::Cast { spell: name.clone(), at }));
        }
    }

    fn aims(&self, aim: Aim) -> Vec<Option<Place>> {
        let here = self.at();
        match aim {
            Aim::None | Aim::Item => vec![None],
            Aim::Touch => self.foes().into_iter().filter(|at| at.distance(here) <= 1).map(Some).chain([None]).collect(),
            Aim::Way | Aim::Place | Aim::Creature => self.foes().into_iter().map(Some).collect(),
        }
    }

    /// What lies underfoot, and what is carried.
    fn things(&mut self) {
        let (world, hero) = (self.gaze.world(), self.hero().id);
        let here: Vec<Id> = world.on(self.at()).filter(|it| it.kind.is_item()).map(|it| it.id).collect();
        self.list.extend(here.into_iter().map(|item| Action::PickUp { item }));
        let carried: Vec<&Thing> = world.inventory(hero).collect();
        for thing in carried {
            let (item, worn) = (thing.id, thing.holder().is_some_and(|(_, slot)| slot.is_worn()));
            self.list.push(Action::Drop { item });
            let Some(definition) = self.gaze.content().item(self.gaze.face(thing)) else { continue };
            if worn {
                self.list.push(Action::Remove { item });
            } else if definition.slot.is_some() {
                self.list.push(Action::Wield { item });
            }
            self.hurls(item, definition);
            self.uses(thing, definition);
        }
    }

    /// What can be done with a thing, as far as it is known: who does not know what a wand is may point it anywhere.
    fn uses(&mut self, thing: &Thing, definition: &Item) {
        let (item, is_guise) = (thing.id, self.gaze.content().is_guise(self.gaze.face(thing)));
        match thing.kind {
            Kind::Wand | Kind::Staff | Kind::Rod if is_guise => {
                let aims = self.aims(Aim::Creature).into_iter().chain([None]).collect::<Vec<_>>();
                self.list.extend(aims.into_iter().map(|at| Action::Zap { item, at }));
            }
            Kind::Potion => self.list.push(Action::Drink { item }),
            Kind::Scroll | Kind::Book | Kind::Tome => self.list.push(Action::Read { item }),
            Kind::Wand | Kind::Staff | Kind::Rod => {
                let aim =
                    definition.effect.as_ref().and_then(|link| self.gaze.content().effect(link.res())).map(|effect| effect.aim);
                let aims = self.aims(aim.unwrap_or_default());
                self.list.extend(aims.into_iter().map(|at| Action::Zap { item, at }));
            }
            Kind::Food | Kind::Corpse | Kind::Herb | Kind::Mushroom => self.list.push(Action::Eat { item }),
            _ if definition.effect.is_some() || is_guise => self.list.push(Action::Activate { item }),
            _ => {}
        }
    }

    fn faith(&mut self) {
        let Some(character) = self.hero().character() else { return };
        if character.god.is_some() {
            self.list.push(Action::Pray { god: None });
        }
        let is_altar = |it: &&Thing| self.gaze.content().feature(it.res).is_some_and(|it| it.flags.contains(&FeatureFlag::Altar));
        let altar = self.gaze.world().on(self.at()).filter(|it| self.gaze.notices(it)).find(is_altar).is_some();
        if altar {
            self.list.push(Action::Convert {});
            let pack: Vec<Id> = self.gaze.world().inventory(self.hero().id).map(|it| it.id).collect();
            self.list.extend(pack.into_iter().flat_map(|item| [Action::Sacrifice { item }, Action::Bless { item }]));
        }
    }
}

impl Gaze<'_> {
    /// Whether nobody walks past a feature.
    fn is_in_the_way(&self, thing: &Thing) -> bool {
        let shut = thing.kind != Kind::Door || thing.feature().is_some_and(|feature| !feature.open);
        shut && self.content().feature(thing.res).is_some_and(|it| it.flags.contains(&FeatureFlag::Solid))
    }

    /// What can be done by hand with something, by name: whatever it has an answer to.
    fn handled(&self, res: Res) -> Vec<String> {
        let verbs = self.content().table().row(res.0.into()).filter_map(|(verb, ..)| Verb::numbered(verb));
        let mut names: Vec<String> = verbs.filter(|verb| verb.family() == Family::Handling).map(by_hand).collect();
        names.dedup();
        names
    }

    /// Whether the hero can try to go a way: no wall is there as far as it sees, or a door.
    pub(crate) fn is_way(&self, from: Place, way: u8) -> bool {
        let to = from.step(way);
        let Some(terrain) = self.ground_taken(to) else { return false };
        let wall = self.content().terrain(terrain).is_none_or(|terrain| terrain.is(TerrainFlag::Solid));
        way < 8 && !wall
    }
}

/// A verb as an action names it: `tie-up`.
fn by_hand(verb: Verb) -> String {
    verb.name().trim_start_matches("EV_").to_ascii_lowercase().replace('_', "-")
}

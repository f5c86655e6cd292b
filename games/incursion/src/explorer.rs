//! A bot that plays whole dungeons from what the hero knows. It remembers nothing: the map is its memory, and a little luck keeps it from
//! doing the same thing for ever.

use crate::content::{FeatureFlag, Purpose, Slot, TerrainFlag};
use crate::gain::TURN;
use crate::gaze::Gaze;
use crate::place::{Square, WAYS};
use crate::rules::Incursion;
use crate::time::STEP;
use crate::{Action, Id, Kind, Mood, Res, Thing};
use referee::{Ask, Stream};
use referee_dispatch::Place;
use referee_host::Thought;
use std::collections::VecDeque;

/// One in so many moments it goes anywhere: what it wants may be out of reach for a reason it does not see.
const WHIM: u32 = 24;
/// So long it keeps a place in mind to search, in turns.
const ERRAND: u32 = 16;
/// After so many of these it turns from dead ends to walls, or back.
const ROUND: usize = 8;
/// How wide a patch is that it searches before it goes on.
const PATCH: i32 = 4;
/// It carries no more things than this.
const PACK: usize = 30;
/// It casts and shoots at foes at least as far as this.
const AFAR: i32 = 2;

/// What the explorer does: which of the actions it may do. It knows what its seat knows, and nothing else.
pub fn explore(thought: &Thought<'_, Incursion>, luck: &mut Stream) -> usize {
    let world = thought.view.world();
    let gaze = Gaze::new(world, thought.rules.lore_ref());
    let at = world.spot(world.hero).unwrap_or_default();
    let mind = Explorer { gaze, legal: thought.legal, at, hero: gaze.thing(world.hero), ground: Ground::of(gaze) };
    mind.choice(luck).or_else(|| mind.anywhere(luck)).unwrap_or(0)
}

/// What one of the ground may be trodden on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Footing {
    /// Anybody walks there.
    Safe,
    /// It harms, wets or traps.
    Risky,
    /// One falls, or burns.
    Dire,
    /// Nobody walks there, or nobody knows.
    Barred,
}

/// The ground as far as it is known.
struct Ground {
    width: i32,
    footing: Vec<Footing>,
}

impl Ground {
    fn of(gaze: Gaze<'_>) -> Ground {
        let Some(level) = gaze.world().level() else { return Ground { width: 0, footing: Vec::new() } };
        let footing = level.known.iter().map(|(at, known)| match level.terrain.get(at) {
            Some(terrain) if known => footing(gaze, terrain),
            _ => Footing::Barred,
        });
        let mut ground = Ground { width: level.known.width(), footing: footing.collect() };
        for thing in gaze.world().here() {
            if let Some(at) = thing.on(gaze.world().depth) {
                ground.worsen(at, barrier(gaze, thing));
            }
        }
        ground
    }

    fn index(&self, at: Place) -> Option<usize> {
        let inside = at.x >= 0 && at.y >= 0 && at.x < self.width;
        inside.then(|| (at.y * self.width + at.x) as usize).filter(|index| *index < self.footing.len())
    }

    fn worsen(&mut self, at: Place, to: Footing) {
        if let Some(index) = self.index(at) {
            self.footing[index] = self.footing[index].max(to);
        }
    }

    fn at(&self, at: Place) -> Footing {
        self.index(at).map_or(Footing::Barred, |index| self.footing[index])
    }
}

fn footing(gaze: Gaze<'_>, terrain: Res) -> Footing {
    let Some(terrain) = gaze.content().terrain(terrain) else { return Footing::Barred };
    let any = |flags: &[TerrainFlag]| flags.iter().any(|flag| terrain.is(*flag));
    match () {
        () if any(&[TerrainFlag::Solid]) => Footing::Barred,
        () if any(&[TerrainFlag::Fall]) => Footing::Dire,
        () if any(&[TerrainFlag::Warn, TerrainFlag::Deep, TerrainFlag::Pit]) => Footing::Risky,
        () => Footing::Safe,
    }
}

/// How a thing bars the way: foes and strangers stand in it, a locked door does, a trap is better gone around.
fn barrier(gaze: Gaze<'_>, thing: &Thing) -> Footing {
    let solid = || gaze.content().feature(thing.res).is_some_and(|it| it.flags.contains(&FeatureFlag::Solid));
    match thing.kind {
        Kind::Trap => Footing::Risky,
        Kind::Door if is_locked(thing) => Footing::Risky,
        Kind::Door => Footing::Safe,
        kind if kind.is_feature() && solid() => Footing::Barred,
        kind if kind.is_creature() && thing.id != gaze.world().hero => match thing.creature().map(|it| it.mood) {
            Some(Mood::Friendly) => Footing::Safe,
            _ => Footing::Barred,
        },
        _ => Footing::Safe,
    }
}

fn is_locked(thing: &Thing) -> bool {
    thing.kind == Kind::Door && thing.feature().is_some_and(|it| it.locked && !it.open)
}

/// A hero at a moment: what it knows, and what it may do.
struct Explorer<'a> {
    gaze: Gaze<'a>,
    legal: &'a [Action],
    at: Place,
    hero: &'a Thing,
    ground: Ground,
}

impl Explorer<'_> {
    fn choice(&self, luck: &mut Stream) -> Option<usize> {
        if luck.draw(Ask::below(WHIM)) == 0 {
            return None;
        }
        let foes = self.foes();
        if foes.is_empty() {
            return self.quiet(luck);
        }
        let within_reach: Vec<_> = foes.iter().copied().filter(|(.., at)| self.reaches(self.at, *at)).collect();
        self.heal(3)
            .or_else(|| self.strike(&within_reach))
            .or_else(|| self.harm(&foes))
            .or_else(|| self.approach(Footing::Safe, &foes))
            .or_else(|| self.approach(Footing::Risky, &foes))
            .or_else(|| self.quiet(luck))
    }

    /// Whether one could strike from a square at another: nobody reaches into a pit, or out of one.
    fn reaches(&self, from: Place, to: Place) -> bool {
        let level = self.gaze.world().level();
        let is_pit = |at: Place| {
            let terrain = level.and_then(|level| level.terrain.get(at)).and_then(|it| self.gaze.content().terrain(it));
            terrain.is_some_and(|it| it.is(TerrainFlag::Pit))
        };
        is_pit(from) == is_pit(to)
    }

    /// The foes in sight, the nearest first.
    fn foes(&self) -> Vec<(i32, &Thing, Place)> {
        let world = self.gaze.world();
        let hostile = |it: &&Thing| it.id != world.hero && it.creature().is_some_and(|it| it.mood == Mood::Hostile);
        let mut foes: Vec<_> = (world.creatures().filter(hostile))
            .filter_map(|it| it.on(world.depth).map(|at| (at.distance(self.at), it, at)))
            .collect();
        foes.sort_by_key(|(far, it, _)| (*far, it.hp, it.id));
        foes
    }

    fn find(&self, is: impl Fn(&Action) -> bool) -> Option<usize> {
        self.legal.iter().position(is)
    }

    /// A step, or what must come before it: a lock is picked, or the door broken, whichever the clock says.
    fn step(&self, way: u8) -> Option<usize> {
        if !self.gaze.world().on(self.at.step(way)).any(is_locked) {
            return self.find(|action| *action == Action::Move { way });
        }
        let by_force = (self.gaze.world().time / STEP).is_multiple_of(3);
        let opens = if by_force { Action::Attack { way } } else { Action::Disarm { way } };
        self.find(|action| *action == opens)
    }

    fn is_hurt(&self, share: i32) -> bool {
        self.hero.hp * share <= self.hero.max_hp
    }

    /// Heals itself when no more than one part in so many of its life is left; rather with what it knows.
    fn heal(&self, share: i32) -> Option<usize> {
        if !self.is_hurt(share) {
            return None;
        }
        let heals = |item: &Id| self.purpose(*item) == Some(Purpose::Heal);
        let known = |item: &Id| self.gaze.world().known.contains(&self.gaze.thing(*item).res);
        self.find(|action| matches!(action, Action::Drink { item } if known(item) && heals(item)))
            .or_else(|| {
                self.find(|action| matches!(action, Action::Cast { spell, at: None } if self.spell(spell) == Some(Purpose::Heal)))
            })
            .or_else(|| self.find(|action| matches!(action, Action::Drink { item } if !known(item))))
    }

    /// What an item that is known is good for.
    fn purpose(&self, item: Id) -> Option<Purpose> {
        let effect = self.gaze.content().item(self.gaze.thing(item).res)?.effect.as_ref()?;
        self.gaze.content().effect(effect.res()).map(|effect| effect.purpose)
    }

    fn spell(&self, name: &str) -> Option<Purpose> {
        let spell = self.gaze.content().find(crate::content::Noun::Effect, name)?;
        self.gaze.content().effect(spell).map(|effect| effect.purpose)
    }

    /// Strikes the weakest foe beside it.
    fn strike(&self, foes: &[(i32, &Thing, Place)]) -> Option<usize> {
        let beside = foes.iter().filter(|(far, ..)| *far == 1);
        let (.., at) = beside.min_by_key(|(_, it, _)| (it.hp, it.id))?;
        self.step(self.at.toward(*at))
    }

    /// Casts, zaps or shoots at the nearest foe that is not beside it.
    fn harm(&self, foes: &[(i32, &Thing, Place)]) -> Option<usize> {
        let (.., there) = foes.iter().find(|(far, ..)| *far >= AFAR)?;
        let harms = |purpose: Option<Purpose>| matches!(purpose, Some(Purpose::Harm | Purpose::Hinder));
        let splashes = |item: Id| self.gaze.world().known.contains(&self.gaze.thing(item).res);
        self.find(|action| matches!(action, Action::Cast { spell, at: Some(at) } if at == there && harms(self.spell(spell))))
            .or_else(|| {
                let fits = |item: Id| splashes(item) && harms(self.purpose(item));
                self.find(|action| matches!(action, Action::Zap { item, at: Some(at) } if at == there && fits(*item)))
            })
            .or_else(|| self.find(|action| matches!(action, Action::Shoot { at } if at == there)))
    }

    /// Goes to where it could strike a foe.
    fn approach(&self, footing: Footing, foes: &[(i32, &Thing, Place)]) -> Option<usize> {
        let near = |at: Place| foes.iter().any(|(.., foe)| foe.distance(at) == 1 && self.reaches(at, *foe));
        self.walk(footing, near)
    }

    /// Nobody is there to fight: gets well, takes what is good, and goes on.
    fn quiet(&self, luck: &mut Stream) -> Option<usize> {
        let mut chance = |of: u32| luck.draw(Ask::below(of));
        let willing = chance(4) > 0; // what fails is not tried for ever
        let care = || self.eat().or_else(|| self.rest()).or_else(|| self.take_up()).or_else(|| self.dress());
        let going_on = |footing: Footing| {
            let ahead = self.walk(footing, |at| self.is_goal(at));
            ahead.or_else(|| self.descend(footing))
        };
        willing
            .then(care)
            .flatten()
            .or_else(|| going_on(Footing::Safe))
            .or_else(|| going_on(Footing::Risky))
            .or_else(|| self.seek())
            .or_else(|| going_on(Footing::Dire))
    }

    fn eat(&self) -> Option<usize> {
        let hungry = self.gaze.content().find(crate::content::Noun::Status, "hungry")?;
        let hungers = self.hero.has(hungry);
        self.find(|action| hungers && matches!(action, Action::Eat { .. }))
    }

    /// Rests when a quarter of its life is gone, or half of what it casts with.
    fn rest(&self) -> Option<usize> {
        let drained = self.hero.creature().is_some_and(|it| it.max_mana > 0 && it.mana * 2 <= it.max_mana);
        let ill = self.hero.hp * 4 <= self.hero.max_hp * 3 || drained;
        self.find(|action| ill && *action == Action::Rest {})
    }

    fn take_up(&self) -> Option<usize> {
        self.find(|action| matches!(action, Action::PickUp { item } if self.is_wanted(self.gaze.thing(*item))))
    }

    /// Whether something is worth carrying.
    fn is_wanted(&self, thing: &Thing) -> bool {
        let room = self.gaze.world().inventory(self.hero.id).count() < PACK;
        let useful = match thing.kind {
            Kind::Potion | Kind::Scroll | Kind::Wand | Kind::Food | Kind::Coin | Kind::Missile | Kind::Bow => true,
            kind if kind.is_item() => self.is_better(thing),
            _ => false,
        };
        room && useful
    }

    fn dress(&self) -> Option<usize> {
        self.find(|action| matches!(action, Action::Wield { item } if self.is_better(self.gaze.thing(*item))))
    }

    /// Whether something is better than what is worn in its place.
    fn is_better(&self, thing: &Thing) -> bool {
        let Some(slot) = self.gaze.content().item(thing.res).and_then(|item| item.slot) else { return false };
        let worn = self.gaze.world().things.in_slot(self.hero.id, slot);
        // A hand with two hands' worth of weapon has none for a shield.
        let busy = slot == Slot::Shield
            && self.gaze.world().things.in_slot(self.hero.id, Slot::Hand).is_some_and(|it| self.is_two_handed(it));
        let stuck = worn.is_some_and(|it| it.item().is_some_and(|it| it.cursed));
        !busy && !stuck && self.worth(thing) > worn.map_or(0, |worn| self.worth(worn))
    }

    fn is_two_handed(&self, thing: &Thing) -> bool {
        let weapon = self.gaze.content().item(thing.res).and_then(|item| item.weapon.as_ref());
        weapon.and_then(|weapon| weapon.hands).is_some_and(|hands| hands.get() == 2)
    }

    /// What something is worth in its slot: the harm it does in a time, what it keeps off, how far it shines.
    fn worth(&self, thing: &Thing) -> i32 {
        let Some(item) = self.gaze.content().item(thing.res) else { return 0 };
        let plus = thing.item().map_or(0, |it| it.plus);
        let weapon = item.weapon.as_ref().map_or(0, |weapon| {
            let harm = weapon.small.count * (weapon.small.sides + 1) + 2 * (weapon.small.plus + plus) + weapon.accuracy.get();
            harm * weapon.speed.get() / if self.is_two_handed(thing) { 12 } else { 10 }
        });
        let armour = item
            .armour
            .as_ref()
            .map_or(0, |it| it.slash.get() + it.pierce.get() + it.blunt.get() + it.coverage.get() + it.penalty.get() + plus);
        let shield = item.shield.as_ref().map_or(0, |it| 2 * it.defence.get() + plus);
        weapon.max(0) + armour.max(0) + shield.max(0) + item.light.get() + 1
    }

    /// Whether a square is worth going to: something lies there, or nobody knows what is beyond.
    fn is_goal(&self, at: Place) -> bool {
        let level = self.gaze.world().level();
        let unknown = |at: Place| level.is_some_and(|level| level.known.get(at) == Some(false));
        let lies = |it: &Thing| it.kind.is_item() && self.is_wanted(it);
        at != self.at
            && (WAYS.iter().any(|way| unknown(Place::new(at.x + way.x, at.y + way.y))) || self.gaze.world().on(at).any(lies))
    }

    /// Goes down, or to where it can.
    fn descend(&self, footing: Footing) -> Option<usize> {
        if let Some(down) = self.find(|action| *action == Action::Descend {}) {
            return Some(down);
        }
        let leads =
            |it: &Thing| it.kind == Kind::Portal && self.gaze.content().feature(it.res).is_some_and(|it| it.leads.get() > 0);
        let stairs: Vec<Place> =
            self.gaze.world().here().filter(|it| leads(it)).filter_map(|it| it.on(self.gaze.world().depth)).collect();
        if stairs.is_empty() { None } else { self.walk(footing, |at| stairs.contains(&at)) }
    }

    /// There seems to be no way on: somewhere a door is hidden. Goes around the places where one may be, one after the other as the clock says, and
    /// searches each for a while: a round at dead ends, a round along the walls of rooms.
    fn seek(&self) -> Option<usize> {
        let errand = (self.gaze.world().time / (ERRAND * TURN)) as usize;
        let (mut ends, mut walls) = (Vec::new(), Vec::new());
        self.spread(Footing::Safe, |at, way| {
            if self.is_dead_end(at) {
                ends.push((at, way));
            } else if self.is_room(at) && self.hides_something(at) {
                walls.push((at, way));
            }
            false
        });
        let (round, since) = (errand / ROUND, errand % ROUND);
        let at_ends = walls.is_empty() || !ends.is_empty() && round.is_multiple_of(2);
        let nth = round / 2 * ROUND + since;
        // Dead ends lie far apart.
        let (mut places, nth) = if at_ends { (ends, nth / 4) } else { (walls, nth) };
        // Up and down the level, so that the next patch is never far; in each patch another place every time.
        let patch = |at: Place| {
            let (x, y) = (at.x / PATCH, at.y / PATCH);
            (x, if x % 2 == 0 { y } else { -y })
        };
        places.sort_unstable_by_key(|(at, _)| (patch(*at), *at));
        let patches: Vec<_> = places.chunk_by(|(one, _), (two, _)| patch(*one) == patch(*two)).collect();
        let count = patches.len().max(1);
        let squares = patches.get(nth % count)?;
        match squares[nth / count % squares.len()] {
            (_, None) => self.find(|action| *action == Action::Search {}),
            (_, Some(way)) => self.step(way),
        }
    }

    /// Whether a corridor ends on a square, as far as one sees.
    fn is_dead_end(&self, at: Place) -> bool {
        [0, 2, 4, 6].into_iter().filter(|way| self.ground.at(at.step(*way)) < Footing::Barred).count() <= 1
    }

    /// Whether there is room around a square, as in no corridor.
    fn is_room(&self, at: Place) -> bool {
        (0..8).filter(|way| self.ground.at(at.step(*way)) < Footing::Barred).count() >= 4
    }

    /// Whether nobody knows what is behind a wall beside a square.
    fn hides_something(&self, at: Place) -> bool {
        let is_known = |at: Place| self.gaze.world().level().and_then(|level| level.known.get(at)).unwrap_or(true);
        [0, 2, 4, 6].into_iter().any(|way| {
            let wall = at.step(way);
            self.ground.at(wall) == Footing::Barred && is_known(wall) && !is_known(wall.step(way))
        })
    }

    /// The first step of a shortest way to a square, over ground no worse than this.
    fn walk(&self, worst: Footing, is_goal: impl Fn(Place) -> bool) -> Option<usize> {
        let mut first = None;
        self.spread(worst, |at, way| {
            first = way.filter(|_| is_goal(at));
            first.is_some()
        });
        self.step(first?)
    }

    /// Visits the squares a way leads to over ground no worse than this, the nearest first, each with the first step of a shortest way, until it is
    /// enough. Where the hero stands there is no step.
    fn spread(&self, worst: Footing, mut is_enough: impl FnMut(Place, Option<u8>) -> bool) {
        let Some(here) = self.ground.index(self.at) else { return };
        let mut seen = vec![false; self.ground.footing.len()];
        seen[here] = true;
        let mut ahead = VecDeque::from([(self.at, None)]);
        while let Some((at, begun)) = ahead.pop_front() {
            if is_enough(at, begun) {
                return;
            }
            for way in [0, 2, 4, 6, 1, 3, 5, 7] {
                let next = at.step(way);
                let Some(index) = self.ground.index(next).filter(|_| self.ground.at(next) <= worst) else { continue };
                if !std::mem::replace(&mut seen[index], true) {
                    ahead.push_back((next, begun.or(Some(way))));
                }
            }
        }
    }

    /// Any step that does no harm, if there is one.
    fn anywhere(&self, luck: &mut Stream) -> Option<usize> {
        let safe =
            |action: &Action| matches!(action, Action::Move { way } if self.ground.at(self.at.step(*way)) == Footing::Safe);
        let steps: Vec<usize> = (0..self.legal.len()).filter(|&index| safe(&self.legal[index])).collect();
        let any = luck.draw(Ask::below(steps.len().max(1) as u32)) as usize;
        steps.get(any).copied().or_else(|| self.find(|action| *action == Action::Wait {}))
    }
}

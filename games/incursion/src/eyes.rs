//! Light, and who sees whom.

use crate::content::{FeatureFlag, StatusFlag, Stop, TerrainFlag, Trait};
use crate::gaze::Gaze;
use crate::place::Square;
use crate::{Field, Id, Kind, Res, Thing, World};
use referee_dispatch::Place;

/// How far one sees at most.
pub(crate) const SIGHT: i32 = 15;

impl Gaze<'_> {
    /// Whether nobody sees through a square.
    pub(crate) fn is_opaque(&self, at: Place) -> bool {
        let Some(level) = self.world().level() else { return true };
        let Some(terrain) = level.terrain.get(at) else { return true };
        self.is_wall(terrain)
            || self.world().on(at).any(|thing| self.blocks(thing, FeatureFlag::Opaque))
            || level.fields_at(at, Field::FOG).next().is_some()
    }

    /// Whether ground stops sight.
    #[inline]
    fn is_wall(&self, terrain: Res) -> bool {
        self.content().terrain(terrain).is_none_or(|terrain| terrain.is(TerrainFlag::Opaque))
    }

    /// Whether nobody can stand on a square.
    pub(crate) fn is_solid(&self, at: Place) -> bool {
        let Some(terrain) = self.world().level().and_then(|level| level.terrain.get(at)) else { return true };
        let rock = self.content().terrain(terrain).is_none_or(|terrain| terrain.is(TerrainFlag::Solid));
        rock || self.world().on(at).any(|thing| self.blocks(thing, FeatureFlag::Solid))
    }

    /// Whether a feature is in the way; a door only while it is shut.
    fn blocks(&self, thing: &Thing, flag: FeatureFlag) -> bool {
        let shut = thing.kind != Kind::Door || thing.feature().is_some_and(|feature| !feature.open);
        shut && self.content().feature(thing.res).is_some_and(|feature| feature.flags.contains(&flag))
    }

    /// Whether nothing opaque is between two squares.
    pub(crate) fn is_clear(&self, from: Place, to: Place) -> bool {
        is_clear(from, to, |at| self.is_opaque(at))
    }

    /// Whether bright light falls on a square.
    pub(crate) fn is_lit(&self, at: Place) -> bool {
        self.light(at, &|at| self.is_opaque(at), &self.lamps())
    }

    /// Whether light falls on a square, for who knows what is opaque and where lamps burn.
    fn light(&self, at: Place, is_opaque: &impl Fn(Place) -> bool, lamps: &[(Place, i32)]) -> bool {
        let Some(level) = self.world().level() else { return false };
        if level.fields_at(at, Field::DARKNESS).next().is_some() {
            return false;
        }
        let glows = |at: Place| {
            level.terrain.get(at).and_then(|terrain| self.content().terrain(terrain)).is_some_and(|it| it.is(TerrainFlag::Light))
        };
        level.lit.get(at) == Some(true)
            || level.fields_at(at, Field::LIGHT).next().is_some()
            || glows(at)
            || lamps.iter().any(|&(lamp, radius)| lamp.distance(at) <= radius && is_clear(lamp, at, is_opaque))
    }

    /// Where lamps burn, and how far they shine: the hero's, and what lies about burning.
    fn lamps(&self) -> Vec<(Place, i32)> {
        let world = self.world();
        let Some(at) = world.spot(world.hero) else { return Vec::new() };
        let radius = world.inventory(world.hero).filter(|item| item.holder().is_some_and(|(_, slot)| slot.is_worn()));
        let radius = radius.filter_map(|item| self.content().item(item.res)).map(|item| item.light.get()).max();
        radius.filter(|radius| *radius > 0).map(|radius| (at, radius)).into_iter().collect()
    }

    /// How far somebody sees without light.
    fn dark_sight(&self, who: &Thing) -> i32 {
        let race = who.character().and_then(|character| self.content().race(character.race));
        let bred = self.content().monster(who.res).map(|monster| if monster.traits.contains(&Trait::DarkSight) { 10 } else { 5 });
        race.map(|race| race.dark_sight.get()).or(bred).unwrap_or(0)
    }

    /// Whether somebody sees a square.
    pub(crate) fn sees_place(&self, who: Id, at: Place) -> bool {
        let thing = self.thing(who);
        let Some(from) = thing.on(self.world().depth) else { return false };
        let distance = from.distance(at);
        if distance <= 1 {
            return !self.is_blind(thing);
        }
        !self.is_blind(thing)
            && distance <= SIGHT
            && self.is_clear(from, at)
            && (self.is_lit(at) || distance <= self.dark_sight(thing))
    }

    /// Whether somebody sees something.
    pub(crate) fn sees(&self, who: Id, what: Id) -> bool {
        let Some(at) = self.world().spot(what) else { return false };
        let thing = self.thing(what);
        let hidden = thing.statuses.iter().any(|status| {
            self.content().status(status.nature).is_some_and(|definition| definition.flags.contains(&StatusFlag::Unseen))
        });
        let unfound = crate::memory::is_secret(thing);
        (!hidden || self.sees_hidden(who)) && !(unfound && who == self.world().hero) && self.sees_place(who, at)
    }

    fn sees_hidden(&self, who: Id) -> bool {
        let thing = self.thing(who);
        self.content().monster(thing.res).is_some_and(|monster| monster.traits.contains(&Trait::TrueSight))
    }

    fn is_blind(&self, thing: &Thing) -> bool {
        thing
            .statuses
            .iter()
            .any(|status| self.content().status(status.nature).is_some_and(|definition| definition.stops.contains(&Stop::Seeing)))
    }

    /// The squares the hero sees now.
    pub(crate) fn in_view(&self) -> Vec<Place> {
        let world: &World = self.world();
        let Some(from) = world.spot(world.hero) else { return Vec::new() };
        let hero = self.thing(world.hero);
        if self.is_blind(hero) {
            return Vec::new();
        }
        let (walls, lamps, dark) = (Walls::around(*self, from), self.lamps(), self.dark_sight(hero));
        let is_opaque = |at: Place| walls.is_opaque(at);
        let sees = |at: &Place| {
            let distance = from.distance(*at);
            distance <= 1 || {
                // A wall is seen along its whole length by whoever stands beside it.
                let far_enough = distance <= SIGHT && (is_opaque(*at) || is_clear(from, *at, is_opaque));
                far_enough && (distance <= dark || self.light(*at, &is_opaque, &lamps))
            }
        };
        let mut seen = crate::sight::seen(from, SIGHT, is_opaque);
        seen.retain(sees);
        seen
    }
}

/// Whether nothing opaque is between two squares, either way around.
fn is_clear(from: Place, to: Place, is_opaque: impl Fn(Place) -> bool) -> bool {
    let clear = |from: Place, to: Place| from.along(to).all(|at| at == to || !is_opaque(at));
    from.distance(to) <= 1 || clear(from, to) || clear(to, from)
}

/// How wide the ground is that one sees at most, and one square more on either side.
const WIDE: i32 = 2 * SIGHT + 3;

/// What is opaque around somebody, looked up once.
struct Walls {
    corner: Place,
    opaque: [bool; (WIDE * WIDE) as usize],
}

impl Walls {
    fn around(gaze: Gaze<'_>, middle: Place) -> Walls {
        let corner = Place::new(middle.x - SIGHT - 1, middle.y - SIGHT - 1);
        let mut walls = Walls { corner, opaque: [true; (WIDE * WIDE) as usize] };
        let Some(level) = gaze.world().level() else { return walls };
        for y in 0..WIDE {
            for x in 0..WIDE {
                let terrain = level.terrain.get(Place::new(corner.x + x, corner.y + y));
                walls.opaque[(y * WIDE + x) as usize] = terrain.is_none_or(|terrain| gaze.is_wall(terrain));
            }
        }
        walls.furnish(gaze);
        let fogs = level.fields.iter().filter(|field| field.is(Field::FOG));
        for fog in fogs {
            let covered = level.terrain.places().filter(|at| fog.covers(*at));
            covered.for_each(|at| walls.shut(at));
        }
        walls
    }

    /// What stands about: shut doors, pillars.
    fn furnish(&mut self, gaze: Gaze<'_>) {
        let world = gaze.world();
        for (place, things) in world.things.at_depth(world.depth) {
            let blocks = |id: &Id| gaze.blocks(gaze.thing(*id), FeatureFlag::Opaque);
            if self.index(place).is_some() && things.iter().any(blocks) {
                self.shut(place);
            }
        }
    }

    fn shut(&mut self, at: Place) {
        if let Some(index) = self.index(at) {
            self.opaque[index] = true;
        }
    }

    #[inline]
    fn index(&self, at: Place) -> Option<usize> {
        let (x, y) = (at.x - self.corner.x, at.y - self.corner.y);
        ((0..WIDE).contains(&x) && (0..WIDE).contains(&y)).then(|| (y * WIDE + x) as usize)
    }

    #[inline]
    fn is_opaque(&self, at: Place) -> bool {
        self.index(at).is_none_or(|index| self.opaque[index])
    }
}

//! What the player takes things for: what they look like as long as nobody knows better, and what is not noticed at all.

use crate::content::TerrainFlag;
use crate::gaze::Gaze;
use crate::memory::is_secret;
use crate::place::{Square, WAYS};
use crate::{Kind, Res, Thing};
use referee_dispatch::Place;

impl Gaze<'_> {
    /// Whether the player knows what an item or a monster is.
    pub(crate) fn is_recognised(&self, thing: &Thing) -> bool {
        self.world().known.contains(&thing.res) || thing.item().is_some_and(|item| item.known)
    }

    /// What the player takes a thing for: itself, another monster, the guise of an item.
    pub(crate) fn face(&self, thing: &Thing) -> Res {
        if self.is_recognised(thing) {
            return thing.res;
        }
        if let Some(monster) = self.content().monster(thing.res) {
            return monster.looks_like.as_ref().map_or(thing.res, |link| link.res());
        }
        let worn = self.world().guises.get(&thing.res).copied();
        worn.or_else(|| self.content().guise(thing.res)).unwrap_or(thing.res)
    }

    /// Whether the player knows that a thing is where it is: what it carries, what it sees, and what it remembers of the ground.
    pub(crate) fn notices(&self, thing: &Thing) -> bool {
        let (world, hero) = (self.world(), self.world().hero);
        let with_hero = |it: &Thing| it.holder().is_some_and(|(who, _)| who == hero);
        let inside = matches!(thing.at, crate::Whereabouts::In { what } if world.thing(what).is_some_and(with_hero));
        if thing.id == hero || with_hero(thing) || inside {
            return true;
        }
        let (Some(at), Some(level)) = (thing.on(world.depth), world.level()) else { return false };
        if thing.kind.is_feature() {
            return level.is_known(at) && !is_secret(thing) && !level.memory.unseen.contains(&thing.id);
        }
        world.in_view.binary_search(&at).is_ok() && !world.hidden.contains(&thing.id)
    }

    /// Who stands on a square, as far as the player knows.
    pub(crate) fn noticed_at(&self, at: Place) -> Option<&Thing> {
        self.world().creature_at(at).filter(|thing| self.notices(thing))
    }

    /// What the player takes the ground of a square for: as it was seen last. A secret door shows the wall beside it.
    pub(crate) fn ground_taken(&self, at: Place) -> Option<Res> {
        let level = self.world().level()?;
        let real = level.terrain.get(at)?;
        let walled = self.world().on(at).any(|thing| thing.kind == Kind::Door && is_secret(thing));
        let seen = level.memory.ground(at).map_or(real, |old| old.ground);
        Some(if walled { self.wall_beside(at).unwrap_or(seen) } else { seen })
    }

    /// The wall of a square beside, else the rock of the dungeon.
    fn wall_beside(&self, at: Place) -> Option<Res> {
        let level = self.world().level()?;
        let is_wall = |ground: &Res| self.content().terrain(*ground).is_some_and(|it| it.is(TerrainFlag::Solid));
        let beside = (0..WAYS.len() as u8).filter_map(|way| level.terrain.get(at.step(way))).find(is_wall);
        beside.or_else(|| self.rock())
    }

    /// The rock of the dungeon.
    pub(crate) fn rock(&self) -> Option<Res> {
        self.world().dungeon.and_then(|dungeon| self.content().dungeon(dungeon)).map(|dungeon| dungeon.rock.res())
    }
}

//! Who and what is on a new level: GEN_ROOM and what follows it.

use super::draft::{Draft, Room};
use crate::content::{FeatureFlag, Noun, TerrainFlag};
use crate::place::{Square, WAYS};
use crate::play::Play;
use crate::{Encounter, Event, Gauge, Generation, Happening, Id, Kind, Res, Verb, Whereabouts};
use referee_dispatch::{Place, Role, Verdict};

/// How likely an ordinary room is lived in.
const LIVED_IN: i32 = 60;
/// How likely those who live there sleep.
const SLEEPING: i32 = 50;
/// How likely a door is open, and how likely it is locked on deeper levels.
const DOOR_OPEN: i32 = 25;
const DOOR_LOCKED: i32 = 8;
/// How likely a shut door is hidden on deeper levels.
const DOOR_HIDDEN: i32 = 5;
/// A turn writes at most so much when it makes a level: then nothing more comes.
const EVENTS_OF_LEVEL: usize = 2_500;

impl Play {
    /// Whether this turn has written enough for a level.
    fn is_full(&self) -> bool {
        self.loan.events().len() > EVENTS_OF_LEVEL || self.fault.is_some()
    }

    /// Puts onto a new level whoever and whatever belongs there.
    pub(super) fn populate(&mut self, draft: &Draft) {
        self.awaken_ground();
        self.doors_and_stairs(draft);
        for room in &draft.rooms {
            if !self.is_full() {
                self.room(draft, room);
            }
        }
        self.traps(draft);
        self.litter(draft);
        self.goal(draft);
    }

    /// Ground that is asked is told that it is there now.
    fn awaken_ground(&mut self) {
        let lore = self.lore.clone();
        let special = |res: Res| lore.content.terrain(res).is_some_and(|terrain| terrain.is(TerrainFlag::Special));
        let ground: Vec<(Place, Res)> =
            self.world().level().into_iter().flat_map(|level| level.terrain.iter()).filter(|(_, res)| special(*res)).collect();
        for (place, terrain) in ground {
            self.ask(terrain, Verb::INITIALIZE, None, &mut Happening::new().at(place));
        }
    }

    fn doors_and_stairs(&mut self, draft: &Draft) {
        let lore = self.lore.clone();
        let Some(dungeon) = self.world().dungeon.and_then(|dungeon| lore.content.dungeon(dungeon)) else { return };
        let [down, up] = [&dungeon.stairs[0], &dungeon.stairs[1]].map(|link| link.res());
        self.make_feature(up, draft.up);
        if i32::from(draft.depth) < dungeon.depth.get() && draft.down != draft.up {
            self.make_feature(down, draft.down);
        }
        let doors: Vec<(Res, i32)> = dungeon.doors.iter().map(|link| (link.res(), 1)).collect();
        for &place in &draft.doors {
            let Some(door) = self.pick(&doors, "which door").and_then(|door| self.make_feature(door, place)) else { continue };
            let locks = lore.content.feature(self.thing(door).res).is_some_and(|it| it.flags.contains(&FeatureFlag::Locks));
            if self.percent(DOOR_OPEN, "an open door") {
                self.set(door, Gauge::Open, 1);
            } else if locks && draft.depth > 1 && self.percent(DOOR_LOCKED, "a locked door") {
                self.set(door, Gauge::Locked, 1);
            } else if draft.depth > 1 && self.percent(DOOR_HIDDEN, "a hidden door") {
                self.set(door, Gauge::Found, 0);
            }
        }
    }

    /// Throws a room, and tells its region that it was born.
    fn room(&mut self, draft: &Draft, room: &Room) {
        let generation = Generation {
            gen_depth: draft.depth.into(),
            gen_level: draft.depth.into(),
            map_w: draft.open.width(),
            map_h: draft.open.height(),
            room_x: room.rect.x,
            room_y: room.rect.y,
            room_w: room.rect.w,
            room_h: room.rect.h,
            ..Generation::default()
        };
        let middle = room.squares.iter().min_by_key(|at| (at.distance(room.rect.middle()), **at)).copied().unwrap_or_default();
        let mut happening = Happening::new()
            .at(middle)
            .effected(room.region)
            .valued(i32::from(room.populated))
            .with(|more| more.generation = Some(Box::new(generation)));
        self.throw(Verb::GEN_ROOM, &mut happening);
        self.ask(room.region, Verb::BIRTH, None, &mut happening);
    }

    /// Traps in corridors and rooms, more of them the deeper.
    fn traps(&mut self, draft: &Draft) {
        let places: Vec<Place> = draft.open.places().filter(|&at| draft.is_safe(at) && self.is_bare(at)).collect();
        let depth = i32::from(draft.depth);
        let count = 1 + self.die(3 + depth / 2, "traps");
        let weight = |play: &Play, res: Res| {
            play.content().trap(res).filter(|trap| trap.level.get() <= depth + 1).map_or(0, |trap| trap.weight.get())
        };
        for _ in 0..count {
            let place = self.anywhere(&places, "where a trap is").filter(|&at| self.is_bare(at) && at.distance(draft.up) > 2);
            let Some(place) = place.filter(|_| !self.is_full()) else { continue };
            let trap = self.weighed(Noun::Trap, weight, "which trap");
            trap.and_then(|trap| self.make_trap(trap, place));
        }
    }

    /// What lies about.
    fn litter(&mut self, draft: &Draft) {
        let places: Vec<Place> =
            draft.rooms.iter().flat_map(|room| &room.squares).copied().filter(|&at| draft.is_safe(at)).collect();
        let depth = self.world().depth;
        for _ in 0..2 + draft.rooms.len() / 2 {
            let Some(place) = self.anywhere(&places, "where it lies").filter(|&at| !self.is_full() && !self.is_solid(at)) else {
                continue;
            };
            self.find(Whereabouts::On { depth, place });
        }
    }

    /// Something that fits the level, somewhere; a chest with something in it.
    pub(crate) fn find(&mut self, at: Whereabouts) -> Option<Id> {
        let level = self.level_cr(self.world().depth);
        let weight = |play: &Play, res: Res| {
            play.content().item(res).filter(|item| item.level.get() <= level + 2).map_or(0, |item| item.weight.get())
        };
        let res = self.weighed(Noun::Item, weight, "what it is")?;
        let mut happening = Happening::new().at(Place::default()).effected(res);
        if self.ask(res, Verb::GENITEM, None, &mut happening).is_no() {
            return None;
        }
        let kind = self.content().item(res).map_or(Kind::Unknown, |item| item.kind);
        let quantity = if kind == Kind::Missile { self.die(6, "how many") + self.die(6, "how many") } else { 1 };
        let id = self.make_item(res, quantity, at)?;
        if kind == Kind::Chest && !self.is_full() && !matches!(at, Whereabouts::In { .. }) {
            self.find(Whereabouts::In { what: id });
        }
        if matches!(kind, Kind::Weapon | Kind::Armour | Kind::Shield) && self.percent(10 + level, "a better one") {
            let plus = 1 + self.die(2 + level / 4, "how much better") / 2;
            let plus = plus + self.thing(id).item().map_or(0, |item| item.plus);
            self.set(id, Gauge::Plus, plus);
            self.set(id, Gauge::Known, 0);
        }
        Some(id)
    }

    /// Whoever waits on the last level.
    fn goal(&mut self, draft: &Draft) {
        let lore = self.lore.clone();
        let Some(dungeon) = self.world().dungeon.and_then(|dungeon| lore.content.dungeon(dungeon)) else { return };
        if i32::from(draft.depth) != dungeon.depth.get() {
            return;
        }
        let encounter = Encounter {
            en_id: Some(dungeon.goal.res()),
            en_cr: self.level_cr(draft.depth) + 1,
            en_depth: draft.depth.into(),
            ..Encounter::default()
        };
        let mut happening = Happening::new().at(draft.down).with(|more| more.encounter = Some(Box::new(encounter)));
        self.throw(Verb::ENGEN, &mut happening);
        if let Some(leader) = happening.roles.get(Role::Target) {
            let to = leader.0 as i32 + 1;
            self.emit(Event::Noted { about: GOAL.to_owned(), key: GOAL.to_owned(), to });
        }
    }

    /// How dangerous a level is.
    pub(crate) fn level_cr(&self, depth: u8) -> i32 {
        let dungeon = self.world().dungeon.and_then(|dungeon| self.content().dungeon(dungeon));
        dungeon.map_or(1, |dungeon| dungeon.cr.get() + i32::from(depth) * dungeon.steps.get() / 100 - 1)
    }

    /// Whether nothing is on a square.
    fn is_bare(&self, at: Place) -> bool {
        !self.is_solid(at) && self.world().on(at).next().is_none()
    }

    fn anywhere(&mut self, places: &[Place], why: &'static str) -> Option<Place> {
        let nth = if places.is_empty() { return None } else { self.die(places.len() as i32, why) };
        places.get(nth as usize - 1).copied()
    }
}

/// Under which note the goal of the dungeon is kept: its number and one.
pub(crate) const GOAL: &str = "goal";

/// The level furnishes a room, and lets somebody live there.
pub(crate) fn furnish(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let (Some(region), Some(middle), Some(generation)) = (happening.effect, happening.place, happening.generation.clone()) else {
        return Verdict::Abort;
    };
    if happening.value & 1 == 1 {
        return Verdict::Done; // a script has seen to it
    }
    let lore = play.lore.clone();
    let Some(definition) = lore.content.region(region) else { return Verdict::Abort };
    let rect = super::draft::Rect { x: generation.room_x, y: generation.room_y, w: generation.room_w, h: generation.room_h };
    let level = play.world().level();
    let is_floor = |at: Place| level.is_some_and(|level| level.regions.get(at) == Some(region)) && !play.is_solid(at);
    let squares: Vec<Place> = rect.places().filter(|&at| is_floor(at)).collect();
    for furniture in &definition.furniture {
        if furniture.chance.is_none_or(|chance| play.percent(chance.get(), "furniture")) {
            let count = furniture.count.map_or(1, |count| play.dice(count, "how much furniture"));
            (0..count).for_each(|_| put(play, furniture.feature.res(), &squares));
        }
    }
    let arrives = play.world().level().is_some_and(|level| squares.contains(&level.up));
    let lived_in = !definition.encounters.is_empty() || play.percent(LIVED_IN, "who lives there");
    if !definition.empty && lived_in && !arrives {
        inhabit(play, region, middle, squares.len() as i32);
    }
    Verdict::Done
}

/// Puts a feature where it stands in nobody's way.
fn put(play: &mut Play, feature: Res, squares: &[Place]) {
    let solid = play.content().feature(feature).is_some_and(|it| it.flags.contains(&FeatureFlag::Solid));
    let level = play.world().level();
    let ground = |at: Place| level.and_then(|level| level.terrain.get(at));
    let safe = |at: Place| ground(at).is_some_and(|ground| Draft::is_harmless(play.content(), ground));
    let clear = |at: Place| {
        let around = || WAYS.iter().map(|way| Place::new(at.x + way.x, at.y + way.y));
        play.is_bare(at) && (!solid || around().all(|beside| squares.contains(&beside) && play.is_bare(beside) && safe(beside)))
    };
    let places: Vec<Place> = squares.iter().copied().filter(|&at| clear(at)).collect();
    if let Some(place) = play.anywhere(&places, "where it stands") {
        play.make_feature(feature, place);
    }
}

/// Lets an encounter live in a room; now and then a more dangerous one than the level has.
fn inhabit(play: &mut Play, region: Res, middle: Place, squares: i32) {
    let depth = play.world().depth;
    let luck = play.thing(play.world().hero).character().map_or(10, |character| character.attributes[6]);
    let beyond = i32::from(play.percent(22 - luck, "out of depth")) * 2;
    let encounter = Encounter {
        en_cr: play.level_cr(depth) + beyond,
        en_depth: depth.into(),
        en_region: Some(region),
        en_sleep: SLEEPING,
        en_amount: (squares / [75, 50, 30][usize::from(depth.clamp(1, 3)) - 1]).max(1),
        ..Encounter::default()
    };
    let mut happening = Happening::new().at(middle).with(|more| more.encounter = Some(Box::new(encounter)));
    play.throw(Verb::ENGEN, &mut happening);
}

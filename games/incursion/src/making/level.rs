//! A level, from rock to stairs: GEN_LEVEL, GEN_PANEL.

use super::Luck;
use super::connect::{Corridors, connect, doors, repair};
use super::draft::{Draft, Rect, Room};
use super::patch::{patches, walls_and_light};
use super::shape::cut;
use crate::content::{Noun, RegionKind};
use crate::course::{self, Asking};
use crate::play::Play;
use crate::{Event, Generation, Happening, Id, Res, Verb};
use referee_dispatch::{Lens, Phase, Place, Verdict, View};

/// How often a panel is drawn anew before it stays rock.
const REDRAWS_MAX: usize = 10;
/// The width and height of the smallest rooms.
const ROOM_MIN: i32 = 3;
/// How likely a panel takes a special room while others could still take it.
const SPECIAL_FIRST: i32 = 40;

impl Play {
    /// Makes a level, unless it is there. Says whether it is there.
    pub(crate) fn make_level(&mut self, depth: u8) -> bool {
        if self.world().levels.contains_key(&depth) {
            return true;
        }
        let seed = (self.die(1_000_000, "the level"), self.die(1_000_000, "the level"));
        let before = self.luck.replace(Luck::of(seed.0, seed.1));
        let mut happening = Happening::new().with(|more| {
            more.generation =
                Some(Box::new(Generation { gen_depth: depth.into(), gen_level: depth.into(), ..Generation::default() }));
        });
        self.throw(Verb::GEN_LEVEL, &mut happening);
        self.luck = before;
        self.draft = None;
        self.world().levels.contains_key(&depth)
    }

    /// Works on the level on its way with its dice.
    pub(super) fn drawing<T: Default>(&mut self, work: impl FnOnce(&Play, &mut Draft, &mut Luck) -> T) -> T {
        let (Some(mut draft), Some(mut luck)) = (self.draft.take(), self.luck) else { return T::default() };
        let result = work(self, &mut draft, &mut luck);
        (self.draft, self.luck) = (Some(draft), Some(luck));
        result
    }
}

/// The level itself draws what it is: panels, corridors, walls, stairs; then who and what is in it.
pub(crate) fn draw_level(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let depth = happening.generation.as_ref().and_then(|it| u8::try_from(it.gen_depth).ok()).filter(|depth| *depth > 0);
    let (Some(depth), Some((draft, panels))) = (depth, depth.and_then(|depth| blank(play, depth))) else {
        return Verdict::Abort;
    };
    if play.luck.is_none() || play.world().levels.contains_key(&depth) {
        return Verdict::Abort;
    }
    play.draft = Some(Box::new(draft));
    for panel in panels {
        drawn(play, panel, depth);
        play.draft.iter_mut().for_each(|draft| draft.panels = draft.panels.saturating_sub(1));
    }
    play.drawing(finish);
    let Some(draft) = play.draft.take().filter(|draft| !draft.rooms.is_empty()) else { return Verdict::Abort };
    play.emit(Event::LevelMade { level: Box::new(draft.level()) });
    if play.world().depth != depth {
        play.emit(Event::DepthChanged { depth });
    }
    play.populate(&draft);
    Verdict::Done
}

/// Rock of the right size, and the panels that rooms go into.
fn blank(play: &Play, depth: u8) -> Option<(Draft, Vec<Rect>)> {
    let dungeon = play.content().dungeon(play.world().dungeon?)?;
    let size = dungeon.size.map(|side| side.get());
    let [rock, edge, corridor] = [&dungeon.rock, &dungeon.edge, &dungeon.corridor].map(|link| link.res());
    let mut draft = Draft::new(depth, size, rock, edge, corridor);
    let on = |special: &&crate::content::Special| special.on.iter().any(|level| level.get() == i32::from(depth));
    draft.specials = dungeon.specials.iter().filter(on).map(|special| special.region.res()).collect();
    let [columns, rows] = [0, 1].map(|side| ((size[side] - 2) / (dungeon.rooms[side].get() + 3)).max(1));
    let [w, h] = [(size[0] - 2) / columns, (size[1] - 2) / rows];
    let panel = |nth: i32| Rect { x: 1 + nth % columns * w, y: 1 + nth / columns * h, w, h };
    draft.panels = (columns * rows) as usize;
    Some((draft, (0..columns * rows).map(panel).collect()))
}

/// Throws a panel until it is drawn.
fn drawn(play: &mut Play, panel: Rect, depth: u8) {
    for _ in 0..REDRAWS_MAX {
        let size = play.draft.as_ref().map_or((0, 0), |draft| (draft.open.width(), draft.open.height()));
        let generation = Generation {
            gen_depth: depth.into(),
            gen_level: depth.into(),
            map_w: size.0,
            map_h: size.1,
            panel_x: panel.x,
            panel_y: panel.y,
            panel_w: panel.w,
            panel_h: panel.h,
            ..Generation::default()
        };
        let mut happening = Happening::new().with(|more| more.generation = Some(Box::new(generation)));
        if play.throw(Verb::GEN_PANEL, &mut happening) != Verdict::Abort {
            return;
        }
    }
}

/// The level draws a panel: a region is chosen and asked, and a room of it is cut.
pub(crate) fn draw_panel(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let Some(generation) = happening.generation.clone() else { return Verdict::Abort };
    let panel = Rect { x: generation.panel_x, y: generation.panel_y, w: generation.panel_w, h: generation.panel_h };
    let Some(region) = play.drawing(|play, draft, luck| choose(play, draft, luck)) else { return Verdict::Abort };
    let Some(room) = play.drawing(|play, _, luck| plan(play, panel, luck)) else { return Verdict::Abort };
    let mut birth = happening.clone();
    birth.place = Some(room.middle());
    if let Some(generation) = birth.generation.as_deref_mut() {
        (generation.room_x, generation.room_y, generation.room_w, generation.room_h) = (room.x, room.y, room.w, room.h);
    }
    let asking = Asking { resource: region, verb: Verb::BIRTH, view: View::new(Phase::Pre, Lens::Plain), holder: None };
    let verdict = course::ask(play, asking, &mut birth);
    if verdict.is_no() {
        return Verdict::Abort;
    }
    play.drawing(|play, draft, luck| dig(play, draft, luck, region, room, verdict == Verdict::Done));
    Verdict::Done
}

/// The region of a panel: a special one while any waits, else one by weight and depth.
fn choose(play: &Play, draft: &Draft, luck: &mut Luck) -> Option<Res> {
    let content = play.content();
    let waits = draft.specials.len();
    if waits > 0 && (waits >= draft.panels || luck.percent(SPECIAL_FIRST)) {
        return draft.specials.first().copied();
    }
    let fits = |res: &Res| {
        content.region(*res).is_some_and(|it| it.kind == RegionKind::Room && it.depth.get() <= i32::from(draft.depth))
    };
    let regions: Vec<(Res, i32)> = content
        .all(Noun::Region)
        .filter(fits)
        .map(|res| (res, content.region(res).map_or(0, |region| region.weight.get())))
        .collect();
    luck.weighed(&regions).or_else(|| regions.first().map(|(res, _)| *res)).or_else(|| draft.specials.first().copied())
}

/// Where in its panel a room lies, and how large it is.
fn plan(play: &Play, panel: Rect, luck: &mut Luck) -> Option<Rect> {
    let dungeon = play.content().dungeon(play.world().dungeon?)?;
    let mut side = |most: i32, panel: i32| {
        let most = most.min(panel - 2).max(1);
        luck.between(ROOM_MIN.max(most / 3).min(most), most)
    };
    let (w, h) = (side(dungeon.rooms[0].get(), panel.w), side(dungeon.rooms[1].get(), panel.h));
    let (x, y) = (luck.between(1, (panel.w - w - 1).max(1)), luck.between(1, (panel.h - h - 1).max(1)));
    Some(Rect { x: panel.x + x, y: panel.y + y, w, h })
}

fn dig(play: &Play, draft: &mut Draft, luck: &mut Luck, region: Res, rect: Rect, populated: bool) {
    let Some(definition) = play.content().region(region) else { return };
    let shape = luck.one_of(&definition.shapes).unwrap_or(crate::content::Shape::Square);
    let squares: Vec<Place> = cut(rect, shape, luck).into_iter().filter(|&at| draft.is_inside(at)).collect();
    squares.iter().for_each(|&at| draft.dig(at, definition.floor.res(), region));
    if let Some(nth) = draft.specials.iter().position(|&special| special == region) {
        draft.specials.remove(nth);
    }
    if !squares.is_empty() {
        draft.rooms.push(Room { rect, region, squares, populated });
    }
}

/// Everything after the rooms are cut, up to the stairs.
fn finish(play: &Play, draft: &mut Draft, luck: &mut Luck) {
    let content = play.content();
    let Some(dungeon) = play.world().dungeon.and_then(|dungeon| content.dungeon(dungeon)) else { return };
    let region = dungeon.corridor.res();
    let floor = content.region(region).map_or(dungeon.rock.res(), |region| region.floor.res());
    let corridors = Corridors { region, floor, turns: dungeon.turns.get() };
    connect(draft, corridors, luck);
    repair(draft, corridors, luck);
    walls_and_light(draft, content, luck);
    doors(draft, corridors, luck);
    stairs(play, draft, luck);
    patches(draft, content, luck);
}

/// One comes in through the first special room of the first level, else anywhere; one goes on far from there.
fn stairs(play: &Play, draft: &mut Draft, luck: &mut Luck) {
    let special = |room: &&Room| play.content().region(room.region).is_some_and(|region| region.kind == RegionKind::Special);
    let entry = draft.rooms.iter().find(special).filter(|_| draft.depth == 1);
    let nth = luck.die(draft.rooms.len() as i32) as usize - 1;
    let Some(room) = entry.or(draft.rooms.get(nth)) else { return };
    let Some(up) = luck.one_of(&room.squares) else { return };
    let far = draft.distances(up, |at| draft.is_open(at));
    let distance = |at: Place| far.get(at).filter(|far| *far < u16::MAX).unwrap_or(0);
    let farthest = draft.rooms.iter().max_by_key(|room| room.squares.iter().map(|&at| distance(at)).min());
    let squares: Vec<Place> = farthest.into_iter().flat_map(|room| &room.squares).copied().filter(|&at| at != up).collect();
    let elsewhere = || draft.open.places().filter(|&at| draft.is_open(at)).max_by_key(|&at| distance(at));
    let down = luck.one_of(&squares).or_else(elsewhere).unwrap_or(up);
    (draft.up, draft.down) = (up, down);
}

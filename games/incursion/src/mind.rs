//! What monsters do: they notice, hunt, flee, shoot, cast; friends follow and fight. Rules, and no more dice than needed.

use crate::classes::JUMP_MAX;
use crate::content::{Purpose, Skill, Slot, StatusFlag, Stop, TerrainFlag, Trait};
use crate::place::{Square, WAYS};
use crate::play::Play;
use crate::time::IDLE;
use crate::{Event, Grid, Happening, Id, Kind, Mood, Res, Verb};
use referee_dispatch::{Place, Verdict, View};

/// How far a way to the hero is looked for, in steps.
const WAY_MAX: u16 = 40;
/// From how far a hunter gives up.
const GIVES_UP: u16 = 30;
/// How far steps are heard.
const HEARD: u16 = 8;
/// How far a spell is cast at most.
const SPELL_RANGE: i32 = 8;
/// No way leads there.
const FAR: u16 = u16::MAX;
/// Something stands in the way.
const BARRED: u16 = u16::MAX - 1;

/// What all monsters know of the way to the hero: found out once, until the hero or a door has moved.
#[derive(Default)]
pub(crate) struct Minds {
    ways: Option<Ways>,
}

struct Ways {
    hero: Place,
    depth: u8,
    /// How far it is for those who walk, and for those who fly: as soon as one of them asks.
    walked: Option<Grid<u16>>,
    flown: Option<Grid<u16>>,
}

impl Minds {
    /// What was known of ways may be wrong now.
    pub(crate) fn forget(&mut self) {
        self.ways = None;
    }

    /// Somebody acts.
    pub(crate) fn act(&mut self, play: &mut Play, who: Id) {
        let (Some(at), Some(creature)) = (play.world().spot(who), play.world().creature(who)) else { return };
        let mood = creature.mood;
        if is_compelled(play, who) {
            return;
        }
        if play.is_under(who, StatusFlag::Wanders) {
            return wander(play, who);
        }
        if play.is_under(who, StatusFlag::Flees) {
            return self.flee(play, who, at);
        }
        if play.are_friends(who, play.world().hero) {
            return self.follow(play, who, at);
        }
        if mood == Mood::Neutral {
            return play.spend_time(who, 2 * IDLE);
        }
        self.hunt(play, who, at);
    }

    /// A foe of the hero: strikes whom it reaches, casts and shoots at whom it sees, goes after whom it has noticed.
    fn hunt(&mut self, play: &mut Play, who: Id, at: Place) {
        let hero = play.world().hero;
        let Some(far) = self.ways(play, who).map(|ways| ways.get(at).unwrap_or(FAR)) else { return };
        let hunts = play.world().creature(who).is_some_and(|creature| creature.target.is_some());
        if !hunts && !notices(play, who, at, far) {
            return play.spend_time(who, IDLE);
        }
        if !hunts {
            play.emit(Event::Aimed { id: who, target: Some(hero), trail: None });
        }
        if is_wounded(play, who) && phases(play, who) {
            return;
        }
        if let Some(foe) = prefer(play.foes_beside(who), hero) {
            if strike(play, who, foe) {
                return;
            }
        } else if play.world().spot(hero).is_some() && from_afar(play, who, hero) {
            return;
        }
        if far > GIVES_UP && !play.sees(who, hero) {
            play.emit(Event::Aimed { id: who, target: None, trail: None });
            return play.spend_time(who, IDLE);
        }
        self.approach(play, who, at, far);
    }

    /// One step nearer to the hero, along squares one would walk on.
    fn approach(&mut self, play: &mut Play, who: Id, at: Place, far: u16) {
        let Some(distances) = self.ways(play, who) else { return };
        let landing = if far == FAR { beyond_a_pit(play, distances, at) } else { None };
        if landing.is_some_and(|landing| leap(play, who, landing)) {
            return;
        }
        let Some(distances) = self.ways(play, who) else { return };
        let mut steps: Vec<(u16, u8)> = (0..8)
            .filter_map(|way| distances.get(at.step(way)).map(|distance| (distance, way)))
            .filter(|(distance, _)| *distance <= far && *distance != FAR && *distance > 0)
            .collect();
        steps.sort_unstable();
        for (distance, way) in steps {
            let sideways = distance == far;
            if play.world().creature_at(at.step(way)).is_some() || !would_step(play, who, at.step(way)) {
                continue;
            }
            if sideways && play.world().spot(play.world().hero).is_some_and(|hero| hero.distance(at) <= 1) {
                continue;
            }
            return self.go(play, who, way);
        }
        play.spend_time(who, crate::time::STEP);
    }

    fn go(&mut self, play: &mut Play, who: Id, way: u8) {
        let doors = play.world().spot(who).is_some_and(|at| play.door_at(at.step(way)).is_some());
        play.throw(Verb::MOVE, &mut Happening::new().actor(who).toward(way));
        if doors {
            self.forget();
        }
    }

    /// Away from the hero, or from whoever is near; whoever is cornered fights.
    fn flee(&mut self, play: &mut Play, who: Id, at: Place) {
        let Some(distances) = self.ways(play, who) else { return };
        let here = distances.get(at).unwrap_or(0);
        let mut steps: Vec<(u16, u8)> = (0..8)
            .filter_map(|way| distances.get(at.step(way)).map(|distance| (distance, way)))
            .filter(|(distance, _)| *distance > here && *distance != FAR)
            .collect();
        steps.sort_unstable_by_key(|(distance, way)| (std::cmp::Reverse(*distance), *way));
        for (_, way) in steps {
            if play.world().creature_at(at.step(way)).is_none() && would_step(play, who, at.step(way)) {
                return self.go(play, who, way);
            }
        }
        let foe = prefer(play.foes_beside(who), play.world().hero);
        if !foe.is_some_and(|foe| !play.is_stopped(who, Stop::Attacking) && strike(play, who, foe)) {
            play.spend_time(who, crate::time::STEP);
        }
    }

    /// A friend of the hero: fights whoever is near, else stays near the hero.
    fn follow(&mut self, play: &mut Play, who: Id, at: Place) {
        if play.foes_beside(who).first().copied().is_some_and(|foe| strike(play, who, foe)) {
            return;
        }
        let foes = play.foes_in_sight(who);
        let nearest = foes.into_iter().filter_map(|foe| play.world().spot(foe).map(|spot| (spot.distance(at), foe, spot))).min();
        let fights = |(distance, foe, spot): (i32, Id, Place)| {
            from_afar(play, who, foe) || distance > 1 && step_toward(play, who, at, spot)
        };
        if nearest.filter(|(distance, ..)| *distance <= SPELL_RANGE).is_some_and(fights) {
            return;
        }
        let far = self.ways(play, who).map_or(FAR, |ways| ways.get(at).unwrap_or(FAR));
        if far > 2 && far != FAR {
            return self.approach(play, who, at, far);
        }
        play.spend_time(who, IDLE / 2);
    }

    /// How far each square is from the hero, for somebody.
    fn ways(&mut self, play: &Play, who: Id) -> Option<&Grid<u16>> {
        let world = play.world();
        let hero = world.spot(world.hero)?;
        if self.ways.as_ref().is_none_or(|ways| ways.hero != hero || ways.depth != world.depth) {
            self.ways = Some(Ways { hero, depth: world.depth, walked: None, flown: None });
        }
        let ways = self.ways.as_mut()?;
        let flies = play.content().monster(play.thing(who).res).is_some_and(|monster| monster.traits.contains(&Trait::Flies));
        let known = if flies { &mut ways.flown } else { &mut ways.walked };
        if known.is_none() {
            *known = distances(play, hero, flies);
        }
        known.as_ref()
    }
}

/// Whether an effect makes somebody do something: then it has done it. The effect is asked about it (`COMPULSION`).
pub(crate) fn is_compelled(play: &mut Play, who: Id) -> bool {
    if !play.content().table().hears(Verb::COMPULSION.number(), View::default()) {
        return false;
    }
    let effects: Vec<Res> = play.thing(who).statuses.iter().filter_map(|status| status.effect).collect();
    effects.into_iter().any(|effect| {
        let mut deed = Happening::new().actor(who).target(who).effected(effect);
        play.ask(effect, Verb::COMPULSION, Some(who), &mut deed).ends()
    })
}

/// How many steps each square is from the hero. Doors that are shut count as open: most can open them.
fn distances(play: &Play, hero: Place, flies: bool) -> Option<Grid<u16>> {
    let level = play.world().level()?;
    let mut far = Grid::new(level.terrain.width(), level.terrain.height(), FAR);
    let barred = barred(play);
    barred.iter().for_each(|&at| far.set(at, BARRED));
    far.set(hero, 0);
    let (mut edge, mut next) = (vec![hero], Vec::new());
    let is_way = |at: Place| level.terrain.get(at).is_some_and(|terrain| is_ground(play, terrain, flies));
    for steps in 1..=WAY_MAX {
        for at in edge.drain(..) {
            for way in WAYS {
                let beside = Place::new(at.x + way.x, at.y + way.y);
                if far.get(beside) == Some(FAR) && is_way(beside) {
                    far.set(beside, steps);
                    next.push(beside);
                }
            }
        }
        std::mem::swap(&mut edge, &mut next);
        if edge.is_empty() {
            break;
        }
    }
    barred.iter().filter(|&&at| at != hero).for_each(|&at| far.set(at, FAR));
    Some(far)
}

/// The squares on which something stands in the way that is no door.
fn barred(play: &Play) -> Vec<Place> {
    let world = play.world();
    let stands = |id: &Id| world.thing(*id).is_some_and(|thing| thing.kind.is_feature());
    let places = world.things.at_depth(world.depth).filter(|(_, things)| things.iter().any(stands));
    places.map(|(at, _)| at).filter(|&at| play.is_solid(at) && play.door_at(at).is_none()).collect()
}

fn is_ground(play: &Play, terrain: Res, flies: bool) -> bool {
    let Some(terrain) = play.content().terrain(terrain) else { return false };
    !terrain.is(TerrainFlag::Solid) && (flies || !terrain.is(TerrainFlag::Warn) && !terrain.is(TerrainFlag::Fall))
}

/// Whether somebody would step on a square: its ground, and what is on it, may advise against it.
fn would_step(play: &mut Play, who: Id, at: Place) -> bool {
    let shut = play.door_at(at);
    let barred = play.world().spot(who).is_some_and(|from| play.is_barred(who, from, at));
    if barred || play.is_solid(at) && shut.is_none() {
        return false;
    }
    if let Some(door) = shut {
        let locked = play.thing(door).feature().is_some_and(|feature| feature.locked);
        let figures = play.figures(who);
        if locked || !(figures.has(Trait::Hands) || play.weapon_in(who, Slot::Hand).is_some() || figures.has(Trait::Incorporeal))
        {
            return false;
        }
    }
    let mut question = Happening::new().actor(who).target(who).at(at);
    let asked: Vec<(Res, Option<Id>)> = play
        .ground(at)
        .map(|ground| (ground, None))
        .into_iter()
        .chain(play.world().on(at).filter(|thing| !thing.kind.is_creature()).map(|thing| (thing.res, Some(thing.id))))
        .collect();
    asked.into_iter().all(|(res, holder)| !play.ask(res, Verb::MON_CONSIDER, holder, &mut question).is_no())
}

/// Where one would land who jumps over a pit, nearest to the hero.
fn beyond_a_pit(play: &Play, distances: &Grid<u16>, at: Place) -> Option<Place> {
    let is_pit = |at: Place| {
        let terrain = play.ground(at).and_then(|ground| play.content().terrain(ground));
        terrain.is_some_and(|terrain| terrain.is(TerrainFlag::Pit))
    };
    let landings = (-2..=2).flat_map(|y| (-2..=2).map(move |x| Place::new(at.x + x, at.y + y)));
    let fits = |to: &Place| {
        to.distance(at) == JUMP_MAX
            && at.line(*to).first().is_some_and(|over| is_pit(*over))
            && play.world().creature_at(*to).is_none()
    };
    let far = |to: Place| distances.get(to).filter(|far| *far < BARRED).map(|far| (far, to));
    landings.filter(fits).filter_map(far).min().map(|(_, to)| to)
}

/// Whoever has no other way jumps over what is between. Says whether it did.
fn leap(play: &mut Play, who: Id, to: Place) -> bool {
    would_step(play, who, to) && play.throw(Verb::JUMP, &mut Happening::new().actor(who).at(to)) == Verdict::Done
}

/// Whether somebody notices the hero: it sees it, or hears it.
fn notices(play: &mut Play, who: Id, at: Place, far: u16) -> bool {
    let hero = play.world().hero;
    let Some(spot) = play.world().spot(hero) else { return false };
    let sight = play.content().monster(play.thing(who).res).and_then(|monster| monster.sight).map_or(12, |sight| sight.get());
    if spot.distance(at) <= sight && play.sees(who, hero) {
        return true;
    }
    far <= HEARD && {
        let quiet = play.skill(hero, Skill::MoveSilently);
        play.check(who, Skill::Listen, 15 + quiet + i32::from(far)) >= 0
    }
}

/// Whoever sleeps may hear the hero and wake.
pub(crate) fn stirs(play: &mut Play, who: Id) {
    let asleep = play.lore.natures.asleep;
    let (Some(at), Some(hero)) = (play.world().spot(who), play.world().spot(play.world().hero)) else { return };
    if at.distance(hero) > i32::from(HEARD) || !play.thing(who).has(asleep) || !play.are_hostile(who, play.world().hero) {
        return;
    }
    let quiet = play.skill(play.world().hero, Skill::MoveSilently);
    if play.check(who, Skill::Listen, 17 + quiet + at.distance(hero)) >= 0 {
        play.lose_nature(who, asleep);
    }
}

fn prefer(foes: Vec<Id>, hero: Id) -> Option<Id> {
    if foes.contains(&hero) { Some(hero) } else { foes.first().copied() }
}

fn is_wounded(play: &Play, who: Id) -> bool {
    play.thing(who).hp * 2 < play.thing(who).max_hp
}

/// Whoever walks between worlds does so when it is hurt. Says whether it did.
fn phases(play: &mut Play, who: Id) -> bool {
    let can = play.figures(who).has(Trait::Phases) && !play.thing(who).has(play.lore.natures.hidden);
    can && play.throw(Verb::PHASE, &mut Happening::new().actor(who)) == Verdict::Done
}

/// Strikes, if it can. Says whether that took its time.
fn strike(play: &mut Play, who: Id, foe: Id) -> bool {
    if play.is_stopped(who, Stop::Attacking) {
        return false;
    }
    let verb = play.strikes_with(who);
    let before = play.loan.events().len();
    play.throw(verb, &mut Happening::new().actor(who).target(foe));
    play.loan.events().len() > before
}

/// Casts or shoots, if that makes sense. Says whether it did.
fn from_afar(play: &mut Play, who: Id, foe: Id) -> bool {
    let (Some(at), Some(spot)) = (play.world().spot(who), play.world().spot(foe)) else { return false };
    let distance = at.distance(spot);
    if distance > crate::eyes::SIGHT || !is_ranged(play, who) || !play.sees(who, foe) {
        return false;
    }
    if distance <= SPELL_RANGE && casts(play, who, foe, spot) {
        return true;
    }
    distance > 1 && shoots(play, who, foe, spot)
}

fn is_ranged(play: &Play, who: Id) -> bool {
    !spells(play, who).is_empty() || play.world().things.in_slot(who, Slot::Bow).is_some()
}

/// The spells of a monster and of its templates.
fn spells(play: &Play, who: Id) -> Vec<Res> {
    let thing = play.thing(who);
    let born = play.content().monster(thing.res).into_iter().flat_map(|monster| &monster.spells);
    let templates = thing.statuses.iter().filter(|status| status.nature == play.lore.natures.template);
    let learned = templates.filter_map(|status| play.content().template(status.effect?)).flat_map(|template| &template.spells);
    born.chain(learned).map(|link| link.res()).collect()
}

fn casts(play: &mut Play, who: Id, foe: Id, spot: Place) -> bool {
    let mana = play.world().creature(who).map_or(0, |creature| creature.mana);
    let wounded = is_wounded(play, who);
    if play.is_stopped(who, Stop::Casting) {
        return false;
    }
    let sensible = |res: &Res| {
        play.content().effect(*res).is_some_and(|effect| {
            let lasts = play.thing(who).statuses.iter().any(|status| status.effect == Some(*res));
            effect.mana.get() <= mana
                && match effect.purpose {
                    Purpose::Harm | Purpose::Hinder | Purpose::Summon => true,
                    Purpose::Protect => !lasts,
                    Purpose::Heal | Purpose::Escape => wounded,
                    Purpose::Other => false,
                }
        })
    };
    let known: Vec<(Res, i32)> = spells(play, who).into_iter().filter(sensible).map(|res| (res, 1)).collect();
    if known.is_empty() || !play.percent(50, "whether it casts") {
        return false;
    }
    let Some(spell) = play.pick(&known, "which spell") else { return false };
    let purpose = play.content().effect(spell).map(|effect| effect.purpose);
    let hostile = matches!(purpose, Some(Purpose::Harm | Purpose::Hinder));
    let happening = Happening::new().actor(who).effected(spell);
    let mut happening = if hostile { happening.target(foe).at(spot) } else { happening.target(who) };
    play.throw(Verb::CAST, &mut happening) != Verdict::Abort
}

fn shoots(play: &mut Play, who: Id, foe: Id, spot: Place) -> bool {
    let Some((Some(bow), missile)) = play.bow_and_arrow(who) else { return false };
    let at = play.world().spot(who).unwrap_or(spot);
    if play.is_stopped(who, Stop::Attacking) || !play.is_clear(at, spot) {
        return false;
    }
    let mut happening = Happening::new().actor(who).target(foe).item(bow).item2(missile).at(spot);
    play.throw(Verb::RATTACK, &mut happening) != Verdict::Abort
}

/// A step straight toward a square, or beside the straight line.
fn step_toward(play: &mut Play, who: Id, at: Place, to: Place) -> bool {
    let way = at.toward(to);
    for turn in [0, 1, 7] {
        let way = (way + turn) % 8;
        let next = at.step(way);
        if play.world().creature_at(next).is_none() && !play.is_solid(next) && would_step(play, who, next) {
            play.throw(Verb::MOVE, &mut Happening::new().actor(who).toward(way));
            return true;
        }
    }
    false
}

fn wander(play: &mut Play, who: Id) {
    let way = play.die(8, "where it staggers") as u8 - 1;
    play.throw(Verb::MOVE, &mut Happening::new().actor(who).toward(way));
}

impl Play {
    /// A door on a square that is shut.
    pub(crate) fn door_at(&self, at: Place) -> Option<Id> {
        let shut = |thing: &&crate::Thing| thing.kind == Kind::Door && thing.feature().is_some_and(|feature| !feature.open);
        self.world().on(at).find(shut).map(|thing| thing.id)
    }
}

#[cfg(test)]
mod tests {
    use super::Minds;
    use crate::arena::{Arena, MIDDLE};
    use crate::content::Noun;
    use referee_dispatch::Place;

    const PIT: &str = "[shaft]\nabout = 'Deep.'\nglyph = '^'\ntint = 'faint'\nflags = ['warn', 'pit']";

    #[test]
    fn a_hunter_jumps_over_a_pit_if_there_is_no_other_way() {
        for walled in [true, false] {
            let mut arena = Arena::with(&[("terrains-more.toml", PIT)]);
            let far = arena.goblin;
            arena.world.things.remove(far);
            let goblin = arena.place(Noun::Monster, "goblin", Place::new(MIDDLE.x + 3, MIDDLE.y));
            arena.creature(goblin, |it| it.target = Some(crate::Id(0)));
            let shaft = arena.res(Noun::Terrain, "shaft");
            let level = arena.world.levels.get_mut(&1).expect("a level");
            let rows: Vec<i32> = if walled { (0..level.terrain.height()).collect() } else { vec![MIDDLE.y] };
            rows.into_iter().for_each(|y| level.terrain.set(Place::new(MIDDLE.x + 2, y), shaft));
            arena.die("check", 20);
            arena.play(move |play| Minds::default().act(play, goblin)).expect("a moment");
            let is_over = arena.world.spot(goblin).is_some_and(|at| at.x == MIDDLE.x + 1);
            assert_eq!(is_over, walled);
            assert_eq!(arena.rolled("check"), usize::from(walled), "only then");
        }
    }

    #[test]
    fn an_effect_may_make_its_bearer_act() {
        const EFFECTS: &str = "[itch]\nabout = 'Dance.'\nlevel = 1\nsegments = [{ does = 'inflict', status = 'morale' }]
[itch.on]\nCOMPULSION = 'me.heal(1); DONE'";
        let mut arena = Arena::of_effects(EFFECTS);
        let goblin = arena.goblin;
        arena.wound(goblin, 10);
        let compelled = move |play: &mut crate::play::Play| {
            let done = super::is_compelled(play, goblin);
            assert_eq!(done, !play.thing(goblin).statuses.is_empty());
        };
        arena.play(compelled).expect("a moment");
        assert_eq!(arena.thing(goblin).hp, 10);
        arena.effect("itch", |it| it.target(goblin));
        arena.play(compelled).expect("a moment");
        assert_eq!(arena.thing(goblin).hp, 11);
    }
}

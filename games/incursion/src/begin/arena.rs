//! How a game begins on a level by hand. Whatever makes no sense is named, and so is what there is.

use super::{HERO, bad};
use crate::content::{Noun, Slot, TerrainFlag};
use crate::making::{GOAL, Newcomer};
use crate::play::Play;
use crate::setup::{Arena, At, Band, Condition, Fighter, Fixture, Foe, Snare, Ware};
use crate::{Encounter, Event, Gauge, Grid, Happening, Id, Level, Mood, Refusal, Res, Source, Status, Verb, Whereabouts};
use referee_dispatch::{Place, Verdict};
use std::collections::BTreeSet;

/// The most columns of a map.
pub(crate) const WIDTH_MAX: usize = 100;
/// The most rows of a map.
pub(crate) const HEIGHT_MAX: usize = 60;
/// The most things of an arena, whatever they are.
pub(crate) const THINGS_MAX: usize = 400;
/// The most conditions somebody begins with.
const STATUSES_MAX: usize = 20;
/// The most templates of one creature.
const TEMPLATES_MAX: usize = 3;
/// The highest number of anything: life, mana, how many.
const MUCH: i32 = 100_000;

type Sound = Result<(), Refusal>;

impl Play {
    /// The arena comes to be, and the hero in it.
    pub(super) fn enter(&mut self, arena: &Arena) -> Sound {
        let chart = Chart::of(self, arena)?;
        let hero = self.hero_place(arena, &chart)?;
        self.emit(Event::LevelMade { level: Box::new(chart.level.clone()) });
        if self.world().depth != arena.depth {
            self.emit(Event::DepthChanged { depth: arena.depth });
        }
        self.emit(Event::Moved { id: HERO, at: Whereabouts::On { depth: arena.depth, place: hero } });
        self.furnish_by_hand(arena, &chart)?;
        self.people(arena, &chart)?;
        self.look_around();
        Ok(())
    }

    fn furnish_by_hand(&mut self, arena: &Arena, chart: &Chart) -> Sound {
        for fixture in &arena.features {
            for at in chart.places(fixture.at)? {
                self.fixture(fixture, at)?;
            }
        }
        for snare in &arena.traps {
            for at in chart.places(snare.at)? {
                self.snare(snare, at)?;
            }
        }
        for loose in &arena.items {
            for place in chart.places(loose.at)? {
                self.ware(&loose.ware, Whereabouts::On { depth: arena.depth, place })?;
            }
        }
        Ok(())
    }

    fn people(&mut self, arena: &Arena, chart: &Chart) -> Sound {
        for foe in &arena.monsters {
            for at in chart.places(foe.at)? {
                self.foe(foe, at)?;
            }
        }
        for band in &arena.encounters {
            for at in chart.places(band.at)? {
                self.band(band, arena.depth, at)?;
            }
        }
        Ok(())
    }

    /// What an arena says about the hero, before it has a place.
    pub(super) fn trained(&mut self, fighter: &Fighter) -> Sound {
        within("the hero's level", fighter.level, 1, 20)?;
        crate::classes::advance_to(self, HERO, fighter.level);
        for (nth, &score) in fighter.attributes.iter().flatten().enumerate() {
            within("an attribute", score, 1, 100)?;
            self.set(HERO, Gauge::Attribute(nth as u8), score);
        }
        self.life("the hero", HERO, fighter.hp, fighter.max_hp)?;
        if let Some(mana) = fighter.mana {
            within("the hero's mana", mana, 0, MUCH)?;
            self.set(HERO, Gauge::MaxMana, mana);
            self.set(HERO, Gauge::Mana, mana);
        }
        for name in &fighter.spells {
            let spell = self.named(Noun::Effect, name)?;
            if !self.thing(HERO).character().is_some_and(|character| character.spells.contains(&spell)) {
                self.emit(Event::Learned { id: HERO, spell });
            }
        }
        for (name, &faith) in &fighter.faith {
            let god = self.named(Noun::God, name)?;
            within("favour", faith.favour, 0, MUCH)?;
            within("anger", faith.anger, 0, MUCH)?;
            self.emit(Event::FaithChanged { id: HERO, god, faith });
        }
        self.conditions(HERO, &fighter.statuses)
    }

    /// What the hero of an arena carries besides its kit, or instead of it.
    pub(super) fn wares(&mut self, wares: &[Ware]) -> Sound {
        wares.iter().try_for_each(|ware| self.given(HERO, ware))
    }

    fn given(&mut self, who: Id, ware: &Ware) -> Sound {
        let res = self.named(Noun::Item, &ware.item)?;
        let free = |slot: &Slot| !slot.is_worn() || self.world().things.in_slot(who, *slot).is_none();
        let slot = match ware.slot {
            Some(slot) if !free(&slot) => {
                return Err(bad(&format!("`{}` cannot be worn in `{}`: something else is", ware.item, slot.name())));
            }
            Some(slot) => slot,
            None => self.home_of(res).filter(free).unwrap_or(Slot::Pack),
        };
        self.ware(ware, Whereabouts::With { who, slot })
    }

    fn ware(&mut self, ware: &Ware, at: Whereabouts) -> Sound {
        let res = self.named(Noun::Item, &ware.item)?;
        let enchantment = ware.enchantment.as_ref().map(|name| self.named(Noun::Effect, name)).transpose()?;
        let poison = ware.poison.as_ref().map(|name| self.named(Noun::Effect, name)).transpose()?;
        within("a count", ware.count.unwrap_or(1), 1, 10_000)?;
        within("a plus", ware.plus.unwrap_or(0), -20, 20)?;
        within("charges", ware.charges.unwrap_or(0), 0, MUCH)?;
        self.crowded()?;
        let Some(id) = self.make_item(res, ware.count.unwrap_or(1), at) else { return Ok(()) };
        let known = ware.known.or(matches!(at, Whereabouts::With { who: HERO, .. }).then_some(true));
        let gauges = [
            (Gauge::Plus, ware.plus),
            (Gauge::Charges, ware.charges),
            (Gauge::Known, known.map(i32::from)),
            (Gauge::Cursed, ware.cursed.then_some(1)),
            (Gauge::Blessed, ware.blessed.then_some(1)),
        ];
        for (gauge, to) in gauges.into_iter().filter_map(|(gauge, to)| Some((gauge, to?))) {
            self.set(id, gauge, to);
        }
        if enchantment.is_some() {
            self.emit(Event::Enchanted { id, enchantment });
        }
        if poison.is_some() {
            self.emit(Event::Coated { id, poison });
        }
        Ok(())
    }

    fn foe(&mut self, foe: &Foe, place: Place) -> Sound {
        let monster = self.named(Noun::Monster, &foe.monster)?;
        let templates = foe.templates.iter().map(|name| self.named(Noun::Template, name)).collect::<Result<Vec<_>, _>>()?;
        if templates.len() > TEMPLATES_MAX {
            return Err(bad(&format!("one creature has {TEMPLATES_MAX} templates at most")));
        }
        self.standing(&foe.monster, place)?;
        self.crowded()?;
        let party = foe.party.unwrap_or(match foe.mood {
            Mood::Hostile => 1,
            Mood::Neutral => 2,
            Mood::Friendly => 0,
        });
        let newcomer = Newcomer { monster, templates, place, party, mood: foe.mood, asleep: false };
        let Some(id) = self.make_monster(&newcomer) else {
            return Err(bad(&format!("something keeps the `{}` away from {}", foe.monster, told(place))));
        };
        if let Some(kit) = &foe.kit {
            let own: Vec<Id> = self.world().things.with(id).to_vec();
            own.into_iter().for_each(|item| self.unmake(item));
            kit.iter().try_for_each(|ware| self.given(id, ware))?;
        }
        self.life(&foe.monster, id, foe.hp, foe.max_hp)?;
        if let Some(ready) = foe.ready {
            let ready = i32::try_from(ready).unwrap_or(i32::MAX);
            within("when somebody acts", ready, 0, MUCH)?;
            self.set(id, Gauge::Ready, ready);
        }
        if foe.goal {
            let to = id.0 as i32 + 1;
            self.emit(Event::Noted { about: GOAL.to_owned(), key: GOAL.to_owned(), to });
        }
        self.conditions(id, &foe.statuses)
    }

    fn band(&mut self, band: &Band, depth: u8, at: Place) -> Sound {
        let en_id = Some(self.named(Noun::Encounter, &band.encounter)?);
        within("a CR", band.cr.unwrap_or(1), -20, 50)?;
        within("how many come", band.amount.unwrap_or(1), 1, 40)?;
        self.crowded()?;
        let (en_cr, en_amount) = (band.cr.unwrap_or(0), band.amount.unwrap_or(0));
        let encounter = Encounter { en_id, en_cr, en_amount, en_depth: depth.into(), ..Encounter::default() };
        let mut happening = Happening::new().at(at).with(|more| more.encounter = Some(Box::new(encounter)));
        match self.throw(Verb::ENGEN, &mut happening) {
            Verdict::Abort => Err(bad(&format!("nobody of `{}` comes to {}", band.encounter, told(at)))),
            _ => Ok(()),
        }
    }

    fn fixture(&mut self, fixture: &Fixture, at: Place) -> Sound {
        let res = self.named(Noun::Feature, &fixture.feature)?;
        let god = fixture.god.as_ref().map(|name| self.named(Noun::God, name)).transpose()?;
        self.crowded()?;
        let Some(id) = self.make_feature_of(res, at, god) else {
            return Err(bad(&format!("something keeps the `{}` away from {}", fixture.feature, told(at))));
        };
        let gauges = [(Gauge::Open, fixture.open, 1), (Gauge::Locked, fixture.locked, 1), (Gauge::Found, fixture.hidden, 0)];
        gauges.into_iter().filter(|(_, is, _)| *is).for_each(|(gauge, _, to)| self.set(id, gauge, to));
        self.life(&fixture.feature, id, fixture.hp, None)
    }

    fn snare(&mut self, snare: &Snare, at: Place) -> Sound {
        let res = self.named(Noun::Trap, &snare.trap)?;
        self.crowded()?;
        if let Some(id) = self.make_trap(res, at).filter(|_| snare.found) {
            self.set(id, Gauge::Found, 1);
        }
        Ok(())
    }

    fn conditions(&mut self, who: Id, conditions: &[Condition]) -> Sound {
        if conditions.len() > STATUSES_MAX {
            return Err(bad(&format!("somebody begins with {STATUSES_MAX} conditions at most")));
        }
        for condition in conditions {
            let nature = self.named(Noun::Status, &condition.status)?;
            let effect = condition.effect.as_ref().map(|name| self.named(Noun::Effect, name)).transpose()?;
            [condition.mag, condition.val].iter().try_for_each(|&it| within("a condition's number", it, -MUCH, MUCH))?;
            within("a condition's turns", condition.turns, 0, MUCH)?;
            let (magnitude, value, lasts) = (condition.mag, condition.val, self.lasting(condition.turns));
            let source = if effect.is_some() { Source::Enchantment } else { Source::Misc };
            self.gain(who, Status { nature, magnitude, value, lasts, effect, source, ..Status::default() }, true);
        }
        Ok(())
    }

    fn life(&mut self, whose: &str, id: Id, hp: Option<i32>, most: Option<i32>) -> Sound {
        let Some(most) = most.or(hp) else { return Ok(()) };
        let hp = hp.unwrap_or(most);
        within("life", most, 1, MUCH)?;
        if hp < 1 || hp > most {
            return Err(bad(&format!("{whose} has {hp} of {most} hit points: they are 1 to {most}")));
        }
        self.set(id, Gauge::MaxHp, most);
        let old = self.thing(id).hp;
        match hp - old {
            0 => {}
            more @ 1.. => self.emit(Event::Healed { id, amount: more, hp }),
            less => self.emit(Event::Hurt { id, amount: -less, hp }),
        }
        Ok(())
    }

    fn hero_place(&self, arena: &Arena, chart: &Chart) -> Result<Place, Refusal> {
        let mut marks = chart.marks.iter().filter(|(letter, _)| *letter == '@').map(|(_, place)| *place);
        let marked = marks.next();
        if marks.next().is_some() && arena.hero.at.is_none() {
            return Err(bad("the hero is in two places: there is more than one `@` on the map"));
        }
        let place = arena.hero.at.or(marked).ok_or_else(|| bad("the hero is nowhere: say `at`, or put an `@` on the map"))?;
        let ground = chart.level.terrain.get(place).and_then(|terrain| self.content().terrain(terrain));
        let ground = ground.ok_or_else(|| bad(&format!("the hero is beyond the map at {}", told(place))))?;
        if ground.is(TerrainFlag::Solid) {
            return Err(bad(&format!("the hero cannot stand at {}: that is solid", told(place))));
        }
        Ok(place)
    }

    /// Somebody can stand on a square.
    fn standing(&self, who: &str, at: Place) -> Sound {
        if self.is_solid(at) {
            return Err(bad(&format!("the `{who}` cannot stand at {}: that is solid", told(at))));
        }
        if let Some(other) = self.world().creature_at(at) {
            let other = self.plain_name(other.id);
            return Err(bad(&format!("the `{who}` cannot stand at {}: the {other} stands there", told(at))));
        }
        Ok(())
    }

    fn crowded(&self) -> Sound {
        if self.world().things.next_id().0 as usize >= THINGS_MAX {
            return Err(bad(&format!("an arena has {THINGS_MAX} things at most")));
        }
        Ok(())
    }
}

/// A map, read.
struct Chart {
    level: Level,
    /// Where each letter is.
    marks: Vec<(char, Place)>,
}

impl Chart {
    fn of(play: &Play, arena: &Arena) -> Result<Chart, Refusal> {
        let (width, height) = size(&arena.map)?;
        let dungeon = play.world().dungeon.and_then(|dungeon| play.content().dungeon(dungeon));
        let dungeon = dungeon.ok_or_else(|| bad("the content has no dungeon"))?;
        within("the depth", arena.depth.into(), 1, dungeon.depth.get())?;
        let usual = arena.region.as_ref().map(|name| play.named(Noun::Region, name)).transpose()?;
        let usual = usual.unwrap_or(dungeon.corridor.res());
        let terrain = Grid::new(width, height, dungeon.rock.res());
        let known = Grid::new(width, height, false);
        let level = Level {
            depth: arena.depth,
            terrain,
            regions: Grid::new(width, height, usual),
            lit: Grid::new(width, height, !arena.dark),
            known,
            ..Level::default()
        };
        let letters =
            (0..).zip(&arena.map).flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, it)| (it, Place::new(x, y))));
        let mut chart = Chart { level, marks: letters.collect() };
        chart.draw(play, arena, usual)?;
        let [down, up] = [&dungeon.stairs[0], &dungeon.stairs[1]].map(|link| play.content().name(link.res()));
        (chart.level.up, chart.level.down) = (chart.way_in(arena, up)?, chart.way_in(arena, down)?);
        Ok(chart)
    }

    /// Draws every letter.
    fn draw(&mut self, play: &Play, arena: &Arena, usual: Res) -> Sound {
        let used = arena.letters();
        let letters: BTreeSet<char> = self.marks.iter().map(|(letter, _)| *letter).collect();
        for letter in letters {
            let ground = arena.legend.get(&letter);
            if ground.is_none() && !matches!(letter, '.' | '#' | '@') && !used.contains(&letter) {
                let known: String = arena.legend.keys().copied().chain(['.', '#', '@']).chain(used).collect();
                return Err(bad(&format!("the map has a `{letter}` that means nothing; letters are: {known}")));
            }
            if letter == '#' && ground.is_none() {
                continue;
            }
            let region = ground.and_then(|ground| ground.region.as_ref());
            let region = region.map(|name| play.named(Noun::Region, name)).transpose()?.unwrap_or(usual);
            let named = ground.and_then(|ground| ground.terrain.as_ref());
            let floor = play.content().region(region).map(|region| region.floor.res()).unwrap_or_default();
            let terrain = named.map(|name| play.named(Noun::Terrain, name)).transpose()?.unwrap_or(floor);
            let lit = !ground.and_then(|ground| ground.dark).unwrap_or(arena.dark);
            for (_, place) in self.marks.iter().filter(|(it, _)| *it == letter) {
                self.level.terrain.set(*place, terrain);
                self.level.regions.set(*place, region);
                self.level.lit.set(*place, lit);
            }
        }
        Ok(())
    }

    /// One comes in by the stairs; where the hero is, if there are none.
    fn way_in(&self, arena: &Arena, stairs: &str) -> Result<Place, Refusal> {
        let fixture = arena.features.iter().find(|fixture| fixture.feature == stairs);
        let stairs = fixture.map(|fixture| self.places(fixture.at)).transpose()?.and_then(|places| places.first().copied());
        let hero = self.marks.iter().find(|(letter, _)| *letter == '@').map(|(_, place)| *place);
        Ok(stairs.or(arena.hero.at).or(hero).unwrap_or_default())
    }

    /// The squares something is on.
    fn places(&self, at: At) -> Result<Vec<Place>, Refusal> {
        let places: Vec<Place> = match at {
            At::Place(place) => [place].into_iter().filter(|&place| self.level.terrain.get(place).is_some()).collect(),
            At::Letter(letter) => self.marks.iter().filter(|(it, _)| *it == letter).map(|(_, place)| *place).collect(),
        };
        match (places.is_empty(), at) {
            (false, _) => Ok(places),
            (true, At::Place(place)) => Err(bad(&format!("{} is beyond the map", told(place)))),
            (true, At::Letter(letter)) => Err(bad(&format!("there is no `{letter}` on the map"))),
        }
    }
}

impl Arena {
    /// The letters that things are marked with.
    fn letters(&self) -> BTreeSet<char> {
        let spots = self.monsters.iter().map(|it| it.at).chain(self.encounters.iter().map(|it| it.at));
        let spots = spots.chain(self.items.iter().map(|it| it.at)).chain(self.features.iter().map(|it| it.at));
        let letter = |at: At| if let At::Letter(letter) = at { Some(letter) } else { None };
        spots.chain(self.traps.iter().map(|it| it.at)).filter_map(letter).collect()
    }
}

/// Width and height of a map.
fn size(map: &[String]) -> Result<(i32, i32), Refusal> {
    let width = map.first().map_or(0, |row| row.chars().take(WIDTH_MAX + 1).count());
    if map.is_empty() || width == 0 || map.len() > HEIGHT_MAX || width > WIDTH_MAX {
        return Err(bad(&format!("a map has 1 to {HEIGHT_MAX} rows of 1 to {WIDTH_MAX} letters")));
    }
    if let Some(nth) = map.iter().position(|row| row.chars().take(WIDTH_MAX + 1).count() != width) {
        return Err(bad(&format!("row {} of the map is not as long as the first, which has {width} letters", nth + 1)));
    }
    Ok((width as i32, map.len() as i32))
}

fn within(what: &str, number: i32, least: i32, most: i32) -> Sound {
    if (least..=most).contains(&number) { Ok(()) } else { Err(bad(&format!("{what} is {least} to {most}, not {number}"))) }
}

fn told(place: Place) -> String {
    format!("{}, {}", place.x, place.y)
}

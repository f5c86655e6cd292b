//! For tests: a small pack, a hero and a goblin in an open room, and a pen to let something happen with.
//!
//! Encounters and clothes are the simplest there are, and give way to the real ones where those have code.
#![allow(clippy::disallowed_types)] // a test hands its work to the rules by the thread it runs on
#![allow(clippy::let_and_return)] // borrows that must end before

use crate::classes::{Own, any};
use crate::content::{Content, Noun, Slot};
use crate::play::Play;
use crate::{
    Action, Character, Creature, Event, Faith, Grid, Happening, Id, Incursion, Item, Kind, Lasts, Level, Mood, Nature, Refusal,
    Res, Status, Thing, Verb, Whereabouts, World,
};
use referee::{Ask, Chance, Fault, Seat, apply_with};
use referee_dispatch::{Phase, Place, Role, Verdict};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What a test lets happen.
pub(crate) type Work = Rc<dyn Fn(&mut Play) -> Result<(), Refusal>>;

thread_local! {
    static WORK: RefCell<Option<Work>> = const { RefCell::new(None) };
}

/// What a test lets happen instead of an action.
pub(crate) fn work() -> Option<Work> {
    WORK.with(|work| work.borrow().clone())
}

/// The middle of the room.
pub(crate) const MIDDLE: Place = Place::new(15, 15);
/// How wide and high the room is, walls and all.
const SIDE: i32 = 31;

/// A hero and a goblin in an open room.
pub(crate) struct Arena {
    pub(crate) rules: Incursion,
    pub(crate) world: World,
    pub(crate) hero: Id,
    pub(crate) goblin: Id,
    /// What each kind of die shows; others show their middle.
    pub(crate) dice: Vec<(&'static str, u32)>,
    /// What has happened.
    pub(crate) events: Vec<Event>,
    /// What the hero has read.
    pub(crate) said: Vec<String>,
}

const NATURES: [&str; 26] = [
    "afraid",
    "asleep",
    "blind",
    "charmed",
    "confused",
    "hidden",
    "nauseated",
    "paralysed",
    "poisoned",
    "prone",
    "slowed",
    "stuck",
    "stunned",
    "template",
    "waiting",
    "summoned",
    "disbelieves",
    "mounted",
    "hungry",
    "flanked",
    "armour",
    "morale",
    "silenced",
    "petrifying",
    "invisible",
    "changed",
];

fn statuses() -> String {
    let more = |name: &str| match name {
        "asleep" => "stops = ['acting']\nflags = ['helpless', 'mental']\n",
        "afraid" => "flags = ['flees', 'mental']\n",
        "blind" => "stops = ['seeing']\n",
        "charmed" => "flags = ['owned', 'mental']\n",
        "summoned" => "flags = ['owned', 'marker']\n",
        "hidden" | "invisible" => "flags = ['unseen']\n",
        "nauseated" => "stops = ['casting']\n",
        "paralysed" => "stops = ['acting']\n",
        "poisoned" => "flags = ['hurts']\n",
        "petrifying" => "flags = ['counts-down']\n",
        "silenced" => "stops = ['speaking']\n",
        "morale" => "attack = 'M'\nsaves = 'M'\nbegins = 'Morale.'\nends = 'Morale ends.'\n",
        "armour" => "armour = 'M'\n",
        _ => "",
    };
    NATURES.iter().map(|name| format!("[{name}]\nabout = 'A condition.'\n{}", more(name))).collect()
}

const TERRAINS: &str = "
[floor]\nabout = 'Stone.'\nglyph = '.'\ntint = 'grey'\nflags = ['floor']
[wall]\nabout = 'Rock.'\nglyph = '#'\ntint = 'grey'\nflags = ['solid', 'opaque']
[runes]\nabout = 'Signs.'\nglyph = '*'\ntint = 'grey'\nflags = ['special']\non = { MAGIC_XY = { say = ['Ground.'] } }
[grease]\nabout = 'Slippery.'\nglyph = '~'\ntint = 'grey'
";
const MONSTERS: &str = "
[goblin]\nabout = 'Small.'\nglyph = 'g'\ntint = 'green'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100\nspeed = 100
attributes = [10, 10, 10, 10, 10, 10]\nis_a = ['goblinoid']\ntraits = ['hands']\nspells = ['spark']
[golem]\nabout = 'Clay.'\nglyph = 'G'\ntint = 'brown'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100\nspeed = 100
attributes = [10, 10, 10, 0, 10, 0]\nis_a = ['construct']\ntraits = ['mindless']\nmagic_resistance = 50\nimmune = ['paralysis']
[rogue]\nabout = 'Quick.'\nglyph = 'r'\ntint = 'brown'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100\nspeed = 100
attributes = [10, 10, 10, 10, 10, 10]\ntraits = ['evasion']
";
const PEOPLE: &str = "[human]\nabout = 'People.'\nsize = 'medium'\nmove = 100\nattributes = [0, 0, 0, 0, 0, 0, 0]\nis_a = ['human']\ndark_sight = 20";
const CLASSES: &str = "
[mage]\nabout = 'Casts.'\nhit_die = 4\nattack = 50\narchery = 50\ndefence = 0\nsaves = ['will']\nmana = 5\ncasts_with = 'int'
attributes = [10, 10, 10, 10, 10, 10, 10]\nskills = []\nkit = []
";
const REGIONS: &str = "
[hall]\nabout = 'A hall.'\nkind = 'room'\nfloor = 'floor'\nwalls = 'wall'
[shrine]\nabout = 'A shrine.'\nkind = 'room'\nfloor = 'floor'\nwalls = 'wall'\non = { MAGIC_XY = { say = ['Region.'] } }
";
const DUNGEONS: &str = "
[caves]\nabout = 'Caves.'\ndepth = 1\nsize = [20, 20]\nrooms = [4, 4]\nturns = 0\ncr = 1\nsteps = 0\nwandering = 0
rock = 'wall'\nedge = 'wall'\ncorridor = 'hall'\ndoors = []\nstairs = ['tomb', 'tomb']\ngoal = 'horde'\non = { MAGIC_XY = { say = ['Dungeon.'] } }
";
const ENCOUNTERS: &str = "[horde]\nabout = 'Many.'\ncr = [1, 5]\nparts = [{ name = 'one', count = [1, 1], share = 1, of = [{ monster = 'goblin', weight = 1 }] }]";
const FEATURES: &str = "
[tomb]\nabout = 'A tomb.'\nglyph = '&'\ntint = 'grey'\nkind = 'feature'\nmaterial = 'granite'\nhp = 50\non = { MAGIC_XY = { say = ['Feature.'] } }
";

impl Arena {
    /// With effects, items, gods and features of one's own, each a file's text.
    pub(crate) fn with(more: &[(&str, &str)]) -> Arena {
        let statuses = statuses();
        let mut files =
            vec![("statuses.toml", &*statuses), ("terrains.toml", TERRAINS), ("monsters.toml", MONSTERS), ("races.toml", PEOPLE)];
        files.extend([("classes.toml", CLASSES), ("regions.toml", REGIONS), ("dungeons.toml", DUNGEONS)]);
        files.extend([("effects-arena.toml", SPARK), ("features-arena.toml", FEATURES), ("encounters-arena.toml", ENCOUNTERS)]);
        files.extend(more.iter().copied());
        files.retain(|(_, text)| !text.is_empty());
        let content = Content::read(&files).unwrap_or_else(|problems| panic!("{}", problems[0]));
        Arena::of(Incursion::with(Arc::new(content)).expect("the pack is whole"))
    }

    /// With the pack of the game.
    pub(crate) fn of_pack() -> Arena {
        Arena::of(Incursion::default())
    }

    fn of(rules: Incursion) -> Arena {
        let (hero, goblin) = (Id(0), Id(1));
        let mut arena =
            Arena { rules, world: World::default(), hero, goblin, dice: Vec::new(), events: Vec::new(), said: Vec::new() };
        arena.room();
        arena.world.things.add(arena.mage());
        arena.place(Noun::Monster, "goblin", Place::new(18, 15));
        arena
    }

    /// With effects of one's own.
    pub(crate) fn of_effects(effects: &str) -> Arena {
        Arena::with(&[("effects.toml", effects)])
    }

    pub(crate) fn res(&self, noun: Noun, name: &str) -> Res {
        self.rules.pack().find(noun, name).unwrap_or_else(|| panic!("there is no {} `{name}`", noun.name()))
    }

    fn room(&mut self) {
        let pack = self.rules.pack();
        let wall = pack.find(Noun::Terrain, "wall").or(pack.find(Noun::Terrain, "rock")).expect("something solid");
        let (floor, hall) = (self.res(Noun::Terrain, "floor"), self.res(Noun::Region, "hall"));
        let mut terrain = Grid::new(SIDE, SIDE, floor);
        let places: Vec<Place> = terrain.places().collect();
        let is_rim = |at: &Place| [at.x, at.y].into_iter().any(|side| side == 0 || side == SIDE - 1);
        places.iter().filter(|at| is_rim(at)).for_each(|&at| terrain.set(at, wall));
        let lit = Grid::new(SIDE, SIDE, true);
        let level =
            Level { depth: 1, terrain, regions: Grid::new(SIDE, SIDE, hall), known: lit.clone(), lit, ..Level::default() };
        self.world.levels.insert(1, level);
        (self.world.depth, self.world.time, self.world.next_turn) = (1, 600, 660);
    }

    fn mage(&self) -> Thing {
        let spells = self.rules.pack().all(Noun::Effect).collect();
        let [race, class] = [self.res(Noun::Race, "human"), self.res(Noun::Class, "mage")];
        let character =
            Character { name: "Ash".into(), race, class, level: 4, attributes: [10; 7], spells, ..Character::default() };
        let creature = Creature { mana: 20, max_mana: 20, character: Some(Box::new(character)), ..Creature::default() };
        let at = Whereabouts::On { depth: 1, place: MIDDLE };
        let more = Nature::Creature(Box::new(creature));
        Thing { id: self.hero, kind: Kind::Player, res: Res(u16::MAX), at, hp: 100, max_hp: 100, statuses: Vec::new(), more }
    }

    /// Puts a monster, a feature or an item on a square.
    pub(crate) fn place(&mut self, noun: Noun, name: &str, place: Place) -> Id {
        self.put(noun, name, Whereabouts::On { depth: 1, place })
    }

    /// Gives the hero an item.
    pub(crate) fn give(&mut self, name: &str, slot: Slot) -> Id {
        let who = self.hero;
        self.put(Noun::Item, name, Whereabouts::With { who, slot })
    }

    fn put(&mut self, noun: Noun, name: &str, at: Whereabouts) -> Id {
        let (id, res) = (self.world.things.next_id(), self.res(noun, name));
        let pack = self.rules.pack();
        let (kind, more) = match noun {
            Noun::Item => {
                let definition = pack.item(res).expect("an item");
                let enchantment = definition.enchantment.as_ref().map(|link| link.res());
                let charges = definition.charges.map_or(0, |dice| dice.plus);
                (definition.kind, Nature::Item(Box::new(Item { quantity: 1, enchantment, charges, ..Item::default() })))
            }
            Noun::Feature => (pack.feature(res).expect("a feature").kind, Nature::Feature(Box::default())),
            Noun::Trap => (Kind::Trap, Nature::Feature(Box::default())),
            _ => {
                let creature = Creature { party: 1, mood: Mood::Hostile, mana: 10, max_mana: 10, ..Creature::default() };
                (Kind::Monster, Nature::Creature(Box::new(creature)))
            }
        };
        self.world.things.add(Thing { id, kind, res, at, hp: 50, max_hp: 50, statuses: Vec::new(), more });
        id
    }

    /// From now on a kind of die shows a number.
    pub(crate) fn die(&mut self, why: &'static str, shows: u32) -> &mut Arena {
        self.dice.retain(|(known, _)| *known != why);
        self.dice.push((why, shows));
        self
    }

    /// Lets something happen. Says whether it was accepted.
    pub(crate) fn play(&mut self, work: impl Fn(&mut Play) + 'static) -> Result<(), String> {
        WORK.with(|slot| {
            *slot.borrow_mut() = Some(Rc::new(move |play: &mut Play| {
                work(play);
                play.emit(Event::Noted { about: "arena".into(), key: "played".into(), to: 0 });
                Ok(())
            }));
        });
        let mut dice = Told(self.dice.clone());
        let applied = apply_with(&self.rules, &self.world, Seat(0), 0, &Action::Wait {}, &mut dice);
        WORK.with(|slot| slot.borrow_mut().take());
        let said = applied.events.iter().filter_map(|event| match event {
            Event::Said { text, .. } => Some(text.clone()),
            _ => None,
        });
        self.said = said.collect();
        self.world = applied.next;
        self.events = applied.events;
        applied.result.map_err(|why| format!("{why:?}"))
    }

    /// Throws a verb. What became of it.
    pub(crate) fn throw(&mut self, verb: Verb, happening: Happening) -> Verdict {
        let verdict = Rc::new(RefCell::new(Verdict::Nothing));
        let told = verdict.clone();
        let played = self.play(move |play| *told.borrow_mut() = play.throw(verb, &mut happening.clone()));
        played.unwrap_or_else(|why| panic!("{verb} was refused: {why}"));
        let said = *verdict.borrow(); // the borrow must end before
        said
    }

    /// The hero's effect takes place.
    pub(crate) fn effect(&mut self, name: &str, change: impl FnOnce(Happening) -> Happening) -> Verdict {
        let happening = change(Happening::new().actor(self.hero).effected(self.res(Noun::Effect, name)));
        self.throw(Verb::EFFECT, happening)
    }

    pub(crate) fn thing(&self, id: Id) -> &Thing {
        self.world.thing(id).expect("it is there")
    }

    /// How much somebody has lost.
    pub(crate) fn lost(&self, id: Id) -> i32 {
        self.thing(id).max_hp - self.thing(id).hp
    }

    /// The conditions of a kind that something is under.
    pub(crate) fn statuses(&self, id: Id, name: &str) -> Vec<Status> {
        let nature = self.res(Noun::Status, name);
        self.thing(id).statuses.iter().filter(|status| status.nature == nature).cloned().collect()
    }

    /// Puts somebody under a condition.
    pub(crate) fn afflict(&mut self, id: Id, name: &str, magnitude: i32) {
        let nature = self.res(Noun::Status, name);
        let seq = self.world.next_status;
        self.world.next_status += 1;
        let status = Status { seq, nature, magnitude, lasts: Lasts::Always, ..Status::default() };
        self.world.things.change(id, |thing| thing.statuses.push(status));
    }

    /// Gives somebody a template.
    pub(crate) fn mark(&mut self, id: Id, template: &str) {
        let (effect, seq) = (Some(self.res(Noun::Template, template)), self.world.next_status);
        self.afflict(id, "template", 0);
        let last = |status: &&mut Status| status.seq == seq;
        self.world.things.change(id, |thing| thing.statuses.iter_mut().filter(last).for_each(|it| it.effect = effect));
    }

    /// Gives somebody an item.
    pub(crate) fn hand(&mut self, who: Id, name: &str, slot: Slot) -> Id {
        self.put(Noun::Item, name, Whereabouts::With { who, slot })
    }

    /// Changes how much somebody has left.
    pub(crate) fn wound(&mut self, id: Id, hp: i32) {
        self.world.things.change(id, |thing| thing.hp = hp);
    }

    /// Changes what a creature is.
    pub(crate) fn creature(&mut self, id: Id, change: impl FnOnce(&mut Creature)) {
        self.world.things.change(id, |thing| thing.creature_mut().into_iter().next().map(change).unwrap_or_default());
    }

    /// The hero follows a god.
    pub(crate) fn follow(&mut self, god: &str, faith: Faith) {
        let god = self.res(Noun::God, god);
        self.world.things.change(self.hero, |thing| {
            if let Some(character) = thing.character_mut() {
                character.god = Some(god);
                character.faith.insert(god, faith);
            }
        });
    }

    pub(crate) fn faith(&self, god: &str) -> Faith {
        let god = self.res(Noun::God, god);
        self.thing(self.hero).character().and_then(|character| character.faith.get(&god)).copied().unwrap_or_default()
    }

    /// How often something was said.
    pub(crate) fn heard(&self, text: &str) -> usize {
        self.said.iter().filter(|said| said.contains(text)).count()
    }

    /// How many dice of a kind were rolled.
    pub(crate) fn rolled(&self, why: &str) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Rolled { why: known, .. } if known == why)).count()
    }
}

/// A power that goblins are born with.
const SPARK: &str = "[spark]\nabout = 'A spark.'\nlevel = 1\nmana = 2\naim = 'creature'
segments = [{ does = 'blast', harm = 'electric', power = { plus = 3 }, lasts = 'instant' }]";

/// Dice that show what a test says, by what they are for; others show their middle.
#[derive(Clone)]
struct Told(Vec<(&'static str, u32)>);

impl Chance for Told {
    fn settle(&mut self, ask: Ask, _native: u32, why: std::fmt::Arguments<'_>) -> Result<u32, Fault> {
        let why = why.to_string();
        let told = self.0.iter().find(|(known, _)| *known == why).map(|(_, shows)| *shows);
        Ok(told.unwrap_or((ask.low + ask.high) / 2).clamp(ask.low, ask.high))
    }
    fn lend(&self) -> Box<dyn Chance + Send + Sync> {
        Box::new(self.clone())
    }
}

/// The simplest ways to put something on and off.
pub(crate) const CREATURE: &[Own] = &[
    any(Verb::LOSEITEM, Phase::Main, crate::classes::done),
    any(Verb::WIELD, Phase::Main, put_on),
    any(Verb::REMOVE, Phase::Main, take_off),
];

/// The simplest encounter there is: a goblin beside the place.
pub(crate) const MAP: &[Own] = &[any(Verb::ENGEN, Phase::Main, come)];

fn put_on(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(id) = happening.roles.get(Role::Item) else { return Verdict::Abort };
    let slot = Slot::numbered(happening.value).filter(|slot| *slot != Slot::Hand).unwrap_or(Slot::Ring);
    play.emit(Event::Moved { id, at: Whereabouts::With { who, slot } });
    Verdict::Done
}

fn take_off(play: &mut Play, who: Id, happening: &mut Happening) -> Verdict {
    let Some(id) = happening.roles.get(Role::Item) else { return Verdict::Abort };
    play.emit(Event::Moved { id, at: Whereabouts::With { who, slot: Slot::Pack } });
    Verdict::Done
}

fn come(play: &mut Play, _who: Id, happening: &mut Happening) -> Verdict {
    let (Some(at), Some(res)) = (happening.place, play.content().find(Noun::Monster, "goblin")) else { return Verdict::Abort };
    let (id, place) = (play.world().things.next_id(), Place::new(at.x, at.y + 1));
    let more = Nature::Creature(Box::new(Creature { party: 9, ..Creature::default() }));
    let at = Whereabouts::On { depth: 1, place };
    let thing = Thing { id, kind: Kind::Monster, res, at, hp: 5, max_hp: 5, statuses: Vec::new(), more };
    play.emit(Event::Made { thing: Box::new(thing) });
    Verdict::Done
}

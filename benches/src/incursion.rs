//! Incursion: worlds in which one thing is measured at a time, packs of any size, a session of the explorer, and the calls upon them.

use referee::{Cause, Game, Legal, Rules, Seat, Snapshot, Stream, View as _};
use referee_dispatch::{Depth, Phase, Place, Stage, Table, TableBuilder, Verdict, View, throw};
use referee_host::{Hosted, Registry, Thought};
use referee_incursion::content::{Content, FILES, Noun, Slot};
use referee_incursion::{
    Action, Asking, Class, Creature, Event, Grid, Ground, Handler, Happening, House, Id, Incursion, Item, Kind, Level, Mood,
    Nature, Print, Res, STATIONS, Setup, Thing, Verb, Waiter, Whereabouts, World, explore, stations,
};
use std::sync::Arc;

const HERO: Seat = Seat(0);
/// So much life that nobody dies while it is measured.
const LIFE: i32 = referee_incursion::LIFE_MAX;
/// A verb without code of the game, for which a bystander listens in every way there is.
pub const UNHEARD: Verb = Verb::MIX;

/// The game's pack and so many copies of its monsters, items, templates, terrains and features, each under a name of its own, handlers and all. A
/// bystander listens to [`UNHEARD`], so that the whole course is asked about it.
pub fn pack(copies: usize) -> Incursion {
    let copied = |nth: usize| {
        let files = FILES.iter().filter(|(name, _)| COPIED.contains(name));
        files.map(move |(name, text)| (name.replace(".toml", &format!("-{nth}.toml")), renamed(text, nth)))
    };
    let mut files: Vec<(String, String)> = (1..copies).flat_map(copied).collect();
    files.extend(bystander().map(|(name, text)| (name.to_owned(), text)));
    files.extend(FILES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let content = Content::read(&files).unwrap_or_else(|problems| panic!("{}", problems[0]));
    Incursion::with(Arc::new(content)).expect("the pack is whole")
}

const COPIED: [&str; 5] = ["features.toml", "items.toml", "monsters.toml", "templates.toml", "terrains.toml"];

/// A file with another name for each definition; whoever is meant inside stays the same.
fn renamed(text: &str, nth: usize) -> String {
    let rename = |line: &str| -> Option<String> {
        let head = line.strip_prefix('[').filter(|rest| !rest.starts_with('{'))?.strip_suffix(']')?;
        let (name, rest) = head.strip_suffix(".on").map_or((head, ""), |name| (name, ".on"));
        Some(format!("[\"{} {nth}\"{rest}]\n", name.trim_matches('"')))
    };
    text.lines().map(|line| rename(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// Somebody far away, and a weapon nobody has, that listen to everything about a verb.
fn bystander() -> [(&'static str, String); 3] {
    let verb = UNHEARD.name().trim_start_matches("EV_");
    let moments = |lenses: &[&str]| {
        let each = |lens: &&str| ["PRE({})", "{}", "POST({})"].map(|phase| lens.replace("{}", &phase.replace("{}", verb)));
        lenses.iter().flat_map(each).collect::<Vec<_>>().join(", ")
    };
    let somebody = format!(
        "[bystander]\nabout = 'Elsewhere.'\nglyph = 'b'\ntint = 'grey'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 10\nmove = 100\n\
         speed = 100\nattributes = [10, 10, 10, 10, 10, 10]\nis_a = ['humanoid']\n[bystander.on]\n\"{}\" = 'NOTHING'\n",
        moments(&["{}", "EVICTIM({})"])
    );
    let effect = format!(
        "[bystander]\nabout = 'Elsewhere.'\nlevel = 1\nflags = ['enchantment']\n[bystander.on]\n\"{}\" = 'NOTHING'\n",
        moments(&["EITEM({})"])
    );
    let sword = FILES
        .iter()
        .find(|(name, _)| *name == "items.toml")
        .and_then(|(_, text)| text.split("\n\n[").find(|it| it.starts_with("Sunblade]")));
    let item = format!(
        "[{}\n",
        sword.expect("the pack has a sunblade").replace("Sunblade]", "bystander]").replace("sunblade", "bystander")
    );
    [("monsters-bystander.toml", somebody), ("effects-bystander.toml", effect), ("items-bystander.toml", item)]
}

/// A hero alone in a lit hall.
pub fn hall(rules: &Incursion, width: i32, height: i32) -> World {
    let setup = Setup { god: Some("Erich".into()), ..Setup::default() };
    let game = Game::start(rules.clone(), setup).unwrap_or_else(|why| panic!("{why}"));
    let mut world = game.state().clone();
    let mine = |thing: &Thing| thing.id == world.hero || thing.holder().is_some_and(|(who, _)| who == world.hero);
    let others: Vec<Id> = world.things.iter().filter(|thing| !mine(thing)).map(|thing| thing.id).collect();
    others.into_iter().for_each(|id| rules.evolve(&mut world, &Event::Removed { id }));
    rules.evolve(&mut world, &Event::LevelMade { level: Box::new(open(rules, width, height)) });
    let (hero, place) = (world.hero, Place::new(width / 2, height / 2));
    rules.evolve(&mut world, &Event::Moved { id: hero, at: Whereabouts::On { depth: 1, place } });
    let mut strong = world.thing(hero).expect("the hero is there").clone();
    (strong.hp, strong.max_hp) = (LIFE, LIFE);
    rules.evolve(&mut world, &Event::Made { thing: Box::new(strong) });
    world
}

fn open(rules: &Incursion, width: i32, height: i32) -> Level {
    let find = |noun, name| rules.pack().find(noun, name).unwrap_or_else(|| panic!("there is no {name}"));
    let (floor, rock, hall) = (find(Noun::Terrain, "floor"), find(Noun::Terrain, "rock"), find(Noun::Region, "hall"));
    let mut terrain = Grid::new(width, height, floor);
    let is_rim = |at: &Place| at.x == 0 || at.y == 0 || at.x == width - 1 || at.y == height - 1;
    let rim: Vec<Place> = terrain.places().filter(is_rim).collect();
    rim.into_iter().for_each(|at| terrain.set(at, rock));
    let lit = Grid::new(width, height, true);
    Level { depth: 1, terrain, regions: Grid::new(width, height, hall), known: lit.clone(), lit, ..Level::default() }
}

fn find(rules: &Incursion, noun: Noun, name: &str) -> Res {
    rules.pack().find(noun, name).unwrap_or_else(|| panic!("there is no {} `{name}`", noun.name()))
}

/// Adds a monster; gives its number.
pub fn monster(rules: &Incursion, world: &mut World, name: &str, place: Place) -> Id {
    let id = world.things.next_id();
    let creature = Creature { party: 1, mood: Mood::Hostile, ..Creature::default() };
    let (more, at) = (Nature::Creature(Box::new(creature)), Whereabouts::On { depth: 1, place });
    let res = find(rules, Noun::Monster, name);
    let thing = Thing { id, kind: Kind::Monster, res, at, hp: LIFE, max_hp: LIFE, statuses: Vec::new(), more };
    rules.evolve(world, &Event::Made { thing: Box::new(thing) });
    id
}

/// Puts a weapon with an enchantment into the hero's hand; gives its number.
pub fn armed(rules: &Incursion, world: &mut World, weapon: &str, enchantment: &str) -> Id {
    let hero = world.hero;
    if let Some(held) = world.things.in_slot(hero, Slot::Hand).map(|held| held.id) {
        rules.evolve(world, &Event::Removed { id: held });
    }
    let (id, at) = (world.things.next_id(), Whereabouts::With { who: hero, slot: Slot::Hand });
    let item = Item { quantity: 1, enchantment: Some(find(rules, Noun::Effect, enchantment)), known: true, ..Item::default() };
    let (res, more) = (find(rules, Noun::Item, weapon), Nature::Item(Box::new(item)));
    let thing = Thing { id, kind: Kind::Weapon, res, at, hp: 20, max_hp: 20, statuses: Vec::new(), more };
    rules.evolve(world, &Event::Made { thing: Box::new(thing) });
    id
}

/// Two characters in a hall, one with a weapon: all 17 gods watch both.
pub fn two_characters(rules: &Incursion) -> (World, Happening) {
    let mut world = hall(rules, 31, 31);
    let weapon = armed(rules, &mut world, "long sword", "sunblade");
    let mut second = world.thing(world.hero).expect("the hero is there").clone();
    let (id, place) = (world.things.next_id(), Place::new(16, 15));
    (second.id, second.at) = (id, Whereabouts::On { depth: 1, place });
    rules.evolve(&mut world, &Event::Made { thing: Box::new(second) });
    let happening = Happening::new().actor(world.hero).target(id).item(weapon).at(place);
    (world, happening)
}

/// The hero with a sunblade, a scarecrow beside it: six scripts run at each blow that hits, of gods, blade and straw.
pub fn melee(rules: &Incursion) -> (World, Happening) {
    let mut world = hall(rules, 31, 31);
    armed(rules, &mut world, "long sword", "sunblade");
    let foe = monster(rules, &mut world, "scarecrow", Place::new(16, 15));
    let happening = Happening::new().actor(world.hero).target(foe);
    (world, happening)
}

/// The hero among so many goblins.
pub fn horde(rules: &Incursion, count: usize) -> World {
    let mut world = hall(rules, 100, 60);
    let middle = Place::new(50, 30);
    let mut places: Vec<Place> = (1..59).flat_map(|y| (1..99).map(move |x| Place::new(x, y))).collect();
    places.sort_by_key(|at| ((at.x - middle.x).abs().max((at.y - middle.y).abs()), at.y, at.x));
    for place in places.into_iter().skip(1).step_by(3).take(count) {
        monster(rules, &mut world, "goblin", place);
    }
    world
}

/// A game in a world, without a past.
pub fn game(rules: &Incursion, world: &World) -> Game<Incursion> {
    let mut game = Game::resume(rules.clone(), Snapshot { seq: 0, state: world.clone() });
    game.forget();
    game
}

/// The hero waits; gives the number of events.
#[inline(never)]
pub fn wait(game: &mut Game<Incursion>) -> u64 {
    let waited = game.act(HERO, 0, Action::Wait {});
    waited.unwrap_or_else(|why| panic!("{why}")).events.len() as u64
}

/// Acts; gives the number of events.
#[inline(never)]
pub fn act(game: &mut Game<Incursion>, action: Action) -> u64 {
    game.act(HERO, 0, action).unwrap_or_else(|why| panic!("{why}")).events.len() as u64
}

/// A session of the explorer: what it starts from, and what is done.
pub struct Session {
    /// What it starts from.
    pub setup: Setup,
    /// What is done.
    pub actions: Vec<Action>,
}

/// The first session of the explorer that lasts so many actions, cut there.
pub fn explored(length: usize) -> Session {
    let rules = Incursion::default();
    let sessions = (0..200u64).map(|seed| session(&rules, seed, length));
    sessions.into_iter().find(|session| session.actions.len() == length).expect("some explorer lives so long")
}

fn session(rules: &Incursion, seed: u64, length: usize) -> Session {
    let setup = Setup { seed: format!("session {seed}"), ..Setup::default() };
    let mut game = Game::start(rules.clone(), setup.clone()).unwrap_or_else(|why| panic!("{why}"));
    game.forget();
    let (mut luck, mut actions) = (Stream::new(seed), Vec::new());
    while actions.len() < length {
        let legal: Vec<Action> = rules.legal(game.state(), HERO, 0).collect();
        if legal.is_empty() {
            break;
        }
        let view = rules.view(game.state(), Some(HERO));
        let chosen = explore(&Thought { rules, view: &view, seat: HERO, at: 0, legal: &legal }, &mut luck);
        let action = legal[chosen.min(legal.len() - 1)].clone();
        act(&mut game, action.clone());
        actions.push(action);
    }
    Session { setup, actions }
}

impl Session {
    /// The game at its beginning.
    pub fn start(&self) -> Game<Incursion> {
        Game::start(Incursion::default(), self.setup.clone()).unwrap_or_else(|why| panic!("{why}"))
    }

    /// The same session as a text log with its chain.
    pub fn text(&self) -> String {
        let registry = registry();
        let title = registry.title("incursion").expect("it was just put there");
        let setup = serde_json::to_string(&self.setup).expect("a setup has a text");
        let mut table = title.start(Some(&setup), None, 0, None).expect("the setup is allowed");
        for action in &self.actions {
            let action = serde_json::to_string(action).expect("an action has a text");
            assert!(table.act(HERO, 0, &action, None).success, "{action} is legal");
        }
        table.text().expect("known from the beginning")
    }
}

/// Decides actions; every record is kept.
#[inline(never)]
pub fn go_on(game: &mut Game<Incursion>, actions: &[Action]) {
    for action in actions {
        act(game, action.clone());
    }
}

/// Decides a whole session again and compares every event.
#[inline(never)]
pub fn verify(game: &Game<Incursion>) {
    game.verify().expect("what was decided is decided again");
}

/// The bare fold of all events of a session.
#[inline(never)]
pub fn fold(game: &Game<Incursion>) -> World {
    let mut world = World::default();
    game.log().events().for_each(|event| game.rules().evolve(&mut world, event));
    world
}

/// How many actions a game has on record.
pub fn actions(game: &Game<Incursion>) -> u64 {
    game.log().records(1).filter(|record| matches!(record.cause, Cause::Action(_))).count() as u64
}

/// A registry with `incursion` in it.
pub fn registry() -> Registry {
    Registry::new().with(Hosted::new(Incursion::default()))
}

/// Chain checked, everything decided again and compared.
#[inline(never)]
pub fn verify_text(registry: &Registry, log: &str) -> u64 {
    referee_host::verify(registry, log.as_bytes(), &mut |_| {}).expect("the log holds").records
}

/// A camp in which nobody at hand listens to anything, and somebody elsewhere to everything: the whole course is asked, in every phase. Two
/// characters with their items, on ground that minds everything, before 17 gods.
pub struct Camp {
    table: Table<Handler>,
    depth: Depth,
}

/// What is at hand in a camp, by kind.
const REGION: Res = Res(1);
const GROUND: Res = Res(2);
const DUNGEON: Res = Res(3);
const BODY: Res = Res(4);
const TEMPLATE: Res = Res(5);
const BLADE: Res = Res(6);
const FIRST_GOD: u16 = 100;
const GODS: usize = 17;

impl Camp {
    /// A camp in a world of so many resources, all of which listen to something.
    pub fn among(resources: u32) -> Camp {
        let mut table = TableBuilder::default();
        for resource in 1_000..1_000 + resources {
            View::all().for_each(|view| table.on(resource, UNHEARD.number(), view, Handler::Code(0)));
        }
        for resource in 0..200 {
            table.on(resource, Verb::MOVE.number(), View::default(), Handler::Code(0));
        }
        Camp { table: table.freeze(), depth: Depth::default() }
    }

    /// Throws what nobody at hand listens to.
    #[inline(never)]
    pub fn throw(&mut self, happening: &mut Happening) -> Verdict {
        throw(self, UNHEARD, happening).expect("it is not deep")
    }

    /// One actor, one target, two items.
    pub fn happening() -> Happening {
        Happening::new().actor(Id(0)).target(Id(1)).item(Id(2)).item2(Id(3)).at(Place::new(1, 1))
    }
}

impl House for Camp {
    fn table(&self) -> &Table<Handler> {
        &self.table
    }
    fn kind(&self, who: Id) -> Kind {
        if who.0 < 2 { Kind::Player } else { Kind::Weapon }
    }
    fn spot(&self, who: Id) -> Option<Place> {
        (who.0 < 2).then(|| Place::new(who.0 as i32, 1))
    }
    fn owner(&self, what: Id) -> Option<Id> {
        (what.0 >= 2).then_some(Id(0))
    }
    fn body(&self, _who: Id) -> Option<Res> {
        Some(BODY)
    }
    fn template(&self, _who: Id, nth: usize) -> Option<Res> {
        (nth < 2).then_some(TEMPLATE)
    }
    fn enchantment(&self, _what: Id) -> Option<Res> {
        Some(BLADE)
    }
    fn region(&self, _at: Place) -> Option<Res> {
        Some(REGION)
    }
    fn terrain(&self, _at: Place) -> Option<Ground> {
        Some(Ground { terrain: GROUND, special: true, minds_target: true })
    }
    fn believed(&mut self, _at: Place, _by: Id) -> Option<Res> {
        Some(REGION)
    }
    fn dungeon(&self) -> Option<Res> {
        Some(DUNGEON)
    }
    fn god(&self, nth: usize) -> Option<Res> {
        (nth < GODS).then(|| Res(FIRST_GOD + nth as u16))
    }
    fn field_effect(&self, _field: u32) -> Option<Res> {
        None
    }
    fn is_on_map(&self, _happening: &Happening) -> bool {
        true
    }
    fn waiting(&self, _who: Id, _verb: Verb, _phase: Phase, _happening: &Happening) -> Vec<Waiter> {
        Vec::new()
    }
    fn still_waits(&self, _who: Id, _waiter: Waiter) -> bool {
        false
    }
    fn owns(&self, _verb: Verb, _phase: Phase) -> bool {
        true
    }
    fn own(&mut self, _class: Class, _who: Option<Id>, _phase: Phase, _verb: Verb, _happening: &mut Happening) -> Verdict {
        Verdict::Nothing
    }
    fn run(&mut self, _asked: Asking, _code: u32, _happening: &mut Happening) -> Verdict {
        unreachable!("nobody at hand listens")
    }
    fn say(&mut self, _asked: Asking, _print: Print, _texts: &[u32], _happening: &mut Happening) {}
}

impl Stage for Camp {
    type Verb = Verb;
    type Happening = Happening;
    const STATIONS: &'static [&'static str] = STATIONS;

    fn depth(&mut self) -> &mut Depth {
        &mut self.depth
    }
    fn hearing(&self, phase: Phase, verb: Verb) -> u64 {
        stations::hearing(self, phase, verb)
    }
    fn consult(&mut self, station: usize, phase: Phase, verb: Verb, happening: &mut Happening) -> Verdict {
        stations::consult(self, station, phase, verb, happening)
    }
}

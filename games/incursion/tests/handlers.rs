//! What an author's handlers cannot break: the order in which they are registered means nothing, ABORT keeps what has happened and never
//! half of it, and a script that goes wrong is reported, its action taken back, and the game goes on.

use referee::{Game, Refused, Rules, Seat, Snapshot, Stream};
use referee_dispatch::Place;
use referee_incursion::content::{Content, FILES, Noun};
use referee_incursion::{
    Action, Creature, Event, Grid, Id, Incursion, Kind, Level, Nature, Refusal, Res, Setup, Thing, Whereabouts, World,
};
use std::sync::Arc;

const HERO: Seat = Seat(0);
const SIDE: i32 = 11;
/// The hero stands in the middle, its foe to the east.
const EAST: u8 = 2;
/// Its number, beyond all that a level may have held before.
const FOE: Id = Id(1_000);

/// The pack of the game, and files of a test's own.
fn rules(more: &[(&str, &str)]) -> Incursion {
    of_files(&[FILES, more].concat())
}

fn of_files(files: &[(&str, &str)]) -> Incursion {
    let content = Content::read(files).unwrap_or_else(|problems| panic!("{}", problems[0]));
    Incursion::with(Arc::new(content)).unwrap_or_else(|why| panic!("{why}"))
}

/// A monster with a handler.
fn guard(moment: &str, script: &str) -> String {
    format!(
        "[guard]\nabout = 'Stands.'\nglyph = 'g'\ntint = 'grey'\nsize = 'medium'\ncr = 1\nhd = 1\nhit = 0\ndef = 1\nmove = 100\nspeed = 100\n\
         attributes = [10, 10, 10, 10, 10, 10]\nis_a = ['humanoid']\nattacks = [{{ blow = 'punch', dice = '1d2', harm = 'blunt' }}]\n\
         [guard.on]\n\"{moment}\" = '''\n{script}\n'''\n"
    )
}

/// A hero in a small lit room, and somebody beside it who sees no reason to fight.
fn room(rules: &Incursion, monster: &str) -> World {
    let game = Game::start(rules.clone(), Setup::default()).unwrap_or_else(|why| panic!("{why}"));
    let mut world = game.state().clone();
    world.luck = Stream::new(7);
    let mine = |thing: &Thing| thing.id == world.hero || thing.holder().is_some_and(|(who, _)| who == world.hero);
    let others: Vec<Id> = world.things.iter().filter(|thing| !mine(thing)).map(|thing| thing.id).collect();
    let find = |noun, name: &str| rules.pack().find(noun, name).unwrap_or_else(|| panic!("there is no {name}"));
    let mut terrain = Grid::new(SIDE, SIDE, find(Noun::Terrain, "floor"));
    let is_rim = |at: &Place| [at.x, at.y].into_iter().any(|side| side == 0 || side == SIDE - 1);
    let rim: Vec<Place> = terrain.places().filter(is_rim).collect();
    rim.into_iter().for_each(|at| terrain.set(at, find(Noun::Terrain, "rock")));
    let (lit, regions) = (Grid::new(SIDE, SIDE, true), Grid::new(SIDE, SIDE, find(Noun::Region, "hall")));
    let level = Level { depth: 1, terrain, regions, known: lit.clone(), lit, ..Level::default() };
    let on = |x| Whereabouts::On { depth: 1, place: Place::new(x, SIDE / 2) };
    let creature = Creature { party: 1, ready: 1_000_000, ..Creature::default() };
    let (id, more) = (FOE, Nature::Creature(Box::new(creature)));
    let res = find(Noun::Monster, monster);
    let foe =
        Thing { id, kind: Kind::Monster, res, at: on(SIDE / 2 + 1), hp: 10_000, max_hp: 10_000, statuses: Vec::new(), more };
    let hero = world.hero;
    let events = [
        Event::LevelMade { level: Box::new(level) },
        Event::Moved { id: hero, at: on(SIDE / 2) },
        Event::Made { thing: Box::new(foe) },
    ];
    others.into_iter().for_each(|id| rules.evolve(&mut world, &Event::Removed { id }));
    events.iter().for_each(|event| rules.evolve(&mut world, event));
    world
}

fn game(rules: &Incursion, world: World) -> Game<Incursion> {
    Game::resume(rules.clone(), Snapshot { seq: 0, state: world })
}

/// Acts; gives what happened.
fn act(game: &mut Game<Incursion>, action: Action) -> Vec<Event> {
    game.act(HERO, 0, action).unwrap_or_else(|why| panic!("{why}")).events.to_vec()
}

/// What is done in a room, one after the other.
fn deeds() -> Vec<Action> {
    let once =
        [Action::Attack { way: EAST }, Action::Search {}, Action::Attack { way: EAST }, Action::Move { way: 6 }, Action::Wait {}];
    (0..8).flat_map(|_| once.clone()).chain([Action::Pray { god: None }]).collect()
}

/// The same events, whatever the definitions are numbered.
fn told(rules: &Incursion, monster: &str) -> Vec<String> {
    let mut game = game(rules, room(rules, monster));
    let names = |event: Event| match event {
        Event::Recognised { res } => format!("Recognised {}", rules.pack().name(res)),
        Event::Gained { id, status } => format!("Gained {id:?} {} {}", rules.pack().name(status.nature), status.magnitude),
        Event::Made { thing } => format!("Made {} at {:?}", rules.pack().name(thing.res), thing.at),
        Event::FaithChanged { id, god, faith } => format!("Faith {id:?} {} {faith:?}", rules.pack().name(god)),
        event => format!("{event:?}"),
    };
    deeds().into_iter().flat_map(|deed| game.act(HERO, 0, deed).map_or(Vec::new(), |it| it.events.to_vec())).map(names).collect()
}

/// Parts of a list in another order: the same each time, another for each turn.
fn shuffled<T>(mut list: Vec<T>, turn: usize) -> Vec<T> {
    let mut other = Vec::new();
    while !list.is_empty() {
        other.push(list.remove((turn * 7 + list.len() * 3) % list.len()));
    }
    other
}

#[test]
fn the_order_of_files_changes_nothing() {
    let usual = rules(&[]);
    let wanted: Vec<Vec<Event>> = explored(&usual);
    for turn in 1..4 {
        let other = of_files(&shuffled(FILES.to_vec(), turn));
        assert_eq!(other.pack().hash(), usual.pack().hash());
        assert_eq!(explored(&other), wanted);
    }
}

/// A whole game begun, and some steps in it.
fn explored(rules: &Incursion) -> Vec<Vec<Event>> {
    let mut game = Game::start(rules.clone(), Setup::default()).unwrap_or_else(|why| panic!("{why}"));
    let acts = [Action::Search {}, Action::Wait {}, Action::Rest {}];
    let ways = (0..8).map(|way| Action::Move { way });
    let all: Vec<Action> = ways.chain(acts).collect();
    let first = game.log().events().cloned().collect();
    let rest =
        all.iter().cycle().take(30).map(|action| game.act(HERO, 0, action.clone()).map_or(Vec::new(), |it| it.events.to_vec()));
    [first].into_iter().chain(rest).collect()
}

#[test]
fn the_order_of_handlers_and_of_definitions_changes_nothing() {
    let usual = rules(&[]);
    for monster in ["scarecrow", "badger", "goblin"] {
        let wanted = told(&usual, monster);
        assert!(wanted.len() > 40, "{}", wanted.len());
        for turn in 1..4 {
            let files: Vec<(&str, String)> = FILES.iter().map(|(name, text)| (*name, reordered(name, text, turn))).collect();
            let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
            let other = of_files(&files);
            assert_ne!(numbers(&usual), numbers(&other), "nothing was shuffled");
            assert_eq!(told(&other, monster), wanted, "{monster}, turn {turn}");
        }
    }
}

fn numbers(rules: &Incursion) -> Vec<Option<Res>> {
    ["scarecrow", "badger", "goblin"].map(|name| rules.pack().find(Noun::Monster, name)).to_vec()
}

/// A file with its definitions in another order, and the handlers of each. Gods and dungeons stand in an order that means something.
fn reordered(name: &str, text: &str, turn: usize) -> String {
    if name == "gods.toml" || name == "dungeons.toml" {
        return text.to_owned();
    }
    let mut parts: Vec<String> = Vec::new();
    for line in text.lines() {
        let begins = line.starts_with('[') && !line.trim_end().trim_end_matches(']').ends_with(".on");
        match parts.last_mut() {
            Some(part) if !begins => part.push_str(&format!("{line}\n")),
            _ => parts.push(format!("{line}\n")),
        }
    }
    shuffled(parts, turn).into_iter().map(|part| handlers_reordered(&part, turn)).collect()
}

/// A definition with the handlers of its `on` table in another order.
fn handlers_reordered(definition: &str, turn: usize) -> String {
    let Some(at) = definition.find(".on]\n") else { return definition.to_owned() };
    let (head, body) = definition.split_at(at + ".on]\n".len());
    let (mut handlers, mut open): (Vec<String>, bool) = (Vec::new(), false);
    for line in body.lines() {
        let begins = !open && !line.trim().is_empty() && !line.starts_with('#');
        match handlers.last_mut() {
            Some(handler) if !begins => handler.push_str(&format!("{line}\n")),
            _ => handlers.push(format!("{line}\n")),
        }
        open ^= line.matches("'''").count() % 2 == 1;
    }
    format!("{head}{}", shuffled(handlers, turn).concat())
}

#[test]
fn abort_after_facts_keeps_the_facts_and_never_half_an_event() {
    for moment in ["PRE(EVICTIM(STRIKE))", "EVICTIM(STRIKE)", "PRE(EVICTIM(HIT))", "EVICTIM(DAMAGE)"] {
        let script =
            "me.set_note(\"first\", 1);\ne.actor.gain(\"morale\", #{ mag: 2, turns: 5 });\nme.set_note(\"last\", 2);\nABORT";
        let rules = rules(&[("monsters-guard.toml", &guard(moment, script))]);
        let mut game = game(&rules, room(&rules, "guard"));
        let mut aborted = 0;
        for _ in 0..6 {
            let before = game.state().clone();
            let events = act(&mut game, Action::Attack { way: EAST });
            let noted = |wanted: &str| events.iter().position(|event| matches!(event, Event::Noted { key, .. } if key == wanted));
            let gained = events.iter().position(|event| matches!(event, Event::Gained { .. }));
            let Some(last) = noted("last") else { continue }; // a blow that missed
            aborted += 1;
            assert!(
                noted("first") < Some(last) && (aborted > 1 || gained < Some(last) && gained.is_some()),
                "{moment}: {events:?}"
            );
            assert!(
                !events.iter().any(|event| matches!(event, Event::Hurt { .. })),
                "{moment}: what was forbidden did not happen"
            );
            let mut folded = before;
            for event in &events {
                let text = serde_json::to_string(event).expect("an event has a text");
                let read: Event = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{moment}: {text}: {why}"));
                assert_eq!(read, *event, "{moment}: an event is whole");
                rules.evolve(&mut folded, &read);
            }
            assert_eq!(folded, *game.state(), "{moment}: the facts are all there is");
        }
        assert!(aborted > 0, "{moment}: nothing was aborted");
        game.verify().unwrap_or_else(|why| panic!("{moment}: {why}"));
    }
}

/// Scripts that go wrong while they run, and what is said of them.
const WRONG: &[(&str, &str, &str)] = &[
    ("loops", "let n = 1;\nwhile n > 0 { n = 1 }", "operations"),
    ("throws itself", "e.rethrow(\"STRIKE\")", "one thing led to another"),
    ("causes itself", "cause(\"STRIKE\", #{ actor: e.actor, victim: me })", "one thing led to another"),
    ("overflows", "let n = 9223372036854775807;\nn += 1;", "overflow"),
    ("divides by nothing", "let n = 0;\nn = 1 / n;", "zero"),
    ("throws", "throw \"no\"", "no"),
    ("grows a list", "let a = [1];\nlet n = 1;\nwhile n > 0 { a += a }", "too large"),
    ("grows a text", "let s = \"x\";\nlet n = 1;\nwhile n > 0 { s += s }", "too large"),
    ("asks nobody for something", "let n = e.item2.hp;", "hp"),
    ("rolls a die without sides", "let n = d(0);", "sides"),
    ("sets what cannot be so", "let much = \"much\";\ne.damage = much;", "number"),
    ("says what is no verdict", "let n = 77;\nn", "NOTHING, DONE"),
];

#[test]
fn a_script_that_goes_wrong_is_reported_its_action_taken_back_and_the_game_goes_on() {
    for (what, script, says) in WRONG {
        let script = format!("me.set_note(\"seen\", 1);\n{script}");
        let rules = rules(&[("monsters-guard.toml", &guard("PRE(EVICTIM(STRIKE))", &script))]);
        let mut game = game(&rules, room(&rules, "guard"));
        let (before, records) = (game.state().clone(), game.log().len());
        let refused = game.act(HERO, 0, Action::Attack { way: EAST }).map(drop);
        let Err(Refused::Rejected(why)) = refused else { panic!("a script that {what}: {refused:?}") };
        assert!(why.to_string().contains(says), "a script that {what}: {why}");
        assert!(is_reported(&why), "a script that {what}: {why:?}");
        assert_eq!((game.state(), game.log().len()), (&before, records), "a script that {what}: the action is taken back");
        let events = act(&mut game, Action::Search {});
        assert!(!events.is_empty(), "a script that {what}: the game goes on");
        game.verify().unwrap_or_else(|why| panic!("a script that {what}: {why}"));
    }
}

/// The report names the file and whose script it is; a cascade is nobody's alone.
fn is_reported(why: &Refusal) -> bool {
    match why {
        Refusal::Script { place, .. } => place.starts_with("monsters-guard.toml:") && place.contains("`guard`"),
        Refusal::TooDeep | Refusal::TooMuch => true,
        _ => false,
    }
}

#[test]
fn what_a_script_may_not_have_is_named_before_the_game_begins() {
    for script in [
        "eval(\"1\")",
        "print(1)",
        "sleep(1)",
        "timestamp()",
        "import \"x\" as y;",
        "fn other() { 1 }",
        "open(\"/etc/passwd\")",
        "e.nonsense",
        "me.nonsense",
        "nobody",
        "this.x",
    ] {
        let guard = guard("PRE(EVICTIM(STRIKE))", script);
        let files = [FILES, &[("monsters-guard.toml", &guard)]].concat();
        let problems = Content::read(&files).err().unwrap_or_else(|| panic!("{script} was allowed"));
        let said = problems[0].to_string();
        assert!(said.contains("monsters-guard.toml"), "{script}: {said}");
    }
}

//! The JSON Schemas of every game we ship: what is played fits them, and what fits them can be read.

use jsonschema::Validator;
use referee::{Scripted, Seat, Stream};
use referee_host::{Fault, Lesson, Registry, Schemas, Table, Title};
use serde_json::{Value, json};

/// The games we ship. Another that somebody adds may have no schemas.
const OURS: [&str; 8] = ["nim", "mir", "mir-original", "duel", "hop", "hop-original", "incursion", "lobby"];
/// How many random games of each title are played, and how many actions each has at most.
const GAMES: usize = 3;
const ACTIONS: usize = 40;
/// How many of the actions that a seat may do are looked at, each time.
const OFFERED: usize = 60;
/// How many damaged documents that fit a schema are given to the game.
const TRIED: usize = 40;
/// How many documents are damaged, and in how many places each.
const DAMAGED: usize = 12;
const PLACES: usize = 40;

/// The schemas of a title, ready to judge.
struct Shapes {
    game: &'static str,
    setup: Validator,
    action: Validator,
    view: Validator,
}

/// The titles that have schemas: all of ours, and their schemas.
fn described(registry: &Registry) -> Vec<(&dyn Title, Shapes)> {
    let found: Vec<_> = registry.titles().filter_map(|title| Some((title, Shapes::of(title)?))).collect();
    assert!(OURS.iter().all(|ours| found.iter().any(|(_, shapes)| shapes.game == *ours)), "every game of ours has schemas");
    found
}

impl Shapes {
    fn of(title: &dyn Title) -> Option<Shapes> {
        let (game, Schemas { setup, action, view }) = (title.card().name, title.schemas()?);
        Some(Shapes { game, setup: ready(game, &setup), action: ready(game, &action), view: ready(game, &view) })
    }

    #[track_caller]
    fn fits(&self, shape: &Validator, text: &str) {
        let value: Value = serde_json::from_str(text).unwrap();
        let wrong: Vec<String> = shape.iter_errors(&value).map(|error| format!("{} {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{}: {wrong:?} in {text}", self.game);
    }

    /// Everything that anyone sees of a table.
    fn views_fit(&self, table: &dyn Table) {
        let seats = (0u8..).zip(table.card().seats).map(|(seat, _)| Some(Seat(seat)));
        seats.chain([None]).for_each(|eye| self.fits(&self.view, &table.view(eye)));
    }
}

fn ready(game: &str, schema: &Value) -> Validator {
    jsonschema::meta::validate(schema).unwrap_or_else(|error| panic!("{game}: {error}"));
    jsonschema::validator_for(schema).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Setups and accepted actions of a title: those of its lessons, and of random play.
#[derive(Default)]
struct Documents {
    setups: Vec<String>,
    actions: Vec<String>,
}

impl Documents {
    fn of(registry: &Registry, title: &dyn Title) -> Documents {
        let mut found = Documents { setups: vec![title.setup()], actions: Vec::new() };
        for (_, text) in title.lessons() {
            let lesson = Lesson::parse(text).unwrap();
            let mut table = lesson.start(registry).unwrap();
            found.setups.extend(table.cause(0).map(|(_, _, setup)| setup));
            for planned in lesson.planned() {
                let mut dice = planned.dice.clone().map(Scripted::new);
                let seat = table.whose(planned.seat.as_deref(), &planned.action).unwrap();
                if table.act(seat, planned.at.unwrap_or(table.at()), &planned.action, dice.as_mut()).success {
                    found.actions.push(planned.action.clone());
                }
            }
        }
        played(title, |table, seat| {
            let legal = table.legal(seat, table.at());
            found.actions.extend(legal.into_iter().step_by(7).take(3));
        });
        found
    }
}

/// Plays at random, and shows every table before each action.
fn played(title: &dyn Title, mut look: impl FnMut(&dyn Table, Seat)) {
    for game in 0..GAMES {
        let mut luck = Stream::new(game as u64);
        let seed = title.card().seeded.then(|| format!("schemas {game}"));
        let mut table = title.start(None, seed.as_deref(), 0, None).unwrap();
        for _ in 0..ACTIONS {
            let Some(&seat) = table.waiting_for(table.at()).first() else { break };
            look(&*table, seat);
            let action = table.bot("random", seat, table.at(), &mut luck).unwrap().unwrap();
            assert!(table.act(seat, table.at(), &action, None).success, "{action}");
        }
    }
}

#[test]
fn what_random_play_brings_about_fits_the_schemas() {
    for (title, shapes) in described(&referee_registry::games()) {
        shapes.fits(&shapes.setup, &title.setup());
        played(title, |table, seat| {
            shapes.views_fit(table);
            table.legal(seat, table.at()).iter().take(OFFERED).for_each(|action| shapes.fits(&shapes.action, action));
        });
    }
}

#[test]
fn what_the_lessons_teach_fits_the_schemas() {
    let registry = referee_registry::games();
    for (title, shapes) in described(&registry) {
        let documents = Documents::of(&registry, title);
        documents.setups.iter().for_each(|setup| shapes.fits(&shapes.setup, setup));
        documents.actions.iter().for_each(|action| shapes.fits(&shapes.action, action));
    }
}

/// The other way round: a schema that were always content would be no use.
#[test]
fn what_a_game_cannot_read_does_not_fit_its_schema() {
    let registry = referee_registry::games();
    for (title, shapes) in described(&registry) {
        let documents = Documents::of(&registry, title);
        let parted =
            |documents, shape: &Validator| all_damaged(documents).into_iter().partition(|damaged| shape.is_valid(damaged));
        let (taken, refused): (Vec<Value>, Vec<Value>) = parted(&documents.setups, &shapes.setup);
        assert!(refused.len() > 5, "{}: nearly any setup fits", shapes.game);
        for damaged in some(&taken) {
            assert!(reads_setup(title, damaged), "{}: the schema takes {damaged}", shapes.game);
        }
        let (taken, refused) = parted(&documents.actions, &shapes.action);
        assert!(refused.len() > 5, "{}: nearly any action fits", shapes.game);
        let mut table = title.start(None, None, 0, None).unwrap();
        for damaged in some(&taken) {
            assert!(reads_action(&mut *table, damaged), "{}: the schema takes {damaged}", shapes.game);
        }
    }
}

#[test]
fn a_view_with_a_part_missing_or_of_another_kind_does_not_fit() {
    for (title, shapes) in described(&referee_registry::games()) {
        let table = title.start(None, None, 0, None).unwrap();
        let view: Value = serde_json::from_str(&table.view(None)).unwrap();
        for key in view.as_object().unwrap().keys() {
            let (mut without, mut other) = (view.clone(), view.clone());
            without.as_object_mut().unwrap().remove(key);
            other[key] = json!({"what": [null]});
            let is_always_there = !["offers", "spent", "tableRules"].contains(&key.as_str());
            assert!(!is_always_there || !shapes.view.is_valid(&without), "{}: nobody misses {key}", shapes.game);
            assert!(!shapes.view.is_valid(&other), "{}: anything may be {key}", shapes.game);
        }
    }
}

/// Some of many, from all parts of the list: whoever reads one may make a whole dungeon of it.
fn some(all: &[Value]) -> impl Iterator<Item = &Value> {
    all.iter().step_by(all.len().div_ceil(TRIED).max(1))
}

fn reads_setup(title: &dyn Title, setup: &Value) -> bool {
    let started = title.start(Some(&setup.to_string()), None, 0, None);
    started.err().is_none_or(|error| error.fault == Fault::No || error.code != "BAD_SETUP" || is_arithmetic(&error.message))
}

fn reads_action(table: &mut dyn Table, action: &Value) -> bool {
    let verdict = table.act(Seat(0), table.at(), &action.to_string(), None);
    verdict.readable || verdict.errors.iter().any(|error| is_arithmetic(error))
}

/// What no schema can say: three numbers that do not add up.
fn is_arithmetic(error: &str) -> bool {
    error.contains("add up to 0")
}

/// Some documents, each with one thing done to one of many places, in every way. The same twice is left out.
fn all_damaged(documents: &[String]) -> Vec<Value> {
    let mut damaged = std::collections::BTreeMap::new();
    let documents: std::collections::BTreeSet<&String> = documents.iter().collect();
    for document in documents.iter().step_by(documents.len().div_ceil(DAMAGED)) {
        let document: Value = serde_json::from_str(document).unwrap();
        let mut places = Vec::new();
        find_places(&document, String::new(), &mut places);
        for value in places.iter().step_by(places.len().div_ceil(PLACES)).flat_map(|place| damage(&document, place)) {
            damaged.insert(value.to_string(), value);
        }
    }
    damaged.into_values().collect()
}

/// The pointers of everything in a document.
fn find_places(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Array(parts) => {
            parts.iter().enumerate().for_each(|(index, part)| find_places(part, format!("{at}/{index}"), found))
        }
        Value::Object(parts) => parts.iter().for_each(|(key, part)| find_places(part, format!("{at}/{key}"), found)),
        _ => {}
    }
    found.push(at);
}

/// A document with a place missing, replaced by something else, or with something added.
fn damage(document: &Value, place: &str) -> Vec<Value> {
    let others = [json!(null), json!(true), json!(-1), json!(300), json!(99_999_999_999u64), json!("?"), json!([]), json!({})];
    let mut damaged: Vec<Value> = others.into_iter().map(|other| with(document, place, |there| *there = other)).collect();
    damaged.push(with(document, place, |there| {
        if let Value::Object(parts) = there {
            parts.insert("unheard-of".into(), json!(1));
        }
    }));
    if let Some((parent, key)) = place.rsplit_once('/') {
        damaged.push(with(document, parent, |there| match there {
            Value::Object(parts) => drop(parts.remove(key)),
            Value::Array(parts) => drop(parts.remove(key.parse().unwrap())),
            _ => {}
        }));
    }
    damaged
}

fn with(document: &Value, place: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut document = document.clone();
    change(document.pointer_mut(place).unwrap());
    document
}

//! The tables of the schema against the recorded errors, and against the published schema as another library reads it.

use jsonschema::Validator;
use proptest::prelude::*;
use proptest::sample::Index;
use referee_mir::Page;
use referee_mir::json::{Value, canonical};
use referee_mir::schema::{GAME_STATE_SCHEMA, errors};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::sync::LazyLock;

/// How many damaged states are judged twice.
const DAMAGED: u32 = 4_000;

static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| {
    let schema: Json = serde_json::from_str(GAME_STATE_SCHEMA).expect("the schema is JSON");
    jsonschema::meta::validate(&schema).expect("the schema is a schema");
    jsonschema::options()
        .with_format("date-time", is_date_time)
        .should_validate_formats(true)
        .build(&schema)
        .expect("the schema can be used")
});

/// The crate's own idea of a date and time, asked through a state that is otherwise good.
fn is_date_time(text: &str) -> bool {
    let mut state = full_state();
    state["timestamp"] = text.into();
    told(&state).is_empty()
}

fn told(state: &Json) -> Vec<String> {
    let text = state.to_string();
    let text = canonical(&text).expect("a state is JSON");
    errors(&Value::parse(&text).expect("a state is text"))
}

#[track_caller]
fn assert_same_verdict(state: &Json) {
    let told = told(state);
    assert_eq!(VALIDATOR.is_valid(state), told.is_empty(), "the schema, and its tables: {told:?} {state}");
    assert_eq!(Page::read(&state.to_string()).is_ok(), told.is_empty(), "the reader, and the tables: {told:?} {state}");
}

/// Every recorded line of the files that begin so.
fn recorded(kind: &str) -> Vec<String> {
    let lines = |file: PathBuf| {
        let text = std::fs::read_to_string(file).expect("a recorded file can be read");
        text.lines().map(String::from).collect::<Vec<_>>()
    };
    referee_laws::recorded("tests/vectors", kind).into_iter().flat_map(lines).collect()
}

/// Every recorded state, before and after its action.
fn recorded_states() -> Vec<Json> {
    let mut states = Vec::new();
    for line in recorded("mir-original-") {
        let mut case: Json = serde_json::from_str(&line).expect("a case is JSON");
        states.extend(["/state", "/expect/nextState"].into_iter().filter_map(|place| case.pointer_mut(place).map(Json::take)));
    }
    states
}

/// The states to damage: a full one, and all recorded ones that are good.
static GOOD_STATES: LazyLock<Vec<Json>> = LazyLock::new(|| {
    let recorded = recorded_states().into_iter().filter(|state| told(state).is_empty());
    std::iter::once(full_state()).chain(recorded).collect()
});

/// A state with something in every place.
fn full_state() -> Json {
    let entity = |id: &str, kind: &str, facing: Json| {
        json!({
            "id": id, "kind": kind, "name": "Um", "position": {"x": 1, "y": 2, "facing": facing}, "size": "M",
            "stats": {"hpCurrent": 3, "hpMax": 9, "ac": 12, "movementSpeed": 6}, "conditions": ["prone"],
            "inventory": [{"id": "rope", "name": "Rope", "qty": 1, "tags": ["long"]}],
            "token": {"style": "mini", "spriteKey": null}, "controller": {"type": "human", "playerId": "p1"},
        })
    };
    json!({
        "schemaVersion": "1.4.0", "campaignId": "c", "sessionId": "s", "timestamp": "2024-02-29T10:00:00Z",
        "rng": {"mode": "seeded", "seed": "a", "lastRolls": [
            {"id": "roll-1", "timestamp": "2024-02-29T10:00:00Z", "formula": "1d20", "resultTotal": -7, "breakdown": "", "source": ""},
        ]},
        "map": {
            "id": "m", "name": "Cave", "grid": {"type": "square", "size": {"width": 200, "height": 1}, "cellSize": 5},
            "terrain": [{"x": 0, "y": 0, "type": "pit", "blocksMovement": true, "blocksVision": false}], "fogOfWarEnabled": false,
        },
        "entities": {
            "players": [entity("a", "player", json!("N"))],
            "npcs": [entity("b", "npc", json!(null))],
            "objects": [entity("c", "object", json!("W"))],
        },
        "combat": {"mode": "combat", "round": 1, "activeEntityId": "a", "initiativeOrder": ["a", "b"]},
        "log": {"events": [{"id": "e1", "timestamp": "2024-02-29T10:00:00Z", "type": "NOTE", "payload": {"0": [null]}}]},
        "ui": {"selectedEntityId": null, "hoveredCell": {"x": 0, "y": 0}},
    })
}

#[test]
fn a_full_state_is_good() {
    assert_eq!(told(&full_state()), [""; 0]);
    assert!(VALIDATOR.is_valid(&full_state()));
}

#[test]
fn recorded_schema_errors_are_told_word_for_word() {
    for line in recorded("mir-original-calls") {
        let line = canonical(&line).expect("a case is JSON");
        let case = Value::parse(&line).expect("a case is text");
        let expected = case.get("expect").and_then(|expect| expect.get("errors"));
        let expected: Vec<String> = match expected {
            Some(Value::List(errors)) => {
                errors.iter().filter_map(|error| Some(error.js_text().strip_prefix("[SCHEMA] ")?.into())).collect()
            }
            _ => Vec::new(),
        };
        assert_eq!(errors(case.get("state").expect("a case has a state")), expected, "{:?}", case.get("name"));
    }
}

#[test]
fn the_published_schema_judges_recorded_states_alike() {
    recorded_states().iter().for_each(assert_same_verdict);
    for other in [json!(null), json!([]), json!({}), json!("x")] {
        assert_same_verdict(&other);
    }
}

/// One thing done to one place of a state.
#[derive(Clone, Debug)]
enum Damage {
    Drop,
    Add(&'static str),
    Replace(Json),
}

fn damages() -> impl Strategy<Value = Damage> {
    let keys = vec!["extra", "0", "x", "facing", "breakdown", "blocksVision", "\u{e9}\""];
    let values = vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(-1),
        json!(-1.5),
        json!(0.5),
        json!(5.0),
        json!(200),
        json!(201),
        json!(1e300),
        json!(""),
        json!("x"),
        json!("square"),
        json!("N"),
        json!("npc"),
        json!("1.4"),
        json!("01.2.3"),
        json!("1.2.\u{663}"),
        json!("1.2.3\n"),
        json!("2023-02-29T10:00:00Z"),
        json!("2024-02-29 10:00:00+01"),
        json!("2016-12-31T23:59:60Z"),
        json!("2016-12-31T10:00:00"),
        json!([]),
        json!([""]),
        json!({}),
        json!({"x": 0, "y": 0}),
        json!([null]),
    ];
    prop_oneof![
        Just(Damage::Drop),
        prop::sample::select(keys).prop_map(Damage::Add),
        prop::sample::select(values).prop_map(Damage::Replace),
    ]
}

/// The pointers of everything in a value.
fn places(value: &Json, at: &str, out: &mut Vec<String>) {
    out.push(at.into());
    match value {
        Json::Array(values) => values.iter().enumerate().for_each(|(index, value)| places(value, &format!("{at}/{index}"), out)),
        Json::Object(members) => members.iter().for_each(|(key, value)| places(value, &format!("{at}/{key}"), out)),
        _ => {}
    }
}

fn damage(state: &mut Json, place: &Index, damage: &Damage) {
    let mut all = Vec::new();
    places(state, "", &mut all);
    let place = place.get(&all);
    match damage {
        Damage::Replace(value) => *state.pointer_mut(place).expect("a place is there") = value.clone(),
        Damage::Add(key) => {
            if let Some(Json::Object(members)) = state.pointer_mut(place) {
                members.insert((*key).into(), json!(1));
            }
        }
        Damage::Drop => {
            let Some((parent, key)) = place.rsplit_once('/') else { return };
            match state.pointer_mut(parent).expect("a parent is there") {
                Json::Object(members) => drop(members.remove(key)),
                Json::Array(values) => drop(values.remove(key.parse().expect("an index is a number"))),
                _ => {}
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: DAMAGED, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_published_schema_judges_damaged_states_alike(
        full in any::<bool>(),
        state in any::<Index>(),
        damages in prop::collection::vec((any::<Index>(), damages()), 1..4),
    ) {
        let mut state = if full { full_state() } else { state.get(&GOOD_STATES).clone() };
        for (place, what) in &damages {
            damage(&mut state, place, what);
        }
        assert_same_verdict(&state);
    }
}

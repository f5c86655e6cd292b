//! The contract's third layer: applying the events of a call to its state gives its `nextState`, and an event that cannot have happened there is
//! refused.

use crate::random;

use proptest::prelude::*;
use proptest::sample::Index;
use referee_host::{Judge, Registry};
use referee_mir::json::canonical;
use referee_mir::{Mir, Page, mutate};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn games() -> Registry {
    Registry::new().with(referee_mir::title::<0>()).with(referee_mir::title::<1>())
}

fn members(text: &str) -> BTreeMap<String, &serde_json::value::RawValue> {
    serde_json::from_str(text).unwrap()
}

fn items(text: &str) -> Vec<&serde_json::value::RawValue> {
    serde_json::from_str(text).unwrap()
}

fn answer(judge: &mut dyn Judge, request: &str) -> String {
    let mut out = String::new();
    judge.answer(request, &mut out).unwrap_or_else(|error| panic!("{error}: {request}"));
    out
}

fn judged(game: &str, state: &str, action: &str) -> String {
    answer(&mut *games().title(game).unwrap().judging(), &format!("{{\"state\":{state},\"action\":{action}}}"))
}

fn mutated(game: &str, state: &str, event: &str) -> String {
    answer(&mut *games().mutating(game).unwrap(), &format!("{{\"state\":{state},\"event\":{event}}}"))
}

/// The document after all events.
fn folded(game: &str, state: &str, events: &str) -> String {
    items(events).into_iter().fold(state.to_owned(), |state, event| {
        let told = mutated(game, &state, event.get());
        let told = members(&told);
        assert_eq!(told["success"].get(), "true", "{} upon {state}: {}", event.get(), told["errors"].get());
        told["nextState"].get().to_owned()
    })
}

#[test]
fn the_events_of_every_recorded_call_lead_to_its_next_state() {
    let (mut accepted, mut refused) = (0, 0);
    for (place, case) in referee_laws::cases("tests/vectors", "mir-original-calls") {
        let case = members(&case);
        let expected = members(case["expect"].get());
        let events = expected["events"].get();
        if events == "[]" {
            continue;
        }
        assert_eq!(folded("mir-original", case["state"].get(), events), expected["nextState"].get(), "{place}");
        *(if expected["success"].get() == "true" { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(accepted > 100 && refused > 50, "{accepted} accepted, {refused} refused");
}

/// A call that the rules have judged: where from, the event, where to. None where nothing went on record.
fn call(document: &Value, actions: &[Value]) -> Option<(String, String, String)> {
    let mut last = None;
    let mut state = document.to_string();
    for action in actions {
        let told = judged("mir", &state, &action.to_string());
        let told = members(&told);
        let next = told["nextState"].get().to_owned();
        if let [event] = items(told["events"].get())[..] {
            assert_eq!(folded("mir", &state, told["events"].get()), next, "folding is deciding");
            last = Some((state, event.get().to_owned(), next.clone()));
        }
        state = next;
    }
    last
}

fn plays() -> impl Strategy<Value = (Value, Vec<Value>)> {
    (random::documents(), prop::collection::vec(random::declarations(), 1..6))
}

/// Every place in a value, as pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut inside = |key: String, value: &Value| {
        let at = format!("{at}/{key}");
        found.push(at.clone());
        places(value, &at, found);
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| inside(key.clone(), value)),
        Value::Array(items) => items.iter().enumerate().for_each(|(index, value)| inside(index.to_string(), value)),
        _ => {}
    }
}

/// Values that a field might be altered to.
fn others(value: &Value) -> Vec<Value> {
    let ids = random::IDS.iter().map(|id| json!(id));
    let near = value.as_i64().into_iter().flat_map(|number| [number - 1, number + 1, 20 - number]).map(|number| json!(number));
    let flipped = value.as_bool().map(|flag| json!(!flag));
    let all =
        ids.chain(near).chain(flipped).chain([json!(null), json!(0), json!([]), json!({}), json!("x"), json!(0.5), json!(1e300)]);
    all.filter(|other| other != value).collect()
}

/// What a field of an event may change in a document, besides its own line of the log.
fn says(field: &str) -> &'static [&'static str] {
    match field.split('/').nth(2).unwrap_or_default() {
        "attackRoll" | "damage" | "order" => &["/rng/lastRolls"],
        "attackerId" => &["/rng/lastRolls"],
        "targetId" => &["/rng/lastRolls", "/entities"],
        "entityId" => &["/entities"],
        "nextEntityId" => &["/combat/activeEntityId"],
        _ => &[],
    }
}

/// A document without its last line, and without what a field may change.
fn rest(document: &str, field: &str) -> Value {
    let mut document: Value = serde_json::from_str(document).unwrap();
    document["log"]["events"].as_array_mut().unwrap().pop();
    for place in says(field) {
        *document.pointer_mut(place).unwrap() = Value::Null;
    }
    document
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn an_altered_event_is_refused_or_changes_only_what_its_field_says((document, actions) in plays(), pick in any::<Index>()) {
        let Some((state, event, next)) = call(&document, &actions) else { return Ok(()) };
        let event: Value = serde_json::from_str(&event).unwrap();
        let mut found = Vec::new();
        places(&event, "", &mut found);
        for field in &found {
            let mut altered = event.clone();
            let value = altered.pointer_mut(field).unwrap();
            let other = pick.get(&others(value)).clone();
            *value = other.clone();
            match mutate(&Mir::default(), &state, &altered.to_string()) {
                Ok(changed) => {
                    prop_assert!(field.starts_with("/payload/"), "{field} cannot be {other}: {altered}");
                    prop_assert_eq!(rest(&changed, field), rest(&next, field), "{} = {}", field, other);
                }
                Err(errors) => prop_assert!(!errors.is_empty() && errors.iter().all(|error| error.starts_with('[')), "{errors:?}"),
            }
        }
    }

    #[test]
    fn a_field_more_or_less_is_refused((document, actions) in plays(), pick in any::<Index>()) {
        let Some((state, event, _)) = call(&document, &actions) else { return Ok(()) };
        let event: Value = serde_json::from_str(&event).unwrap();
        for at in ["", "/payload"] {
            let mut more = event.clone();
            more.pointer_mut(at).unwrap()["extra"] = json!(1);
            let errors = mutate(&Mir::default(), &state, &more.to_string()).unwrap_err();
            prop_assert!(errors[0].starts_with(&format!("[EVENT_INVALID] {at}/extra is no field of")), "{errors:?}");
            let mut less = event.clone();
            let fields = less.pointer_mut(at).unwrap().as_object_mut().unwrap();
            let gone = pick.get(&fields.keys().cloned().collect::<Vec<_>>()).clone();
            fields.remove(&gone);
            let errors = mutate(&Mir::default(), &state, &less.to_string()).unwrap_err();
            prop_assert_eq!(errors, [format!("[EVENT_INVALID] {at}/{gone} is missing")]);
        }
    }

    #[test]
    fn a_refused_event_leaves_the_state_as_it_was((document, actions) in plays()) {
        let Some((state, event, next)) = call(&document, &actions) else { return Ok(()) };
        let (mut page, before) = (Page::read(&next).unwrap(), Page::read(&next).unwrap());
        prop_assert!(page.mutate(&Mir::default(), &event).is_err(), "it happens once");
        prop_assert_eq!(page.text(), canonical(&next).unwrap());
        prop_assert_eq!(page.state(), before.state());
        let told = mutated("mir", &next, &event);
        let told = members(&told);
        prop_assert_eq!((told["nextState"].get(), told["success"].get()), (&*next, "false"));
        let unsound = state.replacen("\"schemaVersion\"", "\"version\"", 1);
        let told = mutated("mir", &unsound, &event);
        let told = members(&told);
        prop_assert_eq!(told["nextState"].get(), canonical(&unsound).unwrap());
        prop_assert!(told["errors"].get().starts_with("[\"[SCHEMA] "), "{}", told["errors"].get());
    }
}

/// The usual fight, with ids for short.
fn fight() -> String {
    referee_mir::Setup::default().document().to_owned()
}

fn event(kind: &str, payload: Value) -> String {
    json!({"id": "evt-0001", "timestamp": "2026-02-11T18:00:00.000Z", "type": kind, "payload": payload}).to_string()
}

fn refused(state: &str, kind: &str, payload: Value) -> String {
    mutate(&Mir::default(), state, &event(kind, payload)).unwrap_err().join("; ")
}

fn blow(changes: Value) -> Value {
    let state = fight();
    let told = judged("mir", &state, r#"{"type":"ATTACK","attackerId":"pc-seren","targetId":"npc-rough"}"#);
    let events: Vec<Value> = serde_json::from_str(members(&told)["events"].get()).unwrap();
    let mut payload = events[0]["payload"].clone();
    changes.as_object().unwrap().iter().for_each(|(key, value)| payload[key] = value.clone());
    payload
}

/// Dice from a table instead of the generator: the event says what they showed, and the document believes it.
#[test]
fn dice_come_from_the_event() {
    let state = fight();
    let miss = json!({"attackRoll": 1, "hit": false, "damage": 0, "targetHpAfter": target_hp(&state)});
    let next = mutate(&Mir::default(), &state, &event("ATTACK_RESOLVED", blow(miss))).unwrap();
    let next: Value = serde_json::from_str(&next).unwrap();
    let rolls = next["rng"]["lastRolls"].as_array().unwrap();
    assert_eq!((rolls.len(), &rolls[0]["resultTotal"], &rolls[0]["breakdown"]), (1, &json!(1), &json!("[1]=1")));
}

fn target_hp(state: &str) -> Value {
    let state: Value = serde_json::from_str(state).unwrap();
    let npcs = state["entities"]["npcs"].as_array().unwrap();
    npcs.iter().find(|npc| npc["id"] == "npc-rough").unwrap()["stats"]["hpCurrent"].clone()
}

#[test]
fn a_misfit_is_told_with_its_place_and_what_was_expected() {
    let state = fight();
    let walk = |entity: &str, path: Value, end: Value| json!({"entityId": entity, "path": path, "finalPosition": end});
    for (kind, payload, told) in [
        (
            "FLOWN",
            json!({}),
            "[EVENT_INVALID] /type must be one of MOVE_APPLIED, ATTACK_RESOLVED, INITIATIVE_ROLLED, TURN_ENDED, ACTION_REJECTED",
        ),
        ("ROLLED", json!({"sides": 20, "value": 3, "source": "x"}), "[EVENT_INVALID] /type must be one of MOVE_APPLIED, "),
        ("ATTACK_RESOLVED", blow(json!({"targetAc": 3})), "[EVENT_MISFIT] /payload/targetAc must be "),
        ("ATTACK_RESOLVED", blow(json!({"damage": 7})), "[EVENT_MISFIT] /payload/"),
        ("ATTACK_RESOLVED", blow(json!({"attackRoll": 21})), "[EVENT_MISFIT] /payload/attackRoll must be from 1 to 20"),
        ("ATTACK_RESOLVED", blow(json!({"hit": "yes"})), "[EVENT_INVALID] /payload/hit must be true or false"),
        (
            "MOVE_APPLIED",
            walk("pc-nobody", json!([{"x": 1, "y": 1}]), json!({"x": 1, "y": 1})),
            "[EVENT_MISFIT] /payload/entityId is \"pc-nobody\", and there is no such entity",
        ),
        (
            "MOVE_APPLIED",
            walk("pc-seren", json!([{"x": 9, "y": 1}]), json!({"x": 9, "y": 1})),
            "[EVENT_MISFIT] /payload/path must begin next to (",
        ),
        (
            "TURN_ENDED",
            json!({"entityId": "pc-seren", "nextEntityId": "pc-seren", "round": 1}),
            "[EVENT_MISFIT] /payload/entityId is \"pc-seren\", whose turn it is not",
        ),
        (
            "INITIATIVE_ROLLED",
            json!({"order": [{"entityId": "pc-seren", "roll": 3}]}),
            "[EVENT_MISFIT] /payload/order must name every living player and npc",
        ),
        (
            "INITIATIVE_ROLLED",
            json!({"order": [{"entityId": "pc-seren", "roll": 0}]}),
            "[EVENT_MISFIT] /payload/order has a roll that no d20 shows",
        ),
        (
            "ACTION_REJECTED",
            json!({"action": {"type": "MOVE"}, "reasons": []}),
            "[EVENT_MISFIT] /payload/reasons must have one reason or more",
        ),
    ] {
        let found = refused(&state, kind, payload);
        assert!(found.starts_with(told), "{kind}: {found}");
    }
}

#[test]
fn a_turn_goes_to_the_next_of_the_order_alone() {
    let mut state: Value = serde_json::from_str(&fight()).unwrap();
    let order = ["pc-seren", "npc-rough", "npc-barkeep"];
    let combat = json!({"mode": "combat", "round": 1, "activeEntityId": order[0], "initiativeOrder": order});
    state["combat"] = combat;
    let ended = |next: &str| json!({"entityId": order[0], "nextEntityId": next, "round": 1});
    let told = refused(&state.to_string(), "TURN_ENDED", ended(order[2]));
    assert_eq!(told, "[EVENT_MISFIT] /payload/nextEntityId is \"npc-barkeep\", and \"npc-rough\" comes next");
}

#[test]
fn a_walk_onto_a_wall_breaks_an_invariant_and_is_refused() {
    let mut state: Value = serde_json::from_str(&fight()).unwrap();
    let (x, y) = (
        state["entities"]["players"][0]["position"]["x"].as_i64().unwrap(),
        state["entities"]["players"][0]["position"]["y"].as_i64().unwrap(),
    );
    let id = state["entities"]["players"][0]["id"].clone();
    let cell = json!({"x": x + 1, "y": y});
    let terrain = state["map"]["terrain"].as_array_mut().unwrap();
    terrain.retain(|tile| tile["x"] != cell["x"] || tile["y"] != cell["y"]);
    terrain.push(json!({"x": x + 1, "y": y, "type": "wall", "blocksMovement": true}));
    let told = refused(&state.to_string(), "MOVE_APPLIED", json!({"entityId": id, "path": [cell], "finalPosition": cell}));
    assert!(told.starts_with("[POST_INVARIANT_FAILED] [NO_ENTITY_ON_BLOCKED] "), "{told}");
}

#[test]
fn nested_events_stop_where_a_document_could_not_be_read_again() {
    let nested = |depth: usize| serde_json::from_str::<Value>(&("[".repeat(depth) + &"]".repeat(depth))).unwrap();
    let rejected = |depth| event("ACTION_REJECTED", json!({"action": {"type": nested(depth)}, "reasons": ["[X] y"]}));
    let next = mutate(&Mir::default(), &fight(), &rejected(122)).unwrap();
    assert!(Page::read(&next).is_ok());
    assert_eq!(
        mutate(&Mir::default(), &fight(), &rejected(123)).unwrap_err(),
        ["[EVENT_INVALID] / must not be nested deeper than 125"]
    );
}

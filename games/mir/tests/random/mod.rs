//! Random documents and declarations. Most documents are good and small, so that entities meet; some break an invariant, some the schema.
#![allow(dead_code)] // each test uses what it needs

use proptest::prelude::*;
use proptest::sample::Index;
use referee_mir::{Action, Setup};
use serde_json::{Value, json};

/// The ids entities have, and one that nobody has.
pub(crate) const IDS: &[&str] = &["pc-a", "pc-b", "npc-c", "npc-d", "obj-e", "😀", "nobody"];

/// A document of the contract.
pub(crate) fn documents() -> impl Strategy<Value = Value> {
    let size = (2u32..7, 2u32..7);
    let entities = prop::collection::vec((0usize..36, 0u32..9, 1u32..9, 0u32..22, 0u32..6, any::<bool>()), 0..6);
    let walls = prop::collection::vec((0usize..36, any::<bool>()), 0..6);
    (size, entities, walls, seeds(), any::<Index>(), logs(), 0u8..12)
        .prop_map(|(size, entities, walls, seed, active, log, dead)| document(size, &entities, &walls, seed, active, &log, dead))
}

type Body = (usize, u32, u32, u32, u32, bool);

fn document(
    (width, height): (u32, u32),
    bodies: &[Body],
    walls: &[(usize, bool)],
    seed: Option<String>,
    active: Index,
    log: &(Vec<(String, String)>, String),
    dead: u8,
) -> Value {
    let mut free: Vec<(u32, u32)> = (0..width * height).map(|cell| (cell % width, cell / width)).collect();
    let mut take = |index: usize| (!free.is_empty()).then(|| free.remove(index % free.len()));
    let (mut players, mut npcs, mut objects, mut order) = (vec![], vec![], vec![], vec![]);
    for (index, (cell, hp, more, ac, speed, cursed)) in bodies.iter().enumerate() {
        let Some((x, y)) = take(*cell) else { continue };
        let (id, kind) = (IDS[index], ["player", "player", "npc", "npc", "object", "npc"][index]);
        let conditions = if *cursed && u8::try_from(index) == Ok(dead) { json!(["tired", "dead"]) } else { json!([]) };
        let entity = json!({
            "id": id, "kind": kind, "name": format!("N{index}"), "position": {"x": x, "y": y}, "size": "M",
            "stats": {"hpCurrent": hp, "hpMax": hp + more, "ac": ac, "movementSpeed": speed},
            "conditions": conditions, "inventory": [], "token": {"style": "mini", "spriteKey": null},
            "controller": {"type": "ai", "playerId": null}
        });
        order.push(id);
        match kind {
            "player" => players.push(entity),
            "npc" => npcs.push(entity),
            _ => objects.push(entity),
        }
    }
    let terrain: Vec<Value> = walls
        .iter()
        .filter_map(|(cell, blocks)| take(*cell).map(|(x, y)| json!({"x": x, "y": y, "type": "rock", "blocksMovement": blocks})))
        .collect();
    let events: Vec<Value> =
        log.0.iter().map(|(id, at)| json!({"id": id, "timestamp": at, "type": "NOTE", "payload": {"n": 1}})).collect();
    let combat = if order.is_empty() || active.index(3) == 0 {
        json!({"mode": "exploration", "round": 0, "activeEntityId": null, "initiativeOrder": []})
    } else {
        json!({"mode": "combat", "round": 1, "activeEntityId": order[active.index(order.len())], "initiativeOrder": order})
    };
    json!({
        "schemaVersion": "1.4.0", "campaignId": "c", "sessionId": "s", "timestamp": log.1,
        "rng": {"mode": "manual", "seed": seed, "lastRolls": []},
        "map": {"id": "m", "name": "M", "grid": {"type": "square", "size": {"width": width, "height": height}, "cellSize": 5},
                "terrain": terrain, "fogOfWarEnabled": false},
        "entities": {"players": players, "npcs": npcs, "objects": objects},
        "combat": combat, "log": {"events": events}, "ui": {"selectedEntityId": null, "hoveredCell": null}
    })
}

fn seeds() -> impl Strategy<Value = Option<String>> {
    prop_oneof![1 => Just(None), 4 => "[a-z]{0,3}(:[0-9]{0,3}){0,2}".prop_map(Some), 1 => Just(Some("😀é".into()))]
}

/// Old lines, and what time it is now. Usually good; now and then an id that comes twice or will be needed later, or a line from the future.
fn logs() -> impl Strategy<Value = (Vec<(String, String)>, String)> {
    let odd_id = prop_oneof![30 => Just(None), 1 => "evt-000[1-9]".prop_map(Some), 3 => "[a-z]{1,3}".prop_map(Some)];
    let time = prop_oneof![40 => Just("2026-01-01T00:00:00Z"), 1 => Just("2026-03-01T00:00:00Z")].prop_map(String::from);
    let now = prop_oneof![9 => Just("2026-02-01T00:00:00Z"), 1 => Just("2026-02-01t00:00:00.5+02")];
    (prop::collection::vec((odd_id, time), 0..3), now).prop_map(|(lines, now)| {
        let line = |(index, (id, time)): (usize, (Option<String>, String))| {
            (id.unwrap_or_else(|| format!("evt-{:04}", index + 1)), time)
        };
        (lines.into_iter().enumerate().map(line).collect(), now.into())
    })
}

/// A document with a few places damaged: values swapped for others, keys dropped and added.
pub(crate) fn damaged() -> impl Strategy<Value = Value> {
    let damage = (any::<Index>(), prop::sample::select(wrongs()), 0u8..4);
    (documents(), prop::collection::vec(damage, 1..4)).prop_map(|(mut document, damages)| {
        for (place, wrong, how) in damages {
            let mut places = Vec::new();
            pointers(&document, &mut String::new(), &mut places);
            damage_at(&mut document, place.get::<String>(&places), wrong, how);
        }
        document
    })
}

fn wrongs() -> Vec<Value> {
    vec![
        json!(null),
        json!(-1),
        json!(0),
        json!(1),
        json!(0.5),
        json!(1e21),
        json!(199),
        json!(""),
        json!("dead"),
        json!("pc-a"),
        json!("combat"),
        json!("seeded"),
        json!(true),
        json!([]),
        json!({}),
        json!([{"x": 1, "y": 1}]),
    ]
}

fn pointers(value: &Value, at: &mut String, places: &mut Vec<String>) {
    places.push(at.clone());
    let length = at.len();
    let mut inside = |key: String, value: &Value, places: &mut Vec<String>| {
        at.push('/');
        at.push_str(&key);
        pointers(value, at, places);
        at.truncate(length);
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| inside(key.clone(), value, places)),
        Value::Array(items) => items.iter().enumerate().for_each(|(index, value)| inside(index.to_string(), value, places)),
        _ => {}
    }
}

fn damage_at(document: &mut Value, place: &str, wrong: Value, how: u8) {
    let Some(value) = document.pointer_mut(place) else { return };
    match (value, how) {
        (Value::Object(members), 0) => drop(members.insert("extra".into(), wrong)),
        (Value::Object(members), 1) => {
            let first = members.keys().next().cloned();
            first.and_then(|key| members.remove(&key));
        }
        (Value::Array(items), 0) => items.push(wrong),
        (Value::Array(items), 1) => items.extend(items.first().cloned()),
        (value, _) => *value = wrong,
    }
}

/// Setups: documents, some of them in scenario files, some of them damaged.
pub(crate) fn setups() -> impl Strategy<Value = Setup> {
    let setup = |value: Value| {
        serde_json::from_value::<Setup>(value.clone()).or_else(|_| serde_json::from_str(&value.to_string())).unwrap()
    };
    prop_oneof![
        16 => documents().prop_map(setup),
        2 => documents().prop_map(move |document| setup(json!({"meta": {"id": "x"}, "initialState": document}))),
        1 => damaged().prop_map(setup),
    ]
}

/// Setups that ask for the rules of a table; the players have weapons that reach far.
pub(crate) fn table_setups() -> impl Strategy<Value = Setup> {
    (documents(), 0u8..4).prop_map(|(mut document, reach)| {
        let tags = json!(["weapon", format!("reach-{reach}")]);
        for player in document["entities"]["players"].as_array_mut().into_iter().flatten() {
            player["inventory"] = json!([{"id": "it", "name": "It", "qty": 1, "tags": tags}]);
        }
        let setup = json!({"tableRules": true, "initialState": document});
        serde_json::from_str(&setup.to_string()).unwrap()
    })
}

/// Declarations as JSON: all kinds, sense and nonsense.
pub(crate) fn declarations() -> impl Strategy<Value = Value> {
    let id = || prop_oneof![12 => prop::sample::select(IDS).prop_map(|id| json!(id)), 1 => prop::sample::select(wrongs())];
    let step = || {
        (0i64..7, 0i64..7, 0u8..12).prop_map(|(x, y, odd)| match odd {
            0 => json!({"y": y, "x": x, "z": "more"}),
            1 => json!({"x": 0.5, "y": y}),
            2 => json!({"x": -1, "y": y}),
            _ => json!({"x": x, "y": y}),
        })
    };
    let path = || prop::collection::vec(step(), 0..4).prop_map(Value::from);
    prop_oneof![
        6 => (id(), path()).prop_map(|(id, path)| json!({"type": "MOVE", "entityId": id, "path": path})),
        6 => (id(), id()).prop_map(|(a, b)| json!({"type": "ATTACK", "attackerId": a, "targetId": b})),
        3 => id().prop_map(|id| json!({"type": "END_TURN", "entityId": id})),
        2 => Just(json!({"type": "ROLL_INITIATIVE"})),
        1 => (id(), id(), path()).prop_map(|(a, b, p)| json!({"type": "MOVE", "targetId": b, "entityId": a, "path": p, "note": "x"})),
        1 => prop::sample::select(wrongs()),
        1 => prop::sample::select(wrongs()).prop_map(|kind| json!({"type": kind})),
        1 => prop::sample::select(wrongs()).prop_map(|path| json!({"type": "MOVE", "entityId": "pc-a", "path": path})),
    ]
}

/// The same, read.
pub(crate) fn actions() -> impl Strategy<Value = Action> {
    declarations().prop_map(|value| serde_json::from_str(&value.to_string()).unwrap())
}

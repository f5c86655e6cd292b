//! The recorded runs, arenas, maps, numbers and scenarios of the public engine: those in `vectors/`, and every file of the same kind in the
//! folder that `REFEREE_VECTORS` names.

use referee::{Game, Seat, View};
use referee_hop::{Action, Floor, Hop, Quirks, Run, Seed, Setup, StatusId, Tiles};
use serde_json::{Value, json};

type Original = Hop<true>;

fn cases(kind: &str) -> Vec<(String, Value)> {
    let read = |(place, line): (String, String)| (place, serde_json::from_str(&line).unwrap());
    referee_laws::cases("tests/vectors", kind).into_iter().map(read).collect()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

fn view(game: &Game<Original>) -> Value {
    serde_json::to_value(Original::default().view(game.state(), Some(Seat(0)))).unwrap()
}

/// Plays an action as it was recorded; what cannot be read changes nothing.
fn play(game: &mut Game<Original>, action: &Value) {
    if let Ok(action) = serde_json::from_value::<Action>(action.clone()) {
        let _ = game.act(Seat(0), 0, action);
    }
}

/// Every field of a record must be in the view.
fn compare(place: &str, expected: &Value, seen: &Value) {
    for (key, expected) in expected.as_object().unwrap() {
        assert_eq!(&seen[key], expected, "{place}: {key}");
    }
}

fn follow(place: &str, game: &mut Game<Original>, record: &Value) {
    for (step, (action, expected)) in list(&record["actions"]).iter().zip(list(&record["trace"])).enumerate() {
        play(game, action);
        compare(&format!("{place}: after action {step}, {action}"), expected, &view(game));
    }
    assert_eq!(list(&record["actions"]).len(), list(&record["trace"]).len(), "{place}");
}

#[test]
fn recorded_runs_are_played_to_the_same_end() {
    let mut failures = Vec::new();
    for (place, record) in cases("hop-original-runs") {
        let result = std::panic::catch_unwind(|| run(&place, &record));
        failures.extend(result.err().map(|_| place));
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

fn run(place: &str, record: &Value) {
    let setup: Setup = serde_json::from_value(json!({"seed": record["seed"], "loadout": record["loadout"]})).unwrap();
    let mut game = Game::start(Hop, setup).unwrap();
    compare(&format!("{place}: at the beginning"), &record["initial"], &view(&game));
    follow(place, &mut game, record);
    let mut last = record["final"].clone();
    let logged = last.as_object_mut().unwrap().remove("oracleActionLogLength").unwrap();
    compare(&format!("{place}: at the end"), &last, &view(&game));
    assert_eq!(json!(game.state().logged), logged, "{place}: the length of the log of actions");
}

#[test]
fn recorded_arenas_are_played_to_the_same_end() {
    let mut failures = Vec::new();
    for (place, record) in cases("hop-original-lab") {
        let result = std::panic::catch_unwind(|| {
            let mut game = Game::start(Hop, lab(&record)).unwrap();
            follow(&place, &mut game, &record);
            assert_eq!(view(&game)["fingerprint"], record["fingerprint"], "{place}");
        });
        failures.extend(result.err().map(|_| place));
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// The arena of a recorded experiment as a setup.
fn lab(record: &Value) -> Setup {
    let arena = &record["setup"];
    let player = &arena["player"];
    let upgrade = |skill: &Value, upgrade: &Value| match (skill.as_str().unwrap(), upgrade.as_str().unwrap()) {
        ("AUTO_ATTACK", "CLEAVE") => json!("PUNCH_CLEAVE"),
        (_, upgrade) => json!(upgrade),
    };
    let upgrades: Vec<Value> =
        list(&player["skills"]).iter().flat_map(|skill| list(&skill[1]).iter().map(move |it| upgrade(&skill[0], it))).collect();
    let skills: Vec<&Value> = list(&player["skills"]).iter().map(|skill| &skill[0]).collect();
    let foe = |it: &Value| json!({"name": it[0], "kind": it[1], "at": [it[2], it[3]], "hp": it[4], "skills": it[5]});
    let enemies: Vec<Value> = list(&arena["enemies"]).iter().map(foe).collect();
    serde_json::from_value(json!({"seed": record["seed"], "arena": {
        "player": {"at": player["pos"], "hp": player["hp"], "max_hp": player["maxHp"], "skills": skills, "upgrades": upgrades},
        "enemies": enemies, "lava": arena["lava"], "walls": arena["walls"], "slippery": arena["slippery"], "void": arena["void"]}}))
    .unwrap()
}

#[test]
fn recorded_maps_are_drawn_again() {
    for (place, record) in cases("hop-original-maps") {
        let seed: Seed = serde_json::from_value(record["initialSeed"].clone()).unwrap();
        let number = record["floor"].as_u64().unwrap() as u8;
        let floor = Floor::new(&seed, number, Quirks::all(), Tiles::Plain);
        let sorted = |places: &Value| {
            let mut places = list(places).clone();
            places.sort_by_key(Value::to_string);
            places
        };
        assert_eq!(sorted(&json!(floor.lava)), sorted(&record["lava"]), "{place}: lava");
        assert_eq!(sorted(&json!(floor.walls)), sorted(&record["walls"]), "{place}: walls");
        assert_eq!(
            json!([floor.theme, floor.start, floor.stairs, floor.shrine]),
            json!([record["theme"], record["start"], record["stairs"], record["shrine"]]),
            "{place}"
        );
        let run = arrived(&seed, floor);
        let enemy = |it: &referee_hop::Actor| json!([run.name(it), it.kind, it.at.q, it.at.r, it.hp, it.skills]);
        assert_eq!(json!(run.enemies.iter().map(enemy).collect::<Vec<_>>()), record["enemies"], "{place}: enemies");
        let entry = |it: &referee_hop::Entry| json!([run.name(run.actor(it.who).unwrap()), it.initiative]);
        assert_eq!(json!(run.queue.entries.iter().map(entry).collect::<Vec<_>>()), record["queue"], "{place}: queue");
        assert_eq!(json!(run.occupancy()), record["occupancy"], "{place}: occupancy");
    }
}

/// A run that has just come to a floor.
fn arrived(seed: &Seed, floor: Floor) -> Run {
    use referee::Rules;
    let game = Game::start(Original::default(), Setup { seed: seed.clone(), ..Setup::default() }).unwrap();
    let mut run = game.state().clone();
    Original::default().evolve(&mut run, &referee_hop::Event::FloorEntered { floor: floor.into() });
    run
}

#[test]
fn recorded_numbers_are_drawn_again() {
    for (place, record) in cases("hop-original-rng") {
        let seed: Seed = serde_json::from_value(record["seed"].clone()).unwrap();
        let mut generator = seed.generator();
        let drawn: Vec<u32> = list(&record["mulberry32_u32"]).iter().map(|_| generator.bits()).collect();
        assert_eq!(json!(drawn), record["mulberry32_u32"], "{place}");
        assert_eq!(json!(seed.generator().name(9)), record["id9"], "{place}: id");
        let counted: Vec<u32> = (0..list(&record["counterStream_u32"]).len()).map(|n| seed.drawn(n as u32)).collect();
        assert_eq!(json!(counted), record["counterStream_u32"], "{place}: counted");
        let mut generator = seed.generator();
        let codes: Vec<String> = list(&record["base36_6"]).iter().map(|_| generator.code().to_string()).collect();
        assert_eq!(json!(codes), record["base36_6"], "{place}: codes");
    }
}

#[test]
fn recorded_scenarios_end_as_they_did() {
    let mut failures = Vec::new();
    for (place, record) in cases("hop-original-scenarios") {
        let result = std::panic::catch_unwind(|| scenario(&place, &record));
        failures.extend(result.err().map(|_| place));
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

fn scenario_setup(record: &Value) -> Setup {
    let before = &record["setup"];
    let foe = |it: &Value| {
        let mut foe = json!({"name": it["id"], "kind": it["subtype"], "at": it["pos"], "before": it["prev"], "hp": it["hp"],
            "max_hp": it["maxHp"], "skills": it["skills"], "stunned": list(&it["stuns"]).len()});
        if !it["intent"].is_null() {
            foe["intent"] = json!([it["intent"], it["intentPos"]]);
        }
        foe
    };
    let enemies: Vec<Value> = list(&before["enemies"]).iter().map(foe).collect();
    let upgrades: Vec<&Value> = list(&before["upgrades"]).iter().map(|it| &it[1]).collect();
    serde_json::from_value(json!({"seed": record["seed"], "arena": {
        "player": {"at": before["playerPos"], "hp": before["playerHp"], "max_hp": 3, "skills": before["skills"], "upgrades": upgrades},
        "enemies": enemies, "lava": before["lava"], "walls": before["walls"], "slippery": before["slippery"],
        "void": before["void"], "shrine": before["shrine"]}}))
    .unwrap()
}

fn scenario(place: &str, record: &Value) {
    let mut game = Game::start(Hop, scenario_setup(record)).unwrap();
    list(&record["actions"]).iter().for_each(|action| play(&mut game, action));
    let (after, run) = (&record["after"], game.state());
    let seen = view(&game);
    for key in ["status", "playerPos", "playerHp", "armor", "hasSpear", "spearPos", "rngCounter", "kills"] {
        assert_eq!(seen[key], after[key], "{place}: {key}");
    }
    let cooling = after["cd"].as_object().unwrap().iter().filter(|(_, turns)| **turns != json!(0));
    assert_eq!(
        seen["cd"],
        json!(cooling.map(|(skill, turns)| (skill.clone(), turns.clone())).collect::<serde_json::Map<_, _>>()),
        "{place}"
    );
    let enemy = |it: &referee_hop::Actor| {
        let intent = Some(it.intent.name()).filter(|name| !name.is_empty());
        let stun = it.statuses.amount(StatusId::Stun);
        let stuns = vec![json!(["stunned", stun]); usize::from(stun > 0)];
        json!({"id": run.name(it), "subtype": it.kind, "pos": it.at, "prev": it.before, "hp": it.hp, "maxHp": it.max_hp,
            "intent": intent, "intentPos": it.aimed, "stuns": stuns, "skills": it.skills})
    };
    assert_eq!(json!(run.enemies.iter().map(enemy).collect::<Vec<_>>()), after["enemies"], "{place}: enemies");
    if !list(&record["actions"]).is_empty() {
        assert_eq!(json!(run.player.before), after["playerPrev"], "{place}: where the player came from");
    }
}

//! Replays are played, and what they claim is compared.

use referee::{Seat, Stream};
use referee_hop::{ACTIONS_MAX, title};
use referee_host::{Reading, Registry, Table, Title};
use serde_json::{Value, json};

fn registry() -> Registry {
    Registry::new().with(title::<false>()).with(title::<true>())
}

/// A run of the greedy bot.
fn run(seed: &str) -> Box<dyn Table> {
    let mut luck = Stream::from_seed(seed);
    let mut table = title::<false>().start(None, Some(seed), 0, None).unwrap();
    for _ in 0..400 {
        let Some(action) = table.bot("greedy", Seat(0), 0, &mut luck).unwrap() else { break };
        assert!(table.act(Seat(0), 0, &action, None).success);
    }
    table
}

fn read(replay: &Value) -> Reading {
    registry().import(None, None, &replay.to_string()).unwrap()
}

fn written(table: &dyn Table) -> Value {
    serde_json::from_str(&table.export("hop-replay", table.seq()).unwrap()).unwrap()
}

/// The code and the place of each problem.
fn problems(replay: &Value) -> Vec<String> {
    read(replay)
        .problems
        .iter()
        .map(|problem| format!("{} {}", problem.code, problem.place.path.as_deref().unwrap_or("")))
        .collect()
}

#[test]
fn a_run_written_and_read_is_the_same_run() {
    let table = run("monday");
    let reading = read(&written(&*table));
    assert!(reading.problems.is_empty() && reading.game == "hop");
    assert_eq!(reading.table.unwrap().text().unwrap(), table.text().unwrap(), "the same log to the byte");
}

#[test]
fn a_forged_score_floor_or_fingerprint_is_found() {
    let honest = written(&*run("monday"));
    for (field, forged) in
        [("score", json!(99_999_999)), ("floor", json!(11)), ("status", json!("choosing_upgrade")), ("fingerprint", json!("{}"))]
    {
        let mut replay = honest.clone();
        replay["final"][field] = forged.clone();
        assert_eq!(problems(&replay), [format!("FALSE_CLAIM /final/{field}")]);
        assert!(read(&replay).table.is_none(), "a false claim leaves no log");
        let mut replay = honest.clone();
        replay[field] = forged;
        assert_eq!(problems(&replay), [format!("FALSE_CLAIM /{field}")]);
    }
}

#[test]
fn what_the_rules_refuse_is_named_by_its_place() {
    let mut replay = written(&*run("monday"));
    for (forged, code) in [
        (json!({"type": "MOVE", "payload": {"q": 3, "r": 0, "s": -3}}), "REFUSED"),
        (json!({"type": "MOVE", "payload": {"q": 3, "r": 7, "s": 5}}), "INVALID_ACTION"),
        (json!({"type": "LOAD_STATE", "payload": {"floor": 10}}), "INVALID_ACTION"),
        (json!({"type": "RESET"}), "INVALID_ACTION"),
        (json!({"type": "SELECT_UPGRADE", "payload": "RECALL"}), "REFUSED"),
        (json!({"type": "LEAP", "payload": {"q": 3, "r": 7, "s": -10}}), "REFUSED"),
    ] {
        replay["actions"][1] = forged;
        assert_eq!(problems(&replay), [format!("{code} /actions/1")]);
    }
}

#[test]
fn what_is_no_replay_is_refused_with_its_place() {
    let registry = registry();
    let refused = |text: &str| registry.import(Some("hop"), Some("hop-replay"), text).err().unwrap();
    assert_eq!(refused("{\"seed\":\"a\",\"actions\":3}").place.path.as_deref(), Some("/actions"));
    assert_eq!(refused("{\"seed\":[],\"actions\":[]}").code, "BAD_REPLAY");
    assert_eq!(refused("{\"game\":\"nim\",\"seed\":\"a\",\"actions\":[]}").code, "WRONG_GAME");
    let long = json!({"seed": "a", "actions": vec![json!({"type": "WAIT"}); ACTIONS_MAX + 1]});
    assert_eq!(refused(&long.to_string()).code, "TOO_LONG");
    let text = "x".repeat(300);
    assert!(read_fails(&registry, &json!({"seed": text, "actions": []})), "a seed has its limit");
}

#[test]
fn nothing_said_twice_or_after_the_end_hides_a_false_claim() {
    let registry = registry();
    for text in [
        r#"{"seed":"a","actions":[],"score":99999999} x"#,
        r#"{"seed":"a","actions":[],"score":1000,"score":99999999}"#,
        r#"{"seed":"a","actions":[],"score":99999999,"final":{"floor":1,"floor":1}}"#,
    ] {
        let error = registry.import(Some("hop"), Some("hop-replay"), text).err().unwrap();
        assert_eq!(error.code, "BAD_REPLAY", "{text}: {error}");
    }
    let other = r#"{"seed":"a","actions":[],"rules":"99"}"#;
    assert_eq!(registry.import(Some("hop"), Some("hop-replay"), other).err().unwrap().code, "WRONG_RULES");
    let reading = registry.import(None, None, r#"{"seed":"a","actions":[],"client":"hop-original"}"#).unwrap();
    assert_eq!(reading.game, "hop", "a game is named by its name");
    let forged = json!({"game": "hop-original", "seed": "a", "actions": [{"type": "LOAD_STATE", "payload": {}}]});
    assert_eq!(problems(&forged), ["INVALID_ACTION /actions/0"]);
}

fn read_fails(registry: &Registry, replay: &Value) -> bool {
    registry.import(None, None, &replay.to_string()).is_err()
}

#[test]
fn replays_of_the_public_engine_come_to_what_they_claim() {
    let runs = std::fs::read_to_string("tests/vectors/hop-original-runs.jsonl").unwrap();
    for record in runs.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let last = &record["final"];
        let replay = json!({"game": "hop-original", "seed": record["seed"], "loadout": record["loadout"], "actions": record["actions"],
            "floor": last["floor"], "fingerprint": last["fingerprint"], "id": "wlnv6xqy5", "date": "2026-01-09T00:00:00Z"});
        assert_eq!(problems(&replay), [""; 0], "{}", record["seed"]);
        assert!(read(&replay).table.is_some());
    }
}

//! The files of the public program, through the registry: what is written is read again, what is wrong is told in its place, and nothing a
//! stranger can write does more than that.

use crate::random;

use proptest::prelude::*;
use referee::{Scripted, Seat};
use referee_host::{HostError, Reading, Registry, Table};
use referee_laws::recorded;
use referee_mir::hash::state_hash;
use referee_mir::json::canonical;
use serde_json::{Value, json};
use std::fs;

const FORMATS: [&str; 4] = ["mir-state", "mir-scenario", "mir-replay", "mir-bundle"];

fn games() -> Registry {
    Registry::new().with(referee_mir::title::<1>()).with(referee_mir::title::<0>())
}

fn read(game: &str, format: &str, text: &str) -> Reading {
    games().import(Some(game), Some(format), text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The table of a file that has nothing wrong.
fn seated(game: &str, format: &str, text: &str) -> Box<dyn Table> {
    let reading = read(game, format, text);
    assert!(reading.problems.is_empty(), "{:?}: {text}", reading.problems);
    reading.table.unwrap()
}

/// A game from a document, with declarations, each by the seat it belongs to.
fn played(game: &str, document: &Value, actions: &[Value]) -> Option<Box<dyn Table>> {
    let mut table = read(game, "mir-state", &document.to_string()).table?;
    for action in actions.iter().map(Value::to_string) {
        let seat = table.whose(None, &action).unwrap();
        table.act(seat, 0, &action, None);
    }
    Some(table)
}

/// What is wrong with a file: where, and what.
fn problems(game: &str, format: &str, text: &str) -> Vec<(String, String)> {
    let reading = read(game, format, text);
    assert_eq!(reading.table.is_none(), !reading.problems.is_empty());
    reading.problems.iter().map(|problem| (problem.place.path.clone().unwrap_or_default(), problem.message.clone())).collect()
}

fn code(result: Result<String, HostError>) -> &'static str {
    result.map_err(|error| error.code).unwrap_err()
}

/// A room of 10 by 10 with a wall at (3,2), as in the worked examples of the contract.
fn room() -> Value {
    let entity = |id: &str, kind: &str, name: &str, at: (u32, u32), hp: u32, ac: u32, speed: u32| {
        json!({
            "id": id, "kind": kind, "name": name, "position": {"x": at.0, "y": at.1}, "size": "M",
            "stats": {"hpCurrent": hp, "hpMax": hp, "ac": ac, "movementSpeed": speed}, "conditions": [], "inventory": [],
            "token": {"style": "mini", "spriteKey": null}, "controller": {"type": "human", "playerId": null}
        })
    };
    json!({
        "schemaVersion": "1.4.0", "campaignId": "contract", "sessionId": "worked-example", "timestamp": "2026-02-11T18:00:00.000Z",
        "rng": {"mode": "seeded", "seed": "combat-42", "lastRolls": []},
        "map": {"id": "map-tavern", "name": "Tavern", "grid": {"type": "square", "size": {"width": 10, "height": 10}, "cellSize": 5},
                "terrain": [{"x": 3, "y": 2, "type": "blocked", "blocksMovement": true}], "fogOfWarEnabled": false},
        "entities": {"players": [entity("pc-seren", "player", "Seren", (2, 2), 12, 15, 6)],
                     "npcs": [entity("npc-barkeep", "npc", "Barkeep", (6, 2), 8, 10, 4)], "objects": []},
        "combat": {"mode": "exploration", "round": 0, "activeEntityId": null, "initiativeOrder": []},
        "log": {"events": []}, "ui": {"selectedEntityId": null, "hoveredCell": null}
    })
}

fn attack() -> Value {
    json!({"type": "ATTACK", "attackerId": "pc-seren", "targetId": "npc-barkeep"})
}

fn into_the_wall() -> Value {
    json!({"type": "MOVE", "entityId": "pc-seren", "path": [{"x": 3, "y": 2}]})
}

fn hash(value: &Value) -> String {
    state_hash(&referee_mir::json::Value::parse(&canonical(&value.to_string()).unwrap()).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn whatever_was_played_is_written_and_read_again(
        document in random::documents(),
        actions in prop::collection::vec(random::declarations(), 0..9),
        original in any::<bool>(),
    ) {
        let game = if original { "mir-original" } else { "mir" };
        let Some(mut table) = played(game, &document, &actions) else { return Ok(()) };
        for to in 0..=table.seq() {
            let past = table.rewound(to).unwrap();
            let page = table.export("mir-state", to).unwrap();
            prop_assert_eq!(&past.export("mir-state", to).unwrap(), &page);
            prop_assert_eq!(seated(game, "mir-state", &page).export("mir-state", 0).unwrap(), &*page);

            let scenario = table.export("mir-scenario", to).unwrap();
            prop_assert_eq!(games().title(game).unwrap().fitting(&scenario), Some("mir-scenario"));
            let begun = seated(game, "mir-scenario", &scenario);
            prop_assert_eq!(begun.export("mir-scenario", 0).unwrap(), scenario);
            prop_assert_eq!(begun.export("mir-state", 0).unwrap(), &*page);

            match table.export("mir-replay", to) {
                Ok(replay) => {
                    prop_assert_eq!(games().title(game).unwrap().fitting(&replay), Some("mir-replay"));
                    let again = seated(game, "mir-replay", &replay);
                    prop_assert_eq!(again.text().unwrap(), past.text().unwrap());
                    prop_assert_eq!(again.export("mir-replay", to).unwrap(), replay);
                }
                Err(error) => prop_assert!(error.code == "NOT_IN_A_REPLAY" && !actions.iter().all(|action| action.is_object() || action.is_array()), "{}", error),
            }
            if to > 0 {
                let bundle = table.export("mir-bundle", to).unwrap();
                prop_assert_eq!(games().title(game).unwrap().fitting(&bundle), Some("mir-bundle"));
                let again = seated(game, "mir-bundle", &bundle);
                prop_assert_eq!(again.export("mir-bundle", 1).unwrap(), bundle);
                prop_assert_eq!(again.export("mir-state", 1).unwrap(), page);
            }
        }
    }

    #[test]
    fn damaged_documents_are_refused_in_every_form_and_never_break_anything(document in random::damaged(), action in random::declarations()) {
        let meta = json!({"id": "x", "name": "x", "description": "x", "recommendedPlayers": 1, "difficulty": "x", "tags": []});
        for (format, file) in [
            ("mir-state", document.clone()),
            ("mir-scenario", json!({"meta": meta, "initialState": document})),
            ("mir-replay", json!({"initialState": document, "steps": [{"action": action}]})),
            ("mir-bundle", json!({"state_in": document, "action": action})),
        ] {
            let reading = read("mir", format, &file.to_string());
            prop_assert_eq!(reading.table.is_none(), !reading.problems.is_empty());
            let report: Value = serde_json::from_str(&reading.report).unwrap();
            prop_assert!(report["ok"] == json!(reading.problems.is_empty()) || reading.problems[0].code == "LOG_CANNOT_GROW");
        }
    }

    #[test]
    fn any_text_is_an_error_or_a_problem(text in "[\\[\\]{}:,\"a-z0-9\\\\ ]{0,24}", format in prop::sample::select(&FORMATS[..])) {
        if let Ok(reading) = games().import(Some("mir"), Some(format), &text) {
            prop_assert!(reading.table.is_none() && !reading.problems.is_empty());
        }
    }
}

#[test]
fn garbage_is_told() {
    for text in
        ["", " ", "\n\n{", "{\"a\":", "nul", "[1,", "\"", "\u{feff}{}", "\0", &"[".repeat(100_000), &"{\"steps\":".repeat(10_000)]
    {
        for format in FORMATS {
            let error = games().import(Some("mir"), Some(format), text).err().unwrap_or_else(|| panic!("{format}: {text:?}"));
            assert_eq!(error.code, "NOT_JSON", "{format}: {error}");
        }
    }
    let error = games().import(Some("mir"), Some("mir-replay"), "{\n  \"é\": ]").err().unwrap();
    assert_eq!((error.place.line, error.place.column), (Some(2), Some(8)));

    let values = [json!(null), json!(0), json!("x"), json!(true), json!([]), json!({}), json!([[]]), json!(1e300)];
    for value in &values {
        for format in FORMATS {
            assert!(!problems("mir", format, &value.to_string()).is_empty(), "{format}: {value}");
        }
        for key in
            ["meta", "initialState", "steps", "final", "state_in", "action", "events", "state_out", "success", "errors", "hashes"]
        {
            for format in FORMATS {
                assert!(!problems("mir", format, &json!({key: value}).to_string()).is_empty(), "{format}: {key} {value}");
            }
        }
    }
    let halves =
        [r#"{"state_in":{"a":"\ud83d"},"action":{}}"#, r#"{"initialState":{"a":"\ud83d"},"steps":[]}"#, r#"{"\ud83d":1}"#];
    for text in halves {
        FORMATS.iter().for_each(|format| assert!(!problems("mir", format, text).is_empty(), "{format}: {text}"));
    }
}

#[test]
fn a_document_is_refused_where_it_is_wrong() {
    let mut document = room();
    document["rng"]["mode"] = json!("dice");
    document["extra"] = json!(1);
    assert_eq!(
        problems("mir", "mir-state", &document.to_string()),
        [
            ("".into(), r#"/ must NOT have additional properties {"additionalProperty":"extra"}"#.into()),
            (
                "/rng/mode".into(),
                r#"/rng/mode must be equal to one of the allowed values {"allowedValues":["manual","seeded"]}"#.into()
            ),
        ]
    );
    let mut document = room();
    document["entities"]["npcs"][0]["stats"]["hpCurrent"] = json!(9);
    document["entities"]["npcs"][0]["id"] = json!("pc-seren");
    document["combat"]["round"] = json!(1);
    document["rng"]["seed"] = json!(null);
    let places: Vec<(String, String)> = problems("mir", "mir-state", &document.to_string());
    assert_eq!(
        places,
        [
            ("/entities/npcs/0".into(), r#"[UNIQUE_ENTITY_IDS] Duplicate entity id "pc-seren""#.into()),
            ("/entities/npcs/0".into(), r#"[HP_BOUNDS] "pc-seren": hpCurrent 9 not in [0, 8]"#.into()),
            ("/combat".into(), "[COMBAT_MODE_CONSISTENCY] Exploration but round=1".into()),
            ("/rng/seed".into(), "[RNG_SEED_REQUIRED_WHEN_SEEDED] Seeded mode but seed is null/empty".into()),
        ]
    );
    let places = problems("mir", "mir-state", &with_line_of_the_future().to_string());
    assert_eq!(
        places,
        [(
            "/log/events".into(),
            r#"[LOG_CANNOT_GROW] a line has the id "evt-0002" already, which a line to come must have"#.into()
        )]
    );
}

/// A document that the contract takes, although its next line will break it.
fn with_line_of_the_future() -> Value {
    let mut document = room();
    document["log"]["events"] =
        json!([{"id": "evt-0002", "timestamp": "2026-02-11T18:00:00.000Z", "type": "NOTE", "payload": {}}]);
    document
}

#[test]
fn a_scenario_is_checked_in_the_order_of_the_public_program() {
    let meta = json!({"id": "x", "name": "x", "description": "", "recommendedPlayers": 0, "difficulty": false, "tags": []});
    let said = |file: Value| problems("mir", "mir-scenario", &file.to_string());
    assert_eq!(said(json!({})), [("/meta".into(), "meta must be an object".into())]);
    assert_eq!(said(json!({"meta": "x", "initialState": room()})), [("/meta".into(), "meta must be an object".into())]);
    assert_eq!(
        said(json!({"meta": {"id": "x", "description": null, "tags": 5}})),
        [("/meta".into(), "meta is missing: name, description, recommendedPlayers, difficulty".into())]
    );
    assert_eq!(said(json!({"meta": meta})), [("/initialState".into(), "initialState must be an object".into())]);
    assert_eq!(
        said(json!({"meta": meta, "initialState": "x"})),
        [("/initialState".into(), "initialState must be an object".into())]
    );
    let mut document = room();
    document["ui"]["selectedEntityId"] = json!("nobody");
    assert_eq!(
        said(json!({"meta": meta, "initialState": document})),
        [(
            "/initialState/ui/selectedEntityId".into(),
            r#"[validation] [UI_SELECTED_ENTITY_EXISTS] selectedEntityId "nobody" not found"#.into()
        )]
    );
    document["timestamp"] = json!("now");
    assert_eq!(
        said(json!({"meta": meta, "initialState": document})),
        [(
            "/initialState/timestamp".into(),
            r#"[validation] [schema] /timestamp must match format "date-time" {"format":"date-time"}"#.into()
        )]
    );
    assert_eq!(said(json!({"meta": meta, "initialState": room(), "suggestedReplays": []})), []);
}

#[test]
fn a_scenario_keeps_what_it_says_of_itself() {
    let meta = r#"{"id":"x","name":"X","description":"d","recommendedPlayers":2,"difficulty":"easy","tags":["a"],"author":"me"}"#;
    let document = canonical(&room().to_string()).unwrap().into_owned();
    let file = format!(r#"{{"meta":{meta},"initialState":{document},"suggestedReplays":["r"]}}"#);
    let mut table = seated("mir", "mir-scenario", &file);
    assert_eq!(table.export("mir-scenario", 0).unwrap(), file);
    table.act(Seat(0), 0, &attack().to_string(), None);
    let page = table.export("mir-state", 1).unwrap();
    assert_eq!(table.export("mir-scenario", 1).unwrap(), format!(r#"{{"meta":{meta},"initialState":{page}}}"#));

    let plain: Value = serde_json::from_str(&seated("mir", "mir-state", &document).export("mir-scenario", 0).unwrap()).unwrap();
    assert_eq!((&plain["meta"]["id"], &plain["meta"]["name"]), (&json!("worked-example"), &json!("Tavern")));
    assert_eq!(plain["meta"]["recommendedPlayers"], json!(1));
}

/// What the report of a replay says, apart from hash and lines.
fn report(text: &str) -> (bool, u64, Option<u64>, Vec<String>) {
    let reading = read("mir", "mir-replay", text);
    let report: Value = serde_json::from_str(&reading.report).unwrap();
    let errors = report["errors"].as_array().unwrap().iter().map(|error| error.as_str().unwrap().to_owned()).collect();
    assert_eq!(report["ok"].as_bool().unwrap(), reading.problems.is_empty());
    (report["ok"].as_bool().unwrap(), report["stepsRun"].as_u64().unwrap(), report["failingStep"].as_u64(), errors)
}

#[test]
fn a_replay_is_played_by_the_procedure() {
    let step = |step: Value| json!({"initialState": room(), "steps": [{"action": attack()}, step]});
    let fails = |steps_run: u64, failing: Option<u64>, error: &str| (false, steps_run, failing, vec![error.to_owned()]);
    let mut unsound = room();
    unsound["combat"]["round"] = json!(1);
    let wall = "[BLOCKED_CELL] Step 0: (3,2) is blocked terrain";
    let mut expected = into_the_wall();
    expected["_expectReject"] = json!(true);
    let after = |actions: &[Value]| {
        let table = played("mir", &room(), actions).unwrap();
        hash(&serde_json::from_str(&table.export("mir-state", table.seq()).unwrap()).unwrap())
    };
    let (once, twice) = (after(&[attack()]), after(&[attack(), attack()]));
    for (file, told) in [
        (json!(5), fails(0, None, "Bundle must be a non-null object")),
        (json!(null), fails(0, None, "Bundle must be a non-null object")),
        (json!([]), fails(0, None, "Bundle missing initialState")),
        (json!({"initialState": 0, "steps": 0}), fails(0, None, "Bundle missing initialState")),
        (json!({"initialState": 1, "steps": {}}), fails(0, None, "Bundle missing steps array")),
        (json!({"initialState": 1, "steps": []}), fails(0, None, r#"[INITIAL_SCHEMA] / must be object {"type":"object"}"#)),
        (
            json!({"initialState": unsound, "steps": []}),
            fails(0, None, "[INITIAL_INVARIANT] [COMBAT_MODE_CONSISTENCY] Exploration but round=1"),
        ),
        (step(json!({})), fails(1, Some(1), "Step 1: missing or invalid action")),
        (step(json!(null)), fails(1, Some(1), "Step 1: missing or invalid action")),
        (step(json!({"action": "ATTACK"})), fails(1, Some(1), "Step 1: missing or invalid action")),
        (step(json!({"action": into_the_wall()})), fails(1, Some(1), &format!("Step 1: engine rejected action MOVE: {wall}"))),
        (
            step(json!({"action": {}})),
            fails(1, Some(1), r#"Step 1: engine rejected action undefined: [INVALID_ACTION] Unknown action type "undefined""#),
        ),
        (step(json!({"action": attack(), "expectedEvents": []})), fails(2, Some(1), "Step 1: expected 0 events, got 1")),
        (step(json!({"action": attack(), "expectedEvents": 1})), fails(2, Some(1), "Step 1: expectedEvents must be an array")),
        (
            step(json!({"action": attack(), "expectedEvents": [{"type": "TURN_ENDED"}]})),
            fails(2, Some(1), r#"Step 1, event 0: expected type "TURN_ENDED", got "ATTACK_RESOLVED""#),
        ),
        (
            step(json!({"action": attack(), "expectedEvents": [{"type": "ACTION_REJECTED"}]})),
            fails(2, Some(1), r#"Step 1, event 0: expected type "ACTION_REJECTED", got "ATTACK_RESOLVED""#),
        ),
        (
            step(json!({"action": attack(), "expectedStateHash": "0123"})),
            fails(2, Some(1), &format!(r#"Step 1: state hash mismatch — expected "0123", got "{twice}""#)),
        ),
        (
            json!({"initialState": with_line_of_the_future(), "steps": [{"action": expected}]}),
            fails(1, Some(0), r#"Step 0: post-step invariant violation: [LOG_IDS_UNIQUE] Duplicate log id "evt-0002""#),
        ),
        (
            json!({"initialState": room(), "steps": [{"action": attack()}], "final": {"expectedStateHash": "x"}}),
            fails(1, None, &format!(r#"Final state hash mismatch — expected "x", got "{once}""#)),
        ),
        (step(json!({"action": attack(), "expectedEvents": [{}], "expectedStateHash": ""})), (true, 2, None, vec![])),
        (step(json!({"action": expected})), (true, 2, None, vec![])),
        (step(json!({"action": into_the_wall(), "expectedEvents": [{"type": "ACTION_REJECTED"}]})), (true, 2, None, vec![])),
        (
            json!({"initialState": room(), "steps": [{"action": attack(), "expectedStateHash": once}], "final": {"expectedStateHash": once}}),
            (true, 1, None, vec![]),
        ),
        (json!({"meta": 5, "initialState": room(), "steps": [], "final": null}), (true, 0, None, vec![])),
    ] {
        assert_eq!(report(&file.to_string()), told, "{}", file["steps"]);
    }
}

#[test]
fn a_replay_reports_in_the_order_of_the_public_program_and_is_a_log() {
    let file = json!({"initialState": room(), "steps": [{"action": into_the_wall(), "expectedEvents": [{"type": "ACTION_REJECTED"}]}, {"action": attack()}]});
    let reading = read("mir", "mir-replay", &file.to_string());
    let table = reading.table.unwrap();
    let page = table.export("mir-state", 2).unwrap();
    let lines = serde_json::from_str::<Value>(&page).unwrap()["log"]["events"].as_array().unwrap().len();
    let log = &page[page.find(r#""log":{"events":"#).unwrap() + 16..];
    let log = &log[..referee_mir::json::value_end(log, 0).unwrap()];
    let hash = hash(&serde_json::from_str(&page).unwrap());
    assert_eq!((table.seq(), lines), (2, 2));
    assert_eq!(
        reading.report,
        format!(r#"{{"ok":true,"stepsRun":2,"failingStep":null,"errors":[],"finalStateHash":"{hash}","eventLog":{log}}}"#)
    );
    let broken = read("mir", "mir-replay", &json!({"initialState": {"b": 2, "a": 1}, "steps": []}).to_string());
    assert!(broken.report.ends_with(r#""finalStateHash":"5314055b789b0409","eventLog":[]}"#), "{}", broken.report);
    let nothing = read("mir", "mir-replay", "{}");
    assert!(nothing.report.ends_with(r#""finalStateHash":"","eventLog":[]}"#), "{}", nothing.report);
}

#[test]
fn a_replay_tells_what_it_is() {
    let table = played("mir-original", &room(), &[attack()]).unwrap();
    let replay: Value = serde_json::from_str(&table.export("mir-replay", 1).unwrap()).unwrap();
    let meta = &replay["meta"];
    assert_eq!((&meta["id"], &meta["createdAt"]), (&json!("worked-example"), &json!("2026-02-11T18:00:00.000Z")));
    assert_eq!((&meta["schemaVersion"], &meta["engineVersion"]), (&json!("1.4.0"), &json!("1.4")));
    assert!(meta["notes"].as_str().unwrap().starts_with("played as mir-original by Referee "));
    assert_eq!(replay["steps"][0]["expectedEvents"], json!([{"type": "ATTACK_RESOLVED"}]));
    assert_eq!(replay["steps"][0]["expectedStateHash"], replay["final"]["expectedStateHash"]);
}

#[test]
fn a_file_of_the_other_game_is_told_so() {
    let table = played("mir-original", &room(), &[attack()]).unwrap();
    for (format, to) in [("mir-replay", 1), ("mir-bundle", 1)] {
        let reading = read("mir", format, &table.export(format, to).unwrap());
        assert!(reading.problems[0].help.as_ref().unwrap().contains("--game mir-original"), "{:?}", reading.problems);
    }
    let table = played("mir", &room(), &[attack()]).unwrap();
    let reading = read("mir-original", "mir-bundle", &table.export("mir-bundle", 1).unwrap());
    assert!(reading.problems[0].help.as_ref().unwrap().contains("--game mir`"), "{:?}", reading.problems);
    assert_eq!(read("mir", "mir-bundle", "{}").problems[0].help, None);
}

#[test]
fn what_the_contract_cannot_tell_is_not_exported() {
    let mut table = seated("mir", "mir-state", &room().to_string());
    let error = table.export("mir-bundle", 0).unwrap_err();
    assert_eq!((error.code, &*error.message), ("NO_ACTION", "a bundle is about an action, and the first record has none"));
    table.act(Seat(1), 0, &attack().to_string(), None); // not the npcs' hero
    assert_eq!(
        (code(table.export("mir-bundle", 1)), code(table.export("mir-replay", 1))),
        ("NOT_BY_CONTRACT", "NOT_BY_CONTRACT")
    );
    assert!(table.export("mir-state", 1).unwrap().contains("NOT_YOUR_ENTITY"));
    assert!(table.export("mir-replay", 0).is_ok());

    let mut table =
        games().title("mir").unwrap().start(Some(&room().to_string()), None, 0, Some(&mut Scripted::new([]))).unwrap();
    table.act(Seat(0), 0, &attack().to_string(), Some(&mut Scripted::new([20, 6])));
    assert_eq!(table.seq(), 1);
    assert_eq!(
        (code(table.export("mir-bundle", 1)), code(table.export("mir-replay", 1))),
        ("NOT_BY_CONTRACT", "NOT_BY_CONTRACT")
    );
    assert!(table.export("mir-scenario", 1).unwrap().contains(r#""attackRoll":20"#));

    let table = played("mir", &room(), &[json!(5)]).unwrap();
    assert_eq!(code(table.export("mir-replay", 1)), "NOT_IN_A_REPLAY");
    assert!(table.export("mir-bundle", 1).is_ok());
}

/// The worked examples of the contract, as files.
fn example(number: u32) -> String {
    fs::read_to_string(format!("tests/bundles/contract-example-{number}.json")).unwrap()
}

#[test]
fn the_worked_examples_of_the_contract_come_out_as_printed() {
    let printed = json!([{
        "id": "evt-0001", "timestamp": "2026-02-11T18:00:00.000Z", "type": "ATTACK_RESOLVED",
        "payload": {"attackerId": "pc-seren", "targetId": "npc-barkeep", "attackRoll": 17, "targetAc": 10, "hit": true, "damage": 4, "targetHpAfter": 4}
    }]);
    let bundle: Value = serde_json::from_str(&example(1)).unwrap();
    assert_eq!((&bundle["events"], &bundle["success"], bundle.get("errors")), (&printed, &json!(true), None));
    seated("mir", "mir-bundle", &example(1));

    let reasons = json!(["[BLOCKED_CELL] Step 0: (3,2) is blocked terrain"]);
    let printed = json!([{
        "id": "evt-0001", "timestamp": "2026-02-11T18:00:00.000Z", "type": "ACTION_REJECTED",
        "payload": {"action": {"type": "MOVE", "entityId": "pc-seren"}, "reasons": reasons}
    }]);
    let bundle: Value = serde_json::from_str(&example(2)).unwrap();
    assert_eq!((&bundle["events"], &bundle["success"], &bundle["errors"]), (&printed, &json!(false), &reasons));
    seated("mir", "mir-bundle", &example(2));
    seated("mir-original", "mir-bundle", &example(2));

    let original = read("mir-original", "mir-bundle", &example(1));
    let damage =
        original.problems.iter().find(|problem| problem.place.path.as_deref() == Some("/events/0/payload/damage")).unwrap();
    assert_eq!((damage.expected.as_deref(), damage.found.as_deref()), (Some("5"), Some("4")));
}

/// A bundle in which the keys keep their order.
type Ordered = referee_mir::json::Value<'static>;

fn ordered(text: &str) -> Ordered {
    Ordered::parse(String::leak(canonical(text).unwrap().into_owned())).unwrap()
}

fn text(value: &Ordered) -> String {
    let mut text = String::new();
    value.write(&mut text);
    text
}

/// Every place in a value, and the value with that place taken for another value or taken out.
fn tampered(value: &Ordered, with: Option<&Ordered>) -> Vec<(String, Ordered)> {
    let mut all = Vec::new();
    let mut each = |key: &str, at: usize, part: &Ordered, put: &dyn Fn(usize, Option<Ordered>) -> Ordered| {
        all.push((format!("/{key}"), put(at, with.cloned())));
        all.extend(tampered(part, with).into_iter().map(|(place, part)| (format!("/{key}{place}"), put(at, Some(part)))));
    };
    match value {
        Ordered::Object(members) => {
            let put = |at: usize, part: Option<Ordered>| {
                let mut members = members.clone();
                let (key, _) = members.remove(at);
                part.into_iter().for_each(|part| members.insert(at, (key.clone(), part)));
                Ordered::Object(members)
            };
            members.iter().enumerate().for_each(|(at, (key, part))| each(key, at, part, &put));
        }
        Ordered::List(items) => {
            let put = |at: usize, part: Option<Ordered>| {
                let mut items = items.clone();
                items.splice(at..=at, part);
                Ordered::List(items)
            };
            items.iter().enumerate().for_each(|(at, part)| each(&at.to_string(), at, part, &put));
        }
        _ => {}
    }
    all
}

#[test]
fn no_field_of_a_bundle_can_be_tampered_with() {
    let mut count = 0;
    for bundle in [ordered(&example(1)), ordered(&example(2))] {
        for with in [Some(ordered("\"else\"")), Some(ordered("77")), None] {
            for (place, bundle) in tampered(&bundle, with.as_ref()) {
                let told = problems("mir", "mir-bundle", &text(&bundle));
                assert!(!told.is_empty(), "{place}");
                if !place.starts_with("/state_in") && !place.starts_with("/action") {
                    // What follows in a list moves up when something is taken out.
                    let around = if with.is_some() { &*place } else { place.rsplit_once('/').unwrap().0 };
                    assert!(told.iter().all(|(path, _)| path.starts_with(around)), "{place}: {told:?}");
                }
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count} places");
}

#[test]
fn a_difference_is_told_with_its_place_and_both_sides() {
    let bundle = text(&ordered(&example(1)));
    let told = |old: &str, new: &str| -> Vec<(String, String, String, String)> {
        assert!(bundle.contains(old), "{old}");
        let all = |problem: &HostError| {
            let text = |side: &Option<String>| side.clone().unwrap_or_default();
            (text(&problem.place.path), problem.message.clone(), text(&problem.expected), text(&problem.found))
        };
        read("mir", "mir-bundle", &bundle.replacen(old, new, 1)).problems.iter().map(all).collect()
    };
    let line = |path: &str, message: &str, expected: &str, found: &str| {
        vec![(path.into(), message.into(), expected.into(), found.into())]
    };
    let differs = "is not what the rules say";
    assert_eq!(told("\"damage\":4", "\"damage\":5"), line("/events/0/payload/damage", differs, "4", "5"));
    assert_eq!(told("\"success\":true,", ""), line("/success", "is missing", "true", "nothing"));
    assert_eq!(
        told("\"success\":true", "\"success\":true,\"errors\":[]"),
        line("/errors", "should not be there", "nothing", "[]")
    );
    assert_eq!(told("],\"state_out\"", ",{}],\"state_out\""), line("/events/1", "should not be there", "nothing", "{}"));
    assert_eq!(told("\"success\":true", "\"note\":1,\"success\":true"), line("/note", "a bundle has no such field", "", ""));
    let payload = told("\"hit\":true,\"damage\":4", "\"damage\":4,\"hit\":true");
    assert_eq!((payload.len(), &*payload[0].0), (1, "/events/0/payload"), "the order of keys counts");
    assert_eq!(told("\"damage\":4", " \"damage\" : 4.0"), [], "other bytes, the same canonical text");
    let (before, after) = bundle.split_at(bundle.find(",\"hashes\"").unwrap());
    let moved = format!("{{{},{}", &after[1..after.len() - 1], &before[1..]) + "}";
    assert_eq!(problems("mir", "mir-bundle", &moved), [], "the order of the bundle's own fields does not count");
}

#[test]
fn every_recorded_call_is_a_bundle() {
    let mut games = 0;
    for file in recorded("tests/vectors", "mir-original-calls") {
        for line in fs::read_to_string(file).unwrap().lines().filter(|line| !line.contains("\"name\":\"schema-")) {
            let parts: std::collections::BTreeMap<String, &serde_json::value::RawValue> = serde_json::from_str(line).unwrap();
            let expect: std::collections::BTreeMap<String, &serde_json::value::RawValue> =
                serde_json::from_str(parts["expect"].get()).unwrap();
            let (before, after) = (parts["state"].get(), expect["nextState"].get());
            let of = |text: &str| hash(&serde_json::from_str(text).unwrap());
            let mut bundle = format!(
                r#"{{"state_in":{before},"action":{},"events":{},"state_out":{after},"success":{}"#,
                parts["action"].get(),
                expect["events"].get(),
                expect["success"].get()
            );
            if let Some(errors) = expect.get("errors") {
                bundle.push_str(&format!(r#","errors":{}"#, errors.get()));
            }
            bundle.push_str(&format!(r#","hashes":{{"state_in":"{}","state_out":"{}"}}}}"#, of(before), of(after)));
            let reading = read("mir-original", "mir-bundle", &bundle);
            assert!(reading.problems.iter().all(|problem| problem.code == "NO_GAME"), "{:?}: {line}", reading.problems);
            games += usize::from(reading.table.is_some());
        }
    }
    assert!(games > 100, "{games} recorded calls are games");
}

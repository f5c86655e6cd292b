//! What holds of every game behind the door.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use referee_wasm::Engine;
use serde_json::{Value, json};

/// Asks, and gives what is told and the text that comes with it, or what went wrong.
fn ask(engine: &mut Engine, name: &str, asked: Value, text: &str) -> Result<(Value, String), Value> {
    let answer = engine.answer(&format!("{name} {asked}\n{text}"));
    let (line, text) = answer.split_once('\n').unwrap_or((&answer, ""));
    let told = serde_json::from_str(&line[1..]).unwrap();
    if line.starts_with('+') { Ok((told, text.to_owned())) } else { Err(told) }
}

fn told(engine: &mut Engine, name: &str, asked: Value, text: &str) -> Value {
    ask(engine, name, asked, text).unwrap_or_else(|error| panic!("{name}: {error}")).0
}

fn games(engine: &mut Engine) -> Vec<String> {
    let cards = told(engine, "games", json!({}), "");
    cards.as_array().unwrap().iter().map(|card| card["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_game_is_played_shown_gone_back_in_branched_and_verified() {
    let mut engine = Engine::new();
    for game in games(&mut engine) {
        let rehearsal = json!({"game": game, "seed": "tour", "actions": 12, "told": true});
        let (rehearsed, log) = ask(&mut engine, "rehearse", rehearsal, "").unwrap();
        let opened = told(&mut engine, "resume", json!({}), &log);
        let (session, seq) = (&opened["session"], opened["seq"].as_u64().unwrap());
        let status = told(&mut engine, "status", json!({"session": session}), "");
        assert_eq!(status["head"], rehearsed["head"], "{game}");
        let seat = &opened["card"]["seats"][0];
        for eye in [seat, &Value::Null] {
            told(&mut engine, "view", json!({"session": session, "eye": eye, "seq": seq / 2}), "");
            told(&mut engine, "scene", json!({"session": session, "eye": eye}), "");
            told(&mut engine, "record", json!({"session": session, "eye": eye, "seq": seq}), "");
        }
        told(&mut engine, "why", json!({"session": session, "seq": seq}), "");
        told(&mut engine, "cause", json!({"session": session, "seq": seq}), "");
        let (back, shorter) = ask(&mut engine, "back", json!({"session": session, "seq": seq / 2}), "").unwrap();
        assert_eq!(back["seq"], json!(seq / 2), "{game}");
        assert!(log.starts_with(&shorter), "{game}: an earlier moment is the beginning of the log");
        let report = told(&mut engine, "verify", json!({}), &log);
        assert_eq!(report["head"], rehearsed["head"], "{game}");
        if status["over"] == json!(false) {
            let (_, child) = ask(&mut engine, "branch", json!({"session": session, "name": "child"}), "").unwrap();
            told(&mut engine, "verify", json!({}), &child);
        }
        assert_eq!(ask(&mut engine, "log", json!({"session": session}), "").unwrap().1, log, "{game}");
        assert_eq!(told(&mut engine, "leave", json!({"session": session}), ""), json!(true));
        assert_eq!(ask(&mut engine, "status", json!({"session": session}), "").unwrap_err()["code"], "NO_SUCH_SESSION");
    }
}

#[test]
fn a_refusal_is_told_with_its_code_and_leaves_no_line() {
    let mut engine = Engine::new();
    let opened = told(&mut engine, "start", json!({"game": "nim", "setup": {"heaps": [3]}}), "");
    let act = json!({"session": opened["session"], "seat": "second", "action": {"heap": 0, "stones": 1}});
    let (judged, lines) = ask(&mut engine, "act", act, "").unwrap();
    assert_eq!((&judged["success"], lines.as_str()), (&json!(false), ""));
    assert!(judged["errors"][0].as_str().unwrap().starts_with('['), "{judged}");
}

#[test]
fn the_contract_is_answered_as_on_the_command_line() {
    let mut engine = Engine::new();
    let games = referee_registry::games();
    let state = r#"{"heaps":[3],"to_move":0,"winner":null,"chance":"0000000000000000"}"#;
    let request = format!(r#"{{"state":{state},"seat":"first","action":{{"heap":0,"stones":3}}}}"#);
    let mut line = String::new();
    games.title("nim").unwrap().judging().answer(&request, &mut line).unwrap();
    assert_eq!(ask(&mut engine, "judge", json!({"game": "nim"}), &request).unwrap(), (Value::Null, line));
    assert_eq!(ask(&mut engine, "judge", json!({"game": "nim"}), "{}").unwrap_err()["code"], "BAD_REQUEST");
    assert_eq!(ask(&mut engine, "mutate", json!({"game": "nim"}), "{}").unwrap_err()["code"], "NO_MUTATION");
    let (_, told) = ask(&mut engine, "mutate", json!({"game": "mir"}), r#"{"state":{},"event":{}}"#).unwrap();
    assert!(told.starts_with(r#"{"nextState":{},"success":false,"errors":["[SCHEMA] "#), "{told}");
}

#[test]
fn a_lesson_is_done_by_its_own_way() {
    let mut engine = Engine::new();
    let lesson = json!({"game": "nim", "lesson": "take-the-last-stone"});
    let lecture = told(&mut engine, "lesson", lesson.clone(), "");
    let session = told(&mut engine, "begin", lesson.clone(), "")["session"].clone();
    let standing = |engine: &mut Engine| {
        told(engine, "standing", json!({"session": session, "game": "nim", "lesson": lesson["lesson"]}), "")["stands"].clone()
    };
    assert_eq!(standing(&mut engine), "open");
    for step in lecture["planned"].as_array().unwrap() {
        let mut act = json!({"session": session, "action": step["action"]});
        ["seat", "at", "dice"].iter().filter(|it| !step[**it].is_null()).for_each(|it| act[*it] = step[*it].clone());
        assert_eq!(told(&mut engine, "act", act, "")["success"], json!(true));
    }
    assert_eq!(standing(&mut engine), "done");
}

#[test]
fn the_sessions_that_are_open_have_a_maximum() {
    let mut engine = Engine::new();
    let start = |engine: &mut Engine| ask(engine, "start", json!({"game": "nim"}), "");
    (0..256).for_each(|_| drop(start(&mut engine).unwrap()));
    assert_eq!(start(&mut engine).unwrap_err()["code"], "TOO_MANY_SESSIONS");
    told(&mut engine, "leave", json!({"session": 1}), "");
    assert!(start(&mut engine).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_rehearsal_is_the_same_every_time_and_its_log_holds(seed in "[a-z]{1,8}", game in 0usize..8) {
        let mut engine = Engine::new();
        let games = games(&mut engine);
        let asked = json!({"game": games[game % games.len()], "seed": seed, "actions": 20, "told": true});
        let once = ask(&mut engine, "rehearse", asked.clone(), "").unwrap();
        prop_assert_eq!(&once, &ask(&mut Engine::new(), "rehearse", asked, "").unwrap());
        prop_assert_eq!(&told(&mut engine, "verify", json!({}), &once.1)["head"], &once.0["head"]);
    }

    #[test]
    fn what_is_no_question_is_answered(name in "games|start|resume|act|view|lesson|verify|[a-z]{0,5}", asked in ".{0,40}", text in ".{0,40}") {
        let answer = Engine::new().answer(&format!("{name} {asked}\n{text}"));
        prop_assert!(answer.starts_with(['+', '-']));
    }
}

/// What can be asked of an open session, and whether it may change it.
const QUESTIONS: [(&str, bool); 20] = [
    ("act", true),
    ("follow", true),
    ("close", true),
    ("say", true),
    ("status", false),
    ("choices", false),
    ("preview", false),
    ("bot", false),
    ("view", false),
    ("scene", false),
    ("record", false),
    ("cause", false),
    ("why", false),
    ("moments", false),
    ("log", false),
    ("export", false),
    ("standing", false),
    ("back", false),
    ("branch", false),
    ("verify", false),
];

const FIELDS: [&str; 14] =
    ["word", "seat", "eye", "seq", "at", "action", "dice", "name", "events", "format", "most", "bot", "luck", "why"];

/// Whatever may stand in a field: what belongs there, what almost does, and what never can.
fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0u64..20).prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "first|blue|player|players|hero|greedy|random|resign|offer|accept|\\PC{0,6}".prop_map(Value::from),
        Just(json!({"type": "WAIT"})),
        Just(json!({"heap": 0, "stones": 1})),
        Just(json!({"type": "skip"})),
        Just(json!([[[]], {"deep": {"er": [1, "2"]}}])),
        prop::collection::vec(any::<u32>(), 0..4).prop_map(Value::from),
    ]
}

#[test]
fn an_open_session_answers_whatever_is_asked_of_it_and_only_actions_change_it() {
    let mut engine = Engine::new();
    let mut sessions = Vec::new();
    for game in games(&mut engine) {
        let rehearsal = json!({"game": game, "seed": "asked", "actions": 6, "told": true});
        let (_, log) = ask(&mut engine, "rehearse", rehearsal, "").unwrap();
        sessions.push((told(&mut engine, "resume", json!({}), &log)["session"].clone(), log));
    }
    let questions = (0..sessions.len(), 0..QUESTIONS.len(), any::<bool>());
    let fields = prop::collection::btree_map(prop::sample::select(&FIELDS[..]), anything(), 0..5);
    let (strategy, mut runner) = ((questions, fields, "\\PC{0,20}"), proptest::test_runner::TestRunner::deterministic());
    for _ in 0..600 {
        let ((session, question, own), fields, text) = strategy.new_tree(&mut runner).unwrap().current();
        let ((session, log), (name, may_change)) = (&sessions[session], QUESTIONS[question]);
        let mut asked = json!(fields);
        asked["session"] = session.clone();
        let status = |engine: &mut Engine| told(engine, "status", json!({"session": session}), "");
        let before = status(&mut engine);
        let answer = ask(&mut engine, name, asked.clone(), if own { log } else { &text });
        if let Err(error) = &answer {
            assert!(error["code"].as_str().is_some_and(|code| !code.is_empty()), "{name} {asked}: {error}");
            assert!(error["message"].as_str().is_some_and(|words| !words.is_empty()), "{name} {asked}: {error}");
        }
        let after = status(&mut engine);
        assert!(before == after || (may_change && answer.is_ok()), "{name} {asked}: {before} became {after}");
        if matches!(name, "back" | "branch")
            && let Ok((opened, _)) = answer
        {
            told(&mut engine, "leave", json!({"session": opened["session"]}), "");
        }
    }
}

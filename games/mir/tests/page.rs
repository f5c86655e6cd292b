//! The page under random play: a hundred thousand declarations upon good and damaged documents. `REFEREE_GAMES` plays more.
#![allow(clippy::disallowed_methods)] // reads the environment

use crate::random;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use referee::{Game, Legal, Seat};
use referee_host::{Judge, Registry};
use referee_mir::json::canonical;
use referee_mir::{Action, Mir, Page, Setup, violations};
use serde_json::Value;

/// Declarations a document gets.
const ACTIONS: usize = 25;

fn judge() -> Box<dyn Judge> {
    Registry::new().with(referee_mir::title::<1>()).title("mir").unwrap().judging()
}

fn ask(judge: &mut dyn Judge, request: &str) -> String {
    let mut out = String::new();
    judge.answer(request, &mut out).unwrap_or_else(|error| panic!("{error}: {request}"));
    out
}

fn request(state: &str, action: &str) -> String {
    format!("{{\"state\":{state},\"action\":{action}}}")
}

/// An answer, taken apart.
struct Answer {
    next: String,
    success: bool,
    events: usize,
}

fn answer(text: &str) -> Answer {
    let members: std::collections::BTreeMap<String, &serde_json::value::RawValue> = serde_json::from_str(text).unwrap();
    let events: Vec<Value> = serde_json::from_str(members["events"].get()).unwrap();
    let errors: Vec<String> = members.get("errors").map_or_else(Vec::new, |errors| serde_json::from_str(errors.get()).unwrap());
    let success = members["success"].get() == "true";
    assert_eq!(errors.is_empty(), success, "errors exactly where there is no success: {text}");
    Answer { next: members["nextState"].get().into(), success, events: events.len() }
}

/// What a turn may not touch when it is refused: all but the log.
fn without_log(state: &str) -> Value {
    let mut state: Value = serde_json::from_str(state).unwrap();
    state["log"].take();
    state
}

/// Judges one declaration; now and then in every way there is, and they must agree.
fn judged(remembering: &mut dyn Judge, state: &str, action: &str, closely: bool) -> Answer {
    let request = request(state, action);
    let text = ask(remembering, &request);
    let answer = answer(&text);
    if closely {
        assert_eq!(text, ask(&mut *judge(), &request), "a judge who knows the document, and one who does not");
        let spaced = format!(" {{ \"action\" : {action}, \"state\" :\t{state} }}");
        assert_eq!(text, ask(&mut *judge(), &spaced), "a request in other bytes");
        assert_eq!(canonical(&answer.next).as_deref(), Ok(&*answer.next), "a document is canonical text");
    }
    match (answer.success, answer.events) {
        (true, events) => {
            assert!(events > 0, "an accepted action has events");
            assert!(Page::read(&answer.next).is_ok() && violations(&answer.next).is_some_and(|found| found.is_empty()), "{text}");
        }
        (false, 0) => assert_eq!(answer.next, canonical(state).unwrap(), "an unusable document comes back as it was"),
        (false, 1) if closely => {
            assert_eq!(without_log(&answer.next), without_log(state), "a refusal touches nothing but the log");
        }
        (false, 1) => {}
        (false, _) => panic!("a refusal is one line: {text}"),
    }
    answer
}

/// Half of the declarations are some that the rules offer, if they offer any.
fn sensible(state: &str, wild: Value, pick: Index) -> String {
    let offered = Page::read(state).ok().filter(|_| pick.index(2) == 0).and_then(|page| {
        let seat = Seat(pick.index(7) as u8 % 2);
        let offers: Vec<Action> = Mir::default().legal(page.state(), seat, 0).collect();
        (!offers.is_empty()).then(|| pick.get(&offers).json().into_owned())
    });
    offered.unwrap_or_else(|| canonical(&wild.to_string()).unwrap().into_owned())
}

/// The same declarations upon the same document as a game of the kernel: its page is the document, all along.
fn played(document: &str, declared: &[(String, String)]) {
    let setup: Setup = serde_json::from_str(document).unwrap();
    let Ok(mut game) = Game::start(Mir::default(), setup) else { return };
    let mut page = Page::read(document).unwrap();
    for (action, next) in declared {
        let action: Action = serde_json::from_str(action).unwrap();
        let seat = referee::Rules::speaker(&Mir::default(), game.state(), &action).unwrap_or(Seat(0));
        let _ = game.act(seat, 0, action);
        page.follow(&Mir::default(), game.log().last().unwrap().events);
        assert_eq!(page.text(), next, "the page of a game, and what the judge says");
        assert_eq!(page.state().spent, game.state().spent);
    }
    let verified = game.verify();
    assert!(verified.is_ok(), "{:?}", verified.err());
}

fn documents() -> impl Strategy<Value = Value> {
    prop_oneof![3 => random::documents(), 1 => random::damaged()]
}

#[test]
fn a_hundred_thousand_declarations_are_judged_as_the_contract_says() {
    let games: u32 = std::env::var("REFEREE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(4_000);
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let actions = prop::collection::vec((random::declarations(), any::<Index>()), ACTIONS);
    let (mut accepted, mut refused, mut unusable) = (0u32, 0u32, 0u32);
    for _ in 0..games {
        let (document, actions) = (documents(), &actions).new_tree(&mut runner).unwrap().current();
        let document = document.to_string();
        let (mut state, mut remembering, mut declared) = (document.clone(), judge(), Vec::new());
        for (number, (wild, pick)) in actions.into_iter().enumerate() {
            let action = sensible(&state, wild, pick);
            let answer = judged(&mut *remembering, &state, &action, number % 8 == 0);
            *(match (answer.success, answer.events) {
                (true, _) => &mut accepted,
                (false, 1) => &mut refused,
                _ => &mut unusable,
            }) += 1;
            state = answer.next;
            declared.push((action, state.clone()));
        }
        played(&document, &declared);
    }
    assert!(
        accepted > games * 2 && refused > games * 2 && unusable > games,
        "{accepted} accepted, {refused} refused, {unusable} unusable"
    );
}

/// A document from anywhere may have its keys in any order, white space, and numbers in other forms.
#[test]
fn a_document_in_other_bytes_is_the_same_document() {
    let document = r#"{ "ui": {"hoveredCell": null, "selectedEntityId": null}, "schemaVersion": "1.4.0", "campaignId": "c", "sessionId": "s",
        "timestamp": "2026-02-11T18:00:00.000Z", "rng": {"lastRolls": [], "seed": "combat-42", "mode": "seeded"},
        "map": {"terrain": [], "id": "m", "name": "\u004d", "grid": {"cellSize": 5.0, "size": {"height": 1e1, "width": 10}, "type": "square"}, "fogOfWarEnabled": false},
        "combat": {"mode": "exploration", "round": -0, "activeEntityId": null, "initiativeOrder": []}, "log": {"events": []},
        "entities": {"objects": [], "npcs": [], "players": []} }"#;
    let text = ask(&mut *judge(), &request(document, r#"{"type":"ROLL_INITIATIVE"}"#));
    let next = answer(&text).next;
    assert!(next.starts_with(r#"{"ui":{"hoveredCell":null,"selectedEntityId":null},"schemaVersion":"1.4.0""#), "{next}");
    assert!(next.contains(r#""name":"M","grid":{"cellSize":5,"size":{"height":10,"width":10},"type":"square"}"#), "{next}");
    assert!(next.contains(r#""round":0,"#) && text.contains("[NO_PARTICIPANTS]"), "{text}");
}

/// An empty document with something said in its log.
fn with_log(lines: &str) -> String {
    let document: Value = serde_json::from_str(include_str!("../setups/tavern-brawl.scenario.json")).unwrap();
    let document = canonical(&document["initialState"].to_string()).unwrap().into_owned();
    document.replacen(r#""log":{"events":[]}"#, &format!(r#""log":{{"events":[{lines}]}}"#), 1)
}

fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

/// What is returned can always be given back, whatever was declared.
#[test]
fn a_deep_declaration_leaves_a_document_that_can_be_read() {
    for depth in [1, 60, 63, 64, 100, 127] {
        let action = format!(r#"{{"type":"END_TURN","entityId":{}}}"#, nested(depth));
        let refused = answer(&ask(&mut *judge(), &request(&with_log(""), &action)));
        assert!(!refused.success && refused.events == 1, "{depth}");
        let next = ask(&mut *judge(), &request(&refused.next, r#"{"type":"ROLL_INITIATIVE"}"#));
        assert!(answer(&next).success, "{depth}: {next}");
    }
}

#[test]
fn half_a_surrogate_pair_is_no_id() {
    let line = |id: &str| format!(r#"{{"id":"{id}","timestamp":"2026-01-01T00:00:00Z","type":"N","payload":{{"n":"\ud83d"}}}}"#);
    let judged = |lines: String| ask(&mut *judge(), &request(&with_log(&lines), r#"{"type":"ROLL_INITIATIVE"}"#));
    assert!(judged(line("a")).contains(r#""success":true"#), "in a payload it is not looked at");
    assert!(judged(line("\\ud83d")).contains("[SCHEMA] "));
}

#[test]
fn a_seed_goes_into_the_document_and_nowhere_else() {
    let document = with_log("");
    let scenario = format!(r#"{{"meta":{{"copy":{document}}},"initialState":{document}}}"#);
    let mut setup: Setup = serde_json::from_str(&scenario).unwrap();
    assert!(<Mir as referee::Rules>::seed(&mut setup, "other"));
    let again: Setup = serde_json::from_str(setup.json()).unwrap();
    assert_eq!(again, setup);
    assert!(again.document().contains(r#""seed":"other""#) && !setup.json()[..document.len()].contains("other"));
}

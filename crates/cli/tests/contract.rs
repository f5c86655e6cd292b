//! The pure contract, by the command line and over HTTP: the same bytes.

use crate::desk::Desk;
use crate::server::Server;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const CALLS: &str = include_str!("../../../games/mir/tests/vectors/mir-original-calls.jsonl");

fn members(text: &str) -> BTreeMap<&str, &RawValue> {
    serde_json::from_str(text).unwrap()
}

/// Requests to the judge, one a line: the recorded calls.
fn requests() -> Vec<String> {
    let request = |case: &str| {
        let case = members(case);
        format!("{{\"state\":{},\"action\":{}}}", case["state"], case["action"])
    };
    CALLS.lines().map(request).collect()
}

/// What the server answers to each, to the byte, and what the command line does.
#[track_caller]
fn same(server: &Server, command: &str, game: &str, address: &str, requests: &[String]) -> Vec<String> {
    let answered = Desk::new().run_with(&[command, game], requests.join("\n")).is(0);
    let lines: Vec<String> = answered.stdout.lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), requests.len());
    for (request, line) in requests.iter().zip(&lines) {
        assert_eq!(server.post_raw(address, None, request), (200, line.clone()), "{request}");
    }
    lines
}

#[test]
fn the_server_answers_every_recorded_call_as_the_command_does() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\n");
    let asked = requests();
    let judged = same(&server, "judge", "mir-original", "/api/contract/mir-original", &asked);
    let (mut mutations, mut next) = (Vec::new(), Vec::new());
    for (request, answer) in asked.iter().zip(&judged) {
        let (request, answer) = (members(request), members(answer));
        let events: Vec<&RawValue> = serde_json::from_str(answer["events"].get()).unwrap();
        if let [event] = events[..] {
            mutations.push(format!("{{\"state\":{},\"event\":{event}}}", request["state"]));
            next.push(answer["nextState"].get().to_owned());
        }
    }
    let mutated = same(&server, "mutate", "mir-original", "/api/contract/mir-original/mutate", &mutations);
    assert!(mutated.len() > 200);
    for (answer, next) in mutated.iter().zip(next) {
        assert_eq!(*answer, format!("{{\"nextState\":{next},\"success\":true}}"));
    }
}

#[test]
fn any_game_is_judged_over_http_as_by_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\n");
    let state = json!({"heaps": [3], "to_move": 0, "winner": null, "chance": "0000000000000000"});
    let ask = |seat: &str, stones: u8| json!({"state": state, "seat": seat, "action": {"heap": 0, "stones": stones}}).to_string();
    let asked = [ask("first", 3), ask("second", 1), ask("nobody", 1), ask("first", 9), r#"{"state":7,"action":[]}"#.to_owned()];
    let answers = same(&server, "judge", "nim", "/api/contract/nim", &asked);
    let success: Vec<Value> =
        answers.iter().map(|answer| serde_json::from_str::<Value>(answer).unwrap()["success"].clone()).collect();
    assert_eq!(success, [true, false, false, false, false]);
}

#[test]
fn a_body_with_white_space_is_the_same_request() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\n");
    let request = &requests()[0];
    let spaced = format!("\n {}\n", request.replacen("{\"state\":", "{ \"state\" :\n", 1));
    assert_eq!(server.post_raw("/api/contract/mir", None, request), server.post_raw("/api/contract/mir", None, &spaced));
}

#[test]
fn what_is_no_request_is_refused_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nlog_max = 100000\n");
    let code = |address: &str, body: &str| {
        let (status, answer) = server.post_text(address, None, body);
        (status, answer["error"]["code"].as_str().unwrap_or_default().to_owned())
    };
    let bad = |status: u16, code: &str| (status, code.to_owned());
    for body in ["", "{}", "[]", "nonsense", r#"{"state":{}}"#, r#"{"state":{},"action":{},"more":1}"#] {
        assert_eq!(code("/api/contract/mir", body), bad(400, "BAD_REQUEST"), "{body}");
    }
    assert_eq!(code("/api/contract/mir/mutate", r#"{"state":{},"action":{}}"#), bad(400, "BAD_REQUEST"));
    assert_eq!(code("/api/contract/mir", &" ".repeat(100_001)), bad(413, "BODY_TOO_LONG"));
    assert_eq!(code("/api/contract/chess", "{}"), bad(404, "NO_SUCH_GAME"));
    assert_eq!(code("/api/contract/hop/mutate", "{}"), bad(404, "NO_MUTATION"));
}

#[test]
fn a_game_whose_contract_applies_no_single_events_is_told_at_once() {
    Desk::new().run_with(&["mutate", "nim"], "{}").is(2).complains("NO_MUTATION").complains("mir or mir-original");
    let lines = Desk::new().run_with(&["mutate", "mir"], "garbage\n{\"state\":{},\"event\":{}}\n").is(2).lines();
    assert!(lines[0]["errors"][0].as_str().unwrap().starts_with("[BAD_REQUEST]"), "{lines:?}");
    assert_eq!((&lines[1]["success"], &lines[1]["nextState"]), (&json!(false), &json!({})));
}

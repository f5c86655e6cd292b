//! Resignations and draws as a user meets them: on the command line, and in a live match on the server.

use crate::desk::Desk;
use crate::server::{Client, Server, text};
use serde_json::{Value, json};

const OPEN: &str = "rate = 0\n";

fn started(args: &[&str]) -> Desk {
    let desk = Desk::new();
    desk.write("setup.json", r#"{"heaps":[3,4,5]}"#);
    desk.run(&[&["new", "nim", "--setup", "setup.json", "--out", "game.jsonl"], args].concat()).is(0);
    desk
}

#[test]
fn a_game_is_resigned_and_every_command_knows_it() {
    let desk = started(&[]);
    desk.run(&["act", "game.jsonl", "--seat", "first", r#"{"heap":0,"stones":1}"#]).is(0);
    let before = desk.read("game.jsonl");
    desk.run(&["draw", "game.jsonl", "--seat", "second", "--accept"]).is(1).complains("NO_OFFER");
    desk.run(&["resign", "game.jsonl", "--seat", "third"]).is(2).complains("NO_SUCH_SEAT");
    desk.run(&["draw", "game.jsonl", "--seat", "second"]).is(2);
    desk.run(&["draw", "game.jsonl", "--seat", "second", "--offer", "--accept"]).is(2);
    assert_eq!(desk.read("game.jsonl"), before, "what is refused leaves no trace");
    desk.run(&["resign", "game.jsonl", "--seat", "second"]).is(0).says("The match is over: second resigned; first wins.");
    desk.run(&["resign", "game.jsonl", "--seat", "first"]).is(1).complains("RESIGNED");
    desk.run(&["act", "game.jsonl", "--seat", "second", r#"{"heap":0,"stones":1}"#]).is(1).says("RESIGNED");
    assert!(desk.run(&["legal", "game.jsonl"]).is(0).lines().is_empty());
    let report = desk.run(&["verify", "game.jsonl"]).is(0).json();
    assert_eq!(
        (&report["result"]["resigned"], &report["result"]["places"]),
        (&json!("second"), &json!({"first": 1, "second": 2}))
    );
    for command in ["show", "replay"] {
        desk.run(&[command, "game.jsonl"]).is(0).says("second resigned; first wins");
    }
    let steps = desk.run(&["replay", "game.jsonl", "--step", "--json"]).is(0).lines();
    assert_eq!(steps.last().unwrap()["result"]["told"], "second resigned; first wins");
    desk.run(&["branch", "game.jsonl", "--at", "1", "--out", "on.jsonl"]).is(0);
    desk.run(&["act", "on.jsonl", "--seat", "second", r#"{"heap":0,"stones":1}"#]).is(0);
    assert_eq!(desk.run(&["verify", "on.jsonl"]).is(0).json()["result"], Value::Null);
    desk.run(&["diff", "game.jsonl", "on.jsonl"]).is(1);
}

#[test]
fn a_draw_is_offered_declined_and_agreed() {
    let desk = started(&["--player", "first=ann", "--player", "second=bob"]);
    let draw = |seat: &str, word: &str| desk.run(&["draw", "game.jsonl", "--seat", seat, word, "--json"]);
    let offered = draw("first", "--offer").is(0).json();
    assert_eq!(
        offered["match"],
        json!({"people": ["first", "second"], "offer": {"by": "first", "agreed": []}, "said": {"seat": "first", "word": "offer"}})
    );
    desk.run(&["show", "game.jsonl"]).is(0).says("first offers a draw");
    draw("first", "--accept").is(1);
    draw("second", "--decline").is(0);
    draw("second", "--offer").is(0);
    assert_eq!(draw("first", "--accept").is(0).json()["match"]["result"]["told"], "a draw by agreement");
    desk.run(&["verify", "game.jsonl"]).is(0).says("a draw by agreement");
}

#[test]
fn nobody_resigns_alone_or_to_a_bot() {
    let desk = started(&["--player", "first=ann", "--player", "second=bot-greedy-second"]);
    desk.run(&["resign", "game.jsonl", "--seat", "first"]).is(1).complains("this game has one human seat");
    desk.run(&["new", "hop", "--seed", "a", "--out", "run.jsonl"]).is(0);
    desk.run(&["resign", "run.jsonl", "--seat", "player"]).is(1).complains("ONE_HUMAN_SEAT");
}

/// A match of nim between two people: its id and their tokens.
fn nim(server: &Server) -> (String, [String; 2]) {
    let seats = json!({"first": "me", "second": "me"});
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": seats, "setup": {"heaps": [3, 4]}}));
    let token = |seat: &str| opened["tokens"][seat].as_str().unwrap().to_owned();
    (text(&opened, "id").to_owned(), [token("first"), token("second")])
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}

/// The next message of a kind.
fn heard(client: &mut Client, kind: &str) -> Value {
    loop {
        let message = client.hear();
        if message["type"] == kind {
            return message;
        }
    }
}

/// Threats 17, 26: an outsider, an onlooker or the other seat cannot resign for a seat, and nobody does so twice.
#[test]
fn threats_17_26_a_seat_resigns_for_itself_and_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, [first, second]) = nim(&server);
    let path = format!("/api/matches/{id}/resign");
    let (mut watcher, _) = server.live(&id, &json!({"type": "hello"}));
    watcher.say(&json!({"type": "resign"}));
    assert_eq!(heard(&mut watcher, "refused")["error"]["code"], "NO_SEAT");
    for token in [None, Some("stolen"), Some("")] {
        assert_eq!(server.post(&path, token, &json!({})).0, 401);
    }
    assert_eq!(server.post(&path, Some(&second), &json!({"seat": "first"})).0, 400, "the token says whose seat it is");
    let (status, answer) = server.post(&path, Some(&second), &json!({"key": "k"}));
    assert_eq!((status, &answer["result"]["resigned"]), (200, &json!("second")), "{answer}");
    assert_eq!(server.post(&path, Some(&second), &json!({"key": "k"})), (200, answer), "sent again, it is the same");
    for token in [&first, &second] {
        let (status, answer) = server.post(&path, Some(token), &json!({"key": "other"}));
        assert_eq!((status, code(&answer)), (422, "RESIGNED"), "{answer}");
    }
    let act = server.post(&format!("/api/matches/{id}/actions"), Some(&first), &json!({"action": {"heap": 0, "stones": 1}}));
    assert_eq!(act.0, 422, "{act:?}");
    let over = heard(&mut watcher, "over");
    assert_eq!(over["result"]["told"], "second resigned; first wins");
    let log = server.text(&format!("/api/logs/{id}"), None).1;
    let lines: Vec<&str> = log.lines().collect();
    assert!(lines[1].contains(r#""match":"resign","seat":"second""#) && lines[2].contains("reveal"), "{log}");
    let (status, report) = server.post_text("/api/verify/nim", None, &log);
    assert_eq!((status, &report["result"]["resigned"]), (200, &json!("second")), "{report}");
    server.is_well();
}

/// Threat 21: of a resignation and actions that are sent at once, what comes after the resignation is refused, and the log holds.
#[test]
fn threat_21_a_resignation_and_actions_race_and_the_log_holds() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    for round in 0..8 {
        let (id, [first, second]) = nim(&server);
        let (server, id) = (&server, &id);
        let act = |token: &str| {
            server
                .post(
                    &format!("/api/matches/{id}/actions"),
                    Some(token),
                    &json!({"action": {"heap": 0, "stones": 1}, "after": 0}),
                )
                .0
        };
        let resign = |token: &str| server.post(&format!("/api/matches/{id}/resign"), Some(token), &json!({"after": 0})).0;
        let (acted, resigned) = std::thread::scope(|scope| {
            let (acting, resigning) = (scope.spawn(|| act(&first)), scope.spawn(|| resign(&second)));
            (acting.join().unwrap(), resigning.join().unwrap())
        });
        assert!(matches!((acted, resigned), (200, 409) | (422, 200)), "round {round}: {acted} {resigned}");
        if resigned == 409 {
            assert_eq!(server.post(&format!("/api/matches/{id}/resign"), Some(&second), &json!({})).0, 200);
        }
        let log = server.text(&format!("/api/logs/{id}"), None).1;
        assert_eq!(server.post_text("/api/verify/nim", None, &log).0, 200, "{log}");
    }
    server.is_well();
}

/// A draw that is offered is told to everybody, stands after a restart, and is agreed to.
#[test]
fn an_offer_is_told_to_everybody_and_outlives_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), OPEN);
    let (id, [first, second]) = nim(&server);
    let (mut ann, hello) = server.live(&id, &json!({"type": "hello", "token": first, "shows": true}));
    assert_eq!((&hello["people"], &hello["offer"]), (&json!(["first", "second"]), &Value::Null), "{hello}");
    let (mut bob, _) = server.live(&id, &json!({"type": "hello", "token": second, "shows": true}));
    let (mut watcher, _) = server.live(&id, &json!({"type": "hello"}));
    bob.say(&json!({"type": "draw", "draw": "accept", "key": "early"}));
    assert_eq!(heard(&mut bob, "refused")["error"]["code"], "NO_OFFER");
    ann.say(&json!({"type": "draw", "draw": "offer", "key": "o"}));
    assert_eq!(heard(&mut ann, "accepted")["key"], "o");
    for client in [&mut ann, &mut bob, &mut watcher] {
        assert_eq!(heard(client, "match")["offer"], json!({"by": "first", "agreed": []}));
    }
    bob.say(&json!({"type": "draw"}));
    assert_eq!(heard(&mut bob, "refused")["error"]["code"], "BAD_MESSAGE");
    server.stop();
    let server = Server::start(folder.path(), OPEN);
    let stands = server.get(&format!("/api/matches/{id}"), None).1;
    assert_eq!(stands["match"]["offer"]["by"], "first", "{stands}");
    let (mut watcher, hello) = server.live(&id, &json!({"type": "hello", "shows": true}));
    assert_eq!(hello["offer"]["by"], "first");
    let (status, answer) = server.post(&format!("/api/matches/{id}/draw"), Some(&second), &json!({"draw": "accept"}));
    assert_eq!((status, &answer["result"]["told"]), (200, &json!("a draw by agreement")), "{answer}");
    let end = heard(&mut watcher, "match");
    assert_eq!((&end["scene"]["status"], &end["waiting_for"]), (&json!("a draw by agreement"), &json!([])), "{end}");
    assert_eq!(heard(&mut watcher, "over")["result"]["places"], json!({"first": 1, "second": 1}));
    let stands = server.get(&format!("/api/matches/{id}"), None).1;
    assert_eq!((&stands["over"], &stands["match"]["result"]["told"]), (&json!(true), &json!("a draw by agreement")), "{stands}");
}

/// Another seat's action ends an offer, and everybody hears that it stands no longer.
#[test]
fn an_offer_ends_when_another_seat_acts() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, [first, second]) = nim(&server);
    let (mut watcher, _) = server.live(&id, &json!({"type": "hello"}));
    let act = |token: &str| {
        server.post(&format!("/api/matches/{id}/actions"), Some(token), &json!({"action": {"heap": 0, "stones": 1}})).0
    };
    assert_eq!(server.post(&format!("/api/matches/{id}/draw"), Some(&first), &json!({"draw": "offer"})).0, 200);
    assert_eq!(heard(&mut watcher, "match")["offer"]["by"], "first");
    assert_eq!((act(&first), act(&second)), (200, 200));
    loop {
        let message = heard(&mut watcher, "match");
        if message["offer"].is_null() {
            assert_eq!(message["seq"], 2);
            break;
        }
    }
}

#[test]
fn against_bots_and_in_ranked_runs_nobody_resigns() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "bot:random"}}));
    let ticket = server.post("/api/challenges", None, &json!({"game": "hop", "board": "live", "name": "ann"})).1;
    let (id, token) = (text(&opened, "id"), opened["tokens"]["first"].as_str());
    let ranked = &ticket["match"];
    for (id, token) in [(id, token), (text(ranked, "id"), ranked["token"].as_str())] {
        let (status, answer) = server.post(&format!("/api/matches/{id}/resign"), token, &json!({}));
        assert_eq!((status, code(&answer)), (422, "ONE_HUMAN_SEAT"), "{answer}");
    }
}

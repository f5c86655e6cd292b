//! Matches over real sockets, against the real binary and a real SQLite file.
#![allow(clippy::disallowed_methods)] // waits for a real server

use crate::server;

use serde_json::{Value, json};
use server::Server;
use std::collections::BTreeMap;

/// No limits that a test would meet by accident.
const OPEN: &str = "rate = 0\nsockets_per_address = 1000\nidle_seconds = 1\n";

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("{field} in {value}"))
}

/// A duel between two players that both have joined: its id, and their tokens.
fn duel(server: &Server) -> (String, [String; 2]) {
    let opened = server.open(&json!({"game": "duel", "name": "ann", "salt": "4f2a"}));
    let id = text(&opened, "id").to_owned();
    let (status, joined) = server.post(&format!("/api/matches/{id}/join"), None, &json!({"name": "bob", "salt": "77"}));
    assert_eq!((status, text(&joined, "seat")), (200, "red"), "{joined}");
    assert_eq!(joined["commit"], opened["commit"], "whoever joins is told the commitment before the game begins");
    (id, [text(&opened["tokens"], "blue").to_owned(), text(&joined, "token").to_owned()])
}

/// The first actions that a seat may take.
fn legal(server: &Server, id: &str, token: &str) -> Vec<Value> {
    let (_, told) = server.get(&format!("/api/matches/{id}?legal=true"), Some(token));
    told["legal"].as_array().cloned().unwrap_or_default()
}

/// All records that a socket tells, until the match is over.
fn to_the_end(client: &mut server::Client) -> Vec<Value> {
    let mut records = Vec::new();
    loop {
        let message = client.hear();
        match text(&message, "type") {
            "record" => records.push(message),
            "over" => return records,
            other => panic!("{other}: {message}"),
        }
    }
}

#[test]
fn two_players_and_a_spectator_through_a_whole_duel() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, tokens) = duel(&server);
    let (mut spectator, hello) = server.live(&id, &json!({"type": "hello"}));
    assert_eq!((&hello["seat"], &hello["game"]), (&Value::Null, &json!("duel")));
    let mut clients: Vec<_> =
        tokens.iter().map(|token| server.live(&id, &json!({"type": "hello", "token": token, "from": 0})).0).collect();
    let mut told: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    for (seat, client) in clients.iter_mut().enumerate() {
        told.entry(seat).or_default().push(client.hear());
    }
    let mut over = false;
    for turn in 0usize.. {
        let seat = turn % 2;
        let options = legal(&server, &id, &tokens[seat]);
        let Some(action) = options.iter().find(|action| action["type"] == "place").or_else(|| options.last()) else { break };
        clients[seat].act(&format!("k{turn}"), action);
        for (other, client) in clients.iter_mut().enumerate() {
            let message = client.hear();
            assert_eq!(text(&message, "type"), "record", "{message}");
            assert_eq!(message["key"].as_str(), (other == seat).then_some(&*format!("k{turn}")), "the answer is the record");
            told.entry(other).or_default().push(message);
        }
        if turn == 6 {
            // Red's line breaks; it comes back where it left off, and misses nothing.
            let next = told[&1].len();
            clients[1] = server.live(&id, &json!({"type": "hello", "token": tokens[1], "from": next})).0;
        }
        if turn == 9 {
            // Who is not asked is not heard, and acts for nobody.
            clients[1 - seat].act("early", &json!({"type": "skip"}));
            let refused = clients[1 - seat].hear();
            if refused["type"] == "record" {
                told.entry(1 - seat).or_default().push(refused);
                over = true;
            } else {
                assert_eq!((text(&refused, "type"), text(&refused, "key")), ("refused", "early"));
            }
        }
        if turn > 60 || over {
            break;
        }
    }
    // Both skip: that ends it.
    let length = told[&0].len();
    let mut next = length - 1;
    while server.get(&format!("/api/matches/{id}"), None).1["over"] != true {
        let waiting = server.get(&format!("/api/matches/{id}"), None).1["waiting_for"][0].as_str().unwrap().to_owned();
        let seat = usize::from(waiting == "red");
        next += 1;
        let path = format!("/api/matches/{id}/actions");
        let (status, ruling) =
            server.post(&path, Some(&tokens[seat]), &json!({"action": {"type": "skip"}, "key": format!("s{next}")}));
        assert_eq!((status, &ruling["seq"]), (200, &json!(next)), "{ruling}");
    }
    let mut seen = to_the_end(&mut spectator);
    let public = seen.clone();
    assert_eq!(public.len(), next + 1, "the spectator has every record");
    for (number, record) in public.iter().enumerate() {
        assert_eq!(record["seq"], number, "in order, no gap, no repeat");
    }
    for (seat, client) in clients.iter_mut().enumerate() {
        let mut records = told.remove(&seat).unwrap();
        records.extend(to_the_end(client));
        assert_eq!(records.len(), seen.len());
        for (mine, public) in records.iter().zip(&mut seen) {
            assert_eq!((&mine["seq"], &mine["events"]), (&public["seq"], &public["events"]), "a duel hides nothing");
        }
    }
    // The whole log is there now, and everyone can check every die of it.
    let (status, log) = server.text(&format!("/api/logs/{id}"), None);
    assert_eq!(status, 200);
    let file = folder.path().join("duel.jsonl");
    std::fs::write(&file, &log).unwrap();
    let verified =
        std::process::Command::new(env!("CARGO_BIN_EXE_referee")).args(["verify", "--json"]).arg(&file).output().unwrap();
    let report: Value = serde_json::from_slice(&verified.stdout).unwrap();
    assert_eq!((&report["ok"], &report["chance"]), (&json!(true), &json!("sealed")), "{report}");
    assert!(report["dice_checked"].as_u64().unwrap() > 10 && report["dice_unchecked"].is_null(), "{report}");
    assert!(log.contains("\"salt\":\"4f2a 77\""), "both players' salt is in the first line");
    the_duel_is_remembered(server, folder.path(), &file);
}

/// What the match shows of its players is listed, as the command line finds it in the log, and again after the lists are made anew.
fn the_duel_is_remembered(server: Server, folder: &std::path::Path, log: &std::path::Path) {
    let (status, listed) = server.get("/api/achievements/duel", None);
    assert_eq!((status, listed["trophies"].as_array().map(Vec::len)), (200, Some(13)), "{listed}");
    let earned = |name: &str| {
        let player = listed["players"].as_array().unwrap().iter().find(|player| player["name"] == name).unwrap();
        player["earned"].as_array().unwrap().iter().map(|title| title.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let found = std::process::Command::new(env!("CARGO_BIN_EXE_referee")).args(["achievements", "--json"]).arg(log).output();
    let found = String::from_utf8(found.unwrap().stdout).unwrap();
    let found: Vec<Value> = found.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for name in ["ann", "bob"] {
        let all = found.iter().filter(|one| one["who"] == name && one["earned"] == true);
        let all: Vec<&str> = all.map(|one| one["trophy"].as_str().unwrap()).collect();
        assert!(!all.is_empty() && all == earned(name), "{all:?} {listed}");
    }
    let one = server.get("/api/achievements/duel?name=ann", None).1;
    assert_eq!(one["players"].as_array().map(Vec::len), Some(1), "{one}");
    assert_eq!(server.get("/api/achievements/nosuch", None).0, 404);
    server.kill();
    let rebuilt =
        std::process::Command::new(env!("CARGO_BIN_EXE_referee")).args(["rebuild", "--data"]).arg(folder.join("data")).output();
    assert!(rebuilt.unwrap().status.success());
    let server = Server::start(folder, OPEN);
    assert_eq!(server.get("/api/achievements/duel", None).1, listed, "made again from the logs");
}

/// Achievements need two different players: one person who takes both seats earns nothing, whatever the seats are called.
#[test]
fn nobody_earns_anything_against_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let skip = |id: &str, token: &str| {
        let act = json!({"key": "skip", "action": {"type": "skip"}});
        assert_eq!(server.post(&format!("/api/matches/{id}/actions"), Some(token), &act).0, 200);
    };
    let alone = server.open(&json!({"game": "duel", "name": "eve", "seats": {"blue": "me", "red": "me"}}));
    ["blue", "red"].iter().for_each(|seat| skip(text(&alone, "id"), text(&alone["tokens"], seat)));
    over(&server, text(&alone, "id"), 10);
    let (id, tokens) = duel(&server);
    tokens.iter().for_each(|token| skip(&id, token));
    over(&server, &id, 10);
    let players = || {
        let players = server.get("/api/achievements/duel", None).1["players"].clone();
        let names = players.as_array().unwrap().iter().map(|player| text(player, "name").to_owned());
        names.collect::<Vec<_>>()
    };
    let found = server::until(|| Some(players()).filter(|found| found.len() > 1));
    assert_eq!(found, ["ann", "bob"]);
}

#[test]
fn a_match_survives_a_kill_and_every_answer_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), OPEN);
    let (id, tokens) = duel(&server);
    let path = format!("/api/matches/{id}/actions");
    let mut answers = Vec::new();
    for turn in 0..12 {
        let token = &tokens[turn % 2];
        let action = legal(&server, &id, token)[0].clone();
        let body = json!({"action": action, "key": format!("k{turn}")});
        let (status, ruling) = server.post(&path, Some(token), &body);
        assert_eq!(status, 200, "{ruling}");
        answers.push((body, ruling));
        if turn % 3 == 0 {
            server.kill();
            server = Server::start(folder.path(), OPEN);
        }
        // Whatever was answered before is answered the same, however often it is sent.
        for (turn, (body, ruling)) in answers.iter().enumerate() {
            assert_eq!(server.post(&path, Some(&tokens[turn % 2]), body), (200, ruling.clone()));
        }
    }
    let (_, told) = server.get(&format!("/api/matches/{id}"), None);
    assert_eq!(told["seq"], 12);
    // A key that was used is not good for another action, wherever the match stands.
    let other = json!({"action": legal(&server, &id, &tokens[0])[0], "key": "k0", "after": 12});
    let (status, answer) = server.post(&path, Some(&tokens[0]), &other);
    assert_eq!((status, text(&answer["error"], "code")), (409, "KEY_USED"), "{answer}");
    assert_eq!(server.get(&format!("/api/matches/{id}"), None).1["seq"], 12);
}

#[test]
fn of_a_hundred_racers_one_wins() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, tokens) = duel(&server);
    let options = legal(&server, &id, &tokens[0]);
    let (server, path) = (&server, format!("/api/matches/{id}/actions"));
    let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
        let racers: Vec<_> = (0..100)
            .map(|racer| {
                let body = json!({"action": options[racer % options.len()], "after": 0, "key": format!("r{racer}")});
                let (path, token) = (&path, &tokens[0]);
                scope.spawn(move || server.post(path, Some(token), &body))
            })
            .collect();
        racers.into_iter().map(|racer| racer.join().unwrap()).collect()
    });
    assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 1);
    for (status, answer) in answers.iter().filter(|(status, _)| *status != 200) {
        assert_eq!((*status, text(&answer["error"], "code")), (409, "STALE"), "{answer}");
        assert_eq!(answer["error"]["seq"], 1, "who is too late is told where the match stands");
    }
}

#[test]
fn nobody_acts_for_another_seat() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (id, tokens) = duel(&server);
    let path = format!("/api/matches/{id}/actions");
    let skip = json!({"action": {"type": "skip"}});
    assert_eq!(server.post(&path, None, &skip).0, 401);
    for forged in ["", "x", &"0".repeat(64), &tokens[0][1..], &format!("{}0", tokens[0])] {
        assert_eq!(server.post(&path, Some(forged), &skip).0, 401, "{forged}");
    }
    let as_blue = json!({"action": {"type": "skip"}, "seat": "blue"});
    assert_eq!(text(&server.post(&path, Some(&tokens[1]), &as_blue).1["error"], "code"), "NOT_YOUR_SEAT");
    let (status, refused) = server.post(&path, Some(&tokens[1]), &skip);
    assert_eq!(status, 422, "it is not red's turn: {refused}");
    assert!(refused["errors"][0].as_str().unwrap().starts_with("[NotYourTurn]"));
    assert!(refused["error_events"][0]["NotYourTurn"].is_object(), "{refused}");
    let (mut watcher, _) = server.live(&id, &json!({"type": "hello", "from": 1}));
    watcher.say(&json!({"type": "act", "action": {"type": "skip"}}));
    assert_eq!(text(&watcher.hear()["error"], "code"), "NO_SEAT", "who watches does not act");
    let (_, refused) = server.live(&id, &json!({"type": "hello", "token": "forged"}));
    assert_eq!((text(&refused, "type"), text(&refused["error"], "code")), ("error", "NO_SEAT"));
    // Another match's token opens nothing here.
    let (_, others) = duel(&server);
    assert_eq!(server.post(&path, Some(&others[0]), &skip).0, 401);
    assert_eq!(server.get(&format!("/api/matches/{id}"), None).1["seq"], 0, "nothing happened");
}

#[test]
fn seats_are_open_or_by_invitation_and_bots_play() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "invited"}}));
    let path = format!("/api/matches/{}/join", text(&opened, "id"));
    let invitation = text(&opened["invitations"], "second");
    assert_eq!(text(&server.post(&path, None, &json!({"name": "eve"})).1["error"], "code"), "NOT_INVITED");
    assert_eq!(
        text(&server.post(&path, None, &json!({"name": "ann", "invitation": invitation})).1["error"], "code"),
        "SAME_PLAYER"
    );
    assert_eq!(server.post(&path, None, &json!({"name": "bob", "invitation": invitation})).0, 200);
    assert_eq!(text(&server.post(&path, None, &json!({"name": "cid", "invitation": invitation})).1["error"], "code"), "FULL");
    // A bot answers by itself, and bots alone play to the end.
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "bot:deep"}}));
    let (mut ann, _) =
        server.live(text(&opened, "id"), &json!({"type": "hello", "token": opened["tokens"]["first"], "views": true}));
    ann.hear();
    ann.act("k", &json!({"heap": 0, "stones": 1}));
    assert_eq!(text(&ann.hear(), "seat"), "first");
    let answer = ann.hear();
    assert_eq!((text(&answer, "seat"), &answer["view"]["to_move"]), ("second", &json!(0)), "{answer}");
    let opened = server.open(&json!({"game": "nim", "seats": {"first": "bot:random", "second": "bot:greedy"}}));
    let (mut watcher, _) = server.live(text(&opened, "id"), &json!({"type": "hello"}));
    assert!(to_the_end(&mut watcher).len() > 2);
}

#[test]
fn what_is_wrong_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let wrong = |body: &str, status: u16, code: &str| {
        let (found, answer) = server.post_text("/api/matches", None, body);
        assert_eq!((found, text(&answer["error"], "code")), (status, code), "{body}: {answer}");
    };
    wrong("", 400, "BAD_BODY");
    wrong("{", 400, "BAD_BODY");
    wrong("[]", 400, "BAD_BODY");
    wrong(r#"{"game":"nim","x":1}"#, 400, "BAD_BODY");
    wrong(r#"{"game":"chess"}"#, 404, "NO_SUCH_GAME");
    wrong(r#"{"game":"nim","setup":{"heaps":[-1]}}"#, 422, "BAD_SETUP");
    wrong(r#"{"game":"nim","seats":{"third":"me"}}"#, 422, "NO_SUCH_SEAT");
    wrong(r#"{"game":"nim","seats":{"first":"bot:genius"}}"#, 422, "BAD_SEAT");
    wrong(r#"{"game":"nim","name":"<b>ann</b>"}"#, 422, "BAD_NAME");
    wrong(r#"{"game":"nim","name":"a\u202eb c"}"#, 422, "BAD_NAME");
    wrong(r#"{"game":"nim","salt":"\n"}"#, 400, "BAD_SALT");
    wrong(&format!(r#"{{"game":"nim","setup":{}{}}}"#, "[".repeat(100), "]".repeat(100)), 400, "TOO_DEEP");
    let (status, answer) = server.post_text("/api/matches", None, &"x".repeat(70_000));
    assert_eq!((status, text(&answer["error"], "code")), (413, "BODY_TOO_LONG"));
    let (status, answer) = server.get("/api/matches?size=many", None);
    assert_eq!((status, text(&answer["error"], "code")), (400, "BAD_REQUEST"), "{answer}");
    let (status, answer) = server.get("/api/matches/01/live", None);
    assert!(status == 426 && answer["error"]["message"].is_string(), "no socket: {answer}");
    for path in ["/api/matches/nothing", "/api/matches/..%2f..", "/api/logs/M-1", "/api/nowhere", "/api/games/chess"] {
        let (status, answer) = server.get(path, None);
        assert_eq!(status, 404, "{path}: {answer}");
        assert!(answer["error"]["message"].is_string(), "{path}: {answer}");
    }
    assert_eq!(server.get("/api/matches/01/join", None).0, 405);
}

/// The log of a Hop run that a bot plays, as text, and its actions.
fn hop_run(seed: &str, most: usize) -> (String, Vec<Value>, i64) {
    let registry = referee_registry::games();
    let mut table = registry.title("hop").unwrap().start(None, Some(seed), 0, None).unwrap();
    let (mut luck, mut actions) = (referee::Stream::from_seed(seed), Vec::new());
    for _ in 0..most {
        let Some(&seat) = table.waiting_for(0).first() else { break };
        let action = table.bot("greedy", seat, 0, &mut luck).unwrap().unwrap();
        assert!(table.act(seat, 0, &action, None).success);
        actions.push(serde_json::from_str(&action).unwrap());
    }
    (table.text().unwrap(), actions, table.score(referee::Seat(0)))
}

#[test]
fn a_session_is_judged_and_the_first_bad_step_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let (log, actions, score) = hop_run("tuesday", 60);
    let (status, report) = server.post_text("/api/verify/hop", None, &log);
    assert_eq!((status, &report["ok"], &report["scores"]["player"]), (200, &json!(true), &json!(score)), "{report}");
    let steps = |actions: &[Value]| actions.iter().map(|action| json!({"action": action})).collect::<Vec<_>>();
    let (status, report) = server.post("/api/verify/hop", None, &json!({"seed": "tuesday", "actions": steps(&actions)}));
    assert_eq!((status, &report["scores"]["player"]), (200, &json!(score)), "{report}");
    // Dropped, swapped, invented, of another game.
    let refused = |body: &Value, code: &str, path: &str| {
        let (status, answer) = server.post("/api/verify/hop", None, body);
        let error = &answer["error"];
        assert_eq!((status, text(error, "code"), text(error, "path")), (422, code, path), "{answer}");
    };
    let mut wrong = steps(&actions);
    wrong[3] = json!({"action": {"type": "MOVE", "payload": {"q": 99, "r": 99, "s": -198}}});
    refused(&json!({"seed": "tuesday", "actions": wrong}), "INVALID_ACTION", "/actions/3");
    let mut wrong = steps(&actions);
    wrong[3] = json!({"action": {"type": "USE_SKILL", "payload": {"skillId": "CHARGE"}}});
    let (status, answer) = server.post("/api/verify/hop", None, &json!({"seed": "tuesday", "actions": wrong}));
    assert_eq!((status, text(&answer["error"], "path")), (422, "/actions/3"), "{answer}");
    let bad_line = |log: &str, line: u64| {
        let (status, answer) = server.post_text("/api/verify/hop", None, log);
        assert_eq!((status, &answer["error"]["line"]), (422, &json!(line)), "{answer}");
    };
    let lines: Vec<&str> = log.lines().collect();
    let without = |gone: usize| {
        lines.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| format!("{line}\n")).collect::<String>()
    };
    bad_line(&without(5), 6);
    bad_line(&log.replacen("\"hp\":3", "\"hp\":4", 1), 1);
    assert_eq!(server.post_text("/api/verify/duel", None, &log).0, 422);
    assert_eq!(server.post_text("/api/verify/hop", None, "nonsense").0, 400);
    let many = json!({"actions": vec![json!({"action": 1}); 20_001]});
    assert_eq!(text(&server.post("/api/verify/hop", None, &many).1["error"], "code"), "TOO_LONG");
}

#[test]
fn any_moment_of_a_match_can_be_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let opened = server
        .open(&json!({"game": "nim", "seats": {"first": "bot:random", "second": "bot:random"}, "setup": {"heaps": [2, 3, 4]}}));
    let id = text(&opened, "id");
    let (mut watcher, _) = server.live(id, &json!({"type": "hello"}));
    let records = to_the_end(&mut watcher);
    let path = |query: &str| format!("/api/logs/{id}/view{query}");
    assert_eq!(server.get(&path("?to=0&seat=first"), None).1["view"]["heaps"], json!([2, 3, 4]));
    let (_, last) = server.get(&path(""), None);
    assert_eq!((&last["seq"], &last["view"]["heaps"]), (&json!(records.len() - 1), &json!([0, 0, 0])));
    assert_eq!(text(&server.get(&path("?to=999"), None).1["error"], "code"), "NO_SUCH_RECORD");
    assert_eq!(server.get(&path("?seat=third"), None).0, 422);
    // While it is played, a seat's view is the seat's.
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "bot:random"}}));
    let path = format!("/api/logs/{}/view?seat=first", text(&opened, "id"));
    assert_eq!(server.get(&path, None).0, 401);
    assert_eq!(server.get(&path, Some(text(&opened["tokens"], "first"))).0, 200);
}

/// Waits until a match is over, at most so many seconds; how it stands then.
fn over(server: &Server, id: &str, seconds: u64) -> Value {
    for _ in 0..seconds * 10 {
        let (_, told) = server.get(&format!("/api/matches/{id}"), None);
        if told["over"] == true {
            return told;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("the match goes on");
}

/// Attack 24, stalling: who never moves loses time, not the match's end; a restart in between changes nothing.
#[test]
fn a_clock_runs_out_whoever_sleeps() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let quick =
        json!({"game": "duel", "setup": {"rules": {"move_time": 1}}, "seats": {"blue": "me", "red": "me"}, "name": "ann"});
    let mut later = quick.clone();
    later["setup"]["start"] = json!(1_000_000);
    let (one, two, three) = (server.open(&quick), server.open(&quick), server.open(&later));
    let (mut watcher, _) = server.live(text(&one, "id"), &json!({"type": "hello", "views": true}));
    let records = to_the_end(&mut watcher);
    assert_eq!(records.len(), 2, "the beginning, and the end that time brought");
    assert_eq!(records[1]["view"]["outcome"]["way"], "abandoned", "{}", records[1]);
    server.kill();
    let server = Server::start(folder.path(), OPEN);
    let told = over(&server, text(&two, "id"), 10);
    assert_eq!(
        told["view"]["outcome"]["way"], "abandoned",
        "nobody asked for it after the restart, and its clock ran on: {told}"
    );
    let told = over(&server, text(&three, "id"), 10);
    assert_eq!(told["view"]["outcome"]["way"], "abandoned", "a clock that starts later runs from there: {told}");
    assert!(told["view"]["clock"].as_u64() > Some(1_000_000), "{told}");
}

#[test]
fn a_match_whose_setup_starts_the_clock_later_can_be_played_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let opening = |start: u64| json!({"game": "duel", "setup": {"start": start}, "seats": {"blue": "me", "red": "me"}});
    let opened = server.open(&opening(1_000_000));
    let (id, tokens) = (text(&opened, "id"), &opened["tokens"]);
    for seat in ["blue", "red"] {
        let token = text(tokens, seat);
        assert!(!legal(&server, id, token).is_empty(), "{seat}");
        let act = json!({"key": seat, "action": {"type": "skip"}});
        let (status, told) = server.post(&format!("/api/matches/{id}/actions"), Some(token), &act);
        assert_eq!(status, 200, "{told}");
    }
    let (status, told) = server.post("/api/matches", None, &opening((1 << 53) - 1));
    assert_eq!((status, text(&told["error"], "code"), text(&told["error"], "path")), (422, "TOO_LATE", "/setup"), "{told}");
}

/// A match that nobody plays any more is closed, and its dice are told.
#[test]
fn an_abandoned_match_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nabandoned_seconds = 1\n");
    let opened = server.open(&json!({"game": "nim", "seats": {"first": "me", "second": "me"}, "name": "ann"}));
    let id = text(&opened, "id");
    over(&server, id, 20);
    let (status, log) = server.text(&format!("/api/logs/{id}"), None);
    assert!(status == 200 && log.contains("\"close\":\"abandoned\"") && log.contains("\"reveal\":"), "{log}");
    let (status, report) = server.post_text("/api/verify/nim", None, &log);
    assert_eq!((status, &report["closed"]), (200, &json!("abandoned")), "{report}");
    let path = format!("/api/matches/{id}/actions");
    let late = server.post(&path, Some(text(&opened["tokens"], "first")), &json!({"action": {"heap": 0, "stones": 1}}));
    assert_eq!(late.0, 422, "{late:?}");
    assert!(late.1["errors"][0].as_str().unwrap().starts_with("[GAME_CLOSED]"), "{late:?}");
}

#[test]
fn a_match_that_nobody_joins_is_withdrawn() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nabandoned_seconds = 1\n");
    let opened = server.open(&json!({"game": "nim", "name": "ann"}));
    let path = format!("/api/matches/{}", text(&opened, "id"));
    let withdrawn = || server.get(&path, None).1["withdrawn"] == true;
    assert!(!withdrawn(), "somebody may still come");
    assert!((0..400).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        withdrawn()
    }));
    assert_eq!(server.get("/api/matches", None).1["matches"], json!([]));
    let (status, late) = server.post(&format!("{path}/join"), None, &json!({"name": "bob"}));
    assert_eq!((status, &late["error"]["code"]), (409, &json!("WITHDRAWN")), "{late}");
}

#[test]
fn a_match_can_be_gone_on_with_from_any_record() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), OPEN);
    let parent = server
        .open(&json!({"game": "nim", "seats": {"first": "bot:random", "second": "bot:random"}, "setup": {"heaps": [3, 4, 5]}}));
    let id = text(&parent, "id").to_owned();
    over(&server, &id, 10);
    let path = format!("/api/matches/{id}/branches");
    let (status, child) =
        server.post(&path, None, &json!({"at": 1, "name": "ann", "seats": {"first": "me", "second": "bot:random"}}));
    assert_eq!(status, 201, "{child}");
    let (child_id, token) = (text(&child, "id").to_owned(), text(&child["tokens"], "first").to_owned());
    for _ in 0..40 {
        let (_, told) = server.get(&format!("/api/matches/{child_id}?legal=true"), Some(&token));
        if told["over"] == true {
            break;
        }
        match told["legal"].as_array().unwrap().first() {
            Some(action) => {
                let body = json!({"action": action, "after": told["seq"]});
                server.post(&format!("/api/matches/{child_id}/actions"), Some(&token), &body);
            }
            None => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    }
    over(&server, &child_id, 10);
    let (parents, childs) =
        (server.text(&format!("/api/logs/{id}"), None).1, server.text(&format!("/api/logs/{child_id}"), None).1);
    let shared: String = parents.split_inclusive('\n').take(2).collect();
    assert!(childs.starts_with(&shared) && childs.contains(&format!("\"branch\":\"{child_id}\",\"of\":\"{id}\"")), "{childs}");
    let (status, report) = server.post_text("/api/verify/nim", None, &childs);
    assert_eq!((status, &report["players"]["first"]), (200, &json!("ann")), "{report}");
    // A branch of the branch; not beyond its end, and not of what is being played.
    let path = format!("/api/matches/{child_id}/branches");
    let (status, grandchild) =
        server.post(&path, None, &json!({"at": 2, "seats": {"first": "bot:random", "second": "bot:random"}}));
    assert_eq!(status, 201, "{grandchild}");
    over(&server, text(&grandchild, "id"), 10);
    let last = server.get(&format!("/api/logs/{child_id}/view"), None).1["seq"].clone();
    assert_eq!(text(&server.post(&path, None, &json!({"at": last})).1["error"], "code"), "GAME_IS_OVER");
    assert_eq!(text(&server.post(&path, None, &json!({"at": 999})).1["error"], "code"), "NO_SUCH_RECORD");
    let (duel, tokens) = duel(&server);
    let path = format!("/api/matches/{duel}/branches");
    assert_eq!(text(&server.post(&path, Some(&tokens[0]), &json!({"at": 0})).1["error"], "code"), "NOT_OVER");
}

/// What time brings about happens, although nobody may act any more.
#[test]
fn a_clock_runs_out_in_a_match_that_is_too_long() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nrecords_max = 1\n");
    let quick =
        json!({"game": "duel", "setup": {"rules": {"move_time": 1}}, "seats": {"blue": "me", "red": "me"}, "name": "ann"});
    let opened = server.open(&quick);
    let path = format!("/api/matches/{}/actions", text(&opened, "id"));
    let (status, answer) = server.post(&path, Some(text(&opened["tokens"], "blue")), &json!({"action": {"type": "skip"}}));
    assert_eq!((status, text(&answer["error"], "code")), (409, "MATCH_TOO_LONG"), "{answer}");
    assert_eq!(over(&server, text(&opened, "id"), 20)["view"]["outcome"]["way"], "abandoned");
}

#[test]
fn settings_that_no_server_can_work_with_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let most = u64::MAX.to_string();
    for (name, value) in [
        ("abandoned-seconds", &*most),
        ("idle-seconds", &most),
        ("ticket-seconds", &most),
        ("header-seconds", &most),
        ("verifications-max", &most),
        ("burst", "0"),
        ("body-max", "0"),
        ("connections-per-address", "0"),
        ("trusted-proxies", "10.0.0.0/33"),
        ("origins", "play.example"),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_referee"));
        command.args(["serve", "--json", "--memory", "--listen", "127.0.0.1:0", &format!("--{name}"), value]);
        let ended = command.current_dir(folder.path()).output().unwrap();
        let told: Value = serde_json::from_slice(&ended.stdout).unwrap();
        assert_eq!((ended.status.code(), text(&told, "code")), (Some(2), "BAD_SETTINGS"), "{told}");
        assert!(text(&told, "error").contains(&name.replace('-', "_")) && text(&told, "found") == value, "{told}");
    }
}

/// What cannot run does not say that it does; what a file sets wrongly is named.
#[test]
fn a_server_says_that_it_listens_when_nothing_stands_in_its_way() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    std::fs::write(folder.path().join("data/key"), "short").unwrap();
    std::fs::write(folder.path().join("settings.toml"), "burst = 9\nrate = \"x\"\n").unwrap();
    for (flags, code, expected) in [
        (&["--memory", "--metrics-listen", "nonsense"][..], "IO", "metrics_listen"),
        (&["--memory", "--page", "nowhere"], "IO", "nowhere"),
        (&["--data", "data"], "IO", "key"),
        (&["--memory", "--settings", "settings.toml"], "BAD_SETTINGS", "/rate"),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_referee"));
        command.args(["serve", "--json", "--listen", "127.0.0.1:0"]).args(flags);
        let ended = command.current_dir(folder.path()).output().unwrap();
        let told = String::from_utf8(ended.stdout).unwrap();
        assert!(ended.status.code() == Some(2) && !told.contains("listening"), "{flags:?}: {told}");
        assert!(told.contains(code) && told.contains(expected), "{flags:?}: {told}");
    }
}

/// The lists follow from the logs: whatever has become of their file, they are made again. Nobody else reads any of it.
#[test]
fn an_index_that_is_damaged_or_of_another_version_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let (data, index) = (folder.path().join("data"), folder.path().join("data/index.db"));
    let server = Server::start(folder.path(), OPEN);
    duel(&server);
    let listed = server.get("/api/matches", None).1;
    assert_eq!(listed["matches"].as_array().map(Vec::len), Some(1), "{listed}");
    #[cfg(unix)]
    for entry in std::fs::read_dir(&data).unwrap() {
        let entry = entry.unwrap();
        let mode = std::os::unix::fs::PermissionsExt::mode(&entry.metadata().unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600, "{}", entry.path().display());
    }
    server.kill();
    let damage = || std::fs::write(&index, "no database at all, but long enough to look like one".repeat(100)).unwrap();
    damage();
    let rebuild = || {
        let rebuilt = std::process::Command::new(env!("CARGO_BIN_EXE_referee")).args(["rebuild", "--data"]).arg(&data).output();
        assert!(rebuilt.unwrap().status.success());
    };
    rebuild();
    let server = Server::start(folder.path(), OPEN);
    assert_eq!(server.get("/api/matches", None).1, listed);
    server.is_well();
    server.kill();
    damage();
    let server = Server::start(folder.path(), OPEN);
    assert_eq!(server.get("/api/matches", None).1, listed);
    assert!(server.complaints().contains("made again"), "{}", server.complaints());
    server.kill();
    rebuild();
    let mut other = std::fs::read(&index).unwrap();
    other[60..64].copy_from_slice(&9u32.to_be_bytes()); // where SQLite keeps `user_version`
    std::fs::write(&index, other).unwrap();
    let server = Server::start(folder.path(), OPEN);
    assert_eq!(server.get("/api/matches", None).1, listed);
    assert!(server.complaints().contains("version 9"), "{}", server.complaints());
}

/// Whoever is told to stop says goodbye: sockets hear that the server ends, and that a match is over, each by its code.
#[cfg(unix)]
#[test]
fn sockets_are_closed_with_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), "rate = 0\n");
    let seats = json!({"first": "me", "second": "me"});
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": seats, "setup": {"heaps": [1, 1]}}));
    let (id, tokens) = (text(&opened, "id"), &opened["tokens"]);
    let (mut ann, _) = server.live(id, &json!({"type": "hello", "token": tokens["first"]}));
    for (seat, heap) in [("first", 0), ("second", 1)] {
        let body = json!({"action": {"heap": heap, "stones": 1}});
        assert_eq!(server.post(&format!("/api/matches/{id}/actions"), tokens[seat].as_str(), &body).0, 200);
    }
    assert_eq!(ann.closed(), 1000, "the match is over");
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": seats}));
    let (id, token) = (text(&opened, "id"), &opened["tokens"]["first"]);
    let mut clients: Vec<_> = (0..5).map(|_| server.live(id, &json!({"type": "hello", "token": token})).0).collect();
    server.stop();
    for client in &mut clients {
        assert_eq!(client.closed(), 1001, "the server ends");
    }
    assert_eq!(server.complaints(), "");
}

/// What an action would do is told to whoever asks for its own seat; nothing happens, no die is foretold, and nobody else hears of it.
#[test]
fn a_seat_is_told_what_an_action_would_do() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\n");
    let seats = json!({"players": "me", "npcs": "me"});
    let opened = server.open(&json!({"game": "mir", "name": "ann", "seats": seats}));
    let (id, tokens) = (text(&opened, "id"), &opened["tokens"]);
    let live = |token: &Value| server.live(id, &json!({"type": "hello", "token": token, "from": 1}));
    let ((mut ann, hello), (mut other, _)) = (live(&tokens["players"]), live(&tokens["npcs"]));
    let (mut watcher, _) = server.live(id, &json!({"type": "hello", "from": 1}));
    let initiative = json!({"type": "ROLL_INITIATIVE"});
    let asked = json!({"type": "preview", "action": initiative, "key": "p"});
    let foreseen = |client: &mut server::Client, asked: &Value| {
        client.say(asked);
        client.hear()
    };
    let told = foreseen(&mut ann, &asked);
    assert_eq!((text(&told, "type"), text(&told, "key"), &told["seq"]), ("foreseen", "p", &json!(0)), "{told}");
    assert_eq!((&told["success"], &told["sure"], &told["alike"]), (&json!(true), &json!(false), &json!(0)), "dice decide it all");
    assert_eq!(told["scene"]["board"]["tiles"], json!([]), "the ground is known");
    assert_eq!(foreseen(&mut ann, &asked), told, "asking again tells nothing new");
    let no = foreseen(&mut ann, &json!({"type": "preview", "action": {"type": "FLY"}}));
    assert!(no["success"] == json!(false) && !no["errors"][0].as_str().unwrap().is_empty(), "{no}");
    for asked in [json!({"type": "preview"}), json!({"type": "preview", "action": {}, "after": 0})] {
        assert_eq!(text(&foreseen(&mut ann, &asked)["error"], "code"), "BAD_MESSAGE", "{asked}");
    }
    assert_eq!(text(&foreseen(&mut watcher, &asked)["error"], "code"), "NO_SEAT", "who only watches has none to ask for");
    ann.act("real", &initiative);
    for heard in [ann.hear(), other.hear(), watcher.hear()] {
        assert_eq!((text(&heard, "type"), &heard["seq"], &hello["seq"]), ("record", &json!(1), &json!(0)), "{heard}");
    }
}

/// A match that has all the records it may have stays in memory, however often somebody acts: it is not read again for each.
#[test]
fn a_match_that_is_too_long_is_not_read_again_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nrecords_max = 3\n");
    let seats = json!({"first": "me", "second": "me"});
    let opened = server.open(&json!({"game": "nim", "name": "ann", "seats": seats, "setup": {"heaps": [50]}}));
    let (id, tokens) = (text(&opened, "id"), &opened["tokens"]);
    let act = |seat: &str| {
        let body = json!({"action": {"heap": 0, "stones": 1}});
        server.post(&format!("/api/matches/{id}/actions"), tokens[seat].as_str(), &body)
    };
    assert_eq!((act("first").0, act("second").0), (200, 200));
    for _ in 0..5 {
        let (status, answer) = act("first");
        assert_eq!((status, text(&answer["error"], "code")), (409, "MATCH_TOO_LONG"));
    }
    assert!(server.text("/metrics", None).1.contains("referee_loaded_total 0\n"));
}

/// Bots think on a part of the machine: however many matches they play, others are answered.
#[cfg(target_os = "linux")]
#[test]
fn bots_take_turns_to_think() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\n");
    let threads = || std::fs::read_dir(format!("/proc/{}/task", server.pid())).unwrap().count();
    let before = threads();
    for _ in 0..60 {
        server.open(&json!({"game": "incursion", "seats": {"hero": "bot:deep"}}));
    }
    let most = (0..20).map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        threads()
    });
    let most = most.max().unwrap();
    let cores = std::thread::available_parallelism().unwrap().get();
    assert!(most < before + 4 * cores + 10, "{before} threads before, {most} while sixty bots play");
    server.is_well();
}

/// Looking for abandoned matches does not bring those into memory that nobody asks for.
#[test]
fn looking_for_abandoned_matches_wakes_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), "rate = 0\nidle_seconds = 1\nabandoned_seconds = 16\n"); // looked for every eight seconds
    for _ in 0..5 {
        server.open(&json!({"game": "nim", "name": "ann", "seats": {"first": "me", "second": "me"}}));
    }
    let in_memory = |count: &str| server.text("/metrics", None).1.contains(&format!("referee_matches_in_memory {count}\n"));
    server::until(|| in_memory("0").then_some(()));
    for _ in 0..18 {
        std::thread::sleep(std::time::Duration::from_millis(500));
        assert!(in_memory("0"));
    }
}

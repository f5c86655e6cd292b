//! A lobby as a server meets it: JSON lines in, verdicts out, a folder of logs that outlives the process.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // runs processes

use crate::desk;
use desk::{Answer, Desk};
use serde_json::{Value, json};

fn op(player: &str, op: Value) -> String {
    json!({"player": player, "op": op}).to_string()
}

fn at(player: &str, at: u64, op: Value) -> String {
    json!({"player": player, "at": at, "op": op}).to_string()
}

fn act(player: &str, time: u64, action: Value) -> String {
    at(player, time, json!({"type": "act", "action": action}))
}

/// A duel whose border has one city, below column 6.
fn duel() -> Value {
    let border: Vec<u8> = (0..32).map(|place| if place == 6 { 0 } else { 2 }).collect();
    json!({"type": "create", "game": "duel", "setup": {"border": border, "seed": "x"}})
}

fn joker(tile: u8, rotation: u8, col: u8, row: u8) -> Value {
    json!({"type": "joker", "tile": tile, "rotation": rotation, "col": col, "row": row})
}

fn keep(desk: &Desk, lines: &[String]) -> Answer {
    desk.run_with(&["lobby", "hall"], lines.join("\n"))
}

/// All of it accepted.
fn done(desk: &Desk, lines: &[String]) -> Vec<Value> {
    let answers = keep(desk, lines).is(0).lines();
    assert_eq!(answers.len(), lines.len());
    for (answer, line) in answers.iter().zip(lines) {
        assert_eq!(answer["success"], true, "{line}: {answer}");
    }
    answers
}

fn logs(desk: &Desk) -> Vec<String> {
    let entries = std::fs::read_dir(desk.path("hall")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.filter(|name| name.ends_with(".jsonl")).map(|name| format!("hall/{name}")).collect();
    names.sort();
    names
}

fn over(desk: &Desk, command: &str, options: &[&str]) -> Answer {
    let names = logs(desk);
    let args: Vec<&str> = [command].into_iter().chain(names.iter().map(String::as_str)).chain(options.iter().copied()).collect();
    desk.run(&args)
}

/// Ann and Bob meet; Bob closes Ann's city; both skip. Bob is a controller, Ann a guest. Every line is a process of its own if asked for.
fn evening(desk: &Desk, is_interrupted: bool) {
    let lines = [
        op("bob", json!({"type": "register", "role": "controller"})),
        op("ann", duel()),
        at("bob", 10, json!({"type": "join", "host": "ann"})),
        act("ann", 20, joker(10, 1, 6, 7)),
        act("bob", 30, joker(6, 3, 7, 7)),
        act("ann", 40, json!({"type": "skip"})),
        act("bob", 50, json!({"type": "skip"})),
    ];
    match is_interrupted {
        true => lines.iter().for_each(|line| drop(done(desk, std::slice::from_ref(line)))),
        false => drop(done(desk, &lines)),
    }
}

#[test]
fn a_lobby_goes_on_where_it_stopped_and_its_logs_hold() {
    let (whole, parts) = (Desk::new(), Desk::new());
    evening(&whole, false);
    evening(&parts, true);
    assert_eq!(logs(&whole), ["hall/board-1.jsonl", "hall/lobby.jsonl"]);
    for name in logs(&whole) {
        assert_eq!(whole.read(&name), parts.read(&name), "{name} is the same, however often the process was started");
    }
    over(&whole, "verify", &[]).is(0);
    let looked = done(&whole, &[op("ann", json!({"type": "look"})), op("bob", json!({"type": "look"}))]);
    let balance = |answer: &Value| answer["events"][0]["CurrentPlayerBalance"]["balance"].as_u64();
    assert_eq!(looked.iter().map(balance).collect::<Vec<_>>(), [Some(8 + 10), Some(10)], "cities and two jokers left");
    whole.run(&["show", "hall/lobby.jsonl"]).is(0).says("board").says("ann");
    whole.run(&["replay", "hall/lobby.jsonl", "--step"]).is(0).says("ann and bob play duel on board 1");
    whole.run(&["show", "hall/board-1.jsonl"]).is(0).says("ann (blue), bob (red)");
}

#[test]
fn a_restored_board_is_a_branch_whose_clock_begins_again() {
    let desk = Desk::new();
    evening(&desk, false);
    let answers = keep(
        &desk,
        &[
            op("cid", json!({"type": "snapshot", "board_id": 1, "move_number": 1})),
            op("cid", json!({"type": "restore", "snapshot_id": 1})),
            act("cid", 90_000, json!({"type": "skip"})),
            at("dora", 100_000, json!({"type": "join", "host": "cid"})),
            act("dora", 100_066, json!({"type": "skip"})),
            act("dora", 100_065, json!({"type": "skip"})),
        ],
    )
    .is(0)
    .lines();
    let success: Vec<bool> = answers.iter().map(|answer| answer["success"] == true).collect();
    assert_eq!(success, [true, true, false, true, false, true], "{answers:?}");
    assert!(answers[2]["errors"][0].as_str().unwrap().starts_with("[PlayerNotInGame]"));
    assert!(answers[4]["errors"][0].as_str().unwrap().starts_with("[NotYourTurn]"));
    let log = desk.read("hall/board-2.jsonl");
    assert!(log.contains(r#""players":{"blue":"cid","red":"dora"}"#) && log.contains(r#""branch":"board-2","of":"board-1""#));
    // What came before the branch was Ann's and Bob's.
    let told = desk.run(&["achievements", "hall/board-1.jsonl", "hall/board-2.jsonl", "--json"]).is(0).lines();
    let names = |who: &str| -> Vec<Value> {
        told.iter().filter(|one| one["who"] == who && one["earned"] == true).map(|one| one["trophy"].clone()).collect()
    };
    assert_eq!((names("cid"), names("dora")), (vec![], vec![json!("Strategic Skip")]));
    over(&desk, "verify", &[]).is(0);
}

#[test]
fn achievements_count_each_deed_once_and_only_for_controllers() {
    let desk = Desk::new();
    evening(&desk, false);
    let earned = |answer: &Answer| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let all = answer.lines();
        all.iter().filter(|one| one["earned"] == true).map(|one| (text(&one["who"]), text(&one["trophy"]))).collect()
    };
    let pairs =
        |who: &str, trophies: &[&str]| trophies.iter().map(|trophy| (who.to_owned(), (*trophy).to_owned())).collect::<Vec<_>>();
    let of_bob = pairs("bob", &["First City", "Joker Used", "Strategic Skip"]);
    let all = over(&desk, "achievements", &["--json"]).is(0);
    assert_eq!(earned(&all), of_bob, "ann is a guest");
    assert_eq!(all.lines().len(), 16, "thirteen of the game's own, and the three sketched ones");
    // Without a lobby, everyone.
    let alone = desk.run(&["achievements", "hall/board-1.jsonl", "--json"]).is(0);
    let of_ann = pairs("ann", &["First Victory", "First Move", "Joker Used", "Strategic Skip"]);
    assert_eq!(earned(&alone), [of_ann, of_bob].concat());
    let seasoned = |answer: &Answer| {
        answer.lines().iter().find(|one| one["who"] == "bob" && one["trophy"] == "Apprentice").unwrap()["progress"].clone()
    };
    // The same log twice, and a branch of it, count once; what was played after the branch counts for itself.
    desk.run(&["branch", "hall/board-1.jsonl", "--at", "3", "--out", "child.jsonl"]).is(0);
    let thrice = ["achievements", "hall/board-1.jsonl", "child.jsonl", "hall/board-1.jsonl", "--json"];
    assert_eq!(seasoned(&desk.run(&thrice).is(0)), 1);
    desk.run(&["act", "child.jsonl", "--seat", "red", "--at", "60", r#"{"type":"skip"}"#]).is(0);
    assert_eq!(seasoned(&desk.run(&thrice).is(0)), 2);
    desk.run(&["achievements", "hall/board-1.jsonl"]).is(0).says("bob  10 points").says("First City");
    desk.write("broken.jsonl", desk.read("hall/board-1.jsonl").replace("\"at\":30", "\"at\":31"));
    desk.run(&["achievements", "hall/board-1.jsonl", "broken.jsonl"]).is(1).complains("broken.jsonl").complains("BROKEN_LINE");
    // Achievements need two different players, and only names tell them apart.
    let skip = r#"{"type":"skip"}"#;
    for (players, count) in [(&[][..], 0), (&["blue=ann"], 0), (&["blue=ann", "red=bob"], 26)] {
        let named = players.iter().flat_map(|player| ["--player", *player]);
        let new = ["new", "duel", "--seed", "a", "--out", "two.jsonl"].into_iter().chain(named);
        let _ = std::fs::remove_file(desk.path("two.jsonl"));
        desk.run(&new.collect::<Vec<_>>()).is(0);
        ["blue", "red"].iter().for_each(|seat| drop(desk.run(&["act", "two.jsonl", "--seat", seat, skip]).is(0)));
        let told = desk.run(&["achievements", "two.jsonl", "--json"]).is(0).lines();
        assert_eq!(told.len(), count, "{players:?}: {told:?}");
    }
    desk.run(&["new", "nim", "--seed", "a", "--out", "nim.jsonl"]).is(0);
    desk.run(&["achievements", "nim.jsonl"]).is(0).says("nobody has achieved anything yet");
}

#[test]
fn garbage_is_answered_and_the_lobby_goes_on() {
    let desk = Desk::new();
    let lines = [
        "garbage".to_owned(),
        "{}".to_owned(),
        op("ann", json!({"type": "fly"})),
        op("ann", json!({"type": "create", "game": "chess"})),
        op("ann", json!({"type": "create", "game": "duel", "setup": {"seed": 7}})),
        op("ann\u{1b}[31m", json!({"type": "cancel"})),
        op("ann", json!({"type": "create", "game": "duel"})),
        op("ann", json!({"type": "act", "action": 7})),
        op("bob", json!({"type": "join", "host": "ann"})),
        op("ann", json!({"type": "act", "action": [7]})),
        at("ann", u64::MAX, json!({"type": "cancel"})),
    ];
    let answers = keep(&desk, &lines).is(2).lines();
    let success: Vec<bool> = answers.iter().map(|answer| answer["success"] == true).collect();
    assert_eq!(success, [false, false, false, false, false, false, true, false, true, false, false]);
    let codes: Vec<&str> = [0, 3, 4, 5, 7, 9, 10].map(|line| answers[line]["errors"][0].as_str().unwrap()).into();
    for (error, code) in
        codes.iter().zip(["BAD_REQUEST", "NoSuchGame", "BAD_SETUP", "BadName", "PlayerNotInGame", "INVALID_ACTION", "BAD_TIME"])
    {
        assert!(error.starts_with(&format!("[{code}]")), "{error}");
    }
    over(&desk, "verify", &[]).is(0);
    assert_ne!(
        desk.read("hall/board-1.jsonl"),
        {
            let other = Desk::new();
            keep(&other, &lines).is(2);
            other.read("hall/board-1.jsonl")
        },
        "a game without a seed has a fresh one"
    );
}

#[test]
fn half_a_line_is_taken_away_and_a_wrong_folder_is_refused() {
    let desk = Desk::new();
    evening(&desk, false);
    let lobby = desk.read("hall/lobby.jsonl");
    desk.write("hall/lobby.jsonl", format!("{lobby}{{\"seq\":99,\"prev\""));
    keep(&desk, &[op("ann", json!({"type": "look"}))]).is(0).complains("TORN_LINE").complains("lobby.jsonl");
    assert_eq!(desk.read("hall/lobby.jsonl"), lobby);
    desk.write("hall/lobby.jsonl", lobby.trim_end());
    done(&desk, &[op("ann", json!({"type": "look"}))]);
    assert_eq!(desk.read("hall/lobby.jsonl"), lobby, "a whole line stays");
    desk.write("hall/lobby.jsonl", lobby.replace("\"ann\"", "\"eve\""));
    keep(&desk, &[]).is(1).complains("BROKEN_LINE").complains("lobby.jsonl");
    desk.write("hall/lobby.jsonl", desk.read("hall/board-1.jsonl"));
    keep(&desk, &[]).is(1).complains("NOT_A_LOBBY");
    std::fs::remove_file(desk.path("hall/lobby.jsonl")).unwrap();
    keep(&desk, &[]).is(1).complains("STRAY_BOARD").complains("board-1");
    assert_eq!(logs(&desk), ["hall/board-1.jsonl"], "nothing is left behind");
    desk.write("file", "");
    desk.run(&["lobby", "file"]).is(2);
    let kept = referee_host::Folder::open(&desk.path("other")).unwrap();
    desk.run(&["lobby", "other"]).is(2).complains("IN_USE");
    drop(kept);
    desk.run(&["lobby", "other"]).is(0);
}

/// A log that lies where the next board would: it is named, and the game that wanted its place is refused.
#[test]
fn a_stray_log_stops_nothing_but_what_wants_its_place() {
    let desk = Desk::new();
    evening(&desk, false);
    desk.run(&["new", "duel", "--out", "hall/board-2.jsonl"]).is(0);
    let stray = desk.read("hall/board-2.jsonl");
    let lines = [op("ann", duel()), op("bob", json!({"type": "join", "host": "ann"})), op("ann", json!({"type": "look"}))];
    let answers = keep(&desk, &lines).is(0).complains("STRAY_BOARD").complains("board-2").lines();
    let success: Vec<bool> = answers.iter().map(|answer| answer["success"] == true).collect();
    assert_eq!(success, [true, false, true], "{answers:?}");
    assert_eq!(desk.read("hall/board-2.jsonl"), stray, "it is left alone");
    std::fs::remove_file(desk.path("hall/board-2.jsonl")).unwrap();
    done(&desk, &[lines[1].clone()]);
}

#[test]
fn a_canceled_board_cannot_be_played_on_and_brings_nothing() {
    let desk = Desk::new();
    let register = |name: &str| op(name, json!({"type": "register", "role": "controller"}));
    done(
        &desk,
        &[
            register("ann"),
            register("bob"),
            op("ann", duel()),
            at("bob", 10, json!({"type": "join", "host": "ann"})),
            act("ann", 20, joker(10, 1, 6, 7)),
            act("bob", 30, joker(6, 3, 7, 7)),
            at("ann", 40, json!({"type": "cancel"})),
        ],
    );
    over(&desk, "achievements", &[]).is(0).says("nobody has achieved anything yet");
    over(&desk, "verify", &["--json"]).is(0).says(r#""closed":"canceled""#);
    let board = "hall/board-1.jsonl";
    desk.run(&["act", board, "--seat", "blue", "--at", "50", r#"{"type":"skip"}"#]).is(1).says("GAME_CLOSED");
    desk.run(&["show", board]).is(0).says("closed: canceled");
    desk.run(&["replay", board, "--step"]).is(0).says("closed: canceled");
    desk.run(&["export", board, "--as", "duel-notation"]).is(0).says("; closed: canceled");
    let told = desk.run(&["export", board, "--as", "duel-events"]).is(0).lines();
    assert_eq!(told.last().unwrap()["BoardUpdated"]["game_state"], "Finished");
    assert!(desk.run(&["legal", board]).is(0).lines().is_empty());
    desk.run(&["branch", board, "--at", "1", "--out", "again.jsonl"]).is(0);
    desk.run(&["act", "again.jsonl", "--seat", "red", "--at", "50", r#"{"type":"skip"}"#]).is(0);
}

/// A lobby is open in this process; another wants to act on a board of it behind its back.
#[test]
fn a_board_of_an_open_lobby_is_kept_from_others_and_a_changed_one_is_named() {
    use referee_host::{Folder, Hall, Op};
    let desk = Desk::new();
    evening(&desk, false);
    let registry = referee_registry::games();
    let skip = r#"{"type":"skip"}"#;
    let play = || Op::Act { action: skip.into(), board_id: None };
    {
        let mut hall = Hall::open(&registry, Folder::open(&desk.path("hall")).unwrap()).unwrap();
        for (host, guest) in [("ann", "bob"), ("cid", "dora")] {
            let create = Op::Create { game: "duel".into(), setup: None, seed: Some("x".into()) };
            assert!(hall.act(host, Some(60), create).unwrap().success);
            assert!(hall.act(guest, Some(60), Op::Join { host: host.into() }).unwrap().success);
        }
        desk.run(&["new", "duel", "--out", "hall/board-4.jsonl"]).is(2).complains("IN_USE");
        desk.run(&["new", "duel", "--out", "hall/other.jsonl"]).is(0);
        let refused = desk.run(&["act", "hall/board-2.jsonl", "--seat", "blue", "--at", "70", skip, "--json"]).is(2);
        refused.complains("IN_USE").complains("hall");
        assert!(hall.act("ann", Some(70), play()).unwrap().success);

        let path = desk.path("hall/board-2.jsonl");
        let log = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, log.clone() + "# somebody was here\n").unwrap();
        let verdict = hall.act("bob", Some(80), play()).unwrap();
        assert!(verdict.errors[0].starts_with("[CHANGED]") && verdict.errors[0].contains("board-2"), "{verdict:?}");
        assert!(hall.act("cid", Some(80), play()).unwrap().success, "the rest goes on");
        assert_eq!(hall.broken().map(|(board_id, _)| board_id).collect::<Vec<_>>(), [2]);
        std::fs::write(&path, log.replace("\"at\":70", "\"at\":71")).unwrap();
    }
    let answers = keep(&desk, &[act("ann", 90, json!({"type": "skip"})), act("dora", 90, json!({"type": "skip"}))]);
    let answers = answers.is(0).complains("board-2").lines();
    assert_eq!((&answers[0]["success"], &answers[1]["success"]), (&json!(false), &json!(true)), "{answers:?}");
}

/// Boards report by the seat `hall`. It is no opponent, so that nobody can end a lobby by resigning to it.
#[test]
fn a_lobby_cannot_be_resigned() {
    let desk = Desk::new();
    done(&desk, &[op("ann", duel())]);
    for word in [&["resign"][..], &["draw", "--offer"]] {
        let seat = ["hall/lobby.jsonl", "--seat", "players"];
        desk.run(&[word, &seat].concat()).is(1).complains("ONE_HUMAN_SEAT");
    }
    done(&desk, &[op("bob", json!({"type": "join", "host": "ann"}))]);
}

//! Duels in a hall: moments are counted in moves, nobody is paid twice, and a player without a clock loses no time.

use referee_duel::title;
use referee_host::lobby::Lobby;
use referee_host::{Achievements, Hall, Hosted, Memory, Op, Registry, Verdict, Which};
use serde_json::{Value, json};

fn games() -> Registry {
    Registry::new().with(title()).with(Hosted::new(Lobby))
}

type House<'a> = Hall<'a, Memory>;

fn act(hall: &mut House<'_>, player: &str, at: Option<u64>, op: Op) -> Verdict {
    hall.act(player, at, op).unwrap()
}

fn done(hall: &mut House<'_>, player: &str, at: u64, op: Op) -> Value {
    let verdict = act(hall, player, Some(at), op);
    assert!(verdict.success, "{player} at {at}: {:?}", verdict.errors);
    serde_json::from_str(&verdict.events).unwrap()
}

fn play(action: Value) -> Op {
    Op::Act { action: action.to_string(), board_id: None }
}

fn skip() -> Op {
    play(json!({"type": "skip"}))
}

fn joker(tile: u8, rotation: u8, col: u8, row: u8) -> Op {
    play(json!({"type": "joker", "tile": tile, "rotation": rotation, "col": col, "row": row}))
}

/// Ann and Bob play on board 1; the border has one city, below column 6.
fn playing(registry: &Registry) -> House<'_> {
    let border: Vec<u8> = (0..32).map(|place| if place == 6 { 0 } else { 2 }).collect();
    let mut hall = Hall::open(registry, Memory::default()).unwrap();
    let setup = json!({"border": border, "seed": "x"}).to_string();
    done(&mut hall, "ann", 0, Op::Create { game: "duel".into(), setup: Some(setup), seed: None });
    done(&mut hall, "bob", 0, Op::Join { host: "ann".into() });
    hall
}

fn snapshot(hall: &mut House<'_>, move_number: u64) -> Result<Value, String> {
    let verdict = act(hall, "cid", None, Op::Snapshot { board_id: 1, move_number });
    if verdict.success { Ok(serde_json::from_str(&verdict.events).unwrap()) } else { Err(verdict.errors[0].clone()) }
}

#[test]
fn a_moment_is_counted_in_moves_and_a_skip_by_the_clock_is_one() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "ann", 10, joker(10, 1, 6, 7));
    done(&mut hall, "ann", 80, joker(6, 3, 7, 7)); // Bob is late: his move is a skip
    done(&mut hall, "bob", 90, skip());
    let moments = [0, 1, 2, 3, 4].map(|number| snapshot(&mut hall, number).unwrap()[0]["SnapshotCreated"].clone());
    assert_eq!(moments.each_ref().map(|moment| moment["record"].as_u64()), [0, 1, 2, 2, 3].map(Some));
    assert_eq!(moments.each_ref().map(|moment| moment["events"].as_u64()), [None, None, Some(1), None, None]);
    assert!(snapshot(&mut hall, 5).unwrap_err().starts_with("[SnapshotCreateFailed]"));
    done(&mut hall, "cid", 200, Op::Restore { snapshot_id: 4, seed: None });
    done(&mut hall, "dora", 300, Op::Join { host: "cid".into() });
    let view: Value = serde_json::from_str(&hall.board(2).unwrap().view(None)).unwrap();
    assert_eq!((&view["moves_done"], &view["jokers"]), (&json!(3), &json!([1, 3])));
}

fn view(hall: &House<'_>, board_id: u32) -> Value {
    serde_json::from_str(&hall.board(board_id).unwrap().view(None)).unwrap()
}

/// Every log holds, by the rules, and the hall finds everything again.
fn holds(registry: &Registry, hall: &House<'_>) {
    for (which, log) in &hall.shelf().logs {
        referee_host::verify(registry, log.as_bytes(), &mut |_| {}).unwrap_or_else(|error| panic!("{which}: {error}"));
    }
    let again = Hall::open(registry, hall.shelf().clone()).unwrap();
    assert_eq!(again.house(), hall.house());
}

#[test]
fn a_board_goes_on_between_a_skip_by_the_clock_and_the_move_it_came_with() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "ann", 10, joker(10, 1, 6, 7));
    done(&mut hall, "ann", 80, joker(6, 3, 7, 7)); // Bob is late: his move is a skip
    snapshot(&mut hall, 2).unwrap();
    done(&mut hall, "cid", 200, Op::Restore { snapshot_id: 1, seed: None });
    done(&mut hall, "dora", 300, Op::Join { host: "cid".into() });
    let board = view(&hall, 2);
    assert_eq!((&board["moves_done"], &board["jokers"], &board["clock"]), (&json!(2), &json!([2, 3]), &json!(80)));
    assert_eq!(board["to_move"], "blue", "Bob's move was the skip");
    done(&mut hall, "cid", 365, joker(1, 0, 6, 6));
    assert_eq!(view(&hall, 2)["moves_done"], 3);
    holds(&registry, &hall);

    // A branch of the branch, at the same moment, and one that nobody has joined in between.
    let verdict = act(&mut hall, "eve", None, Op::Snapshot { board_id: 2, move_number: 2 });
    assert!(verdict.success && verdict.events.contains("\"record\":2"), "{verdict:?}");
    done(&mut hall, "eve", 400, Op::Restore { snapshot_id: 2, seed: None });
    done(&mut hall, "fay", 400, Op::Snapshot { board_id: 3, move_number: 2 });
    assert!(!act(&mut hall, "fay", Some(400), Op::Snapshot { board_id: 3, move_number: 3 }).success);
    done(&mut hall, "fay", 400, Op::Restore { snapshot_id: 3, seed: None });
    done(&mut hall, "gus", 500, Op::Join { host: "fay".into() });
    assert_eq!((&view(&hall, 4)["moves_done"], &view(&hall, 4)["jokers"]), (&json!(2), &json!([2, 3])));
    holds(&registry, &hall);
}

#[test]
fn a_restored_clock_is_that_of_the_state_and_not_that_of_the_record() {
    let registry = games();
    let mut hall = Hall::open(&registry, Memory::default()).unwrap();
    let setup = json!({"start": 1_000, "seed": "x"}).to_string();
    done(&mut hall, "ann", 5, Op::Create { game: "duel".into(), setup: Some(setup), seed: None });
    done(&mut hall, "bob", 5, Op::Join { host: "ann".into() });
    let marked = snapshot(&mut hall, 0).unwrap();
    assert_eq!(marked[0]["SnapshotCreated"]["clock"], 1_000);
    done(&mut hall, "cid", 10, Op::Restore { snapshot_id: 1, seed: None });
    done(&mut hall, "dora", 20, Op::Join { host: "cid".into() });
    done(&mut hall, "cid", 30, skip());
    assert_eq!(view(&hall, 2)["clock"], 1_010, "ten seconds after it was joined");
    assert!(!act(&mut hall, "dora", Some(96), skip()).success, "sixty-six seconds are too many");
    done(&mut hall, "dora", 95, skip());
    assert!(act(&mut hall, "ann", None, skip()).success, "without a time the board's own clock counts");
    holds(&registry, &hall);
}

#[test]
fn a_game_goes_on_from_the_move_that_ended_it_and_nobody_is_paid_twice() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "ann", 10, skip());
    done(&mut hall, "bob", 20, skip());
    assert_eq!(hall.house().players["ann"].balance, 15);
    snapshot(&mut hall, 1).unwrap();
    snapshot(&mut hall, 2).unwrap();
    done(&mut hall, "cid", 30, Op::Restore { snapshot_id: 2, seed: None });
    done(&mut hall, "dora", 40, Op::Join { host: "cid".into() });
    assert_eq!((&view(&hall, 2)["finished"], &view(&hall, 2)["moves_done"]), (&json!(false), &json!(2)));
    done(&mut hall, "cid", 50, joker(10, 1, 6, 7));
    holds(&registry, &hall);
    done(&mut hall, "ann", 30, Op::Restore { snapshot_id: 1, seed: None });
    done(&mut hall, "bob", 40, Op::Join { host: "ann".into() });
    let refused = act(&mut hall, "ann", Some(41), skip());
    assert!(!refused.success && refused.events == "[]", "it is Bob's turn, and nobody is paid for asking");
    assert_eq!(hall.house().players["ann"].balance, 15);
}

#[test]
fn a_time_left_out_is_the_boards_own_before_and_after_a_restart() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "ann", 10, joker(10, 1, 6, 7));
    done(&mut hall, "mallory", (1 << 53) - 1, Op::Username { username: "M".into() });
    assert!(act(&mut hall, "bob", None, skip()).success, "nobody else's clock makes Bob late");
    snapshot(&mut hall, 2).unwrap();
    let mut hall = Hall::open(&registry, hall.shelf().clone()).unwrap();
    assert!(act(&mut hall, "ann", None, joker(6, 3, 7, 7)).success);
    assert_eq!(hall.board(1).unwrap().at(), 10);
}

#[test]
fn seeds_stay_in_the_house() {
    let registry = games();
    let mut hall = Hall::open(&registry, Memory::default()).unwrap();
    let told = done(&mut hall, "ann", 0, Op::Create { game: "duel".into(), setup: None, seed: Some("secret".into()) });
    assert!(!told.to_string().contains("secret"), "{told}");
    assert!(hall.shelf().logs[&Which::Lobby].contains("secret"), "the log of the lobby has it");
}

#[test]
fn a_log_that_the_rules_would_not_have_written_brings_no_trophy() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "ann", 10, joker(10, 1, 6, 7));
    let log = hall.shelf().logs[&Which::Board(1)].clone();
    let mut honest = Achievements::new();
    honest.read(&registry, log.as_bytes()).unwrap();
    assert!(honest.list().iter().any(|it| it.earned && it.trophy == "Joker Used"));
    let error = Achievements::new().read(&registry, log.replace("\"city\":6", "\"city\":8").as_bytes()).unwrap_err();
    assert_eq!(error.place.line, Some(2), "{error}");
}

fn error_event(hall: &mut House<'_>, player: &str, at: u64, op: Op) -> Value {
    let verdict = act(hall, player, Some(at), op);
    assert!(!verdict.success && verdict.events == "[]");
    let answer: Value = serde_json::from_str(&verdict.json()).unwrap();
    assert!(answer["errors"][0].as_str().unwrap().starts_with('['));
    answer["error_events"][0].clone()
}

#[test]
fn what_is_refused_is_told_with_the_fields_of_the_model() {
    let registry = games();
    let mut hall = playing(&registry);
    let not_your_turn = |player: &str, board: u32| json!({"NotYourTurn": {"player_id": player, "board_id": board}});
    assert_eq!(error_event(&mut hall, "bob", 5, skip()), not_your_turn("bob", 1));
    let invalid = json!({"InvalidMove": {"player": "ann", "prev_move_id": null, "tile": 10, "rotation": 1, "col": 0, "row": 0, "is_joker": true, "board_id": 1}});
    assert_eq!(error_event(&mut hall, "ann", 5, joker(10, 1, 0, 0)), invalid);
    done(&mut hall, "ann", 10, joker(10, 1, 6, 7));
    let finish = play(json!({"type": "finish"}));
    assert_eq!(error_event(&mut hall, "bob", 20, finish), json!({"CantFinishGame": {"player_id": "bob", "board_id": 1}}));
    let invalid = error_event(&mut hall, "bob", 20, joker(0, 0, 0, 0));
    assert_eq!((&invalid["InvalidMove"]["player"], &invalid["InvalidMove"]["prev_move_id"]), (&json!("bob"), &json!(1)));
    let nobody = json!({"PlayerNotInGame": {"player_id": "cid", "board_id": 0}});
    assert_eq!(error_event(&mut hall, "cid", 20, skip()), nobody);
    let created = Op::Create { game: "duel".into(), setup: None, seed: None };
    assert_eq!(
        error_event(&mut hall, "bob", 20, created),
        json!({"GameCreateFailed": {"host_player": "bob", "status": "InProgress"}})
    );
    let marked = error_event(&mut hall, "cid", 20, Op::Snapshot { board_id: 1, move_number: 9 });
    let failed = json!({"player": "cid", "board_id": 1, "board_game_state": "InProgress", "move_number": 9});
    assert_eq!(marked, json!({"SnapshotCreateFailed": failed}));

    snapshot(&mut hall, 1).unwrap();
    done(&mut hall, "cid", 30, Op::Restore { snapshot_id: 1, seed: None });
    assert_eq!(error_event(&mut hall, "cid", 30, skip()), json!({"PlayerNotInGame": {"player_id": "cid", "board_id": 2}}));
    done(&mut hall, "dora", 30, Op::Join { host: "cid".into() });
    assert_eq!(error_event(&mut hall, "cid", 30, skip()), not_your_turn("cid", 2), "the board's own number and player");
    done(&mut hall, "dora", 40, skip());
    done(&mut hall, "cid", 40, skip());
    let over = json!({"GameIsAlreadyFinished": {"player_id": "cid", "board_id": 2}});
    assert_eq!(error_event(&mut hall, "cid", 40, skip()), over);
}

#[test]
fn a_skin_that_nobody_knows_is_ignored() {
    let registry = games();
    let mut hall = playing(&registry);
    let before = hall.shelf().logs.clone();
    let verdict = act(&mut hall, "ann", Some(5), Op::Skin { skin: 9 });
    assert!(verdict.success && verdict.events == "[]", "{verdict:?}");
    assert_eq!(hall.shelf().logs, before, "nothing is on record");
    let poor = error_event(&mut hall, "ann", 5, Op::Skin { skin: 2 });
    assert_eq!(poor, json!({"PlayerSkinChangeFailed": {"player_id": "ann", "new_skin": 2, "skin_price": 100, "balance": 0}}));
}

#[test]
fn a_restored_board_has_the_dice_it_had_or_others_if_a_seed_says_so() {
    let registry = games();
    let mut hall = playing(&registry);
    snapshot(&mut hall, 0).unwrap();
    for (host, guest, seed) in [("cid", "dora", None), ("eve", "fay", Some("anew")), ("gus", "hal", Some("anew"))] {
        let told = done(&mut hall, host, 10, Op::Restore { snapshot_id: 1, seed: seed.map(Into::into) });
        assert!(!told.to_string().contains("anew"), "whoever knows a seed knows the dice: {told}");
        done(&mut hall, guest, 10, Op::Join { host: host.into() });
    }
    for player in ["ann", "cid", "eve", "gus"] {
        done(&mut hall, player, 20, skip());
    }
    let drawn = [1, 2, 3, 4].map(|board_id| view(&hall, board_id)["pile"].clone());
    assert_eq!(drawn[0], drawn[1], "the same dice");
    assert_eq!(drawn[2], drawn[3], "the same seed");
    assert_ne!(drawn[0], drawn[2], "other dice");
    holds(&registry, &hall);
    let bad = act(&mut hall, "ivy", Some(30), Op::Restore { snapshot_id: 1, seed: Some("a\"b".into()) });
    assert!(bad.errors[0].starts_with("[BAD_SEED]"), "{bad:?}");
    let log = &hall.shelf().logs[&Which::Board(3)];
    assert!(log.contains(r#""branch":"board-3","of":"board-1","seed":"anew","players""#), "{log}");
}

/// Ann laid a tile at 10, and Cid's board goes on from there since 1,000.
fn restored(registry: &Registry) -> House<'_> {
    let mut hall = playing(registry);
    done(&mut hall, "ann", 10, joker(10, 1, 6, 7));
    snapshot(&mut hall, 1).unwrap();
    done(&mut hall, "cid", 20, Op::Restore { snapshot_id: 1, seed: None });
    done(&mut hall, "dora", 1_000, Op::Join { host: "cid".into() });
    hall
}

#[test]
fn on_a_restored_board_time_is_the_worlds_and_never_runs_backwards() {
    let registry = games();
    let mut hall = restored(&registry);
    let refused = |hall: &mut House<'_>, player: &str, at| act(hall, player, Some(at), skip()).errors;
    assert_eq!(refused(&mut hall, "dora", 5), ["[ClockRanBackwards] it is 1000 already, and cannot be 5"]);
    assert_eq!(refused(&mut hall, "dora", 999), ["[ClockRanBackwards] it is 1000 already, and cannot be 999"]);
    let told = done(&mut hall, "dora", 1_065, skip());
    assert_eq!(told[0]["Skipped"]["at"], 1_065, "{told}");
    assert_eq!(refused(&mut hall, "cid", 1_064), ["[ClockRanBackwards] it is 1065 already, and cannot be 1064"]);
    assert_eq!(hall.board(2).unwrap().at(), 75, "in its log a board has its own time");
    holds(&registry, &hall);
}

#[test]
fn no_board_goes_on_before_what_was_declared_on_its_parent() {
    let registry = games();
    let mut hall = restored(&registry);
    done(&mut hall, "dora", 1_010, skip());
    done(&mut hall, "eve", 1_010, Op::Snapshot { board_id: 2, move_number: 2 });
    let early = |hall: &mut House<'_>, player: &str, at, op| act(hall, player, Some(at), op).errors;
    let refused = ["[ClockRanBackwards] it is 1010 already, and cannot be 1009"];
    assert_eq!(early(&mut hall, "eve", 1_009, Op::Restore { snapshot_id: 2, seed: None }), refused);
    done(&mut hall, "eve", 1_010, Op::Restore { snapshot_id: 2, seed: None });
    assert_eq!(early(&mut hall, "fay", 1_009, Op::Join { host: "eve".into() }), refused);
    done(&mut hall, "fay", 1_010, Op::Join { host: "eve".into() });
    holds(&registry, &hall);
}

/// Eve marks a board that nobody has joined yet: she has its dice, whether she restores it before or after.
#[test]
fn a_snapshot_has_the_same_dice_whenever_it_is_restored() {
    let registry = games();
    let mut hall = playing(&registry);
    snapshot(&mut hall, 0).unwrap();
    done(&mut hall, "cid", 10, Op::Restore { snapshot_id: 1, seed: Some("anew".into()) });
    let told = done(&mut hall, "eve", 10, Op::Snapshot { board_id: 2, move_number: 0 });
    assert!(!told.to_string().contains("anew"), "{told}");
    done(&mut hall, "eve", 10, Op::Restore { snapshot_id: 2, seed: None });
    done(&mut hall, "fay", 10, Op::Join { host: "eve".into() });
    done(&mut hall, "dora", 10, Op::Join { host: "cid".into() });
    done(&mut hall, "gus", 10, Op::Restore { snapshot_id: 2, seed: None });
    done(&mut hall, "hal", 10, Op::Join { host: "gus".into() });
    for player in ["ann", "cid", "eve", "gus"] {
        done(&mut hall, player, 20, skip());
    }
    let drawn = [1, 2, 3, 4].map(|board_id| view(&hall, board_id)["pile"].clone());
    assert!(drawn[1] == drawn[2] && drawn[2] == drawn[3] && drawn[0] != drawn[1]);
    holds(&registry, &hall);
}

#[test]
fn error_events_are_those_of_the_model_and_nothing_else() {
    let registry = games();
    let mut hall = playing(&registry);
    let seeds = Op::Create { game: "duel".into(), setup: Some(r#"{"seed":"x"}"#.into()), seed: Some("y".into()) };
    let none = Op::Create { game: "chess".into(), setup: None, seed: None };
    for (player, op, code) in [
        ("", Op::Cancel, "BadName"),
        ("cid", none, "NoSuchGame"),
        ("cid", seeds, "TWO_SEEDS"),
        ("ann", Op::Act { action: "7".into(), board_id: None }, "INVALID_ACTION"),
    ] {
        let verdict = act(&mut hall, player, Some(5), op);
        assert!(verdict.errors[0].starts_with(&format!("[{code}]")), "{verdict:?}");
        assert!(verdict.error_events.is_empty(), "{verdict:?}");
    }
    let joined = error_event(&mut hall, "bob", 5, Op::Join { host: "cid".into() });
    assert_eq!(joined["GameJoinFailed"]["guest_player"], "bob");
}

/// A log of the right players, but of another board.
#[test]
fn a_board_whose_log_is_another_is_named_and_the_others_go_on() {
    let registry = games();
    let mut hall = playing(&registry);
    snapshot(&mut hall, 0).unwrap();
    done(&mut hall, "ann", 5, Op::Cancel);
    done(&mut hall, "ann", 6, Op::Restore { snapshot_id: 1, seed: None });
    done(&mut hall, "bob", 7, Op::Join { host: "ann".into() });
    done(&mut hall, "cid", 7, Op::Restore { snapshot_id: 1, seed: None });
    done(&mut hall, "dora", 7, Op::Join { host: "cid".into() });
    let mut logs = hall.shelf().clone();
    logs.logs.insert(Which::Board(2), logs.logs[&Which::Board(1)].clone());
    let mut hall = Hall::open(&registry, logs).unwrap();
    let broken: Vec<_> = hall.broken().map(|(board_id, error)| (board_id, error.code)).collect();
    assert_eq!(broken, [(2, "WRONG_BOARD")]);
    assert!(act(&mut hall, "ann", Some(8), skip()).errors[0].starts_with("[WRONG_BOARD]"));
    done(&mut hall, "cid", 8, skip());
    done(&mut hall, "ann", 8, Op::Cancel);
    assert_eq!(hall.broken().count(), 0);
}

#[test]
fn a_canceled_board_is_over_and_brings_nothing() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "ann", 10, joker(10, 1, 6, 7));
    done(&mut hall, "bob", 20, joker(6, 3, 7, 7));
    done(&mut hall, "cid", 25, Op::Snapshot { board_id: 1, move_number: 1 });
    done(&mut hall, "ann", 30, Op::Cancel);
    let log = hall.shelf().logs[&Which::Board(1)].clone();
    let mut achieved = Achievements::new();
    achieved.read(&registry, log.as_bytes()).unwrap();
    assert_eq!(achieved.list(), []);
    // A game that goes on from it is a game of its own.
    done(&mut hall, "cid", 30, Op::Restore { snapshot_id: 1, seed: None });
    done(&mut hall, "dora", 30, Op::Join { host: "cid".into() });
    done(&mut hall, "dora", 40, joker(6, 3, 7, 7));
    achieved.read(&registry, hall.shelf().logs[&Which::Board(2)].as_bytes()).unwrap();
    assert!(achieved.list().iter().any(|it| it.earned && it.who == "dora" && it.trophy == "First City"));
    holds(&registry, &hall);
}

/// Boards of one lobby: no two moves have one id, and a move that two boards share has the same in both.
#[test]
fn move_ids_are_unique_in_a_lobby_and_the_same_everywhere() {
    let registry = games();
    let mut hall = restored(&registry); // board 2 goes on from move 1 of board 1
    done(&mut hall, "dora", 1_010, joker(6, 3, 7, 7));
    done(&mut hall, "bob", 70, joker(6, 3, 7, 7));
    let opened = |board_id: u32, format: &str| -> Vec<Value> {
        let log = hall.shelf().logs[&Which::Board(board_id)].clone();
        let table = referee_host::Opened::read(&registry, log.into_bytes()).unwrap().table;
        table.export(format, table.seq()).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let ids = |moves: Vec<Value>| moves.iter().map(|made| made["id"].as_u64().unwrap()).collect::<Vec<_>>();
    assert_eq!((ids(opened(1, "duel-moves")), ids(opened(2, "duel-moves"))), (vec![1, 2], vec![1, 1_000_002]));
    let told = opened(2, "duel-events");
    let moved: Vec<_> = told.iter().filter_map(|notice| notice["Moved"]["move_id"].as_u64()).collect();
    assert_eq!(moved, [1, 1_000_002]);
    let refused = error_event(&mut hall, "cid", 1_020, joker(0, 0, 0, 0));
    assert_eq!(refused["InvalidMove"]["prev_move_id"], 1_000_002, "{refused}");
}

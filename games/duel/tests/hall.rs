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
    let records = [0, 1, 3, 4].map(|number| snapshot(&mut hall, number).unwrap()[0]["SnapshotCreated"]["record"].clone());
    assert_eq!(records, [0, 1, 2, 3]);
    assert!(snapshot(&mut hall, 2).unwrap_err().contains("mark move 1 or move 3"));
    assert!(snapshot(&mut hall, 5).unwrap_err().starts_with("[SnapshotCreateFailed]"));
    done(&mut hall, "cid", 200, Op::Restore { snapshot_id: 3 });
    done(&mut hall, "dora", 300, Op::Join { host: "cid".into() });
    let view: Value = serde_json::from_str(&hall.board(2).unwrap().view(None)).unwrap();
    assert_eq!((&view["moves_done"], &view["jokers"]), (&json!(3), &json!([1, 3])));
}

#[test]
fn the_end_of_a_game_cannot_be_marked_and_nobody_is_paid_twice() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "ann", 10, skip());
    done(&mut hall, "bob", 20, skip());
    assert_eq!(hall.house().players["ann"].balance, 15);
    assert!(snapshot(&mut hall, 2).unwrap_err().contains("the game was over with it"));
    snapshot(&mut hall, 1).unwrap();
    done(&mut hall, "ann", 30, Op::Restore { snapshot_id: 1 });
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

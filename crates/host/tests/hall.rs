//! A hall with real games: every error of sessions and boards is reached, boards go on after a restart, and no crash breaks it.

use proptest::prelude::*;
use referee_host::lobby::{Lobby, Refusal, Role, Status};
use referee_host::{Hall, HostError, Hosted, Memory, Op, Registry, Verdict, Which, verify};
use referee_nim::Nim;
use serde_json::{Value, json};

fn games() -> Registry {
    // The winner of nim has 1, the loser nothing.
    Registry::new().with(Hosted::new(Nim)).with(Hosted::new(Lobby))
}

fn create(heaps: &str) -> Op {
    Op::Create { game: "nim".into(), setup: Some(format!("{{\"heaps\":{heaps}}}")), seed: None }
}

fn join(host: &str) -> Op {
    Op::Join { host: host.into() }
}

fn take(heap: u8, stones: u32) -> Op {
    Op::Act { action: json!({"heap": heap, "stones": stones}).to_string(), board_id: None }
}

fn act(hall: &mut Hall<'_, Memory>, player: &str, op: Op) -> Verdict {
    hall.act(player, None, op).unwrap()
}

fn done(hall: &mut Hall<'_, Memory>, player: &str, op: Op) -> Value {
    let verdict = act(hall, player, op.clone());
    assert!(verdict.success, "{player} {op:?}: {:?}", verdict.errors);
    serde_json::from_str(&verdict.events).unwrap()
}

/// The code of the refusal; nothing has changed.
fn refused(hall: &mut Hall<'_, Memory>, player: &str, op: Op) -> String {
    let before = (hall.house().clone(), hall.shelf().logs.clone());
    let verdict = act(hall, player, op);
    assert!(!verdict.success);
    assert_eq!((hall.house(), &hall.shelf().logs), (&before.0, &before.1), "a refusal leaves no trace");
    verdict.errors[0].trim_start_matches('[').split(']').next().unwrap().to_owned()
}

/// Ann and Bob play on board 1.
fn playing(registry: &Registry) -> Hall<'_, Memory> {
    let mut hall = Hall::open(registry, Memory::default()).unwrap();
    done(&mut hall, "ann", create("[3,2]"));
    done(&mut hall, "bob", join("ann"));
    hall
}

fn statuses(hall: &Hall<'_, Memory>) -> [Status; 2] {
    ["ann", "bob"].map(|name| hall.house().status(name))
}

fn verified(registry: &Registry, hall: &Hall<'_, Memory>) {
    for (which, text) in &hall.shelf().logs {
        verify(registry, text.as_bytes(), &mut |_| {}).unwrap_or_else(|error| panic!("{which}: {error}\n{text}"));
    }
}

#[test]
fn a_game_is_offered_joined_played_and_counted() {
    let registry = games();
    let mut hall = Hall::open(&registry, Memory::default()).unwrap();
    let created = done(&mut hall, "ann", create("[3,2]"));
    assert_eq!(created[0]["GameCreated"]["status"], "Created");
    let started = done(&mut hall, "bob", join("ann"));
    let started = &started[0]["GameStarted"];
    assert_eq!(
        (&started["host_player"], &started["guest_player"], &started["board_id"]),
        (&json!("ann"), &json!("bob"), &json!(1))
    );
    assert_eq!(statuses(&hall), [Status::InProgress; 2]);
    done(&mut hall, "ann", take(0, 3));
    let end = done(&mut hall, "bob", take(1, 2));
    let names: Vec<&String> = end.as_array().unwrap().iter().flat_map(|event| event.as_object().unwrap().keys()).collect();
    assert_eq!(names, ["Taken", "Won", "GameFinished", "GameFinished", "CurrentPlayerBalance", "CurrentPlayerBalance"]);
    let bob = &hall.house().players["bob"];
    assert_eq!((bob.balance, bob.games_played, bob.session.status), (1, 1, Status::Finished));
    assert_eq!(hall.house().players["ann"].balance, 0);
    assert!(hall.board(1).is_none(), "a board that is over is put away");
    verified(&registry, &hall);
    assert!(hall.shelf().logs[&Which::Board(1)].contains(r#""players":{"first":"ann","second":"bob"}"#));
    let looked = done(&mut hall, "bob", Op::Look);
    assert_eq!(looked[0], json!({"CurrentPlayerBalance": {"player_id": "bob", "balance": 1}}));
}

#[test]
fn every_error_of_a_session_is_reached() {
    let registry = games();
    let mut hall = Hall::open(&registry, Memory::default()).unwrap();
    assert_eq!(refused(&mut hall, "bob", join("ann")), "GameJoinFailed");
    assert_eq!(refused(&mut hall, "ann", Op::Create { game: "chess".into(), setup: None, seed: None }), "NoSuchGame");
    assert_eq!(refused(&mut hall, "ann", create("[0]")), "NO_STONES");
    assert_eq!(refused(&mut hall, "ann", create("7")), "BAD_SETUP");
    assert_eq!(refused(&mut hall, "", create("[3]")), "BadName");
    done(&mut hall, "ann", create("[3,2]"));
    assert_eq!(refused(&mut hall, "ann", create("[3,2]")), "GameCreateFailed");
    assert_eq!(refused(&mut hall, "ann", join("ann")), "GameJoinFailed");
    done(&mut hall, "bob", create("[1]"));
    assert_eq!(refused(&mut hall, "bob", join("ann")), "GameJoinFailed");
    done(&mut hall, "bob", Op::Cancel);
    done(&mut hall, "bob", join("ann"));
    assert_eq!(refused(&mut hall, "cid", join("ann")), "GameJoinFailed");
    assert_eq!(refused(&mut hall, "ann", create("[3,2]")), "GameCreateFailed");
    assert_eq!(refused(&mut hall, "cid", Op::Snapshot { board_id: 1, move_number: 1 }), "SnapshotCreateFailed");
    assert_eq!(refused(&mut hall, "cid", Op::Snapshot { board_id: 9, move_number: 0 }), "SnapshotCreateFailed");
    assert_eq!(refused(&mut hall, "cid", Op::Restore { snapshot_id: 1, seed: None }), "BoardCreateFromSnapshotFailed");
    assert_eq!(refused(&mut hall, "ann", Op::Restore { snapshot_id: 1, seed: None }), "GameCreateFailed");
    assert_eq!(refused(&mut hall, "ann", Op::Skin { skin: 2 }), "PlayerSkinChangeFailed");
    assert_eq!(done(&mut hall, "ann", Op::Skin { skin: 5 }), json!([]), "a skin that nobody knows is ignored");
    done(&mut hall, "ann", Op::Skin { skin: 1 });
    done(&mut hall, "ann", Op::Username { username: "Ann the Great".into() });
    done(&mut hall, "ann", Op::Register { role: Role::Controller });
    assert_eq!(refused(&mut hall, "ann", Op::Register { role: Role::Guest }), "PlayerAlreadyRegistered");
    verified(&registry, &hall);
}

#[test]
fn every_error_of_a_move_is_reached_in_order() {
    let registry = games();
    let mut hall = Hall::open(&registry, Memory::default()).unwrap();
    assert_eq!(refused(&mut hall, "ann", take(0, 1)), "PlayerNotInGame");
    done(&mut hall, "ann", create("[3,2]"));
    assert_eq!(refused(&mut hall, "ann", take(0, 1)), "PlayerNotInGame");
    done(&mut hall, "bob", join("ann"));
    assert_eq!(refused(&mut hall, "cid", take(0, 1)), "PlayerNotInGame");
    assert_eq!(refused(&mut hall, "bob", take(0, 1)), "NOT_YOUR_TURN");
    assert_eq!(refused(&mut hall, "ann", Op::Act { action: "7".into(), board_id: None }), "INVALID_ACTION");
    let elsewhere = Op::Act { action: r#"{"heap":0,"stones":3}"#.into(), board_id: Some(2) };
    assert_eq!(refused(&mut hall, "ann", elsewhere), "PlayerNotInGame");
    let wrong = hall.house().seat_of("ann", Some(2)).unwrap_err();
    assert_eq!(wrong, Refusal::PlayerNotInGame { player_id: "ann".into(), board_id: 0 });
    done(&mut hall, "ann", Op::Act { action: r#"{"heap":0,"stones":3}"#.into(), board_id: Some(1) });
    done(&mut hall, "bob", take(1, 2));
    assert_eq!(refused(&mut hall, "ann", take(1, 1)), "GameIsAlreadyFinished");
    assert_eq!(refused(&mut hall, "bob", take(1, 1)), "GameIsAlreadyFinished");
    assert_eq!(hall.act("ann", Some(u64::MAX), Op::Cancel).unwrap().errors[0].split(']').next(), Some("[BAD_TIME"));
}

#[test]
fn a_canceled_game_takes_both_out_and_is_not_counted() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "ann", take(0, 1));
    let canceled = done(&mut hall, "bob", Op::Cancel);
    assert_eq!(canceled.as_array().unwrap().len(), 2);
    assert_eq!(statuses(&hall), [Status::Canceled; 2]);
    assert_eq!((hall.house().players["ann"].games_played, hall.house().players["ann"].balance), (0, 0));
    assert_eq!(refused(&mut hall, "ann", take(1, 1)), "PlayerNotInGame");
    let log = &hall.shelf().logs[&Which::Board(1)];
    assert!(log.lines().last().unwrap().contains(r#""close":"canceled""#), "{log}");
    assert_eq!(verify(&registry, log.as_bytes(), &mut |_| {}).unwrap().closed.as_deref(), Some("canceled"));
    done(&mut hall, "ann", create("[1]"));
    done(&mut hall, "bob", join("ann"));
    assert_eq!(hall.house().session("bob").board_id, Some(2));
    verified(&registry, &hall);
}

#[test]
fn a_snapshot_goes_on_as_a_branch_that_waits_to_be_joined() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "ann", take(0, 1));
    let after_one = hall.board(1).unwrap().state();
    done(&mut hall, "bob", take(0, 1));
    done(&mut hall, "cid", Op::Snapshot { board_id: 1, move_number: 1 });
    let restored = done(&mut hall, "cid", Op::Restore { snapshot_id: 1, seed: None });
    let board = &restored[0]["BoardCreatedFromSnapshot"];
    assert_eq!((&board["board_id"], &board["old_board_id"], &board["move_number"]), (&json!(2), &json!(1), &json!(1)));
    assert_eq!(refused(&mut hall, "cid", take(0, 2)), "PlayerNotInGame");
    // A branch of a branch that nobody has joined yet.
    done(&mut hall, "eve", Op::Snapshot { board_id: 2, move_number: 1 });
    assert_eq!(refused(&mut hall, "eve", Op::Snapshot { board_id: 2, move_number: 2 }), "SnapshotCreateFailed");
    done(&mut hall, "dora", join("cid"));
    assert_eq!(hall.board(2).unwrap().seq(), 1);
    assert_eq!(refused(&mut hall, "cid", take(0, 2)), "NOT_YOUR_TURN");
    done(&mut hall, "dora", take(0, 2));
    assert_eq!(hall.board(1).unwrap().seq(), 2, "the old board is as it was");
    done(&mut hall, "eve", Op::Restore { snapshot_id: 2, seed: None });
    done(&mut hall, "fay", join("eve"));
    assert_eq!(hall.board(3).unwrap().state(), after_one);
    let text = &hall.shelf().logs[&Which::Board(2)];
    assert!(
        text.contains(r#""players":{"first":"cid","second":"dora"}"#) && text.contains(r#""branch":"board-2","of":"board-1""#),
        "{text}"
    );
    let parent = &hall.shelf().logs[&Which::Board(1)];
    let shared: Vec<&str> = parent.lines().take(2).collect();
    assert!(text.lines().take(2).eq(shared), "what came before is the parent's to the byte: {text}");
    verified(&registry, &hall);
}

/// A hall opened again knows what it knew.
fn again<'a>(registry: &'a Registry, hall: &Hall<'_, Memory>) -> Hall<'a, Memory> {
    let opened = Hall::open(registry, hall.shelf().clone()).unwrap();
    assert_eq!((opened.house(), &opened.shelf().logs), (hall.house(), &hall.shelf().logs));
    opened
}

#[test]
fn a_hall_goes_on_where_it_was_left() {
    let registry = games();
    let mut hall = playing(&registry);
    hall = again(&registry, &hall);
    done(&mut hall, "ann", take(0, 3));
    done(&mut hall, "cid", Op::Snapshot { board_id: 1, move_number: 0 });
    hall = again(&registry, &hall);
    done(&mut hall, "cid", Op::Restore { snapshot_id: 1, seed: None });
    hall = again(&registry, &hall);
    done(&mut hall, "dora", join("cid"));
    done(&mut hall, "bob", take(1, 2));
    hall = again(&registry, &hall);
    done(&mut hall, "cid", take(0, 3));
    assert_eq!(refused(&mut hall, "bob", take(0, 1)), "GameIsAlreadyFinished");
    verified(&registry, &hall);
}

/// The logs of a whole evening, and what was written when: which log, and how long it was then.
fn evening(registry: &Registry) -> (Memory, Vec<Memory>) {
    let mut hall = Hall::open(registry, Memory::default()).unwrap();
    let mut states = vec![hall.shelf().clone()];
    let ops = [
        ("ann", create("[3,2]")),
        ("bob", join("ann")),
        ("ann", take(0, 3)),
        ("cid", Op::Snapshot { board_id: 1, move_number: 1 }),
        ("cid", Op::Restore { snapshot_id: 1, seed: None }),
        ("dora", join("cid")),
        ("dora", take(1, 2)),
        ("bob", take(1, 1)),
        ("ann", take(1, 1)),
        ("ann", create("[2]")),
        ("bob", join("ann")),
        ("ann", take(0, 1)),
        ("bob", Op::Cancel),
    ];
    for (player, op) in ops {
        done(&mut hall, player, op);
        states.push(hall.shelf().clone());
    }
    (hall.shelf().clone(), states)
}

/// A crash may come between any two bytes: boards are written before the lobby, a new log at once.
#[test]
fn a_crash_at_any_byte_is_put_right() {
    let registry = games();
    let (_, states) = evening(&registry);
    for pair in states.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        let mut crashed = vec![];
        let mut half = before.clone();
        for (which, text) in after.logs.iter().rev() {
            // Boards come after the lobby in order, so backwards they come first.
            let old = before.logs.get(which).map_or("", String::as_str);
            let cuts: Vec<usize> = if old.is_empty() { vec![text.len()] } else { (old.len()..=text.len()).collect() };
            for cut in cuts {
                half.logs.insert(*which, text[..cut].to_owned());
                crashed.push(half.clone());
            }
        }
        for crashed in crashed {
            let hall = Hall::open(&registry, crashed.clone()).unwrap_or_else(|error| panic!("{error}: {crashed:?}"));
            verified(&registry, &hall);
            for (_, board) in (1u32..).zip(&hall.house().boards).filter(|(_, board)| board.is_on()) {
                assert!(board.players.iter().all(|name| hall.house().status(name) == Status::InProgress));
            }
            for (board_id, board) in (1u32..).zip(&hall.house().boards).filter(|(_, board)| board.started.is_some()) {
                let log = &hall.shelf().logs[&Which::Board(board_id)];
                let is_left = !board.is_on() && board_id == 3;
                assert_eq!(log.contains(r#","close":"canceled","#), is_left, "a board is closed where the lobby says so: {log}");
            }
            let known = hall.house().boards.iter().filter(|board| board.started.is_some()).count();
            assert_eq!(hall.shelf().logs.len(), 1 + known, "every board that began has its log, and no other");
        }
    }
}

/// What is wrong with the logs, if anything: with the lobby, or with a board.
fn opened(logs: Memory) -> Result<(), HostError> {
    let registry = games();
    let hall = Hall::open(&registry, logs)?;
    hall.broken().next().map_or(Ok(()), |(_, error)| Err(error.clone()))
}

#[test]
fn what_cannot_be_put_right_is_refused_with_the_log_named() {
    let registry = games();
    let hall = playing(&registry);
    let logs = hall.shelf().clone();
    let code = |change: &dyn Fn(&mut Memory)| {
        let mut changed = logs.clone();
        change(&mut changed);
        let error = opened(changed).unwrap_err();
        (error.code, error.place.file.clone().unwrap_or_default())
    };
    let board = Which::Board(1);
    assert_eq!(code(&|logs| drop(logs.logs.remove(&board))), ("NO_BOARD", "board-1".into()));
    assert_eq!(code(&|logs| drop(logs.logs.remove(&Which::Lobby))), ("STRAY_BOARD", "board-1".into()));
    assert_eq!(code(&|logs| drop(logs.logs.insert(Which::Lobby, logs.logs[&board].clone()))), ("NOT_A_LOBBY", "lobby".into()));
    assert_eq!(code(&|logs| drop(logs.logs.insert(board, logs.logs[&Which::Lobby].clone()))), ("WRONG_BOARD", "board-1".into()));
    let forged = |logs: &mut Memory| drop(logs.logs.insert(board, logs.logs[&board].replace("ann", "eve")));
    assert_eq!(code(&forged), ("BROKEN_LINE", "board-1".into()));
}

/// What was found amiss with the logs, and the logs afterwards.
fn found(logs: &Memory) -> (Vec<&'static str>, Memory) {
    let registry = games();
    let hall = Hall::open(&registry, logs.clone()).unwrap();
    assert_eq!(hall.broken().count(), 0);
    (hall.found().iter().map(|error| error.code).collect(), hall.shelf().clone())
}

#[test]
fn a_whole_line_that_wants_its_newline_is_kept_and_a_torn_one_is_taken_away_and_named() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "ann", take(0, 1));
    let logs = hall.shelf().clone();
    assert_eq!(found(&logs), (vec![], logs.clone()));
    for which in [Which::Lobby, Which::Board(1)] {
        let (mut unended, mut torn) = (logs.clone(), logs.clone());
        unended.logs.get_mut(&which).unwrap().pop();
        assert_eq!(found(&unended), (vec![], logs.clone()), "{which}: somebody was told of it");
        torn.logs.get_mut(&which).unwrap().push_str(r#"{"seq":9,"prev""#);
        assert_eq!(found(&torn), (vec!["TORN_LINE"], logs.clone()), "{which}");
    }
}

/// A board is laid before the lobby is told. Only such a one is taken away: to the byte what the lobby would have written.
#[test]
fn a_strangers_log_is_named_and_left_alone_and_the_rest_goes_on() {
    let registry = games();
    let mut hall = playing(&registry);
    done(&mut hall, "cid", create("[3,2]"));
    let before = hall.shelf().clone();
    done(&mut hall, "dora", join("cid"));
    let laid = hall.shelf().logs[&Which::Board(2)].clone();
    let with = |log: &str| {
        let mut logs = before.clone();
        logs.logs.insert(Which::Board(2), log.to_owned());
        logs
    };
    assert_eq!(found(&with(&laid)), (vec![], before.clone()), "nobody was told of it");
    let mut played = registry.title("nim").unwrap().start(Some(r#"{"heaps":[3,2]}"#), None, 0, None).unwrap();
    let fresh = played.text().unwrap();
    let players = referee_host::Players::in_order(&played.card(), ["cid", "eve"]).unwrap();
    played.introduce(players).unwrap();
    let of_others = played.text().unwrap();
    played.call("board-2").unwrap();
    let other_guest = played.text().unwrap();
    assert_eq!(found(&with(&other_guest)), (vec![], before.clone()), "eve could have joined cid just so");
    assert!(played.act(referee::Seat(0), 0, r#"{"heap":0,"stones":1}"#, None).success);
    let moved = played.text().unwrap();
    let of_ann = laid.replace("cid", "bob");
    for log in [fresh, of_others, moved, before.logs[&Which::Board(1)].clone(), of_ann, "garbage".into(), String::new()] {
        let logs = with(&log);
        assert_eq!(found(&logs), (vec!["STRAY_BOARD"], logs.clone()), "{log}");
        let mut hall = Hall::open(&registry, logs).unwrap();
        assert_eq!(refused(&mut hall, "dora", join("cid")), "STRAY_BOARD");
        done(&mut hall, "ann", take(0, 1));
    }
}

#[test]
fn a_refused_opening_leaves_nothing_behind() {
    let registry = games();
    let mut logs = playing(&registry).shelf().clone();
    logs.logs.remove(&Which::Lobby);
    struct Watched<'a>(&'a mut Memory);
    impl referee_host::Shelf for Watched<'_> {
        fn text(&mut self, which: Which) -> Result<Option<Vec<u8>>, HostError> {
            self.0.text(which)
        }
        fn mend(&mut self, which: Which, end: referee_host::End) -> Result<(), HostError> {
            self.0.mend(which, end)
        }
        fn create(&mut self, which: Which, lines: &str) -> Result<(), HostError> {
            self.0.create(which, lines)
        }
        fn append(&mut self, which: Which, lines: &str) -> Result<(), HostError> {
            self.0.append(which, lines)
        }
        fn remove(&mut self, which: Which) -> Result<(), HostError> {
            self.0.remove(which)
        }
    }
    let mut after = logs.clone();
    assert_eq!(Hall::open(&registry, Watched(&mut after)).err().map(|error| error.code), Some("STRAY_BOARD"));
    assert_eq!(after.logs, logs.logs);
}

#[test]
fn time_runs_on_from_offer_to_joining_and_from_snapshot_to_restoring() {
    let registry = games();
    let mut hall = Hall::open(&registry, Memory::default()).unwrap();
    let backwards = |hall: &mut Hall<'_, Memory>, player: &str, at, op| {
        let verdict = hall.act(player, Some(at), op).unwrap();
        assert!(verdict.errors.first().is_some_and(|error| error.starts_with("[ClockRanBackwards]")), "{verdict:?}");
    };
    let accepted = |hall: &mut Hall<'_, Memory>, player: &str, at, op| {
        let verdict = hall.act(player, Some(at), op).unwrap();
        assert!(verdict.success, "{verdict:?}");
    };
    accepted(&mut hall, "ann", 50, create("[3,2]"));
    backwards(&mut hall, "bob", 49, join("ann"));
    accepted(&mut hall, "bob", 50, join("ann"));
    accepted(&mut hall, "ann", 100, take(0, 1));
    let mark = || Op::Snapshot { board_id: 1, move_number: 0 };
    backwards(&mut hall, "cid", 99, mark());
    accepted(&mut hall, "cid", 1_000, mark());
    let restore = || Op::Restore { snapshot_id: 1, seed: None };
    backwards(&mut hall, "cid", 99, restore());
    backwards(&mut hall, "cid", 999, restore());
    accepted(&mut hall, "bob", 2_000, take(0, 1));
    backwards(&mut hall, "cid", 1_999, restore());
    accepted(&mut hall, "cid", 2_500, restore());
    backwards(&mut hall, "dora", 2_150, join("cid"));
    let of_waiting = || Op::Snapshot { board_id: 2, move_number: 0 };
    backwards(&mut hall, "eve", 2_499, of_waiting());
    accepted(&mut hall, "eve", 2_500, of_waiting());
    accepted(&mut hall, "dora", 2_500, join("cid"));
    verified(&registry, &hall);
    let _ = again(&registry, &hall);
}

/// Board 1 is over; its log is exchanged for one of the same players with another seed, or of others.
#[test]
fn the_log_of_a_parent_is_looked_at_too() {
    let registry = games();
    let with_seed = |seed: &str, guest: &str| {
        let mut hall = Hall::open(&registry, Memory::default()).unwrap();
        done(&mut hall, "ann", Op::Create { game: "nim".into(), setup: None, seed: Some(seed.into()) });
        done(&mut hall, guest, join("ann"));
        done(&mut hall, "cid", Op::Snapshot { board_id: 1, move_number: 0 });
        done(&mut hall, "ann", Op::Cancel);
        hall.shelf().clone()
    };
    let logs = with_seed("one", "bob");
    let mark = || Op::Snapshot { board_id: 1, move_number: 0 };
    let restore = || Op::Restore { snapshot_id: 1, seed: None };
    for other in [with_seed("two", "bob"), with_seed("one", "eve")] {
        let mut changed = logs.clone();
        changed.logs.insert(Which::Board(1), other.logs[&Which::Board(1)].clone());
        let mut hall = Hall::open(&registry, changed).unwrap();
        assert_eq!(refused(&mut hall, "cid", mark()), "WRONG_BOARD");
        assert_eq!(refused(&mut hall, "cid", restore()), "WRONG_BOARD");
    }
    let mut hall = Hall::open(&registry, logs).unwrap();
    done(&mut hall, "cid", mark());
    done(&mut hall, "cid", restore());
}

const NAMES: [&str; 5] = ["ann", "bob", "cid", "dora", "eve"];

/// What anyone may ask; most of it comes at the wrong moment.
fn ops() -> impl Strategy<Value = Op> {
    let name = || (0usize..NAMES.len()).prop_map(|index| NAMES[index].to_owned());
    prop_oneof![
        3 => Just(create("[2,1]")),
        3 => name().prop_map(|host| Op::Join { host }),
        1 => Just(Op::Cancel),
        6 => (0u8..2, 1u32..3).prop_map(|(heap, stones)| take(heap, stones)),
        1 => (1u32..6, 0u64..4).prop_map(|(board_id, move_number)| Op::Snapshot { board_id, move_number }),
        1 => (1u32..5).prop_map(|snapshot_id| Op::Restore { snapshot_id, seed: (snapshot_id == 2).then(|| "anew".into()) }),
        1 => (0u8..3).prop_map(|skin| Op::Skin { skin }),
        1 => Just(Op::Look),
    ]
}

/// What holds after every op: a board that is on has a table with its players, and nothing else has one.
fn is_right(hall: &Hall<'_, Memory>) {
    for (board_id, board) in (1u32..).zip(&hall.house().boards) {
        let table = hall.board(board_id);
        assert_eq!(table.is_some(), board.is_on(), "board {board_id}");
        let names = table.map(|table| table.players().iter().map(|(.., name)| name.to_owned()).collect::<Vec<_>>());
        assert!(names.is_none_or(|names| names == board.players), "board {board_id}");
    }
    let balances: u64 = hall.house().players.values().map(|player| player.balance).sum();
    let played: u32 = hall.house().players.values().map(|player| player.games_played).sum();
    assert_eq!(balances * 2, u64::from(played), "whoever takes the last stone has one, the other nothing");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_hall_is_right_after_every_op_and_opens_as_it_was(
        asked in prop::collection::vec((0usize..NAMES.len(), ops()), 0..60),
        stop in 0usize..60,
    ) {
        let registry = games();
        let mut hall = Hall::open(&registry, Memory::default()).unwrap();
        for (index, (player, op)) in asked.into_iter().enumerate() {
            act(&mut hall, NAMES[player], op);
            is_right(&hall);
            if index == stop {
                hall = again(&registry, &hall);
            }
        }
        again(&registry, &hall);
        verified(&registry, &hall);
    }
}

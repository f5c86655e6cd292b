//! Files as a host meets them: found by their looks, imported, exported.

use referee::Seat;
use referee_duel::{Move, Notice, title};
use referee_host::{Branch, Players, Registry, Since, Title};
use serde_json::{Value, json};

const TEXT: &str = "duel-notation 1\nseed \"x\"\n1. blue @1 skip\n2. red timeout\n3. blue @99 skip\n";

fn games() -> Registry {
    Registry::new().with(title())
}

#[test]
fn a_notation_is_known_by_its_looks_and_becomes_a_log() {
    let reading = games().import(None, None, TEXT).unwrap();
    assert_eq!((reading.game, reading.format), ("duel", "duel-notation"));
    let table = reading.table.unwrap();
    let log = table.text().unwrap();
    referee_host::verify(&games(), log.as_bytes(), &mut |_| {}).unwrap();
    let text = table.export("duel-notation", 2).unwrap();
    assert!(text.contains("2. red timeout\n3. blue @99 skip"), "{text}");
    assert_eq!(games().import(None, None, &text).unwrap().table.unwrap().text().unwrap(), log);
    assert!(games().import(None, None, "notation 1").is_err());
}

#[test]
fn moves_and_events_are_one_json_object_a_line() {
    let table = games().import(None, None, TEXT).unwrap().table.unwrap();
    let told = table.export("duel-moves", 2).unwrap();
    let chain: Vec<Move> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let links: Vec<_> = chain.iter().map(|of| (of.id, of.prev_move_id, of.timestamp)).collect();
    assert_eq!(links, [(1, None, 1), (2, Some(1), 99), (3, Some(2), 99)]);
    let told = table.export("duel-events", 2).unwrap();
    let names: Vec<&str> = told.lines().map(|line| line.split('"').nth(1).unwrap()).collect();
    assert_eq!(
        names,
        ["BoardCreated", "Skipped", "BoardUpdated", "Skipped", "BoardUpdated", "GameFinished", "GameFinished"],
        "nobody is told of the skip by the clock"
    );
    assert!(told.lines().all(|line| serde_json::from_str::<Notice>(line).is_ok()));
    assert_eq!(table.export("duel-moves", 0).unwrap(), "");
}

#[test]
fn a_log_with_branches_is_the_story_of_several_boards() {
    let games = games();
    let mut table = games.title("duel").unwrap().start(None, Some("x"), 0, None).unwrap();
    table.introduce(Players::in_order(&table.card(), ["Ann", "Bob"]).unwrap()).unwrap();
    assert!(table.act(Seat(0), 1, SKIP, None).success);
    table.branch("what if").unwrap();
    let told = table.export("duel-events", 1).unwrap();
    let restored = r#"{"BoardCreatedFromSnapshot":{"board_id":2,"old_board_id":1,"move_number":1"#;
    assert!(told.lines().last().unwrap().starts_with(restored), "also without a move of its own: {told}");
    assert!(table.act(Seat(1), 2, SKIP, None).success);
    assert_eq!(boards(&table.export("duel-moves", 2).unwrap()), [1, 2]);
    let told = table.export("duel-events", 2).unwrap();
    assert!(told.lines().nth(3).unwrap().starts_with(restored), "{told}");
    assert!(told.lines().nth(4).unwrap().contains(r#""player":"Bob","prev_move_id":1,"board_id":2"#));
}

const SKIP: &str = r#"{"type":"skip"}"#;

fn boards(moves: &str) -> Vec<u64> {
    moves.lines().map(|line| serde_json::from_str::<Move>(line).unwrap().first_board_id).collect()
}

/// Board 4 of a lobby, from which board 7 went on between a skip by the clock and the move it came with; then board 9.
#[test]
fn restored_boards_have_their_numbers_their_players_and_the_worlds_time() {
    let games = games();
    let mut table = games.title("duel").unwrap().start(None, Some("x"), 0, None).unwrap();
    let named = |one: &str, two: &str| Players::in_order(&games.title("duel").unwrap().card(), [one, two]).unwrap();
    table.introduce(named("ann", "bob")).unwrap();
    table.call("board-4").unwrap();
    assert!(table.act(Seat(0), 10, SKIP, None).success);
    assert!(table.act(Seat(0), 80, SKIP, None).success); // Bob is late: his move is a skip, and this one ends the game
    assert!(table.over(80));
    let fork = Branch { of: "board-4".into(), events: Some(1), players: named("cid", "dora"), ..Branch::named("board-7") };
    table.fork(Branch { since: Some(Since { at: 500, clock: 80 }), ..fork }).unwrap();
    assert!(table.act(Seat(0), 90, r#"{"type":"skip"}"#, None).success);
    table = table.rewound(2).unwrap();
    table.fork(Branch { of: "board-7".into(), since: Some(Since { at: 600, clock: 80 }), ..Branch::named("board-9") }).unwrap();
    assert!(table.act(Seat(0), 81, SKIP, None).success);

    let moves = table.export("duel-moves", 3).unwrap();
    assert_eq!(boards(&moves), [4, 4, 9]);
    let times: Vec<u64> = moves.lines().map(|line| serde_json::from_str::<Move>(line).unwrap().timestamp).collect();
    assert_eq!(times, [10, 80, 601], "the world's time");
    let ids = |moves: &str| -> Vec<u64> { moves.lines().map(|line| serde_json::from_str::<Move>(line).unwrap().id).collect() };
    assert_eq!(ids(&moves), [3_000_001, 3_000_002, 8_000_003], "from the board it was made on, and its number");
    let told = table.export("duel-events", 3).unwrap();
    let told: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let find = |name: &str| -> Vec<&Value> { told.iter().filter_map(|notice| notice.get(name)).collect() };
    assert_eq!((&find("BoardCreated")[0]["board_id"], &find("BoardCreated")[0]["player1"][0]), (&json!(4), &json!("ann")));
    let restored: Vec<_> = find("BoardCreatedFromSnapshot");
    let numbers = |of: &Value| ["board_id", "old_board_id", "move_number", "last_move_id"].map(|name| of[name].as_u64().unwrap());
    assert_eq!(restored.iter().map(|of| numbers(of)).collect::<Vec<_>>(), [[7, 4, 2, 3_000_002], [9, 7, 2, 3_000_002]]);
    assert_eq!((&restored[0]["player1"][0], &restored[1]["player2"][0]), (&json!("cid"), &json!("dora")));
    let skips: Vec<_> = find("Skipped").into_iter().map(|of| (of["player"].clone(), of["board_id"].clone())).collect();
    assert_eq!(skips, [(json!("ann"), json!(4)), (json!("cid"), json!(9))]);
    assert!(find("GameFinished").iter().all(|of| of["board_id"] == 9), "board 4 ended after the moment that is told");
    referee_host::verify(&games, table.text().unwrap().as_bytes(), &mut |_| {}).unwrap();
}

#[test]
fn names_are_kept_from_log_to_notation_and_back() {
    let games = games();
    let mut table = games.import(None, None, TEXT).unwrap().table.unwrap();
    let named = Players::in_order(&table.card(), ["ann", "bob"]).unwrap();
    table.introduce(named).unwrap();
    let text = table.export("duel-notation", table.seq()).unwrap();
    assert!(text.contains("blue \"ann\"\nred \"bob\"\n"), "{text}");
    assert_eq!(games.import(None, None, &text).unwrap().table.unwrap().text().unwrap(), table.text().unwrap());
    let unseen = games.import(None, None, &text.replace("ann", &"a".repeat(200))).unwrap();
    assert!(unseen.table.is_none() && unseen.problems.len() == 1 && unseen.problems[0].code == "BAD_PLAYER");
    assert_eq!(unseen.problems[0].place.line, Some(2), "{}", unseen.problems[0]);
    let both = games.import(None, None, &text.replace("ann", "").replace("bob", " ")).unwrap();
    let lines: Vec<_> = both.problems.iter().map(|problem| (problem.code, problem.place.line)).collect();
    assert_eq!(lines, [("BAD_PLAYER", Some(2)), ("BAD_PLAYER", Some(3))]);
    let same = games.import(None, None, &text.replace("bob", "ann")).unwrap();
    let lines: Vec<_> = same.problems.iter().map(|problem| (problem.code, problem.place.line)).collect();
    assert_eq!(lines, [("SAME_PLAYER", Some(3))]);
}

#[test]
fn a_byte_order_mark_is_named() {
    let marked = games().import(None, None, &format!("\u{feff}{TEXT}")).unwrap();
    let problem = &marked.problems[0];
    assert_eq!((problem.code, problem.place.line, marked.table.is_none()), ("BYTE_ORDER_MARK", Some(1), true));
    assert!(problem.message.contains("byte order mark") && problem.help.is_some());
}

#[test]
fn a_branch_stands_where_its_lines_say_also_after_the_end() {
    let mut table = title().start(None, Some("x"), 0, None).unwrap();
    assert!(table.act(Seat(0), 10, SKIP, None).success && table.act(Seat(1), 20, SKIP, None).success);
    table.fork(Branch::named("board-2")).unwrap();
    let told = table.export("duel-events", 2).unwrap();
    let restored: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    assert_eq!(restored["BoardCreatedFromSnapshot"]["game_state"], "Finished", "{restored}");
}

/// A branch that is called anything has the next number, in exports and in error events.
#[test]
fn an_error_event_has_the_number_that_the_exports_give() {
    for (name, number) in
        [("branch", 2_u64), ("board-7", 7), ("board-18446744073709551615", 2), ("board-4294967295", 4_294_967_295)]
    {
        let mut table = title().start(None, Some("x"), 0, None).unwrap();
        assert!(table.act(Seat(0), 10, SKIP, None).success);
        table.fork(Branch::named(name)).unwrap();
        let refused = table.act(Seat(0), 11, SKIP, None);
        let event: Value = serde_json::from_str(&refused.error_events[0]).unwrap();
        assert_eq!(event["NotYourTurn"]["board_id"], number, "{name}");
        assert!(
            table.act(Seat(1), 11, r#"{"type":"joker","tile":99,"rotation":0,"col":0,"row":0}"#, None).error_events[0]
                .contains("InvalidMove")
        );
        table.fork(Branch::named("again")).unwrap();
        let told = table.export("duel-events", 1).unwrap();
        assert!(told.contains(&format!(r#""BoardCreatedFromSnapshot":{{"board_id":{number},"old_board_id":1"#)), "{told}");
        assert!(told.contains(&format!(r#""board_id":{},"old_board_id":{number}"#, number + 1)), "{told}");
    }
}

#[test]
fn a_notation_has_no_words_for_other_players_or_a_clock_that_stood_still() {
    let start = || title().start(None, Some("x"), 0, None).unwrap();
    let players = Players::in_order(&start().card(), ["cid", "dora"]).unwrap();
    let (mut one, mut two) = (start(), start());
    one.fork(Branch { players, ..Branch::named("board-2") }).unwrap();
    two.fork(Branch { since: Some(Since { at: 500, clock: 0 }), ..Branch::named("board-2") }).unwrap();
    for table in [one, two] {
        let error = table.export("duel-notation", 0).unwrap_err();
        assert_eq!((error.code, error.help.as_deref()), ("CANNOT_TELL", Some("export it as another format")));
    }
}

//! Files as a host meets them: found by their looks, imported, exported.

use referee::{Game, Seat};
use referee_duel::formats::{events, moves};
use referee_duel::{Action, Duel, Move, Notice, Setup, title};
use referee_host::{Players, Registry};

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
    let mut game = Game::start(Duel, Setup::default()).unwrap();
    game.act(Seat(0), 1, Action::Skip {}).unwrap();
    game.act(Seat(1), 2, Action::Skip {}).unwrap();
    let told = moves::export(&game, 2, &[1]).unwrap();
    let boards: Vec<u64> = told.lines().map(|line| serde_json::from_str::<Move>(line).unwrap().first_board_id).collect();
    assert_eq!(boards, [1, 2]);
    let players = ["Ann".into(), "Bob".into()];
    let told = events::export(&game, 2, &players, &[1]).unwrap();
    let restored = told.lines().nth(3).unwrap();
    assert!(restored.starts_with(r#"{"BoardCreatedFromSnapshot":{"board_id":2,"old_board_id":1,"move_number":1"#), "{restored}");
    assert!(told.lines().nth(4).unwrap().contains(r#""player":"Bob","prev_move_id":1,"board_id":2"#));
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
    assert!(unseen.table.is_none() && unseen.problems[0].code == "BAD_PLAYER");
}

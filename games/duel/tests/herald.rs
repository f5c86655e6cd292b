//! What is told in the words of the move model: which notices, with which fields, in which order.

use referee::{Game, Refused, Seat};
use referee_duel::{Action, Border, Duel, Family, Herald, Move, Notice, Refusal, Setup, Side, Variant};
use serde_json::{Value, json};

const BLUE: Seat = Seat(0);
const RED: Seat = Seat(1);
const SKIP: Action = Action::Skip {};
const FIRST: Action = Action::Joker { tile: 10, rotation: 1, col: 6, row: 7 };
const SECOND: Action = Action::Joker { tile: 6, rotation: 3, col: 7, row: 7 };

fn players() -> [String; 2] {
    ["Ann".into(), "Bob".into()]
}

/// A border with one city, below column 6, and a deck of one tile.
fn small() -> Setup {
    let mut codes = [2; 32];
    codes[6] = 0;
    let mut rules = Variant { deck: [0; 24], jokers: 1, ..Variant::default() };
    rules.deck[1] = 1;
    Setup { rules, border: Border::try_from(codes).ok(), ..Setup::default() }
}

/// Acts, and tells what came of it.
fn told(family: &mut Family, board: u64, seat: Seat, at: u64, action: &Action) -> Vec<Value> {
    let before = family.game(board).unwrap().state().clone();
    let moves: Vec<Move> = family.act(board, seat, at, action).unwrap();
    let events = family.game(board).unwrap().log().last().unwrap().events.to_vec();
    let herald = Herald { board_id: board, players: &players() };
    let notices = herald.acted(&before, &events, &moves, family.last_move_id(board));
    notices.iter().map(|notice| serde_json::to_value(notice).unwrap()).collect()
}

fn names(told: &[Value]) -> Vec<&str> {
    told.iter().map(|notice| notice.as_object().unwrap().keys().next().unwrap().as_str()).collect()
}

fn cells(laid: &[(usize, [u8; 3])]) -> Value {
    let mut cells = vec![json!([24, 0, 0]); 64];
    laid.iter().for_each(|&(at, cell)| cells[at] = json!(cell));
    json!(cells)
}

#[test]
fn a_move_is_told_before_what_it_closes_and_the_board_once() {
    let mut family = Family::new();
    let board = family.open(small(), 0).unwrap();
    let first = told(&mut family, board, BLUE, 3, &FIRST);
    assert_eq!(names(&first), ["Moved", "BoardUpdated"]);
    assert_eq!(
        first[0],
        json!({"Moved": {"move_id": 1, "player": "Ann", "prev_move_id": null, "tile": 10, "rotation": 1, "col": 6, "row": 7,
            "is_joker": true, "board_id": 1, "timestamp": 3}})
    );
    assert_eq!(
        first[1],
        json!({"BoardUpdated": {"board_id": 1, "available_tiles_in_deck": [], "top_tile": 1, "state": cells(&[(55, [10, 1, 0])]),
            "player1": ["Ann", "blue", 0], "player2": ["Bob", "red", 1], "blue_score": [6, 0], "red_score": [0, 0],
            "last_move_id": 1, "moves_done": 1, "game_state": "InProgress"}})
    );
    let second = told(&mut family, board, RED, 4, &SECOND);
    assert_eq!(names(&second), ["Moved", "CityContestWon", "BoardUpdated"]);
    assert_eq!(
        second[1],
        json!({"CityContestWon": {"board_id": 1, "root": 221, "winner": "blue", "red_points": 2, "blue_points": 6}}),
        "points are those before"
    );
    assert_eq!(second[2]["BoardUpdated"]["blue_score"], json!([8, 0]), "and the board is the one after");
}

#[test]
fn the_end_comes_after_the_board_and_once_for_each_player() {
    let mut family = Family::new();
    let board = family.open(small(), 0).unwrap();
    told(&mut family, board, BLUE, 0, &FIRST);
    let skip = told(&mut family, board, RED, 1, &SKIP);
    assert_eq!(names(&skip), ["Skipped", "BoardUpdated"]);
    assert_eq!(skip[0], json!({"Skipped": {"move_id": 2, "player": "Bob", "prev_move_id": 1, "board_id": 1, "timestamp": 1}}));
    let end = told(&mut family, board, BLUE, 2, &SKIP);
    assert_eq!(names(&end), ["Skipped", "BoardUpdated", "CityContestWon", "GameFinished", "GameFinished"]);
    assert_eq!(end[1]["BoardUpdated"]["game_state"], "Finished");
    assert_eq!(end[3], json!({"GameFinished": {"host_player": "Ann", "board_id": 1}}));
    assert_eq!(end[4], json!({"GameFinished": {"host_player": "Bob", "board_id": 1}}));
}

#[test]
fn a_skip_by_the_clock_is_in_the_chain_and_not_told() {
    let mut family = Family::new();
    let board = family.open(small(), 0).unwrap();
    told(&mut family, board, BLUE, 0, &SKIP);
    let late = told(&mut family, board, BLUE, 66, &FIRST);
    assert_eq!(names(&late), ["Moved", "BoardUpdated"]);
    assert_eq!((&late[0]["Moved"]["move_id"], &late[0]["Moved"]["prev_move_id"]), (&json!(3), &json!(2)));
    let abandoned = told(&mut family, board, RED, 197, &Action::Finish {});
    assert_eq!(names(&abandoned), ["BoardUpdated", "CityContestWon", "GameFinished", "GameFinished"]);
    assert_eq!(abandoned[0]["BoardUpdated"]["last_move_id"], 3);
}

#[test]
fn roads_and_draws_have_names_of_their_own() {
    let mut codes = [2; 32];
    codes[3] = 1;
    let rules = Variant { jokers: 9, ..Variant::default() };
    let setup = Setup { rules, border: Border::try_from(codes).ok(), ..Setup::default() };
    let mut family = Family::new();
    let board = family.open(setup, 0).unwrap();
    let first = told(&mut family, board, BLUE, 0, &Action::Joker { tile: 2, rotation: 0, col: 3, row: 7 });
    assert_eq!(
        first[1],
        json!({"RoadContestWon": {"board_id": 1, "root": 126, "winner": "blue", "red_points": 0, "blue_points": 2}})
    );
    let second = told(&mut family, board, RED, 0, &Action::Joker { tile: 9, rotation: 0, col: 4, row: 7 });
    assert_eq!(
        names(&second),
        ["Moved", "RoadContestWon", "RoadContestDraw", "BoardUpdated"],
        "the lower stub ends at the mountains, the left one meets Blue's"
    );
    assert_eq!(second[2], json!({"RoadContestDraw": {"board_id": 1, "root": 125, "red_points": 1, "blue_points": 1}}));
}

#[test]
fn boards_and_snapshots_are_told_with_all_they_hold() {
    let mut family = Family::new();
    let board = family.open(small(), 0).unwrap();
    let names = players();
    let herald = Herald { board_id: board, players: &names };
    let mut border = [2; 32];
    border[6] = 0;
    assert_eq!(
        serde_json::to_value(herald.created(family.game(board).unwrap().state())).unwrap(),
        json!({"BoardCreated": {"board_id": 1, "initial_edge_state": border, "top_tile": 1, "state": cells(&[]),
            "player1": ["Ann", "blue", 1], "player2": ["Bob", "red", 1], "blue_score": [0, 0], "red_score": [0, 0],
            "last_move_id": null, "game_state": "InProgress"}})
    );
    family.act(board, BLUE, 0, &FIRST).unwrap();
    let snapshot = family.snapshot(board, 1).unwrap();
    let branch = family.restore(1).unwrap();
    let herald = Herald { board_id: branch, players: &names };
    assert_eq!(
        serde_json::to_value(herald.restored(snapshot, family.game(branch).unwrap().state(), family.last_move_id(branch)))
            .unwrap(),
        json!({"BoardCreatedFromSnapshot": {"board_id": 2, "old_board_id": 1, "move_number": 1, "initial_edge_state": border,
            "available_tiles_in_deck": [], "top_tile": 1, "state": cells(&[(55, [10, 1, 0])]), "player1": ["Ann", "blue", 0],
            "player2": ["Bob", "red", 1], "blue_score": [6, 0], "red_score": [0, 0], "last_move_id": 1, "moves_done": 1,
            "game_state": "InProgress"}})
    );
}

#[test]
fn refusals_are_told_by_the_names_of_the_model() {
    let names = players();
    let herald = Herald { board_id: 7, players: &names };
    let of = |why: Refusal| herald.refused(Side::Red, &why, Some(4)).map(|notice| serde_json::to_value(notice).unwrap());
    let plain = |name: &str, board: u64| Some(json!({name: {"player_id": "Bob", "board_id": board}}));
    assert_eq!(of(Refusal::NotYourTurn), plain("NotYourTurn", 7));
    assert_eq!(of(Refusal::NotEnoughJokers), plain("NotEnoughJokers", 7));
    assert_eq!(of(Refusal::PlayerNotInGame), plain("PlayerNotInGame", 7));
    assert_eq!(of(Refusal::GameIsAlreadyFinished), plain("GameIsAlreadyFinished", 7));
    assert_eq!(of(Refusal::CantFinishGame), plain("CantFinishGame", 7));
    assert_eq!(of(Refusal::ClockTooFar { at: 1 }), None);
    let declared = Action::Joker { tile: 0, rotation: 3, col: 8, row: 2 };
    let why = Game::start(Duel, small()).unwrap().act(BLUE, 0, declared).map(|_| ()).unwrap_err();
    let Refused::Rejected(why) = why else { panic!("{why}") };
    assert_eq!(
        of(why),
        Some(json!({"InvalidMove": {"player": "Bob", "prev_move_id": 4, "tile": 0, "rotation": 3, "col": 8, "row": 2,
            "is_joker": true, "board_id": 7}}))
    );
}

#[test]
fn a_notice_reads_back_as_itself() {
    let game = Game::start(Duel, Setup::default()).unwrap();
    let notice = Herald { board_id: 1, players: &players() }.created(game.state());
    let text = serde_json::to_string(&notice).unwrap();
    assert_eq!(serde_json::from_str::<Notice>(&text).unwrap(), notice);
}

//! The recorded facts about sessions and balances of Mage Duel, asked of the lobby: those beside the game, and every file of the same kind in
//! the folder that `REFEREE_VECTORS` names.

use referee::{Game, Rules, apply};
use referee_host::lobby::{Action, Board, BoardState, House, Lobby, Session, Setup, Status};
use serde_json::{Value, json};

fn facts() -> Vec<(String, Value)> {
    let read = |file: std::path::PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        let case = |line: &str| {
            let fact: Value = serde_json::from_str(line).unwrap();
            (format!("{} {}", file.display(), fact["name"]), fact)
        };
        text.lines().filter(|line| !line.trim().is_empty()).map(case).collect::<Vec<_>>()
    };
    referee_laws::recorded("../../games/duel/tests/vectors", "duel-facts").into_iter().flat_map(read).collect()
}

fn empty() -> House {
    Game::start(Lobby, Setup::of([("duel".to_owned(), 2)])).unwrap().state().clone()
}

/// The house after an action; `None` if it is refused.
fn after(house: &House, action: Action) -> Option<House> {
    let seat = Lobby.speaker(house, &action)?;
    let applied = apply(&Lobby, house, seat, 0, &action);
    applied.result.is_ok().then_some(applied.next)
}

fn create(player: &str) -> Action {
    Action::Create { player: player.into(), game: "duel".into(), setup: None, seed: None }
}

fn join(player: &str, host: &str) -> Action {
    Action::Join { player: player.into(), host: host.into() }
}

fn cancel(player: &str) -> Action {
    Action::Cancel { player: player.into() }
}

/// Brings a player into a status as a player would.
fn brought(house: &House, player: &str, status: Status) -> House {
    let created = || after(house, create(player)).unwrap();
    match status {
        Status::Finished => house.clone(),
        Status::Created => created(),
        Status::Canceled => after(house, cancel(player)).unwrap(),
        Status::InProgress => after(&created(), join(&format!("partner of {player}"), player)).unwrap(),
    }
}

fn status(value: &Value) -> Status {
    if value.is_null() { Status::Finished } else { serde_json::from_value(value.clone()).unwrap() }
}

/// Host and guest on a board.
fn playing() -> House {
    after(&after(&empty(), create("host")).unwrap(), join("guest", "host")).unwrap()
}

fn session_rule(place: &str, set: &Value, expect: &Value) {
    let allowed = match set["rule"].as_str().unwrap() {
        "create" => after(&brought(&empty(), "host", status(&set["host"])), create("host")).is_some(),
        "join" => {
            let house = brought(&empty(), "host", status(&set["host"]));
            let is_same = set["same_player"] == true;
            let house = if is_same { house } else { brought(&house, "guest", status(&set["guest"])) };
            after(&house, join(if is_same { "host" } else { "guest" }, "host")).is_some()
        }
        "in_game" => in_game(set),
        other => panic!("{place}: {other} is a rule that nobody checks"),
    };
    assert_eq!(json!(allowed), expect["allowed"], "{place}");
}

/// Whether a player with a board of their own may act on a board.
fn in_game(set: &Value) -> bool {
    let number = |value: &Value| value.as_u64().map(|number| number as u32);
    let (own, asked, status) = (number(&set["own_board"]), number(&set["asked_board"]), status(&set["status"]));
    let mut house = empty();
    let board = Board {
        game: "duel".into(),
        players: vec!["host".into(), "guest".into()],
        state: if status == Status::InProgress { BoardState::InProgress } else { BoardState::Finished },
        started: Some(0),
        from: None,
        seed: None,
    };
    house.boards = vec![board; own.unwrap_or(0) as usize];
    house.players.entry("host".into()).or_default().session = Session { status, board_id: own, ..Session::default() };
    house.seat_of("host", asked).is_ok()
}

fn session(place: &str, set: &Value, expect: &Value) {
    let statuses = (status(&set["host"]), status(&set["guest"]));
    let before = match set["op"].as_str().unwrap() {
        "finish" => playing(),
        _ if statuses == (Status::InProgress, Status::InProgress) => playing(),
        "join" => brought(&brought(&empty(), "host", Status::Created), "guest", statuses.1),
        _ => brought(&brought(&empty(), "host", statuses.0), "guest", statuses.1),
    };
    let action = match set["op"].as_str().unwrap() {
        "finish" => Action::Finish { board_id: 1, totals: vec![280, 255] },
        "cancel" => cancel("host"),
        "create" => create("host"),
        "join" => join("guest", "host"),
        other => panic!("{place}: {other} is an operation that nobody checks"),
    };
    let house = after(&before, action).unwrap_or_else(|| panic!("{place}: refused"));
    for who in ["host", "guest"].into_iter().filter(|who| expect.get(who).is_some()) {
        assert_eq!(json!(house.status(who)), expect[who], "{place}: {who}");
    }
    if let Some(state) = expect.get("board") {
        assert_eq!(&json!(house.board(1).map(|board| board.state)), state, "{place}: the board");
    }
    if expect["scores_kept"] == true {
        let balances = ["host", "guest"].map(|who| house.players[who].balance);
        assert_eq!(balances, [280, 255], "{place}: what they had is what they get");
    }
}

fn balances(place: &str, set: &Value, expect: &Value) {
    let host_is_blue = set["host_side"] != "red";
    let (blue, red) = if host_is_blue { ("host", "guest") } else { ("guest", "host") };
    let mut house = after(&after(&empty(), create(blue)).unwrap(), join(red, blue)).unwrap();
    for player in house.players.values_mut() {
        player.balance = set["balance_before"].as_u64().unwrap();
        player.games_played = set["games_before"].as_u64().unwrap() as u32;
    }
    let totals = ["blue", "red"].map(|side| set["total"][side].as_u64().unwrap() as u32).into();
    let house = after(&house, Action::Finish { board_id: 1, totals }).unwrap();
    for (who, balance) in [("host", "host_balance"), ("guest", "guest_balance")] {
        assert_eq!(json!(house.players[who].balance), expect[balance], "{place}: {balance}");
        assert_eq!(json!(house.players[who].games_played), expect["games_after"], "{place}: games of {who}");
    }
}

#[test]
fn every_recorded_fact_about_sessions_holds() {
    let mut checked = 0;
    // Later versions of the game have sessions of their own.
    for (place, fact) in facts().into_iter().filter(|(_, fact)| fact["era"] == "seed") {
        let (set, expect) = (&fact["setup"], &fact["expect"]);
        checked += 1;
        match fact["kind"].as_str().unwrap() {
            "session" => session(&place, set, expect),
            "session_rule" => session_rule(&place, set, expect),
            "balances" => balances(&place, set, expect),
            _ => checked -= 1, // the rules' own: games/duel/tests/vectors.rs
        }
    }
    assert!(checked > 0, "no fact about sessions was found");
}

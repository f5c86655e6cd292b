//! The lobby keeps the laws of every game, and its own: nobody is in two games, every board has its players, a balance is the sum of totals.

use proptest::prelude::*;
use referee::{Game, Refused, Rejection, Rules, apply};
use referee_host::lobby::*;
use std::collections::BTreeMap;

const NAMES: [&str; 5] = ["ann", "bob", "cid", "dora", " no name"];

fn names() -> impl Strategy<Value = String> {
    prop_oneof![8 => (0usize..4).prop_map(|name| NAMES[name].to_owned()), 1 => Just(NAMES[4].to_owned())]
}

fn roles() -> impl Strategy<Value = Role> {
    prop_oneof![Just(Role::Guest), Just(Role::Controller), Just(Role::Bot)]
}

/// Mostly games with one seat and with two, sometimes games that no lobby can have.
fn setups() -> impl Strategy<Value = Setup> {
    let odd = prop_oneof![9 => Just(None), 1 => Just(Some(("crowd".to_owned(), 3u8)))];
    let players = prop::collection::btree_map(names().prop_filter("a name", |name| name != NAMES[4]), roles(), 0..4);
    (odd, players).prop_map(|(odd, players)| {
        let games = [("duel".to_owned(), 2), ("quest".to_owned(), 1)].into_iter().chain(odd);
        Setup { players, ..Setup::of(games) }
    })
}

fn actions() -> impl Strategy<Value = Action> {
    let game = prop_oneof![4 => Just("duel"), 2 => Just("quest"), 1 => Just("chess")];
    let text = prop_oneof![Just(None), Just(Some("{}".to_owned()))];
    let small = 0u32..4;
    prop_oneof![
        (names(), roles()).prop_map(|(player, role)| Action::Register { player, role }),
        (names(), names()).prop_map(|(player, username)| Action::Username { player, username }),
        (names(), 0u8..7).prop_map(|(player, skin)| Action::Skin { player, skin }),
        (names(), game, text).prop_map(|(player, game, setup)| Action::Create { player, game: game.into(), setup, seed: None }),
        (names(), names()).prop_map(|(player, host)| Action::Join { player, host }),
        names().prop_map(|player| Action::Cancel { player }),
        (names(), small.clone()).prop_map(|(player, snapshot_id)| Action::Restore { player, snapshot_id, seed: None }),
        (names(), small.clone(), 0u64..4, 0u64..4, 0u64..99).prop_map(|(player, board_id, move_number, moves_done, clock)| {
            let events = (clock % 2 == 1).then_some(clock);
            Action::Snapshot { player, board_id, move_number, moves_done, record: move_number, events, clock }
        }),
        (small, prop::collection::vec(any::<u32>(), 0..4)).prop_map(|(board_id, totals)| Action::Finish { board_id, totals }),
    ]
}

referee_laws::laws!(Lobby, setups(), actions(), games = 400);

/// What a lobby must always be, told without its rules.
fn is_right(game: &Game<Lobby>, won: &BTreeMap<String, (u64, u32)>) {
    let house = game.state();
    for (name, player) in &house.players {
        let on = house.boards.iter().filter(|board| board.is_on() && board.players.contains(name)).count();
        assert_eq!(on, usize::from(player.session.status == Status::InProgress), "{name} is in {on} games");
        assert_eq!((player.balance, player.games_played), won.get(name).copied().unwrap_or_default(), "{name}");
    }
    for board in house.boards.iter().filter(|board| board.is_on()) {
        assert_eq!(board.players.len(), usize::from(house.games[&board.game]), "{board:?}");
        assert!(board.players.iter().all(|name| house.status(name) == Status::InProgress), "{board:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_is_in_two_games_and_a_balance_is_the_sum_of_totals(actions in prop::collection::vec(actions(), 0..80)) {
        let setup = Setup::of([("duel".to_owned(), 2), ("quest".to_owned(), 1)]);
        let mut game = Game::start(Lobby, setup).unwrap();
        let mut won: BTreeMap<String, (u64, u32)> = BTreeMap::new();
        for action in actions {
            let seats = match &action {
                Action::Finish { board_id, .. } => game.state().board(*board_id).map_or_else(Vec::new, |board| board.players.clone()),
                _ => Vec::new(),
            };
            let seat = Lobby.speaker(game.state(), &action).unwrap();
            let accepted = game.act(seat, 7, action.clone()).is_ok();
            if let (true, Action::Finish { totals, .. }) = (accepted, &action) {
                for (name, total) in seats.into_iter().zip(totals) {
                    let (balance, games) = won.entry(name).or_default();
                    (*balance, *games) = (*balance + u64::from(*total), *games + 1);
                }
            }
            is_right(&game, &won);
        }
        game.verify().unwrap();
    }
}

/// What the lobby says to an action.
fn said(house: &House, action: Action) -> Result<House, &'static str> {
    let seat = Lobby.speaker(house, &action).unwrap();
    let applied = apply(&Lobby, house, seat, 0, &action);
    match applied.result {
        Ok(()) => Ok(applied.next),
        Err(Refused::Rejected(why)) => Err(why.code()),
        Err(why) => panic!("{why}"),
    }
}

fn create(player: &str, game: &str) -> Action {
    Action::Create { player: player.into(), game: game.into(), setup: None, seed: None }
}

#[test]
fn every_limit_is_reached_and_named() {
    let game = Game::start(Lobby, Setup::default()).unwrap();
    let mut house = game.state().clone();
    let crowd = (0..PLAYERS_MAX - house.players.len()).map(|number| (format!("player {number}"), Player::default()));
    house.players.extend(crowd);
    assert_eq!(said(&house, create("one more", "duel")), Err("TooManyPlayers"));
    assert!(said(&house, create("player 0", "duel")).is_ok());

    let mut house = game.state().clone();
    let (players, state) = (vec!["ann".to_owned(), "bob".to_owned()], BoardState::Finished);
    let board = Board { game: "duel".into(), players, state, started: Some(0), from: None, seed: None };
    house.boards = vec![board; BOARDS_MAX - 1];
    let offered = said(&house, create("ann", "duel")).unwrap();
    let join = |player: &str| Action::Join { player: player.into(), host: "ann".into() };
    let mut full = said(&offered, join("bob")).unwrap();
    assert_eq!(full.boards.len(), BOARDS_MAX);
    assert_eq!(said(&full, create("cid", "duel")), Err("TooManyBoards"));

    let of = Origin { board_id: 1, move_number: 0, record: 0, events: None, clock: 0 };
    full.snapshots = vec![Snapshot { player: "ann".into(), of, at: 0, seed: None }; SNAPSHOTS_MAX];
    let mark =
        Action::Snapshot { player: "ann".into(), board_id: 1, move_number: 0, moves_done: 0, record: 0, events: None, clock: 0 };
    assert_eq!(said(&full, mark), Err("TooManySnapshots"));

    let long = Action::Create { player: "ann".into(), game: "duel".into(), setup: Some("x".repeat(SETUP_MAX)), seed: None };
    assert!(said(game.state(), long.clone()).is_ok());
    let Action::Create { player, game: of, setup, .. } = long else { unreachable!() };
    assert_eq!(said(game.state(), Action::Create { player, game: of, setup, seed: Some("y".into()) }), Err("SetupTooLong"));
}

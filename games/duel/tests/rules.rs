//! Given a setup and dice, an action; then the exact events. What recorded games and scenarios do not show.

use proptest::prelude::*;
use referee::{Fair, Game, Legal, Refused, Rules, Scripted, Seat, Show, View};
use referee_duel::{
    Action, Border, Cell, DECK_MAX, Direction, Duel, Event, Kind, Refusal, Setup, Side, Variant, Way, Window, title, window,
};
use referee_host::Title;

const BLUE: Seat = Seat(0);
const RED: Seat = Seat(1);

/// A border with one city, below column 6.
fn city_below_6() -> Border {
    let mut codes = [2; 32];
    codes[6] = 0;
    Border::try_from(codes).unwrap()
}

/// One tile of a kind, and no jokers.
fn one(tile: usize) -> Variant {
    let mut rules = Variant { deck: [0; 24], jokers: 0, ..Variant::default() };
    rules.deck[tile] = 1;
    rules
}

fn started(setup: Setup) -> Option<Refusal> {
    match Game::start(Duel, setup).map(|_| ()) {
        Err(Refused::Rejected(why)) => Some(why),
        _ => None,
    }
}

#[test]
fn a_game_begins_with_rules_border_and_a_draw() {
    let setup = Setup { border: Some(city_below_6()), start: Some(7), ..Setup::default() };
    let game = Game::start_with(Duel, setup, 0, &mut Scripted::new([41])).unwrap();
    let events: Vec<&Event> = game.log().events().skip(1).collect();
    assert_eq!(
        events,
        [
            &Event::Opened { rules: Box::default(), at: 7 },
            &Event::BorderLaid { border: Box::new(city_below_6()) },
            &Event::Rolled { n: 64, value: 41 },
            &Event::Drawn { n: 64, index: 41, tile: 13 },
        ]
    );
}

#[test]
fn where_no_border_is_given_its_places_are_drawn_city_before_road() {
    let mut dice = Scripted::new([0, 2, 1, 1, 1, 3, 7, 1, 0]);
    let game = Game::start_with(Duel, Setup { rules: one(0), ..Setup::default() }, 0, &mut dice).unwrap();
    dice.finish().unwrap();
    let codes = game.state().board.border().codes();
    let pieces: Vec<(usize, u8)> = codes.into_iter().enumerate().filter(|&(_, code)| code < 2).collect();
    assert_eq!(pieces, [(0, 0), (3, 1), (9, 0), (10, 1), (17, 0), (20, 1), (25, 1), (31, 0)], "the example of the documentation");
}

#[test]
fn the_last_tile_without_jokers_ends_the_game() {
    let setup = Setup { rules: one(10), border: Some(city_below_6()), ..Setup::default() };
    let mut game = Game::start(Duel, setup).unwrap();
    let record = game.act(BLUE, 5, Action::Place { rotation: 1, col: 6, row: 7 }).unwrap();
    let (kind, node, blue, red) = (Kind::City, 221, 6, 0);
    assert_eq!(
        record.events,
        [
            Event::Placed { side: Side::Blue, tile: 10, rotation: 1, col: 6, row: 7, joker: false, city: 6, road: 0, at: 5 },
            Event::ContestWon { kind, node, blue, red, winner: Side::Blue, delta: 0 },
            Event::Finished { way: Way::Exhausted, blue: 6, red: 0, winner: Some(Side::Blue), at: 5 },
        ]
    );
    assert!(Duel.over(game.state(), 5));
}

#[test]
fn a_late_side_is_skipped_before_the_other_goes_on() {
    let mut game = Game::start(Duel, Setup { border: Some(city_below_6()), ..Setup::default() }).unwrap();
    game.act(BLUE, 0, Action::Joker { tile: 10, rotation: 1, col: 6, row: 7 }).unwrap();
    let top = game.state().top;
    let record = game.act(BLUE, 130, Action::Joker { tile: 6, rotation: 3, col: 7, row: 7 }).unwrap();
    assert_eq!(record.events[0], Event::Skipped { side: Side::Red, timed_out: true, at: 130 });
    assert_eq!((game.state().top, game.state().moves_done), (top, 3), "an automatic skip draws nothing");
}

#[test]
fn a_full_board_ends_the_game_only_where_the_rules_say_so() {
    // Sixty-four tiles of city, and a city at every place of the border: everything fits everywhere.
    for full_board_ends in [false, true] {
        let mut rules = Variant { full_board_ends, ..one(0) };
        rules.deck[0] = 65;
        let border = Border::try_from([0; 32]).unwrap();
        let mut game = Game::start(Duel, Setup { rules, border: Some(border), ..Setup::default() }).unwrap();
        let cells: Vec<Cell> = Cell::all().collect();
        for (cell, seat) in cells.into_iter().zip([BLUE, RED].into_iter().cycle()) {
            game.act(seat, 0, Action::Place { rotation: 0, col: cell.col(), row: cell.row() }).unwrap();
        }
        let way = game.state().outcome.map(|outcome| outcome.way);
        assert_eq!(way, full_board_ends.then_some(Way::FullBoard));
        assert_eq!(game.state().scores.map(|score| score.sum()), [288, 288], "256 edges and 32 of the border, by turns: a draw");
        let left: Vec<Action> = Duel.legal(game.state(), BLUE, 0).collect();
        assert_eq!(left, if full_board_ends { vec![] } else { vec![Action::Skip {}] });
    }
}

#[test]
fn the_windows_of_the_clock() {
    let (blue, red) = (Some(Side::Blue), Some(Side::Red));
    for (last, delta, expected) in [
        (None, 0, [Window::Open, Window::Shut]),
        (None, 999_999, [Window::Open, Window::Shut]),
        (blue, 65, [Window::Shut, Window::Open]),
        (blue, 66, [Window::AfterSkip, Window::Shut]),
        (blue, 130, [Window::AfterSkip, Window::Shut]),
        (blue, 131, [Window::Shut, Window::Shut]),
        (red, 65, [Window::Open, Window::Shut]),
        (red, 66, [Window::Shut, Window::AfterSkip]),
    ] {
        assert_eq!(Side::BOTH.map(|side| window(last, side, delta, 65)), expected, "{last:?} {delta}");
    }
}

#[test]
fn rules_that_make_no_sense_begin_no_game() {
    let with = |rules: Variant| Setup { rules, ..Setup::default() };
    let mut most = Variant { deck: [42; 24], ..Variant::default() };
    most.deck[0] += 16;
    assert_eq!((most.tiles(), started(with(most.clone()))), (DECK_MAX, None));
    most.deck[1] += 1;
    assert_eq!(started(with(most)), Some(Refusal::DeckTooLarge { tiles: DECK_MAX + 1 }));
    assert_eq!(started(with(Variant { edges: (4, 4), ..Variant::default() })), None);
    let many = Variant { edges: (5, 4), ..Variant::default() };
    assert_eq!(started(with(many)), Some(Refusal::TooManyEdges { cities: 5, roads: 4 }));
    let late = Setup { start: Some(1 << 53), ..Setup::default() };
    assert_eq!(started(late), Some(Refusal::StartTooLate { start: 1 << 53 }));
}

/// A standard rule, or one at random.
fn any_setup() -> impl Strategy<Value = Setup> {
    let deck = prop_oneof![Just(Variant::default().deck), any::<[bool; 24]>().prop_map(|deck| deck.map(u8::from)), Just([0; 24])];
    let border = prop::option::of(
        prop::collection::vec(0..3u8, 32).prop_map(|codes| Border::try_from(<[u8; 32]>::try_from(codes).unwrap()).unwrap()),
    );
    let start = prop::option::of(prop_oneof![0..2_000u64, any::<u64>(), Just((1 << 53) - 1)]);
    let rest = (prop_oneof![Just(0), Just(3)], 0..200u32, any::<bool>(), any::<u16>());
    (deck, border, start, (0..6u8, 0..6u8), rest).prop_map(|(deck, border, start, edges, (jokers, move_time, full, seed))| {
        let rules = Variant { deck, edges, jokers, move_time, full_board_ends: full, ..Variant::default() };
        Setup { rules, border, start, seed: seed.to_string() }
    })
}

proptest! {
    /// Whatever a setup says, it is refused, or Blue may move at once, wherever the clock starts.
    #[test]
    fn a_setup_that_is_not_refused_leaves_the_first_player_a_legal_move(setup in any_setup(), opened in 0..2_000u64) {
        let text = serde_json::to_string(&setup).unwrap();
        let Ok(mut table) = title().start(Some(&text), None, opened, None) else {
            let is_late = setup.start.is_some_and(|start| start >= 1 << 53);
            prop_assert!(is_late || setup.rules.edges.0 + setup.rules.edges.1 > 8, "{}", text);
            return Ok(());
        };
        prop_assert!(table.now() >= opened.max(setup.start.unwrap_or(0)));
        prop_assert!(table.waiting_for(table.now()).contains(&BLUE), "{}", text);
        let legal = table.legal(BLUE, table.now());
        let verdict = table.act(BLUE, table.now(), &legal[0], None);
        prop_assert!(verdict.success, "{}: {:?}", legal[0], verdict.errors);
    }
}

/// An action without a time is one of the earliest time that the game allows.
#[test]
fn actions_without_a_time_follow_a_clock_that_starts_later() {
    let skip = |seat: &str| format!(r#"{{"seat":"{seat}","action":{{"type":"skip"}}}}"#);
    let request = format!(r#"{{"setup":{{"start":1000}},"actions":[{},{}]}}"#, skip("blue"), skip("red"));
    let duel: &dyn Title = &title();
    let ran = duel.run(&request, false).unwrap();
    assert!(ran.starts_with(r#"{"ok":true"#) && !ran.contains(r#""success":false"#), "{ran}");
}

#[test]
fn a_game_without_tiles_is_one_of_jokers_and_skips() {
    let rules = Variant { deck: [0; 24], ..Variant::default() };
    let mut game = Game::start(Duel, Setup { rules, border: Some(city_below_6()), ..Setup::default() }).unwrap();
    let refused = game.act(BLUE, 0, Action::Place { rotation: 0, col: 6, row: 7 }).map(|_| ());
    assert_eq!(refused, Err(Refused::Rejected(Refusal::NoTilesInDeck)));
    game.act(BLUE, 0, Action::Joker { tile: 0, rotation: 0, col: 6, row: 7 }).unwrap();
    assert_eq!(game.act(RED, 0, Action::Skip {}).unwrap().events, [Event::Skipped { side: Side::Red, timed_out: false, at: 0 }]);
}

#[test]
fn events_of_a_stranger_do_no_harm() {
    let mut bout = Game::start(Duel, Setup::default()).unwrap().state().clone();
    let (side, at, joker) = (Side::Red, u64::MAX, true);
    for numbers in [[24, 0, 0, 0], [0, 4, 0, 0], [0, 0, 8, 0], [0, 0, 0, 8], [255; 4], [0, 0, 3, 3], [1, 0, 3, 3], [1, 0, 3, 4]] {
        let [tile, rotation, col, row] = numbers;
        for _ in 0..5 {
            Duel.evolve(&mut bout, &Event::Placed { side, tile, rotation, col, row, joker, city: u16::MAX, road: u16::MAX, at });
        }
    }
    Duel.evolve(&mut bout, &Event::Drawn { n: 9, index: u32::MAX, tile: 99 });
    let (kind, node, blue, red) = (Kind::Road, 255, 1, 2);
    Duel.evolve(&mut bout, &Event::ContestWon { kind, node, blue, red, winner: Side::Blue, delta: u16::MAX });
    Duel.evolve(&mut bout, &Event::Returned { tile: 99 });
    Duel.evolve(&mut bout, &Event::Returned { tile: 99 });
    assert_eq!(bout.board.pieces().count(), 2, "what lies, lies");
    assert!(Duel.audit(&bout).is_err(), "and the audit finds it");
    let seen = Duel.view(&bout, None);
    assert!(!Duel.scene(&seen).panels.is_empty());
}

#[test]
fn every_side_of_the_border_has_its_numbers() {
    let cell = |col, row| Cell::new(col, row).unwrap();
    assert_eq!(cell(0, 7).border_index(Direction::Bottom), 0);
    assert_eq!(cell(7, 7).border_index(Direction::Bottom), 7);
    assert_eq!(cell(7, 7).border_index(Direction::Right), 8);
    assert_eq!(cell(7, 0).border_index(Direction::Right), 15);
    assert_eq!(cell(7, 0).border_index(Direction::Top), 16);
    assert_eq!(cell(0, 0).border_index(Direction::Top), 23);
    assert_eq!(cell(0, 0).border_index(Direction::Left), 24);
    assert_eq!(cell(0, 7).border_index(Direction::Left), 31);
    assert_eq!(cell(3, 1).position(), 25);
    assert_eq!(cell(3, 1).beside(Direction::Top), Cell::new(3, 0), "row 0 is the top");
}

#[test]
fn everyone_sees_everything_but_the_generator() {
    let game = Game::start_with(Duel, Setup::default(), 0, &mut Fair).unwrap();
    let seen = Duel.view(game.state(), None);
    assert!([BLUE, RED].iter().all(|&seat| Duel.view(game.state(), Some(seat)) == seen));
    let unseen = game.log().events().filter(|event| Duel.seen(event, None).is_none()).count();
    assert_eq!(unseen, 1, "the seed");
}

/// Whoever keeps the clock may rely on what is due: it is accepted then, and not a second sooner.
#[test]
fn what_is_due_is_accepted_then_and_not_before() {
    let mut game = Game::start_with(Duel, Setup::default(), 5, &mut Fair).unwrap();
    for at in [30, 60] {
        let (due, seat, action) = game.rules().due(game.state()).unwrap();
        assert!(game.rules().legal(game.state(), seat, due - 1).all(|other| other != action));
        assert!(game.rules().legal(game.state(), seat, due).any(|other| other == action));
        let mover = Seat(u8::from(at == 60));
        let place = game.rules().legal(game.state(), mover, at).next().unwrap();
        game.act(mover, at, place).unwrap();
    }
    let (due, seat, action) = game.rules().due(game.state()).unwrap();
    assert_eq!(due, 60 + 2 * 65 + 1);
    game.act(seat, due, action).unwrap();
    assert_eq!(game.rules().due(game.state()), None, "the game is over");
}

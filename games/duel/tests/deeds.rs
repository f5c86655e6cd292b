//! What a log shows of a player's progress.

use referee::{Ask, Game, Legal, Seat, Stream};
use referee_duel::deeds::{TROPHIES, Task, deeds};
use referee_duel::{Action, Border, Duel, Event, Kind, Setup, Side, Variant};
use referee_host::{Doer, Table, Title, Word};

const BLUE: Seat = Seat(0);
const RED: Seat = Seat(1);

/// A border with one city, below column 6, and one road, below column 3.
fn border() -> Border {
    let mut codes = [2; 32];
    (codes[6], codes[3]) = (0, 1);
    Border::try_from(codes).unwrap()
}

fn started(jokers: u8) -> Game<Duel> {
    let rules = Variant { jokers, ..Variant::default() };
    Game::start(Duel, Setup { rules, border: Some(border()), ..Setup::default() }).unwrap()
}

fn joker(tile: u8, rotation: u8, col: u8, row: u8) -> Action {
    Action::Joker { tile, rotation, col, row }
}

fn all(game: &Game<Duel>) -> Vec<(u64, Side, Task)> {
    deeds(game, game.seq().unwrap())
}

#[test]
fn whoever_lays_the_last_tile_has_closed_it_and_the_end_closes_nothing() {
    let mut game = started(3);
    game.act(BLUE, 0, joker(10, 1, 6, 7)).unwrap();
    game.act(RED, 0, joker(6, 3, 7, 7)).unwrap(); // the city goes to blue, but red closed it
    game.act(BLUE, 0, Action::Skip {}).unwrap();
    game.act(RED, 0, Action::Skip {}).unwrap();
    let (blue, red) = (Side::Blue, Side::Red);
    assert_eq!(
        all(&game),
        [
            (1, blue, Task::FirstMove),
            (1, blue, Task::JokerUsed),
            (2, red, Task::JokerUsed),
            (2, red, Task::FirstCity),
            (3, blue, Task::StrategicSkip),
            (4, red, Task::StrategicSkip),
            (4, blue, Task::Seasoned),
            (4, red, Task::Seasoned),
            (4, blue, Task::Winner),
        ]
    );
    assert_eq!(deeds(&game, 1).len(), 2, "up to a record");
}

#[test]
fn one_tile_may_close_several_roads_and_a_late_skip_is_no_strategy() {
    let mut game = started(3);
    game.act(BLUE, 0, joker(2, 0, 3, 7)).unwrap(); // four stubs: one closes on the border
    game.act(BLUE, 66, joker(9, 0, 4, 7)).unwrap(); // red was late; two roads close
    let roads = all(&game).iter().filter(|(_, side, task)| (*side, *task) == (Side::Blue, Task::FirstRoad)).count();
    assert_eq!(roads, 3);
    assert!(all(&game).iter().all(|(_, _, task)| *task != Task::StrategicSkip));
}

/// Who resigned has lost a game that counts, once both sides have moved; a draw is nobody's victory.
#[test]
fn a_resigned_game_counts_once_both_have_moved() {
    let (title, blue, red) = (referee_duel::title(), Doer::Seat(BLUE), Doer::Seat(RED));
    let mut table = title.start(None, Some("deeds"), 0, None).unwrap();
    let of = |table: &dyn Table| {
        let deeds = table.deeds().unwrap().into_iter().filter(|deed| ["Seasoned", "Winner"].contains(&deed.task));
        deeds.map(|deed| (deed.who, deed.task)).collect::<Vec<_>>()
    };
    for seat in [BLUE, RED] {
        let mut early = table.rewound(table.seq()).unwrap();
        early.say(BLUE, 0, Word::Resign).unwrap();
        assert_eq!(of(&*early), [], "a side has not moved yet");
        let lay = table.legal(seat, 0).into_iter().find(|action| !action.contains("skip")).unwrap();
        assert!(table.act(seat, 0, &lay, None).success);
    }
    let played = [(blue.clone(), "Seasoned"), (red.clone(), "Seasoned")];
    let mut drawn = table.rewound(2).unwrap();
    table.say(RED, 0, Word::Resign).unwrap();
    drawn.say(RED, 0, Word::Offer).unwrap();
    drawn.say(BLUE, 0, Word::Accept).unwrap();
    assert_eq!(of(&*table), [&played[..], &[(blue, "Winner")]].concat());
    assert_eq!(of(&*drawn), played);
    assert!(table.export("duel-notation", 2).unwrap().ends_with("; result: red resigned; blue wins\n"));
    assert!(!table.export("duel-notation", 1).unwrap().contains("result"));
}

/// A game of random moves, mostly jokers, till the end or nearly.
fn random(seed: &str) -> Game<Duel> {
    let (mut game, mut luck) = (started(60), Stream::from_seed(seed));
    for number in 0..70 {
        let seat = Seat(number % 2);
        let lays: Vec<Action> = Duel.legal(game.state(), seat, 0).filter(|action| *action != Action::Skip {}).collect();
        let pick = (!lays.is_empty()).then(|| lays[luck.draw(Ask::below(lays.len() as u32)) as usize]);
        if game.act(seat, 0, pick.unwrap_or(Action::Skip {})).is_err() {
            break;
        }
    }
    game
}

/// Whatever the order of moves: what is closed on the board has been closed by someone, once, and the large ones are large.
#[test]
fn every_closed_structure_is_one_deed() {
    let mut large = [0; 2];
    for seed in 0..60 {
        let game = random(&seed.to_string());
        let found = all(&game);
        let count = |task: Task| found.iter().filter(|deed| deed.2 == task).count();
        let closed: Vec<_> = game.state().board.structures().all().filter(|structure| structure.open == 0).collect();
        let edges = |kind: Kind, points: [u16; 2]| (points[0] + points[1]) / if kind == Kind::City { 2 } else { 1 };
        for (kind, any, big, least) in
            [(Kind::City, Task::FirstCity, Task::CityBuilder, 10), (Kind::Road, Task::FirstRoad, Task::RoadBuilder, 7)]
        {
            let of_kind: Vec<_> = closed.iter().filter(|structure| structure.kind == kind).collect();
            let is_big = of_kind.iter().filter(|structure| edges(kind, structure.points) >= least).count();
            assert_eq!((count(any), count(big)), (of_kind.len(), is_big), "game {seed}");
            large[kind as usize] += is_big;
        }
        let jokers = game.log().events().filter(|event| matches!(event, Event::Placed { joker: true, .. })).count();
        assert_eq!((count(Task::JokerUsed), count(Task::FirstMove)), (jokers, 1), "game {seed}");
    }
    assert!(large.iter().all(|count| *count > 0), "large cities and long roads occur: {large:?}");
}

#[test]
fn every_task_has_a_trophy() {
    let points: u32 = TROPHIES.iter().map(|(.., points)| points).sum();
    assert_eq!(points, 35 + 75 + 10 + 30 + 10 + 25, "as the game's own list has it, skins apart");
    assert!(TROPHIES.iter().all(|(task, ..)| !task.name().is_empty()));
}

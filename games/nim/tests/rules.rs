//! The rules of nim, one sentence a test: given a setup, scripted rolls, an action; then the exact events, and the script used up.

use referee::{Game, Legal, Refused, Rejection, Scripted, Seat, Stream, View};
use referee_nim::{Event, HEAPS_MAX, Nim, Refusal, STONES_MAX, Setup, Take};

const FIRST: Seat = Seat(0);
const SECOND: Seat = Seat(1);

fn heaps(heaps: &[u32]) -> Setup {
    Setup { heaps: heaps.to_vec(), seed: String::new() }
}

fn game(stones: &[u32]) -> Game<Nim> {
    Game::start(Nim, heaps(stones)).unwrap()
}

/// What happens when a seat takes stones.
fn take(game: &mut Game<Nim>, seat: Seat, heap: u8, stones: u32) -> Result<Vec<Event>, Refusal> {
    game.act(seat, 0, Take { heap, stones }).map(|record| record.events.to_vec()).map_err(|why| match why {
        Refused::Rejected(why) => why,
        other => panic!("the rules say no, not the table: {other}"),
    })
}

fn started(setup: Setup) -> Option<Refusal> {
    match Game::start(Nim, setup) {
        Ok(_) => None,
        Err(Refused::Rejected(why)) => Some(why),
        Err(other) => panic!("the rules say no, not the table: {other}"),
    }
}

#[test]
fn three_heaps_are_rolled_where_none_are_given() {
    let mut dice = Scripted::new([3, 9, 5]);
    let game = Game::start_with(Nim, heaps(&[]), 0, &mut dice).unwrap();
    let rolled = |value| [Event::Rolled { value }, Event::HeapLaid { stones: value }];
    let seeded = Event::Seeded { chance: Stream::from_seed("") };
    assert_eq!(game.log().record(0).unwrap().events, [&[seeded][..], &rolled(3), &rolled(9), &rolled(5)].concat());
    assert_eq!(game.log().record(0).unwrap().dice, [3, 9, 5]);
    assert_eq!(dice.finish(), Ok(()));
}

#[test]
fn a_heap_is_rolled_from_three_to_nine() {
    let start =
        |dice: [u32; 3]| Game::start_with(Nim, heaps(&[]), 0, &mut Scripted::new(dice)).map(|_| ()).map_err(|why| why.code());
    assert_eq!(start([3, 9, 3]), Ok(()));
    assert_eq!((start([2, 3, 3]), start([3, 10, 3])), (Err("DIE_OUT_OF_RANGE"), Err("DIE_OUT_OF_RANGE")));
}

#[test]
fn given_heaps_are_laid_without_a_die() {
    let mut dice = Scripted::default();
    let game = Game::start_with(Nim, heaps(&[2, 0, 1]), 0, &mut dice).unwrap();
    let laid = [2, 0, 1].map(|stones| Event::HeapLaid { stones });
    assert_eq!(game.log().record(0).unwrap().events[1..], laid);
    assert_eq!(dice.finish(), Ok(()));
}

#[test]
fn the_same_seed_rolls_the_same_heaps() {
    let rolled = |seed: &str| Game::start(Nim, Setup { heaps: vec![], seed: seed.into() }).unwrap().state().heaps.clone();
    assert_eq!(rolled("tuesday"), rolled("tuesday"));
    assert_ne!(rolled("tuesday"), rolled("wednesday"));
}

#[test]
fn taking_stones_passes_the_turn() {
    let mut game = game(&[3, 4]);
    let events = take(&mut game, FIRST, 1, 3);
    assert_eq!(events, Ok(vec![Event::Taken { heap: 1, stones: 3, left: 1 }, Event::TurnPassed { to: SECOND }]));
    assert_eq!((game.state().heaps.clone(), game.state().to_move), (vec![3, 1], SECOND));
}

#[test]
fn whoever_takes_the_last_stone_wins() {
    let mut game = game(&[0, 2]);
    take(&mut game, FIRST, 1, 1).unwrap();
    assert_eq!(take(&mut game, SECOND, 1, 1), Ok(vec![Event::Taken { heap: 1, stones: 1, left: 0 }, Event::Won { by: SECOND }]));
    assert!(Nim.over(game.state(), 0));
}

#[test]
fn nobody_moves_after_the_last_stone() {
    let mut game = game(&[1]);
    take(&mut game, FIRST, 0, 1).unwrap();
    assert_eq!(take(&mut game, SECOND, 0, 1), Err(Refusal::GameOver));
    assert_eq!(take(&mut game, FIRST, 0, 1), Err(Refusal::GameOver));
}

#[test]
fn the_other_seat_waits_for_its_turn() {
    let mut game = game(&[3]);
    assert_eq!(take(&mut game, SECOND, 0, 1), Err(Refusal::NotYourTurn));
    assert_eq!(game.log().len(), 1, "a refusal is not on record");
}

#[test]
fn a_heap_that_is_not_there_gives_nothing() {
    assert_eq!(take(&mut game(&[3]), FIRST, 1, 1), Err(Refusal::NoSuchHeap { heap: 1 }));
}

#[test]
fn no_more_is_taken_than_is_there_and_no_less_than_one() {
    assert_eq!(take(&mut game(&[3]), FIRST, 0, 4), Err(Refusal::NotThatMany { asked: 4, there: 3 }));
    assert_eq!(take(&mut game(&[3]), FIRST, 0, 0), Err(Refusal::NotThatMany { asked: 0, there: 3 }));
    assert_eq!(Refusal::NotThatMany { asked: 4, there: 3 }.lines(), ["[NOT_THAT_MANY] 4 cannot be taken from a heap of 3"]);
}

#[test]
fn a_game_without_a_stone_does_not_begin() {
    assert_eq!(started(heaps(&[0, 0])), Some(Refusal::NoStones));
}

#[test]
fn sixteen_heaps_of_a_million_stones_are_the_most() {
    assert_eq!(started(heaps(&[STONES_MAX; HEAPS_MAX])), None);
    assert_eq!(started(heaps(&[1; HEAPS_MAX + 1])), Some(Refusal::TooMuch));
    assert_eq!(started(heaps(&[STONES_MAX + 1])), Some(Refusal::TooMuch));
}

#[test]
fn a_seat_may_take_any_number_from_any_heap_in_order() {
    let game = game(&[2, 0, 1]);
    let takes: Vec<(u8, u32)> = Nim.legal(game.state(), FIRST, 0).map(|take| (take.heap, take.stones)).collect();
    assert_eq!(takes, [(0, 1), (0, 2), (2, 1)]);
    assert_eq!(Nim.legal(game.state(), SECOND, 0).count(), 0);
}

#[test]
fn heaps_in_balance_are_lost_for_whoever_must_move() {
    let score = |heaps: &[u32], seat| Nim.score(game(heaps).state(), seat);
    assert_eq!((score(&[1, 2, 3], FIRST), score(&[1, 2, 3], SECOND)), (-1, 1));
    assert_eq!((score(&[1, 2, 4], FIRST), score(&[1, 2, 4], SECOND)), (1, -1));
}

#[test]
fn everyone_sees_the_heaps_and_nobody_the_generator() {
    let game = game(&[3, 4]);
    let seen = Nim.view(game.state(), None);
    assert!([FIRST, SECOND].iter().all(|&seat| Nim.view(game.state(), Some(seat)) == seen));
    assert_eq!(Nim.seen(&Event::Seeded { chance: Stream::new(1) }, None), None);
}

//! Walking: long random walks, and a walk down to the last level.

use super::{HERO, act, game, hero_at, step_to};
use proptest::prelude::*;
use referee::{Game, Refused, Rules};
use referee_dispatch::Place;
use referee_incursion::content::TerrainFlag;
use referee_incursion::{Action, Event, Id, Incursion, Refusal, Setup, Square, World};
use std::collections::BTreeSet;

const MANOEUVRES: [&str; 5] = ["trip", "disarm", "bull rush", "grab", "great-blow"];
const WORDS: [&str; 12] =
    ["greet", "cow", "taunt", "quell", "enlist", "barter", "fast-talk", "distract", "surrender", "order", "request", "dismiss"];
const SPELLS: [&str; 9] =
    ["magic missile", "sleep", "grease", "mage armour", "bless", "sanctuary", "call light", "spook", "cure light wounds"];

/// A square near the hero.
fn at() -> impl Strategy<Value = Place> {
    (-3..4i32, -3..4i32).prop_map(|(x, y)| Place::new(x, y))
}

fn actions() -> impl Strategy<Value = Action> {
    let way = || 0..8u8;
    prop_oneof![
        20 => way().prop_map(|way| Action::Move { way }),
        2 => Just(Action::Wait {}),
        1 => Just(Action::Search {}),
        1 => Just(Action::Hide {}),
        1 => Just(Action::Rest {}),
        1 => Just(Action::Descend {}),
        1 => Just(Action::Ascend {}),
        2 => way().prop_map(|way| Action::Open { way }),
        2 => way().prop_map(|way| Action::Close { way }),
        2 => (0..60u32).prop_map(|item| Action::PickUp { item: Id(item) }),
        2 => (0..10u32).prop_map(|item| Action::Drop { item: Id(item) }),
        2 => (0..10u32).prop_map(|item| Action::Wield { item: Id(item) }),
        2 => (0..10u32).prop_map(|item| Action::Remove { item: Id(item) }),
        1 => (0..10u32).prop_map(|item| Action::Eat { item: Id(item) }),
        1 => (0..10u32, 0..10u32).prop_map(|(item, into)| Action::Insert { item: Id(item), into: Id(into) }),
        1 => at().prop_map(|at| Action::Jump { at }),
        1 => (way(), 0..12u32).prop_map(|(_, item)| Action::Use { verb: "rub".to_owned(), item: Id(item), with: None }),
        1 => way().prop_map(|way| Action::Disarm { way }),
        1 => way().prop_map(|way| Action::Mount { way }),
        1 => way().prop_map(|way| Action::Attack { way }),
        1 => (way(), 0..5usize).prop_map(|(way, nth)| Action::Manoeuvre { way, how: MANOEUVRES[nth].to_owned() }),
        1 => (way(), 0..12usize).prop_map(|(way, nth)| Action::Talk { way, how: WORDS[nth].to_owned() }),
        1 => at().prop_map(|at| Action::Shoot { at }),
        1 => (0..10u32, at()).prop_map(|(item, at)| Action::Hurl { item: Id(item), at }),
        1 => (0..9usize, proptest::option::of(at())).prop_map(|(nth, at)| Action::Cast { spell: SPELLS[nth].to_owned(), at }),
        1 => (0..12u32).prop_map(|item| Action::Drink { item: Id(item) }),
        1 => (0..12u32).prop_map(|item| Action::Read { item: Id(item) }),
        1 => (0..12u32, proptest::option::of(at())).prop_map(|(item, at)| Action::Zap { item: Id(item), at }),
        1 => (0..12u32).prop_map(|item| Action::Activate { item: Id(item) }),
        1 => Just(Action::Pray { god: None }),
        1 => (0..12u32).prop_map(|item| Action::Sacrifice { item: Id(item) }),
        1 => Just(Action::Convert {}),
        1 => (0..12u32, 0..12u32).prop_map(|(item, from)| Action::TakeOut { item: Id(item), from: Id(from) }),
    ]
}

fn creatures(world: &World) -> BTreeSet<Id> {
    world.things.iter().filter(|thing| thing.kind.is_creature()).map(|thing| thing.id).collect()
}

/// Whoever was there is there, or an event says what became of it.
fn nobody_vanishes(before: &BTreeSet<Id>, world: &World, events: &[Event]) -> bool {
    let gone =
        |id: &Id| events.iter().any(|event| matches!(event, Event::Removed { id: it } | Event::Died { id: it, .. } if it == id));
    before.difference(&creatures(world)).all(gone)
}

/// Squares are meant from where the hero stands.
fn meant(world: &World, action: Action) -> Action {
    let from = hero_at(world);
    let near = |at: Place| Place::new(from.x + at.x, from.y + at.y);
    match action {
        Action::Jump { at } => Action::Jump { at: near(at) },
        Action::Shoot { at } => Action::Shoot { at: near(at) },
        Action::Hurl { item, at } => Action::Hurl { item, at: near(at) },
        Action::Cast { spell, at } => Action::Cast { spell, at: at.map(near) },
        Action::Zap { item, at } => Action::Zap { item, at: at.map(near) },
        action => action,
    }
}

/// What is refused cannot be meant; nothing else is.
fn is_structural(why: &Refused<Refusal>) -> bool {
    matches!(why, Refused::Rejected(Refusal::NotThere { .. } | Refusal::Cannot { .. }))
}

fn folds(game: &Game<Incursion>) -> bool {
    let mut world = World::default();
    game.log().events().for_each(|event| game.rules().evolve(&mut world, event));
    world == *game.state()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn five_hundred_random_actions_leave_a_world_that_can_be(seed: u32, walk in proptest::collection::vec(actions(), 500)) {
        walks(game(&seed.to_string(), "caves"), walk)?;
    }

    #[test]
    fn and_so_do_those_in_the_goblin_caves(seed: u32, class in 0..4usize, walk in proptest::collection::vec(actions(), 500)) {
        let class = ["warrior", "mage", "priest", "rogue"][class].to_owned();
        let setup = Setup { seed: seed.to_string(), class, ..Setup::default() };
        let game = Game::start(Incursion::default(), setup).map_err(|why| TestCaseError::fail(why.to_string()))?;
        walks(game, walk)?;
    }
}

fn walks(mut game: Game<Incursion>, walk: Vec<Action>) -> Result<(), TestCaseError> {
    {
        for action in walk {
            let before = creatures(game.state());
            let action = meant(game.state(), action);
            let events = match game.act(HERO, 0, action.clone()) {
                Ok(record) => record.events.to_vec(),
                Err(why) => {
                    prop_assert!(is_structural(&why), "{:?}: {}", action, why);
                    continue;
                }
            };
            prop_assert!(!events.is_empty(), "an accepted action leaves a trace");
            prop_assert!(events.len() <= 4_000);
            prop_assert!(nobody_vanishes(&before, game.state(), &events));
            prop_assert_eq!(game.rules().audit(game.state()), Ok(()));
            if game.state().end.is_some() {
                break;
            }
        }
        prop_assert!(folds(&game), "the events alone make the world");
    }
    Ok(())
}

/// Walks to a square; gives up after many steps.
pub(crate) fn walk_to(game: &mut Game<Incursion>, to: impl Fn(&World) -> Place) -> bool {
    for _ in 0..600 {
        if game.state().end.is_some() {
            return false;
        }
        let target = to(game.state());
        if hero_at(game.state()) == target {
            return true;
        }
        let Some(way) = step_to(game.state(), target) else { return false };
        let before = hero_at(game.state());
        let acted = game.act(HERO, 0, Action::Move { way }).is_ok();
        if !acted || hero_at(game.state()) == before {
            let aside = game.state().time as u8 % 8;
            let _ = game.act(HERO, 0, Action::Move { way: aside });
        }
    }
    false
}

#[test]
fn the_stairs_lead_down_to_the_last_level_and_up_again_to_the_same_one() {
    let mut deepest = 0;
    for seed in 0..24 {
        let mut game = game(&format!("stairs {seed}"), "caves");
        let first = game.state().levels[&1].terrain.clone();
        while game.state().depth < 4 && walk_to(&mut game, |world| world.level().expect("a level").down) {
            let from = game.state().depth;
            act(&mut game, Action::Descend {});
            assert_eq!(game.state().depth, from + 1);
            assert_eq!(game.rules().audit(game.state()), Ok(()));
        }
        deepest = deepest.max(game.state().depth);
        if game.state().depth == 2 || walk_to(&mut game, |world| world.level().expect("a level").up) {
            let from = game.state().depth;
            let events = game.act(HERO, 0, Action::Ascend {}).map(|record| record.events.to_vec());
            let went = events.is_ok_and(|events| events.iter().any(|event| matches!(event, Event::DepthChanged { .. })));
            assert!(!went || game.state().depth == from - 1);
            assert_eq!(game.state().levels[&1].terrain, first, "a level is kept");
        }
    }
    assert!(deepest >= 3, "{deepest}");
}

#[test]
fn the_same_walk_is_judged_the_same_again() {
    let mut game = game("again", "caves");
    for nth in 0..120u8 {
        let _ = game.act(HERO, 0, Action::Move { way: nth.wrapping_mul(37) % 8 });
    }
    game.verify().expect("deciding again gives the same");
}

#[test]
fn directions_beyond_seven_and_things_of_others_are_refused() {
    let mut game = game("refused", "caves");
    let before = game.state().clone();
    for action in [
        Action::Move { way: 8 },
        Action::Drop { item: Id(0) },
        Action::PickUp { item: Id(1) },
        Action::Cast { spell: "wish".to_owned(), at: None },
        Action::Jump { at: Place::new(-4, 0) },
        Action::Manoeuvre { way: 0, how: "tickle".to_owned() },
        Action::Use { verb: "strike".to_owned(), item: Id(1), with: None },
        Action::Convert {},
        Action::Pray { god: Some("Nobody".to_owned()) },
    ] {
        assert!(game.act(HERO, 0, action.clone()).is_err(), "{action:?}");
        assert_eq!(*game.state(), before, "{action:?}");
    }
}

#[test]
fn a_way_through_the_wall_is_refused() {
    let mut game = game("wall", "caves");
    let way = loop {
        let world = game.state();
        let at = hero_at(world);
        let wall = (0..8u8).find(|&way| super::terrain_is(world, at.step(way), TerrainFlag::Solid));
        match wall {
            Some(way) => break way,
            None => drop(act(&mut game, Action::Move { way: 6 })),
        }
    };
    let before = game.state().clone();
    assert!(game.act(HERO, 0, Action::Move { way }).is_err());
    assert_eq!(*game.state(), before);
}

#[test]
fn what_nobody_handles_is_told_so() {
    let mut game = game("rub", "caves");
    act(&mut game, Action::Use { verb: "rub".to_owned(), item: Id(1), with: None });
    assert_eq!(game.state().said.back().map(|said| said.text.as_str()), Some("Nothing comes of it."));
}

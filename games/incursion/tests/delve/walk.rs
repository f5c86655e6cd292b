//! Walking: long random walks, and a walk down to the last level.

use super::{HERO, act, game, hero_at, step_to};
use proptest::prelude::*;
use referee::{Game, Rules};
use referee_dispatch::Place;
use referee_incursion::{Action, Event, Id, Incursion, World};
use std::collections::BTreeSet;

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
        1 => (-3..4i32, -3..4i32).prop_map(|(x, y)| Action::Jump { at: Place::new(x, y) }),
        1 => (way(), 0..12u32).prop_map(|(_, item)| Action::Use { verb: "rub".to_owned(), item: Id(item), with: None }),
        1 => way().prop_map(|way| Action::Disarm { way }),
        1 => way().prop_map(|way| Action::Mount { way }),
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

/// Where the hero stands, a jump's square is meant from there.
fn meant(world: &World, action: Action) -> Action {
    match action {
        Action::Jump { at } => {
            let from = hero_at(world);
            Action::Jump { at: Place::new(from.x + at.x, from.y + at.y) }
        }
        action => action,
    }
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
        let mut game = game(&seed.to_string(), "caves");
        for action in walk {
            let before = creatures(game.state());
            let action = meant(game.state(), action);
            let Ok(record) = game.act(HERO, 0, action) else { continue };
            let events = record.events.to_vec();
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
}

/// Walks to a square; gives up after many steps.
pub(crate) fn walk_to(game: &mut Game<Incursion>, to: impl Fn(&World) -> Place) -> bool {
    for _ in 0..600 {
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
    for seed in 0..12 {
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
    assert_eq!(deepest, 4);
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
fn a_wall_is_an_attempt_and_costs_no_time() {
    let mut game = game("wall", "caves");
    let way = loop {
        let world = game.state();
        let at = hero_at(world);
        let wall = (0..8u8).find(|&way| {
            super::terrain_is(world, referee_incursion::Square::step(at, way), referee_incursion::content::TerrainFlag::Solid)
        });
        match wall {
            Some(way) => break way,
            None => drop(act(&mut game, Action::Move { way: 6 })),
        }
    };
    let before = (hero_at(game.state()), game.state().time);
    act(&mut game, Action::Move { way });
    assert_eq!((hero_at(game.state()), game.state().time), before);
    assert_eq!(game.state().said.back().map(|said| said.text.as_str()), Some("There is no way through."));
}

#[test]
fn what_nobody_handles_is_told_so() {
    let mut game = game("rub", "caves");
    act(&mut game, Action::Use { verb: "rub".to_owned(), item: Id(1), with: None });
    assert_eq!(game.state().said.back().map(|said| said.text.as_str()), Some("Nothing comes of it."));
}

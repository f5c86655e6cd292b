//! Whole games on the pack of the game: a simple mind goes for the stairs and fights whoever is in the way.

use super::{HERO, hero_at};
use referee::{Ask, Game, Rules, Stream};
use referee_dispatch::Place;
use referee_incursion::content::{FeatureFlag, TerrainFlag};
use referee_incursion::{Action, Incursion, Kind, Setup, Square, World};
use std::collections::{BTreeSet, VecDeque};

const CLASSES: [&str; 4] = ["warrior", "mage", "priest", "rogue"];

fn is_way(rules: &Incursion, world: &World, at: Place) -> bool {
    let terrain = world.level().and_then(|level| level.terrain.get(at)).and_then(|it| rules.pack().terrain(it));
    let solid = |res| rules.pack().feature(res).is_some_and(|it| it.flags.contains(&FeatureFlag::Solid));
    terrain.is_some_and(|it| !it.is(TerrainFlag::Solid) && !it.is(TerrainFlag::Warn))
        && !world.on(at).any(|thing| thing.kind == Kind::Feature && solid(thing.res))
}

fn way_to(rules: &Incursion, world: &World, to: Place) -> Option<u8> {
    let from = hero_at(world);
    let (mut seen, mut queue) = (BTreeSet::from([to]), VecDeque::from([to]));
    while let Some(at) = queue.pop_front() {
        for way in 0..8u8 {
            let next = at.step(way);
            if next == from {
                return Some((way + 4) % 8);
            }
            if is_way(rules, world, next) && seen.insert(next) {
                queue.push_back(next);
            }
        }
    }
    None
}

fn next_action(rules: &Incursion, world: &World, luck: &mut Stream) -> Action {
    let (at, down) = (hero_at(world), world.level().expect("a level").down);
    let anywhere = luck.draw(Ask::below(8)) as u8;
    let here = world.on(at).find(|thing| thing.kind.is_item()).map(|thing| thing.id);
    match luck.draw(Ask::below(20)) {
        _ if at == down => Action::Descend {},
        0 => Action::Rest {},
        1 => Action::Search {},
        2 | 3 => Action::Move { way: anywhere },
        4 if here.is_some() => Action::PickUp { item: here.unwrap_or_default() },
        _ => Action::Move { way: way_to(rules, world, down).unwrap_or(anywhere) },
    }
}

#[test]
fn whole_games_end_in_worlds_that_can_be() {
    let rules = Incursion::default();
    let (mut accepted, mut deepest) = (0, 0);
    for seed in 0..16u64 {
        let class = CLASSES[seed as usize % CLASSES.len()].to_owned();
        let setup = Setup { seed: format!("explore {seed}"), class, ..Setup::default() };
        let mut game = Game::start(rules.clone(), setup).unwrap_or_else(|why| panic!("{seed}: {why}"));
        let mut luck = Stream::new(seed);
        for step in 0..400 {
            let action = next_action(&rules, game.state(), &mut luck);
            match game.act(HERO, 0, action.clone()) {
                Ok(record) => {
                    accepted += 1;
                    assert!(!record.events.is_empty() && record.events.len() <= 4_000, "{seed}, {step}: {action:?}");
                }
                Err(why) => panic!("{seed}, {step}: {action:?}: {why}"),
            }
            assert_eq!(rules.audit(game.state()), Ok(()), "{seed}, {step}: {action:?}");
            if game.state().end.is_some() {
                break;
            }
        }
        deepest = deepest.max(game.state().depth);
        let mut world = World::default();
        game.log().events().for_each(|event| rules.evolve(&mut world, event));
        assert!(world == *game.state(), "{seed}: the events alone make the world");
    }
    println!("{accepted} actions, down to level {deepest}");
    assert!(accepted > 500 && deepest > 1);
}

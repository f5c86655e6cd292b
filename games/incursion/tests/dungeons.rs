//! The laws over a thousand dungeons, played by the explorer.
//!
//! Every dungeon begins with its own hero and is explored for a while; one in [`WHOLE`] is played until it is over. At some moments of each, and at its
//! end, the laws are held against it. Debug builds decide every action twice besides.
//!
//! | variable | says |
//! |---|---|
//! | `REFEREE_GAMES` | how many dungeons |
//! | `REFEREE_ACTIONS` | how many actions each at most |
#![allow(clippy::disallowed_methods)] // asks the environment how much is wanted

use crate::explored::{HERO, dungeon, next};
use referee::{Ask, Digest, Game, Legal, Rules, Snapshot, Stream, View, apply};
use referee_incursion::{Action, Incursion, World};
use serde::Serialize;

/// How many dungeons all tests together explore, and how long each.
const DUNGEONS: u64 = 1_000;
const ACTIONS: u64 = 45;
/// One in so many is played to its end, if that is not beyond all measure.
const WHOLE: u64 = 100;
const WHOLE_MAX: u64 = 10_000;
/// One in so many actions is a moment at which the laws are held.
const MOMENT: u32 = 24;
/// So many of the listed actions are tried at a moment.
const TRIED: usize = 4;

#[test]
fn the_first_dungeons_keep_the_laws() {
    explore(0);
}

#[test]
fn the_second_dungeons_keep_the_laws() {
    explore(1);
}

#[test]
fn the_third_dungeons_keep_the_laws() {
    explore(2);
}

#[test]
fn the_fourth_dungeons_keep_the_laws() {
    explore(3);
}

/// Explores a quarter of all dungeons.
fn explore(quarter: u64) {
    let asked = |name| std::env::var(name).ok().and_then(|text| text.replace('_', "").parse::<u64>().ok());
    let (dungeons, actions) = (asked("REFEREE_GAMES").unwrap_or(DUNGEONS), asked("REFEREE_ACTIONS").unwrap_or(ACTIONS));
    let (mut ended, mut endless) = (0, Vec::new());
    for number in (0..dungeons).filter(|number| number % 4 == quarter) {
        let whole = number % WHOLE == quarter;
        let game = play(number, if whole { WHOLE_MAX } else { actions });
        let over = game.state().end.is_some();
        endless.extend((whole && !over).then_some(number));
        ended += u64::from(over);
        the_past_holds(game, number);
    }
    assert!(ended > 0, "some heroes die, and few win");
    assert!(endless.is_empty(), "dungeons that do not end: {endless:?}");
}

/// Plays a dungeon, holding the laws against some of its moments.
fn play(number: u64, most: u64) -> Game<Incursion> {
    let (mut game, mut luck) = dungeon(number);
    let mut chance = Stream::new(number ^ 0x5eed);
    for count in 0..most {
        let Some(action) = next(&game, &mut luck) else { break };
        let is_moment = chance.draw(Ask::below(MOMENT)) == 0;
        if is_moment {
            a_moment_holds(&game, &action, chance.next().number(), &format!("dungeon {number}, action {count}"));
        }
        let record = game.act(HERO, 0, action.clone());
        let events = record.unwrap_or_else(|why| panic!("dungeon {number}, action {count}: {action:?}: {why}")).events;
        assert!(!events.is_empty(), "dungeon {number}, action {count}: {action:?} has no event");
    }
    game
}

/// What holds at any moment: one entry point, a pure facade, sound states, text that keeps everything, lists that are right, views that keep
/// secrets.
fn a_moment_holds(game: &Game<Incursion>, action: &Action, luck: u64, when: &str) {
    let (rules, state) = (game.rules(), game.state());
    assert_eq!(rules.audit(state), Ok(()), "{when}");
    let (before, digest) = (json(state), game.digest());
    let once = apply(rules, state, HERO, 0, action);
    let twice = apply(rules, state, HERO, 0, action);
    assert!(once.result.is_ok() && once.events == twice.events && once.next == twice.next, "{when}: decided again");
    let mut folded = state.clone();
    once.events.iter().for_each(|event| rules.evolve(&mut folded, event));
    assert!(folded == once.next, "{when}: folding the events gives another state");
    assert_eq!(Digest::of(&folded), Digest::of(&once.next), "{when}");
    let refused = apply(rules, state, HERO, 0, &Action::Move { way: 99 });
    assert!(
        refused.result.is_err() && refused.events.is_empty() && refused.next == *state,
        "{when}: a refusal changes something"
    );
    listed_is_accepted(game, luck, when);
    views_keep_secrets(game, luck, when);
    let read: World = serde_json::from_str(&before).unwrap_or_else(|why| panic!("{when}: {why}"));
    assert!(read == *state && Digest::of(&read) == digest, "{when}: text does not keep everything");
    assert_eq!(json(state), before, "{when}: looking changes something");
}

fn listed_is_accepted(game: &Game<Incursion>, luck: u64, when: &str) {
    let (rules, state) = (game.rules(), game.state());
    let listed: Vec<Action> = rules.legal(state, HERO, 0).collect();
    let stride = listed.len().div_ceil(TRIED).max(1);
    for action in listed.iter().skip(luck as usize % stride).step_by(stride) {
        let applied = apply(rules, state, HERO, 0, action);
        assert!(applied.result.is_ok(), "{when}: {action:?} is listed: {:?}", applied.result);
        assert!(!json(&applied.events).contains("\"Faulted\""), "{when}: {action:?} meets a faulty script");
    }
}

/// A world imagined from what the hero sees looks the same, allows the same, and is sound; and no view shows where chance stands.
fn views_keep_secrets(game: &Game<Incursion>, luck: u64, when: &str) {
    let (rules, state) = (game.rules(), game.state());
    let view = rules.view(state, Some(HERO));
    let world = rules.imagine(&view, luck);
    assert_eq!(json(&view), json(&rules.view(&world, Some(HERO))), "{when}: an imagined world looks otherwise");
    let listed = |state| rules.legal(state, HERO, 0).collect::<Vec<_>>();
    assert_eq!(listed(state), listed(&world), "{when}: an imagined world allows something else");
    assert_eq!(rules.audit(&world), Ok(()), "{when}");
    let secret = json(&state.luck);
    assert!(!json(&view).contains(secret.trim_matches('"')), "{when}: the view shows where chance stands");
}

/// What holds of a whole game: its events alone make its state, deciding it again gives the same, and a branch leaves it alone.
fn the_past_holds(mut game: Game<Incursion>, number: u64) {
    let when = format!("dungeon {number}");
    let replayed = Game::replay(game.rules().clone(), game.log().records(0)).unwrap_or_else(|why| panic!("{when}: {why}"));
    assert!(replayed.state() == game.state() && replayed.digest() == game.digest(), "{when}: replayed");
    if number.is_multiple_of(8) {
        game.verify().unwrap_or_else(|why| panic!("{when}: {why}"));
    }
    let (last, digest) = (game.seq().unwrap_or(0), game.digest());
    let branch = game.branch(last / 2).unwrap_or_else(|why| panic!("{when}: {why}"));
    let rest: Vec<_> = game.log().records(last / 2 + 1).collect();
    let mut child = Game::resume(branch.rules().clone(), Snapshot { seq: last / 2, state: branch.state().clone() });
    rest.into_iter().for_each(|record| child.follow(record).unwrap_or_else(|why| panic!("{when}: {why}")));
    assert!(child.digest() == digest && game.digest() == digest, "{when}: a snapshot and the rest is not the whole");
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it has a text")
}

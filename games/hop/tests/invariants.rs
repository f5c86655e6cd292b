//! What holds after every action of every run, looked at over random actions, sense and nonsense. `REFEREE_ACTIONS` says how many actions each test
//! plays.

use crate::random;
use crate::random::roles::{any, below, cast};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use referee::{Ask, Game, Legal, Refused, Rules, Seat, Stream};
use referee_hop::{
    Action, Actor, Arena, Event, Fighter, Gear, Hex, Hop, Id, Kind, Loadout, Mask, Place, Refusal, Run, Seed, Setup, SkillId,
    Status, StatusId, Trait, Upgrade, Use, score,
};
use std::collections::BTreeSet;

type Right = Hop<false>;

const PLAYER: Seat = Seat(0);
/// How many actions a test plays, unless the environment says otherwise.
const ACTIONS: u32 = 50_000;
/// No game is played longer.
const LONGEST: u32 = 2_000;

#[allow(clippy::disallowed_methods)] // a test may read the environment
fn actions() -> u32 {
    std::env::var("REFEREE_ACTIONS").ok().map_or(ACTIONS, |count| count.parse().expect("REFEREE_ACTIONS is a number"))
}

/// Anything at all.
fn wild(luck: &mut Stream) -> Action {
    let at = |luck: &mut Stream| Place(Hex::new(below(luck, 9) as i8 - 1, below(luck, 11) as i8 - 1));
    match below(luck, 12) {
        0..4 => Action::Move(at(luck)),
        4 => Action::SelectUpgrade(any(luck, Upgrade::EVERY).into()),
        5 => Action::ThrowSpear(at(luck)),
        6 => Action::Leap(at(luck)),
        7 => Action::UseSkill(Use { skill_id: any(luck, SkillId::EVERY).into(), target: None }),
        _ => Action::UseSkill(Use { skill_id: any(luck, SkillId::EVERY).into(), target: Some(at(luck)) }),
    }
}

/// What is legal, taken at random; half of the time a step that leads up, where there is one.
fn sensible(run: &Run, luck: &mut Stream) -> Action {
    let legal: Vec<Action> = Right::default().legal(run, PLAYER, 0).collect();
    assert!(!legal.is_empty(), "there is always something to do");
    let far = |action: &Action| match action {
        Action::Move(to) if run.enemy_at(to.0).is_none() => to.0.distance(run.stairs),
        _ => u8::MAX,
    };
    match below(luck, 2) {
        0 => legal.iter().min_by_key(|action| far(action)).cloned().unwrap_or(Action::Wait),
        _ => legal[below(luck, legal.len())].clone(),
    }
}

fn chosen(run: &Run, luck: &mut Stream) -> Action {
    let is_over = matches!(run.status, Status::Won | Status::Lost);
    if is_over || below(luck, 5) == 0 { wild(luck) } else { sensible(run, luck) }
}

/// Plays games until enough actions were declared; games go on a little after their end.
fn play(mut luck: Stream, mut setups: impl FnMut(&mut Stream) -> Setup) {
    let (mut left, mut played, mut deepest, mut won, mut longest) = (actions(), 0, 0, 0, 0);
    while left > 0 {
        let Ok(mut game) = Game::start(Right::default(), setups(&mut luck)) else { continue };
        check(game.state());
        let (mut after, mut length) = (0, 0);
        while left > 0 && after < 5 && length < LONGEST {
            let before = game.state().clone();
            let action = chosen(&before, &mut luck);
            let verdict = game.act(PLAYER, 0, action.clone()).map(|record| stuns(record.events));
            judge(&before, &action, verdict, game.state());
            after += u32::from(matches!(before.status, Status::Won | Status::Lost));
            (left, length) = (left - 1, length + 1);
        }
        longest = longest.max(length);
        (played, deepest) = (played + 1, deepest.max(game.state().floor));
        won += u32::from(game.state().status == Status::Won);
    }
    println!("{played} games, {won} won, the deepest on floor {deepest}, the longest {longest}");
}

/// How often the player's stun grew or wore off.
fn stuns(events: &[Event]) -> u32 {
    let is_stun = |event: &&Event| matches!(event, Event::StatusChanged { who: Id::PLAYER, status: StatusId::Stun, .. });
    events.iter().filter(is_stun).count() as u32
}

/// What an action may and may not do.
fn judge(before: &Run, action: &Action, verdict: Result<u32, Refused<Refusal>>, after: &Run) {
    check(after);
    let is_over = matches!(before.status, Status::Won | Status::Lost);
    match verdict {
        Ok(stuns) => {
            assert!(!is_over, "{action:?} was accepted after the end");
            // Each turn that the player loses is one stun less.
            assert!(after.turns_spent - before.turns_spent <= 1 + stuns && after.turn - before.turn <= 1 + stuns);
            assert!(after.floor - before.floor <= 1 && after.counter >= before.counter);
            assert!(after.kills >= before.kills && after.environmental_kills >= before.environmental_kills);
        }
        Err(Refused::Rejected(why)) => {
            assert_eq!(before, after, "{action:?} was refused and changed something");
            assert!(!is_over || why == Refusal::RunOver, "{action:?} after the end: {why:?}");
        }
        Err(fault) => panic!("{action:?}: {fault:?}"),
    }
}

/// What holds in every run, found out from scratch.
fn check(run: &Run) {
    let taken: BTreeSet<Hex> = run.actors().map(|actor| actor.at).collect();
    assert_eq!(taken.len(), run.enemies.len() + 1, "two on a hex");
    assert!(taken.iter().all(|&at| at.is_on_board() && !run.walls.has(at)), "in a wall or outside");
    let sinks = |actor: &Actor| actor.hp > 0 && run.lava.has(actor.at) && !actor.traits.has(Trait::Hardy);
    let is_lost = run.status == Status::Lost; // where the player dies everything stops
    assert!(is_lost || !run.actors().any(sinks), "in lava");
    let ids: BTreeSet<_> = run.actors().map(|actor| actor.id).collect();
    assert_eq!(ids.len(), run.enemies.len() + 1, "two of a name");

    let crowd: Mask = run.enemies.iter().map(|enemy| enemy.at).collect();
    assert_eq!(run.crowd, crowd, "the mask of enemies");
    let blocked = |q: i8, r: i8| taken.contains(&Hex::new(q, r)) || run.walls.has(Hex::new(q, r));
    let row = |r: i8| (0..7).filter(|&q| blocked(q, r)).fold(0u64, |bits, q| bits | 1 << q);
    assert_eq!(run.occupancy(), (0..9).map(row).collect::<Vec<_>>(), "rows of bits");

    assert!(run.enemies.iter().all(|enemy| (1..=enemy.max_hp).contains(&enemy.hp)), "an enemy's life");
    assert!(run.player.hp <= run.player.max_hp && (run.player.hp == 0) == (run.status == Status::Lost), "the player's life");
    assert_eq!(run.offers.is_empty(), run.status != Status::ChoosingUpgrade, "offers");
    assert!(run.player.spear != Gear::Gone && run.player.shield != Gear::Gone, "spear and shield are somewhere");
    check_queue(run);

    let floors = i64::from(run.floor) - i64::from(run.status != Status::Won);
    let haste = 50 * (30 * floors - i64::from(run.turns_spent)).max(0);
    let kills = 25 * i64::from(run.kills + run.environmental_kills);
    let worth = 1_000 * i64::from(run.floor) + haste + kills - 10 * i64::from(run.player.max_hp - run.player.hp);
    assert_eq!(score(run), worth.max(0));
    assert!(score(run) >= 0);
    assert_eq!(Right::default().audit(run), Ok(()));
}

fn check_queue(run: &Run) {
    let entries = &run.queue.entries;
    let queued: BTreeSet<_> = entries.iter().map(|entry| entry.who).collect();
    assert_eq!(queued.len(), entries.len(), "one turn a round");
    assert!(entries.iter().all(|entry| run.actor(entry.who).is_some()), "an actor in the queue is gone");
    let waits = run.enemies.iter().filter(|enemy| !queued.contains(&enemy.id));
    assert!(waits.into_iter().all(|enemy| enemy.kind == Kind::Bomb), "only bombs wait for the next round");
    assert!(entries.is_sorted_by_key(|entry| -entry.initiative), "the fastest first");
    let place = entries.iter().position(|entry| entry.who.is_player()).expect("the player has its turn");
    assert!(place == 0 || entries[place].initiative < 100, "the player is the fastest unless a stun slows it");
    if run.status == Status::Playing {
        assert!(entries[..place].iter().all(|entry| entry.acted), "the faster have acted");
        assert!(entries[place + 1..].iter().all(|entry| !entry.acted), "the others act after the player");
    }
}

/// A run from its first floor.
fn runs(luck: &mut Stream) -> Setup {
    let loadout = [None, Some(Loadout::Skisher), Some(Loadout::Vanguard), Some(Loadout::Sniper)];
    let seed = Seed::Number(luck.draw(Ask::BITS));
    Setup { seed, loadout: any(luck, &loadout), ..Setup::default() }
}

/// A run of a strong player, just below a late floor.
fn late_runs(luck: &mut Stream) -> Setup {
    let upgrades = (0..below(luck, 8)).map(|_| any(luck, Upgrade::EVERY)).collect();
    let player = Fighter { at: Hex::new(3, 1), hp: 60, max_hp: None, skills: None, upgrades };
    let arena = Arena { player: Some(player), floor: Some(4 + below(luck, 6) as u8), ..Arena::default() };
    Setup { arena: Some(arena.into()), ..runs(luck) }
}

#[test]
fn nothing_is_broken_by_runs() {
    play(Stream::from_seed("runs"), runs);
}

#[test]
fn nothing_is_broken_on_late_floors() {
    play(Stream::from_seed("late"), late_runs);
}

/// Setups of a strategy, always the same ones.
fn drawn(strategy: impl Strategy<Value = Setup>) -> impl FnMut(&mut Stream) -> Setup {
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    move |_| strategy.new_tree(&mut runner).unwrap().current()
}

#[test]
fn nothing_is_broken_in_arenas() {
    play(Stream::from_seed("arenas"), drawn(random::setups()));
}

#[test]
fn nothing_is_broken_by_random_skills_of_random_actors() {
    play(Stream::from_seed("casts"), |luck| Setup { arena: Some(cast(luck).into()), ..runs(luck) });
}

/// Any mixture of rules: what it does is its own affair, but it goes on, folds to the same state and can be replayed.
#[test]
fn any_mixture_of_quirks_is_a_game() {
    let (mut luck, mut left) = (Stream::from_seed("mixtures"), actions());
    let mut setups = drawn(random::mixed());
    while left > 0 {
        let setup = setups(&mut luck);
        let Ok(mut game) = Game::start(Right::default(), setup.clone()) else { continue };
        for _ in 0..left.min(60) {
            let before = game.state().clone();
            let legal: Vec<Action> = Right::default().legal(&before, PLAYER, 0).collect();
            let action = if legal.is_empty() || below(&mut luck, 3) == 0 {
                wild(&mut luck)
            } else {
                legal[below(&mut luck, legal.len())].clone()
            };
            match game.act(PLAYER, 0, action.clone()) {
                Err(Refused::Rejected(_)) | Ok(_) => {}
                Err(fault) => panic!("{action:?}: {fault:?} with {setup:?}"),
            }
            assert!(score(game.state()) >= 0);
            left -= 1;
        }
        game.verify().unwrap();
    }
}

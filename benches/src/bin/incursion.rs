//! `cargo run --release -p referee-benches --bin incursion [-- --json]`: what a throw, a blow and a turn of a thousand monsters cost, and a session
//! of the explorer decided, folded and verified. Times are those of the processor, not of the clock, and never make it fail: they are for
//! people to judge.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // benchmarks look at the clock

use referee::Game;
use referee_benches::cpu::Watch;
use referee_benches::incursion::{
    Camp, Session, UNHEARD, act, explored, fold, game, go_on, horde, melee, pack, registry, two_characters, verify, verify_text,
    wait,
};
use referee_benches::row::{Must, Row, print};
use referee_incursion::{Action, Incursion, Verb};
use std::hint::black_box;
use std::time::Duration;

/// The best of so many rounds counts, each at least so long.
const ROUNDS: u32 = 5;
const ROUND: Duration = Duration::from_millis(200);
/// Throws in one action.
const THROWS: u32 = 2_000;
/// Monsters on one level.
const MONSTERS: usize = 1_000;
/// Actions of the session, and its last ones, which are decided upon a log and upon none.
const SESSION: usize = 1_000;
const LAST: usize = 100;

fn main() {
    let small = pack(1);
    let only = std::env::args().nth(1).filter(|only| !only.starts_with("--"));
    let groups: [(&str, &dyn Fn() -> Vec<Row>); 5] = [
        ("throws", &|| throws(&small)),
        ("packs", &|| packs(&small)),
        ("melee", &|| blows(&small)),
        ("horde", &|| hordes(&small)),
        ("session", &|| sessions(&explored(SESSION))),
    ];
    let asked = groups.iter().filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name));
    print(&asked.flat_map(|(_, rows)| rows()).collect::<Vec<_>>());
}

fn row(name: impl Into<String>, figure: u64, must: Must) -> Row {
    Row { name: name.into(), figure, must }
}

/// An event without a matching script.
fn throws(rules: &Incursion) -> Vec<Row> {
    let (mut camp, mut happening) = (Camp::among(1), Camp::happening());
    let everyone = nanos(1_000, || {
        black_box(camp.throw(black_box(&mut happening)));
    });
    vec![
        row("a throw, all ten steps asked in all phases, nanoseconds", everyone, Must::AtMost(1_000)),
        row("a throw in the game, somebody elsewhere listens, nanoseconds", thrown(rules, UNHEARD), Must::AtMost(1_000)),
        row("a throw in the game, nobody listens, nanoseconds", thrown(rules, Verb::POUR), Must::AtMost(1_000)),
    ]
}

/// Nanoseconds of a throw between two characters in the game.
fn thrown(rules: &Incursion, verb: Verb) -> u64 {
    let (world, happening) = two_characters(rules);
    let mut game = game(&rules.clone().drilled(verb, happening, THROWS), &world);
    nanos(1, || {
        black_box(wait(&mut game));
    }) / u64::from(THROWS)
}

/// The same with packs ten and a hundred times as large.
fn packs(small: &Incursion) -> Vec<Row> {
    let mut rows = Vec::new();
    let (few, many) = (among(10), among(1_000));
    rows.push(row("a throw, all ten steps asked, 10 resources, nanoseconds", few, Must::Known));
    rows.push(row("  1,000 resources, percent of that", among(1_000) * 100 / few.max(1), Must::AtMost(125)));
    rows.push(row("  100,000 resources, percent of 1,000", among(100_000) * 100 / many.max(1), Must::AtMost(125)));
    let (one, blow) = (thrown(small, UNHEARD), struck(small));
    for copies in [10, 100] {
        let large = pack(copies);
        let definitions = large.pack().len();
        rows.push(row(
            format!("a throw in the game, {definitions} definitions, percent of {}", small.pack().len()),
            thrown(&large, UNHEARD) * 100 / one.max(1),
            Must::AtMost(125),
        ));
        rows.push(row(
            format!("a blow with its scripts, {definitions} definitions, percent of {}", small.pack().len()),
            struck(&large) * 100 / blow.max(1),
            Must::AtMost(125),
        ));
    }
    rows
}

fn among(resources: u32) -> u64 {
    let (mut camp, mut happening) = (Camp::among(resources), Camp::happening());
    nanos(1_000, || {
        black_box(camp.throw(black_box(&mut happening)));
    })
}

/// Nanoseconds of a whole attack: thrown once in an action of its own.
fn struck(rules: &Incursion) -> u64 {
    let (world, happening) = melee(rules);
    let mut game = game(&rules.clone().drilled(Verb::WATTACK, happening, 1), &world);
    nanos(20, || {
        black_box(wait(&mut game));
    })
}

/// A whole melee attack, from the action to its events.
fn blows(rules: &Incursion) -> Vec<Row> {
    let (world, happening) = melee(rules);
    let mut drilled = game(&rules.clone().drilled(Verb::WATTACK, happening, 1), &world);
    let events: u64 = (0..1_000).map(|_| wait(&mut drilled)).sum();
    let mut whole = game(rules, &world);
    let turn = nanos(20, || {
        black_box(act(&mut whole, Action::Attack { way: 2 }));
    });
    vec![
        row("a melee attack with scripts, action to events, nanoseconds", struck(rules), Must::AtMost(10_000)),
        row("  its events, hundredths", events / 10, Must::Known),
        row("the same in play, the foe's turns and the look around, nanoseconds", turn, Must::Known),
    ]
}

/// A thousand monsters on one level.
fn hordes(rules: &Incursion) -> Vec<Row> {
    let world = horde(rules, MONSTERS);
    let mut game = game(rules, &world);
    let _: u64 = (0..20).map(|_| wait(&mut game)).sum();
    let a_second = best(|| wait(&mut game));
    vec![row(format!("events a second, {MONSTERS} monsters on a level"), a_second, Must::AtLeast(50_000))]
}

/// A session of the explorer.
fn sessions(session: &Session) -> Vec<Row> {
    let whole = {
        let mut game = session.start();
        go_on(&mut game, &session.actions);
        game
    };
    let each = |nanos: u64| nanos / SESSION as u64;
    let decided = nanos(1, || {
        let mut game = session.start();
        go_on(&mut game, black_box(&session.actions));
        drop(black_box(game));
    });
    let (log, registry) = (session.text(), registry());
    let events = whole.log().events().count();
    vec![
        row("the explorer's session, act and record an action, nanoseconds", each(decided), Must::Known),
        row("  verify an action", each(nanos(1, || verify(black_box(&whole)))), Must::Known),
        row("  fold the events of an action", each(nanos(1, || drop(black_box(fold(black_box(&whole)))))), Must::Known),
        row(
            "  digest of the state",
            nanos(10, || {
                black_box(black_box(&whole).digest());
            }),
            Must::Known,
        ),
        row(
            "  verify an action as text with its chain",
            each(nanos(1, || {
                black_box(verify_text(&registry, &log));
            })),
            Must::Known,
        ),
        row("  events an action, hundredths", events as u64 * 100 / SESSION as u64, Must::Known),
        row("  bytes of a record as text", log.len() as u64 / SESSION as u64, Must::Known),
        row(format!("  its last {LAST} actions upon the log, percent of the same upon none"), growth(session), Must::AtMost(125)),
    ]
}

fn growth(session: &Session) -> u64 {
    let mut game = session.start();
    go_on(&mut game, &session.actions);
    let upon_log = game.branch((SESSION - LAST) as u64).expect("the log holds this record");
    let upon_none = Game::resume(Incursion::default(), upon_log.snapshot());
    let last = &session.actions[SESSION - LAST..];
    let play = |game: &Game<Incursion>| nanos(1, || go_on(&mut game.clone(), black_box(last)));
    play(&upon_log) * 100 / play(&upon_none).max(1)
}

/// How many a second, in the best of several rounds.
fn best(mut work: impl FnMut() -> u64) -> u64 {
    let round = |_| {
        let (watch, mut items) = (Watch::start(), 0);
        while watch.elapsed() < ROUND {
            items += work();
        }
        (u128::from(items) * 1_000_000_000 / watch.elapsed().as_nanos().max(1)) as u64
    };
    (0..ROUNDS).map(round).max().unwrap_or(0)
}

/// Nanoseconds a time, in the best of several rounds; the watch is looked at after so many times.
fn nanos(times: u64, mut work: impl FnMut()) -> u64 {
    let a_second = best(|| {
        (0..times).for_each(|_| work());
        // In thousandths, so that what takes long is told exactly.
        times * 1_000
    });
    1_000_000_000_000 / a_second.max(1)
}

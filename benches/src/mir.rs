//! MIR documents to be judged: a skirmish of two against two, with as many old lines in its log as wanted.

use referee::Game;
use referee_host::{Judge, Registry};
use referee_mir::{Action, Mir, Setup, Step};

/// An empty document of 1.7 kB.
const DOCUMENT: &str = include_str!("mir-document.json");

/// A declared step of the hero, there and back again.
pub const MOVES: [&str; 2] = [
    r#"{"type":"MOVE","entityId":"pc-seren","path":[{"x":2,"y":4}]}"#,
    r#"{"type":"MOVE","entityId":"pc-seren","path":[{"x":2,"y":3}]}"#,
];

/// A blow that always lands, at somebody who stands a lot of them: two dice.
pub const ATTACKS: [&str; 2] = [
    r#"{"type":"ATTACK","attackerId":"pc-seren","targetId":"npc-barkeep"}"#,
    r#"{"type":"ATTACK","attackerId":"npc-barkeep","targetId":"pc-seren"}"#,
];

/// A judge of `mir`.
pub fn judge() -> Box<dyn Judge> {
    Registry::new().with(referee_mir::title::<1>()).title("mir").expect("it was just put there").judging()
}

/// A document with this many lines in its log.
pub fn document(lines: usize) -> String {
    let (mut judge, mut state, mut out) = (judge(), DOCUMENT.trim().to_owned(), String::new());
    for line in 0..lines {
        answer(&mut *judge, &state, MOVES[line % 2], &mut out);
        state = next(&out).to_owned();
    }
    state
}

/// Asks a judge.
#[inline(never)]
pub fn answer(judge: &mut dyn Judge, state: &str, action: &str, out: &mut String) {
    let request = format!("{{\"state\":{state},\"action\":{action}}}");
    out.clear();
    judge.answer(&request, out).expect("it is a request");
}

/// The next document in an answer.
pub fn next(answer: &str) -> &str {
    let end = answer.rfind(",\"events\":[").expect("an answer has events");
    &answer["{\"nextState\":".len()..end]
}

/// A game from the empty document.
pub fn game() -> Game<Mir> {
    let setup: Setup = serde_json::from_str(DOCUMENT).expect("it is JSON");
    Game::start(Mir::default(), setup).expect("it is a good document")
}

/// What the hero does in a game: there, back, and a blow each way.
pub fn deeds() -> [Action; 4] {
    let step = |y: u32| Action::walk("pc-seren", vec![Step::to(2u32, y)]);
    [step(4), step(3), Action::attack("pc-seren", "npc-barkeep"), Action::attack("npc-barkeep", "pc-seren")]
}

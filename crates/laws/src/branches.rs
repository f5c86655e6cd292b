//! Law 5: a game branches at any record and inside any record where the state is sound, and a branch branches again; each replays, verifies
//! and plays on, and its source is unchanged.

use crate::again::{registry, tabled, written};
use crate::breach::{json, same_text, works};
use crate::{Breach, Move, Plan, Walk};
use referee::Game;
use referee_host::{Branch, Playable, Table, verify};

/// How many records of a game a law goes back to: the first, the last, and some between.
const POINTS: u64 = 4;

/// Law 5, for C6, C7 and E1.
pub fn branches_replay_and_leave_the_source_alone<R: Playable>(rules: &R, plan: &Plan<R>) -> Result<(), Breach> {
    let Some((mut game, declared)) = plan.played(rules) else { return Ok(()) };
    let (source, state) = (written(&game), json(game.state()));
    for seq in points(game.log().len()) {
        let mut child = branched(&mut game, seq, &plan.moves)?;
        for earlier in points(seq + 1) {
            branched(&mut child, earlier, &plan.moves)?;
        }
        for events in inside(&game, seq) {
            cut(&mut game, seq, events, &plan.moves)?;
        }
        same_text("the source after its branches were played", &source, &written(&game))?;
        same_text("the state of the source after its branches were played", &state, &json(game.state()))?;
    }
    let (mut table, lines) = works("playing over text", tabled(rules, plan, &declared))?;
    for seq in points(table.seq() + 1) {
        let branch = works("a branch over text", table.rewound(seq))?;
        let text = works("the text of a branch", branch.text())?;
        works("verifying the text of a branch", verify(&registry(rules), text.as_bytes(), &mut |_| {}))?;
        same_text("the text of a branch", &lines[..text.len().min(lines.len())], &text)?;
        same_text("the text of the source after a branch", &lines, &works("the text of the source", table.text())?)?;
        if seq == table.seq() {
            inside(&game, seq).into_iter().try_for_each(|events| cut_text(rules, &mut *table, &mut game, seq, events))?;
        }
    }
    Ok(())
}

/// A branch inside a record, seen to be what it should be, played on and branched again. Refused exactly where the state is unsound.
fn cut<R: Playable>(game: &mut Game<R>, seq: u64, events: usize, moves: &[Move<R::Action>]) -> Result<(), Breach> {
    let at = |breach: Breach| breach.at(seq as usize);
    let there = works("going back inside a record", game.within(seq, events)).map_err(at)?;
    let sound = game.rules().audit(&there).is_ok();
    let mut branch = match game.branch_within(seq, events) {
        Ok(branch) if sound => branch,
        Err(_) if !sound => return Ok(()),
        Ok(_) => return Err(at(Breach::new("a branch where an invariant is broken", "refused", "made"))),
        Err(error) => return Err(at(Breach::new("a branch inside a record", "made", error.to_string()))),
    };
    same_text("the state of a branch inside a record", &json(&there), &json(branch.state())).map_err(at)?;
    same_text("the state at the cut, looked up", &json(&there), &json(&works("going back", branch.at(seq))?)).map_err(at)?;
    holds(&branch, moves).map_err(at)?;
    let again = works("a branch of a branch inside a record", branch.branch(seq)).map_err(at)?;
    same_text("the records of a branch of a branch inside a record", &written(&branch), &written(&again)).map_err(at)?;
    works("deciding a branch of a branch inside a record again", again.verify()).map_err(at)
}

/// The same over text: the child has its parent's lines and one that tells of the cut, and holds.
fn cut_text<R: Playable>(rules: &R, table: &mut dyn Table, game: &mut Game<R>, seq: u64, events: usize) -> Result<(), Breach> {
    let Ok(branch) = game.branch_within(seq, events) else { return Ok(()) };
    let mut child = works("a branch over text", table.rewound(seq))?;
    let before = works("the text before a cut", child.text())?;
    let line =
        works("a branch inside a record over text", child.fork(Branch { events: Some(events as u64), ..Branch::named("cut") }))?;
    let text = works("the text of a branch inside a record", child.text())?;
    same_text("the text of a branch inside a record", &(before + &line), &text)?;
    let report = works("verifying a branch inside a record", verify(&registry(rules), text.as_bytes(), &mut |_| {}))?;
    same_text("the digest after a cut", &branch.digest().to_string(), &report.digest)?;
    same_text("the head after a cut", child.head().as_str(), &report.head)
}

/// Where inside a record a law cuts it: after its first event, in the middle, before its last.
fn inside<R: Playable>(game: &Game<R>, seq: u64) -> Vec<usize> {
    let events = game.log().record(seq).filter(|_| seq > 0).map_or(0, |record| record.events.len());
    let mut places: Vec<usize> =
        [1, events / 2, events.saturating_sub(1)].into_iter().filter(|place| (1..events).contains(place)).collect();
    places.dedup();
    places
}

/// A branch of a game at a record, seen to be what it should be, and played on. Gives it as it was before it was played on.
fn branched<R: Playable>(game: &mut Game<R>, seq: u64, moves: &[Move<R::Action>]) -> Result<Game<R>, Breach> {
    let at = |breach: Breach| breach.at(seq as usize);
    let branch = works("a branch", game.branch(seq)).map_err(at)?;
    let begun: String = written(game).lines().take(seq as usize + 1).flat_map(|line| [line, "\n"]).collect();
    same_text("the records of a branch", &begun, &written(&branch)).map_err(at)?;
    let there = works("going back to a record", game.at(seq)).map_err(at)?;
    same_text("the state of a branch", &json(&there), &json(branch.state())).map_err(at)?;
    holds(&branch, moves).map_err(at)?;
    Ok(branch)
}

/// A branch replays and verifies, and so does a copy of it that is played on.
fn holds<R: Playable>(branch: &Game<R>, moves: &[Move<R::Action>]) -> Result<(), Breach> {
    let begun = written(branch);
    works("deciding a branch again", branch.verify())?;
    let replayed = works("the replay of a branch", Game::replay(branch.rules().clone(), branch.log().records(0)))?;
    same_text("the state of a replayed branch", &json(branch.state()), &json(replayed.state()))?;
    same_text("the records of a replayed branch", &begun, &written(&replayed))?;

    let mut played = branch.clone();
    let mut walk = Walk::new(moves);
    while let Some(next) = walk.next(branch.rules(), played.state()) {
        let _ = played.act(next.seat, next.at, next.action).is_ok();
    }
    works("deciding a branch again that was played on", played.verify())?;
    let replayed =
        works("the replay of a branch that was played on", Game::replay(branch.rules().clone(), played.log().records(0)))?;
    same_text("the state of a replayed branch that was played on", &json(played.state()), &json(replayed.state()))?;
    same_text("the branch, after a copy of it was played on", &begun, &written(branch))
}

/// Some of the first `count` numbers, the first and the last among them.
pub(crate) fn points(count: u64) -> impl Iterator<Item = u64> {
    let last = count.saturating_sub(1);
    let steps = POINTS.min(count).max(1);
    let mut points: Vec<u64> = (0..steps).map(|step| last * step / (steps - 1).max(1)).collect();
    points.dedup();
    points.into_iter()
}

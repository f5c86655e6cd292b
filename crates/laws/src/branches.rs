//! Law 5: a game branches at any record, and a branch branches again; each replays, verifies and plays on, and its source is unchanged.

use crate::again::{registry, tabled, written};
use crate::breach::{json, same_text, works};
use crate::{Breach, Move, Plan, Walk};
use referee::Game;
use referee_host::{Playable, verify};

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
    }
    Ok(())
}

/// A branch of a game at a record, seen to be what it should be, and played on. Gives it as it was before it was played on.
fn branched<R: Playable>(game: &mut Game<R>, seq: u64, moves: &[Move<R::Action>]) -> Result<Game<R>, Breach> {
    let at = |breach: Breach| breach.at(seq as usize);
    let branch = works("a branch", game.branch(seq)).map_err(at)?;
    let begun: String = written(game).lines().take(seq as usize + 1).flat_map(|line| [line, "\n"]).collect();
    same_text("the records of a branch", &begun, &written(&branch)).map_err(at)?;
    let there = works("going back to a record", game.at(seq)).map_err(at)?;
    same_text("the state of a branch", &json(&there), &json(branch.state())).map_err(at)?;
    works("deciding a branch again", branch.verify()).map_err(at)?;
    let replayed = works("the replay of a branch", Game::replay(game.rules().clone(), branch.log().records(0))).map_err(at)?;
    same_text("the state of a replayed branch", &json(branch.state()), &json(replayed.state())).map_err(at)?;

    let mut played = branch.clone();
    let mut walk = Walk::new(moves);
    while let Some(next) = walk.next(branch.rules(), played.state()) {
        let _ = played.act(next.seat, next.at, next.action).is_ok();
    }
    works("deciding a branch again that was played on", played.verify()).map_err(at)?;
    same_text("the branch, after a copy of it was played on", &begun, &written(&branch)).map_err(at)?;
    Ok(branch)
}

/// Some of the first `count` numbers, the first and the last among them.
pub(crate) fn points(count: u64) -> impl Iterator<Item = u64> {
    let last = count.saturating_sub(1);
    let steps = POINTS.min(count).max(1);
    let mut points: Vec<u64> = (0..steps).map(|step| last * step / (steps - 1).max(1)).collect();
    points.dedup();
    points.into_iter()
}

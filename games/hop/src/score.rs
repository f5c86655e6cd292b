//! What a run is worth.

use crate::{Quirk, Run, Status};

/// The version of the score: it changes whenever the same run would be worth something else.
pub const SCORE_VERSION: u32 = 1;
/// Turns a floor may take before nothing is paid for speed.
const PAR: i64 = 30;

/// What a run is worth: 1,000 a floor, 50 for every turn under par, less 10 for every life lost. A floor counts when it is left; lost runs
/// keep what they have. Never less than nothing.
pub fn score(run: &Run) -> i64 {
    let floors = i64::from(run.floor) - i64::from(run.status != Status::Won);
    let haste = (floors * PAR - turns(run)).max(0) * 50;
    let wounds = i64::from(run.player.max_hp.saturating_sub(run.player.hp)) * 10;
    let reached = i64::from(run.floor) * 1_000;
    (reached + haste - wounds).max(0)
}

/// The turns a run took, as far as they count.
fn turns(run: &Run) -> i64 {
    if run.has(Quirk::ScoreWithoutTurns) { 0 } else { i64::from(run.turns_spent) }
}

/// The score of the public engine for a run that was won.
pub fn arcade(run: &Run) -> Option<i64> {
    let floor = i64::from(run.floor);
    let haste = (floor * PAR - turns(run)).max(0) * 50;
    let wounds = i64::from(run.player.max_hp.saturating_sub(run.player.hp)) * 10;
    (run.status == Status::Won).then_some(floor * 1_000 + haste - wounds)
}

/// The score the public engine shows while playing.
pub fn shown(run: &Run) -> i64 {
    i64::from(run.kills) * 10 + i64::from(run.environmental_kills) * 25 + i64::from(run.floor) * 100
}

/// The score the public engine's list of replays has.
pub fn listed(run: &Run) -> i64 {
    i64::from(run.player.hp) + i64::from(run.floor) * 100
}

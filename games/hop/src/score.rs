//! What a run is worth.

use crate::{Quirk, Run, Status};
use alloc::{format, vec::Vec};
use referee::Entry;

/// The version of the score: it changes whenever the same run would be worth something else.
pub const SCORE_VERSION: u32 = 2;
/// What a kill is worth.
const KILL: i64 = 25;
/// Turns a floor may take before nothing is paid for speed.
const PAR: i64 = 30;

/// What a run is worth: 1,000 a floor, 50 for every turn under par, 25 for every kill, less 10 for every life lost. A floor counts when it is left;
/// lost runs keep what they have. Never less than nothing.
pub fn score(run: &Run) -> i64 {
    let Parts { reached, haste, kills, wounds } = Parts::of(run);
    (reached + haste + kills - wounds).max(0)
}

/// What a score is made of.
struct Parts {
    reached: i64,
    haste: i64,
    kills: i64,
    wounds: i64,
}

impl Parts {
    fn of(run: &Run) -> Parts {
        let haste = (floors(run) * PAR - turns(run)).max(0) * 50;
        Parts { reached: i64::from(run.floor) * 1_000, haste, kills: kills(run) * KILL, wounds: lost(run) * 10 }
    }
}

/// How the score came about, in words: as [`score`] has it.
pub(crate) fn account(run: &Run) -> Vec<Entry> {
    let Parts { reached, haste, kills: slain, wounds } = Parts::of(run);
    let counted = |count: i64, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let (left, par) = (floors(run), floors(run) * PAR);
    let speed = match turns(run) {
        _ if left == 0 => "no speed bonus (no floor left behind)".into(),
        _ if run.has(Quirk::ScoreWithoutTurns) => format!("{} left behind; turns do not count", counted(left, "floor")),
        spent if spent < par => format!("{} under the limit of {par}", counted(par - spent, "turn")),
        spent => format!("no speed bonus ({spent} turns, limit {par})"),
    };
    let wounded = (wounds > 0).then(|| Entry::new(format!("{} lost", counted(lost(run), "heart")), format!("−{wounds}")));
    let gained =
        [Entry::new(format!("floor {} reached", run.floor), format!("+{reached}")), Entry::new(speed, format!("+{haste}"))];
    let killed = (slain > 0).then(|| Entry::new(counted(kills(run), "kill"), format!("+{slain}")));
    gained.into_iter().chain(killed).chain(wounded).collect()
}

/// The floors that were left behind.
fn floors(run: &Run) -> i64 {
    i64::from(run.floor) - i64::from(run.status != Status::Won)
}

/// The enemies that count.
fn kills(run: &Run) -> i64 {
    if run.has(Quirk::KillsWorthless) { 0 } else { i64::from(run.kills) + i64::from(run.environmental_kills) }
}

/// The life that is missing.
fn lost(run: &Run) -> i64 {
    run.player.max_hp.saturating_sub(run.player.hp).into()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn told(run: &Run) -> Vec<(alloc::string::String, alloc::string::String)> {
        account(run).into_iter().map(|entry| (entry.what, entry.worth)).collect()
    }

    fn lines(lines: &[(&str, &str)]) -> Vec<(alloc::string::String, alloc::string::String)> {
        lines.iter().map(|&(what, worth)| (what.into(), worth.into())).collect()
    }

    #[test]
    fn the_account_adds_up_to_the_score() {
        let mut run = Run { floor: 3, turns_spent: 41, status: Status::Lost, ..Run::default() };
        (run.player.max_hp, run.player.hp) = (4, 0);
        let all = [("floor 3 reached", "+3000"), ("19 turns under the limit of 60", "+950"), ("4 hearts lost", "−40")];
        assert_eq!((told(&run), score(&run)), (lines(&all), 3_910));
    }

    #[test]
    fn what_was_slow_or_unhurt_is_told_so() {
        let run = Run { floor: 3, turns_spent: 70, status: Status::Lost, ..Run::default() };
        let all = [("floor 3 reached", "+3000"), ("no speed bonus (70 turns, limit 60)", "+0")];
        assert_eq!((told(&run), score(&run)), (lines(&all), 3_000));
    }
}

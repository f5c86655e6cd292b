//! What must hold in every run: no two on a hex, sets that are what a count finds, a sound queue, life within bounds.

use crate::fold::crowd;
use crate::{Kind, Mask, Quirk, Refusal, Run, Status};
use referee::refuse_if;

pub(crate) fn audit(run: &Run) -> Result<(), Refusal> {
    let is_alive = run.enemies.iter().all(|enemy| (1..=enemy.max_hp).contains(&enemy.hp));
    refuse_if!(!is_alive || run.player.hp > run.player.max_hp, Refusal::LifeWrong);
    refuse_if!(crowd(&run.enemies) != run.crowd, Refusal::MasksWrong);
    if run.has(Quirk::DeathLate) || run.has(Quirk::OneVictim) || run.has(Quirk::BombsStay) {
        return Ok(()); // the public engine keeps no more than this
    }
    let places = run.crowd.len() as usize + usize::from(!run.crowd.has(run.player.at));
    refuse_if!(places != run.enemies.len() + 1, Refusal::HexShared);
    let all = run.occupied();
    refuse_if!(!all.without(Mask::BOARD.without(run.walls)).is_empty() || !run.player.at.is_on_board(), Refusal::OutsideBoard);
    refuse_if!((run.player.hp == 0) != (run.status == Status::Lost), Refusal::StatusWrong);
    refuse_if!(run.offers.is_empty() == (run.status == Status::ChoosingUpgrade), Refusal::StatusWrong);
    if run.has(Quirk::DeadSkipNext) { Ok(()) } else { audit_queue(run) }
}

/// Everybody in the queue is there, once; bombs of this round wait for the next.
fn audit_queue(run: &Run) -> Result<(), Refusal> {
    let mut queued = 0u64; // by the places in the list of enemies, which are no more than there are hexes; the player is at 63
    for entry in &run.queue.entries {
        let place = if entry.who.is_player() { Some(63) } else { run.index(entry.who) };
        let bit = place.map_or(0, |place| 1 << place);
        refuse_if!(bit & !queued == 0, Refusal::QueueWrong);
        queued |= bit;
    }
    let waits = |(place, enemy): (usize, &crate::Actor)| enemy.kind == Kind::Bomb || queued >> place & 1 == 1;
    refuse_if!(!run.enemies.iter().enumerate().all(waits), Refusal::QueueWrong);
    Ok(())
}

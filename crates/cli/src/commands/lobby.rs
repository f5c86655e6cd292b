//! `referee lobby`: a lobby and its boards in a folder, JSON lines in, verdicts out.

use super::Outcome;
use super::lines::{Pace, answer_all};
use super::new::fresh_seed;
use referee_host::{Folder, Hall, Op, OpRequest, Registry, seed_in};
use std::path::Path;

pub(crate) fn lobby(registry: &Registry, dir: &Path) -> Outcome {
    let mut hall = Hall::open(registry, Folder::open(dir)?)?;
    for error in hall.found() {
        eprintln!("{error}");
    }
    for (board_id, error) in hall.broken() {
        eprintln!("board {board_id} cannot be played on: {error}");
    }
    answer_all("success", Pace::EachAtOnce, &mut |request, out| {
        let OpRequest { player, at, op } = OpRequest::parse(request)?;
        *out = hall.act(&player, at, seeded(registry, op))?.json();
        Ok(())
    })
}

/// A game that is offered without a seed has a fresh one, unless its setup brings one.
fn seeded(registry: &Registry, op: Op) -> Op {
    match op {
        Op::Create { game, setup, seed: None } if setup.as_deref().and_then(seed_in).is_none() => {
            let is_seeded = registry.title(&game).is_ok_and(|title| title.card().seeded);
            Op::Create { game, setup, seed: is_seeded.then(fresh_seed) }
        }
        op => op,
    }
}

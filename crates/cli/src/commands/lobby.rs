//! `referee lobby`: a lobby and its boards in a folder, JSON lines in, verdicts out.

use super::Outcome;
use super::lines::answer_all;
use super::new::fresh_seed;
use referee_host::{Folder, Hall, Op, OpRequest, Registry};
use std::path::Path;

pub(crate) fn lobby(registry: &Registry, dir: &Path) -> Outcome {
    let mut hall = Hall::open(registry, Folder::open(dir)?)?;
    answer_all("success", &mut |request, out| {
        let OpRequest { player, at, op } = OpRequest::parse(request)?;
        *out = hall.act(&player, at, seeded(registry, op))?.json();
        Ok(())
    })
}

/// A game that is offered without a setup or a seed has a fresh one.
fn seeded(registry: &Registry, op: Op) -> Op {
    match op {
        Op::Create { game, setup: None, seed: None } => {
            let is_seeded = registry.title(&game).is_ok_and(|title| title.card().seeded);
            Op::Create { game, setup: None, seed: is_seeded.then(fresh_seed) }
        }
        op => op,
    }
}

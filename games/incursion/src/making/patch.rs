//! Walls, light, pools and patches.

use super::Luck;
use super::draft::{Draft, four};
use crate::Res;
use crate::content::{Content, TerrainFlag};
use crate::place::{Square, WAYS};
use referee_dispatch::Place;

/// Gives every room its walls and its light.
pub(super) fn walls_and_light(draft: &mut Draft, content: &Content, luck: &mut Luck) {
    for nth in 0..draft.rooms.len() {
        let room = draft.rooms[nth].clone();
        let Some(region) = content.region(room.region) else { continue };
        let lit = luck.percent(region.lit.get());
        for &at in &room.squares {
            let around = WAYS.iter().map(|way| Place::new(at.x + way.x, at.y + way.y)).chain([at]);
            for wall in around {
                if draft.is_inside(wall) && !draft.is_open(wall) {
                    draft.terrain.set(wall, region.walls.res());
                    draft.regions.set(wall, room.region);
                }
                draft.lit.set(wall, lit || draft.lit.get(wall) == Some(true));
            }
        }
    }
}

/// Puts pools and patches into the rooms. None parts what hangs together.
pub(super) fn patches(draft: &mut Draft, content: &Content, luck: &mut Luck) {
    for nth in 0..draft.rooms.len() {
        let Some(region) = content.region(draft.rooms[nth].region) else { continue };
        for patch in &region.patches {
            if luck.percent(patch.chance.get()) {
                let blob = blob(&draft.rooms[nth].squares, luck);
                lay(draft, content, patch.terrain.res(), &blob);
            }
        }
    }
}

/// A patch covers at most this part of a room.
const PART_OF_ROOM: usize = 4;

fn blob(squares: &[Place], luck: &mut Luck) -> Vec<Place> {
    let Some(middle) = luck.one_of(squares) else { return Vec::new() };
    let size = luck.between(1, (squares.len() / PART_OF_ROOM).max(1) as i32) as usize;
    let mut blob = vec![middle];
    for _ in 0..size * 4 {
        let Some(next) = luck.one_of(&blob).and_then(|from| luck.one_of(&four(from))) else { break };
        if blob.len() < size && !blob.contains(&next) && squares.contains(&next) {
            blob.push(next);
        }
    }
    blob
}

fn lay(draft: &mut Draft, content: &Content, terrain: Res, blob: &[Place]) {
    let harmless = Draft::is_harmless(content, terrain);
    let solid = content.terrain(terrain).is_none_or(|terrain| terrain.is(TerrainFlag::Solid));
    let is_stairs = |at: Place| at == draft.up || at == draft.down;
    let free = |at: &&Place| !is_stairs(**at) && draft.is_safe(**at) && draft.doors.iter().all(|door| door.distance(**at) > 1);
    let blob: Vec<Place> = blob.iter().filter(free).copied().collect();
    if !harmless {
        let before = (draft.risky.clone(), draft.open.clone());
        blob.iter().for_each(|&at| draft.risky.set(at, true));
        blob.iter().filter(|_| solid).for_each(|&at| draft.open.set(at, false));
        let rooms = draft.rooms.iter().all(|room| room.squares.iter().any(|&at| draft.is_safe(at)));
        if !rooms || !draft.hangs_together() {
            (draft.risky, draft.open) = before;
            return;
        }
    }
    blob.into_iter().for_each(|at| draft.terrain.set(at, terrain));
}

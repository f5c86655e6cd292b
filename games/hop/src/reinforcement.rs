//! Reinforcements: on a floor where the player stays too long, ever more enemies come, and ever worse ones.

use crate::floor::{ENEMIES_MAX, FAR_OFF, kinds, recruit};
use crate::turn::Pen;
use crate::{Event, FLOORS, Id, Kind, Mask, Quirk, Run};
use referee::Ask;

/// How many rounds a floor leaves the player alone.
pub const PATIENCE: u32 = 60;
/// How many rounds lie between two waves.
pub const WAVE: u32 = 2;

/// Whether a wave comes now, and the how manieth it is, from 1.
fn wave(run: &Run) -> Option<u32> {
    let late = run.queue.round.checked_sub(PATIENCE)?;
    (!run.has(Quirk::NoReinforcements) && late % WAVE == 0).then_some(late / WAVE + 1)
}

/// Brings the enemies of a wave, if one comes now: half as many as there were waves, of a floor that is as much higher.
pub(crate) fn arrive<const O: bool>(turn: &mut Pen<'_, O>) {
    let Some(wave) = wave(turn.state()) else { return };
    let level = (u32::from(turn.state().floor) + wave).min(u32::from(FLOORS)) as u8;
    for _ in 0..wave.div_ceil(2) {
        let Some(kind) = draw_kind(level, turn) else { return };
        let Some(at) = draw_place(turn) else { return };
        let run = turn.state();
        let mut actor = recruit(Id::enemy(usize::from(run.natives + run.arrived)), kind, at, level, run.quirks);
        actor.faction = if actor.opposes(&run.player) { actor.faction } else { crate::Faction::Player };
        turn.emit(Event::Arrived { actor: actor.into() });
    }
}

fn draw_kind<const O: bool>(level: u8, turn: &mut Pen<'_, O>) -> Option<Kind> {
    let kinds = kinds(level, turn.state().quirks);
    let pick = turn.roll(Ask::below(kinds.len() as u32), format_args!("who comes to help"));
    kinds.get(pick as usize).copied()
}

/// A free place as far from the player as floors keep their enemies; nothing where there is none, or too many are there.
fn draw_place<const O: bool>(turn: &mut Pen<'_, O>) -> Option<crate::Hex> {
    let run = turn.state();
    let near = Mask::from_iter([run.player.at]).widened().widened();
    let free = FAR_OFF.and(run.ground()).without(run.void).without(run.occupied()).without(near);
    if free.is_empty() || run.enemies.len() >= ENEMIES_MAX {
        return None;
    }
    let pick = turn.roll(Ask::below(free.len()), format_args!("where it comes from"));
    free.iter().nth(pick as usize)
}

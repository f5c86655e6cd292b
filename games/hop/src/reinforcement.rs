//! Reinforcements: on a floor where the player stays too long, ever more enemies come, and ever worse ones, until the crowd overruns the player.

use crate::floor::{ENEMIES_MAX, FAR_OFF, kinds, recruit};
use crate::ring::Ring;
use crate::turn::Pen;
use crate::{Cause, Damage, Event, FLOORS, Faction, Hex, Id, Kind, Mask, Quirk, Refusal, Run, Whom};
use referee::Ask;

/// How many rounds a floor leaves the player alone.
pub const PATIENCE: u32 = 60;
/// How many rounds lie between two waves.
pub const WAVE: u32 = 2;

/// Whether a wave comes now, and which one it is, from 1.
fn wave(run: &Run) -> Option<u32> {
    let late = run.queue.round.checked_sub(PATIENCE)?;
    (!run.has(Quirk::NoReinforcements) && late % WAVE == 0).then_some(late / WAVE + 1)
}

/// Brings the enemies of a wave, if one comes now: half as many as there were waves, of a floor that is as much higher. Returns how
/// many find no room.
pub(crate) fn arrive<const O: bool>(turn: &mut Pen<'_, O>) -> u32 {
    let Some(wave) = wave(turn.state()) else { return 0 };
    let level = (u32::from(turn.state().floor) + wave).min(u32::from(FLOORS)) as u8;
    for left in (1..=wave.div_ceil(2)).rev() {
        let free = free(turn.state());
        if free.is_empty() {
            return left;
        }
        let (kind, at) = (draw_kind(level, turn), draw_place(free, turn));
        let run = turn.state();
        let mut actor = recruit(Id::enemy(usize::from(run.natives + run.arrived)), kind, at, level, run.quirks);
        actor.faction = if actor.opposes(&run.player) { actor.faction } else { Faction::Player };
        turn.emit(Event::Arrived { actor: actor.into() });
    }
    0
}

fn draw_kind<const O: bool>(level: u8, turn: &mut Pen<'_, O>) -> Kind {
    let kinds = kinds(level, turn.state().quirks);
    kinds[turn.roll(Ask::below(kinds.len() as u32), format_args!("who comes to help")) as usize]
}

fn draw_place<const O: bool>(free: Mask, turn: &mut Pen<'_, O>) -> Hex {
    let pick = turn.roll(Ask::below(free.len()), format_args!("where it comes from"));
    free.iter().nth(pick as usize).unwrap_or_default()
}

/// Free places as far from the player as floors keep their enemies; none where the floor has as many enemies as it may have.
fn free(run: &Run) -> Mask {
    let near = Mask::from_iter([run.player.at]).widened().widened();
    let free = FAR_OFF.and(run.ground()).without(run.void).without(run.occupied()).without(near);
    if run.enemies.len() < ENEMIES_MAX { free } else { Mask::NONE }
}

/// The crowd presses on the player: one damage for each enemy that finds no room. It has no direction, so that no shield turns it aside.
pub(crate) fn overrun<const O: bool>(count: u32, turn: &mut Pen<'_, O>) -> Result<(), Refusal> {
    if count == 0 {
        return Ok(());
    }
    let damage = Damage::new(Whom::Actor(Id::PLAYER), count as u16, None, Cause::Crowd);
    Ring::new(turn).all([damage.into()])
}

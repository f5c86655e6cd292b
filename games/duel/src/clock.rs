//! Who may act when. A side has `move_time` seconds; then, as long again, only the other side may go on, and the late one is skipped; after
//! that nobody may but end the game. The first move has no clock.

use crate::Side;

/// What a side may do at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Window {
    /// It is its turn, and in time.
    Open,
    /// The other side is late: it is skipped, and this side goes on.
    AfterSkip,
    /// It must wait, or is too late.
    Shut,
}

/// What a side may do `delta` seconds after the last move, which `last` made. Blue begins.
pub fn window(last: Option<Side>, side: Side, delta: u64, move_time: u32) -> Window {
    let Some(last) = last else { return if side == Side::Blue { Window::Open } else { Window::Shut } };
    let move_time = u64::from(move_time);
    match (side == last, delta <= move_time, delta <= 2 * move_time) {
        (false, true, _) => Window::Open,
        (true, false, true) => Window::AfterSkip,
        _ => Window::Shut,
    }
}

/// Whether the game has been silent for so long that either side may end it.
pub fn is_abandoned(delta: u64, move_time: u32) -> bool {
    delta > 2 * u64::from(move_time)
}

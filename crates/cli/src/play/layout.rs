//! How the screen is divided.

use super::grid::Grid;
use ratatui::layout::{Constraint, Layout, Rect};
use referee::Panel;

/// The smallest screen that shows everything.
pub(crate) const WIDTH_MIN: u16 = 60;
/// The smallest screen that shows everything.
pub(crate) const HEIGHT_MIN: u16 = 16;
/// From this width on the log has a column of its own.
const WIDE: u16 = 120;

/// Where everything was drawn, for the mouse.
#[derive(Debug, Default)]
pub(crate) struct Areas {
    /// The places of the board.
    pub(crate) grid: Option<Grid>,
    /// The lines of the list.
    pub(crate) list: Rect,
    /// The first choice that is to be seen.
    pub(crate) list_top: usize,
    /// The track of the slider.
    pub(crate) track: Rect,
}

/// The parts of the screen.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) title: Rect,
    pub(crate) status: Rect,
    /// The board; for a game without one, its panels.
    pub(crate) main: Rect,
    pub(crate) list: Rect,
    /// The panels beside the board.
    pub(crate) panels: Vec<Rect>,
    pub(crate) story: Rect,
    pub(crate) slider: Rect,
    pub(crate) message: Rect,
    pub(crate) help: Rect,
}

impl Parts {
    /// Divides a screen; the panels beside the board get what they need, up to a third of the height.
    pub(crate) fn of(screen: Rect, panels: &[Panel]) -> Parts {
        let line = Constraint::Length(1);
        let [title, status, middle, slider, message, help] =
            Layout::vertical([line, line, Constraint::Min(8), line, line, line]).areas(screen);
        let side = (screen.width * 2 / 5).clamp(28, 40);
        let (main, beside, story) = if screen.width >= WIDE {
            let [main, beside, story] =
                Layout::horizontal([Constraint::Min(20), Constraint::Length(side), Constraint::Length(side)]).areas(middle);
            (main, beside, Some(story))
        } else {
            let [main, beside] = Layout::horizontal([Constraint::Min(20), Constraint::Length(side)]).areas(middle);
            (main, beside, None)
        };
        let heights = panel_heights(panels, beside.height / 3);
        let wanted: u16 = heights.iter().sum();
        let left = beside.height - wanted;
        let [list, panel_room, below] = Layout::vertical([
            Constraint::Length(if story.is_some() { left } else { left.div_ceil(2) }),
            Constraint::Length(wanted),
            Constraint::Min(0),
        ])
        .areas(beside);
        let panels = Layout::vertical(heights.into_iter().map(Constraint::Length)).split(panel_room).to_vec();
        Parts { title, status, main, list, panels, story: story.unwrap_or(below), slider, message, help }
    }
}

/// How high each panel is, with its frame, if all of them together may have so many lines. Those that do not fit are left out.
fn panel_heights(panels: &[Panel], room: u16) -> Vec<u16> {
    let mut left = room;
    let mut heights = Vec::new();
    for panel in panels {
        let height = (panel.lines.len().min(100) as u16 + 2).min(left);
        if height < 3 {
            break;
        }
        left -= height;
        heights.push(height);
    }
    heights
}

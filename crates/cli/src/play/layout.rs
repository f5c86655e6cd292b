//! How the screen is divided: the board gets what it needs to be drawn large, all else shares the columns beside it.

use super::grid::Grid;
use ratatui::layout::{Constraint, Layout, Rect};
use referee::{Panel, Shape, Spot};
use std::collections::BTreeSet;

/// The smallest screen that shows everything.
pub(crate) const WIDTH_MIN: u16 = 60;
/// The smallest screen that shows everything.
pub(crate) const HEIGHT_MIN: u16 = 16;
/// The log has a column of its own where the board leaves room for two columns as wide as this.
const COLUMN_MIN: u16 = 36;
/// No column is wider than this: what is left is room around the board.
const COLUMN_MAX: u16 = 50;
/// A lower part this high has room for a preview.
const PREVIEW: u16 = 9;

/// Where everything was drawn, for the mouse.
#[derive(Debug, Default)]
pub(crate) struct Areas {
    /// The places of the board.
    pub(crate) grid: Option<Grid>,
    /// The lines of the list.
    pub(crate) list: Rect,
    /// The first row that is to be seen.
    pub(crate) list_top: usize,
    /// The track of the slider.
    pub(crate) track: Rect,
}

/// What wants room.
pub(crate) struct Wants<'a> {
    /// The board: how its places lie, and which it has.
    pub(crate) board: Option<(Shape, &'a BTreeSet<Spot>)>,
    /// The panels beside it.
    pub(crate) panels: &'a [Panel],
    /// How many rows the list of choices has.
    pub(crate) rows: usize,
    /// How many lines the text of a lesson has in a column this wide.
    pub(crate) lesson: &'a dyn Fn(u16) -> usize,
}

/// The parts of the screen. What is looked at ahead lies over the log, unless the log has a column of its own.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) title: Rect,
    /// The board; for a game without one, its panels.
    pub(crate) main: Rect,
    /// What is under the cursor.
    pub(crate) cursor: Rect,
    pub(crate) lesson: Rect,
    pub(crate) list: Rect,
    /// The panels beside the board.
    pub(crate) panels: Vec<Rect>,
    pub(crate) preview: Rect,
    pub(crate) story: Rect,
    pub(crate) keys: Rect,
}

impl Parts {
    /// Divides a screen.
    pub(crate) fn of(screen: Rect, wants: &Wants<'_>) -> Parts {
        let line = Constraint::Length(1);
        let [title, middle, cursor, keys] = Layout::vertical([line, Constraint::Min(8), line, line]).areas(screen);
        let (side, own) = columns(middle, wants);
        let [main, side, own_story] =
            Layout::horizontal([Constraint::Min(20), Constraint::Length(side), Constraint::Length(own)]).areas(middle);
        let heights = heights(side, own > 0, wants);
        let [lesson, list, panel_room, below] = Layout::vertical([
            Constraint::Length(heights.lesson),
            Constraint::Length(heights.list),
            Constraint::Length(heights.panels.iter().sum()),
            Constraint::Min(0),
        ])
        .areas(side);
        let panels = Layout::vertical(heights.panels.into_iter().map(Constraint::Length)).split(panel_room).to_vec();
        let story = if own > 0 { own_story } else { below };
        Parts { title, main, cursor, lesson, list, panels, preview: below, story, keys }
    }
}

/// The most lines of what was said below a map.
const SAID_MAX: u16 = 9;

impl Parts {
    /// Divides a screen with a map: what was said below it, panels beside it, or what one may do instead of them.
    pub(crate) fn of_map(screen: Rect, wants: &Wants<'_>, listed: bool) -> Parts {
        let line = Constraint::Length(1);
        let [title, middle, cursor, keys] = Layout::vertical([line, Constraint::Min(8), line, line]).areas(screen);
        let side = (middle.width * 3 / 8).clamp(26, COLUMN_MAX);
        let [left, side] = Layout::horizontal([Constraint::Min(20), Constraint::Length(side)]).areas(middle);
        let said = (middle.height / 4).clamp(4, SAID_MAX);
        let [main, story] = Layout::vertical([Constraint::Min(4), Constraint::Length(said)]).areas(left);
        let lines = (wants.lesson)(side.width.saturating_sub(2)) as u16;
        let lesson = if lines == 0 { 0 } else { (lines + 1).min(side.height / 2) };
        let [lesson, rest] = Layout::vertical([Constraint::Length(lesson), Constraint::Min(0)]).areas(side);
        let ahead = PREVIEW.min(rest.height / 3);
        let [upper, preview] = Layout::vertical([Constraint::Min(0), Constraint::Length(ahead)]).areas(rest);
        let list = if listed { upper } else { Rect { height: 0, ..rest } };
        let wanted: Vec<u16> = wants.panels.iter().map(|panel| panel.lines.len().min(100) as u16 + 1).collect();
        let heights = if listed { Vec::new() } else { squeezed(wanted, rest.height) };
        let panels = Layout::vertical(heights.into_iter().map(Constraint::Length)).split(rest).to_vec();
        Parts { title, main, cursor, lesson, list, panels, preview, story, keys }
    }
}

/// How wide the column beside the board is, and that of the log, if it has one.
fn columns(middle: Rect, wants: &Wants<'_>) -> (u16, u16) {
    let least = (middle.width * 2 / 5).clamp(28, 40);
    let room = (middle.width.saturating_sub(least + 2), middle.height);
    let board = wants.board.and_then(|(shape, spots)| Grid::width(shape, spots, room)).unwrap_or(room.0);
    let rest = middle.width.saturating_sub((board + 2).max(middle.width * 2 / 5));
    if rest >= 2 * COLUMN_MIN {
        let column = (rest / 2).min(COLUMN_MAX);
        return (column, column);
    }
    (rest.clamp(least, COLUMN_MAX), 0)
}

struct Heights {
    lesson: u16,
    list: u16,
    panels: Vec<u16>,
}

/// How high everything in the column beside the board is, headings included. The lower part gets what is left.
fn heights(side: Rect, log_elsewhere: bool, wants: &Wants<'_>) -> Heights {
    let lines = (wants.lesson)(side.width.saturating_sub(2)) as u16;
    let lesson = if lines == 0 { 0 } else { (lines + 1).min(side.height / 2) };
    let left = side.height - lesson;
    let lower = match side.height {
        _ if log_elsewhere => PREVIEW,
        30.. => PREVIEW + 2,
        _ => 6.min(left / 3),
    };
    let upper = left.saturating_sub(lower);
    let wanted: Vec<u16> = wants.panels.iter().map(|panel| panel.lines.len().min(100) as u16 + 1).collect();
    let rows = wants.rows.clamp(2, 1_000) as u16 + 1;
    let list = rows.min(upper.saturating_sub(wanted.iter().sum()).max(upper / 2).max(4)).min(left);
    Heights { lesson, list, panels: squeezed(wanted, upper.saturating_sub(list)) }
}

/// Heights that fit into a room: the highest gives way first, and the last is left out where not even a line of each fits.
fn squeezed(mut heights: Vec<u16>, room: u16) -> Vec<u16> {
    while heights.iter().sum::<u16>() > room {
        match heights.iter_mut().max() {
            Some(highest) if *highest > 2 => *highest -= 1,
            _ => drop(heights.pop()),
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_panel_gives_way_first_and_the_last_is_left_out() {
        assert_eq!(squeezed(vec![4, 4, 9], 12), [4, 4, 4]);
        assert_eq!(squeezed(vec![4, 4, 9], 6), [2, 2, 2]);
        assert_eq!(squeezed(vec![4, 4, 9], 5), [2, 2]);
        assert_eq!(squeezed(vec![4, 4], 50), [4, 4]);
    }

    #[test]
    fn a_board_is_not_made_smaller_for_the_sake_of_the_log() {
        let spots: BTreeSet<Spot> = (0..7).flat_map(|q| (0..6).map(move |r| Spot::new(q, r - q / 2))).collect();
        for width in WIDTH_MIN..220 {
            let wants = Wants { board: Some((Shape::Hex, &spots)), panels: &[], rows: 5, lesson: &|_| 0 };
            let screen = Rect::new(0, 0, width, 40);
            let parts = Parts::of(screen, &wants);
            let least = (width * 2 / 5).clamp(28, 40);
            let alone = Grid::width(Shape::Hex, &spots, (width - least - 2, 37));
            assert_eq!(Grid::width(Shape::Hex, &spots, (parts.main.width, parts.main.height)), alone, "{width}");
        }
    }
}

//! Keys and mouse: what each of them does, and the words the help says about it.

use super::app::{App, Focus, Mode};
use super::grid::Way;
use super::map;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// An action written by hand is this long at most.
const TYPED_MAX: usize = 4_096;
/// A turn of the wheel goes this far.
const WHEEL: isize = 3;

/// Every key, for the help.
pub(crate) const KEYS: &[(&str, &str)] = &[
    ("arrows  h j k l", "move over the board, or through the choices"),
    ("w e  s d", "aslant: up left, up right, down left, down right"),
    ("x", "go to the next place that can be chosen"),
    ("Tab", "switch between board and choices"),
    ("Enter", "on a place: what can be done there; on a choice: do it"),
    ("1 2 3 ...", "go to a choice by its number; a kind of action stays chosen"),
    ("p", "show what the choice would do, or not"),
    ("/", "narrow the choices down by words"),
    (":", "declare an action by hand, as JSON"),
    ("u", "take your last move back (in a new file; the old one stays)"),
    ("t  r  n", "in a lesson: a tip, once more from its beginning, the next lesson"),
    ("[ ]  , .", "back and forth in time; { } by ten; Home End"),
    ("b  or Enter", "in the past: play on from here, in a new file"),
    ("Esc", "back to the present; all choices again"),
    ("B  or F2", "who plays the seat to move: you, or a bot"),
    ("space", "let the bots wait, or go on; + and - make them faster, slower"),
    ("S", "act for the next seat, where several may act"),
    ("mouse", "click places and choices, drag the slider, scroll"),
    ("R  D", "resign; offer a draw, or answer the one that is offered"),
    ("q", "leave; everything is kept"),
];

/// What a key does.
pub(crate) fn key(app: &mut App<'_>, key: KeyEvent) {
    let before = app.session.table().head();
    pressed(app, key);
    app.fresh &= app.session.table().head() != before;
}

fn pressed(app: &mut App<'_>, key: KeyEvent) {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        app.quit |= matches!(key.code, KeyCode::Char('c' | 'd'));
        return;
    }
    match app.mode.clone() {
        Mode::Help => app.mode = Mode::Play,
        Mode::Filter => filter_key(app, key.code),
        Mode::Declare(text) => declare_key(app, text, key.code),
        Mode::Look => look_key(app, key.code),
        Mode::Confirm(seat, word) => app.confirm(seat, word, key.code),
        Mode::Play => {
            app.message = None;
            if app.hears_game_keys() && map::game_key(key.code).is_some_and(|key| app.press(key)) {
                return app.end_digits();
            }
            if let KeyCode::Char(digit @ '0'..='9') = key.code {
                return app.digit(digit);
            }
            app.end_digits();
            command_key(app, key.code);
        }
    }
}

fn command_key(app: &mut App<'_>, code: KeyCode) {
    match code {
        KeyCode::Char('q') => app.quit = true,
        KeyCode::Char('?') | KeyCode::F(1) => app.mode = Mode::Help,
        KeyCode::Char('u' | 'U') => app.undo(),
        KeyCode::Char('B') | KeyCode::F(2) => app.cycle_bot(),
        KeyCode::Char(' ') => app.toggle_pause(),
        KeyCode::Char('+' | '=') => app.hurry(true),
        KeyCode::Char('-') => app.hurry(false),
        KeyCode::Char('p') => app.toggle_previews(),
        KeyCode::Char('R') if app.past.is_none() => app.resign(),
        KeyCode::Char('D') if app.past.is_none() => app.draw(),
        KeyCode::Char('[' | ',') => app.travel_by(-1),
        KeyCode::Char(']' | '.') => app.travel_by(1),
        KeyCode::Char('{') => app.travel_by(-10),
        KeyCode::Char('}') => app.travel_by(10),
        KeyCode::Home => app.travel(0),
        KeyCode::End => app.travel(u64::MAX),
        KeyCode::Char('t') => app.tip(),
        KeyCode::Char('r') => app.again(),
        KeyCode::Char('n') => app.next_lesson(),
        _ if app.past.is_some() => past_key(app, code),
        _ => present_key(app, code),
    }
}

fn past_key(app: &mut App<'_>, code: KeyCode) {
    match code {
        KeyCode::Enter | KeyCode::Char('b') => app.branch_here(),
        KeyCode::Esc => app.travel(u64::MAX),
        KeyCode::PageUp => app.travel_by(-10),
        KeyCode::PageDown => app.travel_by(10),
        _ => way(code).into_iter().for_each(|way| app.go(way)),
    }
}

fn present_key(app: &mut App<'_>, code: KeyCode) {
    match (code, app.focus) {
        (KeyCode::Esc, _) => app.widen(),
        (KeyCode::Tab | KeyCode::BackTab, _) => app.switch_focus(),
        (KeyCode::Char('S'), _) => app.cycle_seat(),
        (KeyCode::Char('x' | ';'), _) if app.is_map() => app.look_around(),
        (KeyCode::Char('x'), _) => app.next_target(),
        (KeyCode::Char(':'), _) => app.mode = Mode::Declare(app.draft()),
        (KeyCode::Char('/'), _) => {
            app.focus = Focus::List;
            app.mode = Mode::Filter;
        }
        (KeyCode::Enter, Focus::Board) => app.pick(app.cursor),
        (KeyCode::Enter, Focus::List) => app.take(),
        (KeyCode::PageUp, Focus::Board) => scroll_log(app, WHEEL),
        (KeyCode::PageDown, Focus::Board) => scroll_log(app, -WHEEL),
        (KeyCode::PageUp, Focus::List) => app.select_by(-10),
        (KeyCode::PageDown, Focus::List) => app.select_by(10),
        (code, Focus::Board) => way(code).into_iter().for_each(|way| app.go(way)),
        (code, Focus::List) => match way(code) {
            Some(Way::Up) => app.select_by(-1),
            Some(Way::Down) => app.select_by(1),
            _ => {}
        },
    }
}

fn way(code: KeyCode) -> Option<Way> {
    match code {
        KeyCode::Up | KeyCode::Char('k') => Some(Way::Up),
        KeyCode::Down | KeyCode::Char('j') => Some(Way::Down),
        KeyCode::Left | KeyCode::Char('h') => Some(Way::Left),
        KeyCode::Right | KeyCode::Char('l') => Some(Way::Right),
        KeyCode::Char('w') => Some(Way::UpLeft),
        KeyCode::Char('e') => Some(Way::UpRight),
        KeyCode::Char('s') => Some(Way::DownLeft),
        KeyCode::Char('d') => Some(Way::DownRight),
        _ => None,
    }
}

/// A map is looked at: the cursor moves as the hero would.
fn look_key(app: &mut App<'_>, code: KeyCode) {
    app.message = None;
    let key = map::game_key(code);
    match (code, key.and_then(map::way)) {
        (_, Some(way)) => app.go(way),
        (KeyCode::Enter, _) => app.pick(app.cursor),
        (KeyCode::Tab | KeyCode::Char('x' | ';'), _) => app.next_target(),
        (KeyCode::Char('?') | KeyCode::F(1), _) => app.mode = Mode::Help,
        _ if key.is_some_and(|key| app.confirms(key)) => app.pick(app.cursor),
        _ => app.widen(),
    }
}

fn filter_key(app: &mut App<'_>, code: KeyCode) {
    let mut text = app.filter.clone();
    match code {
        KeyCode::Esc => {
            app.mode = Mode::Play;
            text.clear();
        }
        KeyCode::Enter => {
            app.mode = Mode::Play;
            if app.rows.len() == 1 {
                app.take();
            }
            return;
        }
        KeyCode::Up => return app.select_by(-1),
        KeyCode::Down => return app.select_by(1),
        KeyCode::Backspace => drop(text.pop()),
        KeyCode::Char(char) if text.len() < TYPED_MAX => text.push(char),
        _ => return,
    }
    app.narrow(app.picks.clone(), text);
}

fn declare_key(app: &mut App<'_>, mut text: String, code: KeyCode) {
    match code {
        KeyCode::Esc => return app.mode = Mode::Play,
        KeyCode::Enter => {
            app.mode = Mode::Play;
            return app.declare(&text);
        }
        KeyCode::Backspace => drop(text.pop()),
        KeyCode::Char(char) if text.len() < TYPED_MAX => text.push(char),
        _ => {}
    }
    app.mode = Mode::Declare(text);
}

/// What the mouse does.
pub(crate) fn mouse(app: &mut App<'_>, mouse: MouseEvent) {
    if app.mode != Mode::Play {
        if matches!(mouse.kind, MouseEventKind::Down(_)) && app.mode == Mode::Help {
            app.mode = Mode::Play;
        }
        return;
    }
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            app.message = None;
            click(app, mouse.column, mouse.row);
        }
        MouseEventKind::Drag(MouseButton::Left) => slide(app, mouse.column, mouse.row),
        MouseEventKind::ScrollUp => wheel(app, mouse, -WHEEL),
        MouseEventKind::ScrollDown => wheel(app, mouse, WHEEL),
        _ => {}
    }
}

fn click(app: &mut App<'_>, column: u16, row: u16) {
    let grid = app.areas.grid.as_ref().filter(|grid| grid.area.contains((column, row).into()));
    let spot = grid.and_then(|grid| grid.hit(&app.moment.spots, column, row));
    if let Some(spot) = spot {
        app.focus = Focus::Board;
        if app.past.is_some() {
            app.cursor = spot;
        } else {
            app.pick(spot);
        }
    } else if app.areas.list.contains((column, row).into()) {
        let index = app.areas.list_top + usize::from(row - app.areas.list.y);
        if index < app.rows.len() {
            app.focus = Focus::List;
            app.select(index);
            app.take();
        }
    } else {
        slide(app, column, row);
    }
}

/// Goes where the slider was pulled to.
fn slide(app: &mut App<'_>, column: u16, row: u16) {
    let track = app.areas.track;
    if track.is_empty() || row != track.y {
        return;
    }
    let latest = app.session.table().seq();
    let steps = u64::from(track.width - 1).max(1);
    let along = u64::from(column.clamp(track.x, track.right() - 1) - track.x);
    app.travel((along * latest + steps / 2) / steps);
}

fn wheel(app: &mut App<'_>, mouse: MouseEvent, steps: isize) {
    let at = (mouse.column, mouse.row).into();
    if app.areas.list.contains(at) {
        app.focus = Focus::List;
        app.select_by(steps);
    } else if app.areas.track.contains(at) {
        app.travel_by(steps.signum() as i64);
    } else {
        scroll_log(app, -steps);
    }
}

fn scroll_log(app: &mut App<'_>, records: isize) {
    app.scrolled = app.scrolled.saturating_add_signed(records as i64).min(app.moment.seq);
}

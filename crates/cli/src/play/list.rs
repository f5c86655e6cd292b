//! The list of choices, drawn.

use super::app::{App, Focus, Mode};
use super::draw::{heading, ruled};
use super::players::Player;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use referee::{Hue, Seat};

/// Draws the list of choices; gives the place of its lines and the first one to be seen.
pub(crate) fn choices(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) -> (Rect, usize) {
    let focused = app.focus == Focus::List && app.past.is_none();
    let mut block = ruled(app, title(app), focused);
    if let Some(foot) = foot(app) {
        block = block.title(foot.right_aligned());
    }
    let inner = block.inner(area);
    frame.render_widget(block, area);
    if app.rows.is_empty() {
        frame.render_widget(Paragraph::new(empty(app)).wrap(Default::default()), inner);
        return (Rect::default(), 0);
    }
    let height = usize::from(inner.height).max(1);
    let top = app.selected.saturating_sub(height / 2).min(app.rows.len().saturating_sub(height));
    let digits = app.rows.len().to_string().len();
    let lines: Vec<Line<'_>> =
        (top..app.rows.len().min(top + height)).map(|row| line(app, row, digits, inner.width, focused)).collect();
    frame.render_widget(Paragraph::new(lines), inner);
    (inner, top)
}

/// A row: its number, its words, and for a kind of action how many places there are for it.
fn line<'a>(app: &'a App<'_>, row: usize, digits: usize, width: u16, focused: bool) -> Line<'a> {
    let members = &app.rows[row];
    let label = &app.moment.choices[members[0]].aim.label;
    let is_kind = app.kind.as_ref() == Some(label);
    let number = format!("{:>digits$}{}", row + 1, if is_kind { '▸' } else { ' ' });
    let places = if members.len() > 1 { format!("  {} places", members.len()) } else { String::new() };
    if row == app.selected && focused {
        let width = usize::from(width);
        return Line::from(format!("{:<width$}", number + label.as_str() + places.as_str())).style(app.palette.chosen());
    }
    let style = if is_kind { app.palette.target() } else { app.palette.hue(Hue::Plain) };
    let faint = app.palette.hue(Hue::Faint);
    Line::from(vec![
        Span::styled(number, if is_kind { style } else { faint }),
        Span::styled(label, style),
        Span::styled(places, faint),
    ])
}

fn title(app: &App<'_>) -> Line<'static> {
    match app.moment.seat {
        Some(seat) => {
            let name = Span::styled(app.session.table().told_seat(seat), app.palette.seat(seat));
            Line::from(vec![Span::raw(" "), name, Span::raw(" may ").bold()]).not_dim()
        }
        None if app.moment.over => heading("game over"),
        None => heading("choices"),
    }
}

fn foot(app: &App<'_>) -> Option<Line<'static>> {
    let count = || match (app.moment.more, app.shown.len() < app.moment.choices.len()) {
        (false, false) => format!(" {} ", app.shown.len()),
        (false, true) => format!(" {} of {} ", app.shown.len(), app.moment.choices.len()),
        (true, _) => format!(" {} of the first {}; : for more ", app.shown.len(), app.moment.choices.len()),
    };
    match app.mode {
        Mode::Filter => Some(Line::from(format!(" /{}▏ ", app.filter)).style(app.palette.target())),
        _ if !app.filter.is_empty() => Some(Line::from(format!(" /{} ·{}", app.filter, count()))),
        _ if app.moment.choices.is_empty() => None,
        _ => Some(Line::from(count())),
    }
}

/// What is said where there is nothing to choose.
fn empty(app: &App<'_>) -> Vec<Line<'static>> {
    let faint = |text: String| vec![Line::styled(text, app.palette.hue(Hue::Faint))];
    let waiting = || app.moment.waiting.first().map(|&seat| (app.session.table().told_seat(seat), app.players.of(seat)));
    match waiting() {
        _ if app.past.is_some() => {
            faint("This is the past. Enter or b plays on from here, in a new file; Esc returns to the present.".into())
        }
        _ if app.moment.over => ended(app),
        _ if !app.moment.choices.is_empty() => faint("Nothing fits. Esc shows all choices again.".into()),
        Some((name, Player::Elsewhere)) => {
            faint(format!("{name} is to move, elsewhere: this screen follows the log. B puts a bot there."))
        }
        Some((name, _)) => faint(format!("{name} is to move.")),
        None => faint("There is nothing to do.".into()),
    }
}

/// How it ended, and what each seat has.
fn ended(app: &App<'_>) -> Vec<Line<'static>> {
    let table = app.session.table();
    let seats = (0..table.card().seats.len() as u8).map(Seat);
    let score = |seat: Seat| {
        let name = Span::styled(format!("{}  ", table.told_seat(seat)), app.palette.seat(seat));
        Line::from(vec![
            name,
            Span::styled(table.score(seat).to_string(), app.palette.hue(Hue::Plain).add_modifier(Modifier::BOLD)),
        ])
    };
    let how = Line::from(app.moment.scene.status.clone()).bold();
    let keys =
        Line::styled("The game is over. u takes a move back; [ and ] go through what happened.", app.palette.hue(Hue::Faint));
    [how].into_iter().chain(seats.map(score)).chain([keys]).collect()
}

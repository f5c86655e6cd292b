//! What stands beside the board, drawn: panels, what would happen, what happened, and the slider through time.

use super::app::App;
use super::draw::{heading, ruled};
use super::story::{story, wrap};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};
use referee::{Hue, Panel};
use referee_host::Preview;

/// Draws a panel of the game.
pub(crate) fn panel(app: &App<'_>, frame: &mut Frame<'_>, panel: &Panel, area: Rect) {
    let lines: Vec<Line<'_>> =
        panel.lines.iter().map(|line| Line::styled(line.text.as_str(), app.palette.hue(line.hue))).collect();
    let hidden = panel.lines.len().saturating_sub(usize::from(area.height.saturating_sub(1)));
    let mut block = ruled(app, heading(&panel.title), false);
    if hidden > 0 {
        block = block.title(Line::from(format!(" {hidden} more ")).right_aligned());
    }
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// Draws the text of the lesson.
pub(crate) fn lesson(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let Some(course) = &app.course else { return };
    let room = usize::from(area.height.saturating_sub(1));
    let lines = app.lesson_lines(area.width.saturating_sub(2), room);
    let mut block = ruled(app, heading(&course.lesson.title()), false);
    if lines.len() > room {
        block = block.title(Line::from(format!(" {} more ", lines.len() - room)).right_aligned());
    }
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// Draws what the choice that is looked at would do, if it is known.
pub(crate) fn preview(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let (Some(index), Some(preview)) = (app.looked_at(), app.preview()) else { return };
    if area.height < 3 {
        return;
    }
    let label = &app.moment.choices[index].aim.label;
    let mut block = ruled(app, Line::from(format!(" preview: {label} ")).bold().not_dim(), true);
    let lines = foretold(app, preview, area.width.saturating_sub(2));
    let hidden = lines.len().saturating_sub(usize::from(area.height) - 1);
    if hidden > 0 {
        block = block.title(Line::from(format!(" {hidden} more ")).right_aligned());
    }
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// What would happen, in sentences; what hangs on chance is told as an example.
fn foretold(app: &App<'_>, preview: &Preview, width: u16) -> Vec<Line<'static>> {
    let wrapped = |text: &str, hue: Hue| -> Vec<Line<'static>> {
        wrap(text, usize::from(width)).into_iter().map(|line| Line::styled(line, app.palette.hue(hue))).collect()
    };
    if !preview.verdict.success {
        return preview.verdict.errors.iter().flat_map(|error| wrapped(error, Hue::Red)).collect();
    }
    let told = |tale: &[String], hue: Hue| -> Vec<Line<'static>> {
        tale.iter().filter(|sentence| !sentence.is_empty()).flat_map(|sentence| wrapped(sentence, hue)).collect()
    };
    let (sure, open) = preview.tale.split_at(preview.alike.min(preview.tale.len()));
    let mut lines = told(sure, Hue::Plain);
    if !open.is_empty() {
        lines.extend(wrapped("chance decides the rest; for example:", Hue::Yellow));
        lines.extend(told(open, Hue::Faint));
    }
    lines
}

/// Draws what was said, below a map and under the slider; gives the place of the slider's track. The newest is below.
pub(crate) fn said(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) -> Rect {
    let Some(height) = area.height.checked_sub(1) else { return Rect::default() };
    let inner = Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(2), height };
    let all = app.moment.scene.panels.first().map_or(&[][..], |panel| &panel.lines);
    let wrapped = |said: &referee::Line| {
        let style = app.palette.hue(said.hue);
        wrap(&said.text, usize::from(inner.width)).into_iter().map(move |line| Line::styled(line, style)).collect::<Vec<_>>()
    };
    let lines: Vec<Line<'_>> = all.iter().flat_map(wrapped).collect();
    let first = lines.len().saturating_sub(usize::from(height) + app.scrolled as usize);
    frame.render_widget(Paragraph::new(lines.into_iter().skip(first).collect::<Vec<_>>()), inner);
    slider(app, frame, Rect { height: 1, ..area })
}

/// Draws the log under the slider; gives the place of the slider's track.
pub(crate) fn log(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) -> Rect {
    let Some(height) = area.height.checked_sub(1) else { return Rect::default() };
    let inner = Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(2), height };
    let to = app.moment.seq.saturating_sub(app.scrolled);
    let lines = story(app.session.table(), app.moment.eye, to, (inner.width, inner.height), app.palette);
    frame.render_widget(Paragraph::new(lines), inner);
    slider(app, frame, Rect { height: 1, ..area })
}

/// Draws the slider through time; gives the place of its track.
fn slider(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) -> Rect {
    let latest = app.session.table().seq();
    let label = match app.scrolled {
        0 => format!(" record {} of {latest} ", app.moment.seq),
        up => format!(" {up} records further up "),
    };
    let name = " log ◂";
    let width = area.width.saturating_sub((label.chars().count() + name.chars().count() + 1) as u16);
    let track = Rect { x: area.x + name.chars().count() as u16, width, ..area };
    if width < 2 {
        return Rect::default();
    }
    let along = (app.moment.seq * u64::from(width - 1)).checked_div(latest).unwrap_or(u64::from(width - 1)) as usize;
    let hue = if app.past.is_some() { Hue::Violet } else { Hue::Green };
    let line = Line::from(vec![
        Span::raw(name).bold(),
        Span::styled("━".repeat(along), app.palette.hue(hue)),
        Span::styled("●", app.palette.hue(hue).add_modifier(Modifier::BOLD)),
        Span::styled("─".repeat(usize::from(width) - 1 - along), app.palette.hue(Hue::Faint)),
        Span::raw("▸"),
        Span::raw(label),
    ]);
    frame.render_widget(line, area);
    track
}

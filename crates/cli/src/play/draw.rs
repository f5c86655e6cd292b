//! The screen, drawn: title, status, board, choices, panels, story, slider, message and help.

use super::app::{App, Focus, Mode, Tone};
use super::board::Picture;
use super::grid::Grid;
use super::input::KEYS;
use super::layout::{Areas, HEIGHT_MIN, Parts, WIDTH_MIN};
use super::players::Player;
use super::story::story;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph};
use referee::{Hue, Panel};

/// Draws the screen and remembers where everything is.
pub(crate) fn draw(app: &mut App<'_>, frame: &mut Frame<'_>) {
    let screen = frame.area();
    app.areas = Areas::default();
    if screen.width < WIDTH_MIN || screen.height < HEIGHT_MIN {
        return too_small(frame, screen);
    }
    let beside: &[Panel] = if app.moment.scene.board.is_some() { &app.moment.scene.panels } else { &[] };
    let parts = Parts::of(screen, beside);
    title(app, frame, parts.title);
    status(app, frame, parts.status);
    let grid = board(app, frame, parts.main);
    for (panel, area) in beside.iter().zip(&parts.panels) {
        draw_panel(app, frame, panel, *area);
    }
    let (list, list_top) = choices(app, frame, parts.list);
    draw_story(app, frame, parts.story);
    let track = slider(app, frame, parts.slider);
    message(app, frame, parts.message, list);
    keys(app, frame, parts.help);
    if app.mode == Mode::Help {
        help(app, frame, screen);
    }
    app.areas = Areas { grid, list, list_top, track };
}

fn too_small(frame: &mut Frame<'_>, screen: Rect) {
    let text = [
        "This window is too small.".to_owned(),
        format!("It is {} x {};", screen.width, screen.height),
        format!("{WIDTH_MIN} x {HEIGHT_MIN} are needed."),
        "q leaves; all is kept.".to_owned(),
    ];
    let top = screen.height.saturating_sub(text.len() as u16) / 2;
    let area = Rect { y: screen.y + top, height: screen.height - top, ..screen };
    frame.render_widget(Paragraph::new(text.map(Line::from).to_vec()).alignment(Alignment::Center), area);
}

fn framed<'a>(app: &App<'_>, title: impl Into<Line<'a>>, focused: bool) -> Block<'a> {
    let style = if focused { app.palette.target() } else { app.palette.hue(Hue::Faint) };
    Block::bordered().border_type(BorderType::Rounded).border_style(style).title(title.into())
}

/// A heading in a frame, with room around it.
fn heading(text: &str) -> Line<'static> {
    Line::from(format!(" {text} ")).bold().not_dim()
}

fn title(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let card = app.session.table().card();
    let name = Span::styled(format!(" {} ", app.moment.scene.title), app.palette.chosen());
    let players = players(app);
    let room = usize::from(area.width).saturating_sub(players.width() + 2);
    let about = shortened(card.about, room.saturating_sub(name.width() + 2));
    let about = Span::styled(format!("  {about}"), app.palette.hue(Hue::Faint));
    frame.render_widget(Line::from(vec![name, about]), Rect { width: room as u16, ..area });
    frame.render_widget(players.alignment(Alignment::Right), area);
}

/// A text that fits into so many columns, with a sign that something is left out.
fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

/// Who plays what: `first you · second greedy`.
fn players(app: &App<'_>) -> Line<'static> {
    let mut spans = Vec::new();
    for (seat, player) in app.players.all() {
        let name = app.session.table().told_seat(seat);
        let to_move = app.moment.waiting.contains(&seat);
        let pointer = if to_move { "▸" } else { " " };
        spans.push(Span::styled(format!("  {pointer}{name} "), app.palette.seat(seat)));
        spans.push(Span::styled(
            match player {
                Player::Here => "you",
                Player::Bot(bot) => bot,
                Player::Elsewhere => "elsewhere",
            },
            app.palette.hue(Hue::Faint),
        ));
    }
    spans.push(Span::raw(" "));
    Line::from(spans)
}

fn status(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let status = app.moment.scene.status.clone();
    let banner =
        |text: &'static str, hue: Hue| Span::styled(text, app.palette.hue(hue).add_modifier(Modifier::REVERSED | Modifier::BOLD));
    let mut spans = vec![Span::raw(" ")];
    if let Some(seq) = app.past {
        spans.push(banner(" THE PAST ", Hue::Violet));
        spans.push(Span::raw(format!(" record {seq} of {}: {status}", app.session.table().seq())));
    } else if app.moment.over {
        spans.push(banner(" GAME OVER ", Hue::Green));
        spans.push(Span::raw(format!(" {status}")).bold());
    } else {
        spans.push(Span::raw(status).bold());
        if app.paused {
            spans.push(Span::raw("  "));
            spans.push(banner(" PAUSED ", Hue::Yellow));
        } else if let Some(thinking) = &app.thinking {
            spans.push(Span::styled(format!("  {} is thinking ...", thinking.bot), app.palette.hue(Hue::Faint)));
        }
    }
    frame.render_widget(Line::from(spans), area);
}

fn board(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) -> Option<Grid> {
    let Some(board) = &app.moment.scene.board else {
        side_by_side(app, frame, area);
        return None;
    };
    let focused = app.focus == Focus::Board && app.past.is_none();
    let below = Line::from(format!(" {} ", under_cursor(app))).not_dim();
    let block = framed(app, heading("board"), focused).title_bottom(below).padding(Padding::horizontal(1));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let stable = Grid::fit(board.shape, &app.known, inner, app.cursor);
    let (grid, spots) = match stable.whole {
        true => (stable, &app.known),
        false => (Grid::fit(board.shape, &app.moment.spots, inner, app.cursor), &app.moment.spots),
    };
    let chosen = if app.focus == Focus::List { app.choice().map_or(&[][..], |choice| &choice.aim.spots) } else { &app.picks[..] };
    let cursor = (!app.moment.spots.is_empty()).then_some(app.cursor);
    let picture =
        Picture { board, spots, targets: &app.targets(), latest: &app.moment.latest, chosen, cursor, palette: app.palette };
    picture.paint(&grid, frame.buffer_mut());
    Some(grid)
}

/// What is under the cursor, and what can be done there.
fn under_cursor(app: &App<'_>) -> String {
    let words = app.moment.words(app.cursor);
    let points_here = |index: &usize| app.moment.choices[*index].aim.spots.contains(&app.cursor);
    let actions: Vec<usize> = app.shown.iter().copied().filter(points_here).collect();
    match actions[..] {
        [] => words,
        [only] => format!("{words} · {}", app.moment.choices[only].aim.label),
        [..] => format!("{words} · {} actions", actions.len()),
    }
}

/// The panels of a game without a board, in its place.
fn side_by_side(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let mut top = area.y;
    for panel in &app.moment.scene.panels {
        let height = (panel.lines.len().min(1_000) as u16 + 2).min(area.bottom() - top);
        draw_panel(app, frame, panel, Rect { y: top, height, ..area });
        top += height;
    }
}

fn draw_panel(app: &App<'_>, frame: &mut Frame<'_>, panel: &Panel, area: Rect) {
    let lines: Vec<Line<'_>> = panel.lines.iter().map(|(text, hue)| Line::styled(text.as_str(), app.palette.hue(*hue))).collect();
    let hidden = panel.lines.len().saturating_sub(usize::from(area.height.saturating_sub(2)));
    let mut block = framed(app, heading(&panel.title), false).padding(Padding::horizontal(1));
    if hidden > 0 {
        block = block.title_bottom(Line::from(format!(" {hidden} more ")).right_aligned());
    }
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// The list of choices; gives the place of its lines and the first one to be seen.
fn choices(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) -> (Rect, usize) {
    let focused = app.focus == Focus::List && app.past.is_none();
    let mut block = framed(app, list_title(app), focused).padding(Padding::horizontal(1));
    if let Some(below) = list_foot(app) {
        block = block.title_bottom(below);
    }
    let inner = block.inner(area);
    frame.render_widget(block, area);
    if app.shown.is_empty() {
        frame.render_widget(Paragraph::new(empty_list(app)).wrap(Default::default()).style(app.palette.hue(Hue::Faint)), inner);
        return (Rect::default(), 0);
    }
    let height = usize::from(inner.height).max(1);
    let top = app.selected.saturating_sub(height / 2).min(app.shown.len().saturating_sub(height));
    let digits = app.shown.len().to_string().len();
    let line = |position: usize| {
        let label = &app.moment.choices[app.shown[position]].aim.label;
        let number = format!("{:>digits$} ", position + 1);
        match position == app.selected && focused {
            true => {
                let width = usize::from(inner.width);
                Line::from(format!("{:<width$}", number + label)).style(app.palette.chosen())
            }
            false => Line::from(vec![Span::styled(number, app.palette.hue(Hue::Faint)), Span::raw(label.as_str())]),
        }
    };
    let lines: Vec<Line<'_>> = (top..app.shown.len().min(top + height)).map(line).collect();
    frame.render_widget(Paragraph::new(lines), inner);
    (inner, top)
}

fn list_title(app: &App<'_>) -> Line<'static> {
    match app.moment.seat {
        Some(seat) => {
            let name = Span::styled(app.session.table().told_seat(seat), app.palette.seat(seat));
            Line::from(vec![Span::raw(" "), name, Span::raw(" may ").bold()]).not_dim()
        }
        None => heading("choices"),
    }
}

fn list_foot(app: &App<'_>) -> Option<Line<'static>> {
    let count = || match (app.moment.more, app.shown.len() < app.moment.choices.len()) {
        (false, false) => format!(" {} ", app.shown.len()),
        (false, true) => format!(" {} of {} ", app.shown.len(), app.moment.choices.len()),
        (true, _) => format!(" {} of the first {}; : for more ", app.shown.len(), app.moment.choices.len()),
    };
    match app.mode {
        Mode::Filter => Some(Line::from(format!(" /{}▏ ", app.filter)).style(app.palette.target())),
        _ if !app.filter.is_empty() => Some(Line::from(format!(" /{} ·{}", app.filter, count()))),
        _ if app.moment.choices.is_empty() => None,
        _ => Some(Line::from(count()).right_aligned()),
    }
}

fn empty_list(app: &App<'_>) -> String {
    let waiting = || app.moment.waiting.first().map(|&seat| (app.session.table().told_seat(seat), app.players.of(seat)));
    match waiting() {
        _ if app.past.is_some() => {
            "This is the past. Enter or b plays on from here, in a new file; Esc returns to the present.".into()
        }
        _ if app.moment.over => "The game is over. u takes a move back; [ and ] go through what happened.".into(),
        _ if !app.moment.choices.is_empty() => "Nothing fits. Esc shows all choices again.".into(),
        Some((name, Player::Elsewhere)) => {
            format!("{name} is to move, elsewhere: this screen follows the log. B puts a bot there.")
        }
        Some((name, _)) => format!("{name} is to move."),
        None => "There is nothing to do.".into(),
    }
}

fn draw_story(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    if area.height < 3 {
        return;
    }
    let mut block = framed(app, heading("log"), false).padding(Padding::horizontal(1));
    if app.scrolled > 0 {
        block = block.title_bottom(Line::from(format!(" {} records further up ", app.scrolled)).right_aligned());
    }
    let inner = block.inner(area);
    let to = app.moment.seq.saturating_sub(app.scrolled);
    let lines = story(app.session.table(), app.moment.eye, to, (inner.width, inner.height), app.palette);
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// The slider through time; gives the place of its track.
fn slider(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) -> Rect {
    let latest = app.session.table().seq();
    let label = format!(" record {} of {latest} ", app.moment.seq);
    let width = area.width.saturating_sub(label.len() as u16 + 4);
    let track = Rect { x: area.x + 2, width, ..area };
    if width < 2 {
        return Rect::default();
    }
    let along = (app.moment.seq * u64::from(width - 1)).checked_div(latest).unwrap_or(u64::from(width - 1)) as usize;
    let hue = if app.past.is_some() { Hue::Violet } else { Hue::Green };
    let line = Line::from(vec![
        Span::raw(" ◂"),
        Span::styled("━".repeat(along), app.palette.hue(hue)),
        Span::styled("●", app.palette.hue(hue).add_modifier(Modifier::BOLD)),
        Span::styled("─".repeat(usize::from(width) - 1 - along), app.palette.hue(Hue::Faint)),
        Span::raw("▸"),
        Span::raw(label),
    ]);
    frame.render_widget(line, area);
    track
}

fn message(app: &App<'_>, frame: &mut Frame<'_>, area: Rect, list: Rect) {
    let line = match (&app.mode, &app.message) {
        (Mode::Declare(text), _) => {
            let room = usize::from(area.width).saturating_sub(4);
            let hidden = text.chars().count().saturating_sub(room);
            Line::from(format!(" :{}▏", text.chars().skip(hidden).collect::<String>())).style(app.palette.target())
        }
        (_, Some((Tone::Alarm, text))) => Line::from(format!(" ✗ {text}")).style(app.palette.alarm()),
        (_, Some((Tone::Note, text))) => Line::from(format!(" {text}")),
        _ => match long_label(app, list) {
            Some(label) => Line::from(format!(" {label}")),
            None => Line::from(format!(" kept in {}", app.session.file_name())).style(app.palette.hue(Hue::Faint)),
        },
    };
    frame.render_widget(line, area);
}

/// The words of the choice that is looked at, if a list this wide has no room for them.
fn long_label<'a>(app: &'a App<'_>, list: Rect) -> Option<&'a str> {
    let label = app.choice().filter(|_| app.focus == Focus::List).map(|choice| choice.aim.label.as_str());
    let number = app.shown.len().to_string().len() + 1;
    label.filter(|label| label.chars().count() + number > usize::from(list.width))
}

/// The keys of the moment.
fn keys(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let keys: &[(&str, &str)] = match (&app.mode, app.focus) {
        (Mode::Help, _) => &[("any key", "close")],
        (Mode::Filter, _) => &[("words", "narrow down"), ("↑↓", "choose"), ("Enter", "keep, or do the only one"), ("Esc", "all")],
        (Mode::Declare(_), _) => &[("JSON", "an action"), ("Enter", "declare"), ("Esc", "never mind")],
        _ if app.past.is_some() => {
            &[("[ ]", "time"), ("{ }", "by ten"), ("b", "play on from here"), ("Esc", "present"), ("?", "help"), ("q", "leave")]
        }
        _ if app.moment.over => &[("u", "undo"), ("[ ]", "time"), ("?", "help"), ("q", "leave")],
        _ if app.moment.seat.is_none() && app.paused => {
            &[("space", "go on"), ("B", "bot"), ("u", "undo"), ("[ ]", "time"), ("?", "help"), ("q", "leave")]
        }
        _ if app.moment.seat.is_none() => {
            &[("space", "pause"), ("B", "bot"), ("u", "undo"), ("[ ]", "time"), ("?", "help"), ("q", "leave")]
        }
        (Mode::Play, Focus::Board) => &[
            ("←↓↑→", "move"),
            ("Enter", "choose"),
            ("Tab", "list"),
            ("u", "undo"),
            ("[ ]", "time"),
            ("B", "bot"),
            ("?", "help"),
            ("q", "leave"),
        ],
        (Mode::Play, Focus::List) => &[
            ("↑↓", "choose"),
            ("Enter", "do"),
            ("/", "filter"),
            ("Tab", "board"),
            ("u", "undo"),
            ("[ ]", "time"),
            ("?", "help"),
            ("q", "leave"),
        ],
    };
    let mut keys = keys.to_vec();
    let width =
        |keys: &[(&str, &str)]| keys.iter().map(|(key, what)| Line::from(format!(" {key} {what} ")).width()).sum::<usize>();
    // The last two are the help and the way out: those before them give way.
    while width(&keys) > usize::from(area.width) && keys.len() > 2 {
        keys.remove(keys.len() - 3);
    }
    let faint = app.palette.hue(Hue::Faint);
    let spans = |(key, what): (&str, &str)| [Span::raw(format!(" {key}")).bold(), Span::styled(format!(" {what} "), faint)];
    frame.render_widget(Line::from(keys.into_iter().flat_map(spans).collect::<Vec<_>>()), area);
}

fn help(app: &App<'_>, frame: &mut Frame<'_>, screen: Rect) {
    let line =
        |&(key, what): &(&'static str, &'static str)| Line::from(vec![Span::raw(format!("{key:<17}")).bold(), Span::raw(what)]);
    let text = Text::from(KEYS.iter().map(line).collect::<Vec<_>>());
    let (width, height) = ((text.width() as u16 + 4).min(screen.width), (text.height() as u16 + 2).min(screen.height));
    let area = Rect { x: (screen.width - width) / 2, y: (screen.height - height) / 2, width, height };
    let block = framed(app, heading("keys"), true).padding(Padding::horizontal(1));
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(text).block(block), area);
}

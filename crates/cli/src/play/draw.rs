//! The screen, drawn: the title with how it stands, the board, what is under the cursor, messages, keys and help. What stands beside
//! the board is drawn by `list` and `side`.

use super::app::{App, Focus, Mode, Tone};
use super::beside::beside;
use super::board::Picture;
use super::grid::Grid;
use super::input::KEYS;
use super::layout::{Areas, HEIGHT_MIN, Parts, WIDTH_MIN, Wants};
use super::lesson::Standing;
use super::players::Player;
use super::{list, side};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, Borders, Clear, Padding, Paragraph};
use referee::{Hue, Panel};

/// Draws the screen and remembers where everything is.
pub(crate) fn draw(app: &mut App<'_>, frame: &mut Frame<'_>) {
    let screen = frame.area();
    app.areas = Areas::default();
    if screen.width < WIDTH_MIN || screen.height < HEIGHT_MIN {
        return too_small(frame, screen);
    }
    if app.is_map() {
        return map(app, frame, screen);
    }
    let beside = if app.moment.scene.board.is_some() { panels(app) } else { Vec::new() };
    let places = if app.known.is_empty() { &app.moment.spots } else { &app.known };
    let board_wanted = app.moment.scene.board.as_ref().map(|board| (board.shape, places));
    let rows = app.roomy.max(app.rows.len());
    let parts = Parts::of(
        screen,
        &Wants { board: board_wanted, panels: &beside, rows, lesson: &|width| app.lesson_lines(width, usize::MAX).len() },
    );
    title(app, frame, parts.title);
    let grid = board(app, frame, parts.main);
    under(app, frame, parts.cursor);
    for (panel, area) in beside.iter().zip(&parts.panels) {
        side::panel(app, frame, panel, *area);
    }
    side::lesson(app, frame, parts.lesson);
    let (list, list_top) = list::choices(app, frame, parts.list);
    let track = side::log(app, frame, parts.story);
    side::preview(app, frame, parts.preview);
    bottom(app, frame, parts.keys);
    if app.mode == Mode::Help {
        help(app, frame, screen);
    }
    app.areas = Areas { grid, list, list_top, track };
}

/// A screen with a map: it follows whoever is played.
fn map(app: &mut App<'_>, frame: &mut Frame<'_>, screen: Rect) {
    let listed = app.past.is_none() && (app.focus == Focus::List || app.moment.over);
    let beside: Vec<Panel> = panels(app).into_iter().skip(1).collect();
    let wants =
        Wants { board: None, panels: &beside, rows: app.rows.len(), lesson: &|width| app.lesson_lines(width, usize::MAX).len() };
    let parts = Parts::of_map(screen, &wants, listed);
    app.follow(parts.main);
    title(app, frame, parts.title);
    let grid = Grid::window(parts.main, app.corner);
    window(app, frame, &grid);
    under(app, frame, parts.cursor);
    for (panel, area) in beside.iter().zip(&parts.panels) {
        side::panel(app, frame, panel, *area);
    }
    side::lesson(app, frame, parts.lesson);
    let (list, list_top) = if listed { list::choices(app, frame, parts.list) } else { Default::default() };
    let track = side::said(app, frame, parts.story);
    side::preview(app, frame, parts.preview);
    bottom(app, frame, parts.keys);
    if app.mode == Mode::Help {
        help(app, frame, screen);
    }
    app.areas = Areas { grid: Some(grid), list, list_top, track };
}

fn panels(app: &App<'_>) -> Vec<Panel> {
    beside(&app.moment.scene, &app.moment.choices)
}

fn window(app: &App<'_>, frame: &mut Frame<'_>, grid: &Grid) {
    let Some(board) = &app.moment.scene.board else { return };
    let listed = app.choice().filter(|_| app.focus == Focus::List && app.past.is_none());
    let chosen = listed.map_or(&app.picks[..], |choice| &choice.aim.spots);
    let cursor = (app.mode == Mode::Look).then_some(app.cursor);
    let (targets, omens) = (app.targets(), app.omens());
    let (spots, latest) = (&app.moment.spots, &app.moment.latest);
    Picture { board, spots, targets: &targets, latest, omens: &omens, chosen, cursor, palette: app.palette }
        .paint(grid, frame.buffer_mut());
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

/// A part of the screen under a heading and a rule.
pub(crate) fn ruled<'a>(app: &App<'_>, title: impl Into<Line<'a>>, focused: bool) -> Block<'a> {
    let style = if focused { app.palette.target() } else { app.palette.hue(Hue::Faint) };
    Block::new().borders(Borders::TOP).border_style(style).title(title.into()).padding(Padding::horizontal(1))
}

/// A heading, with room around it.
pub(crate) fn heading(text: &str) -> Line<'static> {
    Line::from(format!(" {text} ")).bold().not_dim()
}

/// What is played, how it stands, and who plays it; who plays gives way where there is no room for all.
fn title(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let mut line = vec![Span::styled(format!(" {} ", app.moment.scene.title), app.palette.chosen())];
    line.extend(status(app));
    let line = Line::from(line);
    let players = players(app);
    if line.width() + players.width() <= usize::from(area.width) {
        frame.render_widget(players.alignment(Alignment::Right), area);
    }
    let room = Rect { width: (line.width() as u16).min(area.width), ..area };
    frame.render_widget(line, room);
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

fn status(app: &App<'_>) -> Vec<Span<'static>> {
    let said_below = app.is_map() && !app.moment.over;
    let status = if said_below { String::new() } else { app.moment.scene.status.clone() };
    let banner =
        |text: &'static str, hue: Hue| Span::styled(text, app.palette.hue(hue).add_modifier(Modifier::REVERSED | Modifier::BOLD));
    let mut spans = vec![Span::raw(" ")];
    match app.course.as_ref().map(|course| &course.standing).filter(|_| app.past.is_none()) {
        Some(Standing::Done) => spans.extend([banner(" LESSON DONE ", Hue::Green), Span::raw(" ")]),
        Some(Standing::Missed(_)) => spans.extend([banner(" TRY AGAIN ", Hue::Yellow), Span::raw(" ")]),
        _ => {}
    }
    if let Some(seq) = app.past {
        spans.push(banner(" THE PAST ", Hue::Violet));
        spans.push(Span::raw(format!(
            " record {seq} of {}{}{status}",
            app.session.table().seq(),
            if said_below { "" } else { ": " }
        )));
    } else if app.moment.over {
        spans.push(banner(" GAME OVER ", Hue::Green));
        spans.push(Span::raw(format!(" {status}")).bold());
    } else {
        spans.push(Span::raw(status).bold());
        spans.extend(clock(app));
        if app.paused {
            spans.push(Span::raw("  "));
            spans.push(banner(" PAUSED ", Hue::Yellow));
        } else if let Some(thinking) = &app.thinking {
            spans.push(Span::styled(format!("  {} is thinking ...", thinking.bot), app.palette.hue(Hue::Faint)));
        }
    }
    spans
}

/// How long whoever is waited for is in time: `1:05`.
fn clock(app: &App<'_>) -> Option<Span<'static>> {
    const SOON: u64 = 10;
    let left = app.moment.scene.until?.saturating_sub(app.session.at(app.now)) / app.session.table().card().second.max(1);
    let hue = if left < SOON { Hue::Red } else { Hue::Faint };
    Some(Span::styled(format!("  {}:{:02}", left / 60, left % 60), app.palette.hue(hue)))
}

fn board(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) -> Option<Grid> {
    let Some(board) = &app.moment.scene.board else {
        side_by_side(app, frame, area);
        return None;
    };
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let stable = Grid::fit(board.shape, &app.known, inner, app.cursor);
    let (grid, spots) = match stable.whole {
        true => (stable, &app.known),
        false => (Grid::fit(board.shape, &app.moment.spots, inner, app.cursor), &app.moment.spots),
    };
    let chosen = if app.focus == Focus::List { app.choice().map_or(&[][..], |choice| &choice.aim.spots) } else { &app.picks[..] };
    let cursor = (!app.moment.spots.is_empty()).then_some(app.cursor);
    let (targets, omens) = (app.targets(), app.omens());
    let latest = &app.moment.latest;
    let picture = Picture { board, spots, targets: &targets, latest, omens: &omens, chosen, cursor, palette: app.palette };
    picture.paint(&grid, frame.buffer_mut());
    Some(grid)
}

/// What is looked at, below the board: a place and what can be done there, or a choice of the list in all its words.
fn under(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let on_board = app.focus == Focus::Board || app.past.is_some();
    let text = match app.choice() {
        Some(choice) if !on_board => choice.aim.label.clone(),
        _ if app.moment.spots.is_empty() => return,
        _ => under_cursor(app),
    };
    let style = if on_board { app.palette.target() } else { app.palette.hue(Hue::Faint) };
    frame.render_widget(Line::styled(format!(" {text}"), style), area);
}

/// What is under the cursor, and what can be done there.
fn under_cursor(app: &App<'_>) -> String {
    if app.is_map() && app.mode != Mode::Look {
        return String::new(); // the panels tell what is underfoot
    }
    let words = app.moment.words(app.cursor);
    let points_here = |index: &usize| app.moment.choices[*index].aim.spots.contains(&app.cursor);
    let actions: Vec<usize> = app.offered().filter(points_here).collect();
    let labels: Vec<&str> = actions.iter().map(|&index| app.moment.choices[index].aim.label.as_str()).collect();
    match labels.len() {
        0 => words,
        1..=3 => format!("{words} · {}", labels.join(" · ")),
        many => format!("{words} · {many} actions"),
    }
}

/// The panels of a game without a board, in its place.
fn side_by_side(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let mut top = area.y;
    for panel in &panels(app) {
        let height = (panel.lines.len().min(1_000) as u16 + 1).min(area.bottom() - top);
        side::panel(app, frame, panel, Rect { y: top, height, ..area });
        top += height;
    }
}

/// What is being typed, what is to be said, or the keys of the moment.
fn bottom(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let line = match (&app.mode, &app.message) {
        (Mode::Declare(text), _) => {
            let room = usize::from(area.width).saturating_sub(4);
            let hidden = text.chars().count().saturating_sub(room);
            Line::from(format!(" :{}▏", text.chars().skip(hidden).collect::<String>())).style(app.palette.target())
        }
        (Mode::Confirm(seat, word), _) => Line::from(format!(" {}", app.question(*seat, *word))).style(app.palette.target()),
        (_, Some((Tone::Alarm, text))) => Line::from(format!(" ✗ {text}")).style(app.palette.alarm()),
        (_, Some((Tone::Note, text))) => Line::from(format!(" {text}")),
        _ => return keys(app, frame, area),
    };
    frame.render_widget(line, area);
}

/// The keys of the moment.
fn keys(app: &App<'_>, frame: &mut Frame<'_>, area: Rect) {
    let keys: &[(&str, &str)] = match (&app.mode, app.focus) {
        (Mode::Help, _) => &[("any key", "close")],
        (Mode::Filter, _) => &[("words", "narrow down"), ("↑↓", "choose"), ("Enter", "keep, or do the only one"), ("Esc", "all")],
        _ if app.past.is_some() => {
            &[("[ ]", "time"), ("{ }", "by ten"), ("b", "play on from here"), ("Esc", "present"), ("?", "help"), ("q", "leave")]
        }
        (Mode::Look, _) => {
            &[("←↓↑→", "move"), ("Enter", "choose"), ("x", "next"), ("Esc", "back"), ("?", "help"), ("q", "leave")]
        }
        _ if app.moment.over && app.is_map() => &[("U", "undo"), ("[ ]", "time"), ("?", "help"), ("q", "leave")],
        _ if app.moment.over => &[("u", "undo"), ("[ ]", "time"), ("?", "help"), ("q", "leave")],
        _ if app.moment.seat.is_none() && app.paused => {
            &[("space", "go on"), ("B", "bot"), ("u", "undo"), ("[ ]", "time"), ("?", "help"), ("q", "leave")]
        }
        _ if app.moment.seat.is_none() => {
            &[("space", "pause"), ("+ -", "speed"), ("B", "bot"), ("u", "undo"), ("[ ]", "time"), ("?", "help"), ("q", "leave")]
        }
        (_, Focus::Board) if app.is_map() => &[
            ("←↓↑→", "go"),
            (".", "wait"),
            ("x", "look"),
            ("i", "things"),
            ("Tab", "list"),
            ("U", "undo"),
            ("[ ]", "time"),
            ("B", "bot"),
            ("?", "help"),
            ("q", "leave"),
        ],
        (_, Focus::Board) => &[
            ("←↓↑→", "move"),
            ("Enter", "choose"),
            ("p", "preview"),
            ("1 2 3", "what"),
            ("x", "where"),
            ("Tab", "list"),
            ("u", "undo"),
            ("[ ]", "time"),
            ("B", "bot"),
            ("?", "help"),
            ("q", "leave"),
        ],
        (_, Focus::List) => &[
            ("↑↓", "choose"),
            ("Enter", "do"),
            ("p", "preview"),
            ("Tab", "board"),
            ("/", "filter"),
            ("u", "undo"),
            ("[ ]", "time"),
            ("?", "help"),
            ("q", "leave"),
        ],
    };
    let mut keys = keys.to_vec();
    if app.course.is_some() && app.mode == Mode::Play {
        let done = app.course.as_ref().is_some_and(|course| course.standing == Standing::Done);
        keys.insert(0, ("r", "again"));
        keys.insert(0, if done { ("n", "next lesson") } else { ("t", "tip") });
    }
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
    let kept = Line::styled(format!("kept in {}", app.session.file_name()), app.palette.hue(Hue::Faint));
    let keys: Vec<_> = match app.is_map() {
        true => app.session.table().card().keys.iter().chain(super::map::KEYS).map(line).collect(),
        false => KEYS.iter().map(line).collect(),
    };
    let text = Text::from(keys.into_iter().chain([kept]).collect::<Vec<_>>());
    let (width, height) = ((text.width() as u16 + 4).min(screen.width), (text.height() as u16 + 2).min(screen.height));
    let area = Rect { x: (screen.width - width) / 2, y: (screen.height - height) / 2, width, height };
    let block = Block::bordered().border_type(BorderType::Rounded).title(heading("keys")).padding(Padding::horizontal(1));
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(text).block(block), area);
}

//! Where answers go. Colours where a person looks, none when piped. A reader that has gone away is no error, and changes no verdict: the
//! command goes on to its end and its exit code.

use crate::commands::offered;
use crate::play::{Palette, beside, still};
use ratatui::layout::Rect;
use referee::{Board, Hue, Scene, Shape};
use referee_host::{HostError, NamedSetup, Players, Table, Title};
use serde::Serialize;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

/// Prints a line to standard output.
pub(crate) fn say(line: impl AsRef<str>) -> Result<(), HostError> {
    let mut out = anstream::stdout().lock();
    heard(out.write_all(line.as_ref().as_bytes()).and_then(|()| out.write_all(b"\n"))).map(|_| ())
}

/// Prints text as it is: lines of a log, which no colour may touch.
pub(crate) fn put(text: &str) -> Result<(), HostError> {
    let mut out = io::stdout().lock();
    heard(out.write_all(text.as_bytes()).and_then(|()| out.flush())).map(|_| ())
}

/// Whether the reader is still there. All else that keeps an answer from being written is an error.
pub(crate) fn heard(written: io::Result<()>) -> Result<bool, HostError> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(HostError::io(&error, "cannot be written")),
    }
}

/// Prints a value as one line of JSON.
pub(crate) fn say_json(value: &impl Serialize) -> Result<(), HostError> {
    let text = serde_json::to_string(value).map_err(|error| HostError::bad("NOT_JSON", error.to_string()))?;
    put(&format!("{text}\n"))
}

/// A text from a file as a person may see it: control characters are spelled out, so that none of them reaches the terminal.
pub(crate) fn visible(text: &str) -> String {
    let mut seen = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_control() {
            true => seen.extend(c.escape_default()),
            false => seen.push(c),
        }
    }
    seen
}

/// Whether a person looks at standard output.
pub(crate) fn for_people() -> bool {
    io::stdout().is_terminal()
}

/// Reads a small document: a file, or standard input for `-`.
pub(crate) fn read_document(path: &Path) -> Result<String, HostError> {
    read_text(path, referee_host::LINE_MAX)
}

/// The setup that `--setup` gives: the name of one of the game's own as JSON, or the text of a file.
pub(crate) fn read_setup(title: &dyn Title, given: &Path) -> Result<String, HostError> {
    match named_setup(title, given) {
        Some(setup) => Ok(serde_json::json!(setup.name).to_string()),
        None => read_document(given).map_err(|error| match title.card().setups {
            [] => error,
            _ => error.help(format!("`referee setups {}` lists the setups that have a name", title.card().name)),
        }),
    }
}

/// The setup of the game that is named where a file could be; a file of that name comes second.
pub(crate) fn named_setup(title: &dyn Title, given: &Path) -> Option<&'static NamedSetup> {
    title.card().setups.iter().find(|setup| given.to_str() == Some(setup.name))
}

/// What a file is called, also where it is standard input.
pub(crate) fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads a text of so many bytes at most: a file, or standard input for `-`.
pub(crate) fn read_text(path: &Path, limit: u64) -> Result<String, HostError> {
    let name = name_of(path);
    let failed = |error: &io::Error| HostError::io(error, "cannot be read").in_file(name.clone());
    let mut text = Vec::new();
    let read = match path == Path::new("-") {
        true => io::stdin().take(limit + 1).read_to_end(&mut text),
        false => std::fs::File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut text)),
    };
    read.map_err(|error| failed(&error))?;
    if text.len() as u64 > limit {
        let error = HostError::bad("TOO_LONG", "the document is too long").because(format!("at most {limit} bytes"), "more");
        return Err(error.in_file(name));
    }
    String::from_utf8(text).map_err(|_| HostError::bad("NOT_UTF8", "the document is not UTF-8 text").in_file(name))
}

/// Says who sits where, if anyone is named.
pub(crate) fn say_players(players: &Players) -> Result<(), HostError> {
    if players.is_empty() { Ok(()) } else { say(visible(&players.to_string())) }
}

/// Says how the players ended a match, or that a draw is offered; why a game was closed, if it was.
pub(crate) fn say_ended(table: &dyn Table) -> Result<(), HostError> {
    let parley = table.parley();
    let told = parley.result.map(|result| result.told).or(parley.offer.as_ref().map(offered));
    told.map_or(Ok(()), |told| say(coloured(&told, Hue::Yellow)))?;
    table.closed().map_or(Ok(()), |why| say(coloured(&format!("closed: {}", visible(why)), Hue::Yellow)))
}

/// A scene as lines of coloured text.
pub(crate) fn paint(scene: &Scene) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = format!("{bold}{}{bold:#}\n", visible(&scene.title));
    if let Some(board) = &scene.board {
        text.push('\n');
        text.push_str(&paint_board(board));
    }
    text.push_str(&format!("\n{}\n", visible(&scene.status)));
    for panel in &beside(scene, &[]) {
        text.push_str(&format!("\n{bold}{}{bold:#}\n", visible(&panel.title)));
        for line in &panel.lines {
            text.push_str(&format!("  {}\n", coloured(&line.text, line.hue)));
        }
    }
    text
}

/// The board as the terminal player paints it, without the empty lines and columns around it.
fn paint_board(board: &Board) -> String {
    let (width, height) = if board.shape == Shape::Map { extent(board) } else { (100, 40) };
    let buffer = still(board, Palette::of_environment(), Rect::new(0, 0, width, height));
    let row = |y: u16| (0..buffer.area.width).map(move |x| (x, y));
    let empty = |at: &(u16, u16)| buffer[*at].symbol() == " ";
    let left = (0..buffer.area.height).filter_map(|y| row(y).position(|at| !empty(&at))).min().unwrap_or(0);
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let Some(end) = row(y).rposition(|at| !empty(&at)) else { continue };
        text.push_str("  ");
        row(y).take(end + 1).skip(left).for_each(|at| text.push_str(&styled(buffer[at].symbol(), buffer[at].style())));
        text.push('\n');
    }
    text
}

/// How much room a map takes that is shown whole.
fn extent(board: &Board) -> (u16, u16) {
    let spots = || board.tiles.iter().map(|tile| tile.at).chain(board.tokens.iter().map(|token| token.at));
    let length = |low: Option<i16>, high: Option<i16>| high.zip(low).map_or(1, |(high, low)| (high.abs_diff(low)).min(998) + 1);
    let across = length(spots().map(|at| at.x).min(), spots().map(|at| at.x).max());
    (across, length(spots().map(|at| at.y).min(), spots().map(|at| at.y).max()))
}

/// A text in a style of the terminal player.
fn styled(text: &str, style: ratatui::style::Style) -> String {
    use anstyle::{Ansi256Color, Effects, Style};
    use ratatui::style::{Color, Modifier};
    let effect = |modifier, effect: Effects| if style.add_modifier.contains(modifier) { effect } else { Effects::new() };
    let effects = effect(Modifier::BOLD, Effects::BOLD)
        | effect(Modifier::DIM, Effects::DIMMED)
        | effect(Modifier::REVERSED, Effects::INVERT);
    let colour = match style.fg {
        Some(Color::Indexed(index)) => Some(Ansi256Color(index).into()),
        _ => None,
    };
    let style = Style::new().fg_color(colour).effects(effects);
    format!("{style}{}{style:#}", visible(text))
}

/// A text in a colour.
pub(crate) fn coloured(text: &str, hue: Hue) -> String {
    styled(text, Palette::of_environment().hue(hue))
}

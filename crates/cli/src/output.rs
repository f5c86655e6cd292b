//! Where answers go. Colours where a person looks, none when piped; a reader that has gone away is no error.

use crate::error::Failure;
use referee::{Board, Hue, Scene, Shape, Spot};
use referee_host::HostError;
use serde::Serialize;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

/// Prints a line to standard output.
pub(crate) fn say(line: impl AsRef<str>) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(line.as_ref().as_bytes()).and_then(|()| out.write_all(b"\n")).map_err(Failure::from)
}

/// Prints text as it is: lines of a log, which no colour may touch.
pub(crate) fn put(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(Failure::from)
}

/// Prints a value as one line of JSON.
pub(crate) fn say_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|error| HostError::bad("NOT_JSON", error.to_string()))?;
    put(&format!("{text}\n"))
}

/// Whether a person looks at standard output.
pub(crate) fn for_people() -> bool {
    io::stdout().is_terminal()
}

/// Reads a small document: a file, or standard input for `-`.
pub(crate) fn read_document(path: &Path) -> Result<String, HostError> {
    let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
    let failed = |error: &io::Error| HostError::io(error, "cannot be read").in_file(name.clone());
    let mut text = Vec::new();
    let limit = referee_host::LINE_MAX;
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

/// A scene as lines of coloured text.
pub(crate) fn paint(scene: &Scene) -> String {
    let bold = anstyle::Style::new().bold();
    let mut text = format!("{bold}{}{bold:#}\n", scene.title);
    if let Some(board) = &scene.board {
        text.push('\n');
        text.push_str(&paint_board(board));
    }
    text.push_str(&format!("\n{}\n", scene.status));
    for panel in &scene.panels {
        text.push_str(&format!("\n{bold}{}{bold:#}\n", panel.title));
        for (line, hue) in &panel.lines {
            text.push_str(&format!("  {}\n", coloured(line, *hue)));
        }
    }
    text
}

/// Squares two characters wide; hexes four wide, every other column half a row lower.
fn paint_board(board: &Board) -> String {
    let things = board.tiles.iter().map(|tile| (tile.at, tile.glyph, tile.hue));
    let things = things.chain(board.tokens.iter().map(|token| (token.at, token.glyph, token.hue)));
    let mut cells = std::collections::BTreeMap::new();
    for (at, glyph, hue) in things {
        cells.insert(place(board.shape, at), (glyph, hue));
    }
    let Some(first_row) = cells.keys().map(|&(row, _)| row).min() else { return String::new() };
    let first_column = cells.keys().map(|&(_, column)| column).min().unwrap_or(0);
    let (mut text, mut row, mut column) = (String::from("  "), first_row, first_column);
    for (&(at_row, at_column), &(glyph, hue)) in &cells {
        while row < at_row {
            text.push_str("\n  ");
            (row, column) = (row + 1, first_column);
        }
        (column..at_column).for_each(|_| text.push(' '));
        text.push_str(&coloured(&glyph.to_string(), hue));
        column = at_column + 1;
    }
    text.push('\n');
    text
}

fn place(shape: Shape, at: Spot) -> (i32, i32) {
    let (x, y) = (i32::from(at.x), i32::from(at.y));
    match shape {
        Shape::Square => (y, x * 2),
        Shape::Hex => (y * 2 + x, x * 3),
    }
}

/// A text in a colour.
pub(crate) fn coloured(text: &str, hue: Hue) -> String {
    use anstyle::AnsiColor as Ansi;
    let colour = match hue {
        Hue::Plain => return text.to_owned(),
        Hue::Faint => anstyle::Style::new().dimmed(),
        Hue::Red => Ansi::Red.on_default(),
        Hue::Orange => Ansi::BrightRed.on_default(),
        Hue::Yellow => Ansi::Yellow.on_default(),
        Hue::Green => Ansi::Green.on_default(),
        Hue::Cyan => Ansi::Cyan.on_default(),
        Hue::Blue => Ansi::Blue.on_default(),
        Hue::Violet => Ansi::Magenta.on_default(),
        Hue::Brown => Ansi::BrightYellow.on_default(),
    };
    format!("{colour}{text}{colour:#}")
}

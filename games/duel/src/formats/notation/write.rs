//! Writing: the tags that are needed, one line a move, and what anyone can find out as comments.

use super::header::{self, Header};
use super::{NAME, NOTATION_MAX, VERSION};
use crate::{Bout, Cell, Duel, Event, Outcome, Side, Tile, Way};
use alloc::{borrow::ToOwned, format, string::String, string::ToString};
use referee::{Cause, Game, Record};
use referee_host::HostError;

/// A game as it stood after a record, with the names of Blue and Red where they are known.
pub fn export(game: &Game<Duel>, to: u64, players: [Option<String>; 2]) -> Result<String, HostError> {
    let first = game.log().record(0);
    let Some((first, Cause::Setup(setup))) = first.map(|record| (record, record.cause)) else {
        return Err(HostError::no("NO_SETUP", "the first record of the log is no setup"));
    };
    let after = |seq| game.at(seq).map_err(|error| HostError::no("NO_SUCH_RECORD", format!("{error}")));
    let header = Header { setup: setup.clone(), opened: first.at, dice: first.dice.to_owned(), players, ..Header::default() };
    let mut out = format!("{NAME} {VERSION}\n");
    header::write(&header, &mut out);
    write_beginning(&after(0)?, setup.border.is_none(), &mut out);
    let mut number = 0;
    for record in game.log().records(1).take_while(|record| record.seq <= to) {
        write_record(&record, &mut number, &mut out);
    }
    if let Some(outcome) = after(to)?.outcome {
        write_result(&outcome, &mut out);
    }
    if out.len() > NOTATION_MAX {
        return Err(HostError::no("NOTATION_TOO_LONG", format!("a notation has {NOTATION_MAX} bytes at most")));
    }
    Ok(out)
}

/// What follows from the tags, for readers.
fn write_beginning(bout: &Bout, is_border_drawn: bool, out: &mut String) {
    if is_border_drawn {
        out.push_str(&format!("; the border is {}\n", header::told_border(bout.board.border())));
    }
    if let Some(top) = bout.top {
        out.push_str(&format!("; the first tile is {}\n", top.name()));
    }
    out.push('\n');
}

fn write_record(record: &Record<'_, Duel>, number: &mut u32, out: &mut String) {
    if !record.events.iter().any(Event::is_move) {
        out.push_str(&format!("end. {} @{}\n", side_of(record).name(), record.at));
        return;
    }
    for event in record.events.iter().filter(|event| event.is_move()) {
        *number += 1;
        let (side, what) = told(event);
        let at = if is_timeout(event) { String::new() } else { format!("@{} ", record.at) };
        out.push_str(&format!("{number}. {} {at}{what}", side.name()));
        out.push_str(if is_timeout(event) { "\n" } else { "" });
    }
    for event in record.events {
        if let Event::Drawn { n, index, tile } = *event {
            let how = if record.dice.is_empty() { String::new() } else { format!(" {index}/{n}") };
            out.push_str(&format!(" > {}{how}", name(tile)));
        }
    }
    out.push('\n');
}

fn is_timeout(event: &Event) -> bool {
    matches!(event, Event::Skipped { timed_out: true, .. })
}

/// Whose move it is, and what it does.
fn told(event: &Event) -> (Side, String) {
    match *event {
        Event::Placed { side, tile, rotation, col, row, joker, .. } => {
            let how = if joker { "joker " } else { "" };
            let turned = if rotation == 0 { String::new() } else { format!("+{rotation}") };
            let cell = Cell::new(col, row).map_or_else(String::new, |cell| cell.to_string());
            (side, format!("{how}{}{turned} {cell}", name(tile)))
        }
        Event::Skipped { side, timed_out: true, .. } => (side, "timeout".into()),
        Event::Skipped { side, .. } => (side, "skip".into()),
        _ => (Side::Blue, String::new()),
    }
}

fn name(tile: u8) -> &'static str {
    Tile::new(tile).map_or("?", Tile::name)
}

fn side_of(record: &Record<'_, Duel>) -> Side {
    Side::of(record.seat).unwrap_or(Side::Blue)
}

fn write_result(outcome: &Outcome, out: &mut String) {
    let Outcome { way, blue, red, winner } = *outcome;
    let way = match way {
        Way::Exhausted => "tiles and jokers used up",
        Way::TwoSkips => "two skips",
        Way::Abandoned => "abandoned",
        Way::FullBoard => "a full board",
    };
    let result = winner.map_or("a draw".into(), |winner| format!("{} wins", winner.name()));
    out.push_str(&format!("; {result} {blue}:{red}, {way}\n"));
}

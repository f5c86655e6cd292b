//! Reading: every line is played by the rules as it is read, so that a wrong one is named by its line. The first that is wrong ends it.

use super::header::{Header, TILE};
use super::words::{Words, Wrong, number};
use super::{BYTE_ORDER_MARK, COLUMNS, NAME, NOTATION_MAX, VERSION};
use crate::{Action, Cell, Duel, Event, Refusal, Side, Tile};
use alloc::{format, string::String, string::ToString, vec::Vec};
use referee::{Chance, Fair, Fault, Game, Millis, Refused, Scripted, Seat};
use referee_host::{HostError, Imported};
use serde_json::json;

/// Reads a notation.
pub fn import(_: &Duel, text: &str) -> Result<Imported<Duel>, HostError> {
    if text.len() > NOTATION_MAX {
        let message = format!("a notation has {NOTATION_MAX} bytes at most, this one has {}", text.len());
        return Err(HostError::bad("NOTATION_TOO_LONG", message));
    }
    let mut reading = Reading::default();
    let mut problems: Vec<HostError> = reading.read(text).err().into_iter().collect();
    problems.extend(reading.header.unfit_names());
    let [blue, red] = &reading.header.players;
    let moves = reading.game.as_ref().map_or(0, |game| game.state().moves_done);
    let report = json!({"moves": moves, "blue": blue, "red": red}).to_string();
    let named = Side::BOTH.into_iter().zip(reading.header.players.clone()).filter(|_| problems.is_empty());
    let players = named.filter_map(|(side, name)| Some((side.name(), name?))).collect();
    Ok(Imported { game: reading.game.filter(|_| problems.is_empty()), players, report, problems })
}

/// A notation being read.
#[derive(Default)]
struct Reading {
    is_named: bool,
    header: Header,
    game: Option<Game<Duel>>,
    /// The side that was late, by the line before.
    late: Option<Side>,
}

/// What a line of the game says.
struct Played {
    side: Side,
    at: Millis,
    deed: Deed,
    draw: Option<Draw>,
}

#[derive(Clone, Copy)]
enum Deed {
    /// The tile is named in a column of its line.
    Lay {
        tile: Tile,
        column: u64,
        action: Action,
    },
    Skip,
    End,
}

/// A tile that was drawn, and which of how many it was where that was handed in.
#[derive(Clone, Copy)]
struct Draw {
    tile: Tile,
    die: Option<(u32, u32)>,
}

impl Reading {
    fn read(&mut self, text: &str) -> Result<(), HostError> {
        if text.starts_with(BYTE_ORDER_MARK) {
            let error =
                HostError::no("BYTE_ORDER_MARK", "the file begins with a byte order mark, which is no part of a notation");
            return Err(error.at_line(1).at_column(1).help("save it as UTF-8 without a byte order mark"));
        }
        let mut line = 0;
        for content in text.lines() {
            line += 1;
            let mut words = Words::of(content).map_err(|wrong| wrong.problem(line))?;
            if !words.is_empty() {
                self.read_line(&mut words, line)?;
            }
        }
        let end = |expected: &str| {
            HostError::no("NOTATION", "something is missing").at_line(line.max(1)).because(expected, "the end of the file")
        };
        if !self.is_named {
            return Err(end(&format!("`{NAME} {VERSION}`")));
        }
        if self.late.is_some() {
            return Err(end("the move that followed a timeout"));
        }
        self.begin().map(|_| ())
    }

    fn read_line(&mut self, words: &mut Words<'_>, line: u64) -> Result<(), HostError> {
        if !self.is_named {
            self.is_named = true;
            return named(words).map_err(|wrong| wrong.problem(line));
        }
        if let Some(number) = words.move_number() {
            return self.read_move(number, words, line);
        }
        if self.game.is_some() || self.late.is_some() {
            let meant: Result<(), Wrong> = words.read("a move such as `1.`, or `end.`", |_| None);
            return meant.map_err(|wrong| wrong.problem(line));
        }
        self.header.read(words, line).map_err(|wrong| wrong.problem(line))
    }

    /// Begins the game where the header ends.
    fn begin(&mut self) -> Result<&mut Game<Duel>, HostError> {
        let Header { setup, opened, dice, .. } = &self.header;
        let game = match self.game.take() {
            Some(game) => game,
            None => by(dice, |chance| Game::start_with(Duel, setup.clone(), *opened, chance))
                .map_err(|why| refused(&why, self.header.line_of(&why)))?,
        };
        Ok(self.game.insert(game))
    }

    fn read_move(&mut self, number: Number, words: &mut Words<'_>, line: u64) -> Result<(), HostError> {
        let late = self.late;
        let game = self.begin()?;
        let next = game.state().moves_done + 1 + u32::from(late.is_some());
        let wrong = |wrong: Wrong| wrong.problem(line);
        if !matches!(number, Number::End) && number != Number::Move(next) {
            return Err(wrong(words.wrong(format!("move `{next}.`"), "another number")));
        }
        let side = words.read("blue or red", |text| Side::BOTH.into_iter().find(|side| side.name() == text)).map_err(wrong)?;
        if late.is_none() && number != Number::End && words.has("timeout") {
            words.finish().map_err(wrong)?;
            self.late = Some(side);
            return Ok(());
        }
        let played = Played::read(number, side, words).map_err(wrong)?;
        played.play(game, late, words, line)?;
        self.late = None;
        Ok(())
    }
}

/// How a line of the game begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Move(u32),
    End,
}

impl Words<'_> {
    /// The number of a move, or `end.`; none where the line is something else.
    fn move_number(&mut self) -> Option<Number> {
        let meant = self.peek()?.strip_suffix('.')?;
        let meant = if meant == "end" { Number::End } else { Number::Move(number(meant)?) };
        self.read("", |_| Some(meant)).ok()
    }
}

impl Played {
    fn read(by: Number, side: Side, words: &mut Words<'_>) -> Result<Played, Wrong> {
        let at = words.read("a time such as @12", |text| number(text.strip_prefix('@')?))?;
        let deed = if by == Number::End { Deed::End } else { Deed::read(words)? };
        let draw = if words.has(">") { Some(Draw::read(words)?) } else { None };
        words.finish()?;
        Ok(Played { side, at, deed, draw })
    }

    /// Plays it, and sees whether it came out as the line says.
    fn play(self, game: &mut Game<Duel>, late: Option<Side>, words: &Words<'_>, line: u64) -> Result<(), HostError> {
        let Played { side, at, deed, draw } = self;
        let differs = |column, expected, found| Err(Wrong { column, expected, found }.problem(line));
        let top = game.state().top;
        let action = match deed {
            Deed::Lay { tile, column, action: Action::Place { .. } } if top.is_some_and(|top| top != tile) => {
                return differs(column, format!("the top tile {}", named_or_none(top)), format!("`{}`", tile.name()));
            }
            Deed::Lay { action, .. } => action,
            Deed::Skip => Action::Skip {},
            Deed::End => Action::Finish {},
        };
        let die: Vec<u32> = draw.and_then(|draw| draw.die).map(|(index, _)| index).into_iter().collect();
        let events = by(&die, |chance| game.act_with(Seat(side as u8), at, action, chance).map(|record| record.events.to_vec()))
            .map_err(|why| refused(&why, line))?;
        let was_late = events.iter().find_map(|event| match event {
            Event::Skipped { side, timed_out: true, .. } => Some(*side),
            _ => None,
        });
        if late != was_late {
            let told = |side: Option<Side>| side.map_or("no timeout".into(), |side| format!("`{} timeout`", side.name()));
            return differs(1, format!("{} before this move", told(was_late)), told(late));
        }
        let drawn = events.iter().find_map(drawn);
        match draw {
            Some(draw) if !drawn.is_some_and(|drawn| draw.is(drawn)) => {
                let told =
                    drawn.map_or("nothing to be drawn".into(), |(tile, index, n)| format!("`> {} {index}/{n}`", tile.name()));
                differs(words.column(), told, format!("`> {}`", draw.told()))
            }
            _ => Ok(()),
        }
    }
}

impl Deed {
    fn read(words: &mut Words<'_>) -> Result<Deed, Wrong> {
        if words.has("skip") {
            return Ok(Deed::Skip);
        }
        let is_joker = words.has("joker");
        let expected = if is_joker { TILE } else { "skip, joker, or a tile such as CCRF+1" };
        let (tile, rotation) = words.read(expected, turned)?;
        let column = words.column();
        let cell = words.read("a cell, a1 (top left) to h8", cell)?;
        let (col, row) = (cell.col(), cell.row());
        let action = match is_joker {
            true => Action::Joker { tile: tile.id(), rotation, col, row },
            false => Action::Place { rotation, col, row },
        };
        Ok(Deed::Lay { tile, column, action })
    }
}

impl Draw {
    fn read(words: &mut Words<'_>) -> Result<Draw, Wrong> {
        let tile = words.read(TILE, Tile::named)?;
        let share = |text: &str| text.split_once('/').and_then(|(index, n)| Some((number(index)?, number(n)?)));
        let die = if words.is_empty() { None } else { Some(words.read("which of how many, such as 36/63", share)?) };
        Ok(Draw { tile, die })
    }

    fn is(self, (tile, index, n): (Tile, u32, u32)) -> bool {
        self.tile == tile && self.die.is_none_or(|die| die == (index, n))
    }

    fn told(self) -> String {
        let die = self.die.map_or_else(String::new, |(index, n)| format!(" {index}/{n}"));
        format!("{}{die}", self.tile.name())
    }
}

fn named(words: &mut Words<'_>) -> Result<(), Wrong> {
    words.read(NAME, |text| (text == NAME).then_some(()))?;
    words.read("version 1", |text| (text == VERSION).then_some(()))?;
    words.finish()
}

fn named_or_none(tile: Option<Tile>) -> &'static str {
    tile.map_or("none", Tile::name)
}

fn drawn(event: &Event) -> Option<(Tile, u32, u32)> {
    match *event {
        Event::Drawn { n, index, tile } => Some((Tile::new(tile)?, index, n)),
        _ => None,
    }
}

/// A tile and its quarter turns: `CCRF`, `CCRF+1`.
fn turned(text: &str) -> Option<(Tile, u8)> {
    let (name, turns) = text.split_once('+').unwrap_or((text, "0"));
    Some((Tile::named(name)?, number(turns).filter(|&turns| turns < 4)?))
}

/// A cell: column a to h from the left, row 1 to 8 from the top.
fn cell(text: &str) -> Option<Cell> {
    let col = COLUMNS.find(text.chars().next()?)?;
    let row: u8 = number(text.get(1..)?)?;
    Cell::new(col as u8, row.checked_sub(1)?)
}

/// Does something with dice that were handed in, which must be used up; without any, with the game's own.
fn by<T>(dice: &[u32], mut deed: impl FnMut(&mut dyn Chance) -> Result<T, Refused<Refusal>>) -> Result<T, Refused<Refusal>> {
    if dice.is_empty() {
        return deed(&mut Fair);
    }
    let mut script = Scripted::new(dice);
    let done = deed(&mut script)?;
    script.finish().map_err(Refused::Faulty)?;
    Ok(done)
}

fn refused(why: &Refused<Refusal>, line: u64) -> HostError {
    let message = match why {
        Refused::Rejected(why) | Refused::Unsound(why) | Refused::Breach(why) => why.to_string(),
        Refused::Faulty(Fault::DiceLeft { .. }) => "a number is given, and nothing is drawn".into(),
        Refused::Faulty(fault) => fault.to_string(),
    };
    HostError::no(why.code(), message).at_line(line)
}

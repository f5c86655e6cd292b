//! Where a hall keeps its logs: the lobby's, and one a board.

use crate::file::follow_audited;
use crate::{HostError, Line, Reader, Registry, Table, verify};
use std::collections::BTreeMap;
use std::fmt;

/// The code of the error when somebody else has written to a log.
pub const CHANGED: &str = "CHANGED";
/// The code of the error when there is something already where a log should begin.
pub const EXISTS: &str = "EXISTS";

/// A log of a hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Which {
    /// The lobby's.
    Lobby,
    /// That of a board, by its number.
    Board(u32),
}

/// As a log is called: `lobby`, `board-7`.
impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Which::Lobby => f.write_str("lobby"),
            Which::Board(number) => write!(f, "board-{number}"),
        }
    }
}

impl Which {
    /// The log that is called so, if any is.
    pub fn called(name: &str) -> Option<Which> {
        let number = name.strip_prefix("board-").and_then(|number| number.parse().ok());
        let which = if name == "lobby" { Which::Lobby } else { Which::Board(number?) };
        Some(which).filter(|which| which.to_string() == name)
    }
}

/// Where a hall keeps its logs. What is written stays written when the call returns.
pub trait Shelf {
    /// The log as it lies there, to be looked at; `None` if there is none.
    fn text(&mut self, which: Which) -> Result<Option<Vec<u8>>, HostError>;
    /// Where a log is, for messages.
    fn place(&self, which: Which) -> String {
        which.to_string()
    }
    /// Puts the end of a log right, as [`read`](Opened::read) found it.
    fn mend(&mut self, which: Which, end: End) -> Result<(), HostError>;
    /// Begins a log with these lines, all or nothing. Where there is something already it is left alone: [`EXISTS`].
    fn create(&mut self, which: Which, lines: &str) -> Result<(), HostError>;
    /// Adds lines to a log, all or nothing. One that somebody else has written to since it was looked at is left alone: [`CHANGED`].
    fn append(&mut self, which: Which, lines: &str) -> Result<(), HostError>;
    /// Takes a log away.
    fn remove(&mut self, which: Which) -> Result<(), HostError>;
}

/// How a log ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With a newline.
    Whole,
    /// With a whole line that only wants its newline: somebody was told of it, and it counts.
    Unended,
    /// Inside a line, after so many bytes that are whole: nobody was told of it, and it is no line.
    Torn(u64),
}

impl End {
    /// How a text ends. One without a single whole line is left for whoever reads it.
    fn of(text: &[u8]) -> End {
        let begin = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let is_line = |line: &str| Line::is_prose(line) || Line::parse(line).is_ok();
        match &text[begin..] {
            [] => End::Whole,
            last if std::str::from_utf8(last).is_ok_and(is_line) => End::Unended,
            _ if begin == 0 => End::Whole,
            _ => End::Torn(begin as u64),
        }
    }

    /// Puts the end of a text right.
    fn mend(self, text: &mut Vec<u8>) {
        match self {
            End::Whole => {}
            End::Unended => text.push(b'\n'),
            End::Torn(whole) => text.truncate(usize::try_from(whole).unwrap_or(usize::MAX)),
        }
    }
}

/// A log that was read whole, so that every record can be gone back to.
pub struct Opened {
    /// The game.
    pub table: Box<dyn Table>,
    /// How the log ends. The table has what is whole.
    pub end: End,
}

impl Opened {
    /// Reads a log, and audits every state.
    pub fn read(registry: &Registry, mut text: Vec<u8>) -> Result<Opened, HostError> {
        let end = End::of(&text);
        end.mend(&mut text);
        let mut reader = Reader::new(&text[..]);
        let (mut table, _) = verify::open(registry, &mut reader, false)?;
        follow_audited(&mut *table, &mut reader)?;
        Ok(Opened { table, end })
    }
}

/// A shelf in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The text of each log.
    pub logs: BTreeMap<Which, String>,
}

impl Shelf for Memory {
    fn text(&mut self, which: Which) -> Result<Option<Vec<u8>>, HostError> {
        Ok(self.logs.get(&which).map(|text| text.clone().into_bytes()))
    }

    fn mend(&mut self, which: Which, end: End) -> Result<(), HostError> {
        let mut text = std::mem::take(self.logs.entry(which).or_default()).into_bytes();
        end.mend(&mut text);
        self.logs.insert(which, String::from_utf8_lossy(&text).into_owned());
        Ok(())
    }

    fn create(&mut self, which: Which, lines: &str) -> Result<(), HostError> {
        if self.logs.contains_key(&which) {
            return Err(HostError::bad(EXISTS, "there is such a log already").in_file(which.to_string()));
        }
        self.logs.insert(which, lines.to_owned());
        Ok(())
    }

    fn append(&mut self, which: Which, lines: &str) -> Result<(), HostError> {
        self.logs.entry(which).or_default().push_str(lines);
        Ok(())
    }

    fn remove(&mut self, which: Which) -> Result<(), HostError> {
        self.logs.remove(&which);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_known_by_the_name_it_has() {
        for which in [Which::Lobby, Which::Board(7), Which::Board(u32::MAX)] {
            assert_eq!(Which::called(&which.to_string()), Some(which));
        }
        for name in ["", "lobby-1", "board-", "board-07", "board-+7", "board-4294967296", "moves"] {
            assert_eq!(Which::called(name), None, "{name}");
        }
    }
}

//! Where a hall keeps its logs: the lobby's, and one a board.

use crate::{HostError, Registry, Table, open_lines};
use std::collections::BTreeMap;
use std::fmt;

/// The code of the error when somebody else has written to a log.
pub const CHANGED: &str = "CHANGED";

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

/// Where a hall keeps its logs. What is written stays written when the call returns.
pub trait Shelf {
    /// The log whole, so that every record can be gone back to; `None` if there is none. A last line that was cut off is no line.
    fn open(&mut self, registry: &Registry, which: Which) -> Result<Option<Box<dyn Table>>, HostError>;
    /// Begins a log with these lines, all or nothing. There is none yet.
    fn create(&mut self, which: Which, lines: &str) -> Result<(), HostError>;
    /// Adds lines to a log, all or nothing. One that somebody else has written to since it was opened is left alone: [`CHANGED`].
    fn append(&mut self, which: Which, lines: &str) -> Result<(), HostError>;
    /// Takes a log away.
    fn remove(&mut self, which: Which) -> Result<(), HostError>;
}

/// A shelf in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The text of each log.
    pub logs: BTreeMap<Which, String>,
}

impl Shelf for Memory {
    fn open(&mut self, registry: &Registry, which: Which) -> Result<Option<Box<dyn Table>>, HostError> {
        let Some(text) = self.logs.get_mut(&which) else { return Ok(None) };
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        open_lines(registry, text.lines()).map(Some).map_err(|error| error.in_file(which.to_string()))
    }

    fn create(&mut self, which: Which, lines: &str) -> Result<(), HostError> {
        match self.logs.insert(which, lines.to_owned()) {
            None => Ok(()),
            Some(_) => Err(HostError::bad("EXISTS", "there is such a log already").in_file(which.to_string())),
        }
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

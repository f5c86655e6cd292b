//! Files of other programs: forms that a game can read or write, and finding the one that fits a file.

use crate::{HostError, Playable, Registry, Table, Title};
use referee::Game;
use serde::Serialize;

/// The longest foreign file, in bytes.
pub const FOREIGN_MAX: u64 = 64 << 20;

/// A file form of other programs that a game can read or write.
pub struct Format<R: Playable> {
    /// Names the form among all forms of all games: `mir-replay`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Whether a text looks like this form: cheap, for files that come without a name of their form.
    pub fits: fn(&str) -> bool,
    /// Reads a file of this form.
    pub import: Option<Import<R>>,
    /// The form of a game as it stood after record `to`. The game knows its beginning, and the record is one of its records.
    pub export: Option<Export<R>>,
}

/// Reads a foreign file. A file that cannot be read at all is an error; what is wrong inside it are problems.
pub type Import<R> = fn(&R, &str) -> Result<Imported<R>, HostError>;

/// Writes a game as it stood after a record.
pub type Export<R> = fn(&Game<R>, u64) -> Result<String, HostError>;

/// What came of reading a foreign file: a game, or what is wrong with the file.
pub struct Imported<R: Playable> {
    /// The game, known from its beginning; these rules, asked again, decide it the same way.
    pub game: Option<Game<R>>,
    /// What was read, for programs: JSON.
    pub report: String,
    /// What is wrong with the file, each with its place. None of it may be there for the game to count.
    pub problems: Vec<HostError>,
}

/// What the list of games says about a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FormatCard {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// Whether it can be read.
    pub imports: bool,
    /// Whether it can be written.
    pub exports: bool,
}

/// A foreign file, read: what [`Imported`] says, its types behind text.
pub struct Reading {
    /// The game it is of.
    pub game: &'static str,
    /// The format it was read as.
    pub format: &'static str,
    /// The game as a table; there exactly when there are no problems.
    pub table: Option<Box<dyn Table>>,
    /// What was read: JSON.
    pub report: String,
    /// What is wrong with the file.
    pub problems: Vec<HostError>,
}

impl<R: Playable> Format<R> {
    /// What the list of games says about it.
    pub fn card(&self) -> FormatCard {
        let (imports, exports) = (self.import.is_some(), self.export.is_some());
        FormatCard { name: self.name, about: self.about, imports, exports }
    }
}

impl Registry {
    /// Reads a foreign file. Left out, the game is the first that knows the format, or has one that fits; the format the first that fits.
    pub fn import(&self, game: Option<&str>, format: Option<&str>, text: &str) -> Result<Reading, HostError> {
        let title = match (game, format) {
            (Some(game), _) => Some(self.title(game)?),
            (None, Some(format)) => self.titles().find(|title| readable(*title).any(|name| name == format)),
            (None, None) => self.titles().find(|title| title.fitting(text).is_some()),
        };
        match (title, format) {
            (Some(title), _) => title.import(format, text),
            (None, Some(format)) => Err(unknown(format, self.titles().flat_map(readable))),
            (None, None) => Err(unfit(text, self.titles().flat_map(readable))),
        }
    }
}

/// The formats of a game that can be read.
fn readable(title: &dyn Title) -> impl Iterator<Item = &'static str> + use<> {
    title.formats().into_iter().filter(|card| card.imports).map(|card| card.name)
}

/// The format with a name, among those that have a way: to be read, or to be written.
pub(crate) fn named<'a, R: Playable, W>(
    formats: &'a [Format<R>],
    name: &str,
    way: fn(&Format<R>) -> Option<W>,
) -> Result<(&'a Format<R>, W), HostError> {
    let able = || formats.iter().filter_map(|format| way(format).map(|way| (format, way)));
    able().find(|(format, _)| format.name == name).ok_or_else(|| unknown(name, able().map(|(format, _)| format.name)))
}

/// There is no such format.
fn unknown(name: &str, known: impl Iterator<Item = &'static str>) -> HostError {
    HostError::bad("NO_SUCH_FORMAT", format!("there is no format {name:?} for this")).because(one_of(known), name)
}

/// No format fits a text.
pub(crate) fn unfit(text: &str, known: impl Iterator<Item = &'static str>) -> HostError {
    let start: String = text.chars().take(24).collect();
    let found = if text.is_empty() { "an empty file".to_owned() } else { format!("`{start}`") };
    HostError::bad("NO_FORMAT_FITS", "this file looks like none of the formats that can be read").because(one_of(known), found)
}

fn one_of(known: impl Iterator<Item = &'static str>) -> String {
    let known: Vec<_> = known.collect();
    if known.is_empty() { "no format: none is known".into() } else { format!("one of {}", known.join(", ")) }
}

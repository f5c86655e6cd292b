//! Files of other programs: forms that a game can read or write, and finding the one that fits a file.

use crate::{HostError, Playable, Registry, Source, Table, Title};
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
    /// Writes a game as it stood after a record.
    pub export: Option<Export<R>>,
}

/// Reads a foreign file. A file that cannot be read at all is an error; what is wrong inside it are problems.
pub type Import<R> = fn(&R, &str) -> Result<Imported<R>, HostError>;

/// Writes a game as it stood after a record.
pub type Export<R> = fn(&Source<'_, R>) -> Result<String, HostError>;

/// What came of reading a foreign file: a game, or what is wrong with the file.
pub struct Imported<R: Playable> {
    /// The game, known from its beginning; these rules, asked again, decide it the same way.
    pub game: Option<Game<R>>,
    /// Who sat where, as far as the file says: a seat and a name each.
    pub players: Vec<(&'static str, String)>,
    /// What was read, for programs: JSON.
    pub report: String,
    /// What is wrong with the file, each with its place. None of it may be there for the game to count.
    pub problems: Vec<HostError>,
}

/// What the list of games says about a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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
    /// Reads a foreign file. Left out, the game is one that knows the format, or has one that fits: the first that finds nothing wrong with
    /// the file, or else the first. The format is the first that fits.
    pub fn import(&self, game: Option<&str>, format: Option<&str>, text: &str) -> Result<Reading, HostError> {
        if let Some(game) = game {
            return self.title(game)?.import(format, text);
        }
        let fits = |title: &&dyn Title| match format {
            Some(format) => readable(*title).any(|name| name == format),
            None => title.fitting(text).is_some(),
        };
        let mut first = None;
        for title in self.titles().filter(fits) {
            let reading = title.import(format, text);
            if reading.as_ref().is_ok_and(|reading| reading.table.is_some()) {
                return reading;
            }
            first.get_or_insert(reading);
        }
        first.unwrap_or_else(|| {
            let known = self.titles().flat_map(readable);
            Err(format.map_or_else(|| unfit(text, known).at_line(1), |format| unknown(format, self.titles().flat_map(readable))))
        })
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
    let error = HostError::bad("NO_FORMAT_FITS", "this file looks like none of the formats that can be read");
    let error = error.because(one_of(known), found);
    if text.starts_with("{\"format\":\"referee-log/") {
        error.help("it is a log already: verify, play or branch it as it is")
    } else {
        error
    }
}

/// Each once: two games may know the same format.
fn one_of(known: impl Iterator<Item = &'static str>) -> String {
    let known = known.fold(Vec::new(), |mut all, name| {
        if !all.contains(&name) {
            all.push(name);
        }
        all
    });
    if known.is_empty() { "no format: none is known".into() } else { format!("one of {}", known.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seated::Seated;
    use crate::{ENGINE, Header, Hosted};
    use referee::{Scripted, Seat};
    use referee_nim::{Nim, Setup, Take};

    /// `dice` starts a game with dice handed in, `none` has no game, all else is wrong.
    static FORMATS: [Format<Nim>; 1] =
        [Format { name: "word", about: "one word", fits: |text| text.len() == 4, import: Some(import), export: Some(export) }];

    fn import(rules: &Nim, text: &str) -> Result<Imported<Nim>, HostError> {
        let game = Game::start_with(*rules, Setup::default(), 0, &mut Scripted::new([3, 4, 5])).ok().filter(|_| text == "dice");
        let problems = if ["dice", "none"].contains(&text) { vec![] } else { vec![HostError::no("WORD", "no such word")] };
        Ok(Imported { game, players: Vec::new(), report: "{}".into(), problems })
    }

    fn export(source: &Source<'_, Nim>) -> Result<String, HostError> {
        Ok(format!("{} of {}", source.to, source.game.log().len()))
    }

    fn games() -> Registry {
        Registry::new().with(Hosted::new(Nim).with_formats(&FORMATS))
    }

    #[test]
    fn a_game_with_dice_handed_in_is_a_scripted_log_that_holds_and_goes_on() {
        let mut table = games().import(None, None, "dice").unwrap().table.unwrap();
        let mut log = table.text().unwrap();
        assert!(log.contains(r#""chance":"scripted""#) && log.contains(r#""dice":[3,4,5]"#), "{log}");
        let take = serde_json::to_string(&Take { heap: 0, stones: 1 }).unwrap();
        log.push_str(&table.act(Seat(0), 0, &take, None).lines);
        assert_eq!(crate::verify(&games(), log.as_bytes(), &mut |_| {}).unwrap().head, table.head().to_string());
        assert_eq!(table.rewound(0).unwrap().export("word", 0).unwrap(), "0 of 1");
    }

    #[test]
    fn a_file_without_a_game_or_with_problems_gives_no_table() {
        for (text, code) in [("none", "NO_GAME"), ("evil", "WORD")] {
            let reading = games().import(Some("nim"), Some("word"), text).unwrap();
            assert_eq!((reading.table.is_some(), reading.problems[0].code), (false, code));
        }
    }

    #[test]
    fn a_table_that_does_not_know_its_beginning_cannot_be_exported() {
        let code = |table: &dyn Table, to| table.export("word", to).map_err(|error| error.code);
        let table = games().import(None, Some("word"), "dice").unwrap().table.unwrap();
        assert_eq!((code(&*table, 0), code(&*table, 1)), (Ok("0 of 1".into()), Err("NO_SUCH_RECORD")));
        let resumed = || Game::resume(Nim, Game::start(Nim, Setup::default()).unwrap().snapshot());
        let header = Header { game: "nim", rules: "1", content: "", engine: ENGINE, chance: "native", ..Header::default() };
        let mut table = Seated::open(resumed(), &header).unwrap();
        table.hooks.formats = &FORMATS;
        assert_eq!(code(&table, 0), Err("NO_BEGINNING"));
        assert_eq!(Seated::of(resumed()).err().map(|error| error.code), Some("NO_BEGINNING"));
    }
}

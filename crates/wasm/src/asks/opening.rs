//! Opening games: what there is, beginning one, going on with a log, reading other files, checking, leaving.

use super::Ask;
use crate::Engine;
use crate::answers::{Words, words};
use referee_host::{Card, Details, FormatCard, HostError, Players, Registry, Report, Table, open_whole, verify};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

asked! {
    /// Asks for the games of this module.
    pub(crate) struct Games {}

    /// Asks for the usual setup of a game.
    pub(crate) struct Setup {
        /// The game.
        game: String,
    }

    /// Starts a game.
    pub(crate) struct Start {
        /// The game.
        game: String,
        /// Its setup, or the name of one of those that it brings; left out, the usual one.
        #[cfg_attr(feature = "types", ts(optional, type = "unknown"))]
        setup: Option<Words>,
        /// The seed of its dice, where it takes one.
        seed: Option<String>,
        /// When it begins.
        at: Option<u64>,
        /// Who sits where: a name by seat.
        players: Option<BTreeMap<String, String>>,
        /// What it is called where it is kept.
        name: Option<String>,
    }

    /// Opens a log.
    pub(crate) struct Resume {}

    /// Reads a file of another program.
    pub(crate) struct Import {
        /// The game; left out, the first that can read it.
        game: Option<String>,
        /// The format; left out, the first that fits.
        format: Option<String>,
    }

    /// Checks a log.
    pub(crate) struct Verify {}

    /// Leaves a session.
    pub(crate) struct Leave {
        /// The session.
        session: u32,
    }
}

told! {
    /// A game before it begins.
    pub(crate) struct Outline {
        /// The usual setup.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        setup: Words,
        /// The file forms of other programs it can read or write.
        formats: Vec<FormatCard>,
    }

    /// A session that was opened.
    pub(crate) struct Opened {
        /// Its number.
        session: u32,
        /// Its game.
        card: Card,
        /// The number of its latest record.
        seq: u64,
    }

    /// What came of reading a file of another program.
    pub(crate) struct Imported {
        /// The session, where nothing was wrong.
        opened: Option<Opened>,
        /// The format it was read as.
        format: &'static str,
        /// What was read.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        report: Words,
        /// What is wrong with the file.
        problems: Vec<Details>,
    }
}

impl Opened {
    /// Keeps a table as a session.
    pub(crate) fn keep(engine: &mut Engine, table: Box<dyn Table>) -> Result<Opened, HostError> {
        let (card, seq) = (table.card(), table.seq());
        Ok(Opened { session: engine.keep(table)?, card, seq })
    }
}

impl Ask for Games {
    type Told = Vec<Card>;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Vec<Card>, String), HostError> {
        Ok((engine.registry().titles().map(|title| title.card()).collect(), String::new()))
    }
}

impl Ask for Setup {
    type Told = Outline;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Outline, String), HostError> {
        let title = engine.registry().title(&self.game)?;
        Ok((Outline { setup: words(title.setup()), formats: title.formats() }, String::new()))
    }
}

impl Ask for Start {
    type Told = Opened;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Opened, String), HostError> {
        let table = self.table(engine.registry())?;
        let lines = table.text()?;
        Ok((Opened::keep(engine, table)?, lines))
    }
}

impl Start {
    fn table(&self, registry: &Registry) -> Result<Box<dyn Table>, HostError> {
        let title = registry.title(&self.game)?;
        let (setup, seed) = (self.setup.as_deref().map(RawValue::get), self.seed.as_deref());
        referee_host::check_one_seed(setup, seed)?;
        let mut table = title.start(setup, seed, self.at.unwrap_or(0), None)?;
        if let Some(named) = &self.players {
            table.introduce(players(&title.card(), named)?)?;
        }
        self.name.iter().try_for_each(|name| table.call(name))?;
        Ok(table)
    }
}

/// Who sits where, read.
pub(crate) fn players(card: &Card, named: &BTreeMap<String, String>) -> Result<Players, HostError> {
    let mut players = Players::NONE;
    named.iter().try_for_each(|(seat, name)| players.seat(card, seat, name))?;
    Ok(players)
}

impl Ask for Resume {
    type Told = Opened;
    fn answer(self, engine: &mut Engine, text: &str) -> Result<(Opened, String), HostError> {
        let table = open_whole(engine.registry(), text)?;
        Ok((Opened::keep(engine, table)?, String::new()))
    }
}

impl Ask for Import {
    type Told = Imported;
    fn answer(self, engine: &mut Engine, text: &str) -> Result<(Imported, String), HostError> {
        let reading = engine.registry().import(self.game.as_deref(), self.format.as_deref(), text)?;
        let log = reading.table.as_ref().map_or(Ok(String::new()), |table| table.text())?;
        let opened = reading.table.map(|table| Opened::keep(engine, table)).transpose()?;
        let problems = reading.problems.iter().map(|problem| Details::clone(problem)).collect();
        Ok((Imported { opened, format: reading.format, report: words(reading.report), problems }, log))
    }
}

impl Ask for Verify {
    type Told = Report;
    fn answer(self, engine: &mut Engine, text: &str) -> Result<(Report, String), HostError> {
        Ok((verify(engine.registry(), text.as_bytes(), &mut |_| {})?, String::new()))
    }
}

impl Ask for Leave {
    type Told = bool;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(bool, String), HostError> {
        Ok((engine.leave(self.session), String::new()))
    }
}

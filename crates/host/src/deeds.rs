//! Achievements: a projection over logs. A title says which deeds a log shows and which trophies exist; here they are counted, each deed
//! once, and given to players.

use crate::line::Body;
use crate::{HostError, Id, Line, Playable, Reader, Registry, Source, Table, verify};
use referee::Seat;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

/// What a title says about deeds.
pub struct Deeds<R: Playable> {
    /// The trophies that exist.
    pub trophies: fn() -> Vec<Trophy>,
    /// The deeds that a log shows.
    pub found: fn(&Source<'_, R>) -> Vec<Deed>,
    /// The players who may have trophies, where a log says who may; others then get none, in no log.
    pub entitled: Option<Entitled<R>>,
}

/// Names the players who may have trophies.
pub type Entitled<R> = fn(&Source<'_, R>) -> Vec<String>;

// Written out, not derived: a derive would ask the rules themselves to be `Copy`.
impl<R: Playable> Clone for Deeds<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Playable> Copy for Deeds<R> {}

/// Something done that counts towards a trophy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Who did it.
    pub who: Doer,
    /// What it counts as.
    pub task: &'static str,
    /// How often it was done there.
    pub count: u32,
    /// The record in which it was done.
    pub record: u64,
}

/// Who did a deed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doer {
    /// Whoever sits there.
    Seat(Seat),
    /// A player by name.
    Player(String),
}

/// A trophy: so many deeds of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trophy {
    /// The deed that counts.
    pub task: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// How many deeds it takes.
    pub threshold: u32,
    /// What it is worth.
    pub points: u32,
}

/// How far a player is on the way to a trophy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Achievement {
    /// The player; the seat in a game for one whose log names nobody.
    pub who: String,
    /// The game the trophy is of.
    pub game: &'static str,
    /// What it is called.
    pub trophy: &'static str,
    /// The deed that counts.
    pub task: &'static str,
    /// How many of them there are; more than it takes do not count.
    pub progress: u64,
    /// How many it takes.
    pub threshold: u32,
    /// What the trophy is worth.
    pub points: u32,
    /// Whether the player has it.
    pub earned: bool,
}

/// What one log shows.
pub struct Shown {
    /// The game.
    pub game: &'static str,
    /// The deeds, each once: what came before a branch is the parent's.
    pub deeds: Vec<Found>,
    /// Who may have trophies, where the log says so.
    pub entitled: Option<Vec<String>>,
}

/// A deed found in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The id of the line it is in: the same deed in another log has the same.
    pub line: String,
    /// The player; the seat in a game for one whose log names nobody.
    pub who: String,
    /// What it counts as.
    pub task: &'static str,
    /// How often it was done there.
    pub count: u64,
}

impl Shown {
    /// What a log shows that is decided again.
    pub fn verified(registry: &Registry, log: impl BufRead) -> Result<Shown, HostError> {
        let (table, ids) = verified(registry, log)?;
        Shown::of(&*table, &ids)
    }

    /// What a log shows whose events are taken as they are.
    pub fn folded<'a>(registry: &Registry, lines: impl IntoIterator<Item = &'a str>) -> Result<Shown, HostError> {
        let lines: Vec<&str> = lines.into_iter().collect();
        let table = crate::open_lines(registry, lines.iter().copied())?;
        let parsed = lines.iter().filter(|text| !Line::is_prose(text)).map(|text| Line::parse(text));
        let records = parsed.filter_map(Result::ok).filter(|line| matches!(line.body, Body::Setup { .. } | Body::Action { .. }));
        Shown::of(&*table, &records.map(|line| line.id).collect::<Vec<_>>())
    }

    fn of(table: &dyn Table, ids: &[Id]) -> Result<Shown, HostError> {
        let card = table.card();
        let own = table.branches().last().map_or(0, |branch| branch.after + 1);
        let mut shown: BTreeMap<(String, String, &'static str), u64> = BTreeMap::new();
        let is_alone = is_played_alone(table);
        let counts = |deed: &Deed| deed.record >= own && !(is_alone && matches!(deed.who, Doer::Seat(_)));
        for deed in table.deeds()?.into_iter().filter(counts) {
            let who = match deed.who {
                Doer::Player(name) => name,
                Doer::Seat(seat) => table.players().name(seat).unwrap_or(card.seat_name(seat)).to_owned(),
            };
            let line = ids.get(deed.record as usize).map(Id::to_string).unwrap_or_default();
            *shown.entry((line, who, deed.task)).or_default() += u64::from(deed.count);
        }
        let deeds = shown.into_iter().map(|((line, who, task), count)| Found { line, who, task, count }).collect();
        Ok(Shown { game: card.name, deeds, entitled: table.entitled()? })
    }
}

/// Whether a game for several is not known to be played by two different players. Nobody earns anything by playing against themselves, and a
/// log that does not name two players does not say that there were two.
fn is_played_alone(table: &dyn Table) -> bool {
    let names: BTreeSet<&str> = table.players().iter().map(|(.., name)| name).collect();
    table.card().seats.len() > 1 && names.len() < 2
}

/// The deeds of many logs.
#[derive(Default)]
pub struct Achievements {
    /// How often who did what, by game and task.
    counts: BTreeMap<(String, &'static str, &'static str), u64>,
    /// The deeds that are counted: the line they are in, who, what.
    counted: BTreeSet<(String, String, &'static str)>,
    /// Who may have trophies, where a log said so.
    entitled: Option<BTreeSet<String>>,
    /// The trophies of the games that were read.
    trophies: BTreeMap<&'static str, Vec<Trophy>>,
}

impl Achievements {
    /// Nothing read yet.
    pub fn new() -> Achievements {
        Achievements::default()
    }

    /// Counts what a log shows. Each record counts once, however many logs have it; what came before a branch is the parent's.
    pub fn read(&mut self, registry: &Registry, log: impl BufRead) -> Result<(), HostError> {
        let Shown { game, deeds, entitled } = Shown::verified(registry, log)?;
        for Found { line, who, task, count } in deeds {
            if self.counted.insert((line, who.clone(), task)) {
                *self.counts.entry((who, game, task)).or_default() += count;
            }
        }
        if let Some(entitled) = entitled {
            self.entitled.get_or_insert_default().extend(entitled);
        }
        self.trophies.entry(game).or_insert(registry.title(game)?.trophies());
        Ok(())
    }

    /// Every trophy of the games that were read, for everyone who may have it and did something for any, by player.
    pub fn list(&self) -> Vec<Achievement> {
        let may = |who: &&String| self.entitled.as_ref().is_none_or(|entitled| entitled.contains(*who));
        let players: BTreeSet<&String> = self.counts.keys().map(|(who, ..)| who).filter(may).collect();
        let all = || self.trophies.iter().flat_map(|(game, trophies)| trophies.iter().map(move |trophy| (*game, trophy)));
        players.into_iter().flat_map(|who| all().map(move |(game, trophy)| self.achievement(who, game, trophy))).collect()
    }

    fn achievement(&self, who: &str, game: &'static str, trophy: &Trophy) -> Achievement {
        let Trophy { task, title, threshold, points } = *trophy;
        let count = self.counts.get(&(who.to_owned(), game, task)).copied().unwrap_or(0);
        let (progress, earned) = (count.min(u64::from(threshold)), count >= u64::from(threshold));
        Achievement { who: who.to_owned(), game, trophy: title, task, progress, threshold, points, earned }
    }
}

/// A log, decided again, as a table that knows its beginning, and the ids of its records.
fn verified(registry: &Registry, log: impl BufRead) -> Result<(Box<dyn Table>, Vec<Id>), HostError> {
    let mut reader = Reader::new(log);
    let (mut table, _) = verify::open(registry, &mut reader, true)?;
    let mut ids = vec![table.head()];
    loop {
        let number = reader.line_number() + 1;
        let Some(text) = reader.next_line()? else { break };
        if Line::is_prose(text) {
            continue;
        }
        let before = table.seq();
        table.redo(text).map_err(|error| error.at_line(number))?;
        if table.seq() > before {
            ids.push(table.head());
        }
    }
    table.audit()?;
    Ok((table, ids))
}

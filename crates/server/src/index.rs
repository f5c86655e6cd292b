//! What is read often, kept so that it is found quickly: leaderboards, achievements and the list of matches. Everything here follows from the logs; it can be
//! thrown away and made again.

use crate::described::MatchState;
use crate::notes::{Chair, Desk, notes_of};
use crate::office::lines;
use crate::problem::Problem;
use crate::ticket::{Board, Stub, Used, day_of};
use axum::http::StatusCode;
use referee_host::{Found, Registry, Shown};
use referee_store::{LogName, Store};
use rusqlite::{Connection, OptionalExtension, params};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS logs (name TEXT PRIMARY KEY, lines INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (
    ticket TEXT PRIMARY KEY, game TEXT NOT NULL, board TEXT NOT NULL, day TEXT NOT NULL, score INTEGER NOT NULL, at INTEGER NOT NULL,
    name TEXT NOT NULL, account TEXT NOT NULL, log TEXT NOT NULL, actions INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ranked ON runs (game, board, day, account, score);
CREATE TABLE IF NOT EXISTS tickets (ticket TEXT PRIMARY KEY, game TEXT NOT NULL, board TEXT NOT NULL, day TEXT NOT NULL, account TEXT NOT NULL, until INTEGER NOT NULL)
    STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS counted ON tickets (game, board, account, day);
CREATE TABLE IF NOT EXISTS matches (id TEXT PRIMARY KEY, game TEXT NOT NULL, state TEXT NOT NULL, opened INTEGER NOT NULL, seats TEXT NOT NULL)
    STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS found ON matches (state, id);
CREATE TABLE IF NOT EXISTS deeds (game TEXT NOT NULL, who TEXT NOT NULL, task TEXT NOT NULL, line TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (game, who, task, line)) STRICT, WITHOUT ROWID;
";

/// What the tables are like: whoever changes them counts on, and what was made before is made again.
const VERSION: i64 = 2;

/// What is read often.
pub(crate) struct Index(Mutex<Connection>);

/// A row of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Entry {
    /// From 1.
    pub(crate) rank: u64,
    /// Who played.
    pub(crate) name: String,
    /// Tells players of the same name apart.
    pub(crate) player: String,
    /// What the run is worth.
    pub(crate) score: i64,
    /// How many actions it has.
    pub(crate) actions: u64,
    /// When it was handed in, in milliseconds since 1970.
    pub(crate) at: u64,
    /// Where the whole log is.
    pub(crate) log: String,
    /// How many tickets the player has taken for this board in this time.
    pub(crate) tickets: u64,
}

/// A row of the list of matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Listed {
    /// Its id.
    pub(crate) id: String,
    /// Which game is played.
    pub(crate) game: String,
    /// How it stands.
    #[schemars(with = "MatchState")]
    pub(crate) state: String,
    /// When it was opened, in milliseconds since 1970.
    pub(crate) opened: u64,
    /// Who sits where; nobody where it is null.
    #[schemars(with = "BTreeMap<String, Option<String>>")]
    pub(crate) seats: serde_json::Value,
}

/// How often a player did what.
pub(crate) struct Done {
    pub(crate) who: String,
    pub(crate) task: String,
    pub(crate) count: u64,
}

/// Which part of a leaderboard.
pub(crate) struct Part<'a> {
    pub(crate) game: &'a str,
    pub(crate) board: Board,
    /// The beginning of the days that count: `2026-11-16` is a day, `2026-11` a season, nothing is all.
    pub(crate) days: &'a str,
}

impl Index {
    /// Opens the index in a file, or in memory, and looks at all logs that have grown since. One that cannot be read, or that another
    /// version has made, is made again, with a word about it.
    pub(crate) fn open(path: Option<&Path>, registry: &Registry, store: &dyn Store) -> std::io::Result<Index> {
        let Some(path) = path else {
            let index = Index::with(Connection::open_in_memory().map_err(std::io::Error::other)?)?;
            return index.caught_up(registry, store, &mut |_| {});
        };
        match Index::at(path).and_then(|index| index.caught_up(registry, store, &mut |_| {})) {
            Ok(index) => Ok(index),
            Err(error) => {
                eprintln!("{}: {error}; it is made again from the logs", path.display());
                Index::anew(path, registry, store, &mut |_| {})
            }
        }
    }

    /// Makes the index in a file anew, whatever was there. `progress` hears how many logs have been looked at.
    pub(crate) fn anew(
        path: &Path,
        registry: &Registry,
        store: &dyn Store,
        progress: &mut dyn FnMut(u64),
    ) -> std::io::Result<Index> {
        for ending in ["", "-wal", "-shm"] {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            match std::fs::remove_file(&name) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Index::at(path)?.caught_up(registry, store, progress)
    }

    fn at(path: &Path) -> std::io::Result<Index> {
        referee_store::make_private(path)?;
        Index::with(Connection::open(path).map_err(std::io::Error::other)?)
    }

    fn with(connection: Connection) -> std::io::Result<Index> {
        let other = std::io::Error::other;
        // It can be made again: nothing waits for the disk here.
        connection.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;").map_err(other)?;
        let number = |select: &str| connection.query_row(select, [], |row| row.get::<_, i64>(0)).map_err(other);
        let (version, tables) = (number("PRAGMA user_version")?, number("SELECT count(*) FROM sqlite_schema")?);
        if tables > 0 && version != VERSION {
            return Err(std::io::Error::other(format!("it is of version {version}, not {VERSION}")));
        }
        connection.execute_batch(TABLES).and_then(|()| connection.pragma_update(None, "user_version", VERSION)).map_err(other)?;
        Ok(Index(Mutex::new(connection)))
    }

    fn caught_up(self, registry: &Registry, store: &dyn Store, progress: &mut dyn FnMut(u64)) -> std::io::Result<Index> {
        let caught_up = self.catch_up(registry, store, progress);
        caught_up.map(|()| self).map_err(|problem| std::io::Error::other(problem.message.clone()))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at all logs that have grown since it looked last. `progress` hears how many logs have been looked at.
    fn catch_up(&self, registry: &Registry, store: &dyn Store, progress: &mut dyn FnMut(u64)) -> Result<(), Problem> {
        let (mut after, mut seen) = (None, 0);
        loop {
            let names = store.list(after.as_ref(), 1_024)?;
            for name in &names {
                self.look_at(registry, store, name)?;
                seen += 1;
                progress(seen);
            }
            match names.last() {
                Some(last) => after = Some(last.clone()),
                None => return Ok(()),
            }
        }
    }

    /// Looks at a log that may have grown.
    pub(crate) fn look_at(&self, registry: &Registry, store: &dyn Store, log: &LogName) -> Result<(), Problem> {
        let Some(standing) = store.standing(log)? else { return Ok(()) };
        let (name, next) = (log.as_str(), i64::try_from(standing.next).unwrap_or(i64::MAX));
        let is_known = self.one("SELECT lines FROM logs WHERE name = ?1", name, |row| row.get::<_, i64>(0))? == Some(next);
        if is_known && !name.starts_with("m-") {
            return Ok(());
        }
        // A game is folded before the index is locked: others read it meanwhile.
        let shown = match name.strip_prefix("m-") {
            Some(id) if standing.closed && !is_known => self.shown(registry, store, log, id)?,
            _ => None,
        };
        let connection = self.connection();
        match name.split_at_checked(2) {
            Some(("t-", id)) => ticket(&connection, id, &lines(store, log)?)?,
            Some(("d-", id)) => desk(&connection, store, id, &lines(store, log)?)?,
            Some(("m-", id)) if standing.closed => {
                connection.execute("UPDATE matches SET state = 'over' WHERE id = ?1", [id]).map_err(failed)?;
                shown.map_or(Ok(()), |shown| deeds(&connection, shown))?;
            }
            _ => {}
        }
        let keep = "INSERT INTO logs (name, lines) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET lines = excluded.lines";
        connection.prepare_cached(keep).and_then(|mut keep| keep.execute(params![name, next])).map_err(failed)?;
        Ok(())
    }

    /// What a query finds about a name, if anything.
    fn one<T>(
        &self,
        query: &str,
        name: &str,
        read: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, Problem> {
        let connection = self.connection();
        let found = connection.prepare_cached(query).and_then(|mut found| found.query_row([name], read).optional());
        found.map_err(failed)
    }

    /// What a match shows of its players, where its game has trophies. A log that cannot be read shows nothing.
    fn shown(&self, registry: &Registry, store: &dyn Store, log: &LogName, id: &str) -> Result<Option<Shown>, Problem> {
        let game = self.one("SELECT game FROM matches WHERE id = ?1", id, |row| row.get::<_, String>(0))?;
        let has_trophies = game.is_some_and(|game| registry.title(&game).is_ok_and(|title| !title.trophies().is_empty()));
        if !has_trophies || is_played_alone(store, id)? {
            return Ok(None);
        }
        Ok(Shown::folded(registry, lines(store, log)?.iter().map(String::as_str)).ok())
    }

    /// A page of a leaderboard, each player's best run, and how many players there are.
    pub(crate) fn leaders(&self, part: &Part<'_>, page: u64, size: u64) -> Result<(Vec<Entry>, u64), Problem> {
        let connection = self.connection();
        let (board, days) = (part.board.name(), format!("{}%", part.days));
        let best = "WITH best AS (
            SELECT *, row_number() OVER (PARTITION BY account ORDER BY score DESC, at, ticket) AS place
            FROM runs WHERE game = ?1 AND board = ?2 AND day LIKE ?3)";
        let total = connection
            .prepare_cached(&format!("{best} SELECT count(*) FROM best WHERE place = 1"))
            .and_then(|mut total| total.query_row(params![part.game, board, days], |row| row.get::<_, i64>(0)))
            .map_err(failed)?;
        let select = format!(
            "{best} SELECT name, account, score, actions, at, log, (SELECT count(*) FROM tickets WHERE tickets.game = best.game
                AND tickets.board = best.board AND tickets.account = best.account AND tickets.day LIKE ?3)
            FROM best WHERE place = 1 ORDER BY score DESC, at, ticket LIMIT ?4 OFFSET ?5"
        );
        let begin = page.saturating_mul(size);
        let read = |row: &rusqlite::Row<'_>| {
            let number = |column: usize| row.get::<_, i64>(column).map(i64::unsigned_abs);
            let account: String = row.get(1)?;
            Ok(Entry {
                rank: 0,
                name: row.get(0)?,
                player: account.chars().take(8).collect(),
                score: row.get(2)?,
                actions: number(3)?,
                at: number(4)?,
                log: row.get(5)?,
                tickets: number(6)?,
            })
        };
        let mut select = connection.prepare_cached(&select).map_err(failed)?;
        let window = params![part.game, board, days, size as i64, begin as i64];
        let entries = select.query_map(window, read).and_then(Iterator::collect::<Result<Vec<Entry>, _>>).map_err(failed)?;
        let entries = (begin + 1..).zip(entries).map(|(rank, entry)| Entry { rank, ..entry }).collect();
        Ok((entries, total.unsigned_abs()))
    }

    /// The rank of a player's best run; none where there is no run.
    pub(crate) fn rank_of(&self, part: &Part<'_>, account: &str) -> Result<Option<u64>, Problem> {
        let connection = self.connection();
        let select = "WITH best AS (
            SELECT *, row_number() OVER (PARTITION BY account ORDER BY score DESC, at, ticket) AS place
            FROM runs WHERE game = ?1 AND board = ?2 AND day LIKE ?3)
            SELECT rank FROM (
                SELECT account, row_number() OVER (ORDER BY score DESC, at, ticket) AS rank FROM best WHERE place = 1
            ) WHERE account = ?4";
        let row = params![part.game, part.board.name(), format!("{}%", part.days), account];
        let rank =
            connection.prepare_cached(select).and_then(|mut rank| rank.query_row(row, |row| row.get::<_, i64>(0)).optional());
        Ok(rank.map_err(failed)?.map(i64::unsigned_abs))
    }

    /// The ticket that a player has for a board, not used and not expired. One for yesterday's seed is good until it expires, but whoever
    /// asks for a daily ticket today wants today's.
    pub(crate) fn open_ticket(&self, game: &str, board: Board, account: &str, now: u64) -> Result<Option<String>, Problem> {
        let connection = self.connection();
        let select = "SELECT ticket FROM tickets WHERE game = ?1 AND board = ?2 AND account = ?3 AND until > ?4 AND day LIKE ?5
            AND ticket NOT IN (SELECT ticket FROM runs) LIMIT 1";
        let day = if board == Board::Daily { day_of(now) } else { "%".to_owned() };
        let row = params![game, board.name(), account, now as i64, day];
        connection.prepare_cached(select).and_then(|mut open| open.query_row(row, |row| row.get(0)).optional()).map_err(failed)
    }

    /// The tickets of server-rolled matches that were not used.
    pub(crate) fn owed(&self) -> Result<Vec<String>, Problem> {
        let connection = self.connection();
        let select = "SELECT ticket FROM tickets WHERE board = ?1 AND ticket NOT IN (SELECT ticket FROM runs)";
        let mut select = connection.prepare_cached(select).map_err(failed)?;
        let found = select.query_map([Board::Live.name()], |row| row.get(0)).and_then(Iterator::collect);
        found.map_err(failed)
    }

    /// How often each player did what in a game; one player's where a name is given.
    pub(crate) fn deeds(&self, game: &str, name: Option<&str>) -> Result<Vec<Done>, Problem> {
        let connection = self.connection();
        let select = "SELECT who, task, sum(count) FROM deeds WHERE game = ?1 AND (?2 IS NULL OR who = ?2) GROUP BY who, task";
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Done { who: row.get(0)?, task: row.get(1)?, count: row.get::<_, i64>(2)?.unsigned_abs() })
        };
        let mut select = connection.prepare_cached(select).map_err(failed)?;
        select.query_map(params![game, name], read).and_then(Iterator::collect).map_err(failed)
    }

    /// Matches, the latest first.
    pub(crate) fn matches(
        &self,
        game: Option<&str>,
        state: Option<&str>,
        before: Option<&str>,
        most: u64,
    ) -> Result<Vec<Listed>, Problem> {
        let connection = self.connection();
        let select = "SELECT id, game, state, opened, seats FROM matches
            WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR state = ?2) AND (?3 IS NULL OR id < ?3) ORDER BY id DESC LIMIT ?4";
        let read = |row: &rusqlite::Row<'_>| {
            let seats: String = row.get(4)?;
            Ok(Listed {
                id: row.get(0)?,
                game: row.get(1)?,
                state: row.get(2)?,
                opened: row.get::<_, i64>(3)?.unsigned_abs(),
                seats: serde_json::from_str(&seats).unwrap_or_default(),
            })
        };
        let mut select = connection.prepare_cached(select).map_err(failed)?;
        let found = select.query_map(params![game, state, before, most as i64], read);
        found.and_then(Iterator::collect).map_err(failed)
    }
}

/// Whether one person took several seats when the match was opened. Achievements need two different players.
fn is_played_alone(store: &dyn Store, id: &str) -> Result<bool, Problem> {
    let notes = lines(store, &notes_of(id)?)?;
    let opened = Desk::read(notes.first().map(String::as_str))?.opened;
    let own = opened.seats.values().filter(|chair| matches!(chair, Chair::Taken { .. }));
    Ok(own.count() > 1)
}

fn deeds(connection: &Connection, shown: Shown) -> Result<(), Problem> {
    let keep = "INSERT OR IGNORE INTO deeds (game, who, task, line, count) VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut keep = connection.prepare_cached(keep).map_err(failed)?;
    for Found { line, who, task, count } in shown.deeds {
        keep.execute(params![shown.game, who, task, line, count as i64]).map_err(failed)?;
    }
    Ok(())
}

fn ticket(connection: &Connection, id: &str, stubs: &[String]) -> Result<(), Problem> {
    let mut stubs = stubs.iter().filter_map(|stub| serde_json::from_str::<Stub>(stub).ok());
    let Some(Stub::Issued(issued)) = stubs.next() else { return Ok(()) };
    let day = day_of(issued.at);
    let keep = "INSERT OR IGNORE INTO tickets (ticket, game, board, day, account, until) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    connection
        .execute(keep, params![id, issued.game, issued.board.name(), day, issued.account, issued.until as i64])
        .map_err(failed)?;
    let Some(Stub::Used(Used { log, score, actions, at })) = stubs.next() else { return Ok(()) };
    let keep = "INSERT OR IGNORE INTO runs (ticket, game, board, day, score, at, name, account, log, actions)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
    let board = issued.board.name();
    let row = params![id, issued.game, board, day, score, at as i64, issued.name, issued.account, log, actions as i64];
    connection.execute(keep, row).map_err(failed)?;
    Ok(())
}

fn desk(connection: &Connection, store: &dyn Store, id: &str, notes: &[String]) -> Result<(), Problem> {
    let Ok(desk) = Desk::read(notes.iter().map(String::as_str)) else { return Ok(()) };
    if desk.withdrawn {
        return connection.execute("DELETE FROM matches WHERE id = ?1", [id]).map(|_| ()).map_err(failed);
    }
    let log = crate::notes::log_of(id)?;
    let state = match (store.standing(&log)?.is_some_and(|standing| standing.closed), desk.is_full()) {
        (true, _) => "over",
        (false, true) => "playing",
        (false, false) => "open",
    };
    let seats: BTreeMap<&str, Option<String>> =
        desk.opened.seats.iter().map(|(seat, chair): (&String, &Chair)| (seat.as_str(), chair.name(seat))).collect();
    let seats = serde_json::to_string(&seats).unwrap_or_default();
    let keep = "INSERT INTO matches (id, game, state, opened, seats) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (id) DO UPDATE SET state = excluded.state, seats = excluded.seats";
    connection.execute(keep, params![id, desk.opened.game, state, desk.opened.at as i64, seats]).map_err(failed)?;
    Ok(())
}

fn failed(_: rusqlite::Error) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "INDEX", "the index cannot be read just now: try again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_for_a_daily_ticket_gets_todays() {
        let index = Index::with(Connection::open_in_memory().unwrap()).unwrap();
        let (noon, day) = (1_794_830_400_000u64, 86_400_000);
        for (id, board) in [("daily", Board::Daily), ("free", Board::Free)] {
            let (game, account) = ("hop".to_owned(), "ann".to_owned());
            let (seed, name, until) = (String::new(), "ann".to_owned(), noon + day);
            let issued = Stub::Issued(super::super::ticket::Issued { game, board, seed, name, account, at: noon, until });
            ticket(&index.connection(), id, &[serde_json::to_string(&issued).unwrap()]).unwrap();
        }
        let open = |board, now| index.open_ticket("hop", board, "ann", now).unwrap();
        assert_eq!(open(Board::Daily, noon + 1).as_deref(), Some("daily"), "the same again");
        assert_eq!(open(Board::Daily, noon + day / 2), None, "a new day has a seed of its own");
        assert_eq!(open(Board::Free, noon + day / 2).as_deref(), Some("free"));
        assert_eq!(open(Board::Free, noon + day), None, "expired");
    }
}

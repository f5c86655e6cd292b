//! The tables of the file, and what is read from them.

use super::chunk::{self, NUMBERS, place};
use super::tail::{Keys, Tail};
use super::{batch, met};
use crate::{Append, Kept, LogName, Standing, StoreError};
use rusqlite::types::Type;
use rusqlite::{Connection, Error, OptionalExtension};
use std::collections::HashMap;
use std::path::Path;

/// The version of these tables, as the file says it.
const VERSION: i64 = 3;

/// The tables. Nothing in them is ever changed, and triggers hold whoever opens the file to it; what is fresh is moved to its place, which is the
/// only way it goes: `settled` says up to where.
const TABLES: &str = "
CREATE TABLE IF NOT EXISTS logs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE IF NOT EXISTS chunks (place INTEGER PRIMARY KEY, next INTEGER NOT NULL, keys TEXT NOT NULL, lines TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS fresh (id INTEGER PRIMARY KEY, appends TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS settled (id INTEGER PRIMARY KEY CHECK (id = 1), fresh INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS closed (log INTEGER PRIMARY KEY REFERENCES logs (id)) STRICT;
CREATE TRIGGER IF NOT EXISTS no_chunk_changes BEFORE UPDATE ON chunks BEGIN SELECT RAISE(ABORT, 'a line never changes'); END;
CREATE TRIGGER IF NOT EXISTS no_chunk_goes BEFORE DELETE ON chunks BEGIN SELECT RAISE(ABORT, 'a line never goes'); END;
CREATE TRIGGER IF NOT EXISTS no_fresh_line_changes BEFORE UPDATE ON fresh BEGIN SELECT RAISE(ABORT, 'a line never changes'); END;
CREATE TRIGGER IF NOT EXISTS no_fresh_line_goes BEFORE DELETE ON fresh WHEN OLD.id > coalesce((SELECT fresh FROM settled), 0)
    BEGIN SELECT RAISE(ABORT, 'a line never goes'); END;
CREATE TRIGGER IF NOT EXISTS no_log_changes BEFORE UPDATE ON logs BEGIN SELECT RAISE(ABORT, 'a log keeps its name'); END;
CREATE TRIGGER IF NOT EXISTS no_log_goes BEFORE DELETE ON logs BEGIN SELECT RAISE(ABORT, 'a log never goes'); END;
CREATE TRIGGER IF NOT EXISTS no_log_opens BEFORE DELETE ON closed BEGIN SELECT RAISE(ABORT, 'a closed log stays closed'); END;
";

/// The version before, in which each append was a row of what is fresh: its files are read on.
const ROW_BY_ROW: i64 = 2;

/// Refuses a file of another version, before anything in it is touched.
pub(crate) fn check_version(path: &Path) -> Result<(), StoreError> {
    let connection = Connection::open(path).map_err(met)?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(met)?;
    let found = version(&connection).map_err(met)?;
    match tables == 0 || found == VERSION || found == ROW_BY_ROW {
        true => Ok(()),
        false => Err(StoreError::OtherVersion { expected: VERSION, found }),
    }
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Makes the tables, unless they are there: all of them with their version, or none. A file that was made halfway would be one of another
/// version for ever.
pub(crate) fn lay_out(connection: &Connection) -> rusqlite::Result<()> {
    let change = connection.unchecked_transaction()?;
    let left = if version(&change)? == ROW_BY_ROW { take_rows(&change)? } else { String::new() };
    change.execute_batch(TABLES)?;
    if !left.is_empty() {
        change.execute("INSERT INTO fresh (id, appends) VALUES (1, ?1)", [left])?;
    }
    change.pragma_update(None, "user_version", VERSION)?;
    change.commit()
}

/// Takes the table away in which each append was a row; what was left in it, as one row.
fn take_rows(connection: &Connection) -> rusqlite::Result<String> {
    let mut row = String::new();
    let mut rows = connection
        .prepare("SELECT name, log, number, lines, key, last FROM fresh JOIN logs ON logs.id = log ORDER BY fresh.id")?;
    let mut rows = rows.query([])?;
    while let Some(found) = rows.next()? {
        let (log, next) = (named(&found.get::<_, String>(0)?)?, found.get::<_, i64>(2)?.unsigned_abs());
        let append = Append { log, next, lines: found.get(3)?, key: found.get(4)?, last: found.get(5)? };
        batch::add(&mut row, found.get(1)?, &append, append.each().count() as u64);
    }
    drop(rows);
    connection.execute_batch("DROP TABLE fresh")?;
    Ok(row)
}

/// The latest row of what is or was fresh.
pub(crate) fn latest_row(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row(
        "SELECT max(coalesce((SELECT max(id) FROM fresh), 0), coalesce((SELECT fresh FROM settled), 0))",
        [],
        |row| row.get(0),
    )
}

/// What a log is called that has this number in the file.
fn name_of(connection: &Connection, log: i64) -> rusqlite::Result<LogName> {
    let mut name = connection.prepare_cached("SELECT name FROM logs WHERE id = ?1")?;
    named(&name.query_row([log], |row| row.get::<_, String>(0))?)
}

fn named(name: &str) -> rusqlite::Result<LogName> {
    LogName::parse(name).map_err(|error| Error::FromSqlConversionFailure(0, Type::Text, error.into()))
}

/// What is not in its place, by log. Nothing else is known of these logs.
pub(crate) fn fresh(connection: &Connection) -> rusqlite::Result<HashMap<LogName, Tail>> {
    let mut rows = connection.prepare_cached("SELECT appends FROM fresh ORDER BY id")?;
    let mut rows = rows.query([])?;
    let mut tails: HashMap<LogName, Tail> = HashMap::new();
    while let Some(row) = rows.next()? {
        let unreadable = || Error::FromSqlConversionFailure(0, Type::Text, "this is no row of appends".into());
        for part in batch::parts(row.get_ref(0)?.as_str()?).ok_or_else(unreadable)? {
            let append = part.append(name_of(connection, part.log)?);
            let standing = Standing { next: append.next + append.each().count() as u64, closed: append.last };
            let tail = tails.entry(append.log.clone()).or_default();
            tail.log = part.log;
            tail.extend(append.kept(), standing);
        }
    }
    Ok(tails)
}

/// The end of a log, as far as it is in its place: how it stands, and all keys it has used.
pub(crate) fn stored(connection: &Connection, log: &LogName) -> rusqlite::Result<Option<Tail>> {
    let Some((log, standing)) = end_of(connection, log)? else { return Ok(None) };
    let mut keys = Keys::default();
    each_key(connection, log, |_, key| {
        keys.add(key);
        true
    })?;
    Ok(Some(Tail { log, standing, lines: Vec::new(), keys: Some(keys) }))
}

/// Where a log ends, as far as it is in its place.
pub(crate) fn end_of(connection: &Connection, log: &LogName) -> rusqlite::Result<Option<(i64, Standing)>> {
    let mut id =
        connection.prepare_cached("SELECT id, EXISTS (SELECT 1 FROM closed WHERE log = id) FROM logs WHERE name = ?1")?;
    let found: Option<(i64, bool)> = id.query_row([log.as_str()], |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    let Some((log, closed)) = found else { return Ok(None) };
    let mut end =
        connection.prepare_cached("SELECT next FROM chunks WHERE place BETWEEN ?1 AND ?2 ORDER BY place DESC LIMIT 1")?;
    let next: Option<i64> = end.query_row([place(log, 0), place(log, NUMBERS)], |row| row.get(0)).optional()?;
    Ok(Some((log, Standing { next: next.unwrap_or(0).unsigned_abs(), closed })))
}

/// Lines of a log that are in their place.
pub(crate) fn lines(connection: &Connection, log: i64, from: u64, most: usize) -> rusqlite::Result<Vec<Kept>> {
    // From the chunk on that the first line lies in.
    let mut chunks = connection.prepare_cached(
        "SELECT place, lines, keys FROM chunks
         WHERE place BETWEEN coalesce((SELECT max(place) FROM chunks WHERE place BETWEEN ?1 AND ?2), ?2) AND ?3 ORDER BY place",
    )?;
    let mut rows = chunks.query([place(log, 0), place(log, from), place(log, NUMBERS)])?;
    let mut found = Vec::new();
    while found.len() < most
        && let Some(row) = rows.next()?
    {
        let (first, text, keys) = (chunk::first_at(row.get(0)?), row.get_ref(1)?.as_str()?, row.get_ref(2)?.as_str()?);
        found.extend(chunk::lines(first, text, keys, from).take(most - found.len()));
    }
    Ok(found)
}

/// The line that a key was used for, as far as it is in its place.
pub(crate) fn used(connection: &Connection, log: i64, key: &str) -> rusqlite::Result<Option<u64>> {
    let mut at = None;
    each_key(connection, log, |number, used| {
        at = (used == key).then_some(number);
        at.is_none()
    })?;
    Ok(at)
}

/// Looks at the keys of a log while `goes_on` says so.
fn each_key(connection: &Connection, log: i64, mut goes_on: impl FnMut(u64, &str) -> bool) -> rusqlite::Result<()> {
    let mut keys =
        connection.prepare_cached("SELECT keys FROM chunks WHERE place BETWEEN ?1 AND ?2 AND keys <> '' ORDER BY place")?;
    let mut rows = keys.query([place(log, 0), place(log, NUMBERS)])?;
    while let Some(row) = rows.next()? {
        if !chunk::keys(row.get_ref(0)?.as_str()?).all(|(number, key)| goes_on(number, key)) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The disk is full, or the program ends, while the first tables are made.
    #[test]
    fn a_file_that_was_made_halfway_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("referee.db");
        for pages in 1..8 {
            let connection = Connection::open(&path).unwrap();
            connection.pragma_update(None, "max_page_count", pages).unwrap();
            let made = lay_out(&connection);
            drop(connection);
            check_version(&path).unwrap_or_else(|error| panic!("with room for {pages} pages, {made:?}: {error}"));
        }
        lay_out(&Connection::open(&path).unwrap()).unwrap();
        check_version(&path).unwrap();
    }
}

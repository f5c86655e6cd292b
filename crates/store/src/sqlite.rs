//! A store in one file: SQLite, a single thread that writes, and many that read.
//!
//! Whatever waits while the disk is busy is committed together with the next flush: one costs what hundreds do. What is appended goes to the
//! end of one table, so that a commit touches few pages however many logs it is for; now and then everything there is put in its place
//! at once. Until then it is read from memory.

use crate::bell::Bells;
use crate::tail::{Tail, Tails};
use crate::{Append, Appended, Kept, LogName, Receipt, Standing, Store, StoreError, Subscription};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// How many appends may wait for the disk.
const WAITING_MAX: usize = 16_384;
/// How many appends are committed together at most.
const TOGETHER_MAX: usize = 1_024;
/// How many logs the writer remembers the end of.
const ENDS_MAX: usize = 65_536;
/// After so many lines everything is put in its place.
const SETTLE_AT: u64 = 2_048;
/// More lines than this do not wait to be put in their place: something is wrong with the disk.
const UNSETTLED_MAX: u64 = 65_536;
/// How much of the file the writer keeps in memory, in KiB.
const CACHE: u32 = 16 << 10;
/// How many pages may lie in the log of the file before they are moved into it.
const CHECKPOINT_AT: u32 = 4_000;
/// How many readers are kept for the next who reads.
const READERS_MAX: usize = 8;

/// The tables. Nothing in them is ever changed; what is fresh is moved to its place.
const TABLES: &str = "
CREATE TABLE IF NOT EXISTS logs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE IF NOT EXISTS lines (
    log INTEGER NOT NULL REFERENCES logs (id), number INTEGER NOT NULL, text TEXT NOT NULL, key TEXT, PRIMARY KEY (log, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS keys ON lines (log, key) WHERE key IS NOT NULL;
CREATE TABLE IF NOT EXISTS fresh (
    id INTEGER PRIMARY KEY, log INTEGER NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, key TEXT, last INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS closed (log INTEGER PRIMARY KEY REFERENCES logs (id)) STRICT;
CREATE TRIGGER IF NOT EXISTS no_line_changes BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'a line never changes'); END;
CREATE TRIGGER IF NOT EXISTS no_line_goes BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'a line never goes'); END;
CREATE TRIGGER IF NOT EXISTS no_fresh_line_changes BEFORE UPDATE ON fresh BEGIN SELECT RAISE(ABORT, 'a line never changes'); END;
CREATE TRIGGER IF NOT EXISTS no_fresh_line_goes BEFORE DELETE ON fresh
    WHEN NOT EXISTS (SELECT 1 FROM lines WHERE log = OLD.log AND number = OLD.number)
    BEGIN SELECT RAISE(ABORT, 'a line never goes but to its place'); END;
CREATE TRIGGER IF NOT EXISTS no_log_changes BEFORE UPDATE ON logs BEGIN SELECT RAISE(ABORT, 'a log keeps its name'); END;
CREATE TRIGGER IF NOT EXISTS no_log_goes BEFORE DELETE ON logs BEGIN SELECT RAISE(ABORT, 'a log never goes'); END;
CREATE TRIGGER IF NOT EXISTS no_log_opens BEFORE DELETE ON closed BEGIN SELECT RAISE(ABORT, 'a closed log stays closed'); END;
";

/// Puts what is fresh in its place.
const SETTLE: &str = "
BEGIN IMMEDIATE;
INSERT INTO lines (log, number, text, key) SELECT log, number, text, key FROM fresh ORDER BY log, number;
INSERT INTO closed (log) SELECT log FROM fresh WHERE last;
DELETE FROM fresh;
COMMIT;
";

/// What an answer promises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Writes {
    /// What was answered survives the loss of power.
    #[default]
    Safe,
    /// What was answered survives the end of the program, but perhaps not that of the machine.
    Fast,
}

/// A store in one file. A copy is the same store; the file is closed with the last of them, after everything that waits is written.
#[derive(Clone)]
pub struct Sqlite(Arc<Shared>);

struct Shared {
    path: PathBuf,
    jobs: Option<SyncSender<Job>>,
    writer: Option<JoinHandle<()>>,
    readers: Mutex<Vec<Connection>>,
    bells: Arc<Bells>,
    tails: Arc<Tails>,
    _lock: File,
}

struct Job {
    append: Append,
    answer: oneshot::Sender<Result<Appended, StoreError>>,
}

impl Sqlite {
    /// Opens the store in a file, which is made if there is none. One program at a time has it.
    pub fn open(path: &Path, writes: Writes) -> Result<Sqlite, StoreError> {
        let lock = locked(path)?;
        make_private(path).map_err(|error| StoreError::Io(format!("{}: {error}", path.display())))?;
        let tails = Arc::new(Tails::default());
        let mut writer = Writer::new(connect(path, writes)?, tails.clone());
        writer.connection.pragma_update(None, "cache_size", -i64::from(CACHE)).map_err(met)?;
        writer.connection.execute_batch(TABLES).and_then(|()| writer.settle()).map_err(met)?;
        let (jobs, waiting) = sync_channel(WAITING_MAX);
        let bells = Arc::new(Bells::default());
        let rung = bells.clone();
        let thread = std::thread::Builder::new().name("referee-store".into());
        let thread = thread.spawn(move || writer.serve(&waiting, &rung)).map_err(|error| StoreError::Io(error.to_string()))?;
        let (jobs, writer) = (Some(jobs), Some(thread));
        Ok(Sqlite(Arc::new(Shared { path: path.to_owned(), jobs, writer, readers: Mutex::default(), bells, tails, _lock: lock })))
    }

    /// Looks through the whole file for damage. Takes as long as reading all of it.
    pub fn check(&self) -> Result<(), StoreError> {
        let found: String = self.reading(|connection| connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)))?;
        if found == "ok" { Ok(()) } else { Err(StoreError::Corrupt(found)) }
    }

    /// Copies the store, as it is at one moment, to a new file.
    pub fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        let to = to.to_string_lossy().into_owned();
        self.reading(|connection| connection.execute("VACUUM INTO ?1", [&to]))?;
        Ok(())
    }

    /// Lines of a log that are in their place.
    fn settled(&self, log: &LogName, from: i64, most: i64) -> Result<Vec<Kept>, StoreError> {
        self.reading(|connection| {
            let mut lines = connection.prepare_cached(
                "SELECT number, text, key FROM lines WHERE log = (SELECT id FROM logs WHERE name = ?1) AND number >= ?2
                 ORDER BY number LIMIT ?3",
            )?;
            let kept = |row: &rusqlite::Row<'_>| {
                Ok(Kept { number: row.get::<_, i64>(0)?.unsigned_abs(), text: row.get(1)?, key: row.get(2)? })
            };
            lines.query_map(params![log.as_str(), from, most], kept)?.collect()
        })
    }

    fn reading<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let kept = self.0.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = kept.map_or_else(|| connect(&self.0.path, Writes::Safe), Ok)?;
        let found = read(&connection).map_err(met);
        let mut readers = self.0.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_ok() && readers.len() < READERS_MAX {
            readers.push(connection);
        }
        found
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

impl Store for Sqlite {
    fn append(&self, append: Append) -> Receipt {
        let (answer, receipt) = Receipt::pending();
        let Some(jobs) = &self.0.jobs else { return Receipt::ready(Err(StoreError::Down)) };
        match jobs.try_send(Job { append, answer }) {
            Ok(()) => receipt,
            Err(TrySendError::Full(_)) => Receipt::ready(Err(StoreError::Busy)),
            Err(TrySendError::Disconnected(_)) => Receipt::ready(Err(StoreError::Down)),
        }
    }

    fn read(&self, log: &LogName, from: u64, most: usize) -> Result<Vec<Kept>, StoreError> {
        self.0.tails.read(log, (from, most), || self.settled(log, whole(from), whole(most as u64)))
    }

    fn standing(&self, log: &LogName) -> Result<Option<Standing>, StoreError> {
        if let Some(standing) = self.0.tails.of(log, |tail| tail.standing) {
            return Ok(Some(standing));
        }
        self.reading(|connection| Ok(end_of(connection, log)?.map(|end| end.standing).filter(|standing| standing.next > 0)))
    }

    fn find(&self, log: &LogName, key: &str) -> Result<Option<u64>, StoreError> {
        if let Some(Some(at)) = self.0.tails.of(log, |tail| tail.used(key)) {
            return Ok(Some(at));
        }
        self.reading(|connection| {
            let Some(end) = end_of(connection, log)? else { return Ok(None) };
            used(connection, end.log, key)
        })
    }

    fn list(&self, after: Option<&LogName>, most: usize) -> Result<Vec<LogName>, StoreError> {
        let after = after.map_or("", LogName::as_str);
        let names: Vec<String> = self.reading(|connection| {
            let mut names = connection.prepare_cached("SELECT name FROM logs WHERE name > ?1 ORDER BY name LIMIT ?2")?;
            names.query_map(params![after, whole(most as u64)], |row| row.get(0))?.collect()
        })?;
        names.iter().map(|name| LogName::parse(name)).collect()
    }

    fn subscribe(&self, log: &LogName, from: u64) -> Subscription {
        Subscription::new(Arc::new(self.clone()), log, from, self.0.bells.listen(log))
    }
}

/// Where a log ends.
#[derive(Clone, Copy)]
struct End {
    log: i64,
    standing: Standing,
}

/// The one thread that writes.
struct Writer {
    connection: Connection,
    /// The ends of the logs that were written to lately.
    ends: HashMap<LogName, End>,
    /// What is written and not safe yet.
    pending: HashMap<LogName, Tail>,
    /// What is safe and not in its place yet, and how many lines that are.
    tails: Arc<Tails>,
    fresh: u64,
    /// Whether a commit failed: what is in memory may not be what is fresh.
    unsure: bool,
}

impl Writer {
    fn new(connection: Connection, tails: Arc<Tails>) -> Writer {
        Writer { connection, ends: HashMap::new(), pending: HashMap::new(), tails, fresh: 0, unsure: false }
    }

    fn serve(&mut self, waiting: &Receiver<Job>, bells: &Bells) {
        while let Ok(first) = waiting.recv() {
            let jobs = gathered(first, waiting);
            let appends: Vec<&Append> = jobs.iter().map(|job| &job.append).collect();
            let answers = self.write(&appends);
            for (job, answer) in jobs.into_iter().zip(answers) {
                if let Ok(Appended { next }) = answer {
                    bells.ring(&job.append.log, next);
                }
                let _ = job.answer.send(answer);
            }
            if self.fresh >= SETTLE_AT {
                let _ = self.settle(); // tried again after the next append
            }
            if self.ends.len() > ENDS_MAX {
                self.ends.clear();
            }
        }
        let _ = self.settle();
    }

    /// Puts everything that is fresh in its place.
    fn settle(&mut self) -> rusqlite::Result<()> {
        let settled = self.connection.execute_batch(SETTLE);
        if settled.is_err() {
            self.roll_back();
        }
        settled?;
        self.tails.clear();
        (self.fresh, self.unsure) = (0, false);
        Ok(())
    }

    /// Takes back what is not committed; whether there was something, and it is gone.
    fn roll_back(&self) -> bool {
        !self.connection.is_autocommit() && self.connection.execute_batch("ROLLBACK").is_ok()
    }

    /// Writes appends together; if the disk refuses, each by itself, so that none fails for another's sake.
    fn write(&mut self, appends: &[&Append]) -> Vec<Result<Appended, StoreError>> {
        if (self.unsure || self.fresh >= UNSETTLED_MAX)
            && let Err(error) = self.settle()
        {
            let error = met(error);
            return appends.iter().map(|_| Err(error.clone())).collect();
        }
        match self.transact(appends) {
            Ok(answers) => {
                self.tails.grow(self.pending.drain());
                answers
            }
            Err(error) => {
                self.ends.clear();
                self.pending.clear();
                self.unsure = !self.roll_back();
                match appends {
                    [append] => vec![self.after_failure(append, error)],
                    _ => appends.iter().flat_map(|append| self.write(&[append])).collect(),
                }
            }
        }
    }

    fn transact(&mut self, appends: &[&Append]) -> rusqlite::Result<Vec<Result<Appended, StoreError>>> {
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        let answers = appends.iter().map(|append| self.take(append)).collect::<rusqlite::Result<Vec<_>>>()?;
        self.connection.execute_batch("COMMIT")?;
        self.fresh += self.pending.values().map(|tail| tail.lines.len() as u64).sum::<u64>();
        Ok(answers)
    }

    /// What became of an append that failed: if it could not be taken back, it may have been stored all the same.
    fn after_failure(&mut self, append: &Append, error: rusqlite::Error) -> Result<Appended, StoreError> {
        if !self.unsure {
            return Err(met(error));
        }
        let count = append.count()?;
        let stored = self.settle().and_then(|()| end_of(&self.connection, &append.log)).and_then(|end| {
            let Some(end) = end.filter(|end| end.standing.next == append.next + count) else { return Ok(false) };
            let mut line = self.connection.prepare_cached("SELECT text FROM lines WHERE log = ?1 AND number = ?2")?;
            let text: String = line.query_row(params![end.log, whole(append.next)], |row| row.get(0))?;
            Ok(append.each().next() == Some(&*text))
        });
        match stored {
            Ok(true) => Ok(Appended { next: append.next + count }),
            Ok(false) => Err(met(error)),
            Err(_) => Err(StoreError::Unknown(error.to_string())),
        }
    }

    fn take(&mut self, append: &Append) -> rusqlite::Result<Result<Appended, StoreError>> {
        let count = match append.count() {
            Ok(count) => count,
            Err(error) => return Ok(Err(error)),
        };
        let end = self.end_of(&append.log)?;
        let standing = end.map_or_else(Standing::default, |end| end.standing);
        if let (Some(key), Some(end)) = (&append.key, end)
            && let Some(at) = self.used(&append.log, end.log, key)?
        {
            return Ok(Err(StoreError::Repeated { at }));
        }
        if append.next != standing.next {
            return Ok(Err(StoreError::Conflict { next: standing.next }));
        }
        if standing.closed {
            return Ok(Err(StoreError::Closed));
        }
        let log = match end {
            Some(end) => end.log,
            None => self.begin(&append.log)?,
        };
        self.insert(log, append)?;
        let standing = Standing { next: append.next + count, closed: append.last };
        self.ends.insert(append.log.clone(), End { log, standing });
        let new = || Tail { log, lines: Vec::new(), standing };
        let tail = self.pending.entry(append.log.clone()).or_insert_with(new);
        tail.standing = standing;
        tail.lines.extend(append.kept());
        Ok(Ok(Appended { next: standing.next }))
    }

    /// Where a log ends.
    fn end_of(&self, log: &LogName) -> rusqlite::Result<Option<End>> {
        if let Some(end) = self.ends.get(log) {
            return Ok(Some(*end));
        }
        match self.tails.of(log, |tail| End { log: tail.log, standing: tail.standing }) {
            Some(end) => Ok(Some(end)),
            None => end_of(&self.connection, log),
        }
    }

    /// The line that a key was used for.
    fn used(&self, log: &LogName, number: i64, key: &str) -> rusqlite::Result<Option<u64>> {
        let pending = || self.pending.get(log).and_then(|tail| tail.used(key));
        match self.tails.of(log, |tail| tail.used(key)).flatten().or_else(pending) {
            Some(at) => Ok(Some(at)),
            None => used(&self.connection, number, key),
        }
    }

    fn begin(&self, log: &LogName) -> rusqlite::Result<i64> {
        self.connection.prepare_cached("INSERT INTO logs (name) VALUES (?1)")?.insert([log.as_str()])
    }

    fn insert(&self, log: i64, append: &Append) -> rusqlite::Result<()> {
        const INSERT: &str = "INSERT INTO fresh (log, number, text, key, last) VALUES (?1, ?2, ?3, ?4, ?5)";
        let mut insert = self.connection.prepare_cached(INSERT)?;
        let mut key = append.key.as_deref();
        let mut lines = (append.next..).zip(append.each()).peekable();
        while let Some((number, text)) = lines.next() {
            let last = append.last && lines.peek().is_none();
            insert.execute(params![log, whole(number), text, key.take(), last])?;
        }
        Ok(())
    }
}

/// Everything that waits, and what comes meanwhile: whoever was answered last is about to append again, and one flush costs what two do. Who
/// is alone waits for nobody.
fn gathered(first: Job, waiting: &Receiver<Job>) -> Vec<Job> {
    let mut jobs = vec![first];
    loop {
        let before = jobs.len();
        jobs.extend(waiting.try_iter().take(TOGETHER_MAX - before));
        if jobs.len() == before || jobs.len() == TOGETHER_MAX {
            return jobs;
        }
        std::thread::yield_now();
    }
}

/// Where a log ends, as it is stored.
fn end_of(connection: &Connection, log: &LogName) -> rusqlite::Result<Option<End>> {
    let mut end = connection.prepare_cached(
        "SELECT id, (SELECT max(number) FROM lines WHERE log = id), EXISTS (SELECT 1 FROM closed WHERE log = id)
         FROM logs WHERE name = ?1",
    )?;
    let read = |row: &rusqlite::Row<'_>| {
        let next = row.get::<_, Option<i64>>(1)?.map_or(0, |last| last.unsigned_abs() + 1);
        Ok(End { log: row.get(0)?, standing: Standing { next, closed: row.get(2)? } })
    };
    end.query_row([log.as_str()], read).optional()
}

/// The line that a key was used for.
fn used(connection: &Connection, log: i64, key: &str) -> rusqlite::Result<Option<u64>> {
    let mut used = connection.prepare_cached("SELECT number FROM lines WHERE log = ?1 AND key = ?2")?;
    used.query_row(params![log, key], |row| row.get::<_, i64>(0).map(i64::unsigned_abs)).optional()
}

/// Makes a file that is nobody else's, if there is none: secrets of dice to come are in it. What SQLite puts beside it is as private.
///
/// # Errors
/// If the file cannot be made.
pub fn make_private(path: &Path) -> std::io::Result<()> {
    private().open(path).map(|_| ())
}

fn private() -> std::fs::OpenOptions {
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn connect(path: &Path, writes: Writes) -> Result<Connection, StoreError> {
    let connection = Connection::open(path).map_err(met)?;
    connection.set_prepared_statement_cache_capacity(32);
    let synchronous = match writes {
        Writes::Safe => "FULL",
        Writes::Fast => "NORMAL",
    };
    let settings = format!(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = {synchronous}; PRAGMA busy_timeout = 5000;
        PRAGMA wal_autocheckpoint = {CHECKPOINT_AT};"
    );
    connection.execute_batch(&settings).map_err(met)?;
    Ok(connection)
}

/// One program has a store: it holds a lock for as long as it runs, however it ends.
fn locked(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let io = |error: std::io::Error| StoreError::Io(format!("{}: {error}", path.display()));
    let file = private().open(&name).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(StoreError::InUse(path.display().to_string())),
        Err(std::fs::TryLockError::Error(error)) => Err(io(error)),
    }
}

fn met(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => StoreError::Corrupt(error.to_string()),
        _ => StoreError::Io(error.to_string()),
    }
}

/// SQLite's numbers have a sign.
fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

//! A store in one file: SQLite, a single thread that writes, and many that read.
//!
//! Whatever waits while the disk is busy is committed together with the next flush: one costs what hundreds do. What is appended together is
//! one row at the end of one table, so that a commit touches few pages however many logs it is for; now and then everything there is put in
//! its place at once, where the lines of a log lie together. Until then it is read from memory.

mod batch;
mod chunk;
mod tables;
mod tail;
mod writer;

use crate::bell::Bells;
use crate::{Append, Kept, LogName, Receipt, Standing, Store, StoreError, Subscription};
use rusqlite::{Connection, params};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tail::{Tails, Use};
use writer::{Job, Writer};

/// How many appends may wait for the disk.
const WAITING_MAX: usize = 16_384;
/// How much of the file the writer keeps in memory, in KiB.
const CACHE: u32 = 16 << 10;
/// How many pages may lie in the log of the file before they are moved into it.
const CHECKPOINT_AT: u32 = 1_000;
/// How many readers are kept for the next who reads.
const READERS_MAX: usize = 8;

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
    _lock: Lock,
}

impl Sqlite {
    /// Opens the store in a file, which is made if there is none. One program at a time has it.
    pub fn open(path: &Path, writes: Writes) -> Result<Sqlite, StoreError> {
        let lock = locked(path)?;
        make_private(path).map_err(|error| StoreError::Io(format!("{}: {error}", path.display())))?;
        tables::check_version(path)?;
        let tails = Arc::new(Tails::default());
        let connection = connect(path, writes)?;
        connection.pragma_update(None, "cache_size", -i64::from(CACHE)).map_err(met)?;
        tables::lay_out(&connection).map_err(met)?;
        let mut writer = Writer::new(connection, tails.clone()).map_err(met)?;
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
        let settled = |connection: &Connection| match tables::end_of(connection, log)? {
            Some((log, _)) => tables::lines(connection, log, from, most),
            None => Ok(Vec::new()),
        };
        self.0.tails.read(log, (from, most), || self.reading(settled))
    }

    fn standing(&self, log: &LogName) -> Result<Option<Standing>, StoreError> {
        if let Some(standing) = self.0.tails.of(log, |tail| tail.standing) {
            return Ok(Some(standing));
        }
        self.reading(|connection| Ok(tables::end_of(connection, log)?.map(|end| end.1).filter(|standing| standing.next > 0)))
    }

    fn find(&self, log: &LogName, key: &str) -> Result<Option<u64>, StoreError> {
        match self.0.tails.of(log, |tail| tail.used(key)) {
            Some(Use::Never) => Ok(None),
            Some(Use::At(at)) => Ok(Some(at)),
            Some(Use::Perhaps) | None => self.reading(|connection| match tables::end_of(connection, log)? {
                Some((log, _)) => tables::used(connection, log, key),
                None => Ok(None),
            }),
        }
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
#[derive(Debug)]
struct Lock(File);

/// To close the file is not enough: a program that is being started at this moment holds it open, too, until it runs.
impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

fn locked(path: &Path) -> Result<Lock, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let io = |error: std::io::Error| StoreError::Io(format!("{}: {error}", path.display()));
    let file = private().open(&name).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
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

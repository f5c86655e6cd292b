//! The one thread that writes.

use super::chunk::{Chunk, NUMBERS, place};
use super::tables::{fresh, latest_row, lines, stored, used};
use super::tail::{Keys, Tail, Tails, Use};
use super::{batch, met, whole};
use crate::bell::Bells;
use crate::{Append, Appended, Kept, LogName, Standing, StoreError};
use rusqlite::{Connection, params};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use tokio::sync::oneshot;

/// How many appends are committed together at most.
const TOGETHER_MAX: usize = 1_024;
/// How long a row of appends is at most, in bytes, unless one append is longer.
const ROW_MAX: usize = 1 << 20;
/// After so many lines, or bytes, everything is put in its place.
const SETTLE_AT: Fresh = Fresh { lines: 4_096, bytes: 4 << 20 };
/// More than this does not wait to be put in its place: something is wrong with the disk.
const UNSETTLED_MAX: Fresh = Fresh { lines: 65_536, bytes: 64 << 20 };

/// Lines to be written, and who waits for the answer.
pub(super) struct Job {
    pub(super) append: Append,
    pub(super) answer: oneshot::Sender<Result<Appended, StoreError>>,
}

/// How much is not in its place.
#[derive(Clone, Copy, Default)]
struct Fresh {
    lines: u64,
    bytes: usize,
}

impl Fresh {
    fn is_at(self, most: Fresh) -> bool {
        self.lines >= most.lines || self.bytes >= most.bytes
    }

    fn add(&mut self, kept: &Kept) {
        self.lines += 1;
        self.bytes += kept.text.len();
    }
}

/// The one thread that writes.
pub(super) struct Writer {
    connection: Connection,
    /// What is known of logs; with what is safe and not in its place yet.
    tails: Arc<Tails>,
    /// What is written and not safe yet.
    pending: HashMap<LogName, Tail>,
    fresh: Fresh,
    /// What is to be written as one row, and the row written last.
    batch: String,
    row: i64,
    /// Whether a commit failed: what is in memory may not be what is fresh.
    unsure: bool,
}

impl Writer {
    /// Puts in its place what was left, and begins.
    pub(super) fn new(connection: Connection, tails: Arc<Tails>) -> rusqlite::Result<Writer> {
        let (pending, fresh, batch, row) = (HashMap::new(), Fresh::default(), String::new(), latest_row(&connection)?);
        let mut writer = Writer { connection, tails, pending, fresh, batch, row, unsure: true };
        writer.settle()?;
        Ok(writer)
    }

    pub(super) fn serve(&mut self, waiting: &Receiver<Job>, bells: &Bells) {
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
            if self.fresh.is_at(SETTLE_AT) {
                let _ = self.settle(); // tried again after the next append
            }
        }
        let _ = self.settle();
    }

    /// Puts everything that is fresh in its place.
    fn settle(&mut self) -> rusqlite::Result<()> {
        if self.unsure {
            self.tails.replace(fresh(&self.connection)?);
        }
        let settled = self.put_in_place(&self.tails.chunks());
        if settled.is_err() {
            self.roll_back();
        }
        settled?;
        self.tails.settled();
        (self.fresh, self.unsure) = (Fresh::default(), false);
        Ok(())
    }

    fn put_in_place(&self, chunks: &[Chunk]) -> rusqlite::Result<()> {
        self.say("BEGIN IMMEDIATE")?;
        let mut insert =
            self.connection.prepare_cached("INSERT INTO chunks (place, next, lines, keys) VALUES (?1, ?2, ?3, ?4)")?;
        let mut close = self.connection.prepare_cached("INSERT INTO closed (log) VALUES (?1)")?;
        for Chunk { log, first, next, lines, keys, last } in chunks {
            insert.execute(params![place(*log, *first), whole(*next), lines, keys])?;
            if *last {
                close.execute([log])?;
            }
        }
        self.connection.prepare_cached("INSERT OR REPLACE INTO settled (id, fresh) VALUES (1, ?1)")?.execute([self.row])?;
        self.say("DELETE FROM fresh")?;
        self.say("COMMIT")
    }

    fn say(&self, what: &str) -> rusqlite::Result<()> {
        self.connection.prepare_cached(what)?.execute([]).map(|_| ())
    }

    /// Takes back what is not committed; whether there was something, and it is gone.
    fn roll_back(&self) -> bool {
        !self.connection.is_autocommit() && self.say("ROLLBACK").is_ok()
    }

    /// Writes appends together; if the disk refuses, each by itself, so that none fails for another's sake.
    fn write(&mut self, appends: &[&Append]) -> Vec<Result<Appended, StoreError>> {
        if (self.unsure || self.fresh.is_at(UNSETTLED_MAX))
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
        self.say("BEGIN IMMEDIATE")?;
        self.batch.clear();
        let answers = appends.iter().map(|append| self.take(append)).collect::<rusqlite::Result<Vec<_>>>()?;
        self.write_row()?;
        self.say("COMMIT")?;
        self.pending.values().flat_map(|tail| &tail.lines).for_each(|kept| self.fresh.add(kept));
        Ok(answers)
    }

    /// What became of an append that failed: if it could not be taken back, it may have been stored all the same.
    fn after_failure(&mut self, append: &Append, error: rusqlite::Error) -> Result<Appended, StoreError> {
        if !self.unsure {
            return Err(met(error));
        }
        let next = append.next + append.count()?;
        let stored = self.settle().and_then(|()| {
            let Some(tail) = stored(&self.connection, &append.log)?.filter(|tail| tail.standing.next == next) else {
                return Ok(false);
            };
            let kept = lines(&self.connection, tail.log, append.next, 1)?;
            Ok(kept.first().map(|kept| &*kept.text) == append.each().next())
        });
        match stored {
            Ok(true) => Ok(Appended { next }),
            Ok(false) => Err(met(error)),
            Err(_) => Err(StoreError::Unknown(error.to_string())),
        }
    }

    fn take(&mut self, append: &Append) -> rusqlite::Result<Result<Appended, StoreError>> {
        let count = match append.count() {
            Ok(count) => count,
            Err(error) => return Ok(Err(error)),
        };
        let known = self.known(&append.log)?;
        if let (Some(key), Some((log, _))) = (&append.key, known)
            && let Some(at) = self.used(&append.log, log, key)?
        {
            return Ok(Err(StoreError::Repeated { at }));
        }
        let standing = known.map_or_else(Standing::default, |(_, standing)| standing);
        if append.next != standing.next {
            return Ok(Err(StoreError::Conflict { next: standing.next }));
        }
        if standing.closed {
            return Ok(Err(StoreError::Closed));
        }
        if append.next + count >= NUMBERS {
            return Ok(Err(StoreError::BadAppend("a log has fewer than 2^26 lines")));
        }
        let log = match known {
            Some((log, _)) => log,
            None => self.begin(&append.log)?,
        };
        if self.batch.len() + append.lines.len() > ROW_MAX {
            self.write_row()?;
        }
        batch::add(&mut self.batch, log, append, count);
        let standing = Standing { next: append.next + count, closed: append.last };
        let tail = self.pending.entry(append.log.clone()).or_insert_with(|| Tail {
            log,
            keys: Some(Keys::default()),
            ..Tail::default()
        });
        tail.extend(append.kept(), standing);
        Ok(Ok(Appended { next: standing.next }))
    }

    /// A log as it is numbered in the file, and how it stands; none where there is none.
    fn known(&self, log: &LogName) -> rusqlite::Result<Option<(i64, Standing)>> {
        let of = |tail: &Tail| (tail.log, tail.standing);
        if let Some(known) = self.pending.get(log).map(of).or_else(|| self.tails.of(log, of)) {
            return Ok(Some(known));
        }
        let Some(tail) = stored(&self.connection, log)? else { return Ok(None) };
        let known = of(&tail);
        self.tails.know(log, tail);
        Ok(Some(known))
    }

    /// The line that a key was used for.
    fn used(&self, name: &LogName, log: i64, key: &str) -> rusqlite::Result<Option<u64>> {
        let pending = self.pending.get(name).map_or(Use::Never, |tail| tail.used(key));
        let safe = || self.tails.of(name, |tail| tail.used(key)).unwrap_or(Use::Never);
        // What is pending has all its lines in memory: a key that is not among them is not one of them.
        match if let Use::At(_) = pending { pending } else { safe() } {
            Use::Never => Ok(None),
            Use::At(at) => Ok(Some(at)),
            Use::Perhaps => used(&self.connection, log, key),
        }
    }

    fn begin(&self, log: &LogName) -> rusqlite::Result<i64> {
        self.connection.prepare_cached("INSERT INTO logs (name) VALUES (?1)")?.insert([log.as_str()])
    }

    /// Writes what was taken, as one row.
    fn write_row(&mut self) -> rusqlite::Result<()> {
        if self.batch.is_empty() {
            return Ok(());
        }
        self.row += 1;
        let mut insert = self.connection.prepare_cached("INSERT INTO fresh (id, appends) VALUES (?1, ?2)")?;
        insert.execute(params![self.row, self.batch])?;
        self.batch.clear();
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

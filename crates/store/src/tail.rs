//! What was appended lately: safe on the disk, in the order it came, and not yet in the place where its log is read from.

use crate::{Kept, LogName, Standing};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The latest lines of logs that were written to lately.
#[derive(Default)]
pub(crate) struct Tails(Mutex<HashMap<LogName, Tail>>);

/// The latest lines of a log; at least one.
pub(crate) struct Tail {
    /// The log, as it is numbered in the file.
    pub(crate) log: i64,
    pub(crate) lines: Vec<Kept>,
    /// How the log stands with them.
    pub(crate) standing: Standing,
}

impl Tail {
    /// The line that a key was used for.
    pub(crate) fn used(&self, key: &str) -> Option<u64> {
        self.lines.iter().find(|kept| kept.key.as_deref() == Some(key)).map(|kept| kept.number)
    }

    /// Lines from a number on, and whether there can be none before them that are wanted.
    fn from(&self, from: u64, most: usize) -> (Vec<Kept>, bool) {
        let first = self.lines.first().map_or(0, |kept| kept.number);
        let skip = usize::try_from(from.saturating_sub(first)).unwrap_or(usize::MAX);
        (self.lines.iter().skip(skip).take(most).cloned().collect(), first <= from)
    }
}

impl Tails {
    fn all(&self) -> MutexGuard<'_, HashMap<LogName, Tail>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something of a log's tail, if it has one.
    pub(crate) fn of<T>(&self, log: &LogName, look: impl FnOnce(&Tail) -> T) -> Option<T> {
        self.all().get(log).map(look)
    }

    /// Adds what has become safe.
    pub(crate) fn grow(&self, grown: impl Iterator<Item = (LogName, Tail)>) {
        let mut tails = self.all();
        for (log, tail) in grown {
            match tails.get_mut(&log) {
                Some(known) => {
                    known.standing = tail.standing;
                    known.lines.extend(tail.lines);
                }
                None => drop(tails.insert(log, tail)),
            }
        }
    }

    /// Everything has been put in its place.
    pub(crate) fn clear(&self) {
        self.all().clear();
    }

    /// Lines of a log from a number on. Whoever asks for what is not in the tail is asked to `read` it; what has been put in its place meanwhile
    /// is not told twice.
    pub(crate) fn read<E>(
        &self,
        log: &LogName,
        (from, most): (u64, usize),
        read: impl FnOnce() -> Result<Vec<Kept>, E>,
    ) -> Result<Vec<Kept>, E> {
        let (tail, is_all) = self.of(log, |tail| tail.from(from, most)).unwrap_or_default();
        if is_all {
            return Ok(tail);
        }
        let mut lines = read()?;
        let next = lines.last().map_or(from, |kept| kept.number + 1);
        let room = most - lines.len().min(most);
        lines.extend(tail.into_iter().filter(|kept| kept.number >= next).take(room));
        Ok(lines)
    }
}

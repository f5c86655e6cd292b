//! What is known of the logs that were written to lately: how they stand, whether a key was used, and the lines that are safe on the disk, in
//! the order they came, and not yet in the place where their log is read from.

use super::chunk::{Chunk, chunks};
use crate::{Kept, LogName, Standing};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many logs are known at most once nothing of them is fresh.
const LOGS_MAX: usize = 65_536;
/// How many keys of theirs: some ten bytes each.
const KEYS_MAX: usize = 4 << 20;

/// The logs that were written to lately.
#[derive(Default)]
pub(crate) struct Tails(Mutex<HashMap<LogName, Tail>>);

/// The end of a log.
#[derive(Default)]
pub(crate) struct Tail {
    /// The log, as it is numbered in the file.
    pub(crate) log: i64,
    /// How it stands.
    pub(crate) standing: Standing,
    /// Its latest lines, as far as they are not in their place.
    pub(crate) lines: Vec<Kept>,
    /// All keys it has used, or, where only its latest lines are known, none.
    pub(crate) keys: Option<Keys>,
}

/// Whether a key may have been used: 32 bits are kept of each, so what is not among them was not.
#[derive(Default)]
pub(crate) struct Keys(HashSet<u32>);

/// What is known of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Never,
    At(u64),
    /// Whoever wants to know has to look.
    Perhaps,
}

impl Keys {
    pub(crate) fn add(&mut self, key: &str) {
        self.0.insert(digest(key));
    }
}

fn digest(key: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish() as u32
}

impl Tail {
    /// What is known of a key.
    pub(crate) fn used(&self, key: &str) -> Use {
        if self.keys.as_ref().is_some_and(|keys| !keys.0.contains(&digest(key))) {
            return Use::Never;
        }
        let fresh = self.lines.iter().find(|kept| kept.key.as_deref() == Some(key));
        fresh.map_or(Use::Perhaps, |kept| Use::At(kept.number))
    }

    fn key_count(&self) -> usize {
        self.keys.as_ref().map_or(0, |keys| keys.0.len())
    }

    /// Adds lines that follow.
    pub(crate) fn extend(&mut self, lines: impl IntoIterator<Item = Kept>, standing: Standing) {
        self.standing = standing;
        for kept in lines {
            if let (Some(keys), Some(key)) = (&mut self.keys, &kept.key) {
                keys.add(key);
            }
            self.lines.push(kept);
        }
    }

    /// Lines from a number on, and whether there can be none before them that are wanted.
    fn from(&self, from: u64, most: usize) -> (Vec<Kept>, bool) {
        let first = self.lines.first().map_or(self.standing.next, |kept| kept.number);
        let skip = usize::try_from(from.saturating_sub(first)).unwrap_or(usize::MAX);
        (self.lines.iter().skip(skip).take(most).cloned().collect(), first <= from)
    }
}

impl Tails {
    fn all(&self) -> MutexGuard<'_, HashMap<LogName, Tail>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something of what is known of a log.
    pub(crate) fn of<T>(&self, log: &LogName, look: impl FnOnce(&Tail) -> T) -> Option<T> {
        self.all().get(log).map(look)
    }

    /// A log is known from now on.
    pub(crate) fn know(&self, log: &LogName, tail: Tail) {
        self.all().insert(log.clone(), tail);
    }

    /// Adds what has become safe.
    pub(crate) fn grow(&self, grown: impl Iterator<Item = (LogName, Tail)>) {
        let mut tails = self.all();
        for (log, tail) in grown {
            match tails.get_mut(&log) {
                Some(known) => known.extend(tail.lines, tail.standing),
                None => drop(tails.insert(log, tail)),
            }
        }
    }

    /// Everything that is not in its place, as it will lie there.
    pub(crate) fn chunks(&self) -> Vec<Chunk> {
        let mut all: Vec<Chunk> =
            self.all().values().flat_map(|tail| chunks(tail.log, tail.standing.closed, &tail.lines)).collect();
        all.sort_unstable_by_key(|chunk| (chunk.log, chunk.first));
        all
    }

    /// Everything has been put in its place. Nothing is known for ever, and what is not known well is read again.
    pub(crate) fn settled(&self) {
        let mut tails = self.all();
        tails.retain(|_, tail| tail.keys.is_some());
        tails.values_mut().for_each(|tail| tail.lines = Vec::new());
        if tails.len() > LOGS_MAX || tails.values().map(Tail::key_count).sum::<usize>() > KEYS_MAX {
            tails.clear();
        }
    }

    /// This, and nothing else, is known.
    pub(crate) fn replace(&self, known: HashMap<LogName, Tail>) {
        *self.all() = known;
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

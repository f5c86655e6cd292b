//! A store in memory: for tests, and for games that need not outlive the program.

use crate::bell::Bells;
use crate::keys::Keys;
use crate::{Append, Appended, Kept, LogName, Receipt, Standing, Store, StoreError, Subscription};
use std::collections::{BTreeSet, HashMap};
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A store in memory. A copy is the same store.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    logs: Mutex<Logs>,
    bells: Bells,
}

#[derive(Debug, Default)]
struct Logs {
    by_name: HashMap<LogName, Log>,
    names: BTreeSet<LogName>,
}

#[derive(Debug, Default)]
struct Log {
    pages: Vec<Page>,
    next: u64,
    keys: Keys,
    closed: bool,
}

/// Lines one after another, each after its key, or after none: many small pieces would cost more than what they hold.
#[derive(Debug)]
struct Page {
    /// The number of its first line.
    first: u64,
    text: String,
}

/// A page has room for so many bytes; a longer line has one for itself.
const PAGE: usize = 16 << 10;
/// Ends a key: keys are one line without anything of this kind in it.
const KEYED: char = '\0';

impl Page {
    /// Its lines from a number on.
    fn read(&self, from: u64) -> impl Iterator<Item = Kept> {
        let kept = |(number, entry): (u64, &str)| {
            let (key, text) = entry.split_once(KEYED)?;
            Some(Kept { number, text: text.to_owned(), key: Some(key).filter(|key| !key.is_empty()).map(str::to_owned) })
        };
        let skipped = usize::try_from(from.saturating_sub(self.first)).unwrap_or(usize::MAX);
        (self.first..).zip(self.text.split_terminator('\n')).skip(skipped).filter_map(kept)
    }
}

impl Log {
    fn take(&mut self, append: &Append) -> Result<Appended, StoreError> {
        append.count()?;
        let mut key = append.key.as_deref();
        let place = key.map(|key| self.find(key)).transpose().map_err(|at| StoreError::Repeated { at })?;
        if append.next != self.next {
            return Err(StoreError::Conflict { next: self.next });
        }
        if self.closed {
            return Err(StoreError::Closed);
        }
        if let Some(place) = place {
            self.keys.keep(place, append.next);
        }
        append.each().for_each(|line| self.write(key.take().unwrap_or_default(), line));
        self.closed = append.last;
        Ok(Appended { next: self.next })
    }

    /// Where a key can be kept, if it is new; or where it was used.
    fn find(&self, key: &str) -> Result<u64, u64> {
        self.keys.find(key, |at| self.read(at).next().is_some_and(|kept| kept.key.as_deref() == Some(key)))
    }

    fn write(&mut self, key: &str, line: &str) {
        let length = key.len() + line.len() + 2;
        if self.pages.last().is_none_or(|page| page.text.len() + length > PAGE) {
            // Most logs are short: only those that go on get a whole page at once.
            let room = if self.pages.is_empty() { 0 } else { PAGE };
            self.pages.push(Page { first: self.next, text: String::with_capacity(room.max(length)) });
        }
        if let Some(page) = self.pages.last_mut() {
            page.text.push_str(key);
            page.text.push(KEYED);
            page.text.push_str(line);
            page.text.push('\n');
        }
        self.next += 1;
    }

    fn read(&self, from: u64) -> impl Iterator<Item = Kept> {
        let before = self.pages.partition_point(|page| page.first <= from).saturating_sub(1);
        self.pages.iter().skip(before).flat_map(move |page| page.read(from))
    }
}

impl Memory {
    /// A store without logs.
    pub fn new() -> Memory {
        Memory::default()
    }

    fn logs(&self) -> MutexGuard<'_, Logs> {
        self.0.logs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for Memory {
    fn append(&self, append: Append) -> Receipt {
        let mut logs = self.logs();
        let taken = match logs.by_name.get_mut(&append.log) {
            Some(log) => log.take(&append),
            None => {
                let mut log = Log::default();
                log.take(&append).inspect(|_| {
                    logs.names.insert(append.log.clone());
                    logs.by_name.insert(append.log.clone(), log);
                })
            }
        };
        drop(logs);
        if let Ok(Appended { next }) = taken {
            self.0.bells.ring(&append.log, next);
        }
        Receipt::ready(taken)
    }

    fn read(&self, log: &LogName, from: u64, most: usize) -> Result<Vec<Kept>, StoreError> {
        let logs = self.logs();
        let Some(log) = logs.by_name.get(log) else { return Ok(Vec::new()) };
        Ok(log.read(from).take(most).collect())
    }

    fn standing(&self, log: &LogName) -> Result<Option<Standing>, StoreError> {
        Ok(self.logs().by_name.get(log).map(|log| Standing { next: log.next, closed: log.closed }))
    }

    fn find(&self, log: &LogName, key: &str) -> Result<Option<u64>, StoreError> {
        Ok(self.logs().by_name.get(log).and_then(|log| log.find(key).err()))
    }

    fn list(&self, after: Option<&LogName>, most: usize) -> Result<Vec<LogName>, StoreError> {
        let begin = after.map_or(Bound::Unbounded, Bound::Excluded);
        Ok(self.logs().names.range::<LogName, _>((begin, Bound::Unbounded)).take(most).cloned().collect())
    }

    fn subscribe(&self, log: &LogName, from: u64) -> Subscription {
        Subscription::new(Arc::new(self.clone()), log, from, self.0.bells.listen(log))
    }
}

//! A store in memory: for tests, and for games that need not outlive the program.

use crate::bell::Bells;
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
    lines: Vec<Line>,
    keys: HashMap<Arc<str>, u64>,
    closed: bool,
}

/// A line, and the key it was appended under.
#[derive(Debug)]
struct Line(Box<str>, Option<Arc<str>>);

impl Line {
    fn kept(&self, number: u64) -> Kept {
        Kept { number, text: self.0.to_string(), key: self.1.as_deref().map(str::to_owned) }
    }
}

impl Log {
    fn next(&self) -> u64 {
        self.lines.len() as u64
    }

    fn take(&mut self, append: &mut Append) -> Result<Appended, StoreError> {
        let count = append.count()?;
        if let Some(at) = append.key.as_deref().and_then(|key| self.keys.get(key)) {
            return Err(StoreError::Repeated { at: *at });
        }
        if append.next != self.next() {
            return Err(StoreError::Conflict { next: self.next() });
        }
        if self.closed {
            return Err(StoreError::Closed);
        }
        let mut key: Option<Arc<str>> = append.key.as_deref().map(Arc::from);
        self.keys.extend(key.clone().map(|key| (key, append.next)));
        if count == 1 {
            // Most are: the line itself is kept, not a copy.
            let mut line = std::mem::take(&mut append.lines);
            line.pop();
            self.lines.push(Line(line.into_boxed_str(), key));
        } else {
            self.lines.extend(append.each().map(|text| Line(text.into(), key.take())));
        }
        self.closed = append.last;
        Ok(Appended { next: self.next() })
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
    fn append(&self, mut append: Append) -> Receipt {
        let mut logs = self.logs();
        let taken = match logs.by_name.get_mut(&append.log) {
            Some(log) => log.take(&mut append),
            None => {
                let mut log = Log::default();
                log.take(&mut append).inspect(|_| {
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
        let skipped = usize::try_from(from).unwrap_or(usize::MAX);
        Ok((from..).zip(log.lines.iter().skip(skipped).take(most)).map(|(number, line)| line.kept(number)).collect())
    }

    fn standing(&self, log: &LogName) -> Result<Option<Standing>, StoreError> {
        Ok(self.logs().by_name.get(log).map(|log| Standing { next: log.next(), closed: log.closed }))
    }

    fn find(&self, log: &LogName, key: &str) -> Result<Option<u64>, StoreError> {
        Ok(self.logs().by_name.get(log).and_then(|log| log.keys.get(key).copied()))
    }

    fn list(&self, after: Option<&LogName>, most: usize) -> Result<Vec<LogName>, StoreError> {
        let begin = after.map_or(Bound::Unbounded, Bound::Excluded);
        Ok(self.logs().names.range::<LogName, _>((begin, Bound::Unbounded)).take(most).cloned().collect())
    }

    fn subscribe(&self, log: &LogName, from: u64) -> Subscription {
        Subscription::new(Arc::new(self.clone()), log, from, self.0.bells.listen(log))
    }
}

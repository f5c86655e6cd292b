//! A store that fails on purpose.

use crate::{Append, Kept, LogName, Receipt, Standing, Store, StoreError, Subscription};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Which calls of a store fail, counted from 0, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// This append is not stored, and says so.
    pub refused: Option<u64>,
    /// This append is stored, and says that nobody knows.
    pub unknown: Option<u64>,
    /// This read fails.
    pub unread: Option<u64>,
}

/// A store that fails on purpose, to see what whoever uses it makes of that. A copy is the same store.
#[derive(Clone)]
pub struct Faulty {
    store: Arc<dyn Store>,
    plan: Plan,
    appends: Arc<AtomicU64>,
    reads: Arc<AtomicU64>,
}

impl Faulty {
    /// A store that fails by a plan.
    pub fn new(store: Arc<dyn Store>, plan: Plan) -> Faulty {
        Faulty { store, plan, appends: Arc::default(), reads: Arc::default() }
    }

    fn reading(&self) -> Result<(), StoreError> {
        let call = self.reads.fetch_add(1, Ordering::Relaxed);
        if self.plan.unread == Some(call) { Err(StoreError::Io("a read that fails on purpose".into())) } else { Ok(()) }
    }
}

impl Store for Faulty {
    fn append(&self, append: Append) -> Receipt {
        let call = self.appends.fetch_add(1, Ordering::Relaxed);
        if self.plan.refused == Some(call) {
            return Receipt::ready(Err(StoreError::Io("an append that fails on purpose".into())));
        }
        let receipt = self.store.append(append);
        match self.plan.unknown == Some(call) {
            true => Receipt::ready(Err(StoreError::Unknown("an answer that is lost on purpose".into()))),
            false => receipt,
        }
    }

    fn read(&self, log: &LogName, from: u64, most: usize) -> Result<Vec<Kept>, StoreError> {
        self.reading()?;
        self.store.read(log, from, most)
    }

    fn standing(&self, log: &LogName) -> Result<Option<Standing>, StoreError> {
        self.reading()?;
        self.store.standing(log)
    }

    fn find(&self, log: &LogName, key: &str) -> Result<Option<u64>, StoreError> {
        self.reading()?;
        self.store.find(log, key)
    }

    fn list(&self, after: Option<&LogName>, most: usize) -> Result<Vec<LogName>, StoreError> {
        self.reading()?;
        self.store.list(after, most)
    }

    fn subscribe(&self, log: &LogName, from: u64) -> Subscription {
        let inner = self.store.subscribe(log, from);
        Subscription { store: Arc::new(self.clone()), ..inner }
    }
}

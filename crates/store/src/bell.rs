//! Telling whoever listens that a log has grown.

use crate::{Kept, LogName, Store, StoreError};
use std::collections::HashMap;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// How many lines a subscription reads at once.
const READ_AT_ONCE: usize = 256;

/// Rings for each log that somebody listens to.
#[derive(Debug, Default)]
pub(crate) struct Bells {
    bells: Mutex<HashMap<LogName, watch::Sender<u64>>>,
    /// Whether anybody ever listened: a store that only answers rings nothing.
    any: AtomicBool,
}

impl Bells {
    /// A log has grown.
    pub(crate) fn ring(&self, log: &LogName, next: u64) {
        if !self.any.load(Ordering::Acquire) {
            return;
        }
        let mut bells = self.bells.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bell) = bells.get(log) {
            if bell.is_closed() {
                bells.remove(log);
            } else {
                bell.send_if_modified(|known| std::mem::replace(known, next.max(*known)) < next);
            }
        }
    }

    /// Listens to a log.
    pub(crate) fn listen(&self, log: &LogName) -> watch::Receiver<u64> {
        let mut bells = self.bells.lock().unwrap_or_else(PoisonError::into_inner);
        self.any.store(true, Ordering::Release);
        if bells.len() > SWEEP_AT {
            bells.retain(|_, bell| !bell.is_closed());
        }
        bells.entry(log.clone()).or_insert_with(|| watch::channel(0).0).subscribe()
    }
}

/// So many bells are looked through for those that nobody hears.
const SWEEP_AT: usize = 1_024;

/// The lines of a log as they come. It reads what is stored and sleeps until there is more: so no line is lost or told twice, however slow
/// the listener is, and nothing is kept for it meanwhile.
pub struct Subscription {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) log: LogName,
    pub(crate) next: u64,
    pub(crate) bell: watch::Receiver<u64>,
    pub(crate) read: VecDeque<Kept>,
}

impl Subscription {
    pub(crate) fn new(store: Arc<dyn Store>, log: &LogName, from: u64, bell: watch::Receiver<u64>) -> Subscription {
        Subscription { store, log: log.clone(), next: from, bell, read: VecDeque::new() }
    }

    /// The next line; none once a closed log has been told to its end, or the store is gone.
    pub async fn next(&mut self) -> Result<Option<Kept>, StoreError> {
        loop {
            if let Some(kept) = self.read.pop_front() {
                self.next = kept.number + 1;
                return Ok(Some(kept));
            }
            self.bell.mark_unchanged();
            self.read = self.store.read(&self.log, self.next, READ_AT_ONCE)?.into();
            if self.read.is_empty() {
                let closed = self.store.standing(&self.log)?.is_some_and(|log| log.closed && log.next <= self.next);
                if closed || self.bell.changed().await.is_err() {
                    return Ok(None);
                }
            }
        }
    }
}

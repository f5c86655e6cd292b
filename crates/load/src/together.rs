//! Group commit: how many appends a second the store takes from one who waits for each, and from many at once.

use crate::Fault;
use referee_store::{Append, LogName, Sqlite, Store, Writes};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::task::LocalSet;

/// Appends a second by so many at once, each to a log of its own, each waiting for its answer.
pub async fn appends(folder: &Path, at_once: usize, window: Duration) -> Result<f64, Fault> {
    let store = Sqlite::open(&folder.join(format!("{at_once}.db")), Writes::Safe)?;
    let (tasks, begun) = (LocalSet::new(), Instant::now());
    let writers: Vec<_> = (0..at_once).map(|number| tasks.spawn_local(write(store.clone(), number, begun + window))).collect();
    tasks.await;
    let mut appended = 0;
    for writer in writers {
        appended += writer.await??;
    }
    Ok(appended as f64 / begun.elapsed().as_secs_f64())
}

/// Appends lines of the length of a record until it is time to end; how many.
async fn write(store: Sqlite, number: usize, until: Instant) -> Result<u64, referee_store::StoreError> {
    let (log, line, mut next) = (LogName::parse(&format!("log-{number}"))?, format!("{}\n", "x".repeat(300)), 0);
    while Instant::now() < until {
        next = store.append(Append::new(&log, next, &*line)).await?.next;
    }
    Ok(next)
}

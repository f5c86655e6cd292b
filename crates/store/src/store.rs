//! The contract of every store.

use crate::{Append, LogName, Receipt, StoreError, Subscription};

/// Where logs are kept.
///
/// What holds for every store, and is tested for every store by the same laws:
///
/// 1. The lines of a log are numbered from 0 without a gap, and never change.
/// 2. Of several appends at the same number exactly one succeeds; the others are told which number comes next.
/// 3. An append is all or nothing, for readers and after a crash.
/// 4. What an answer says is safe survives the end of the program, and of the machine.
/// 5. A key is used once in a log; the second time, the answer says where.
/// 6. Nothing follows the last lines of a closed log.
/// 7. Whoever subscribes gets every line once, in order.
pub trait Store: Send + Sync {
    /// Adds lines to a log, if the log goes on where they begin. The answer comes when they are safe.
    fn append(&self, append: Append) -> Receipt;
    /// Lines of a log from a number on, at most so many; fewer at the end, none beyond it.
    fn read(&self, log: &LogName, from: u64, most: usize) -> Result<Vec<Kept>, StoreError>;
    /// How a log stands; none if there is none.
    fn standing(&self, log: &LogName) -> Result<Option<Standing>, StoreError>;
    /// The line that was appended first under a key; none if the key was not used in this log.
    fn find(&self, log: &LogName, key: &str) -> Result<Option<u64>, StoreError>;
    /// The names of logs after a name, in the order of their bytes, at most so many.
    fn list(&self, after: Option<&LogName>, most: usize) -> Result<Vec<LogName>, StoreError>;
    /// The lines of a log from a number on, and those to come.
    fn subscribe(&self, log: &LogName, from: u64) -> Subscription;
}

/// A line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its number.
    pub number: u64,
    /// The line, without its newline.
    pub text: String,
    /// The key it was appended under, if it was the first of an append that had one.
    pub key: Option<String>,
}

/// How a log stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The number of the line that comes next.
    pub next: u64,
    /// Whether it has had its last line.
    pub closed: bool,
}

//! What storage met.

use std::fmt;

/// What storage met. Nothing was stored, unless it says [`Unknown`](StoreError::Unknown).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// Another line comes next: somebody else has appended.
    Conflict {
        /// The number of the line that comes next.
        next: u64,
    },
    /// The key has been used in this log: these lines, or others, were appended under it before.
    Repeated {
        /// The number of the first line that was.
        at: u64,
    },
    /// The log has had its last line.
    Closed,
    /// There is no such log.
    NoSuchLog,
    /// The name is none that a log can have.
    BadName,
    /// What is to be appended has not the form of lines, or is too much at once.
    BadAppend(&'static str),
    /// Another program has the store.
    InUse(String),
    /// The store is damaged.
    Corrupt(String),
    /// The store was made by another version of this program, and is left as it is.
    OtherVersion {
        /// The version of stores that this program reads.
        expected: i64,
        /// The version of this one.
        found: i64,
    },
    /// Whether it was stored is not known: read the log before trying again.
    Unknown(String),
    /// The disk, the network, the machine.
    Io(String),
    /// More is asked of the store than it can do just now.
    Busy,
    /// The store has been shut down.
    Down,
}

impl StoreError {
    /// A stable name.
    pub fn code(&self) -> &'static str {
        match self {
            StoreError::Conflict { .. } => "CONFLICT",
            StoreError::Repeated { .. } => "REPEATED",
            StoreError::Closed => "CLOSED",
            StoreError::NoSuchLog => "NO_SUCH_LOG",
            StoreError::BadName => "BAD_NAME",
            StoreError::BadAppend(_) => "BAD_APPEND",
            StoreError::InUse(_) => "IN_USE",
            StoreError::Corrupt(_) => "CORRUPT",
            StoreError::OtherVersion { .. } => "OTHER_VERSION",
            StoreError::Unknown(_) => "UNKNOWN",
            StoreError::Io(_) => "IO",
            StoreError::Busy => "BUSY",
            StoreError::Down => "DOWN",
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict { next } => write!(f, "line {next} comes next"),
            StoreError::Repeated { at } => write!(f, "the key was used for line {at}"),
            StoreError::Closed => f.write_str("the log has had its last line"),
            StoreError::NoSuchLog => f.write_str("there is no such log"),
            StoreError::BadName => f.write_str("a log is named by 1 to 64 lower-case letters, digits and `-`"),
            StoreError::BadAppend(why) => f.write_str(why),
            StoreError::InUse(who) => write!(f, "another program has the store: {who}"),
            StoreError::Corrupt(what) => write!(f, "the store is damaged: {what}"),
            StoreError::OtherVersion { expected, found } => {
                write!(f, "the store is of version {found}, and this program reads version {expected}")
            }
            StoreError::Unknown(why) => write!(f, "whether it was stored is not known: {why}"),
            StoreError::Io(why) => write!(f, "the store cannot be reached: {why}"),
            StoreError::Busy => f.write_str("the store has more to do than it can: try again"),
            StoreError::Down => f.write_str("the store has been shut down"),
        }
    }
}

impl std::error::Error for StoreError {}

//! Where logs are kept. A store knows logs by name and lines by number, and never looks inside a line.
//!
//! ```
//! use referee_store::{Append, LogName, Memory, Store};
//! let store = Memory::new();
//! let log = LogName::parse("match-1").unwrap();
//! let first = store.append(Append::new(&log, 0, "{\"format\":\"referee-log/1\"}\n"));
//! assert_eq!(first.wait().unwrap().next, 1);
//! let late = store.append(Append::new(&log, 0, "{\"seq\":0}\n"));
//! assert!(late.wait().is_err(), "line 1 comes next");
//! assert_eq!(store.read(&log, 0, 10).unwrap()[0].text, "{\"format\":\"referee-log/1\"}");
//! ```
//!
//! Everything a distributed store needs is in the contract from the start: one log at a time, the number that must come next as the only
//! lock, a key that makes a repeated append harmless, an answer that is given when the lines are safe. There are no transactions across logs.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: files, threads, locks

mod append;
mod bell;
mod error;
mod faulty;
mod keys;
mod memory;
mod name;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;

pub use append::{Append, Appended, KEY_MAX, LINES_MAX, Receipt};
pub use bell::Subscription;
pub use error::StoreError;
pub use faulty::{Faulty, Plan};
pub use memory::Memory;
pub use name::{LogName, NAME_MAX};
#[cfg(feature = "sqlite")]
pub use sqlite::{Sqlite, Writes, make_private};
pub use store::{Kept, Standing, Store};

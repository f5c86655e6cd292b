//! Games without their types. A [`Title`] is a game in the registry, a [`Table`] a game being played; both speak text, so that the
//! command line, a server and a browser can carry any game without knowing it. Here live the text form of the log, its verification,
//! scenarios and bots.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: files, clocks for the benchmark

mod bench;
mod bot;
mod chain;
mod diff;
mod error;
mod file;
mod format;
mod hosted;
mod json;
mod judge;
mod line;
mod players;
mod reader;
mod registry;
mod run;
mod scenario;
mod seated;
mod source;
mod table;
mod verify;
mod write;

pub use bench::Figures;
pub use bot::BOTS;
pub use chain::{Chain, Id};
pub use diff::{Difference, diff};
pub use error::{Details, Fault, HostError, Place};
pub use file::LogFile;
pub use format::{Export, FOREIGN_MAX, Format, FormatCard, Import, Imported, Reading};
pub use hosted::{Hosted, Playable};
pub use json::{difference, pretty_path};
pub use judge::{Judge, Request};
pub use line::{FORMAT, Header, Line};
pub use players::{NAME_MAX, Players, check_player};
pub use reader::{DEPTH_MAX, LINE_MAX, LOG_MAX, Limits, RECORDS_MAX, REQUEST_MAX, Reader};
pub use registry::{Card, Registry, Title};
pub use scenario::{Failure, Scenario, Step};
pub use source::{Branch, Source};
pub use table::{Choice, KEYFRAME_EVERY, Table, Verdict};
pub use verify::{Report, replay, verify};

/// The version of the engine, stamped into every log.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

//! Games without their types. A [`Title`] is a game in the registry, a [`Table`] a game being played; both speak text, so that the
//! command line, a server and a browser can carry any game without knowing it. Here live the text form of the log, its verification,
//! scenarios and bots; players, their lobby and its boards; what is told from many logs.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: files, clocks for the benchmark

mod bench;
mod bot;
mod chain;
mod compact;
mod deeds;
mod diff;
mod ending;
mod error;
mod file;
mod folder;
mod format;
mod hall;
mod hosted;
mod json;
mod judge;
mod lesson;
mod line;
mod lines;
pub mod lobby;
mod op;
mod paper;
mod parley;
mod players;
mod preview;
mod reader;
mod registry;
mod run;
mod scenario;
mod schemas;
mod sealed;
mod seated;
mod series;
mod setups;
mod shelf;
mod source;
mod table;
mod verify;
mod why;
mod write;

pub use bench::Figures;
pub use bot::{BOTS, Bot, Thought};
pub use chain::{Chain, Id};
pub use deeds::{Achievement, Achievements, Deed, Deeds, Doer, Entitled, Found, Shown, Trophy};
pub use diff::{Difference, diff};
pub use error::{Details, Fault, HostError, Place};
pub use file::LogFile;
pub use folder::Folder;
pub use format::{Export, FOREIGN_MAX, Format, FormatCard, Import, Imported, Reading};
pub use hall::Hall;
pub use hosted::{Clock, Declined, Described, Hosted, Moments, Playable, Refusals, Times, Totals, check_one_seed, seed_in};
pub use json::{difference, pretty_path};
pub use judge::{Judge, MutationRequest, Request};
pub use lesson::{Lesson, Planned};
pub use line::{FORMAT, Header, Line};
pub use lines::{open_lines, open_whole, resume_lines};
pub use op::{Op, OpRequest};
pub use parley::{DrawOffer, Outcome, Parley, Saying, Word};
pub use players::{NAME_MAX, Players, check_player};
pub use preview::{Preview, WORLDS};
pub use reader::{DEPTH_MAX, LINE_MAX, LOG_MAX, Limits, RECORDS_MAX, REQUEST_MAX, Reader};
pub use registry::{Card, Registry, Title};
pub use scenario::{Failure, Scenario, Step};
pub use schemas::{Numbers, Schemas, read_schema, written_schema};
pub use sealed::{SALT_MAX, Sealing, Secret};
pub use seated::check_goes_on;
pub use series::{MATCH_ACTIONS_MAX, Match, Standing, Tally};
pub use setups::NamedSetup;
pub use shelf::{CHANGED, EXISTS, End, Memory, Opened, Shelf, Which};
pub use source::{Branch, Dice, Moment, Since, Source};
pub use table::{Choice, KEYFRAME_EVERY, Table, Verdict};
pub use verify::{Report, questions, replay, verify};
pub use why::{Altered, Branchlet, Explained};

/// The version of the engine, stamped into every log.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

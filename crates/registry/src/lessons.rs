//! The lessons Referee ships: the scenarios of each game, embedded, so that they are found wherever the program runs. `build.rs` lists them.

/// The name of each lesson, and the text of its scenario.
pub(crate) type Lessons = &'static [(&'static str, &'static str)];

include!(concat!(env!("OUT_DIR"), "/lessons.rs"));

//! Plays against the real server, in a process of its own: how many actions it judges for a second of processor time, beside a bare echo on the
//! same stack; how much memory a socket and an idle match take; whether anything it answered is lost when it is killed.
//!
//! A client plays by the rules: it folds the records it is told into a state of its own and picks from what is legal there.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: clocks, sockets, processes

pub mod echo;
pub mod followed;
pub mod http;
pub mod killing;
pub mod load;
pub mod played;
pub mod process;
pub mod relay;
pub mod room;
pub mod sessions;
pub mod socket;
pub mod together;

/// What went wrong, in words.
pub type Fault = Box<dyn std::error::Error>;

//! Everything the commands promise, against the real binary. One program for all of it: each would link every game again.

mod commands;
mod content;
mod described;
mod desk;
mod formats;
mod garbage;
mod lobby;
mod play;
mod preview;
mod ranked;
mod serve;
mod server;
mod update;

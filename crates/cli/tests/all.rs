//! Everything the commands promise, against the real binary. One program for all of it: each would link every game again.

mod agreed;
mod chain;
mod client;
mod commands;
mod content;
mod contract;
mod described;
mod desk;
mod dice;
mod forged;
mod formats;
mod garbage;
mod hop;
mod killed;
mod leaks;
mod lobby;
mod malformed;
mod play;
mod preview;
mod ranked;
mod seats;
mod serve;
mod server;
mod threats;
mod update;

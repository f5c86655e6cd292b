//! All tests of host in one program: building and linking costs more than running them.

mod agreed;
mod closed;
mod common;
mod files;
mod hall;
mod lobby;
mod scenarios;
mod sessions;
mod spoken;
mod tamper;
mod unwritten;

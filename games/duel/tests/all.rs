//! All tests of duel in one program: building and linking costs more than running them.

mod bots;
mod cuts;
mod deeds;
mod family;
mod formats;
mod hall;
mod herald;
mod invariants;
mod laws;
mod notation;
mod random;
mod rules;
mod scenarios;
mod show;
mod vectors;

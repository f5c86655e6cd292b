//! All tests of hop in one program: building and linking costs more than running them.

mod balance;
mod forged;
mod invariants;
mod laws;
mod maps;
mod random;
mod replay;
mod rules;
mod scenarios;
mod show;
mod symmetry;
mod vectors;

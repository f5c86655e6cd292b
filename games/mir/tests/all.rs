//! All tests of mir in one program: building and linking costs more than running them.

mod balance;
mod fights;
mod formats;
mod hash;
mod laws;
mod mutate;
mod page;
mod random;
mod round_trip;
mod scenarios;
mod schema;
mod table;
mod vectors;

//! All tests of mir in one program: building and linking costs more than running them.

mod formats;
mod hash;
mod laws;
mod mutate;
mod page;
mod random;
mod round_trip;
mod scenarios;
mod schema;
mod vectors;

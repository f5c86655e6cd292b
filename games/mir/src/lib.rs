//! MIR: combat on a grid, declared to one entry point. Its state is a JSON document that is kept and hashed as text, so this crate has JSON
//! exactly as JavaScript reads and writes it, the schema of the state, and the replay hash over it.
#![no_std]

extern crate alloc;

mod date_time;
pub mod hash;
pub mod json;
pub mod schema;

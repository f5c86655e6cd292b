//! What holds of all games that are registered.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: files

mod lessons;
mod schemas;
mod sealed;
mod seen;

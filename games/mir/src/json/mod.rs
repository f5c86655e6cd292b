//! JSON as JavaScript has it: what `JSON.stringify(JSON.parse(text))` gives, to the byte.
//!
//! Text comes in through [`canonical`]; everything else here works on text that went through it.
#![allow(clippy::disallowed_types)] // JSON's numbers are doubles; they are read and printed here, both exactly defined, and never calculated with

mod canonical;
pub(crate) mod check;
mod cursor;
mod error;
pub mod number;
pub(crate) mod parts;
pub(crate) mod text;
mod value;

pub use canonical::{canonical, value_end};
pub use error::JsonError;
pub use text::{array_index, read_text, utf16_cmp, write_text};
pub use value::Value;

/// Lists and objects within each other, the outermost counted: a document may be this deep and no deeper.
pub const DEPTH_MAX: usize = 128;

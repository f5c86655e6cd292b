//! Every game in a browser or in Node. An [`Engine`] keeps sessions, each a game being played, and answers what is asked of it as text;
//! `door.rs` is how text gets in and out of a module. The package `web/engine` wraps both for TypeScript.
//!
//! A question is a name, a space, one line of JSON and, where the question has a text (a log), a newline and the text. An answer begins
//! with `+` or `-`: one line of JSON, what was asked for or [what went wrong](referee_host::Details); then, where the answer has a text, a
//! newline and the text.
//!
//! ```
//! let mut engine = referee_wasm::Engine::new();
//! let answer = engine.answer(r#"start {"game":"nim","setup":{"heaps":[3]}}"#);
//! assert!(answer.starts_with(r#"+{"session":1,"#));
//! let answer = engine.answer(r#"act {"session":1,"seat":"first","action":{"heap":0,"stones":2}}"#);
//! assert!(answer.starts_with(r#"+{"success":true,"#));
//! assert!(engine.answer("dance {}").starts_with(r#"-{"code":"NO_SUCH_QUESTION""#));
//! ```
#![allow(clippy::disallowed_types)] // faces the world: the door keeps its engine in a cell

#[macro_use]
mod answers;
mod asks;
#[cfg(target_family = "wasm")]
mod door;
mod engine;
mod rehearsal;
#[cfg(feature = "types")]
mod types;

pub use engine::Engine;
#[cfg(feature = "types")]
pub use types::types;

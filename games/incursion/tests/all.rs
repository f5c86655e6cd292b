//! Everything the game promises. One program for all of it: each would link the game and its scripts again.

mod arena;
mod cases;
mod content;
mod delve;
mod dungeons;
#[path = "../examples/dungeons/delve.rs"]
mod explored;
mod explorer;
mod handlers;
mod laws;
mod random;
mod scenarios;
mod scenes;
mod secrets;
mod show;
mod why;

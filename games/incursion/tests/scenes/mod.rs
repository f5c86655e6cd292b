//! Scenes: scenarios as scripts. `scenarios/scenes.toml` says who stands where, what the hero does, what the dice show and what must come of
//! it; a scene is played and becomes the log of the same name.
#![allow(clippy::disallowed_methods)] // asks the environment whether to tell everything

mod cover;
mod script;
mod stage;

pub(crate) use cover::Cover;
pub(crate) use script::{Scene, scenes};
pub(crate) use stage::Staged;

//! How levels come to be.

mod connect;
mod draft;
mod encounter;
mod furnish;
mod level;
mod luck;
mod new;
mod patch;
mod shape;

pub(crate) use draft::Draft;
pub(crate) use encounter::{build, choose_monster, choose_template, engen, engen_part, mount, select_templates, take_sides};
pub(crate) use furnish::{GOAL, furnish};
pub(crate) use level::{draw_level, draw_panel};
pub(crate) use luck::Luck;
pub(crate) use new::Newcomer;

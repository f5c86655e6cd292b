//! Mage Duel: two mages lay tiles on a shared board of 8 by 8, close cities and roads, and take from each other what they outweigh.
//!
//! | file | says |
//! |---|---|
//! | `tile.rs`, `cell.rs` | the 24 tiles as data; directions, cells and the border's numbering |
//! | `board.rs`, `structures.rs`, `flood.rs` | what lies where; what is joined to what, kept up to date; the same from scratch |
//! | `deck.rs`, `variant.rs`, `clock.rs` | the draw pile, the rules as data, who may act when |
//! | `bout.rs`, `action.rs`, `event.rs`, `refusal.rs` | state, declarations, what happened, why nothing happened |
//! | `rules.rs`, `legal.rs`, `view.rs`, `show.rs` | the rules, what a seat may do and know, how it looks |
//!
//! Rules for players are in `README.md`.
#![no_std]
extern crate alloc;

mod action;
mod board;
mod bout;
mod cell;
mod clock;
mod deck;
pub mod deeds;
mod event;
mod flood;
mod legal;
mod refusal;
mod rules;
mod show;
mod structures;
mod tile;
mod variant;
mod view;

pub use action::Action;
pub use board::{Board, Border, Lay, Piece};
pub use bout::{Bout, Last, Outcome, Side, Way};
pub use cell::{CELLS, Cell, Direction, SIZE};
pub use clock::{Window, is_abandoned, window};
pub use deck::Deck;
pub use event::Event;
pub use flood::flood;
pub use refusal::Refusal;
pub use rules::{Duel, Setup};
pub use structures::{Contest, Kind, NODES, Score, Structure, Structures};
pub use tile::{Edge, Edges, TILES, Tile};
pub use variant::{DECK_MAX, Variant};
pub use view::Seen;

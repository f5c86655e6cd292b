//! Mage Duel: two mages lay tiles on a shared board of 8 by 8, close cities and roads, and take from each other what they outweigh.
//!
//! | file | says |
//! |---|---|
//! | `tile.rs`, `cell.rs` | the 24 tiles as data; directions, cells and the border's numbering |
//! | `board.rs`, `structures.rs`, `flood.rs` | what lies where; what is joined to what, kept up to date; the same from scratch |
//! | `deck.rs`, `variant.rs`, `clock.rs` | the draw pile, the rules as data, who may act when |
//! | `bout.rs`, `action.rs`, `event.rs`, `refusal.rs` | state, declarations, what happened, why nothing happened |
//! | `rules.rs`, `legal.rs`, `view.rs`, `show.rs` | the rules, what a seat may do and know, how it looks |
//! | `chain.rs`, `snapshot.rs`, `line.rs`, `family.rs` | moves as links of a chain, places in it, a board of a family, boards and their branches |
//! | `notice.rs`, `herald.rs` | the move model's events and errors, and who tells them |
//! | `formats/`, `title.rs` | files: the notation, moves, events; the game in the registry |
//!
//! Rules for players are in `README.md`.
#![no_std]
extern crate alloc;

mod action;
mod board;
mod bout;
mod cell;
mod chain;
mod clock;
mod deck;
pub mod deeds;
mod event;
mod family;
mod flood;
pub mod formats;
mod herald;
mod legal;
mod line;
mod notice;
mod refusal;
mod rules;
mod show;
mod snapshot;
mod structures;
mod tile;
mod title;
mod variant;
mod view;

pub use action::Action;
pub use board::{Board, Border, Lay, Lays, Piece};
pub use bout::{Bout, Last, Outcome, Side, Way};
pub use cell::{CELLS, Cell, Direction, SIZE};
pub use chain::{Link, Move};
pub use clock::{Window, is_abandoned, window};
pub use deck::Deck;
pub use event::Event;
pub use family::Family;
pub use flood::flood;
pub use herald::Herald;
pub use notice::{CellCode, GameState, Notice, Player, Points};
pub use refusal::Refusal;
pub use rules::{Duel, Setup};
pub use snapshot::Snapshot;
pub use structures::{Contest, Kind, NODES, Score, Structure, Structures};
pub use tile::{Edge, Edges, TILES, Tile};
pub use title::title;
pub use variant::{DECK_MAX, Variant};
pub use view::{LastTile, Seen};

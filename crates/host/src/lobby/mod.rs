//! Players and their sessions, as rules of their own: who is registered, who waits for whom, which boards are played and which were, what
//! everyone has won. A lobby is a game like any other: logged, verified, replayed. What happens on a board is none of its business;
//! [`Hall`](crate::Hall) has the boards, and tells it what it must know.
//!
//! | file | says |
//! |---|---|
//! | `house.rs`, `setup.rs` | what is true now; what it starts from |
//! | `action.rs`, `event.rs`, `refusal.rs` | declarations, what happened, why nothing happened |
//! | `rules.rs`, `legal.rs`, `show.rs` | the rules, what may be done and known, how it looks |
//! | `deeds.rs` | what is worth a trophy here, and who may have any |
//!
//! Two seats speak: `players`, each action naming the player, and `hall`, which declares what happened on boards.

mod action;
mod deeds;
mod event;
mod house;
mod legal;
mod refusal;
mod rules;
mod setup;
mod show;

pub use action::Action;
pub use deeds::DEEDS;
pub use event::Event;
pub use house::{Board, BoardState, House, Offer, Origin, Player, Role, Session, Snapshot, Status};
pub use refusal::Refusal;
pub use rules::{BALANCE_MAX, BOARDS_MAX, HALL, Lobby, PLAYERS, PLAYERS_MAX, SETUP_MAX, SNAPSHOTS_MAX};
pub use setup::{SEATS_MAX, Setup, Skin};

//! The server: matches over HTTP and WebSocket, verification, leaderboards. It decides nothing: it carries text between seats, games and a
//! store, and shows each seat only what it may see.
#![allow(clippy::disallowed_types, clippy::disallowed_methods)] // faces the world: clocks, maps, threads

mod achievements;
mod answer;
mod boards;
mod body;
mod clock;
mod contest;
mod contract;
mod described;
mod door;
mod figures;
mod games;
mod http;
mod imports;
mod index;
mod keeper;
mod limits;
mod live;
mod logs;
mod matches;
mod notes;
mod office;
mod openapi;
mod opening;
mod outlet;
mod page;
mod past;
mod problem;
mod proxy;
mod request;
mod ruling;
mod sessions;
mod settings;
mod socket;
mod ticket;
mod token;

pub use http::{rebuild, serve};
pub use imports::{Imported, import};
pub use problem::{Details, Problem};
pub use settings::{Settings, Unusable};

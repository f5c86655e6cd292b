//! The games of this house, and how to talk to them.

use crate::boards;
use crate::office::Office;
use crate::problem::{Problem, answer};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use referee_host::Card;
use serde_json::Value;

/// All of them.
pub(crate) async fn all(State(office): State<Office>) -> Response {
    let cards: Vec<Card> = office.registry.titles().map(|title| title.card()).collect();
    answer(StatusCode::OK, &serde_json::json!({ "games": cards }))
}

/// One of them, with its boards and the usual setup.
pub(crate) async fn one(State(office): State<Office>, Path(game): Path<String>) -> Result<Response, Problem> {
    let title = office.registry.title(&game)?;
    let card = title.card();
    let boards: Vec<&str> = boards::boards_of(&card).iter().map(|board| board.name()).collect();
    let setup: Value = serde_json::from_str(&title.setup()).unwrap_or_default();
    let mut told = serde_json::to_value(&card).unwrap_or_default();
    (told["boards"], told["setup"]) = (boards.into(), setup);
    Ok(answer(StatusCode::OK, &told))
}

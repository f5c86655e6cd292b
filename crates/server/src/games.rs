//! The games of this house, and how to talk to them.

use crate::answer::{Game, GameLine, Games};
use crate::boards;
use crate::office::Office;
use crate::problem::{Problem, answer};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

/// All of them.
pub(crate) async fn all(State(office): State<Office>) -> Response {
    let cards = office.registry.titles().map(|title| title.card());
    let games = cards.map(|card| GameLine { url: format!("/api/games/{}", card.name), card }).collect();
    answer(StatusCode::OK, &Games { games })
}

/// One of them, with its boards, the usual setup and its schemas.
pub(crate) async fn one(State(office): State<Office>, Path(game): Path<String>) -> Result<Response, Problem> {
    let title = office.registry.title(&game)?;
    let (card, schemas) = (title.card(), title.schemas());
    let setup = serde_json::from_str(&title.setup()).unwrap_or_default();
    let boards = boards::boards_of(&card).to_vec();
    Ok(answer(StatusCode::OK, &Game { card, boards, setup, schemas }))
}

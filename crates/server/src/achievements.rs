//! Achievements: what the matches of a game show of whoever played them, and the trophies for it.

use crate::answer::{Achieved, Achiever, Prize};
use crate::index::Done;
use crate::office::{Office, blocking};
use crate::problem::{Problem, answer};
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use referee_host::Trophy;
use schemars::JsonSchema;
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How many players are listed at most.
const LISTED_MAX: usize = 100;

/// Whose achievements somebody wants to see.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Whose {
    /// Only this player's.
    #[serde(default)]
    name: Option<String>,
}

/// The trophies of a game, and who has come how far.
pub(crate) async fn of(
    State(office): State<Office>,
    Path(game): Path<String>,
    Query(whose): Query<Whose>,
) -> Result<Response, Problem> {
    let trophies = office.registry.title(&game)?.trophies();
    let mut players: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for Done { who, task, count } in blocking(|| office.index.deeds(&game, whose.name.as_deref()))? {
        players.entry(who).or_default().insert(task, count);
    }
    let mut players: Vec<Achiever> = players.into_iter().map(|(name, done)| achiever(&trophies, name, done)).collect();
    players.sort_by_key(|player| Reverse(player.points)); // by name among equals, as they came
    players.truncate(LISTED_MAX);
    let trophies = trophies.into_iter().map(|Trophy { task, title, threshold, points }| Prize { task, title, threshold, points });
    Ok(answer(StatusCode::OK, &Achieved { game, trophies: trophies.collect(), players }))
}

fn achiever(trophies: &[Trophy], name: String, done: BTreeMap<String, u64>) -> Achiever {
    let earned = trophies.iter().filter(|trophy| done.get(trophy.task).is_some_and(|done| *done >= u64::from(trophy.threshold)));
    let (earned, points) = earned.fold((Vec::new(), 0), |(mut titles, points), trophy| {
        titles.push(trophy.title);
        (titles, points + trophy.points)
    });
    Achiever { name, points, earned, done }
}

//! Logs that were played elsewhere and taken in by the operator: they can be watched, verified and branched, but are ranked nowhere.

use crate::office::Office;
use crate::problem::{Problem, answer};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use referee_host::{HostError, Line, Registry, verify};
use referee_store::{Append, LogName, Store, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A log that was taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Where it is: `/api/logs/ID`.
    pub id: String,
    /// Whether it was not there before.
    pub new: bool,
}

/// Takes in a log that verifies. It is called after its head: to take it in again changes nothing. What is only prose (`#`) stays behind.
///
/// # Errors
/// If it does not verify, or cannot be stored.
pub fn import(registry: &Registry, store: &dyn Store, log: &str) -> Result<Imported, HostError> {
    let report = verify(registry, log.as_bytes(), &mut |_| {})?;
    let id: String = report.head.chars().take(ID_LENGTH).collect();
    let stored = |error: StoreError| HostError::bad(error.code(), format!("cannot be stored: {error}"));
    let name = import_of(&id).map_err(stored)?;
    let lines: String = log.lines().filter(|line| !Line::is_prose(line)).map(|line| format!("{line}\n")).collect();
    match store.append(Append::new(&name, 0, lines).last()).wait() {
        Ok(_) => Ok(Imported { id, new: true }),
        Err(StoreError::Conflict { .. } | StoreError::Closed) => Ok(Imported { id, new: false }),
        Err(error) => Err(stored(error)),
    }
}

/// How much of its head a log is called by.
const ID_LENGTH: usize = 32;
/// What the names of logs begin with that were taken in.
const PREFIX: &str = "i-";

/// The log with an id that was taken in.
pub(crate) fn import_of(id: &str) -> Result<LogName, StoreError> {
    LogName::parse(&format!("{PREFIX}{id}"))
}

/// Which logs somebody looks for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SoughtLogs")]
pub(crate) struct Sought {
    /// Those after this one.
    #[serde(default)]
    after: Option<String>,
    #[serde(default)]
    size: Option<usize>,
}

/// The logs that were taken in, by id.
pub(crate) async fn list(State(office): State<Office>, Query(sought): Query<Sought>) -> Result<Response, Problem> {
    let after = import_of(sought.after.as_deref().unwrap_or("0"))?;
    let names = office.store.list(Some(&after), sought.size.unwrap_or(50).clamp(1, 200))?;
    let mut logs = Vec::new();
    for name in names.iter().filter(|name| name.as_str().starts_with(PREFIX)) {
        logs.push(told(&office, name)?);
    }
    Ok(answer(StatusCode::OK, &Logs { logs }))
}

/// Logs that were taken in.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Logs {
    logs: Vec<Known>,
}

/// A log that was taken in.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "KnownLog")]
struct Known {
    id: String,
    game: String,
    /// What it is called in its first line; empty where it has no name.
    name: String,
    /// Who sat where.
    players: BTreeMap<String, String>,
    /// Where the log is.
    log: String,
}

fn told(office: &Office, name: &LogName) -> Result<Known, Problem> {
    let id = name.as_str().trim_start_matches(PREFIX);
    let first = office.store.read(name, 0, 1)?;
    let line = Line::parse(first.first().map_or("", |kept| &kept.text))?;
    let header = line.header().ok_or_else(|| Problem::missing("log"))?;
    let players = serde_json::from_str(header.players).unwrap_or_default();
    let (game, name, log) = (header.game.to_owned(), header.name.to_owned(), format!("/api/logs/{id}"));
    Ok(Known { id: id.to_owned(), game, name, players, log })
}

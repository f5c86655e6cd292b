//! Logs and what they show: verification of any, the view at any record, the whole text of what has ended.

use crate::body::read;
use crate::notes::log_of;
use crate::office::Office;
use crate::problem::{Problem, json};
use crate::token::bearer;
use crate::{boards, past, sessions};
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use referee::Seat;
use referee_store::LogName;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Judges a log, or a setup and its actions.
pub(crate) async fn verify(State(office): State<Office>, Path(game): Path<String>, body: Bytes) -> Result<Response, Problem> {
    office.registry.title(&game)?;
    let report = office.judged(move |office| {
        let (registry, settings) = (&office.registry, &office.settings);
        let not_text = |_| Problem::bad("NOT_UTF8", "the body is not UTF-8 text");
        let text = std::str::from_utf8(&body).map_err(not_text)?;
        let is_log = text.lines().find(|line| !line.starts_with('#')).is_some_and(|line| line.starts_with("{\"format\":"));
        if is_log {
            let report = sessions::check_log(registry, settings, &game, text)?;
            let report = serde_json::to_string(&report).unwrap_or_default();
            return Ok(format!("{{\"ok\":true,{}", &report[1..]));
        }
        let table = sessions::play(registry, settings, &game, &read(&body)?)?;
        let card = table.card();
        let scores: BTreeMap<&str, i64> = (0u8..).zip(&card.seats).map(|(seat, name)| (*name, table.score(Seat(seat)))).collect();
        let over = table.over(table.at());
        let told = serde_json::json!({
            "ok": true, "game": card.name, "rules": card.rules, "records": table.seq() + 1, "events": table.events(),
            "digest": table.digest().to_string(), "scores": scores, "over": over,
        });
        Ok(told.to_string())
    });
    Ok(json(StatusCode::OK, report.await?))
}

/// What somebody wants to see of a log.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seeing {
    #[serde(default)]
    to: Option<u64>,
    #[serde(default)]
    seat: Option<String>,
}

/// The view at any record. While a match is played, a seat's view is for the seat; afterwards all is open.
pub(crate) async fn view(
    State(office): State<Office>,
    Path(id): Path<String>,
    Query(seeing): Query<Seeing>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (log, closed) = stored(&office, &id)?;
    let own = if closed { None } else { office.contest(&id)?.seat(&office, bearer(&headers).as_ref())? };
    let told = office.judged(move |office| {
        let table = past::table_at(office, &log, seeing.to)?;
        let eye = seeing.seat.as_deref().map(|seat| table.card().seat(Some(seat))).transpose()?;
        if eye.is_some() && eye != own && !closed {
            return Err(Problem::unauthorized());
        }
        // Neither digest nor head: either would let a seat check what it guesses of the others.
        Ok(format!("{{\"seq\":{},\"view\":{}}}", table.seq(), table.view(eye)))
    });
    Ok(json(StatusCode::OK, told.await?))
}

/// The log with an id, that of a match or of a submitted run, and whether it has come to its end.
pub(crate) fn stored(office: &Office, id: &str) -> Result<(LogName, bool), Problem> {
    for log in [log_of(id)?, boards::run_of(id)?] {
        if let Some(standing) = office.store.standing(&log)? {
            return Ok((log, standing.closed));
        }
    }
    Err(Problem::missing("log"))
}

/// The log of a match that has ended. While it is played, it would show every seat what the others hide.
pub(crate) async fn log(State(office): State<Office>, Path(id): Path<String>) -> Result<Response, Problem> {
    let (log, closed) = stored(&office, &id)?;
    if !closed {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "NOT_OVER",
            "the match is being played: its log is told when it has ended",
        ));
    }
    let mut text = office.lines(&log)?.join("\n");
    text.push('\n');
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], text).into_response())
}

//! Logs and what they show: verification of any, the view at any record, the whole text of what has ended.

use crate::answer::{Held, Played, Seen, Verified, raw};
use crate::body::read;
use crate::imports::import_of;
use crate::notes::log_of;
use crate::office::{Office, blocking};
use crate::problem::{Problem, answer};
use crate::token::bearer;
use crate::{boards, past, sessions};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use referee::Seat;
use referee_store::{LogName, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::pin::Pin;
use std::task::{Context, Poll};

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
            return Ok(answer(StatusCode::OK, &Verified::Log(Held { ok: true, report })));
        }
        let table = sessions::play(registry, settings, &game, &read(&body)?)?;
        let card = table.card();
        let scores: BTreeMap<&str, i64> = (0u8..).zip(&card.seats).map(|(seat, name)| (*name, table.score(Seat(seat)))).collect();
        let played = Played {
            ok: true,
            game: card.name,
            rules: card.rules,
            records: table.seq() + 1,
            events: table.events(),
            digest: table.digest().to_string(),
            scores,
            over: table.over(table.at()),
        };
        Ok(answer(StatusCode::OK, &Verified::Session(played)))
    });
    report.await
}

/// What somebody wants to see of a log.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seeing {
    /// The record; the latest where it is left out.
    #[serde(default)]
    to: Option<u64>,
    /// Whose view; an onlooker's where it is left out.
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
        let unknown = |error| Problem::from(error).no_at("/seat");
        let eye = seeing.seat.as_deref().map(|seat| table.card().seat(Some(seat)).map_err(unknown)).transpose()?;
        if eye.is_some() && eye != own && !closed {
            return Err(Problem::unauthorized());
        }
        // Neither digest nor head: either would let a seat check what it guesses of the others.
        Ok(Seen { seq: table.seq(), view: raw(table.view(eye)) })
    });
    Ok(answer(StatusCode::OK, &told.await?))
}

/// The log with an id, that of a match, of a submitted run or of one taken in, and whether it has come to its end.
pub(crate) fn stored(office: &Office, id: &str) -> Result<(LogName, bool), Problem> {
    for log in [log_of(id)?, boards::run_of(id)?, import_of(id)?] {
        if let Some(standing) = office.store.standing(&log)? {
            return Ok((log, standing.closed));
        }
    }
    Err(match office.contest(id) {
        Ok(contest) => contest.desk().not_begun(),
        Err(_) => Problem::missing("log"),
    })
}

/// What was asked of chance in every record that has dice.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Dice {
    dice: Vec<Questions>,
}

/// What was asked of chance in a record.
#[derive(Serialize, JsonSchema)]
struct Questions {
    seq: u64,
    /// The lowest and the highest answer of each.
    asks: Vec<[u32; 2]>,
}

/// What faces the sealed dice of a log had: whoever makes them again without knowing the rules must be told.
pub(crate) async fn dice(State(office): State<Office>, Path(id): Path<String>) -> Result<Response, Problem> {
    let log = ended(&office, &id)?;
    let told = office.judged(move |office| {
        let text: String = office.lines(&log)?.into_iter().flat_map(|line| [line, "\n".to_owned()]).collect();
        let records = sessions::questions(office, &text)?
            .into_iter()
            .map(|(seq, asks)| Questions { seq, asks: asks.iter().map(|ask| [ask.low, ask.high]).collect() });
        Ok(Dice { dice: records.collect() })
    });
    Ok(answer(StatusCode::OK, &told.await?))
}

/// The log of a match that has ended. While it is played, it would show every seat what the others hide.
/// It is read while it is told, a page at a time: however long it is, and whoever reads it however slowly, little of it is in memory.
pub(crate) async fn log(State(office): State<Office>, Path(id): Path<String>) -> Result<Response, Problem> {
    let pages = Pages { log: ended(&office, &id)?, office, next: 0, lines: 1 };
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], Body::new(pages)).into_response())
}

/// How many lines of a log are told at once at most; fewer where they are long: about so many bytes.
const PAGE: usize = 16;
const PAGE_BYTES: usize = 64 << 10;

/// A log that is being told.
struct Pages {
    office: Office,
    log: LogName,
    /// The number of the line that is told next, and with how many others.
    next: u64,
    lines: usize,
}

impl HttpBody for Pages {
    type Data = Bytes;
    type Error = StoreError;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, StoreError>>> {
        let read = match blocking(|| self.office.store.read(&self.log, self.next, self.lines)) {
            Ok(read) if read.is_empty() => return Poll::Ready(None),
            Ok(read) => read,
            Err(error) => return Poll::Ready(Some(Err(error))),
        };
        self.next += read.len() as u64;
        let text: String = read.iter().flat_map(|kept| [&*kept.text, "\n"]).collect();
        self.lines = (PAGE_BYTES * read.len() / text.len().max(1)).clamp(1, PAGE);
        Poll::Ready(Some(Ok(Frame::data(text.into()))))
    }
}

/// The log with an id, if it has come to its end.
fn ended(office: &Office, id: &str) -> Result<LogName, Problem> {
    let (log, closed) = stored(office, id)?;
    if !closed {
        return Err(Problem::new(
            StatusCode::CONFLICT,
            "NOT_OVER",
            "the match is being played: its log is told when it has ended",
        ));
    }
    Ok(log)
}

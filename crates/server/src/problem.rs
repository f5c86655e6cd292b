//! Every error as an answer: a status, a stable code, a sentence, the place.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use referee_host::HostError;
use referee_store::StoreError;
use serde::Serialize;
use std::borrow::Cow;

/// An error as an answer. Small to carry: the details are behind a pointer, and read as if they were here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem(Box<Details>);

impl std::ops::Deref for Problem {
    type Target = Details;
    fn deref(&self) -> &Details {
        &self.0
    }
}

/// What is wrong with a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Details {
    /// The status of the answer.
    #[serde(skip)]
    pub status: u16,
    /// A stable name for programs.
    pub code: Cow<'static, str>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The line of a log, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The path inside the document, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What was expected there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was found there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The number of the latest record of the match, where somebody was faster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The id of the request, as its answer's `x-request-id` says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
}

impl Problem {
    /// A problem with a status, a code and a sentence.
    pub fn new(status: StatusCode, code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Problem {
        Problem(Box::new(Details { status: status.as_u16(), code: code.into(), message: message.into(), ..Details::default() }))
    }

    /// The request cannot be used.
    pub fn bad(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// There is no such thing, or none for whoever asks: the two are not told apart.
    pub fn missing(what: &str) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "NOT_FOUND", format!("there is no such {what}"))
    }

    /// Whoever asks may not.
    pub fn unauthorized() -> Problem {
        let mut problem =
            Problem::new(StatusCode::UNAUTHORIZED, "NO_SEAT", "a seat's token is needed: `Authorization: Bearer ...`");
        problem.0.help = Some("joining a match gives one".into());
        problem
    }

    /// More is asked than is allowed.
    pub fn too_much(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, code, message)
    }

    /// What was expected, and what was found.
    #[must_use]
    pub fn because(mut self, expected: impl Into<String>, found: impl Into<String>) -> Problem {
        (self.0.expected, self.0.found) = (Some(expected.into()), Some(found.into()));
        self
    }

    /// With the number of the latest record.
    #[must_use]
    pub fn at_record(mut self, seq: u64) -> Problem {
        self.0.seq = Some(seq);
        self
    }

    /// With the path inside the document, before what is known of it; the question was understood, and the answer is no.
    #[must_use]
    pub fn no_at(mut self, path: &str) -> Problem {
        self.0.path = Some(format!("{path}{}", self.0.path.unwrap_or_default()));
        self.0.status = StatusCode::UNPROCESSABLE_ENTITY.as_u16();
        self
    }

    /// As `{"error":{..}}`.
    pub fn json(&self) -> String {
        let told = Details { request: crate::request::current(), ..(*self.0).clone() };
        format!("{{\"error\":{}}}", serde_json::to_string(&told).unwrap_or_default())
    }
}

/// What the host says: an unreadable question, or one whose answer is no.
impl From<HostError> for Problem {
    fn from(error: HostError) -> Problem {
        let status = match (error.code, error.fault) {
            ("NO_SUCH_GAME" | "NO_MUTATION", _) => StatusCode::NOT_FOUND,
            (_, referee_host::Fault::No) => StatusCode::UNPROCESSABLE_ENTITY,
            (_, referee_host::Fault::BadInput) => StatusCode::BAD_REQUEST,
        };
        Problem(Box::new(Details {
            status: status.as_u16(),
            code: error.code.into(),
            message: error.message.clone(),
            line: error.place.line,
            path: error.place.path.clone(),
            expected: error.expected.clone(),
            found: error.found.clone(),
            help: error.help.clone(),
            ..Details::default()
        }))
    }
}

/// What the store met is not the asker's fault, and not the asker's business in detail.
impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Conflict { .. } => {
                Problem::new(StatusCode::CONFLICT, "CONFLICT", "somebody else was faster: look again and try again")
            }
            StoreError::Repeated { .. } => Problem::new(StatusCode::CONFLICT, "KEY_USED", "the key was used for another action"),
            StoreError::BadName | StoreError::NoSuchLog => Problem::missing("log"),
            StoreError::Closed => Problem::new(StatusCode::CONFLICT, "CLOSED", "it has come to its end"),
            StoreError::Busy => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "BUSY", "the store has too much to do: try again"),
            _ => Problem::new(StatusCode::SERVICE_UNAVAILABLE, "STORE", "nothing can be stored just now: try again"),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        json(status, self.json())
    }
}

/// An answer in JSON.
pub(crate) fn json(status: StatusCode, body: String) -> Response {
    (status, [(axum::http::header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// An answer in JSON, of anything.
pub(crate) fn answer(status: StatusCode, value: &impl Serialize) -> Response {
    json(status, serde_json::to_string(value).unwrap_or_default())
}

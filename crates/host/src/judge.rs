//! The pure contract over text: a state and an action in, the next state and the events out.

use crate::seated::whose;
use crate::write::text;
use crate::{Declined, HostError, Playable, Players, Refusals, json};
use referee::{Refused, apply};
use serde::Deserialize;
use serde_json::value::RawValue;

/// Answers requests about one game, one at a time. It may remember what it just said, to be quicker about the next request; no answer may
/// depend on it.
pub trait Judge: Send {
    /// Answers one request at the end of `out`. A request that is no request is an error, and what is in `out` then does not count; a state
    /// or an action that cannot be read is an answer.
    fn answer(&mut self, request: &str, out: &mut String) -> Result<(), HostError>;
}

/// The judge of a game that has none of its own: `{"state","action","seat"?,"at"?}` in,
/// `{"nextState","events","success","errors"?,"error_events"?}` out. It knows no board and no players by name.
pub(crate) struct Plain<R: Playable> {
    pub(crate) rules: R,
    pub(crate) refusals: Option<Refusals<R>>,
}

/// A request: `{"state","action","seat"?,"at"?}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request<'a> {
    /// Upon what.
    #[serde(borrow)]
    pub state: &'a RawValue,
    /// What is declared.
    #[serde(borrow)]
    pub action: &'a RawValue,
    /// Who declares it.
    pub seat: Option<String>,
    /// When.
    pub at: Option<u64>,
}

impl<'a> Request<'a> {
    /// Reads a request; what is no request is an error.
    pub fn parse(text: &'a str) -> Result<Request<'a>, HostError> {
        parse(text)
    }
}

/// A request to apply an event: `{"state","event"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MutationRequest<'a> {
    /// The state it is applied to.
    #[serde(borrow)]
    pub state: &'a RawValue,
    /// What happened.
    #[serde(borrow)]
    pub event: &'a RawValue,
}

impl<'a> MutationRequest<'a> {
    /// Reads a request; what is no request is an error.
    pub fn parse(text: &'a str) -> Result<MutationRequest<'a>, HostError> {
        parse(text)
    }
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, HostError> {
    json::check_object(text, "BAD_REQUEST")?;
    serde_json::from_str(text).map_err(|error| HostError::bad("BAD_REQUEST", json::in_words(&error.to_string())))
}

impl<R: Playable> Judge for Plain<R> {
    fn answer(&mut self, request: &str, out: &mut String) -> Result<(), HostError> {
        let request = Request::parse(request)?;
        match judge(&self.rules, self.refusals, &request) {
            Ok(judged) => judged.write(out),
            Err(errors) => write(out, request.state.get(), "[]", Some(&errors), None),
        }
        Ok(())
    }
}

/// What the rules say to a request; or why they cannot be asked.
fn judge<R: Playable>(rules: &R, refusals: Option<Refusals<R>>, request: &Request<'_>) -> Result<Judged, Vec<String>> {
    let unreadable = |error: HostError| vec![error.line()];
    let state = request.state.get();
    let read = if state.starts_with('[') { json::read_declared } else { json::read };
    let state: R::State = read(state, "SCHEMA").map_err(unreadable)?;
    rules.audit(&state).map_err(|why| referee::Refused::Unsound(why).errors())?;
    let action: R::Action = json::read_declared(request.action.get(), "INVALID_ACTION").map_err(unreadable)?;
    let seat = whose(rules, &state, request.seat.as_deref(), &action).map_err(unreadable)?;
    let applied = apply(rules, &state, seat, request.at.unwrap_or(0), &action);
    let why = applied.result.err();
    let error_event = match (refusals, &why) {
        (Some(tell), Some(Refused::Rejected(why))) => {
            tell(&Declined { name: "", branches: &[], players: &Players::NONE, state: &state, seat, why, source: None })
        }
        _ => None,
    };
    let errors = why.map(|why| why.errors());
    Ok(Judged { next: text(&applied.next), events: text(&applied.events), errors, error_event })
}

/// What the rules said.
struct Judged {
    next: String,
    events: String,
    errors: Option<Vec<String>>,
    error_event: Option<String>,
}

impl Judged {
    fn write(&self, out: &mut String) {
        write(out, &self.next, &self.events, self.errors.as_deref(), self.error_event.as_deref());
    }
}

fn write(out: &mut String, next: &str, events: &str, errors: Option<&[String]>, error_event: Option<&str>) {
    let success = if errors.is_none() { "true" } else { "false" };
    for part in ["{\"nextState\":", next, ",\"events\":", events, ",\"success\":", success] {
        out.push_str(part);
    }
    if let Some(errors) = errors {
        out.push_str(",\"errors\":");
        out.push_str(&text(&errors));
    }
    if let Some(event) = error_event {
        out.push_str(&format!(",\"error_events\":[{event}]"));
    }
    out.push('}');
}

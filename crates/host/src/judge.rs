//! The pure contract over text: a state and an action in, the next state and the events out.

use crate::hosted::card;
use crate::write::text;
use crate::{HostError, Playable, json};
use referee::apply;
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'a> {
    #[serde(borrow)]
    state: &'a RawValue,
    #[serde(borrow)]
    action: &'a RawValue,
    seat: Option<String>,
    at: Option<u64>,
}

/// Answers one request. A request that is no request is an error; a state or an action that cannot be read is an answer.
pub(crate) fn judge<R: Playable>(rules: &R, request: &str) -> Result<String, HostError> {
    let request: Request<'_> = serde_json::from_str(request).map_err(|error| HostError::bad("BAD_REQUEST", error.to_string()))?;
    let unusable = |errors: &[String]| answer(request.state.get(), "[]", Some(errors));
    let state: R::State = match json::read(request.state.get(), "SCHEMA") {
        Ok(state) => state,
        Err(error) => return Ok(unusable(&[error.line()])),
    };
    if let Err(why) = rules.audit(&state) {
        return Ok(unusable(&referee::Refused::Unsound(why).errors()));
    }
    let readable = json::read::<R::Action>(request.action.get(), "INVALID_ACTION");
    let seat = card::<R>().seat(request.seat.as_deref());
    let (action, seat) = match (readable, seat) {
        (Ok(action), Ok(seat)) => (action, seat),
        (Err(error), _) | (_, Err(error)) => return Ok(unusable(&[error.line()])),
    };
    let applied = apply(rules, &state, seat, request.at.unwrap_or(0), &action);
    let errors = applied.result.err().map(|why| why.errors());
    Ok(answer(&text(&applied.next), &text(&applied.events), errors.as_deref()))
}

fn answer(next: &str, events: &str, errors: Option<&[String]>) -> String {
    let mut answer = format!("{{\"nextState\":{next},\"events\":{events},\"success\":{}", errors.is_none());
    if let Some(errors) = errors {
        answer.push_str(",\"errors\":");
        answer.push_str(&text(&errors));
    }
    answer.push('}');
    answer
}

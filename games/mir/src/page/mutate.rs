//! The contract's third layer, `StateMutation(priorState, event) -> nextState`: an event is applied to a document, and nothing is decided. The
//! dice come from the event; the generator moves on by the rolls that the event implies, because no event names `rng.seed`.

use super::{Page, Reading, invariants, reader, schema_errors};
use crate::catalogue::{Misfit, Payload};
use crate::event::write_texts;
use crate::json::{DEPTH_MAX, Value, canonical};
use crate::wire::depth;
use crate::{Event, GameState, Log, Rules14};
use alloc::{boxed::Box, format, string::String, vec, vec::Vec};
use referee::Rules;
use referee_host::{HostError, Judge, MutationRequest};

/// Applies an event to a document, both as JSON; gives the next document as canonical text.
///
/// The event has the contract's own form, `{"id","timestamp","type","payload"}`, as [`judge`](crate::PageJudge) returns it. Folding the
/// events of a call over its state gives its `nextState`, byte for byte. What is checked is whether the event can have happened in this
/// state: the next id, the state's timestamp, entities that are there, results that follow from the dice. Whether the rules allowed the
/// action is not asked again, and dice from outside are taken as they are.
///
/// # Errors
/// Every reason as `[CODE] sentence`: `SCHEMA` and `PRE_INVARIANT` where the document is unsound, `EVENT_INVALID` where the event is none of
/// the contract, `EVENT_MISFIT` where it does not fit the document, `POST_INVARIANT_FAILED` where the next document would be unsound.
///
/// ```
/// # use referee_mir::{Mir, Setup, mutate};
/// let setup = Setup::default();
/// let event = r#"{"id":"evt-0001","timestamp":"2026-02-11T18:00:00.000Z","type":"ACTION_REJECTED",
///     "payload":{"action":{"type":"FLY"},"reasons":["[INVALID_ACTION] Unknown action type \"FLY\""]}}"#;
/// let next = mutate(&Mir::default(), setup.document(), event).unwrap();
/// assert!(next.contains(r#""log":{"events":[{"id":"evt-0001""#));
/// let errors = mutate(&Mir::default(), &next, event).unwrap_err();
/// assert_eq!(errors, [r#"[EVENT_MISFIT] /id must be "evt-0002", the next line of the log"#]);
/// ```
pub fn mutate<const FIRST_ROLL: u64>(rules: &Rules14<FIRST_ROLL>, state: &str, event: &str) -> Result<String, Vec<String>> {
    let mut page = Page::read(state)?;
    page.mutate(rules, event).map(|()| page.text)
}

impl Page {
    /// Goes on to the document after an event of the contract, or stays as it is.
    ///
    /// # Errors
    /// As [`mutate`] says.
    pub fn mutate<const FIRST_ROLL: u64>(&mut self, rules: &Rules14<FIRST_ROLL>, event: &str) -> Result<(), Vec<String>> {
        let state = self.state();
        prefixed("PRE_INVARIANT", invariants::violations(state))?;
        let invalid = |misfit: Misfit| vec![format!("[EVENT_INVALID] {misfit}")];
        let misfits = |misfit: Misfit| vec![format!("[EVENT_MISFIT] {misfit}")];
        let envelope = Envelope::read(event).map_err(invalid)?;
        envelope.check(state).map_err(misfits)?;
        let events = implied(envelope.line, state).map_err(misfits)?;
        // A refusal changes nothing that an invariant is about; the contract records it without asking again.
        if !matches!(events.last(), Some(Event::ActionRejected(_))) {
            let mut next = state.clone();
            events.iter().for_each(|event| rules.evolve(&mut next, event));
            prefixed("POST_INVARIANT_FAILED", invariants::violations(&next))?;
        }
        self.follow(rules, &events);
        Ok(())
    }
}

/// Fails with the violations, each under a code, if there are any.
fn prefixed(code: &str, violations: Vec<String>) -> Result<(), Vec<String>> {
    let violations: Vec<String> = violations.into_iter().map(|violation| format!("[{code}] {violation}")).collect();
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

/// The rolls that an event implies, and the event.
fn implied(event: Event, state: &GameState) -> Result<Vec<Event>, Misfit> {
    let mut events = Vec::new();
    if let Some(line) = event.line() {
        line.check(state)?;
        let rolled = line.draws(state).into_iter();
        events.extend(rolled.map(|die| Event::Rolled {
            sides: die.sides,
            value: die.value,
            source: die.source.into_boxed_str(),
        }));
    }
    events.push(event);
    Ok(events)
}

/// An event in the form of the contract.
struct Envelope {
    id: String,
    timestamp: String,
    line: Event,
}

/// The fields that every event has.
const FIELDS: [&str; 4] = ["id", "timestamp", "type", "payload"];
/// How deep an event may be: it lies in a list, in the log, in the document.
const EVENT_DEPTH_MAX: usize = DEPTH_MAX - 3;

impl Envelope {
    fn read(event: &str) -> Result<Envelope, Misfit> {
        let event = canonical(event).map_err(|error| wrong("/", format!("is no JSON: {error}")))?;
        if depth(&event) as usize > EVENT_DEPTH_MAX {
            return Err(wrong("/", format!("must not be nested deeper than {EVENT_DEPTH_MAX}")));
        }
        let value = Value::parse(&event).map_err(|_| wrong("/", "must be well-formed Unicode".into()))?;
        let Value::Object(fields) = &value else { return Err(wrong("/", "must be an object".into())) };
        if let Some((key, _)) = fields.iter().find(|(key, _)| !FIELDS.contains(&&**key)) {
            return Err(wrong(&format!("/{key}"), format!("is no field of an event; it has {}", FIELDS.join(", "))));
        }
        let (id, timestamp, kind) = (text(&value, "id")?, text(&value, "timestamp")?, text(&value, "type")?);
        let payload = value.get("payload").ok_or_else(|| wrong("/payload", "is missing".into()))?;
        let unknown = || wrong("/type", format!("must be one of {}", Event::KINDS.join(", ")));
        let line = Event::line_of(&kind, &Payload::of(payload)).ok_or_else(unknown)??;
        check_fields(&line, payload)?;
        Ok(Envelope { id, timestamp, line })
    }

    fn check(&self, state: &GameState) -> Result<(), Misfit> {
        let id = Log::id(state.log.events.saturating_add(1));
        if self.id != id {
            return Err(wrong("/id", format!("must be \"{id}\", the next line of the log")));
        }
        if *self.timestamp != *state.timestamp {
            return Err(wrong("/timestamp", format!("must be \"{}\", the timestamp of the state", state.timestamp)));
        }
        Ok(())
    }
}

fn wrong(at: &str, why: String) -> Misfit {
    Misfit { at: at.into(), why }
}

fn text(event: &Value<'_>, key: &str) -> Result<String, Misfit> {
    match event.get(key) {
        Some(Value::Text(text)) => Ok(String::from(&**text)),
        Some(_) => Err(wrong(&format!("/{key}"), "must be a text".into())),
        None => Err(wrong(&format!("/{key}"), "is missing".into())),
    }
}

/// A payload has the fields of the catalogue and no others, at any depth.
fn check_fields(line: &Event, payload: &Value<'_>) -> Result<(), Misfit> {
    let mut written = String::new();
    line.write_payload(&mut written);
    let known = Value::parse(&written).map_err(|_| wrong("/payload", "cannot be written".into()))?;
    match foreign(payload, &known) {
        Some(at) => Err(wrong(&format!("/payload{at}"), format!("is no field of {}", line.kind()))),
        None => Ok(()),
    }
}

/// The place of the first field that another value does not have.
fn foreign(value: &Value<'_>, known: &Value<'_>) -> Option<String> {
    match (value, known) {
        (Value::Object(members), known) => members.iter().find_map(|(key, value)| {
            let inside = known.get(key).map_or_else(|| Some(String::new()), |known| foreign(value, known));
            inside.map(|at| format!("/{key}{at}"))
        }),
        (Value::List(items), Value::List(known)) => {
            let pairs = items.iter().zip(known).enumerate();
            pairs.into_iter().find_map(|(index, (item, known))| foreign(item, known).map(|at| format!("/{index}{at}")))
        }
        _ => None,
    }
}

/// Answers `{"state","event"}` with `{"nextState","success","errors"?}`.
pub struct PageMutator<const FIRST_ROLL: u64>;

impl<const FIRST_ROLL: u64> PageMutator<FIRST_ROLL> {
    /// For the rules of a title.
    pub fn of(_: &Rules14<FIRST_ROLL>) -> Box<dyn Judge> {
        Box::new(PageMutator::<FIRST_ROLL>)
    }
}

impl<const FIRST_ROLL: u64> Judge for PageMutator<FIRST_ROLL> {
    fn answer(&mut self, request: &str, out: &mut String) -> Result<(), HostError> {
        let request = MutationRequest::parse(request)?;
        let bad = |error: &dyn core::fmt::Display| HostError::bad("BAD_REQUEST", format!("{error}"));
        let state = canonical(request.state.get()).map_err(|error| bad(&error))?;
        let event = canonical(request.event.get()).map_err(|error| bad(&error))?;
        let read = reader::read(&state, reader::Ask::Schema).ok_or_else(|| schema_errors(&state));
        let mutated = read.and_then(|Reading { sheet, .. }| {
            let mut page = Page { text: String::from(&*state), sheet };
            page.mutate(&Rules14::<FIRST_ROLL>, &event).map(|()| page.text)
        });
        out.push_str("{\"nextState\":");
        match mutated {
            Ok(next) => [&*next, ",\"success\":true}"].into_iter().for_each(|part| out.push_str(part)),
            Err(errors) => {
                [&*state, ",\"success\":false,\"errors\":"].into_iter().for_each(|part| out.push_str(part));
                write_texts(&errors, out);
                out.push('}');
            }
        }
        Ok(())
    }
}

//! The contract's one entry point over text: a document and an action in, the next document and the events out, byte for byte.

use super::reader::{self, Ask, Reading};
use super::{Page, Sheet, schema_errors};
use crate::event::write_texts;
use crate::json::canonical;
use crate::{Action, Event, GameState, Rejection};
use alloc::{boxed::Box, collections::VecDeque, format, string::String};
use referee::{Applied, Rules, apply};
use referee_host::{HostError, Judge, Request};

/// How many of the documents it returned a judge knows again.
const KNOWN_MAX: usize = 8;
/// How many bytes they may have together.
const KNOWN_BYTES_MAX: usize = 64 << 20;

/// Judges pages. A document that it has just returned is known again by its bytes, and not validated once more. The contract knows neither
/// seats nor a clock: a request may name them, and nothing depends on it.
pub struct PageJudge<R> {
    rules: R,
    /// The latest first.
    known: VecDeque<Page>,
}

/// A document to be judged upon.
enum Found<'a> {
    Known(usize),
    Read(&'a str, Box<Sheet>),
}

const OPENING: &str = "{\"state\":";
const BETWEEN: &str = ",\"action\":";

impl<R> PageJudge<R>
where
    R: Rules<State = GameState, Action = Action, Event = Event, Rejection = Rejection> + Send + 'static,
{
    /// A judge who has not said anything yet.
    pub fn of(rules: &R) -> Box<dyn Judge> {
        Box::new(PageJudge { rules: rules.clone(), known: VecDeque::new() })
    }

    /// The usual request, a document in canonical text first, is read in one pass; gives what follows the document too.
    fn at_once<'a>(&self, request: &'a str) -> Option<(Found<'a>, &'a str)> {
        let rest = request.strip_prefix(OPENING)?;
        if let Some(index) = self.known.iter().position(|page| rest.starts_with(&page.text)) {
            return Some((Found::Known(index), &rest[self.known[index].text.len()..]));
        }
        let Reading { sheet, end } = reader::read(rest, Ask::Schema)?;
        Some((Found::Read(&rest[..end], Box::new(sheet)), &rest[end..]))
    }

    fn judge(&mut self, found: &Found<'_>, action: &Action, out: &mut String) {
        let room = self.spare(found);
        let (text, sheet) = match found {
            Found::Known(index) => (&*self.known[*index].text, &self.known[*index].sheet),
            Found::Read(text, sheet) => (*text, &**sheet),
        };
        let seat = self.rules.speaker(&sheet.state, action).unwrap_or_default();
        let Applied { next, events, result } = apply(&self.rules, &sheet.state, seat, 0, action);
        let errors = result.err().map(|why| why.errors());
        if events.is_empty() {
            return answer(text, "", errors.as_deref(), out);
        }
        let (page, lines) = sheet.turned(text, &events, next, room);
        answer(&page.text, &lines, errors.as_deref(), out);
        self.remember(page);
    }

    /// Room for a text, from a document that need not be known any longer.
    fn spare(&mut self, found: &Found<'_>) -> String {
        let oldest = self.known.len().wrapping_sub(1);
        if self.known.len() < KNOWN_MAX || matches!(found, Found::Known(index) if *index == oldest) {
            return String::new();
        }
        let mut text = self.known.pop_back().map(|page| page.text).unwrap_or_default();
        text.clear();
        text
    }

    fn remember(&mut self, page: Page) {
        self.known.push_front(page);
        self.known.truncate(KNOWN_MAX);
        while self.known.len() > 1 && self.known.iter().map(|page| page.text.len()).sum::<usize>() > KNOWN_BYTES_MAX {
            self.known.pop_back();
        }
    }
}

impl<R> Judge for PageJudge<R>
where
    R: Rules<State = GameState, Action = Action, Event = Event, Rejection = Rejection> + Send + 'static,
{
    fn answer(&mut self, request: &str, out: &mut String) -> Result<(), HostError> {
        let bad = |error: &dyn core::fmt::Display| HostError::bad("BAD_REQUEST", format!("{error}"));
        if let Some((found, rest)) = self.at_once(request) {
            let plain = rest.strip_prefix(BETWEEN).and_then(|rest| rest.strip_suffix('}')).and_then(Action::plain);
            if let Some(action) = plain {
                self.judge(&found, &action, out);
                return Ok(());
            }
            let rest = format!("{OPENING}null{rest}");
            if let Ok(Request { action, .. }) = Request::parse(&rest) {
                let action = canonical(action.get()).map_err(|error| bad(&error))?;
                self.judge(&found, &Action::read(&action), out);
                return Ok(());
            }
        }
        let request = Request::parse(request)?;
        let state = canonical(request.state.get()).map_err(|error| bad(&error))?;
        let action = canonical(request.action.get()).map_err(|error| bad(&error))?;
        match reader::read(&state, Ask::Schema) {
            Some(Reading { sheet, .. }) => self.judge(&Found::Read(&state, Box::new(sheet)), &Action::read(&action), out),
            None => answer(&state, "", Some(&schema_errors(&state)), out),
        }
        Ok(())
    }
}

fn answer(document: &str, lines: &str, errors: Option<&[String]>, out: &mut String) {
    out.reserve(document.len() + lines.len() + 64);
    out.push_str("{\"nextState\":");
    out.push_str(document);
    out.push_str(",\"events\":[");
    out.push_str(lines);
    out.push_str(if errors.is_none() { "],\"success\":true" } else { "],\"success\":false" });
    if let Some(errors) = errors {
        out.push_str(",\"errors\":");
        write_texts(errors, out);
    }
    out.push('}');
}

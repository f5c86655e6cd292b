//! The page: the contract's JSON document of a game. It is a text in which the few values that events touch are written anew and the lists of
//! lines and rolls grow; nothing else of it is ever printed again, so a long log costs a copy and nothing more.

mod holes;
mod judge;
mod mutate;
mod reader;

pub use judge::PageJudge;
pub use mutate::{PageMutator, mutate};

use crate::json::{JsonError, Value, canonical, write_text};
use crate::whole::write_digits;
use crate::{Entity, Event, GameState, Log, Source, invariants, schema};
use alloc::{borrow::Cow, format, string::String, sync::Arc, vec, vec::Vec};
use holes::{Edits, End, EntityHoles, Holes};
use reader::{Ask, Reading};
use referee::Rules;

/// A document and what it says.
#[derive(Clone, Debug)]
pub struct Page {
    text: String,
    sheet: Sheet,
}

/// What a document says, and where it may change.
#[derive(Clone, Debug)]
struct Sheet {
    holes: Holes,
    state: GameState,
}

impl Page {
    /// Reads a document; what is wrong with it otherwise, each as the contract has it: `[SCHEMA] ..`. Invariants are not asked here.
    pub fn read(text: &str) -> Result<Page, Vec<String>> {
        let text = canonical(text).map_err(|error| vec![not_json(&error)])?;
        match reader::read(&text, Ask::Schema) {
            Some(Reading { sheet, .. }) => Ok(Page { text: text.into_owned(), sheet }),
            None => Err(schema_errors(&text)),
        }
    }

    /// The document.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it says.
    pub fn state(&self) -> &GameState {
        &self.sheet.state
    }

    /// Goes on to the document after a turn; gives the new lines of its log, with commas between them.
    pub fn follow<R: Rules<State = GameState, Event = Event>>(&mut self, rules: &R, events: &[Event]) -> String {
        let mut next = self.sheet.state.clone();
        events.iter().for_each(|event| rules.evolve(&mut next, event));
        let (page, lines) = self.sheet.turned(&self.text, events, next, String::new());
        *self = page;
        lines
    }

    /// The document with another seed, which the dice then come from.
    pub(crate) fn reseeded(&self, seed: &str) -> String {
        let (mut edits, mut text) = (Edits::default(), String::new());
        edits.replace(self.sheet.holes.source, |out| write_text(Source::Seeded.word(), out));
        edits.replace(self.sheet.holes.seed, |out| write_text(seed, out));
        edits.write(&self.text, &mut text);
        text
    }
}

impl Sheet {
    /// The document after a turn that led from `text` to `next`, written into `room`; and the new lines of its log.
    fn turned(&self, text: &str, events: &[Event], next: GameState, room: String) -> (Page, String) {
        let mut edits = Edits::default();
        let mut growth = Growth { roll: self.state.rng.rolls, line: self.state.log.events, ..Growth::default() };
        for event in events {
            growth.add(event, &self.state.timestamp);
        }
        self.edit(&next, &mut edits);
        if next.rng.rolls != self.state.rng.rolls {
            edits.replace(self.holes.seed, |out| write_option(next.rng.seed.text().as_deref(), out));
        }
        append(&mut edits, self.holes.rolls, &growth.rolls);
        append(&mut edits, self.holes.log, &growth.lines);
        let mut page = Page { text: room, sheet: Sheet { holes: self.holes.clone(), state: next } };
        edits.write(text, &mut page.text);
        edits.shift(&mut page.sheet.holes);
        (page, growth.lines)
    }

    /// What has changed besides the two lists that grow: entities that were changed are other ones than before, the rest is shared.
    fn edit(&self, next: &GameState, edits: &mut Edits) {
        let pairs = self.state.entities.iter().zip(next.entities.iter()).zip(&self.holes.entities);
        for ((before, after), holes) in pairs.filter(|((before, after), _)| !Arc::ptr_eq(before, after)) {
            holes.edit(before, after, edits);
        }
        let (before, after) = (&self.state.combat, &next.combat);
        if before.mode != after.mode {
            edits.replace(self.holes.mode, |out| write_text(after.mode.word(), out));
        }
        if before.round != after.round {
            edits.replace(self.holes.round, |out| after.round.write(out));
        }
        if before.active_entity_id != after.active_entity_id {
            edits.replace(self.holes.active, |out| write_option(after.active_entity_id.as_deref(), out));
        }
        if before.initiative_order != after.initiative_order {
            edits.replace(self.holes.order, |out| write_order(&after.initiative_order, out));
        }
    }
}

impl EntityHoles {
    /// What may change of an entity: where it stands, its life, and conditions that are added.
    fn edit(&self, before: &Entity, after: &Entity, edits: &mut Edits) {
        for (hole, before, after) in [
            (self.x, before.position.x, after.position.x),
            (self.y, before.position.y, after.position.y),
            (self.hp, before.stats.hp_current, after.stats.hp_current),
        ] {
            if before != after {
                edits.replace(hole, |out| after.write(out));
            }
        }
        let added = after.conditions.get(before.conditions.len()..).unwrap_or_default();
        if !added.is_empty() {
            edits.append(self.conditions, |out| write_items(added, out));
        }
    }
}

fn append(edits: &mut Edits, end: End, items: &str) {
    if !items.is_empty() {
        edits.append(end, |out| out.push_str(items));
    }
}

/// What a turn adds to the two lists that grow.
#[derive(Default)]
struct Growth {
    rolls: String,
    lines: String,
    roll: u64,
    line: u64,
}

impl Growth {
    fn add(&mut self, event: &Event, timestamp: &str) {
        match event {
            Event::Opened(_) => {}
            Event::Rolled { sides, value, source } => self.add_roll(*sides, *value, source, timestamp),
            line => self.add_line(line, timestamp),
        }
    }

    fn add_roll(&mut self, sides: u32, value: u32, source: &str, timestamp: &str) {
        self.roll += 1;
        let roll = &mut self.rolls;
        roll.push_str(if roll.is_empty() { "{\"id\":\"roll-" } else { ",{\"id\":\"roll-" });
        write_digits(self.roll, roll);
        roll.push_str("\",\"timestamp\":");
        write_text(timestamp, roll);
        roll.push_str(",\"formula\":\"1d");
        write_digits(sides.into(), roll);
        for before in ["\",\"resultTotal\":", ",\"breakdown\":\"[", "]="] {
            roll.push_str(before);
            write_digits(value.into(), roll);
        }
        roll.push('"');
        if !source.is_empty() {
            roll.push_str(",\"source\":");
            write_text(source, roll);
        }
        roll.push('}');
    }

    fn add_line(&mut self, event: &Event, timestamp: &str) {
        self.line += 1;
        let line = &mut self.lines;
        line.push_str(if line.is_empty() { "{\"id\":\"" } else { ",{\"id\":\"" });
        Log::write_id(self.line, line);
        line.push_str("\",\"timestamp\":");
        write_text(timestamp, line);
        for part in [",\"type\":\"", event.kind(), "\",\"payload\":"] {
            line.push_str(part);
        }
        event.write_payload(line);
        line.push('}');
    }
}

fn write_option(text: Option<&str>, out: &mut String) {
    match text {
        Some(text) => write_text(text, out),
        None => out.push_str("null"),
    }
}

fn write_order(order: &[crate::Text], out: &mut String) {
    out.push('[');
    write_items(order, out);
    out.push(']');
}

fn write_items(texts: &[crate::Text], out: &mut String) {
    for (index, text) in texts.iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        write_text(text, out);
    }
}

fn not_json(error: &JsonError) -> String {
    format!("[SCHEMA] / {error}")
}

/// Why the schema refuses a document, with the contract's prefix.
fn schema_errors(canonical: &str) -> Vec<String> {
    match Value::parse(canonical) {
        Ok(value) => schema::errors(&value).into_iter().map(|error| format!("[SCHEMA] {error}")).collect(),
        Err(error) => vec![not_json(&error)],
    }
}

/// The violated invariants of any document, each as `[CODE] sentence`, also of one that the schema refuses, as long as it has the fields;
/// `None` where it has not.
///
/// ```
/// assert_eq!(referee_mir::violations("{}"), None);
/// ```
pub fn violations(document: &str) -> Option<Vec<String>> {
    let text: Cow<'_, str> = canonical(document).ok()?;
    reader::read(&text, Ask::Types).map(|reading| invariants::violations(&reading.sheet.state))
}

//! What is noted of a turn for whoever asks why: throws, who was asked, what was said, what changed.

use crate::{Asking, Happening, Part, Print, Verb};
use referee_dispatch::Verdict;

/// The notes of a turn, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The notes.
    pub notes: Vec<Note>,
    depth: u16,
}

/// Something that was noted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // fields are named for what they are
pub enum Note {
    /// A verb was thrown.
    Opened { depth: u16, verb: Verb },
    /// A throw is over.
    Closed { depth: u16, verb: Verb, verdict: Verdict },
    /// A handler ran.
    Asked { depth: u16, asking: Asking, verdict: Verdict, changed: Vec<Changed> },
    /// A handler's text was said.
    Said { depth: u16, asking: Asking, print: Print },
    /// An event was written, by its place in the turn.
    Event { depth: u16, event: usize },
}

/// A part of a happening that a handler changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Which part.
    pub part: &'static str,
    /// What it was.
    pub from: String,
    /// What it is.
    pub to: String,
}

impl Trace {
    pub(crate) fn opened(&mut self, depth: u16, verb: Verb, _happening: &Happening) {
        self.depth = depth;
        self.notes.push(Note::Opened { depth, verb });
    }

    pub(crate) fn closed(&mut self, depth: u16, verb: Verb, verdict: Verdict) {
        self.depth = depth.saturating_sub(1);
        self.notes.push(Note::Closed { depth, verb, verdict });
    }

    pub(crate) fn began(&mut self, _asking: Asking, _happening: &Happening) {}

    pub(crate) fn ended(&mut self, asking: Asking, verdict: Verdict, before: &Happening, after: &Happening) {
        let parts = Part::all().filter_map(|part| changed(part.name, part.get(before), part.get(after)));
        let flags = crate::Flag::ALL.iter().filter_map(|&flag| {
            let held = |happening: &Happening| crate::Value::Flag(happening.flags.has(flag));
            changed(flag.name(), held(before), held(after))
        });
        self.notes.push(Note::Asked { depth: self.depth, asking, verdict, changed: parts.chain(flags).collect() });
    }

    pub(crate) fn said(&mut self, asking: Asking, print: Print) {
        self.notes.push(Note::Said { depth: self.depth, asking, print });
    }

    pub(crate) fn event(&mut self, depth: u16, event: usize) {
        self.notes.push(Note::Event { depth, event });
    }
}

fn changed(part: &'static str, from: crate::Value, to: crate::Value) -> Option<Changed> {
    (from != to).then(|| Changed { part, from: from.to_string(), to: to.to_string() })
}

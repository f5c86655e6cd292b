//! Where a document may change: the places of the few values that events touch, and how they move when something before them grows.

use alloc::{string::String, vec::Vec};

/// From where to where a value stands in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Where a list ends: its closing bracket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) at: usize,
    pub(crate) is_empty: bool,
}

/// Where a document may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holes {
    pub(crate) source: Span,
    pub(crate) seed: Span,
    pub(crate) rolls: End,
    pub(crate) mode: Span,
    pub(crate) round: Span,
    pub(crate) active: Span,
    pub(crate) order: Span,
    pub(crate) log: End,
    /// Players, then npcs, then objects.
    pub(crate) entities: Vec<EntityHoles>,
}

/// Where an entity may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct EntityHoles {
    pub(crate) x: Span,
    pub(crate) y: Span,
    pub(crate) hp: Span,
    pub(crate) conditions: End,
}

/// Changes to a text, gathered before any is made.
#[derive(Default)]
pub(crate) struct Edits {
    /// What is put in, all after one another.
    words: String,
    list: Vec<Edit>,
}

struct Edit {
    span: Span,
    words: Span,
}

impl Edits {
    /// Puts something in the place of a value. What was to be put there before counts no longer.
    pub(crate) fn replace(&mut self, span: Span, write: impl FnOnce(&mut String)) {
        self.list.retain(|edit| edit.span != span);
        let from = self.words.len();
        write(&mut self.words);
        self.list.push(Edit { span, words: Span { from, to: self.words.len() } });
    }

    /// Appends to a list: `write` writes one item or more, with commas between them.
    pub(crate) fn append(&mut self, end: End, write: impl FnOnce(&mut String)) {
        self.replace(Span { from: end.at, to: end.at }, |words| {
            words.push_str(if end.is_empty { "" } else { "," });
            write(words);
        });
    }

    /// Writes the changed text.
    pub(crate) fn write(&mut self, text: &str, out: &mut String) {
        self.list.sort_by_key(|edit| edit.span.from);
        out.reserve(text.len() + self.words.len());
        let mut at = 0;
        for edit in &self.list {
            out.push_str(&text[at..edit.span.from]);
            out.push_str(&self.words[edit.words.from..edit.words.to]);
            at = edit.span.to;
        }
        out.push_str(&text[at..]);
    }

    /// Moves every hole to where it is in the changed text.
    pub(crate) fn shift(&self, holes: &mut Holes) {
        let place = |at: &mut usize| {
            let moved = self.list.iter().filter(|edit| edit.span.to <= *at);
            *at = moved.fold(*at, |at, edit| at + (edit.words.to - edit.words.from) - (edit.span.to - edit.span.from));
        };
        let span = |span: &mut Span| {
            place(&mut span.from);
            place(&mut span.to);
        };
        let end = |end: &mut End| {
            end.is_empty &= !self.list.iter().any(|edit| edit.span.from == end.at);
            place(&mut end.at);
        };
        let Holes { source, seed, rolls, mode, round, active, order, log, entities } = holes;
        [source, seed, mode, round, active, order].into_iter().for_each(span);
        [rolls, log].into_iter().for_each(end);
        for EntityHoles { x, y, hp, conditions } in entities {
            [x, y, hp].into_iter().for_each(span);
            end(conditions);
        }
    }
}

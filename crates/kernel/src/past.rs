//! The past of a log: closed chapters, shared by every game that holds them. A branch holds its source's chapters up to a record, so it
//! costs the same wherever it begins.

use crate::Rules;
use crate::log::{Chapter, Part};
use alloc::{sync::Arc, vec::Vec};

/// The latest closed chapter up to some record of it, and through it all those before.
#[derive(Clone)]
pub(crate) struct Past<R: Rules> {
    closed: Arc<Closed<R>>,
    /// How many records of it belong to this past; others may hold more of it.
    records: usize,
    /// How many events of the last of them, where it is cut.
    kept: Option<usize>,
    /// What happened right after it because a game branched off there.
    grafted: Vec<R::Event>,
}

/// A chapter that is written no more.
struct Closed<R: Rules> {
    chapter: Chapter<R>,
    /// How many chapters lie before it.
    height: usize,
    before: Option<Past<R>>,
    /// A chapter farther back, so that a record is found in steps that double, not chapter by chapter.
    leap: Option<Past<R>>,
}

impl<R: Rules> Past<R> {
    /// A chapter, closed, upon those before it.
    pub(crate) fn new(chapter: Chapter<R>, before: Option<Past<R>>) -> Past<R> {
        let records = chapter.page.len();
        let height = before.as_ref().map_or(0, |before| before.closed.height + 1);
        let leap = before.as_ref().map(Past::leap_of_next);
        Past { closed: Arc::new(Closed { chapter, height, before, leap }), records, kept: None, grafted: Vec::new() }
    }

    /// What it holds of its latest chapter.
    pub(crate) fn part(&self) -> Part<'_, R> {
        Part::new(self.chapter(), self.records, self.kept, &self.grafted)
    }

    /// Its latest chapter.
    pub(crate) fn chapter(&self) -> &Chapter<R> {
        &self.closed.chapter
    }

    /// The past before the latest chapter.
    pub(crate) fn before(&self) -> Option<&Past<R>> {
        self.closed.before.as_ref()
    }

    /// The past as it was when the chapter of a record was the latest, if it holds the record.
    pub(crate) fn reaching(&self, seq: u64) -> Option<&Past<R>> {
        let mut past = (seq < self.end()).then_some(self)?;
        while seq < past.chapter().first() {
            past = past.closed.leap.as_ref().filter(|leap| seq < leap.end()).or(past.before())?;
        }
        Some(past)
    }

    /// The past up to and including a record, or the first `kept` events of it, if it holds the record.
    pub(crate) fn until(&self, seq: u64, kept: Option<usize>) -> Option<Past<R>> {
        let past = self.reaching(seq)?;
        let records = (seq + 1 - past.chapter().first()) as usize;
        let closed = past.closed.clone();
        match kept {
            None if records == past.records => Some(past.clone()),
            kept => Some(Past { closed, records, kept, grafted: Vec::new() }),
        }
    }

    /// Adds what happens right after its last record because a game branches off there.
    pub(crate) fn graft(&mut self, event: R::Event) {
        self.grafted.push(event);
    }

    /// Lets go of all before its latest chapter, unless others share that.
    pub(crate) fn shed(&mut self) {
        if let Some(closed) = Arc::get_mut(&mut self.closed) {
            (closed.leap, closed.height) = (None, 0);
            release(closed.before.take());
        }
    }

    /// The first chapter of all.
    pub(crate) fn oldest(&self) -> &Chapter<R> {
        let mut past = self;
        while let Some(older) = &past.closed.leap {
            past = older;
        }
        past.chapter()
    }

    /// The number of the first record after it.
    fn end(&self) -> u64 {
        self.chapter().first() + self.records as u64
    }

    /// Where the chapter after this one leaps to. Two leaps of the same length become one of both, else a short one begins: so any
    /// chapter is reached in a number of steps that grows with the logarithm of their number.
    fn leap_of_next(&self) -> Past<R> {
        let equal =
            |near: &Past<R>, far: &Past<R>| self.closed.height - near.closed.height == near.closed.height - far.closed.height;
        match self.closed.leap.as_ref().and_then(|near| Some((near, near.closed.leap.as_ref()?))) {
            Some((near, far)) if equal(near, far) => far.clone(),
            _ => self.clone(),
        }
    }
}

impl<R: Rules> Drop for Closed<R> {
    fn drop(&mut self) {
        self.leap = None; // never the last to hold a chapter, for `before` leads to it as well
        release(self.before.take());
    }
}

/// Drops chapters one after the other, not one inside the other: a long log would need too deep a stack.
fn release<R: Rules>(mut past: Option<Past<R>>) {
    while let Some(mut closed) = past.and_then(|past| Arc::into_inner(past.closed)) {
        closed.leap = None;
        past = closed.before.take();
    }
}

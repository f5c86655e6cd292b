//! The log of a game in memory: chapters of records. Each chapter begins with a keyframe, the state before its first record, so that
//! seeking, branching and taking a turn back cost one chapter at most. Closed chapters are shared between branches, not copied.

use crate::page::{Page, Records};
use crate::{Record, Rules, past::Past};
use alloc::vec::Vec;

/// The most records in one chapter.
pub const CHAPTER_RECORDS: usize = 1_024;
/// A chapter with more events than these takes no further record.
pub const CHAPTER_EVENTS: usize = 2_048;

/// All that happened in a game, or all of it since a snapshot.
#[derive(Clone)]
pub struct Log<R: Rules> {
    past: Option<Past<R>>,
    open: Chapter<R>,
    /// Whether closed chapters are forgotten instead of kept.
    forgetful: bool,
}

/// A keyframe and the records that follow it.
#[derive(Clone)]
pub(crate) struct Chapter<R: Rules> {
    /// The number of its first record.
    first: u64,
    /// The state before its first record.
    keyframe: R::State,
    pub(crate) page: Page<R>,
}

impl<R: Rules> Log<R> {
    /// An empty log whose first record will be number `first`, upon `keyframe`.
    pub(crate) fn new(first: u64, keyframe: R::State) -> Log<R> {
        Log { past: None, open: Chapter::new(first, keyframe), forgetful: false }
    }

    /// The number of the first record it holds.
    pub fn first(&self) -> u64 {
        self.oldest().first
    }

    /// The number the next record will have.
    #[inline]
    pub fn next(&self) -> u64 {
        self.open.next()
    }

    /// The number of records it holds.
    pub fn len(&self) -> u64 {
        self.next() - self.first()
    }

    /// Whether it holds no record.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The record with a number, if the log holds it.
    pub fn record(&self, seq: u64) -> Option<Record<'_, R>> {
        self.part(seq).map(|part| part.record(seq))
    }

    /// The records from a number on.
    pub fn records(&self, from: u64) -> impl Iterator<Item = Record<'_, R>> {
        self.parts(from).flat_map(move |part| part.whole(from).chain(part.tied(from)))
    }

    /// The latest record.
    #[inline]
    pub fn last(&self) -> Option<Record<'_, R>> {
        match self.open.page.len() {
            0 => self.past.as_ref().map(|past| past.part().last()),
            count => Some(self.open.record(count - 1)),
        }
    }

    /// The state after a record, or `None` if the log does not reach back or forward that far.
    pub fn state(&self, rules: &R, seq: u64) -> Option<R::State> {
        if seq + 1 == self.open.first {
            return Some(self.open.keyframe.clone());
        }
        if seq + 1 == self.first() {
            return Some(self.beginning().clone());
        }
        self.part(seq).map(|part| part.state(rules, seq))
    }

    /// Every event in order: what a fold needs.
    pub fn events(&self) -> impl Iterator<Item = &R::Event> {
        self.parts(0).flat_map(|part| part.events_of(part.records).iter().chain(part.grafted))
    }

    /// The state before the first record.
    pub(crate) fn beginning(&self) -> &R::State {
        &self.oldest().keyframe
    }

    /// The log up to and including a record, or the first `kept` events of it, after which the state was `there`; or one that is empty, if
    /// the record is the one before its first. All records are shared: if the record lies in the open chapter, that is closed first.
    pub(crate) fn branch(&mut self, seq: u64, kept: Option<usize>, there: R::State, now: &R::State) -> Log<R> {
        if seq >= self.open.first {
            self.seal(now);
        }
        let past = self.past.as_ref().and_then(|past| past.until(seq, kept));
        Log { past, open: Chapter::new(seq + 1, there), forgetful: false }
    }

    /// Keeps only the first events of its last record, after which the state was `there`.
    pub(crate) fn cut(&mut self, kept: usize, there: R::State, now: &R::State) {
        let last = self.next().saturating_sub(1);
        *self = Log { forgetful: self.forgetful, ..self.branch(last, Some(kept), there, now) };
    }

    /// Adds what happens right after its last record, after which the state is `there`. A log without a record has nothing to add to.
    pub(crate) fn graft(&mut self, event: R::Event, there: R::State, now: &R::State) {
        let last = self.next().saturating_sub(1);
        *self = Log { forgetful: self.forgetful, ..self.branch(last, None, there, now) };
        if let Some(past) = &mut self.past {
            past.graft(event);
        }
    }

    /// The chapter to write into. A full one is closed first, and a new one begins with the present state as keyframe.
    #[inline]
    pub(crate) fn open(&mut self, now: &R::State) -> &mut Chapter<R> {
        if self.open.page.is_full() {
            self.close(now);
        }
        &mut self.open
    }

    /// Closes the open chapter, which is full.
    #[cold]
    fn close(&mut self, now: &R::State) {
        if self.forgetful {
            self.past = None;
            self.open.turn_over(now);
        } else {
            let next = self.open.page.another();
            self.seal(now);
            self.open.page = next;
        }
    }

    /// Makes the open chapter part of the past, where branches share it.
    fn seal(&mut self, now: &R::State) {
        let next = Chapter::new(self.next(), now.clone());
        let mut written = core::mem::replace(&mut self.open, next);
        written.page.shrink();
        let before = self.past.take().filter(|_| !self.forgetful);
        self.past = Some(Past::new(written, before));
    }

    /// From now on forgets every chapter that is closed: for those who read a long log once, in bounded memory.
    pub(crate) fn forget(&mut self) {
        self.past = None;
        self.forgetful = true;
    }

    /// Lets go of all closed chapters but the latest, unless branches share it.
    pub(crate) fn shed(&mut self) {
        if let Some(past) = self.past.as_mut().filter(|past| past.before().is_some()) {
            past.shed();
        }
    }

    /// Takes the chapter of a game that has just been started.
    pub(crate) fn begin(&mut self, started: Log<R>) {
        self.past = None;
        self.open = started.open;
    }

    pub(crate) fn writing(&mut self) -> &mut Chapter<R> {
        &mut self.open
    }

    /// Its chapters from that of a record on, the open one last.
    pub(crate) fn parts(&self, from: u64) -> impl Iterator<Item = Part<'_, R>> {
        let closed = core::iter::successors(self.past.as_ref(), |past| past.before().filter(|_| from < past.chapter().first));
        let mut parts: Vec<Part<'_, R>> = alloc::vec![self.open_part()];
        parts.extend(closed.map(Past::part));
        parts.into_iter().rev()
    }

    /// What it holds of the chapter that a record is in.
    fn part(&self, seq: u64) -> Option<Part<'_, R>> {
        if seq >= self.open.first {
            return (seq < self.open.next()).then(|| self.open_part());
        }
        self.past.as_ref()?.reaching(seq).map(Past::part)
    }

    fn open_part(&self) -> Part<'_, R> {
        Part::new(&self.open, self.open.page.len(), None, &[])
    }

    /// Its first chapter.
    pub(crate) fn oldest(&self) -> &Chapter<R> {
        self.past.as_ref().map_or(&self.open, Past::oldest)
    }
}

/// A chapter, or the beginning of one: what a log holds of it.
pub(crate) struct Part<'a, R: Rules> {
    pub(crate) chapter: &'a Chapter<R>,
    records: usize,
    /// How many events of the last record, where it is cut.
    kept: Option<usize>,
    /// What happened right after it because a game branched off there.
    grafted: &'a [R::Event],
}

impl<'a, R: Rules> Part<'a, R> {
    pub(crate) fn new(chapter: &'a Chapter<R>, records: usize, kept: Option<usize>, grafted: &'a [R::Event]) -> Part<'a, R> {
        Part { chapter, records, kept, grafted }
    }

    /// Whether a game branched off there and did not just go on from the record.
    fn is_tied(&self) -> bool {
        self.kept.is_some() || !self.grafted.is_empty()
    }

    /// The records from a number on, but for the last one where it is cut, or more happened after it.
    #[inline]
    pub(crate) fn whole(&self, from: u64) -> Records<'a, R> {
        let end = self.records - usize::from(self.is_tied());
        let skipped = from.saturating_sub(self.chapter.first).min(end as u64) as usize;
        self.chapter.page.records(self.chapter.first, skipped..end)
    }

    /// The last record if it is cut, or more happened after it, and it is not before a number.
    #[inline]
    pub(crate) fn tied(&self, from: u64) -> Option<Record<'a, R>> {
        self.is_tied().then(|| self.last()).filter(|last| last.seq >= from)
    }

    /// The last record.
    pub(crate) fn last(&self) -> Record<'a, R> {
        let record = self.chapter.record(self.records - 1);
        let record = self.kept.map_or(record, |kept| record.cut(kept));
        Record { grafted: self.grafted, ..record }
    }

    /// A record by its number.
    fn record(&self, seq: u64) -> Record<'a, R> {
        if seq + 1 == self.chapter.first + self.records as u64 { self.last() } else { self.chapter.numbered(seq) }
    }

    /// The events of the first `records` records.
    fn events_of(&self, records: usize) -> &'a [R::Event] {
        match self.kept {
            Some(kept) if records == self.records => {
                let before = self.chapter.page.events_of(records - 1).len();
                &self.chapter.page.events()[..before + kept]
            }
            _ => self.chapter.page.events_of(records),
        }
    }

    /// The state after a record.
    fn state(&self, rules: &R, seq: u64) -> R::State {
        let records = (seq - self.chapter.first + 1) as usize;
        let grafted = if records == self.records { self.grafted } else { &[] };
        self.chapter.folded(rules, self.events_of(records).iter().chain(grafted))
    }
}

impl<R: Rules> Chapter<R> {
    fn new(first: u64, keyframe: R::State) -> Chapter<R> {
        Chapter { first, keyframe, page: Page::new() }
    }

    /// Begins anew after its last record, in the same memory.
    fn turn_over(&mut self, now: &R::State) {
        self.first = self.next();
        self.keyframe.clone_from(now);
        self.page.clear();
    }

    /// The state before its open turn: keyframe and all finished records, folded.
    pub(crate) fn latest(&self, rules: &R) -> R::State {
        self.folded(rules, self.page.events_of(self.page.len()).iter())
    }

    /// Its last record, whose place the caller knows.
    #[inline(always)]
    pub(crate) fn last(&self, index: usize) -> Record<'_, R> {
        self.page.last(self.first, index)
    }

    /// A record by its number.
    pub(crate) fn numbered(&self, seq: u64) -> Record<'_, R> {
        self.record((seq - self.first) as usize)
    }

    /// A record by its place in the chapter.
    pub(crate) fn record(&self, index: usize) -> Record<'_, R> {
        self.page.record(self.first, index)
    }

    /// The number of its first record.
    pub(crate) fn first(&self) -> u64 {
        self.first
    }

    fn next(&self) -> u64 {
        self.first + self.page.len() as u64
    }

    /// Its keyframe and some events, folded.
    fn folded<'a>(&self, rules: &R, events: impl Iterator<Item = &'a R::Event>) -> R::State
    where
        R: 'a,
    {
        let mut state = self.keyframe.clone();
        for event in events {
            rules.evolve(&mut state, event);
        }
        state
    }
}

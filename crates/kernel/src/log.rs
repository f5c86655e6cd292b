//! The log of a game in memory: chapters of records. Each chapter begins with a keyframe, the state before its first record, so that
//! seeking, branching and taking a turn back cost one chapter at most. Closed chapters are shared between branches, not copied.

use crate::{Record, Rules, page::Page};
use alloc::{sync::Arc, vec::Vec};

/// The most records in one chapter.
pub const CHAPTER_RECORDS: usize = 1_024;
/// A chapter with more events than these takes no further record.
pub const CHAPTER_EVENTS: usize = 4_096;

/// All that happened in a game, or all of it since a snapshot.
#[derive(Clone)]
pub struct Log<R: Rules> {
    closed: Vec<Arc<Chapter<R>>>,
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
        Log { closed: Vec::new(), open: Chapter::new(first, keyframe), forgetful: false }
    }

    /// The number of the first record it holds.
    pub fn first(&self) -> u64 {
        self.closed.first().map_or(self.open.first, |chapter| chapter.first)
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
        let chapter = self.chapter(seq)?;
        Some(chapter.numbered(seq))
    }

    /// The records from a number on.
    pub fn records(&self, from: u64) -> impl Iterator<Item = Record<'_, R>> {
        let skipped = self.closed.partition_point(|chapter| chapter.next() <= from);
        let chapters = self.closed[skipped..].iter().map(|chapter| &**chapter).chain(core::iter::once(&self.open));
        chapters.flat_map(move |chapter| chapter.records(from))
    }

    /// The latest record.
    #[inline]
    pub fn last(&self) -> Option<Record<'_, R>> {
        match self.open.page.len() {
            0 => self.closed.last().map(|chapter| chapter.record(chapter.page.len() - 1)),
            count => Some(self.open.record(count - 1)),
        }
    }

    /// The state after a record, or `None` if the log does not reach back or forward that far.
    pub fn state(&self, rules: &R, seq: u64) -> Option<R::State> {
        if seq + 1 == self.first() {
            return Some(self.chapter(self.first()).unwrap_or(&self.open).keyframe.clone());
        }
        let chapter = self.chapter(seq)?;
        Some(chapter.state(rules, (seq - chapter.first + 1) as usize))
    }

    /// Every event in order: what a fold needs.
    pub fn events(&self) -> impl Iterator<Item = &R::Event> {
        self.chapters().flat_map(|chapter| chapter.page.events())
    }

    /// The state before the first record.
    pub(crate) fn beginning(&self) -> &R::State {
        &self.closed.first().map_or(&self.open, |chapter| chapter).keyframe
    }

    /// The log up to and including a record that it holds. Closed chapters are shared.
    pub(crate) fn cut(&self, seq: u64) -> Log<R> {
        let whole = self.closed.partition_point(|chapter| chapter.next() <= seq);
        let last = self.closed.get(whole).map_or(&self.open, |chapter| chapter);
        Log { closed: self.closed[..whole].to_vec(), open: last.cut((seq + 1 - last.first) as usize), forgetful: false }
    }

    /// The chapter to write into. A full one is closed first, and a new one begins with the present state as keyframe.
    #[inline]
    pub(crate) fn open(&mut self, now: &R::State) -> &mut Chapter<R> {
        if self.open.page.is_full() {
            self.close(now);
        }
        &mut self.open
    }

    /// Closes the open chapter, so that branches share it from now on.
    #[cold]
    pub(crate) fn close(&mut self, now: &R::State) {
        if self.forgetful {
            self.open.turn_over(now);
        } else if self.open.page.len() > 0 {
            let next = Chapter { first: self.next(), keyframe: now.clone(), page: self.open.page.another() };
            let mut full = core::mem::replace(&mut self.open, next);
            full.page.shrink();
            self.closed.push(Arc::new(full));
        }
    }

    /// From now on forgets every chapter that is closed: for those who read a long log once, in bounded memory.
    pub(crate) fn forget(&mut self) {
        self.closed.clear();
        self.forgetful = true;
    }

    /// Takes the chapter of a game that has just been started.
    pub(crate) fn begin(&mut self, started: Log<R>) {
        self.closed.clear();
        self.open = started.open;
    }

    pub(crate) fn writing(&mut self) -> &mut Chapter<R> {
        &mut self.open
    }

    /// Its chapters, the open one last.
    pub(crate) fn chapters(&self) -> impl Iterator<Item = &Chapter<R>> {
        self.closed.iter().map(|chapter| &**chapter).chain(core::iter::once(&self.open))
    }

    fn chapter(&self, seq: u64) -> Option<&Chapter<R>> {
        if seq >= self.open.first {
            return (seq < self.open.next()).then_some(&self.open);
        }
        let index = self.closed.partition_point(|chapter| chapter.next() <= seq);
        self.closed.get(index).map(|chapter| &**chapter).filter(|chapter| chapter.first <= seq)
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
        self.state(rules, self.page.len())
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

    fn next(&self) -> u64 {
        self.first + self.page.len() as u64
    }

    /// The records from a number on.
    #[inline]
    pub(crate) fn records(&self, from: u64) -> impl Iterator<Item = Record<'_, R>> {
        let skipped = from.saturating_sub(self.first).min(self.page.len() as u64) as usize;
        self.page.records(self.first, skipped)
    }

    fn state(&self, rules: &R, records: usize) -> R::State {
        let mut state = self.keyframe.clone();
        for event in self.page.events_of(records) {
            rules.evolve(&mut state, event);
        }
        state
    }

    fn cut(&self, records: usize) -> Chapter<R> {
        Chapter { first: self.first, keyframe: self.keyframe.clone(), page: self.page.cut(records) }
    }
}

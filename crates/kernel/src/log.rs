//! The log of a game in memory: chapters of records. Each chapter begins with a keyframe, the state before its first record, so that
//! seeking, branching and taking a turn back cost one chapter at most. Closed chapters are shared between branches, not copied.

use crate::{Cause, Millis, Record, Rules, Seat, turn::Page};
use alloc::{sync::Arc, vec::Vec};

/// The most records in one chapter.
pub const CHAPTER_RECORDS: usize = 1_024;
/// A chapter with this many events takes no further record.
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
    entries: Vec<Entry<R>>,
    pub(crate) page: Page<R>,
}

/// A record without its events: those lie on the chapter's page, up to the two marks.
#[derive(Clone)]
struct Entry<R: Rules> {
    at: Millis,
    cause: Cause<R>,
    events_end: u32,
    dice_end: u32,
    seat: Seat,
    refused: bool,
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
        Some(chapter.record((seq - chapter.first) as usize))
    }

    /// The records from a number on.
    pub fn records(&self, from: u64) -> impl Iterator<Item = Record<'_, R>> {
        (from.max(self.first())..self.next()).filter_map(|seq| self.record(seq))
    }

    /// The latest record.
    #[inline]
    pub fn last(&self) -> Option<Record<'_, R>> {
        match self.open.entries.len() {
            0 => self.closed.last().map(|chapter| chapter.record(chapter.entries.len() - 1)),
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
        self.chapters().flat_map(|chapter| chapter.page.events.iter())
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
        if self.open.is_full() {
            self.close(now);
        }
        &mut self.open
    }

    /// Closes the open chapter, so that branches share it from now on.
    #[cold]
    pub(crate) fn close(&mut self, now: &R::State) {
        if self.forgetful {
            self.open.turn_over(now);
        } else if !self.open.entries.is_empty() {
            let mut next = Chapter::new(self.next(), now.clone());
            next.reserve_like(&self.open);
            self.closed.push(Arc::new(core::mem::replace(&mut self.open, next)));
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

    fn chapters(&self) -> impl Iterator<Item = &Chapter<R>> {
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
        Chapter { first, keyframe, entries: Vec::new(), page: Page::new() }
    }

    /// Begins anew after its last record, in the same memory.
    fn turn_over(&mut self, now: &R::State) {
        self.first = self.next();
        self.keyframe.clone_from(now);
        self.entries.clear();
        self.page.clear();
    }

    /// Makes room for as much as another chapter holds: a long game then never grows a list.
    fn reserve_like(&mut self, other: &Chapter<R>) {
        self.entries.reserve_exact(other.entries.len());
        self.page.events.reserve_exact(other.page.events.len());
        self.page.dice.reserve_exact(other.page.dice.len());
    }

    /// The state before its open turn: keyframe and all finished records, folded.
    pub(crate) fn latest(&self, rules: &R) -> R::State {
        self.state(rules, self.entries.len())
    }

    /// Ends a turn: what it wrote on the page becomes a record.
    #[inline]
    pub(crate) fn push(&mut self, seat: Seat, at: Millis, cause: Cause<R>, refused: bool) -> Record<'_, R> {
        let (events_end, dice_end) = (self.page.events.len() as u32, self.page.dice.len() as u32);
        self.entries.push(Entry { cause, at, events_end, dice_end, seat, refused });
        self.record(self.entries.len() - 1)
    }

    fn next(&self) -> u64 {
        self.first + self.entries.len() as u64
    }

    fn is_full(&self) -> bool {
        self.entries.len() >= CHAPTER_RECORDS || self.page.events.len() >= CHAPTER_EVENTS
    }

    #[inline]
    fn record(&self, index: usize) -> Record<'_, R> {
        let entry = &self.entries[index];
        let (events, dice) = if index == 0 { (0, 0) } else { self.ends(index) };
        Record {
            seq: self.first + index as u64,
            seat: entry.seat,
            at: entry.at,
            cause: &entry.cause,
            events: &self.page.events[events..entry.events_end as usize],
            dice: &self.page.dice[dice..entry.dice_end as usize],
            refused: entry.refused,
        }
    }

    fn state(&self, rules: &R, records: usize) -> R::State {
        let mut state = self.keyframe.clone();
        for event in &self.page.events[..self.ends(records).0] {
            rules.evolve(&mut state, event);
        }
        state
    }

    fn cut(&self, records: usize) -> Chapter<R> {
        let (events, dice) = self.ends(records);
        let mut page = Page::new();
        page.events = self.page.events[..events].to_vec();
        page.dice = self.page.dice[..dice].to_vec();
        Chapter { first: self.first, keyframe: self.keyframe.clone(), entries: self.entries[..records].to_vec(), page }
    }

    /// How many events and dice the first `records` records have.
    #[inline]
    fn ends(&self, records: usize) -> (usize, usize) {
        match records.checked_sub(1) {
            None => (0, 0),
            Some(last) => (self.entries[last].events_end as usize, self.entries[last].dice_end as usize),
        }
    }
}

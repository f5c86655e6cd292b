//! Where a turn writes: the records of a chapter, and behind them what the turn under way has written so far.

use crate::{CHAPTER_EVENTS, CHAPTER_RECORDS, Cause, EVENTS_MAX, Fault, Millis, Note, Record, Rules, Seat};
use alloc::{sync::Arc, vec::Vec};
use core::ops::Range;

/// Records with their events and dice, each kind in one list. What lies behind the last record belongs to the turn under way.
#[derive(Clone)]
pub(crate) struct Page<R: Rules> {
    entries: Vec<Entry<R>>,
    events: Vec<R::Event>,
    /// Setups and dice are seldom: they lie aside, so that all other records are small.
    setups: Vec<Arc<R::Setup>>,
    dice: Vec<u32>,
    /// The records that have dice, in order.
    diced: Vec<Diced>,
    /// What the turn under way did besides writing events. Most turns did nothing, and one test tells.
    aside: Option<Aside>,
    /// As long as there are fewer records the next turn can begin without ado: there is room, and the state has passed its audit.
    ready_below: usize,
    /// What turns note for whoever asks why; `None` where nobody does.
    notes: Option<Vec<Note>>,
}

/// A record without its events, which lie before the mark. Small, for every action writes one.
#[derive(Clone)]
struct Entry<R: Rules> {
    at: Millis,
    kept: Kept<R>,
    events_end: Mark,
    seat: Seat,
}

/// A cause: a setup by its place in the list of them, an action, or one whose refusal is on record.
enum Kept<R: Rules> {
    Setup { place: Mark, refused: bool },
    Action(R::Action),
    Refused(R::Action),
}

/// A record whose dice lie before the mark.
#[derive(Clone, Copy)]
struct Diced {
    record: Mark,
    end: Mark,
}

/// A place in one of the lists.
type Mark = u16;
// A page holds less than twice CHAPTER_EVENTS before its last turn, dice included, for a die is an event; then comes a turn and its refusal.
const _: () = assert!(2 * CHAPTER_EVENTS + EVENTS_MAX < Mark::MAX as usize, "a mark can name every place of a page");
// See `write`.
const _: () = assert!(CHAPTER_EVENTS <= EVENTS_MAX, "a turn that writes too much must come to the end of the page");

/// Dice that were rolled, and the first thing that went wrong. It is noted as well when a page was filled.
#[derive(Clone, Copy, Default)]
struct Aside {
    foreign: bool,
    fault: Option<Fault>,
}

impl<R: Rules> Page<R> {
    pub(crate) fn new() -> Page<R> {
        let (entries, events, setups, dice, diced) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Page { entries, events, setups, dice, diced, aside: None, ready_below: 0, notes: None }
    }

    /// From now on turns note how they come to what they write.
    pub(crate) fn watch(&mut self) {
        self.notes = Some(Vec::new());
    }

    /// What turns have noted so far; nobody watches any more.
    pub(crate) fn watched(&mut self) -> Option<Vec<Note>> {
        self.notes.take()
    }

    /// Goes on with what was noted elsewhere.
    pub(crate) fn watched_so_far(&mut self, notes: Option<Vec<Note>>) {
        self.notes = notes;
    }

    /// What turns note, where somebody watches.
    pub(crate) fn notes(&mut self) -> Option<&mut Vec<Note>> {
        self.notes.as_mut()
    }

    /// Writes an event.
    ///
    /// One test serves the room on the page and EVENTS_MAX: a turn begins with room for CHAPTER_EVENTS at most, so that one that writes
    /// more than EVENTS_MAX asks for more room, and its events are counted.
    #[inline(always)]
    pub(crate) fn write(&mut self, event: R::Event) {
        if self.events.len() == self.events.capacity() {
            self.extend();
            assert!(self.events.len() < self.events.capacity(), "there is room on the page now");
        }
        self.events.push(event);
    }

    /// Writes events that were repeated until something else happened.
    #[cold]
    #[inline(never)]
    pub(crate) fn write_all(&mut self, events: &[R::Event]) {
        events.iter().for_each(|event| self.write(event.clone()));
    }

    /// Makes room for an event. A runaway turn will be taken back: what it wrote makes room for what it has yet to write until it ends.
    #[cold]
    #[inline(never)]
    fn extend(&mut self) {
        if self.turn_events().len() < EVENTS_MAX {
            self.make_room(1);
        } else {
            self.fail(Fault::TooManyEvents);
            self.erase_events();
            self.erase_dice();
        }
    }

    /// Makes room for more events: twice as much up to CHAPTER_EVENTS, little by little beyond.
    fn make_room(&mut self, more: usize) {
        const ROOM_MIN: usize = 16;
        const ROOM_STEP: usize = 256;
        let (len, room) = (self.events.len(), self.events.capacity());
        let enough = if room < CHAPTER_EVENTS { (2 * room).clamp(ROOM_MIN, CHAPTER_EVENTS) } else { room + ROOM_STEP };
        self.events.reserve_exact(enough.max(len + more) - len);
        if self.is_full() {
            self.ready_below = 0;
            self.aside.get_or_insert_default(); // have the turn's events counted
        }
    }

    /// Notes a die that was handed in. The rules' own follow from the state: they are not kept.
    pub(crate) fn note(&mut self, die: u32) {
        self.dice.push(die);
        self.aside.get_or_insert_default().foreign = true;
    }

    /// Notes a fault; the first one counts.
    #[cold]
    pub(crate) fn fail(&mut self, fault: Fault) {
        self.aside.get_or_insert_default().fault.get_or_insert(fault);
    }

    /// Whether there is nothing to settle at the end of a turn.
    #[inline]
    pub(crate) fn is_settled(&self) -> bool {
        self.aside.is_none()
    }

    /// Ends the dice of a turn, counts its events if need be, and says what went wrong.
    #[inline(never)]
    pub(crate) fn settle(&mut self) -> Result<(), Fault> {
        let Some(aside) = self.aside.take() else { return Ok(()) };
        let runaway = (self.turn_events().len() > EVENTS_MAX).then_some(Fault::TooManyEvents);
        if aside.foreign {
            self.keep_dice();
        } else {
            self.erase_dice();
        }
        aside.fault.or(runaway).map_or(Ok(()), Err)
    }

    /// The dice since the last record that has some belong to the turn under way.
    fn keep_dice(&mut self) {
        self.diced.push(Diced { record: self.entries.len() as Mark, end: self.dice.len() as Mark });
    }

    /// Ends a turn: what it wrote becomes a record, whose place it gives.
    #[inline(always)]
    pub(crate) fn push(&mut self, seat: Seat, at: Millis, action: R::Action) -> usize {
        self.enter(seat, at, Kept::Action(action))
    }

    /// Ends a turn that was refused, and whose refusal goes on record.
    pub(crate) fn push_refused(&mut self, seat: Seat, at: Millis, action: R::Action) {
        self.enter(seat, at, Kept::Refused(action));
    }

    /// Ends the turn that set the game up.
    pub(crate) fn push_setup(&mut self, seat: Seat, at: Millis, setup: Arc<R::Setup>) {
        let kept = self.keep(setup, false);
        self.enter(seat, at, kept);
    }

    #[inline(always)]
    fn enter(&mut self, seat: Seat, at: Millis, kept: Kept<R>) -> usize {
        let index = self.entries.len();
        self.entries.push(Entry { at, kept, events_end: self.events.len() as Mark, seat });
        index
    }

    /// Copies a record that was decided elsewhere. It has EVENTS_MAX events and dice at most.
    #[inline]
    pub(crate) fn copy(&mut self, record: Record<'_, R>) {
        if self.events.capacity() - self.events.len() < record.events.len() {
            self.make_room(record.events.len());
        }
        self.events.extend_from_slice(record.events);
        if !record.dice.is_empty() {
            self.dice.extend_from_slice(record.dice);
            self.keep_dice();
        }
        let kept = match record.cause {
            Cause::Action(action) if record.refused => Kept::Refused(action.clone()),
            Cause::Action(action) => Kept::Action(action.clone()),
            Cause::Setup(setup) => self.keep(Arc::new(setup.clone()), record.refused),
        };
        self.enter(record.seat, record.at, kept);
    }

    fn keep(&mut self, setup: Arc<R::Setup>, refused: bool) -> Kept<R> {
        self.setups.push(setup);
        Kept::Setup { place: (self.setups.len() - 1) as Mark, refused }
    }

    /// Forgets what the turn under way wrote; says whether it wrote anything. The state is the caller's to restore.
    pub(crate) fn erase_events(&mut self) -> bool {
        let events = self.events_end(self.entries.len());
        let wrote = self.events.len() > events;
        self.events.truncate(events);
        wrote
    }

    /// Forgets the dice of the turn under way.
    pub(crate) fn erase_dice(&mut self) {
        let (records, dice) = self.dice_end(self.entries.len());
        self.diced.truncate(records);
        self.dice.truncate(dice);
    }

    /// Forgets everything, keeping the memory.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.setups.clear();
        self.dice.clear();
        self.diced.clear();
        self.wipe();
        self.ready_below = 0;
    }

    /// Forgets all events, keeping the memory.
    #[inline]
    pub(crate) fn wipe(&mut self) {
        self.events.clear();
        if self.events.capacity() > CHAPTER_EVENTS {
            self.events.shrink_to(CHAPTER_EVENTS);
        }
    }

    /// An empty page with room for as much as this one holds. Where that is much it may never be needed: such a page grows as the first did.
    pub(crate) fn another(&self) -> Page<R> {
        const ROOM_BYTES: usize = 24 * 1_024;
        let room = CHAPTER_EVENTS.min(ROOM_BYTES / size_of::<R::Event>().max(1));
        let mut page = Page::new();
        page.entries.reserve_exact(self.entries.len());
        page.events.reserve_exact(self.events.len().min(room));
        page.dice.reserve_exact(self.dice.len());
        page
    }

    /// Gives back the memory it does not need.
    pub(crate) fn shrink(&mut self) {
        self.entries.shrink_to_fit();
        self.events.shrink_to_fit();
        self.setups.shrink_to_fit();
        self.dice.shrink_to_fit();
        self.diced.shrink_to_fit();
    }

    /// Whether the next turn can begin without ado.
    #[inline]
    pub(crate) fn is_ready(&self) -> bool {
        self.entries.len() < self.ready_below
    }

    /// Says whether the next turn can begin without ado, and those after it until the page is full.
    pub(crate) fn set_ready(&mut self, ready: bool) {
        self.ready_below = if ready { CHAPTER_RECORDS } else { 0 };
    }

    /// Whether it takes no further record.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.entries.len() >= CHAPTER_RECORDS || self.events.capacity() > CHAPTER_EVENTS || self.dice.len() > CHAPTER_EVENTS
    }

    /// The number of its records.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// All events, those of the turn under way included.
    #[inline]
    pub(crate) fn events(&self) -> &[R::Event] {
        &self.events
    }

    /// The events of the first `records` records.
    pub(crate) fn events_of(&self, records: usize) -> &[R::Event] {
        &self.events[..self.events_end(records)]
    }

    /// The events of the turn under way.
    pub(crate) fn turn_events(&self) -> &[R::Event] {
        &self.events[self.events_end(self.entries.len())..]
    }

    /// The dice of the turn under way.
    #[cfg(debug_assertions)]
    pub(crate) fn turn_dice(&self) -> &[u32] {
        &self.dice[self.dice_end(self.entries.len()).1..]
    }

    /// All events, to be taken out.
    pub(crate) fn into_events(self) -> Vec<R::Event> {
        self.events
    }

    /// A record by its place on the page, numbered from `first` on.
    pub(crate) fn record(&self, first: u64, index: usize) -> Record<'_, R> {
        let entry = &self.entries[index];
        let events = &self.events[self.events_end(index)..usize::from(entry.events_end)];
        self.complete(first + index as u64, entry, events, self.dice_of(index))
    }

    /// The last record, numbered from `first` on; its place is the caller's to know. What a caller does not look at is left out: so there is
    /// no search for the dice, and `get` instead of an index, which could not be left out, for it might panic.
    #[inline(always)]
    pub(crate) fn last(&self, first: u64, index: usize) -> Record<'_, R> {
        let entry = &self.entries[index];
        let events = self.events.get(self.events_end(index)..usize::from(entry.events_end)).unwrap_or_default();
        let dice = match self.diced.as_slice() {
            [.., before, last] if usize::from(last.record) == index => self.dice.get(usize::from(before.end)..),
            [last] if usize::from(last.record) == index => Some(&self.dice[..]),
            _ => None,
        };
        self.complete(first.wrapping_add(index as u64), entry, events, dice.unwrap_or_default())
    }

    /// The records of some places, numbered from `first` on.
    #[inline]
    pub(crate) fn records(&self, first: u64, places: Range<usize>) -> Records<'_, R> {
        let (index, events_end) = (places.start, self.events_end(places.start));
        let entries = self.entries.get(places).unwrap_or_default().iter();
        Records { page: self, entries, index, events_end, first }
    }

    /// A record with what lies aside.
    #[inline(always)]
    fn complete<'a>(&'a self, seq: u64, entry: &'a Entry<R>, events: &'a [R::Event], dice: &'a [u32]) -> Record<'a, R> {
        let (cause, refused) = match &entry.kept {
            Kept::Setup { place, refused } => (Cause::Setup(&*self.setups[usize::from(*place)]), *refused),
            Kept::Action(action) => (Cause::Action(action), false),
            Kept::Refused(action) => (Cause::Action(action), true),
        };
        Record { seq, seat: entry.seat, at: entry.at, cause, events, left_out: &[], grafted: &[], dice, refused }
    }

    /// The dice of a record.
    #[inline(always)]
    fn dice_of(&self, index: usize) -> &[u32] {
        if self.diced.is_empty() { &[] } else { self.find_dice(index) }
    }

    #[inline(never)]
    fn find_dice(&self, index: usize) -> &[u32] {
        &self.dice[self.dice_end(index).1..self.dice_end(index + 1).1]
    }

    /// Whether the last record, at `index`, says the same as these events and dice.
    #[inline(always)]
    pub(crate) fn says(&self, index: usize, events: &[R::Event], dice: &[u32]) -> bool {
        // Empty lists first: comparing them by memcmp at a dangling address is slow on some processors.
        let same_dice = (self.dice.is_empty() && dice.is_empty()) || &self.dice[self.dice_end(index).1..] == dice;
        same_dice && &self.events[self.events_end(index)..] == events
    }

    /// How many events the first `records` records have.
    #[inline]
    fn events_end(&self, records: usize) -> usize {
        let last = records.checked_sub(1).and_then(|last| self.entries.get(last));
        last.map_or(0, |entry| usize::from(entry.events_end))
    }

    /// How many of the first `records` records have dice, and how many dice those are.
    fn dice_end(&self, records: usize) -> (usize, usize) {
        let diced = self.diced.partition_point(|diced| usize::from(diced.record) < records);
        let last = diced.checked_sub(1).and_then(|last| self.diced.get(last));
        (diced, last.map_or(0, |last| usize::from(last.end)))
    }
}

/// The records of a page, one after the other.
pub(crate) struct Records<'a, R: Rules> {
    page: &'a Page<R>,
    entries: core::slice::Iter<'a, Entry<R>>,
    /// The place of the next record, and how many events the records before it have.
    index: usize,
    events_end: usize,
    first: u64,
}

impl<'a, R: Rules> Iterator for Records<'a, R> {
    type Item = Record<'a, R>;

    #[inline(always)] // so that the loop of `Game::verify` need not put the record into memory
    fn next(&mut self) -> Option<Record<'a, R>> {
        let (entry, index) = (self.entries.next()?, self.index);
        let events = &self.page.events[self.events_end..usize::from(entry.events_end)];
        self.events_end = usize::from(entry.events_end);
        self.index += 1;
        Some(self.page.complete(self.first + index as u64, entry, events, self.page.dice_of(index)))
    }
}

// Written out, not derived: a derive would ask the rules themselves.
impl<R: Rules> Clone for Kept<R> {
    fn clone(&self) -> Self {
        match self {
            Kept::Setup { place, refused } => Kept::Setup { place: *place, refused: *refused },
            Kept::Action(action) => Kept::Action(action.clone()),
            Kept::Refused(action) => Kept::Refused(action.clone()),
        }
    }
}

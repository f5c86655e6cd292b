//! Where a turn writes: the records of a chapter, and behind them what the turn under way has written so far.

use crate::{CHAPTER_EVENTS, CHAPTER_RECORDS, Cause, EVENTS_MAX, Fault, Millis, Record, Rules, Seat};
use alloc::vec::Vec;

/// Records with their events and dice, each kind in one list. What lies behind the last record belongs to the turn under way.
#[derive(Clone)]
pub(crate) struct Page<R: Rules> {
    entries: Vec<Entry<R>>,
    events: Vec<R::Event>,
    dice: Vec<u32>,
    /// What the turn under way did besides writing events. Most turns did nothing, and one test tells.
    aside: Option<Aside>,
    /// Whether the next turn can begin without ado: there is room, and the state has passed its audit.
    ready: bool,
}

/// A record without its events and dice: those lie before the two marks.
#[derive(Clone)]
struct Entry<R: Rules> {
    at: Millis,
    cause: Cause<R>,
    events_end: Mark,
    dice_end: Mark,
    seat: Seat,
    refused: bool,
}

/// A place in the list of events, or of dice. Small, for there is one in every record.
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
        Page { entries: Vec::new(), events: Vec::new(), dice: Vec::new(), aside: None, ready: false }
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
            self.ready = false;
            self.aside.get_or_insert_default(); // have the turn's events counted
        }
    }

    /// Notes a die.
    pub(crate) fn note(&mut self, die: u32, foreign: bool) {
        self.dice.push(die);
        self.aside.get_or_insert_default().foreign |= foreign;
    }

    /// Notes a fault; the first one counts.
    #[cold]
    pub(crate) fn fail(&mut self, fault: Fault) {
        self.aside.get_or_insert_default().fault.get_or_insert(fault);
    }

    /// Ends the dice of a turn, counts its events if need be, and says what went wrong.
    #[inline]
    pub(crate) fn settle(&mut self) -> Result<(), Fault> {
        match self.aside {
            None => Ok(()),
            Some(aside) => self.settle_aside(aside),
        }
    }

    /// Dice are kept only where they were handed in: the rules' own follow from the state.
    #[inline(never)]
    fn settle_aside(&mut self, aside: Aside) -> Result<(), Fault> {
        self.aside = None;
        let runaway = (self.turn_events().len() > EVENTS_MAX).then_some(Fault::TooManyEvents);
        if !aside.foreign {
            let (_, kept) = self.ends(self.entries.len());
            self.dice.truncate(kept);
        }
        aside.fault.or(runaway).map_or(Ok(()), Err)
    }

    /// Ends a turn: what it wrote becomes a record.
    #[inline]
    pub(crate) fn push(&mut self, seat: Seat, at: Millis, cause: Cause<R>, refused: bool) -> usize {
        let index = self.entries.len();
        let (events_end, dice_end) = (self.events.len() as Mark, self.dice.len() as Mark);
        self.entries.push(Entry { cause, at, events_end, dice_end, seat, refused });
        if index + 1 == CHAPTER_RECORDS {
            self.ready = false;
        }
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
        }
        self.push(record.seat, record.at, record.cause.clone(), record.refused);
    }

    /// Forgets what the turn under way wrote; says whether it wrote anything. The state is the caller's to restore.
    pub(crate) fn erase_events(&mut self) -> bool {
        let (events, _) = self.ends(self.entries.len());
        let wrote = self.events.len() > events;
        self.events.truncate(events);
        wrote
    }

    /// Forgets the dice of the turn under way.
    pub(crate) fn erase_dice(&mut self) {
        let (_, dice) = self.ends(self.entries.len());
        self.dice.truncate(dice);
    }

    /// Forgets everything, keeping the memory.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.events.clear();
        self.dice.clear();
        self.events.shrink_to(CHAPTER_EVENTS);
        self.ready = false;
    }

    /// An empty page with room for as much as this one holds.
    pub(crate) fn another(&self) -> Page<R> {
        let mut page = Page::new();
        page.entries.reserve_exact(self.entries.len());
        page.events.reserve_exact(self.events.len().min(CHAPTER_EVENTS));
        page.dice.reserve_exact(self.dice.len());
        page
    }

    /// The first `records` records.
    pub(crate) fn cut(&self, records: usize) -> Page<R> {
        let (events, dice) = self.ends(records);
        let (entries, events, dice) = (&self.entries[..records], &self.events[..events], &self.dice[..dice]);
        Page { entries: entries.to_vec(), events: events.to_vec(), dice: dice.to_vec(), aside: None, ready: false }
    }

    /// Gives back the memory it does not need.
    pub(crate) fn shrink(&mut self) {
        self.entries.shrink_to_fit();
        self.events.shrink_to_fit();
        self.dice.shrink_to_fit();
    }

    /// Whether the next turn can begin without ado.
    #[inline]
    pub(crate) fn is_ready(&self) -> bool {
        self.ready
    }

    /// Says whether the next turn can begin without ado.
    pub(crate) fn set_ready(&mut self, ready: bool) {
        self.ready = ready;
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
        &self.events[..self.ends(records).0]
    }

    /// The events of the turn under way.
    pub(crate) fn turn_events(&self) -> &[R::Event] {
        &self.events[self.ends(self.entries.len()).0..]
    }

    /// The dice of the turn under way.
    #[cfg(debug_assertions)]
    pub(crate) fn turn_dice(&self) -> &[u32] {
        &self.dice[self.ends(self.entries.len()).1..]
    }

    /// All events, to be taken out.
    pub(crate) fn into_events(self) -> Vec<R::Event> {
        self.events
    }

    /// A record by its place on the page, numbered from `first` on.
    #[inline(always)] // what a caller does not look at is left out
    pub(crate) fn record(&self, first: u64, index: usize) -> Record<'_, R> {
        let entry = &self.entries[index];
        let (events, dice) = self.ends(index);
        Record {
            seq: first.wrapping_add(index as u64),
            seat: entry.seat,
            at: entry.at,
            cause: &entry.cause,
            // Marks never lie, so `get` always gives; an index could not be left out, for it might panic.
            events: self.events.get(events..usize::from(entry.events_end)).unwrap_or_default(),
            dice: self.dice.get(dice..usize::from(entry.dice_end)).unwrap_or_default(),
            refused: entry.refused,
        }
    }

    /// The records from a place on, numbered from `first` on.
    #[inline]
    pub(crate) fn records(&self, first: u64, from: usize) -> impl Iterator<Item = Record<'_, R>> {
        let (mut events_end, mut dice_end) = self.ends(from);
        let mut seq = first + from as u64;
        self.entries.get(from..).unwrap_or_default().iter().map(move |entry| {
            let events = &self.events[events_end..usize::from(entry.events_end)];
            let dice = if self.dice.is_empty() { &[][..] } else { &self.dice[dice_end..usize::from(entry.dice_end)] };
            let record =
                Record { seq, seat: entry.seat, at: entry.at, cause: &entry.cause, events, dice, refused: entry.refused };
            (events_end, dice_end) = (usize::from(entry.events_end), usize::from(entry.dice_end));
            seq += 1;
            record
        })
    }

    /// Whether the last record, at `index`, says the same as these events and dice.
    #[inline]
    pub(crate) fn says(&self, index: usize, events: &[R::Event], dice: &[u32]) -> bool {
        let (events_start, dice_start) = self.ends(index);
        // Empty lists first: comparing them by memcmp at a dangling address is slow on some processors.
        let same_dice = (self.dice.is_empty() && dice.is_empty()) || &self.dice[dice_start..] == dice;
        same_dice && &self.events[events_start..] == events
    }

    /// How many events and dice the first `records` records have.
    #[inline]
    fn ends(&self, records: usize) -> (usize, usize) {
        let last = records.checked_sub(1).and_then(|last| self.entries.get(last));
        last.map_or((0, 0), |entry| (usize::from(entry.events_end), usize::from(entry.dice_end)))
    }
}

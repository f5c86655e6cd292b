//! Nim as one would write it by hand: decide, then fold, the same events, no kernel. The yardstick for [`nim::act`](crate::nim::act).

use crate::nim::{HEAPS, STONES};
use referee::Seat;
use referee_nim::{Event, Refusal, Take};

/// What is true now.
pub struct Table {
    /// The heaps.
    pub heaps: Vec<u32>,
    /// Whose turn it is.
    pub to_move: Seat,
    /// Who took the last stone.
    pub winner: Option<Seat>,
    log: Vec<Line>,
    events: Vec<Event>,
}

/// A line of a log by hand.
#[allow(dead_code)] // written to be kept, not read here
struct Line {
    at: u64,
    take: Take,
    events_end: u32,
    seat: Seat,
}

impl Table {
    /// The same heaps as [`nim::game`](crate::nim::game).
    pub fn new() -> Table {
        Table { heaps: vec![STONES; HEAPS], to_move: Seat(0), winner: None, log: Vec::new(), events: Vec::new() }
    }

    /// Decides, then folds what was decided: two functions and the events between them. No audit, no record.
    #[inline(never)]
    pub fn act(&mut self, seat: Seat, take: &Take) -> Result<(), Refusal> {
        let events = self.decided(seat, take)?;
        self.fold_all(&events);
        Ok(())
    }

    /// Decides into a list, then folds what is in it: events are made, once, and nothing of them is copied. No audit, no record; the list is
    /// used again.
    #[inline(never)]
    pub fn act_listed(&mut self, seat: Seat, take: &Take) -> Result<(), Refusal> {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let decided = self.decide_into(seat, take, &mut events);
        events.iter().for_each(|event| self.fold(event));
        self.events = events;
        decided
    }

    fn decide_into(&self, seat: Seat, take: &Take, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let (first, second) = self.decide(seat, take)?;
        events.push(first);
        events.push(second);
        Ok(())
    }

    /// Decides and folds in one: the compiler sees through it, and no event is ever made.
    #[inline(never)]
    pub fn act_fused(&mut self, seat: Seat, take: &Take) -> Result<(), Refusal> {
        let (first, second) = self.decide(seat, take)?;
        self.fold(&first);
        self.fold(&second);
        Ok(())
    }

    #[inline(never)]
    fn decided(&self, seat: Seat, take: &Take) -> Result<[Event; 2], Refusal> {
        self.decide(seat, take).map(|(first, second)| [first, second])
    }

    #[inline(never)]
    fn fold_all(&mut self, events: &[Event]) {
        events.iter().for_each(|event| self.fold(event));
    }

    /// Decides, folds, audits and keeps a record: what the kernel does.
    #[inline(never)]
    pub fn act_on_record(&mut self, seat: Seat, at: u64, take: &Take) -> Result<(), Refusal> {
        let (first, second) = self.decide(seat, take)?;
        self.fold(&first);
        self.fold(&second);
        if self.heaps.len() > HEAPS || self.winner.is_some() != self.heaps.iter().all(|&stones| stones == 0) {
            return Err(Refusal::WrongWinner);
        }
        self.events.push(first);
        self.events.push(second);
        self.log.push(Line { at, take: take.clone(), events_end: self.events.len() as u32, seat });
        Ok(())
    }

    fn decide(&self, seat: Seat, take: &Take) -> Result<(Event, Event), Refusal> {
        if self.winner.is_some() {
            return Err(Refusal::GameOver);
        }
        if self.to_move != seat {
            return Err(Refusal::NotYourTurn);
        }
        let heap = usize::from(take.heap);
        let Some(&there) = self.heaps.get(heap) else { return Err(Refusal::NoSuchHeap { heap: take.heap }) };
        if take.stones == 0 || take.stones > there {
            return Err(Refusal::NotThatMany { asked: take.stones, there });
        }
        let last = there == take.stones && self.heaps.iter().enumerate().all(|(other, &stones)| stones == 0 || other == heap);
        let taken = Event::Taken { heap: take.heap, stones: take.stones, left: there - take.stones };
        Ok((taken, if last { Event::Won { by: seat } } else { Event::TurnPassed { to: seat.next(2) } }))
    }

    fn fold(&mut self, event: &Event) {
        match *event {
            Event::Taken { heap, left, .. } => self.heaps[usize::from(heap)] = left,
            Event::TurnPassed { to } => self.to_move = to,
            Event::Won { by } => self.winner = Some(by),
            Event::Seeded { .. } | Event::Rolled { .. } | Event::HeapLaid { .. } => {}
        }
    }
}

impl Default for Table {
    fn default() -> Table {
        Table::new()
    }
}

//! One board of a family: where it comes from, the moves made on it, and its game.

use crate::{Bout, Duel, Event, Refusal};
use alloc::vec::Vec;
use referee::{Game, Millis, Refused, Rules};
use referee_host::Since;

/// A line of play. What happened before it branched off is not here but where it was played.
pub(crate) struct Line {
    pub(crate) game: Game<Duel>,
    /// The snapshot it was restored from.
    pub(crate) from: Option<u64>,
    /// How many moves were made before it began, and after which record of its game that was.
    pub(crate) start: u32,
    origin: u64,
    /// The last move before it began.
    root: Option<u64>,
    /// Its own moves.
    made: Vec<Made>,
    /// When it was joined: the world's time and its game's own. The time between the branch and the joining does not count.
    pub(crate) since: Since,
    pub(crate) is_joined: bool,
}

/// A move made here, and the record of the game that made it.
struct Made {
    id: u64,
    seq: u64,
}

/// A game as it stood after a number of moves, and where that is in its log.
pub(crate) struct Point {
    pub(crate) bout: Bout,
    seq: u64,
    /// How many events of the record, where it holds another move, or the end of the game.
    events: Option<usize>,
}

/// Where a line begins: after how many moves, in which record, after which move.
struct Start {
    number: u32,
    seq: u64,
    events: Option<usize>,
    root: Option<u64>,
}

impl Line {
    pub(crate) fn fresh(game: Game<Duel>) -> Line {
        Line { game, from: None, start: 0, origin: 0, root: None, made: Vec::new(), since: Since::default(), is_joined: true }
    }

    /// The line that goes on from this one after a number of moves; nobody has joined it yet.
    pub(crate) fn branch(&mut self, number: u32, from: u64) -> Option<Line> {
        let Point { seq, events, .. } = self.point(number)?;
        let root = self.made(number).map_or(self.root, |made| Some(made.id));
        self.child(Start { number, seq, events, root }, from, None)
    }

    /// The line that goes on from where this one stands, whatever its last record was; nobody has joined it yet.
    pub(crate) fn go_on(&mut self, from: u64, seed: Option<&str>) -> Option<Line> {
        let start = Start { number: self.moves_done(), seq: self.game.seq()?, events: None, root: self.head() };
        self.child(start, from, seed)
    }

    fn child(&mut self, start: Start, from: u64, seed: Option<&str>) -> Option<Line> {
        let Start { number, seq, events, root } = start;
        let mut game = match events {
            None => self.game.branch(seq).ok()?,
            Some(events) => self.game.branch_within(seq, events).ok()?,
        };
        if let Some(seed) = seed {
            game.reseed(seed);
        }
        let made = Vec::new();
        Some(Line { game, from: Some(from), start: number, origin: seq, root, made, since: self.since, is_joined: false })
    }

    /// The last move, its own or the one before it began.
    pub(crate) fn head(&self) -> Option<u64> {
        self.made.last().map_or(self.root, |made| Some(made.id))
    }

    fn made(&self, number: u32) -> Option<&Made> {
        let index = number.checked_sub(self.start)?.checked_sub(1)?;
        self.made.get(usize::try_from(index).ok()?)
    }

    /// Takes a move into the line.
    pub(crate) fn push(&mut self, id: u64, seq: u64) {
        self.made.push(Made { id, seq });
    }

    /// How many moves led to where it stands.
    pub(crate) fn moves_done(&self) -> u32 {
        self.start + self.made.len() as u32
    }

    /// Its game after a number of moves, not fewer than it began with.
    pub(crate) fn point(&self, number: u32) -> Option<Point> {
        if number == self.start {
            return Some(Point { bout: self.game.at(self.origin).ok()?, seq: self.origin, events: None });
        }
        let seq = self.made(number)?.seq;
        let mut bout = self.game.at(seq.checked_sub(1)?).ok()?;
        let events = self.game.log().record(seq)?.events;
        let nth = number.checked_sub(bout.moves_done)?.checked_sub(1)?;
        let kept = *moments(&bout, events).get(usize::try_from(nth).ok()?)?;
        events[..kept].iter().for_each(|event| Duel.evolve(&mut bout, event));
        Some(Point { bout, seq, events: Some(kept).filter(|kept| *kept < events.len()) })
    }

    /// The world's time as the game's own.
    pub(crate) fn own_time(&self, at: Millis) -> Result<Millis, Refusal> {
        self.since.own_time(at).ok_or(Refusal::ClockRanBackwards { at, clock: self.world_clock() })
    }

    /// Where its clock stands, in the world's time.
    pub(crate) fn world_clock(&self) -> Millis {
        self.since.world_time(self.game.state().clock)
    }

    /// A refusal of the game in the world's time.
    pub(crate) fn in_world_time(&self, why: Refused<Refusal>) -> Refused<Refusal> {
        match why {
            Refused::Rejected(why) => Refused::Rejected(told_refusal(why, self.since)),
            why => why,
        }
    }
}

/// A refusal in the world's time.
pub(crate) fn told_refusal(why: Refusal, since: Since) -> Refusal {
    match why {
        Refusal::ClockRanBackwards { at, clock } => {
            Refusal::ClockRanBackwards { at: since.world_time(at), clock: since.world_time(clock) }
        }
        Refusal::ClockTooFar { at } => Refusal::ClockTooFar { at: since.world_time(at) },
        why => why,
    }
}

/// An event in the world's time.
pub(crate) fn told_event(mut event: Event, since: Since) -> Event {
    match &mut event {
        Event::Opened { at, .. } | Event::Placed { at, .. } | Event::Skipped { at, .. } | Event::Finished { at, .. } => {
            *at = since.world_time(*at);
        }
        _ => {}
    }
    event
}

/// The moves that a record made: after how many of its events each was done. It is done when the next begins, or the end of the game, which
/// is no move.
pub(crate) fn moments(before: &Bout, events: &[Event]) -> Vec<usize> {
    let (mut bout, mut done, mut is_moving) = (before.clone(), Vec::new(), false);
    for (index, event) in events.iter().enumerate() {
        if is_moving && (event.is_move() || is_of_the_end(&bout, event)) {
            done.push(index);
            is_moving = false;
        }
        is_moving |= event.is_move();
        Duel.evolve(&mut bout, event);
    }
    done.extend(is_moving.then_some(events.len()));
    done
}

/// Whether an event is part of the end of a game: only there is contested what is still open.
pub(crate) fn is_of_the_end(bout: &Bout, event: &Event) -> bool {
    match *event {
        Event::Finished { .. } => true,
        Event::ContestWon { kind, node, .. } | Event::ContestDrawn { kind, node, .. } => {
            bout.board.structures().of(kind, node).open > 0
        }
        _ => false,
    }
}

//! A game being played: state and log.

use crate::turn::{Matter, rule};
use crate::{Cause, Chance, Digest, Fair, Fault, Log, Millis, Record, Refused, ReplayError, Rules, Scripted, Seat, State};
use alloc::{format, string::String, sync::Arc};

/// A game being played: the rules, what is true now, and all that happened.
#[derive(Clone)]
pub struct Game<R: Rules> {
    rules: R,
    state: R::State,
    log: Log<R>,
    /// Whether the state has passed its audit. It can only lose it by following what others decided.
    sound: bool,
}

/// A state at a point of a log: what a game can be resumed from without the records before it.
#[derive(Clone)]
pub struct Snapshot<R: Rules> {
    /// The record after which the state was true.
    pub seq: u64,
    /// The state.
    pub state: R::State,
}

impl<R: Rules> Game<R> {
    /// Starts a game.
    pub fn start(rules: R, setup: R::Setup) -> Result<Game<R>, Refused<R::Rejection>> {
        Game::start_with(rules, setup, 0, &mut Fair)
    }

    /// Starts a game at a declared time, with the dice of `chance`.
    pub fn start_with(rules: R, setup: R::Setup, at: Millis, chance: &mut dyn Chance) -> Result<Game<R>, Refused<R::Rejection>> {
        let mut state = R::State::default();
        let mut log = Log::new(0, state.clone());
        let page = &mut log.writing().page;
        rule(&rules, &mut state, page, Matter::Start(&setup), Seat::default(), at, chance)?;
        log.writing().push(Seat::default(), at, Cause::Setup(Arc::new(setup)), false);
        Ok(Game { rules, state, log, sound: true })
    }

    /// Goes on from a snapshot. The records before it are not needed and not known.
    pub fn resume(rules: R, snapshot: Snapshot<R>) -> Game<R> {
        Game { rules, log: Log::new(snapshot.seq + 1, snapshot.state.clone()), state: snapshot.state, sound: false }
    }

    /// A table where nothing has happened yet, not even the setup: the beginning of a replay.
    pub fn unstarted(rules: R) -> Game<R> {
        let state = R::State::default();
        Game { rules, log: Log::new(0, state.clone()), state, sound: true }
    }

    /// Folds records into a game. Needs no rules beyond `evolve`, and no dice; checks that no record is missing.
    pub fn replay<'a>(rules: R, records: impl IntoIterator<Item = Record<'a, R>>) -> Result<Game<R>, ReplayError>
    where
        R: 'a,
    {
        let mut game = Game::unstarted(rules);
        for record in records {
            game.follow(record)?;
        }
        Ok(game)
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// What is true now.
    #[inline]
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// All that happened.
    #[inline]
    pub fn log(&self) -> &Log<R> {
        &self.log
    }

    /// The fingerprint of the present state.
    pub fn digest(&self) -> Digest {
        self.state.digest()
    }

    /// The number of the latest record; `None` before the setup.
    pub fn seq(&self) -> Option<u64> {
        self.log.next().checked_sub(1)
    }

    /// Judges an action of a seat with the rules' own dice. An accepted action is one new record. A refused one changes nothing, except
    /// that the refusal is a record where the rules want it so ([`Rules::refuse`]).
    #[inline]
    pub fn act(&mut self, seat: Seat, at: Millis, action: R::Action) -> Result<Record<'_, R>, Refused<R::Rejection>> {
        self.act_with(seat, at, action, &mut Fair)
    }

    /// Judges an action with the dice of `chance`.
    #[inline]
    pub fn act_with(
        &mut self,
        seat: Seat,
        at: Millis,
        action: R::Action,
        chance: &mut dyn Chance,
    ) -> Result<Record<'_, R>, Refused<R::Rejection>> {
        self.admit(seat)?;
        #[cfg(debug_assertions)]
        let before = self.state.clone();
        let chapter = self.log.open(&self.state);
        let ruled = rule(&self.rules, &mut self.state, &mut chapter.page, Matter::Action(&action), seat, at, chance);
        #[cfg(debug_assertions)]
        twice::assert_same(&self.rules, before, &action, seat, at, &ruled, &chapter.page, &self.state);
        match ruled {
            Ok(()) => Ok(self.log.writing().push(seat, at, Cause::Action(action), false)),
            Err(why) => Err(self.take_back(seat, at, action, why)),
        }
    }

    /// Applies a record that was decided elsewhere, by folding its events.
    pub fn follow(&mut self, record: Record<'_, R>) -> Result<(), ReplayError> {
        let expected = self.log.next();
        if record.seq != expected {
            return Err(ReplayError::Gap { expected, found: record.seq });
        }
        let chapter = self.log.open(&self.state);
        for event in record.events {
            self.rules.evolve(&mut self.state, event);
            chapter.page.events.push(event.clone());
        }
        chapter.page.dice.extend_from_slice(record.dice);
        chapter.push(record.seat, record.at, record.cause.clone(), record.refused);
        self.sound = false;
        Ok(())
    }

    /// Decides a record again and compares every event with it. The game goes on by what the rules say.
    pub fn redo(&mut self, record: Record<'_, R>) -> Result<(), ReplayError> {
        let expected = self.log.next();
        if record.seq != expected {
            return Err(ReplayError::Gap { expected, found: record.seq });
        }
        let again = match record.dice {
            [] => self.judge_again(record, &mut Fair),
            dice => {
                let mut script = Scripted::new(dice);
                self.judge_again(record, &mut script).and_then(|()| script.finish().map_err(Refused::Faulty))
            }
        };
        let found = |refused| String::from(if refused { "refused" } else { "accepted" });
        match (again, record.refused) {
            (Ok(()), false) => {}
            (Err(_), true) if self.log.next() > expected => {}
            (Ok(()), true) => return Err(ReplayError::Overruled { seq: expected, expected: found(false), found: found(true) }),
            (Err(why), refused) => {
                return Err(ReplayError::Overruled { seq: expected, expected: format!("refused: {why}"), found: found(refused) });
            }
        }
        match self.log.last() {
            Some(ours) => compare(&ours, &record),
            None => Ok(()),
        }
    }

    /// Decides everything again, from the first record the log holds, and compares every event.
    pub fn verify(&self) -> Result<(), ReplayError> {
        let mut again = match self.log.first() {
            0 => Game::unstarted(self.rules.clone()),
            first => Game::resume(self.rules.clone(), Snapshot { seq: first - 1, state: self.log.beginning().clone() }),
        };
        again.forget();
        for record in self.log.records(0) {
            again.redo(record)?;
        }
        self.audited().map_err(|why| ReplayError::Unsound { seq: self.seq().unwrap_or(0), why: format!("{why}") })
    }

    /// The game as it stood after a record, to be played on differently. The source is unchanged; closed chapters are shared.
    pub fn branch(&self, seq: u64) -> Result<Game<R>, ReplayError> {
        let state = self.at(seq)?;
        Ok(Game { rules: self.rules.clone(), state, log: self.log.cut(seq), sound: self.sound })
    }

    /// The state after a record. Costs one chapter at most, however long the log.
    pub fn at(&self, seq: u64) -> Result<R::State, ReplayError> {
        let latest = self.seq().unwrap_or(0);
        let known = self.log.first()..=latest;
        let gap = || ReplayError::Gap { expected: if seq > latest { latest } else { *known.start() }, found: seq };
        if !known.contains(&seq) {
            return Err(gap());
        }
        self.log.state(&self.rules, seq).ok_or_else(gap)
    }

    /// The present state with its place in the log.
    pub fn snapshot(&self) -> Snapshot<R> {
        Snapshot { seq: self.seq().unwrap_or(0), state: self.state.clone() }
    }

    /// Keeps only the latest chapter of the log from now on, to read a long log in bounded memory.
    pub fn forget(&mut self) {
        self.log.forget();
    }

    /// Starts the game on this table; an unstarted one, or one that begins anew.
    pub fn restart(&mut self, setup: R::Setup, at: Millis, chance: &mut dyn Chance) -> Result<(), Refused<R::Rejection>> {
        let game = Game::start_with(self.rules.clone(), setup, at, chance)?;
        self.state = game.state;
        self.log.begin(game.log);
        self.sound = true;
        Ok(())
    }

    /// Closes the open chapter, so that branches share all of the log so far instead of copying its last part.
    pub fn share(&mut self) {
        self.log.close(&self.state);
    }

    /// Contract step 1 and 2: the table and the state are sound before the action is looked at.
    #[inline]
    fn admit(&mut self, seat: Seat) -> Result<(), Refused<R::Rejection>> {
        if seat.index() >= R::SEATS.len() {
            return Err(Refused::Faulty(Fault::NoSuchSeat { seat, seats: R::SEATS.len() as u8 }));
        }
        if !self.sound {
            self.audited().map_err(Refused::Unsound)?;
            self.sound = true;
        }
        Ok(())
    }

    fn audited(&self) -> Result<(), R::Rejection> {
        self.rules.audit(&self.state)
    }

    /// Undoes what a refused turn wrote; puts the refusal on record if the rules want it so.
    #[cold]
    fn take_back(&mut self, seat: Seat, at: Millis, action: R::Action, why: Refused<R::Rejection>) -> Refused<R::Rejection> {
        let chapter = self.log.writing();
        if chapter.page.erase() {
            self.state = chapter.latest(&self.rules);
        }
        if let Some(event) = self.rules.refuse(&self.state, &action, &why) {
            self.rules.evolve(&mut self.state, &event);
            chapter.page.events.push(event);
            chapter.push(seat, at, Cause::Action(action), true);
        }
        why
    }

    fn judge_again(&mut self, record: Record<'_, R>, chance: &mut dyn Chance) -> Result<(), Refused<R::Rejection>> {
        match record.cause {
            Cause::Setup(setup) => self.restart((**setup).clone(), record.at, chance),
            Cause::Action(action) => self.act_with(record.seat, record.at, action.clone(), chance).map(|_| ()),
        }
    }
}

/// Compares what the rules say with what a log says, event by event.
fn compare<R: Rules>(ours: &Record<'_, R>, theirs: &Record<'_, R>) -> Result<(), ReplayError> {
    let seq = ours.seq;
    // Empty lists first: comparing them by memcmp at a dangling address is slow on some processors.
    let same_dice = ours.dice.len() == theirs.dice.len() && (ours.dice.is_empty() || ours.dice == theirs.dice);
    if !same_dice {
        return Err(ReplayError::Overruled {
            seq,
            expected: format!("dice {:?}", ours.dice),
            found: format!("dice {:?}", theirs.dice),
        });
    }
    let events = ours.events.len().max(theirs.events.len());
    let Some(at) = (0..events).find(|&at| ours.events.get(at) != theirs.events.get(at)) else { return Ok(()) };
    let tell = |event: Option<&R::Event>| event.map_or(String::from("no event"), |event| format!("{event:?}"));
    Err(ReplayError::Diverged { seq, event: at as u32, expected: tell(ours.events.get(at)), found: tell(theirs.events.get(at)) })
}

/// Debug builds decide every action twice: rules that remember, look at a clock or walk a hash map are found at once.
#[cfg(debug_assertions)]
mod twice {
    use super::*;
    use crate::turn::Page;

    #[allow(clippy::too_many_arguments)] // everything a decision depends on, and everything it gave
    pub(super) fn assert_same<R: Rules>(
        rules: &R,
        mut before: R::State,
        action: &R::Action,
        seat: Seat,
        at: Millis,
        first: &Result<(), Refused<R::Rejection>>,
        wrote: &Page<R>,
        after: &R::State,
    ) {
        if matches!(first, Err(Refused::Faulty(_))) {
            return; // a script that ran out cannot be run again
        }
        let mut page = Page::new();
        let mut script = Scripted::new(wrote.turn_dice());
        let chance: &mut dyn Chance = if wrote.turn_dice().is_empty() { &mut Fair } else { &mut script };
        let second = rule(rules, &mut before, &mut page, Matter::Action(action), seat, at, chance);
        assert_eq!(*first, second, "{} decided {action:?} differently the second time", R::NAME);
        assert_eq!(wrote.turn_events(), &page.events[..], "{} gave other events for {action:?} the second time", R::NAME);
        assert_eq!(*after, before, "{} reached another state by {action:?} the second time", R::NAME);
        assert!(first.is_err() || !page.events.is_empty(), "{} accepted {action:?} without an event", R::NAME);
    }
}

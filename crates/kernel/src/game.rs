//! A game being played: state and log.

use crate::log::Chapter;
use crate::page::Page;
use crate::turn::{Matter, rule};
use crate::{
    Cause, Chance, Digest, EVENTS_MAX, Fair, Fault, Log, Millis, Record, Refused, ReplayError, Rules, Scripted, Seat, State,
};
use alloc::{format, string::String, sync::Arc, vec::Vec};

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
        log.writing().page.push_setup(Seat::default(), at, Arc::new(setup));
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
        records.into_iter().try_for_each(|record| game.follow(record))?;
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
    #[inline(always)] // a caller that does not look at the record does not pay for it
    pub fn act(&mut self, seat: Seat, at: Millis, action: R::Action) -> Result<Record<'_, R>, Refused<R::Rejection>> {
        self.act_with(seat, at, action, &mut Fair)
    }

    /// Judges an action with the dice of `chance`.
    #[inline(always)] // as above
    pub fn act_with(
        &mut self,
        seat: Seat,
        at: Millis,
        action: R::Action,
        chance: &mut dyn Chance,
    ) -> Result<Record<'_, R>, Refused<R::Rejection>> {
        let index = self.judge(seat, at, action, chance)?;
        Ok(self.log.writing().last(index))
    }

    /// Applies a record that was decided elsewhere, by folding its events.
    #[inline]
    pub fn follow(&mut self, record: Record<'_, R>) -> Result<(), ReplayError> {
        let expected = self.log.next();
        if record.seq != expected {
            return Err(ReplayError::Gap { expected, found: record.seq });
        }
        let longest = record.events.len().max(record.dice.len());
        if longest > EVENTS_MAX {
            return Err(ReplayError::TooLong { seq: record.seq, found: longest as u64 });
        }
        if !record.is_whole() {
            return self.as_whole(record, Game::follow);
        }
        let chapter = self.log.open(&self.state);
        for event in record.events {
            self.rules.evolve(&mut self.state, event);
        }
        chapter.page.copy(record);
        chapter.page.set_ready(false);
        self.sound = false;
        Ok(())
    }

    /// Decides a record again and compares every event with it. The game goes on by what the rules say.
    #[inline]
    pub fn redo(&mut self, record: Record<'_, R>) -> Result<(), ReplayError> {
        let seq = self.log.next();
        if record.seq != seq {
            return Err(ReplayError::Gap { expected: seq, found: record.seq });
        }
        if let Some(error) = misplaced(&record) {
            return Err(error);
        }
        if !record.is_whole() {
            return self.as_whole(record, Game::redo);
        }
        let again = match (record.cause, record.dice) {
            (Cause::Action(action), []) => self.judge(record.seat, record.at, action.clone(), &mut Fair),
            (cause, dice) => self.judge_scripted(record, cause, dice),
        };
        match again {
            Ok(index) if !record.refused && self.log.writing().page.says(index, record.events, record.dice) => Ok(()),
            again => self.compare(record, again.map(|_| ())),
        }
    }

    /// Decides everything again, from the first record the log holds, and compares every event.
    pub fn verify(&self) -> Result<(), ReplayError> {
        let mut state = self.log.beginning().clone();
        let mut page = Page::new();
        // The first record is the setup, or follows a snapshot of which nothing is known: it is never verified the quick way.
        let mut from = self.log.first();
        if let Some(first) = self.log.record(from) {
            let all = self.redone(self.log.oldest(), from)?;
            self.fold(&mut state, first.events);
            self.fold(&mut state, first.grafted);
            state = if first.is_whole() { all } else { state };
            from += 1;
        }
        for part in self.log.parts(0) {
            let chapter = part.chapter;
            for record in part.whole(from) {
                if !self.repeats(&mut state, &mut page, chapter, record) {
                    page.wipe();
                    state = self.redone(chapter, record.seq)?;
                }
            }
            if let Some(record) = part.tied(from) {
                self.redone(chapter, record.seq)?;
                self.fold(&mut state, record.events);
                self.fold(&mut state, record.grafted);
                self.rules.audit(&state).map_err(|why| ReplayError::Unsound { seq: record.seq, why: format!("{why}") })?;
            }
        }
        let unsound = |why| Err(ReplayError::Unsound { seq: self.seq().unwrap_or(0), why });
        if state != self.state {
            return unsound("the log does not lead to the present state".into());
        }
        self.audited().or_else(|why| unsound(format!("{why}")))
    }

    /// The game as it stood after a record, to be played on differently. Nothing that the source shows changes.
    ///
    /// The two share all records: a branch costs two states, wherever it begins and however many there are. So that they can be shared, the
    /// source closes its open chapter if the record lies in it; branching again without a new record closes nothing.
    pub fn branch(&mut self, seq: u64) -> Result<Game<R>, ReplayError> {
        let state = self.at(seq)?;
        let log = self.log.branch(seq, None, state.clone(), &self.state);
        Ok(Game { rules: self.rules.clone(), state, log, sound: false })
    }

    /// The game as it stood inside a record, after the first of its events, to be played on differently: the record is shared as well, and
    /// what came after the cut is left out. Refused where the state there breaks an invariant, for nobody could play on from it.
    pub fn branch_within(&mut self, seq: u64, events: usize) -> Result<Game<R>, ReplayError> {
        let state = self.within(seq, events)?;
        self.rules.audit(&state).map_err(|why| ReplayError::Unsound { seq, why: format!("{why}") })?;
        let log = self.log.branch(seq, Some(events), state.clone(), &self.state);
        Ok(Game { rules: self.rules.clone(), state, log, sound: true })
    }

    /// The state inside a record, after the first of its events.
    pub fn within(&self, seq: u64, events: usize) -> Result<R::State, ReplayError> {
        let record = self.log.record(seq).ok_or(ReplayError::Gap { expected: self.seq().unwrap_or(0), found: seq })?;
        let cut = ReplayError::Cut { seq, events: record.events.len() as u64, found: events as u64 };
        let Some(before) = seq.checked_sub(1).filter(|_| (1..record.events.len()).contains(&events)) else { return Err(cut) };
        let mut state = self.at(before)?;
        self.fold(&mut state, &record.events[..events]);
        Ok(state)
    }

    /// Leaves out what the latest record says after the first of its events: how a branch inside a record is followed. The state there is
    /// audited when the game goes on.
    pub fn cut(&mut self, events: usize) -> Result<(), ReplayError> {
        let state = self.within(self.seq().unwrap_or(0), events)?;
        self.log.cut(events, state.clone(), &self.state);
        (self.state, self.sound) = (state, false);
        Ok(())
    }

    /// The state after a record. Costs one chapter at most, however long the log.
    pub fn at(&self, seq: u64) -> Result<R::State, ReplayError> {
        let latest = self.seq().unwrap_or(0);
        let known = self.log.first().saturating_sub(1)..=latest;
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

    /// Keeps only the latest chapter of the log from now on, to read a long log in bounded memory. A branch may end a chapter.
    pub fn forget(&mut self) {
        self.log.forget();
    }

    /// Lets go of what is long past, once: the open chapter of the log and the one before it stay, so the latest records are always at hand.
    /// For those who keep the log elsewhere and go on for a long time. Chapters that a branch shares stay, too.
    pub fn shed(&mut self) {
        self.log.shed();
    }

    /// Starts the game on this table; an unstarted one, or one that begins anew.
    pub fn restart(&mut self, setup: R::Setup, at: Millis, chance: &mut dyn Chance) -> Result<(), Refused<R::Rejection>> {
        let game = Game::start_with(self.rules.clone(), setup, at, chance)?;
        self.state = game.state;
        self.log.begin(game.log);
        self.sound = true;
        Ok(())
    }

    /// Judges an action; an accepted one becomes a record, whose place in the open chapter it gives.
    #[inline(always)] // what seldom happens is out of line: `prepare`, `take_back`
    fn judge(
        &mut self,
        seat: Seat,
        at: Millis,
        action: R::Action,
        chance: &mut dyn Chance,
    ) -> Result<usize, Refused<R::Rejection>> {
        if seat.index() >= Seat::count::<R>() {
            return Err(Refused::Faulty(Fault::NoSuchSeat { seat, seats: Seat::count::<R>() as u8 }));
        }
        if !self.log.writing().page.is_ready() {
            self.prepare()?;
        }
        #[cfg(debug_assertions)]
        let before = self.state.clone();
        let chapter = self.log.writing();
        let ruled = rule(&self.rules, &mut self.state, &mut chapter.page, Matter::Action(&action), seat, at, chance);
        #[cfg(debug_assertions)]
        twice::assert_same(
            &self.rules,
            before,
            &action,
            seat,
            at,
            &ruled,
            (chapter.page.turn_events(), chapter.page.turn_dice()),
            &self.state,
        );
        match ruled {
            Ok(()) => Ok(chapter.page.push(seat, at, action)),
            Err(why) => Err(self.take_back(seat, at, action, why)),
        }
    }

    /// Makes ready for a turn: the state is audited, a full chapter closed.
    #[cold]
    fn prepare(&mut self) -> Result<(), Refused<R::Rejection>> {
        if self.log.next() == 0 {
            return Err(Refused::Faulty(Fault::NotStarted));
        }
        if !self.sound {
            self.audited().map_err(Refused::Unsound)?;
            self.sound = true;
        }
        self.log.open(&self.state).page.set_ready(true);
        Ok(())
    }

    /// Seeds the generator anew, right after the latest record: for a branch that is to have other dice. Says whether there is one to seed.
    pub fn reseed(&mut self, seed: &str) -> bool {
        let Some(event) = self.rules.reseed(seed).filter(|_| !self.log.is_empty()) else { return false };
        self.graft(event);
        true
    }

    fn graft(&mut self, event: R::Event) {
        let mut state = self.state.clone();
        self.rules.evolve(&mut state, &event);
        self.log.graft(event, state.clone(), &self.state);
        (self.state, self.sound) = (state, false);
    }

    fn fold(&self, state: &mut R::State, events: &[R::Event]) {
        events.iter().for_each(|event| self.rules.evolve(state, event));
    }

    /// Takes a record that is cut, or after which more happened: first all of it, then the cut, then what happened.
    #[cold]
    fn as_whole(
        &mut self,
        record: Record<'_, R>,
        take: fn(&mut Self, Record<'_, R>) -> Result<(), ReplayError>,
    ) -> Result<(), ReplayError> {
        let events: Vec<R::Event> = record.events.iter().chain(record.left_out).cloned().collect();
        take(self, Record { events: &events, left_out: &[], grafted: &[], ..record })?;
        if !record.left_out.is_empty() {
            self.cut(record.events.len())?;
        }
        record.grafted.iter().for_each(|event| self.graft(event.clone()));
        Ok(())
    }

    fn audited(&self) -> Result<(), R::Rejection> {
        self.rules.audit(&self.state)
    }

    /// Undoes what a refused turn wrote; puts the refusal on record if the rules want it so.
    #[cold]
    fn take_back(&mut self, seat: Seat, at: Millis, action: R::Action, why: Refused<R::Rejection>) -> Refused<R::Rejection> {
        let chapter = self.log.writing();
        let fault = matches!(why, Refused::Faulty(_));
        if chapter.page.erase_events() || fault {
            self.state = chapter.latest(&self.rules);
        }
        // A fault is not a judgement of the rules: it never goes on record. A refusal does, with the dice that led to it.
        match if fault { None } else { self.rules.refuse(&self.state, &action, &why) } {
            Some(event) => {
                self.rules.evolve(&mut self.state, &event);
                chapter.page.write(event);
                chapter.page.push_refused(seat, at, action);
            }
            None => chapter.page.erase_dice(),
        }
        why
    }

    /// Judges a record again: a setup, or an action with dice from outside. Such dice must be used up.
    #[inline(never)]
    fn judge_scripted(
        &mut self,
        record: Record<'_, R>,
        cause: Cause<'_, R>,
        dice: &[u32],
    ) -> Result<usize, Refused<R::Rejection>> {
        let (mut fair, mut script) = (Fair, Scripted::new(dice));
        let chance: &mut dyn Chance = if dice.is_empty() { &mut fair } else { &mut script };
        match cause {
            Cause::Setup(setup) => self.restart(setup.clone(), record.at, chance)?,
            Cause::Action(action) => {
                self.act_with(record.seat, record.at, action.clone(), chance)?;
            }
        }
        if !dice.is_empty() {
            script.finish().map_err(Refused::Faulty)?;
        }
        Ok(self.log.writing().page.len() - 1)
    }

    /// The quick way to verify a record: judges its action again upon a state, on a page of its own, and says whether the very same
    /// happens. Where it does not, or where it is no action, the state is worth nothing any more.
    #[inline(always)] // once, in the loop of `verify`, so that no record need lie in memory: what is out of line looks it up again
    fn repeats(&self, state: &mut R::State, page: &mut Page<R>, chapter: &Chapter<R>, record: Record<'_, R>) -> bool {
        let Cause::Action(action) = record.cause else { return false };
        if record.seat.index() >= Seat::count::<R>() {
            return false;
        }
        if !record.dice.is_empty() {
            return self.repeats_by_script(state, page, chapter, record.seq);
        }
        match rule(&self.rules, state, page, Matter::Again(action, record.events), record.seat, record.at, &mut Fair) {
            Ok(()) => !record.refused && page.events().is_empty(),
            Err(why) => page.events().is_empty() && self.repeats_refusal(state, chapter, record.seq, &why),
        }
    }

    /// As above, by dice from outside. They must be used up.
    #[inline(never)]
    fn repeats_by_script(&self, state: &mut R::State, page: &mut Page<R>, chapter: &Chapter<R>, seq: u64) -> bool {
        let record = chapter.numbered(seq);
        let Cause::Action(action) = record.cause else { return false };
        let mut script = Scripted::new(record.dice);
        let ruled = rule(&self.rules, state, page, Matter::Action(action), record.seat, record.at, &mut script);
        let same = !record.refused && page.says(0, record.events, record.dice);
        page.erase_dice();
        page.wipe();
        ruled.is_ok() && script.finish().is_ok() && same
    }

    /// As above, where the rules refuse without having written anything.
    #[cold]
    fn repeats_refusal(&self, state: &mut R::State, chapter: &Chapter<R>, seq: u64, why: &Refused<R::Rejection>) -> bool {
        let record = chapter.numbered(seq);
        let Cause::Action(action) = record.cause else { return false };
        if !record.refused || matches!(why, Refused::Faulty(_)) {
            return false;
        }
        let Some(event) = self.rules.refuse(state, action, why) else { return false };
        self.rules.evolve(state, &event);
        *record.events == [event]
    }

    /// The thorough way to verify a record: a game that stands where the log stood before it decides it again, and goes on from there.
    #[cold]
    fn redone(&self, chapter: &Chapter<R>, seq: u64) -> Result<R::State, ReplayError> {
        let record = chapter.numbered(seq);
        let rules = self.rules.clone();
        let mut game = match seq.checked_sub(1) {
            None => Game::unstarted(rules),
            Some(seq) => {
                let gap = ReplayError::Gap { expected: self.log.first(), found: seq };
                Game::resume(rules, Snapshot { seq, state: self.log.state(&self.rules, seq).ok_or(gap)? })
            }
        };
        game.redo(record)?;
        Ok(game.state)
    }

    /// Compares what the rules say with what a log says, where that is not the same at first sight.
    #[cold]
    fn compare(&self, theirs: Record<'_, R>, again: Result<(), Refused<R::Rejection>>) -> Result<(), ReplayError> {
        let seq = theirs.seq;
        let overruled = |expected: String| {
            let found = String::from(if theirs.refused { "refused" } else { "accepted" });
            Err(ReplayError::Overruled { seq, expected, found })
        };
        match again {
            Ok(()) if theirs.refused => return overruled("accepted".into()),
            Err(why) if !theirs.refused || self.log.next() == seq => return overruled(format!("refused: {why}")),
            _ => {}
        }
        match self.log.last() {
            Some(ours) if ours.events != theirs.events || ours.dice != theirs.dice => Err(difference(&ours, &theirs)),
            _ => Ok(()),
        }
    }
}

/// The first difference between what the rules say and what a log says.
#[cold]
fn difference<R: Rules>(ours: &Record<'_, R>, theirs: &Record<'_, R>) -> ReplayError {
    let seq = ours.seq;
    if ours.dice != theirs.dice {
        let (expected, found) = (format!("dice {:?}", ours.dice), format!("dice {:?}", theirs.dice));
        return ReplayError::Overruled { seq, expected, found };
    }
    let same = ours.events.iter().zip(theirs.events).take_while(|(one, two)| one == two).count();
    let tell = |event: Option<&R::Event>| event.map_or(String::from("no event"), |event| format!("{event:?}"));
    let (expected, found) = (tell(ours.events.get(same)), tell(theirs.events.get(same)));
    ReplayError::Diverged { seq, event: same as u32, expected, found }
}

/// A game is set up once, in record 0; everything after it is an action.
fn misplaced<R: Rules>(record: &Record<'_, R>) -> Option<ReplayError> {
    let (expected, found) = match (record.seq, record.cause) {
        (0, Cause::Action(_)) => ("a setup", "an action"),
        (1.., Cause::Setup(_)) => ("an action", "a setup"),
        _ => return None,
    };
    Some(ReplayError::Overruled { seq: record.seq, expected: expected.into(), found: found.into() })
}

/// Debug builds decide every action twice: rules that remember, look at a clock or walk a hash map are found at once.
#[cfg(debug_assertions)]
mod twice {
    use super::*;

    #[allow(clippy::too_many_arguments)] // everything a decision depends on, and everything it gave
    pub(super) fn assert_same<R: Rules>(
        rules: &R,
        mut before: R::State,
        action: &R::Action,
        seat: Seat,
        at: Millis,
        first: &Result<(), Refused<R::Rejection>>,
        (events, dice): (&[R::Event], &[u32]),
        after: &R::State,
    ) {
        if matches!(first, Err(Refused::Faulty(_))) {
            return; // a script that ran out cannot be run again
        }
        let mut page = Page::new();
        let mut script = Scripted::new(dice);
        let chance: &mut dyn Chance = if dice.is_empty() { &mut Fair } else { &mut script };
        let second = rule(rules, &mut before, &mut page, Matter::Action(action), seat, at, chance);
        assert_eq!(*first, second, "{} decided {action:?} differently the second time", R::NAME);
        assert_eq!(events, page.events(), "{} gave other events for {action:?} the second time", R::NAME);
        assert_eq!(*after, before, "{} reached another state by {action:?} the second time", R::NAME);
    }
}

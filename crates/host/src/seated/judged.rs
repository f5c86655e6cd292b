//! An action judged: whose it is, whether anybody may act, the dice it is judged with, and the verdict.

use super::Seated;
use super::written::check_lines;
use super::wrong::{backwards, check_time, under};
use crate::hosted::{Declined, card};
use crate::json;
use crate::write::text;
use crate::{Dice, HostError, Playable, Secret, Since, Table, Verdict};
use referee::{Cause, Chance, Fair, Millis, Refused, Scripted, Seat};

impl<R: Playable> Seated<R> {
    /// Judges an action; a refusal is told in the world's time.
    pub(super) fn judged(
        &mut self,
        seat: Seat,
        at: Millis,
        action: &str,
        mut dice: Option<&mut Scripted>,
        since: Since,
    ) -> Verdict {
        if let Err(error) = self.may_act() {
            return Verdict::refused(&error);
        }
        let sealed = match self.check_dice(dice.is_some()) {
            Ok(sealed) => sealed,
            Err(error) => return Verdict::refused(&error),
        };
        let action: R::Action = match json::read_declared(action, "INVALID_ACTION") {
            Ok(action) => action,
            Err(error) => return Verdict { readable: false, ..Verdict::refused(&error) },
        };
        if let Err(error) = check_time(at).and_then(|()| self.has_room()) {
            return Verdict::refused(&error);
        }
        let (before, chain, is_begun) = (self.game.log().next(), self.chain, sealed.is_some());
        let talk = self.talk.if_any();
        let used = dice.as_ref().map_or(0, |dice| dice.used());
        let why = match sealed {
            Some(secret) => {
                self.begin_line((before, seat, at), Cause::Action(&action));
                self.game.act_with(seat, at, action, &mut secret.dice(&self.buffer)).err()
            }
            None => self.game.act_with(seat, at, action, chance_of(&mut dice, &mut Fair)).err(),
        };
        let why = why.map(|why| self.in_world(why, since));
        let errors = why.as_ref().map_or_else(Vec::new, Refused::errors);
        let error_events = why.and_then(|why| self.told_refusal(seat, &why)).into_iter().collect();
        if let Some(dice) = dice.filter(|_| !errors.is_empty()) {
            dice.rewind(used);
        }
        let success = errors.is_empty();
        if self.game.log().next() == before {
            return Verdict { success, events: "[]".into(), errors, error_events, lines: String::new(), readable: true };
        }
        if self.unwritten {
            self.at = at;
            self.events += self.game.log().last().map_or(0, |record| record.events.len() as u64);
            return Verdict { success, events: "[]".into(), errors, error_events, lines: String::new(), readable: true };
        }
        let events = if is_begun { self.end_line() } else { self.write_latest() };
        if let Err(error) = check_lines(&self.buffer) {
            return self.take_back(before, chain, talk, &error);
        }
        let lines = self.latest_lines();
        Verdict { success, events: lines[events].to_owned(), errors, error_events, lines, readable: true }
    }

    /// Judges an action in the world's time; what its seat sees of it is told in that time, too.
    pub(super) fn judged_in_world(&mut self, seat: Seat, at: Millis, action: &str) -> Verdict {
        if let Err(error) = self.check_written() {
            return Verdict::refused(&error);
        }
        let since = self.since();
        let Some(own) = since.own_time(at) else { return Verdict::refused(&backwards(at, since.world_time(self.clock()))) };
        let verdict = self.judged(seat, own, action, None, since);
        match verdict.success {
            true => Verdict { events: self.seen_in_world(seat, since), ..verdict },
            false => verdict,
        }
    }

    /// Whether these rules may decide what the log asks: another version may only be followed.
    pub(super) fn may_decide(&self) -> Result<(), HostError> {
        if self.stamp.rules == R::VERSION {
            return Ok(());
        }
        let error = HostError::no(
            "RULES_VERSION",
            "the log was played by another version of the rules: it can be replayed, not decided again",
        );
        Err(error.because(R::VERSION, &self.stamp.rules).at_path("/rules"))
    }

    /// Whether anybody may act: the game is of these rules, and nothing has ended it.
    pub(super) fn may_act(&self) -> Result<(), HostError> {
        self.may_decide().and_then(|()| self.check_unended())
    }

    /// Whether dice may be handed in, and the secret to make them from where they are sealed.
    fn check_dice(&self, handed_in: bool) -> Result<Option<Secret>, HostError> {
        match self.current_dice() {
            Dice::Native if handed_in => Err(foreign_dice()),
            Dice::Native | Dice::Scripted => Ok(None),
            Dice::Sealed(_) if handed_in => Err(foreign_dice()),
            Dice::Sealed(_) => {
                self.check_open()?;
                self.vault.secret.clone().map(Some).ok_or_else(sealed)
            }
        }
    }

    /// A refusal in the words of the title.
    #[cold]
    pub(crate) fn told_refusal(&self, seat: Seat, why: &Refused<R::Rejection>) -> Option<String> {
        let (tell, Refused::Rejected(why)) = (self.hooks.refusals?, why) else { return None };
        let (name, branches, players) = (&*self.stamp.name, &*self.branches, self.players());
        let source = self.source(self.seq()).ok();
        tell(&Declined { name, branches, players, state: self.game.state(), seat, why, source })
    }

    /// A refusal in the world's time.
    fn in_world(&self, why: Refused<R::Rejection>, since: Since) -> Refused<R::Rejection> {
        match (why, self.hooks.times) {
            (Refused::Rejected(why), Some(times)) => Refused::Rejected((times.refusal)(why, since)),
            (why, _) => why,
        }
    }

    /// What a seat sees of the latest record, in the world's time.
    fn seen_in_world(&self, seat: Seat, since: Since) -> String {
        let events = self.events_seen(self.seq(), Some(seat)).into_iter();
        let times = self.hooks.times;
        text(
            &events
                .map(|event| times.map_or_else(|| event.clone(), |times| (times.event)(event.clone(), since)))
                .collect::<Vec<_>>(),
        )
    }
}

/// Who acts: the seat with a name; left out, whose the action is by the rules, or the only seat of a game that has one.
pub(crate) fn whose<R: Playable>(rules: &R, state: &R::State, seat: Option<&str>, action: &R::Action) -> Result<Seat, HostError> {
    match seat {
        None => rules.speaker(state, action).map_or_else(|| card::<R>().seat(None), Ok),
        named => card::<R>().seat(named),
    }
}

pub(super) fn seat_of<R: Playable>(name: &str) -> Result<Seat, HostError> {
    match Seat::all::<R>().find(|seat| R::name(*seat) == name) {
        Some(seat) => Ok(seat),
        None => card::<R>().seat(Some(name)).map_err(|error| under(error, "/seat")),
    }
}

/// The dice handed in, or the rules' own.
pub(crate) fn chance_of<'a>(dice: &'a mut Option<&mut Scripted>, fair: &'a mut Fair) -> &'a mut dyn Chance {
    match dice {
        Some(dice) => *dice,
        None => fair,
    }
}

pub(super) fn foreign_dice() -> HostError {
    HostError::no("FOREIGN_DICE", "a log with native chance may not bring its own dice").at_path("/dice")
}

#[cold]
pub(super) fn sealed() -> HostError {
    HostError::no("SEALED", "the dice of this game are sealed: only whoever keeps its secret can judge an action")
        .help("`referee branch` makes a game of your own from any of its records")
}

//! A line decided again: it must come out the same to the byte. The quick way says only whether it does; the thorough way, what is wrong.

use super::Seated;
use super::followed::dice_of;
use super::judged::{foreign_dice, seat_of};
use super::wrong::{replay_error, under};
use crate::json;
use crate::line::{Body, Declared};
use crate::paper::{Likeness, Paper as _};
use crate::sealed::Claimed;
use crate::write::{put_body, text as text_of};
use crate::{Dice, HostError, Id, Line, Playable, Table};
use referee::{Ask, Chance, Fair, Fault, Game};

impl<R: Playable> Seated<R> {
    /// Decides a line again: the quick way, and if that says nothing the thorough one.
    pub(super) fn redo_text(&mut self, line: &str) -> Result<(), HostError> {
        let before = self.game.log().next();
        if let Some(id) = self.repeats(line) {
            self.chain.take(id);
            return Ok(());
        }
        if self.game.log().next() > before {
            self.game = self.game.branch(before.saturating_sub(1)).map_err(|error| replay_error(&error))?;
        }
        let id = self.redo_line(line)?;
        self.chain.take(id);
        Ok(())
    }

    /// The quick way to decide a line again: its beginning says what was declared, and what the rules say to it is compared with the rest as it
    /// stands, so that nothing of it is read. Gives the id of the line. Where it gives none nothing is said about the line but this: it
    /// is no record of an action, or something is wrong with it.
    fn repeats(&mut self, text: &str) -> Option<Id> {
        let declared = Declared::read(text)?;
        let (next, is_native) = (self.game.log().next(), *self.current_dice() == Dice::Native);
        if is_native && !declared.dice.is_empty() || self.may_act().is_err() {
            return None;
        }
        let (seat, dice) = (seat_of::<R>(declared.seat).ok()?, dice_of(declared.dice).ok()?);
        let action = json::read(declared.action, "INVALID_ACTION").ok()?;
        let (ruled, asks) = self.claimed(&dice, |game, chance| game.act_with(seat, declared.at, action, chance).map(|_| ()));
        let record = self.game.log().last().filter(|record| record.seq == next && record.refused == ruled.is_err())?;
        let mut likeness = Likeness::of(text);
        put_body(self.game.rules(), &record, self.game.digest(), &self.stamp, self.chain.head(), &mut likeness).ok()?;
        let (events, asks) = (record.events.len() as u64, asks.ok()?);
        let (body, end) = text.as_bytes().split_at_checked(likeness.at())?;
        let id = Some(Id::of(body)).filter(|id| id.ends(end))?;
        self.blank();
        (self.at, self.events) = (declared.at, self.events + events);
        self.talk.acted(seat, ruled.is_err());
        if matches!(self.current_dice(), Dice::Sealed(_)) {
            self.vault.keep(next, &body[..declared.begins], asks, &dice);
        }
        Some(id)
    }

    /// The thorough way: the line is read, and what is wrong with it is found.
    fn redo_line(&mut self, text: &str) -> Result<Id, HostError> {
        let line = Line::parse(text)?;
        if line.deed().is_none() {
            return self.follow(&line).map(|()| line.id);
        }
        self.may_decide()?;
        self.check_chain(&line)?;
        if *self.current_dice() == Dice::Native && line.deed().is_some_and(|deed| !deed.dice.is_empty()) {
            return Err(foreign_dice());
        }
        self.decide_again(&line, text)?;
        self.write_record_only();
        // The line's own id has been checked: what is left to compare is the text it was made of.
        if text.len() <= self.buffer.len() || text.as_bytes()[..self.buffer.len()] != self.buffer[..] {
            return Err(self.explain(text));
        }
        Ok(line.id)
    }

    /// What the rules say to the cause of a line.
    fn decide_again(&mut self, line: &Line<'_>, text: &str) -> Result<(), HostError> {
        let deed = line.deed().ok_or_else(|| HostError::bad("BAD_LINE", "this line is no record"))?;
        let dice = dice_of(deed.dice)?;
        let (ruled, asks) = match line.body {
            Body::Setup { setup, .. } => {
                self.check_sealed(setup)?;
                let setup = json::read(setup, "BAD_SETUP").map_err(|error| under(error, "/setup"))?;
                self.claimed(&dice, |game, chance| game.restart(setup, deed.at, chance))
            }
            Body::Action { seat, action, .. } => {
                let seat = seat_of::<R>(seat)?;
                let action = json::read(action, "INVALID_ACTION").map_err(|error| under(error, "/action"))?;
                self.claimed(&dice, |game, chance| game.act_with(seat, deed.at, action, chance).map(|_| ()))
            }
            _ => (Ok(()), Ok(Vec::new())),
        };
        match (&ruled, deed.refused) {
            (Ok(()), false) => {}
            (Err(_), true) if self.game.log().next() == line.seq + 1 => {}
            (Ok(()), true) => return Err(overruled("accepted", "refused")),
            (Err(why), refused) => {
                return Err(overruled(&format!("refused: {why}"), if refused { "refused" } else { "accepted" }));
            }
        }
        let asks = asks.map_err(|fault| HostError::no(fault.code(), fault.to_string()).at_path("/dice"))?;
        if matches!(self.current_dice(), Dice::Sealed(_)) {
            self.vault.keep(line.seq, &text.as_bytes()[..deed.begins], asks, &dice);
        }
        Ok(())
    }

    /// A sealed game leaves nothing to its setup that dice decide: whoever chose that would have chosen what comes.
    fn check_sealed(&self, setup: &str) -> Result<(), HostError> {
        if !matches!(self.stamp.dice, Dice::Sealed(_)) {
            return Ok(());
        }
        let mut sealed: R::Setup = json::read(setup, "BAD_SETUP").map_err(|error| under(error, "/setup"))?;
        R::seal(&mut sealed);
        let expected = text_of(&sealed);
        if expected == setup {
            return Ok(());
        }
        let error = HostError::no("SEEDED", "a sealed game has no seed: what follows from one is chosen, not rolled");
        Err(error.because(expected, setup).at_path("/setup"))
    }

    /// Has something judged with the dice that a line claims; what was asked for, where they are not the rules' own.
    fn claimed<T>(
        &mut self,
        dice: &[u32],
        judge: impl FnOnce(&mut Game<R>, &mut dyn Chance) -> T,
    ) -> (T, Result<Vec<Ask>, Fault>) {
        if dice.is_empty() && !matches!(self.current_dice(), Dice::Sealed(_)) {
            return (judge(&mut self.game, &mut Fair), Ok(Vec::new()));
        }
        let mut script = Claimed::new(dice);
        (judge(&mut self.game, &mut script), script.finish())
    }

    /// The first difference between what the rules say and what the log says.
    #[cold]
    fn explain(&self, text: &str) -> HostError {
        let ours = String::from_utf8_lossy(&self.buffer);
        let ours = format!("{ours}}}");
        let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
        let (expected, found) = (parse(&ours), parse(text));
        let error = HostError::no("DIVERGED", "the rules, asked again, say otherwise");
        match json::line_difference(&expected, &found) {
            Some((path, expected, found)) if path != "/id" && path != "/prev" => {
                error.at_path(path).because(json::brief(expected), json::brief(found)).help("`referee diff` compares two logs")
            }
            _ => HostError::no("NOT_CANONICAL", "the line says the right thing in other bytes").because(ours, text),
        }
    }
}

fn overruled(expected: &str, found: &str) -> HostError {
    HostError::no("OVERRULED", "the rules, asked again, judge the other way").because(expected, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hosted, Title};
    use referee::Seat;
    use referee_nim::Nim;

    /// The lines of a log.
    fn lines() -> Vec<String> {
        let mut table = Hosted::new(Nim).start(Some(r#"{"heaps":[3,12]}"#), None, 0, None).unwrap();
        for (seat, at, action) in [(0, 0, r#"{"heap":0,"stones":1}"#), (1, 77, r#"{"heap":1,"stones":11}"#)] {
            assert!(table.act(Seat(seat), at, action, None).success);
        }
        table.text().unwrap().lines().map(str::to_owned).collect()
    }

    /// A table where some lines have been decided again.
    fn after(lines: &[String]) -> Seated<Nim> {
        let first = Line::parse(&lines[0]).unwrap();
        let mut table = Seated::open(Game::unstarted(Nim), first.header().unwrap()).unwrap();
        lines.iter().for_each(|line| table.redo(line).unwrap());
        table
    }

    fn resealed(line: &str) -> String {
        let body = &line[..line.rfind(",\"id\":").unwrap_or(line.len())];
        format!("{body},\"id\":\"{}\"}}", Id::of(body.as_bytes()))
    }

    #[test]
    fn what_is_right_is_found_so_the_quick_way() {
        let lines = lines();
        let mut table = after(&lines[..1]);
        for line in &lines[1..] {
            let id = table.repeats(line).expect("it is what the rules say");
            assert_eq!(id, Line::parse(line).unwrap().id);
            table.chain.take(id);
        }
        let slow = after(&lines);
        assert_eq!((table.seq(), table.at(), table.events()), (slow.seq(), slow.at(), slow.events()));
        assert_eq!((table.head(), table.digest()), (slow.head(), slow.digest()));
    }

    /// Every byte of every record changed, its id made right again or not: what is said about it is what reading it thoroughly says. (Another time
    /// may have been declared just as well.)
    #[test]
    fn what_is_wrong_is_told_as_if_there_were_no_quick_way() {
        let lines = lines();
        for (number, line) in lines.iter().enumerate().skip(1) {
            let changes = (0..line.len()).flat_map(|at| [(at, "0"), (at, "\""), (at, "]"), (at, ""), (at, "x,")]);
            for (at, change) in changes {
                let changed = format!("{}{change}{}", &line[..at], &line[at + 1..]);
                for text in [resealed(&changed), changed].iter().filter(|text| *text != line) {
                    let (quick, thorough) = (after(&lines[..number]).redo(text), after(&lines[..number]).redo_line(text));
                    assert_eq!(quick, thorough.map(|_| ()), "{text}");
                }
            }
        }
    }
}

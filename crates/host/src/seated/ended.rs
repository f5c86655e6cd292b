//! How a log ends besides by its rules: a secret is told, a game is closed, its players end it.

use super::Seated;
use crate::ending::{Ending, What, check_reason, closed};
use crate::write::write_ending;
use crate::{Dice, HostError, Playable, Secret, Table};

impl<R: Playable> Seated<R> {
    /// Takes the secret that the log committed to: from now on this is the table that rolls.
    pub(super) fn take_secret(&mut self, secret: Secret) -> Result<(), HostError> {
        let (commit, found) = (self.current_dice().commit(), secret.commit());
        if found.as_str() != commit {
            let error = HostError::bad("WRONG_SECRET", "this is not the secret that the log committed to");
            return Err(error.because(commit, found.as_str()));
        }
        self.vault.secret = Some(secret);
        Ok(())
    }

    /// Tells the secret of the dice; gives the line that does.
    pub(super) fn tell_secret(&mut self) -> Result<String, HostError> {
        self.check_open()?;
        let no_secret = || HostError::bad("NO_SECRET", "only whoever rolls the dice of a sealed game can tell their secret");
        let secret = self.vault.secret.clone().ok_or_else(no_secret)?;
        self.vault.revealed = true;
        Ok(self.write_end(What::Told(secret)))
    }

    /// A line stands beside the records here.
    pub(super) fn end(&mut self, what: What) {
        self.endings.push(Ending { after: self.seq(), branches: self.branches.len(), what });
    }

    /// Writes a line beside the records here, and gives it.
    pub(super) fn write_end(&mut self, what: What) -> String {
        self.end(what);
        self.blank();
        if let Some(ending) = self.endings.last() {
            write_ending::<R>(ending, &mut self.chain, &mut self.buffer);
        }
        self.latest_lines()
    }

    /// Nothing but a branch follows the secret.
    pub(super) fn check_open(&self) -> Result<(), HostError> {
        match (self.current_dice(), self.vault.revealed) {
            (Dice::Sealed(_), false) => Ok(()),
            (Dice::Sealed(_), true) => Err(revealed()),
            _ => Err(HostError::no("NOT_SEALED", "the dice of this game are not sealed")
                .because("a sealed game", self.current_dice().name())),
        }
    }

    /// No record follows a line that ended the game.
    pub(super) fn check_unended(&self) -> Result<(), HostError> {
        match self.closed() {
            Some(why) => Err(closed(why)),
            None if self.is_settled() => Err(self.outcome().map_or_else(revealed, |outcome| outcome.error())),
            None if self.vault.revealed => Err(revealed()),
            None => Ok(()),
        }
    }

    /// A game is closed once, with a reason, and not after its end.
    pub(super) fn check_closing(&self, why: &str) -> Result<(), HostError> {
        check_reason(why)?;
        if let Some(why) = self.closed() {
            return Err(closed(why));
        }
        match self.over(self.at) {
            true => Err(HostError::no("GAME_IS_OVER", "the game came to its end by its rules: it need not be closed")),
            false => Ok(()),
        }
    }

    /// The first line of a sealed game stands: its dice are made from it.
    pub(super) fn check_unsealed(&self) -> Result<(), HostError> {
        match self.stamp.dice {
            Dice::Sealed(_) => {
                Err(HostError::bad("SEALED", "the first line of a sealed game cannot be changed: its dice are made from it"))
            }
            _ => Ok(()),
        }
    }
}

fn revealed() -> HostError {
    HostError::no("REVEALED", "the secret of the dice has been told: nothing but a branch can follow")
}

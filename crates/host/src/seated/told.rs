//! A log told in other words: to formats and deeds, which know its types.

use super::Seated;
use super::child::seated;
use crate::format::named;
use crate::write::no_beginning;
use crate::{Branch, HostError, Playable, Source, Table};

impl<R: Playable> Seated<R> {
    /// The log up to a record, if it is known from the beginning.
    pub(super) fn source(&self, to: u64) -> Result<Source<'_, R>, HostError> {
        if self.game.log().first() != 0 {
            return Err(no_beginning());
        }
        if self.game.seq().is_none_or(|last| to > last) {
            let error = HostError::bad("NO_SUCH_RECORD", format!("the log has no record {to}"));
            return Err(error.because(format!("0 to {}", self.seq()), to.to_string()));
        }
        let branches = &self.branches[..self.branches.partition_point(|branch| branch.after <= to)];
        let (name, founders) = (&*self.stamp.name, &self.stamp.players);
        let closed = self.closed().filter(|_| to == self.seq());
        let result = self.outcome().filter(|_| to == self.seq());
        Ok(Source { game: &self.game, to, name, founders, players: seated(branches, founders), branches, closed, result })
    }

    /// The log as a file form of other programs.
    pub(super) fn exported(&self, format: &str, to: u64) -> Result<String, HostError> {
        let (format, export) = named(self.hooks.formats, format, |format| format.export)?;
        let source = self.source(to)?;
        match source.branches.iter().find(|branch| branch.is_told_apart()) {
            Some(branch) if format.import.is_some() => Err(untellable(format.name, branch)),
            _ => export(&source),
        }
    }
}

/// A format that is read again knows whole actions, one set of players, and the dice and times that follow from them.
fn untellable(format: &str, branch: &Branch) -> HostError {
    let record = branch.after;
    let what = match branch {
        Branch { events: Some(_), .. } => "inside",
        Branch { seed, dice, .. } if dice.is_some() || !seed.is_empty() => "with other dice at",
        Branch { players, .. } if !players.is_empty() => "with other players at",
        _ => "with a clock that stood still at",
    };
    let error =
        HostError::no("CANNOT_TELL", format!("{format} has no words for a game that branched off {what} record {record}"));
    match record.checked_sub(1) {
        Some(before) => error.help(format!("export it up to record {before}, or as another format")),
        None => error.help("export it as another format"),
    }
}

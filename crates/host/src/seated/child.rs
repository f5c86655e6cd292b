//! A child game: where it branches off, and what is different from there on.

use super::Seated;
use super::wrong::{backwards, check_name, check_time, replay_error, under};
use crate::ending::Ending;
use crate::hosted::card;
use crate::line::Fork;
use crate::parley::Talk;
use crate::write::write_branch;
use crate::{Branch, Dice, HostError, Moment, Playable, Players, Since, Table};
use referee::{Record, ReplayError};

impl<R: Playable> Seated<R> {
    /// Makes the game a child of its own from here on; gives the line that says so.
    pub(super) fn begin_child(&mut self, branch: Branch) -> Result<String, HostError> {
        let after = self.seq();
        let kept = self.game.log().last().map_or(0, |record| record.events.len() as u64);
        let own = matches!(self.current_dice(), Dice::Sealed(_)).then_some(Dice::Native);
        let branch =
            Branch { after, events: branch.events.filter(|events| *events != kept), dice: branch.dice.or(own), ..branch };
        self.check_written().and_then(|()| self.check_child(&branch))?;
        if let Some(events) = branch.events {
            let within = self.game.branch_within(after, usize::try_from(events).unwrap_or(usize::MAX));
            self.game = within.map_err(|error| cut_error(&error))?;
            self.events -= kept - events;
        }
        self.reseed(&branch.seed)?;
        self.blank();
        write_branch(&branch, &mut self.chain, &mut self.buffer);
        self.take_branch(branch);
        Ok(self.latest_lines())
    }

    /// The same table in an earlier moment.
    pub(super) fn earlier(&mut self, seq: u64) -> Result<Box<dyn Table>, HostError> {
        let game = self.game.branch(seq).map_err(|error| replay_error(&error))?;
        let mut table = Seated::new(game, self.stamp.clone());
        table.hooks = self.hooks;
        table.branches = self.branches.iter().filter(|branch| branch.after <= seq).cloned().collect();
        table.dice = table.branches.iter().rev().find_map(|branch| branch.dice.clone());
        let followed = table.branches.len();
        let is_before = |ending: &&Ending| ending.after < seq || ending.branches < followed && ending.after <= seq;
        table.endings = self.endings.iter().filter(is_before).cloned().collect();
        table.begun.clone_from(&self.begun);
        table.talk = table.talk_so_far();
        if table.game.log().first() == 0 {
            table.rechain()?;
        }
        Ok(Box::new(table))
    }

    /// A child game begins here.
    pub(super) fn take_branch(&mut self, branch: Branch) {
        if branch.dice.is_some() {
            self.vault.leave();
            self.dice.clone_from(&branch.dice);
        }
        self.talk = Talk::default();
        self.branches.push(branch);
    }

    /// What is wrong with a child game that would begin here, if anything: its names, its times, where it begins.
    pub(super) fn check_child(&self, branch: &Branch) -> Result<(), HostError> {
        check_branch(branch)?;
        let mut names = self.branches.iter().map(|branch| &branch.name).chain([&self.stamp.name]);
        if names.any(|name| *name == branch.name) {
            let error = HostError::bad("SAME_NAME", "a child game is not called as a game it comes from");
            return Err(error.because("another name", &branch.name));
        }
        if branch.of == branch.name {
            let error = HostError::bad("OWN_PARENT", "no game is its own parent");
            return Err(error.because("another name", &branch.of));
        }
        if branch.dice.is_none() && matches!(self.current_dice(), Dice::Sealed(_)) {
            let error = HostError::bad("NO_DICE", "a child of a sealed game says where its own dice come from");
            return Err(error.because("`\"chance\":..`", "nothing"));
        }
        branch.events.map_or(Ok(()), |events| self.check_cut(events))?;
        branch.since.map_or(Ok(()), |since| self.check_since(branch.events, since))
    }

    /// The clock of a child goes on from where it stands, and not before what was declared last.
    fn check_since(&self, events: Option<u64>, since: Since) -> Result<(), HostError> {
        let within = |events: u64| self.game.within(self.seq(), usize::try_from(events).unwrap_or(usize::MAX)).ok();
        let state = events.and_then(within);
        let clock = self.hooks.clock.zip(state).map_or_else(|| self.clock(), |(clock, state)| clock(&state));
        if since.clock != clock {
            let error = HostError::no("WRONG_CLOCK", "the clock of the game says otherwise where the child begins");
            return Err(error.because(clock.to_string(), since.clock.to_string()));
        }
        let now = self.since().world_time(self.at);
        if since.at < now { Err(backwards(since.at, now)) } else { Ok(()) }
    }

    /// A record is cut only where a move of it is done: inside one, nobody could have gone on.
    fn check_cut(&self, events: u64) -> Result<(), HostError> {
        let Some(record) = self.game.log().last() else { return Ok(()) };
        let before = record.seq.checked_sub(1).and_then(|before| self.game.at(before).ok());
        let moves = before.map_or_else(Vec::new, |before| self.moves_of(&before, &record));
        let inside: Vec<u64> =
            moves.into_iter().filter(|kept| (1..record.events.len()).contains(kept)).map(|kept| kept as u64).collect();
        if inside.contains(&events) { Ok(()) } else { Err(uncut(record.seq, &inside, events)) }
    }

    /// Leaves out what the latest record says after the first of its events. The state there must be sound: nobody decided it.
    pub(super) fn follow_cut(&mut self, events: u64) -> Result<(), HostError> {
        let before = self.game.log().last().map_or(0, |record| record.events.len() as u64);
        self.blank();
        self.game.cut(usize::try_from(events).unwrap_or(usize::MAX)).map_err(|error| cut_error(&error))?;
        self.events -= before - events;
        self.audit()
    }

    /// Gives the game dice of its own from here on, if there is a seed for them.
    pub(super) fn reseed(&mut self, seed: &str) -> Result<(), HostError> {
        if !seed.is_empty() && !self.game.reseed(seed) {
            return Err(HostError::bad("NO_CHANCE", format!("{} cannot be given other dice", R::NAME)));
        }
        self.events += u64::from(!seed.is_empty());
        Ok(())
    }

    /// The moments at which a child can begin: after every move, as the game counts them.
    pub(super) fn moments_so_far(&self) -> Result<Vec<Moment>, HostError> {
        let (source, rules) = (self.source(self.seq())?, self.game.rules());
        let mut moments = vec![Moment { record: 0, events: None }];
        let mut state = self.game.at(0).map_err(|error| replay_error(&error))?;
        for record in source.game.log().records(1) {
            let made = self.moves_of(&state, &record);
            let whole = |kept: &usize| *kept < record.events.len();
            let moment = |kept: usize| Moment { record: record.seq, events: Some(kept).filter(whole).map(|kept| kept as u64) };
            moments.extend(made.into_iter().map(moment));
            record.events.iter().for_each(|event| rules.evolve(&mut state, event));
        }
        Ok(moments)
    }

    /// The moves that a record made upon a state: after how many of its events each was done.
    fn moves_of(&self, before: &R::State, record: &Record<'_, R>) -> Vec<usize> {
        if record.refused { Vec::new() } else { (self.hooks.moments)(self.game.rules(), before, record.events) }
    }
}

/// Who plays, after some branches.
pub(super) fn seated<'a>(branches: &'a [Branch], founders: &'a Players) -> &'a Players {
    let changed = branches.iter().rev().map(|branch| &branch.players).find(|players| !players.is_empty());
    changed.unwrap_or(founders)
}

pub(super) fn players_of<R: Playable>(text: &str) -> Result<Players, HostError> {
    if text.is_empty() {
        return Ok(Players::NONE);
    }
    Players::read(&card::<R>(), text).map_err(|error| under(error, "/players"))
}

/// A branch as a line says it.
pub(super) fn branch_of<R: Playable>(after: u64, fork: &Fork<'_>) -> Result<Branch, HostError> {
    let (events, since) = (fork.events, fork.since.map(|(at, clock)| Since { at, clock }));
    let (name, of, seed) = (fork.name.to_owned(), fork.of.to_owned(), fork.seed.to_owned());
    let dice = match fork.chance {
        ("", "") => None,
        (chance, commit) => Some(Dice::read(chance, commit)?),
    };
    Ok(Branch { after, name, of, events, seed, dice, players: players_of::<R>(fork.players)?, since })
}

/// The longest seed of a branch, in bytes.
const SEED_MAX: usize = 256;

fn check_branch(branch: &Branch) -> Result<(), HostError> {
    check_name(&branch.name)?;
    if !branch.of.is_empty() {
        check_name(&branch.of)?;
    }
    if branch.seed.len() > SEED_MAX || branch.seed.chars().any(|c| c.is_control() || "\"\\".contains(c)) {
        let message = format!("the seed of a branch has {SEED_MAX} bytes at most, no quotes, backslashes or control characters");
        return Err(HostError::bad("BAD_SEED", message));
    }
    branch.since.map_or(Ok(()), |Since { at, clock }| check_time(at.max(clock)))
}

/// Why a record cannot be cut there, and where it can.
fn uncut(record: u64, inside: &[u64], events: u64) -> HostError {
    let allowed: Vec<String> = inside.iter().map(u64::to_string).collect();
    let (message, expected) = match allowed.is_empty() {
        true => (format!("record {record} cannot be cut: no move ends inside it"), "the whole record".to_owned()),
        false => {
            let allowed = allowed.join(" or ");
            (format!("record {record} can be cut only where a move of it ends: after {allowed} of its events"), allowed)
        }
    };
    HostError::bad("CANNOT_CUT", message).because(expected, events.to_string())
}

/// Why a game cannot be gone on with from inside a record.
fn cut_error(error: &ReplayError) -> HostError {
    let why = match error {
        ReplayError::Unsound { why, .. } => format!("nobody could play on from there: {why}"),
        other => other.to_string(),
    };
    HostError::bad("CANNOT_CUT", why)
}

//! A game being played behind text: any hosted game as a [`Table`].
//!
//! Here is what it is and how it begins. What is done with it has a file each: it is judged, written, followed, decided again, branched off, ended,
//! seen, told in other words; `table` is all of that as one table.

mod again;
mod agreed;
mod child;
mod ended;
mod followed;
mod hooks;
mod judged;
mod seen;
mod stamp;
mod table;
mod told;
mod written;
mod wrong;

pub(crate) use hooks::Hooks;
pub(crate) use judged::{chance_of, whose};
pub(crate) use stamp::Stamp;
pub use wrong::check_goes_on;
pub(crate) use wrong::{backwards, check_time, refusal, under};

use crate::ending::Ending;
use crate::parley::Talk;
use crate::sealed::{Vault, check_salt};
use crate::write::write_cause;
use crate::{Branch, Chain, Dice, Header, HostError, Id, Playable, RECORDS_MAX, Sealing};
use child::players_of;
use referee::{Cause, Fair, Game, Millis, Scripted, Seat};
use std::ops::Range;
use written::{check_lines, full};
use wrong::check_name;

/// A game being played behind text, with the chain of its log.
pub(crate) struct Seated<R: Playable> {
    pub(crate) game: Game<R>,
    pub(crate) chain: Chain,
    stamp: Stamp,
    events: u64,
    /// When the latest record was declared: kept, for the record itself may lie before a snapshot.
    pub(crate) at: Millis,
    /// The child games this one is: the record each began at, and its name.
    branches: Vec<Branch>,
    /// The lines beside its records, and those of a game it branched off.
    endings: Vec<Ending>,
    /// What is open between the players.
    talk: Talk,
    /// What was open between them after the record that the game goes on from, where its beginning is not known.
    begun: Option<(u64, Talk)>,
    /// Where dice come from since a branch has said so.
    dice: Option<Dice>,
    /// Where its sealed dice come from, and which are to be checked.
    vault: Vault,
    /// What its title brings besides the rules.
    pub(crate) hooks: Hooks<R>,
    buffer: Vec<u8>,
    /// The record that is in the buffer, and where its events are.
    latest: Option<(u64, Range<usize>)>,
    /// Whether something was judged without being written: the chain is behind.
    unwritten: bool,
}

impl<R: Playable> Seated<R> {
    fn new(game: Game<R>, stamp: Stamp) -> Seated<R> {
        let at = game.log().last().map_or(0, |record| record.at);
        let (chain, branches, endings, buffer) = (Chain::after(Id::NONE), Vec::new(), Vec::new(), Vec::new());
        let hooks = Hooks::none();
        Seated {
            game,
            chain,
            stamp,
            events: 0,
            at,
            branches,
            endings,
            talk: Talk::default(),
            begun: None,
            dice: None,
            vault: Vault::default(),
            hooks,
            buffer,
            latest: None,
            unwritten: false,
        }
    }

    pub(crate) fn open(game: Game<R>, header: &Header<'_>) -> Result<Seated<R>, HostError> {
        if header.game != R::NAME {
            return Err(HostError::no("WRONG_GAME", "the log is of another game").because(R::NAME, header.game).at_path("/game"));
        }
        if header.content != game.rules().content() {
            let error = HostError::no(
                "WRONG_CONTENT",
                "the log was played with other content: open it with --content and the folder it was played with, or without",
            );
            return Err(error.because(game.rules().content(), header.content).at_path("/content"));
        }
        let dice = Dice::read(header.chance, header.commit)?;
        check_salt(header.salt).map_err(|error| under(error, "/salt"))?;
        if !header.name.is_empty() {
            check_name(header.name).map_err(|error| under(error, "/name"))?;
        }
        let (rules, engine, name) = (header.rules.to_owned(), header.engine.to_owned(), header.name.to_owned());
        let (salt, players) = (header.salt.to_owned(), players_of::<R>(header.players)?);
        let stamp = Stamp { rules, dice, salt, engine, name, players };
        Ok(Seated::new(game, stamp))
    }

    pub(crate) fn start(rules: R, setup: R::Setup, at: Millis, mut dice: Option<&mut Scripted>) -> Result<Seated<R>, HostError> {
        check_time(at)?;
        let game = Game::start_with(rules, setup, at, chance_of(&mut dice, &mut Fair)).map_err(|why| refusal(&why))?;
        let dice = if dice.is_some() { Dice::Scripted } else { Dice::Native };
        let mut table = Seated::new(game, Stamp::ours::<R>(dice));
        table.write_latest();
        check_lines(&table.buffer)?;
        Ok(table)
    }

    pub(crate) fn start_sealed(rules: R, mut setup: R::Setup, at: Millis, sealing: Sealing) -> Result<Seated<R>, HostError> {
        let Sealing { secret, salt, name, players } = sealing;
        check_time(at).and_then(|()| check_salt(&salt))?;
        if !name.is_empty() {
            check_name(&name)?;
        }
        R::seal(&mut setup);
        let stamp = Stamp { salt, name, players, ..Stamp::ours::<R>(Dice::Sealed(secret.commit())) };
        let mut beginning = Vec::new();
        write_cause(&rules, (0, Seat::default(), at), Cause::Setup(&setup), &stamp, &Id::NONE, &mut beginning);
        let game = Game::start_with(rules, setup, at, &mut secret.dice(&beginning)).map_err(|why| refusal(&why))?;
        let mut table = Seated::new(game, stamp);
        table.vault = Vault::of(secret);
        table.write_latest();
        check_lines(&table.buffer)?;
        Ok(table)
    }

    /// A game that came about elsewhere, known from its beginning.
    pub(crate) fn of(game: Game<R>) -> Result<Seated<R>, HostError> {
        debug_assert!(game.verify().is_ok(), "an imported game is one that the rules, asked again, decide the same way");
        if game.log().next() > RECORDS_MAX {
            return Err(full());
        }
        let scripted = game.log().records(0).any(|record| !record.dice.is_empty());
        let mut table = Seated::new(game, Stamp::ours::<R>(if scripted { Dice::Scripted } else { Dice::Native }));
        check_lines(&table.rechain()?)?;
        Ok(table)
    }

    /// Goes on after a keyframe that says who agrees to a draw.
    pub(crate) fn with_offer(mut self, agreed: &str) -> Result<Seated<R>, HostError> {
        self.talk = agreed::offered::<R>(agreed)?;
        self.begun = Some((self.game.log().first().saturating_sub(1), self.talk.clone()));
        Ok(self)
    }

    /// Goes on after a keyframe that says where dice come from.
    pub(crate) fn with_dice(mut self, (chance, commit): (&str, &str)) -> Result<Seated<R>, HostError> {
        if !chance.is_empty() || !commit.is_empty() {
            self.dice = Some(Dice::read(chance, commit)?);
        }
        Ok(self)
    }

    /// Where dice come from now: as the latest branch that says so, or the first line.
    fn current_dice(&self) -> &Dice {
        self.dice.as_ref().unwrap_or(&self.stamp.dice)
    }
}

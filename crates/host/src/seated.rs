//! A game being played behind text: any hosted game as a [`Table`].

use crate::chain::hex_digest;
use crate::ending::{Ending, What, check_reason, closed};
use crate::format::named;
use crate::hosted::{Clock, Declined, Moments, Refusals, Times, Totals, card};
use crate::line::{Body, Declared, Deed, Fork};
use crate::paper::{Likeness, Paper as _};
use crate::sealed::{Claimed, Vault, check_salt};
use crate::write::{
    no_beginning, put_body, text, write_all, write_body, write_branch, write_cause, write_ending, write_keyframe, write_record,
};
use crate::{
    Bot, Branch, Card, Chain, Choice, Deeds, Dice, ENGINE, Explained, Format, Header, HostError, Id, KEYFRAME_EVERY, LINE_MAX,
    Line, Moment, Playable, Players, Preview, RECORDS_MAX, Sealing, Secret, Since, Source, Table, Thought, Verdict,
};
use crate::{bot, json};
use referee::{
    Ask, Cause, Chance, Cue, Digest, Fair, Fault, Game, Millis, Record, Refused, Rejection, ReplayError, Scene, Scripted, Seat,
    Stream,
};
use std::ops::Range;

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
    /// The lines that ended it, or a game it branched off.
    endings: Vec<Ending>,
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

/// What a title brings besides its rules: file forms of other programs, what a seat has at the end, deeds.
pub(crate) struct Hooks<R: Playable> {
    pub(crate) formats: &'static [Format<R>],
    pub(crate) totals: Option<Totals<R>>,
    pub(crate) deeds: Option<Deeds<R>>,
    pub(crate) moments: Moments<R>,
    pub(crate) clock: Option<Clock<R>>,
    pub(crate) times: Option<Times<R>>,
    pub(crate) refusals: Option<Refusals<R>>,
    pub(crate) bots: &'static [(&'static str, Bot<R>)],
}

// Written out, not derived: a derive would ask the rules themselves to be `Copy`.
impl<R: Playable> Clone for Hooks<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Playable> Copy for Hooks<R> {}

/// What the first line says that the rules do not know. It stays as it was when another engine reads the log.
#[derive(Clone)]
pub(crate) struct Stamp {
    pub(crate) rules: String,
    pub(crate) dice: Dice,
    pub(crate) salt: String,
    pub(crate) engine: String,
    pub(crate) name: String,
    pub(crate) players: Players,
}

impl Stamp {
    /// What this engine and these rules stamp.
    fn ours<R: Playable>(dice: Dice) -> Stamp {
        let (rules, engine) = (R::VERSION.to_owned(), ENGINE.to_owned());
        Stamp { rules, dice, salt: String::new(), engine, name: String::new(), players: Players::NONE }
    }
}

impl<R: Playable> Seated<R> {
    fn new(game: Game<R>, stamp: Stamp) -> Seated<R> {
        let at = game.log().last().map_or(0, |record| record.at);
        let (chain, branches, endings, buffer) = (Chain::after(Id::NONE), Vec::new(), Vec::new(), Vec::new());
        let hooks = Hooks {
            formats: &[],
            totals: None,
            deeds: None,
            moments: |_, _, events| vec![events.len()],
            clock: None,
            times: None,
            refusals: None,
            bots: &[],
        };
        Seated {
            game,
            chain,
            stamp,
            events: 0,
            at,
            branches,
            endings,
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

    /// The first line of a sealed game stands: its dice are made from it.
    fn check_unsealed(&self) -> Result<(), HostError> {
        match self.stamp.dice {
            Dice::Sealed(_) => {
                Err(HostError::bad("SEALED", "the first line of a sealed game cannot be changed: its dice are made from it"))
            }
            _ => Ok(()),
        }
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

    /// Finds where the chain of a game that is known from its beginning stands; gives the lines of its log.
    fn rechain(&mut self) -> Result<Vec<u8>, HostError> {
        let mut lines = Vec::new();
        self.chain = write_all(&self.game, &self.stamp, &self.branches, &self.endings, &mut lines)?;
        self.events = self.game.log().events().count() as u64;
        Ok(lines)
    }

    /// Nothing can be appended to what was not written.
    fn check_written(&self) -> Result<(), HostError> {
        match self.unwritten {
            false => Ok(()),
            true => Err(HostError::no("NOT_WRITTEN", "what was judged before was not written: nothing can be appended to it")),
        }
    }

    fn has_room(&self) -> Result<(), HostError> {
        if self.game.log().next() < RECORDS_MAX {
            return Ok(());
        }
        Err(full())
    }

    /// Undoes an action that was judged but cannot be written.
    #[cold]
    fn take_back(&mut self, before: u64, chain: Chain, error: &HostError) -> Verdict {
        self.blank();
        if let Ok(game) = self.game.branch(before.saturating_sub(1)) {
            (self.game, self.chain) = (game, chain);
        }
        Verdict::refused(error)
    }

    /// Writes the lines of the latest record to the buffer and moves the chain on; tells where in the buffer its events are.
    fn write_latest(&mut self) -> Range<usize> {
        self.blank();
        let Seated { game, chain, stamp, events, at, dice, buffer, .. } = self;
        let Some(record) = game.log().last() else { return 0..0 };
        *at = record.at;
        *events += record.events.len() as u64;
        let range = write_record(game.rules(), &record, game.digest(), stamp, chain, buffer);
        if record.seq > 0 && record.seq.is_multiple_of(KEYFRAME_EVERY) {
            write_keyframe::<R>(record.seq, game.state(), dice.as_ref(), chain, buffer);
        }
        self.latest = Some((record.seq, range.clone()));
        range
    }

    /// Empties the buffer.
    fn blank(&mut self) {
        self.buffer.clear();
        self.latest = None;
    }

    /// The events of a record as they were just written, if these are all of them: then they need not be written again.
    fn written(&self, seq: u64, events: &[R::Event]) -> Option<&str> {
        let (_, range) = self.latest.as_ref().filter(|(latest, _)| *latest == seq)?;
        let record = self.game.log().record(seq).filter(|record| record.events == events);
        record.and_then(|_| str::from_utf8(self.buffer.get(range.clone())?).ok())
    }

    /// The lines in the buffer. Plain text is checked many bytes at a time; what would replace bad text looks at each.
    fn latest_lines(&self) -> String {
        let lines = std::str::from_utf8(&self.buffer);
        lines.map_or_else(|_| String::from_utf8_lossy(&self.buffer).into_owned(), str::to_owned)
    }

    /// Whether these rules may decide what the log asks: another version may only be followed.
    fn may_decide(&self) -> Result<(), HostError> {
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
    fn may_act(&self) -> Result<(), HostError> {
        self.may_decide().and_then(|()| self.check_unended())
    }

    fn check_chain(&self, line: &Line<'_>) -> Result<(), HostError> {
        if line.deed().is_some() || matches!(line.body, Body::Keyframe(..)) {
            self.check_unended()?;
        }
        if line.prev != self.chain.head().as_str() {
            let error = HostError::no("BROKEN_CHAIN", "this line does not follow the line before it");
            return Err(error.because(self.chain.head().as_str(), line.prev).at_path("/prev"));
        }
        let expected = match line.body {
            Body::Setup { .. } | Body::Action { .. } => self.game.log().next(),
            Body::Keyframe(..) | Body::Branch(_) | Body::Reveal(_) | Body::Close(_) => self.seq(),
        };
        if line.seq != expected {
            let error = HostError::no("GAP", "a record is missing");
            return Err(error.because(expected.to_string(), line.seq.to_string()).at_path("/seq"));
        }
        Ok(())
    }

    fn follow_record(&mut self, line: &Line<'_>, seat: Seat, cause: Cause<'_, R>, deed: &Deed<'_>) -> Result<(), HostError> {
        let events: Vec<R::Event> = json::read(deed.events, "BAD_EVENT").map_err(|error| under(error, "/events"))?;
        let dice = dice_of(deed.dice)?;
        let record = Record {
            seq: line.seq,
            seat,
            at: deed.at,
            cause,
            events: &events,
            left_out: &[],
            grafted: &[],
            dice: &dice,
            refused: deed.refused,
        };
        self.game.follow(record).map_err(|error| replay_error(&error))?;
        self.events += events.len() as u64;
        self.at = deed.at;
        self.blank();
        if hex_digest(self.game.digest()) != *deed.after.as_bytes() {
            let error = HostError::no("WRONG_DIGEST", "the events lead to another state than the log says");
            return Err(error.because(self.game.digest().to_string(), deed.after).at_path("/after"));
        }
        Ok(())
    }

    /// The moves that a record made upon a state: after how many of its events each was done.
    fn moves_of(&self, before: &R::State, record: &Record<'_, R>) -> Vec<usize> {
        if record.refused { Vec::new() } else { (self.hooks.moments)(self.game.rules(), before, record.events) }
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
    fn follow_cut(&mut self, events: u64) -> Result<(), HostError> {
        let before = self.game.log().last().map_or(0, |record| record.events.len() as u64);
        self.blank();
        self.game.cut(usize::try_from(events).unwrap_or(usize::MAX)).map_err(|error| cut_error(&error))?;
        self.events -= before - events;
        self.audit()
    }

    /// Gives the game dice of its own from here on, if there is a seed for them.
    fn reseed(&mut self, seed: &str) -> Result<(), HostError> {
        if !seed.is_empty() && !self.game.reseed(seed) {
            return Err(HostError::bad("NO_CHANCE", format!("{} cannot be given other dice", R::NAME)));
        }
        self.events += u64::from(!seed.is_empty());
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

    /// What the rules say to the cause of a line.
    fn decide_again(&mut self, line: &Line<'_>, text: &str) -> Result<(), HostError> {
        let deed = line.deed().ok_or_else(|| HostError::bad("BAD_LINE", "this line is no record"))?;
        let dice = dice_of(deed.dice)?;
        let (ruled, asks) = match line.body {
            Body::Setup { setup, .. } => {
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

impl<R: Playable> Table for Seated<R> {
    fn card(&self) -> Card {
        Card { bots: bot::names(self.hooks.bots), ..card::<R>() }
    }
    fn seq(&self) -> u64 {
        self.game.seq().unwrap_or(0)
    }
    fn at(&self) -> Millis {
        self.at
    }
    fn clock(&self) -> Millis {
        self.hooks.clock.map_or(self.at, |clock| clock(self.game.state()))
    }
    fn head(&self) -> Id {
        *self.chain.head()
    }
    fn digest(&self) -> Digest {
        self.game.digest()
    }
    fn events(&self) -> u64 {
        self.events
    }

    fn players(&self) -> &Players {
        seated(&self.branches, &self.stamp.players)
    }
    fn players_at(&self, seq: u64) -> &Players {
        let before = self.branches.partition_point(|branch| branch.after < seq);
        seated(&self.branches[..before], &self.stamp.players)
    }
    fn branches(&self) -> &[Branch] {
        &self.branches
    }
    fn since(&self) -> Since {
        self.branches.iter().rev().find_map(|branch| branch.since).unwrap_or_default()
    }

    fn dice(&self) -> &Dice {
        self.current_dice()
    }
    fn checked(&self) -> (u64, u64) {
        self.vault.tally()
    }
    fn asked(&self) -> &[(u64, Vec<Ask>)] {
        self.vault.asked()
    }
    fn entrust(&mut self, secret: Secret) -> Result<(), HostError> {
        let (commit, found) = (self.current_dice().commit(), secret.commit());
        if found.as_str() != commit {
            let error = HostError::bad("WRONG_SECRET", "this is not the secret that the log committed to");
            return Err(error.because(commit, found.as_str()));
        }
        self.vault.secret = Some(secret);
        Ok(())
    }
    fn reveal(&mut self) -> Result<String, HostError> {
        self.check_open()?;
        let no_secret = || HostError::bad("NO_SECRET", "only whoever rolls the dice of a sealed game can tell their secret");
        let secret = self.vault.secret.clone().ok_or_else(no_secret)?;
        self.vault.revealed = true;
        Ok(self.write_end(What::Told(secret)))
    }
    fn close(&mut self, why: &str) -> Result<String, HostError> {
        self.check_written().and_then(|()| self.check_closing(why))?;
        Ok(self.write_end(What::Closed(why.to_owned())))
    }
    fn closed(&self) -> Option<&str> {
        let here = self.endings.iter().rev().take_while(|ending| ending.branches == self.branches.len());
        here.filter(|ending| ending.after == self.seq()).find_map(|ending| match &ending.what {
            What::Closed(why) => Some(&**why),
            What::Told(_) => None,
        })
    }

    fn introduce(&mut self, players: Players) -> Result<(), HostError> {
        if self.stamp.players == players {
            return Ok(());
        }
        self.check_unsealed()?;
        let before = std::mem::replace(&mut self.stamp.players, players);
        let written = self.rechain().and_then(|lines| check_lines(&lines));
        written.inspect_err(|_| self.stamp.players = before)
    }

    fn name(&self) -> &str {
        self.branches.last().map_or(&self.stamp.name, |branch| &branch.name)
    }

    fn call(&mut self, name: &str) -> Result<(), HostError> {
        check_name(name).and_then(|()| self.check_unsealed())?;
        self.stamp.name = name.to_owned();
        self.rechain().map(|_| ())
    }

    fn whose(&self, seat: Option<&str>, action: &str) -> Result<Seat, HostError> {
        if seat.is_some() {
            return card::<R>().seat(seat);
        }
        whose(self.game.rules(), self.game.state(), None, &json::read_declared(action, "INVALID_ACTION")?)
    }

    fn act(&mut self, seat: Seat, at: Millis, action: &str, dice: Option<&mut Scripted>) -> Verdict {
        if let Err(error) = self.check_written() {
            return Verdict::refused(&error);
        }
        self.judged(seat, at, action, dice, Since::default())
    }

    fn judge(&mut self, seat: Seat, at: Millis, action: &str, dice: Option<&mut Scripted>) -> Verdict {
        if matches!(self.current_dice(), Dice::Sealed(_)) {
            return Verdict::refused(&sealed());
        }
        self.unwritten = true;
        self.judged(seat, at, action, dice, Since::default())
    }

    fn act_in_world(&mut self, seat: Seat, at: Millis, action: &str) -> Verdict {
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

    fn preview(&self, seat: Seat, at: Millis, action: &str) -> Preview {
        let refused = |verdict: Verdict| Preview { verdict, scene: self.scene(Some(seat)), ..Preview::default() };
        if let Err(error) = self.may_act().and_then(|()| check_time(at)) {
            return refused(Verdict::refused(&error));
        }
        match json::read_declared(action, "INVALID_ACTION") {
            Ok(action) => self.imagined(seat, at, &action),
            Err(error) => refused(Verdict { readable: false, ..Verdict::refused(&error) }),
        }
    }

    fn follow(&mut self, line: &Line<'_>) -> Result<(), HostError> {
        self.check_chain(line)?;
        match line.body {
            Body::Setup { setup, deed, .. } => {
                let setup = json::read::<R::Setup>(setup, "BAD_SETUP").map_err(|error| under(error, "/setup"))?;
                self.follow_record(line, Seat::default(), Cause::Setup(&setup), &deed)?;
            }
            Body::Action { seat, action, deed } => {
                let seat = seat_of::<R>(seat)?;
                let action = json::read(action, "INVALID_ACTION").map_err(|error| under(error, "/action"))?;
                self.follow_record(line, seat, Cause::Action(&action), &deed)?;
            }
            Body::Keyframe(state, chance) => {
                let said = self.dice.as_ref().map_or(("", ""), |dice| (dice.name(), dice.commit()));
                if chance != said {
                    let error = HostError::no("WRONG_CHANCE", "the keyframe does not say where dice come from");
                    return Err(error.because(format!("{said:?}"), format!("{chance:?}")).at_path("/chance"));
                }
                if text(self.game.state()) != state {
                    let error = HostError::no("WRONG_KEYFRAME", "the keyframe is not the state the events lead to");
                    return Err(error.because(text(self.game.state()), state).at_path("/keyframe"));
                }
            }
            Body::Branch(fork) => {
                let branch = branch_of::<R>(line.seq, &fork)?;
                self.check_child(&branch).map_err(|error| under(error, "/branch"))?;
                if let Some(events) = branch.events {
                    self.follow_cut(events).map_err(|error| under(error, "/events"))?;
                }
                self.reseed(&branch.seed).map_err(|error| under(error, "/seed"))?;
                self.take_branch(branch);
            }
            Body::Reveal(secret) => {
                self.check_open()?;
                let secret = Secret::parse(secret).ok_or_else(|| {
                    HostError::no("BAD_LINE", "a secret is 64 hex digits").because("0 to 9, a to f", secret).at_path("/reveal")
                })?;
                let commit = self.current_dice().commit().to_owned();
                self.vault.open(&secret, &commit)?;
                self.end(What::Told(secret));
            }
            Body::Close(why) => {
                self.check_closing(why).map_err(|error| under(error, "/close"))?;
                self.end(What::Closed(why.to_owned()));
            }
        }
        self.chain = Chain::after(line.id);
        Ok(())
    }

    fn redo(&mut self, line: &str) -> Result<(), HostError> {
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

    fn audit(&self) -> Result<(), HostError> {
        // The invariants are those of these rules: another version may have had others.
        match self.game.rules().audit(self.game.state()) {
            Err(why) if self.stamp.rules == R::VERSION => Err(refusal(&Refused::Unsound(why))),
            _ => Ok(()),
        }
    }

    fn forget(&mut self) {
        self.game.forget();
    }

    fn rewound(&mut self, seq: u64) -> Result<Box<dyn Table>, HostError> {
        let game = self.game.branch(seq).map_err(|error| replay_error(&error))?;
        let mut table = Seated::new(game, self.stamp.clone());
        table.hooks = self.hooks;
        table.branches = self.branches.iter().filter(|branch| branch.after <= seq).cloned().collect();
        table.dice = table.branches.iter().rev().find_map(|branch| branch.dice.clone());
        let followed = table.branches.len();
        let is_before = |ending: &&Ending| ending.after < seq || ending.branches < followed && ending.after <= seq;
        table.endings = self.endings.iter().filter(is_before).cloned().collect();
        if table.game.log().first() == 0 {
            table.rechain()?;
        }
        Ok(Box::new(table))
    }

    fn fork(&mut self, branch: Branch) -> Result<String, HostError> {
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

    fn text(&self) -> Result<String, HostError> {
        let mut lines = Vec::new();
        write_all(&self.game, &self.stamp, &self.branches, &self.endings, &mut lines)?;
        String::from_utf8(lines).map_err(|_| HostError::bad("NOT_UTF8", "the log is not UTF-8 text"))
    }

    fn export(&self, format: &str, to: u64) -> Result<String, HostError> {
        let (format, export) = named(self.hooks.formats, format, |format| format.export)?;
        let source = self.source(to)?;
        match source.branches.iter().find(|branch| branch.is_told_apart()) {
            Some(branch) if format.import.is_some() => Err(untellable(format.name, branch)),
            _ => export(&source),
        }
    }

    fn legal(&self, seat: Seat, at: Millis) -> Vec<String> {
        self.allowed(seat, at).map(|action| text(&action)).collect()
    }

    fn choices(&self, seat: Seat, at: Millis, most: usize) -> Vec<Choice> {
        let rules = self.game.rules();
        let view = rules.view(self.game.state(), Some(seat));
        let choice =
            |action: R::Action| Choice { action: text(&action), aim: rules.aim(&view, &action), keys: rules.keys(&action) };
        self.allowed(seat, at).take(most).map(choice).collect()
    }

    fn waiting_for(&self, at: Millis) -> Vec<Seat> {
        let seats = (0..R::SEATS.len() as u8).map(Seat);
        seats.filter(|&seat| self.allowed(seat, at).next().is_some()).collect()
    }

    fn over(&self, at: Millis) -> bool {
        self.closed().is_some() || self.game.rules().over(self.game.state(), at)
    }

    fn due(&self) -> Option<(Millis, Seat, String)> {
        let due = self.game.rules().due(self.game.state()).filter(|_| self.closed().is_none());
        due.map(|(at, seat, action)| (at, seat, text(&action)))
    }

    fn score(&self, seat: Seat) -> i64 {
        self.game.rules().score(self.game.state(), seat)
    }

    fn total(&self, seat: Seat) -> u32 {
        self.hooks.totals.map_or(0, |totals| totals(self.game.rules(), self.game.state(), seat))
    }

    fn moments(&self) -> Result<Vec<Moment>, HostError> {
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

    fn deeds(&self) -> Result<Vec<crate::Deed>, HostError> {
        let Some(deeds) = self.hooks.deeds.filter(|_| self.closed().is_none()) else { return Ok(Vec::new()) };
        Ok((deeds.found)(&self.source(self.seq())?))
    }

    fn entitled(&self) -> Result<Option<Vec<String>>, HostError> {
        let Some(entitled) = self.hooks.deeds.and_then(|deeds| deeds.entitled) else { return Ok(None) };
        Ok(Some(entitled(&self.source(self.seq())?)))
    }

    fn bot(&self, bot: &str, seat: Seat, at: Millis, luck: &mut Stream) -> Result<Option<String>, HostError> {
        let rules = self.game.rules();
        let view = rules.view(self.game.state(), Some(seat));
        let mut legal: Vec<R::Action> = self.allowed(seat, at).collect();
        let chosen = bot::choose(bot, self.hooks.bots, &Thought { rules, view: &view, seat, at, legal: &legal }, luck)?;
        Ok(chosen.map(|index| text(&legal.swap_remove(index))))
    }

    fn state(&self) -> String {
        text(self.game.state())
    }

    fn cursor(&self) -> Option<String> {
        self.game.rules().cursor(self.game.state())
    }

    fn view(&self, eye: Option<Seat>) -> String {
        text(&self.game.rules().view(self.game.state(), eye))
    }

    fn scene(&self, eye: Option<Seat>) -> Scene {
        let rules = self.game.rules();
        rules.scene(&rules.view(self.game.state(), eye))
    }

    fn scene_at(&self, seq: u64, eye: Option<Seat>) -> Result<Scene, HostError> {
        let rules = self.game.rules();
        let state = self.game.at(seq).map_err(|error| replay_error(&error))?;
        Ok(rules.scene(&rules.view(&state, eye)))
    }

    fn view_at(&self, seq: u64, eye: Option<Seat>) -> Result<String, HostError> {
        let state = self.game.at(seq).map_err(|error| replay_error(&error))?;
        Ok(text(&self.game.rules().view(&state, eye)))
    }

    fn tell(&self, seq: u64, eye: Option<Seat>) -> Vec<String> {
        self.game.rules().tale(&|| self.seen_before(seq, eye), &self.events_seen(seq, eye))
    }

    fn seen(&self, seq: u64, eye: Option<Seat>) -> String {
        let seen = self.events_seen(seq, eye);
        self.written(seq, &seen).map_or_else(|| text(&seen), str::to_owned)
    }

    fn cues(&self, seq: u64, eye: Option<Seat>) -> Vec<Cue> {
        self.game.rules().film(&|| self.seen_before(seq, eye), &self.events_seen(seq, eye))
    }

    fn why(&self, seq: u64) -> Result<Explained, HostError> {
        let no_record = || HostError::bad("NO_SUCH_RECORD", format!("record {seq} is not at hand"));
        let record = self.game.log().record(seq).ok_or_else(no_record)?;
        let before = match seq {
            0 => R::State::default(),
            seq => self.game.at(seq - 1).map_err(|error| replay_error(&error))?,
        };
        let rules = self.game.rules();
        let mut fair = Fair;
        let mut dice = Scripted::new(record.dice.to_vec());
        let chance: &mut dyn Chance = if record.dice.is_empty() { &mut fair } else { &mut dice };
        let mut why = referee::why(rules, &before, record.seat, record.at, record.cause, chance);
        let (kept, left_out) = (record.events.len(), record.left_out.len());
        if left_out > 0 {
            why.notes.retain(|note| note.events < kept);
            why.events.truncate(kept);
        }
        let tale = rules.tale(&|| (seq > 0).then(|| rules.view(&before, None)), &why.events);
        let events = tale.into_iter().zip(why.events.iter().map(text)).collect();
        let action = self.cause(seq).map_or_else(String::new, |(_, _, cause)| cause);
        let seat = match seq {
            0 => "setup".to_owned(),
            seq => self.players_at(seq).told(record.seat, R::name(record.seat)),
        };
        Ok(Explained { seq, seat, action, tree: crate::why::tree(why.notes, events), left_out })
    }

    fn acted(&self, seq: u64) -> Option<(Seat, Millis)> {
        self.game.log().record(seq).map(|record| (record.seat, record.at))
    }

    fn cause(&self, seq: u64) -> Option<(Seat, Millis, String)> {
        let record = self.game.log().record(seq)?;
        let cause = match record.cause {
            Cause::Setup(setup) => text(setup),
            Cause::Action(action) => text(action),
        };
        Some((record.seat, record.at, cause))
    }
}

impl<R: Playable> Seated<R> {
    /// What a seat may do; nothing in a game that was closed.
    fn allowed(&self, seat: Seat, at: Millis) -> impl Iterator<Item = R::Action> + '_ {
        let is_open = self.closed().is_none();
        is_open.then(|| self.game.rules().legal(self.game.state(), seat, at)).into_iter().flatten()
    }

    fn events_seen(&self, seq: u64, eye: Option<Seat>) -> Vec<R::Event> {
        let rules = self.game.rules();
        let record = self.game.log().record(seq);
        record.map_or_else(Vec::new, |record| record.events.iter().filter_map(|event| rules.seen(event, eye)).collect())
    }

    /// What an eye saw just before a record; nothing before the first.
    fn seen_before(&self, seq: u64, eye: Option<Seat>) -> Option<R::View> {
        let state = self.game.at(seq.checked_sub(1)?).ok()?;
        Some(self.game.rules().view(&state, eye))
    }

    /// A refusal in the words of the title.
    #[cold]
    pub(crate) fn told_refusal(&self, seat: Seat, why: &Refused<R::Rejection>) -> Option<String> {
        let (tell, Refused::Rejected(why)) = (self.hooks.refusals?, why) else { return None };
        let (name, branches, players) = (&*self.stamp.name, &*self.branches, self.players());
        let source = self.source(self.seq()).ok();
        tell(&Declined { name, branches, players, state: self.game.state(), seat, why, source })
    }

    /// Judges an action; a refusal is told in the world's time.
    fn judged(&mut self, seat: Seat, at: Millis, action: &str, mut dice: Option<&mut Scripted>, since: Since) -> Verdict {
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
        let (before, chain) = (self.game.log().next(), self.chain);
        let used = dice.as_ref().map_or(0, |dice| dice.used());
        let why = match sealed {
            Some(secret) => {
                self.blank();
                let cause = Cause::Action(&action);
                write_cause(self.game.rules(), (before, seat, at), cause, &self.stamp, chain.head(), &mut self.buffer);
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
        let events = self.write_latest();
        if let Err(error) = check_lines(&self.buffer) {
            return self.take_back(before, chain, &error);
        }
        let lines = self.latest_lines();
        Verdict { success, events: lines[events].to_owned(), errors, error_events, lines, readable: true }
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

    /// Nothing but a branch follows the secret.
    fn check_open(&self) -> Result<(), HostError> {
        match (self.current_dice(), self.vault.revealed) {
            (Dice::Sealed(_), false) => Ok(()),
            (Dice::Sealed(_), true) => Err(revealed()),
            _ => Err(HostError::no("NOT_SEALED", "the dice of this game are not sealed")
                .because("a sealed game", self.current_dice().name())),
        }
    }

    /// No record follows a line that ended the game.
    fn check_unended(&self) -> Result<(), HostError> {
        match self.closed() {
            Some(why) => Err(closed(why)),
            None if self.vault.revealed => Err(revealed()),
            None => Ok(()),
        }
    }

    /// A game is closed once, with a reason, and not after its end.
    fn check_closing(&self, why: &str) -> Result<(), HostError> {
        check_reason(why)?;
        if let Some(why) = self.closed() {
            return Err(closed(why));
        }
        match self.over(self.at) {
            true => Err(HostError::no("GAME_IS_OVER", "the game came to its end by its rules: it need not be closed")),
            false => Ok(()),
        }
    }

    /// The log ends here.
    fn end(&mut self, what: What) {
        self.endings.push(Ending { after: self.seq(), branches: self.branches.len(), what });
    }

    /// Ends the log here; gives the line that says so.
    fn write_end(&mut self, what: What) -> String {
        self.end(what);
        self.blank();
        if let Some(ending) = self.endings.last() {
            write_ending(ending, &mut self.chain, &mut self.buffer);
        }
        self.latest_lines()
    }

    /// A child game begins here.
    fn take_branch(&mut self, branch: Branch) {
        if branch.dice.is_some() {
            self.vault.leave();
            self.dice.clone_from(&branch.dice);
        }
        self.branches.push(branch);
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

    /// What is wrong with a child game that would begin here, if anything: its names, its times, where it begins.
    fn check_child(&self, branch: &Branch) -> Result<(), HostError> {
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

    /// The log up to a record, if it is known from the beginning.
    fn source(&self, to: u64) -> Result<Source<'_, R>, HostError> {
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
        Ok(Source { game: &self.game, to, name, founders, players: seated(branches, founders), branches, closed })
    }

    /// Writes the latest record up to its id to the buffer.
    fn write_record_only(&mut self) {
        self.blank();
        let Seated { game, chain, stamp, events, at, buffer, .. } = self;
        let Some(record) = game.log().last() else { return };
        *at = record.at;
        *events += record.events.len() as u64;
        write_body(game.rules(), &record, game.digest(), stamp, chain.head(), buffer);
    }
}

/// Who acts: the seat with a name; left out, whose the action is by the rules, or the only seat of a game that has one.
pub(crate) fn whose<R: Playable>(rules: &R, state: &R::State, seat: Option<&str>, action: &R::Action) -> Result<Seat, HostError> {
    match seat {
        None => rules.speaker(state, action).map_or_else(|| card::<R>().seat(None), Ok),
        named => card::<R>().seat(named),
    }
}

fn seat_of<R: Playable>(name: &str) -> Result<Seat, HostError> {
    match R::SEATS.iter().position(|seat| *seat == name) {
        Some(index) => Ok(Seat(index as u8)),
        None => card::<R>().seat(Some(name)).map_err(|error| under(error, "/seat")),
    }
}

fn dice_of(dice: &str) -> Result<Vec<u32>, HostError> {
    if dice.is_empty() { Ok(Vec::new()) } else { json::read(dice, "BAD_DICE").map_err(|error| under(error, "/dice")) }
}

pub(crate) fn under(mut error: HostError, path: &str) -> HostError {
    let below = error.place.path.take().unwrap_or_default();
    error.place.column = None;
    error.fault = crate::Fault::No;
    error.at_path(format!("{path}{below}"))
}

#[cold]
fn sealed() -> HostError {
    HostError::no("SEALED", "the dice of this game are sealed: only whoever keeps its secret can judge an action")
        .help("`referee branch` makes a game of your own from any of its records")
}

fn overruled(expected: &str, found: &str) -> HostError {
    HostError::no("OVERRULED", "the rules, asked again, judge the other way").because(expected, found)
}

/// Who plays, after some branches.
fn seated<'a>(branches: &'a [Branch], founders: &'a Players) -> &'a Players {
    let changed = branches.iter().rev().map(|branch| &branch.players).find(|players| !players.is_empty());
    changed.unwrap_or(founders)
}

fn players_of<R: Playable>(text: &str) -> Result<Players, HostError> {
    if text.is_empty() {
        return Ok(Players::NONE);
    }
    Players::read(&card::<R>(), text).map_err(|error| under(error, "/players"))
}

/// A branch as a line says it.
fn branch_of<R: Playable>(after: u64, fork: &Fork<'_>) -> Result<Branch, HostError> {
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

fn check_name(name: &str) -> Result<(), HostError> {
    let is_fit = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    if (1..=64).contains(&name.len()) && name.chars().all(is_fit) && name.trim() == name {
        return Ok(());
    }
    Err(HostError::bad("BAD_NAME", "a game is named by 1 to 64 letters, digits, spaces (none at its ends), `-`, `_`, `.`"))
}

/// What is written must be readable again: no line may be longer than a reader accepts.
fn check_lines(lines: &[u8]) -> Result<(), HostError> {
    if lines.len() as u64 <= LINE_MAX {
        return Ok(()); // whatever lines there are: no need to find their ends
    }
    match lines.split(|byte| *byte == b'\n').map(<[u8]>::len).max() {
        Some(longest) if longest as u64 > LINE_MAX => {
            let error = HostError::no("LINE_TOO_LONG", "the record would be too long a line");
            Err(error.because(format!("at most {LINE_MAX} bytes"), format!("{longest} bytes")))
        }
        _ => Ok(()),
    }
}

fn revealed() -> HostError {
    HostError::no("REVEALED", "the secret of the dice has been told: nothing but a branch can follow")
}

fn full() -> HostError {
    HostError::no("LOG_FULL", "the log has as many records as a log may have")
        .because(format!("at most {RECORDS_MAX}"), "one more")
}

/// The latest time that every reader of JSON keeps exactly.
const AT_MAX: Millis = (1 << 53) - 1;

pub(crate) fn check_time(at: Millis) -> Result<(), HostError> {
    if at <= AT_MAX {
        return Ok(());
    }
    Err(HostError::bad("BAD_TIME", "time is a whole number that every reader keeps exactly")
        .because(format!("at most {AT_MAX}"), at.to_string()))
}

/// Time goes on: what is declared is not before what was.
pub(crate) fn backwards(at: Millis, clock: Millis) -> HostError {
    HostError::no("ClockRanBackwards", format!("it is {clock} already, and cannot be {at}"))
}

/// Whether a child game has anything to go on with.
pub fn check_goes_on(table: &dyn Table) -> Result<(), HostError> {
    if table.over(table.at().max(table.clock())) {
        let error = HostError::bad("GAME_IS_OVER", "the game was over there: nobody could play on");
        return Err(error.help("choose an earlier moment"));
    }
    Ok(())
}

fn foreign_dice() -> HostError {
    HostError::no("FOREIGN_DICE", "a log with native chance may not bring its own dice").at_path("/dice")
}

/// The dice handed in, or the rules' own.
pub(crate) fn chance_of<'a>(dice: &'a mut Option<&mut Scripted>, fair: &'a mut Fair) -> &'a mut dyn Chance {
    match dice {
        Some(dice) => *dice,
        None => fair,
    }
}

/// A refusal of the rules as an error of the host.
pub(crate) fn refusal<J: Rejection>(why: &Refused<J>) -> HostError {
    let text = why.to_string();
    let code = why.code();
    HostError::no(code, text.strip_prefix(&format!("[{code}] ")).unwrap_or(&text))
}

fn replay_error(error: &ReplayError) -> HostError {
    let code = match error {
        ReplayError::Gap { .. } => "GAP",
        ReplayError::Diverged { .. } => "DIVERGED",
        ReplayError::Overruled { .. } => "OVERRULED",
        _ => "UNSOUND",
    };
    HostError::no(code, error.to_string())
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

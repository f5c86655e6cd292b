//! All that is done with a game behind text, as a [`Table`].

use super::Seated;
use super::child::seated;
use super::judged::{sealed, whose};
use super::written::check_lines;
use super::wrong::{check_name, check_time, refusal, replay_error};
use crate::ending::What;
use crate::hosted::card;
use crate::parley::Said;
use crate::write::{text, write_all};
use crate::{
    Branch, Card, Choice, Dice, Explained, HostError, Id, Line, Moment, Parley, Playable, Players, Preview, Secret, Since, Table,
    Thought, Verdict, Word,
};
use crate::{bot, json};
use referee::{Ask, Cause, Cue, Digest, Millis, Refused, Scene, Scripted, Seat, Stream};
use std::borrow::Cow;

impl<R: Playable> Table for Seated<R> {
    fn card(&self) -> Card {
        Card { bots: bot::names(self.hooks.bots), setups: self.hooks.setups, ..card::<R>() }
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
        self.take_secret(secret)
    }

    fn reveal(&mut self) -> Result<String, HostError> {
        self.tell_secret()
    }

    fn close(&mut self, why: &str) -> Result<String, HostError> {
        self.check_written().and_then(|()| self.check_closing(why))?;
        Ok(self.write_end(What::Closed(why.to_owned())))
    }

    fn closed(&self) -> Option<&str> {
        let here = self.endings.iter().rev().take_while(|ending| ending.branches == self.branches.len());
        here.filter(|ending| ending.after == self.seq()).find_map(|ending| match &ending.what {
            What::Closed(why) => Some(&**why),
            What::Told(_) | What::Said(_) => None,
        })
    }

    fn say(&mut self, seat: Seat, at: Millis, word: Word) -> Result<String, HostError> {
        self.spoken(Said { word, seat, at })
    }

    fn parley(&self) -> Parley {
        self.parley_now()
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
        self.judged_in_world(seat, at, action)
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
        self.follow_line(line)
    }

    fn redo(&mut self, line: &str) -> Result<(), HostError> {
        self.redo_text(line)
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

    fn shed(&mut self) {
        self.game.shed();
    }

    fn rewound(&mut self, seq: u64) -> Result<Box<dyn Table>, HostError> {
        self.earlier(seq)
    }

    fn fork(&mut self, branch: Branch) -> Result<String, HostError> {
        self.begin_child(branch)
    }

    fn text(&self) -> Result<String, HostError> {
        let mut lines = Vec::new();
        write_all(&self.game, &self.stamp, &self.branches, &self.endings, &mut lines)?;
        String::from_utf8(lines).map_err(|_| HostError::bad("NOT_UTF8", "the log is not UTF-8 text"))
    }

    fn export(&self, format: &str, to: u64) -> Result<String, HostError> {
        self.exported(format, to)
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
        self.is_ended() || self.game.rules().over(self.game.state(), at)
    }

    fn due(&self) -> Option<(Millis, Seat, String)> {
        let due = self.game.rules().due(self.game.state()).filter(|_| !self.is_ended());
        due.map(|(at, seat, action)| (at, seat, text(&action)))
    }

    fn score(&self, seat: Seat) -> i64 {
        self.game.rules().score(self.game.state(), seat)
    }

    fn won(&self, seat: Seat) -> Option<bool> {
        self.game.rules().won(self.game.state(), seat)
    }

    fn total(&self, seat: Seat) -> u32 {
        self.hooks.totals.map_or(0, |totals| totals(self.game.rules(), self.game.state(), seat))
    }

    fn moments(&self) -> Result<Vec<Moment>, HostError> {
        self.moments_so_far()
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
        self.with_outcome(rules.scene(&rules.view(self.game.state(), eye)))
    }

    fn scene_at(&self, seq: u64, eye: Option<Seat>) -> Result<Scene, HostError> {
        let rules = self.game.rules();
        let state = self.game.at(seq).map_err(|error| replay_error(&error))?;
        let scene = rules.scene(&rules.view(&state, eye));
        Ok(if seq == self.seq() { self.with_outcome(scene) } else { scene })
    }

    fn view_at(&self, seq: u64, eye: Option<Seat>) -> Result<String, HostError> {
        let state = self.game.at(seq).map_err(|error| replay_error(&error))?;
        Ok(text(&self.game.rules().view(&state, eye)))
    }

    fn tell(&self, seq: u64, eye: Option<Seat>) -> Vec<String> {
        self.game.rules().tale(&|| self.seen_before(seq, eye), &self.events_seen(seq, eye))
    }

    fn seen(&self, seq: u64, eye: Option<Seat>) -> Cow<'_, str> {
        self.written(seq, eye).map_or_else(|| text(&self.events_seen(seq, eye)).into(), Cow::Borrowed)
    }

    fn cues(&self, seq: u64, eye: Option<Seat>) -> Vec<Cue> {
        self.game.rules().film(&|| self.seen_before(seq, eye), &self.events_seen(seq, eye))
    }

    fn why(&self, seq: u64) -> Result<Explained, HostError> {
        self.explained(seq)
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

//! What players here say about the match: they resign, offer a draw, accept or decline one. Each word is confirmed before it counts.

use super::app::{App, Mode};
use super::players::Player;
use super::session::Outcome;
use ratatui::crossterm::event::KeyCode;
use referee::Seat;
use referee_host::{DrawOffer, Word};

impl App<'_> {
    /// Asks whether the seat to move, or the only one here, resigns.
    pub(crate) fn resign(&mut self) {
        if let Some(seat) = self.speaker(|_| true) {
            self.mode = Mode::Confirm(seat, Word::Resign);
        }
    }

    /// Asks whether a seat here offers a draw, or agrees to the one that is offered.
    pub(crate) fn draw(&mut self) {
        let table = self.session.table();
        let seats = table.card().seats;
        let Some(offer) = table.parley().offer else {
            return if let Some(seat) = self.speaker(|_| true) {
                self.mode = Mode::Confirm(seat, Word::Offer)
            };
        };
        let answers = |seat: Seat| !agrees(&offer, seats.get(seat.index()).copied().unwrap_or_default());
        match self.speaker(answers) {
            Some(seat) => self.mode = Mode::Confirm(seat, Word::Accept),
            None if self.message.is_none() => self.note("the others answer the draw that is offered"),
            None => {}
        }
    }

    /// The seat here that speaks: the one to move, or else the first of those that may. Says why nobody can, if so.
    fn speaker(&mut self, may: impl Fn(Seat) -> bool) -> Option<Seat> {
        let optional = self.players.optional();
        let may_speak = |(seat, player): &(_, Player)| !matches!(player, Player::Bot(_)) && Some(*seat) != optional;
        let people = self.players.all().filter(may_speak).count();
        if self.moment.over {
            self.note("the match is over");
            return None;
        }
        if people < 2 {
            self.note("this game has one human seat: nobody can resign or agree to a draw in it");
            return None;
        }
        let here = |seat: &Seat| self.players.is_here(*seat) && Some(*seat) != optional && may(*seat);
        let mover = self.moment.seat.filter(here);
        mover.or_else(|| self.players.all().map(|(seat, _)| seat).find(here))
    }

    /// A key while a word is to be confirmed: `y` says it, `n` declines a draw that is offered, all others leave it unsaid.
    pub(crate) fn confirm(&mut self, seat: Seat, word: Word, code: KeyCode) {
        self.mode = Mode::Play;
        match (code, word) {
            (KeyCode::Char('y' | 'Y'), _) => self.say(seat, word),
            (KeyCode::Char('n' | 'N'), Word::Accept) => self.say(seat, Word::Decline),
            _ => self.note("nothing was said"),
        }
    }

    fn say(&mut self, seat: Seat, word: Word) {
        let outcome = self.session.say(seat, self.now, word);
        self.arrive();
        match outcome {
            Ok(Outcome::Happened) => self.message = None,
            Ok(Outcome::Refused(errors)) => self.alarm(errors.join("  ")),
            Err(error) => self.alarm(error.to_string()),
        }
    }

    /// What is asked before a word counts.
    pub(crate) fn question(&self, seat: Seat, word: Word) -> String {
        let who = self.session.table().told_seat(seat);
        match word {
            Word::Resign => format!("Does {who} resign and lose the match? y: yes, any other key: no"),
            Word::Offer => format!("Does {who} offer a draw? y: yes, any other key: no"),
            _ => format!("Does {who} agree to the draw? y: yes, n: declines, any other key: not now"),
        }
    }
}

fn agrees(offer: &DrawOffer, seat: &str) -> bool {
    offer.by == seat || offer.agreed.contains(&seat)
}

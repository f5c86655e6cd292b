//! Bots in their seats: they think beside the screen, act after a pause, and can be put in, taken out and halted.

use super::app::App;
use super::players::Player;
use super::thinking::{PAUSES, Thinking};
use referee::Seat;
use referee_host::HostError;

impl App<'_> {
    /// Whether bots may act: not while someone looks at the past.
    pub(crate) fn is_running(&self) -> bool {
        !self.paused && self.past.is_none() && !self.moment.over
    }

    /// Lets the bot that is to move think, and act when it has thought.
    pub(super) fn bots(&mut self) {
        let mover = self.moment.waiting.iter().find_map(|&seat| self.players.bot(seat).map(|bot| (seat, bot)));
        let Some((seat, bot)) = mover else {
            self.thinking = None;
            return;
        };
        let head = self.session.table().head();
        match self.thinking.take_if(|thinking| !thinking.is_about(&head, seat, bot) || thinking.is_ready(self.now)) {
            Some(thinking) if thinking.is_about(&head, seat, bot) => self.bot_acts(thinking),
            _ if self.thinking.is_none() => self.bot_begins(seat, bot),
            _ => {}
        }
    }

    /// Puts the next bot, or a person, into the seat that is to move.
    pub(crate) fn cycle_bot(&mut self) {
        let waiting = || self.moment.waiting.first().copied();
        let Some(seat) = self.moment.seat.or_else(waiting).filter(|_| self.past.is_none()) else {
            return self.note("nobody is to move now");
        };
        let player = self.players.cycle(seat);
        let name = self.session.table().told_seat(seat);
        self.arrive();
        self.note(match player {
            Player::Bot(bot) => format!("{name} is played by the bot {bot}"),
            _ => format!("{name} is played here"),
        });
    }

    /// Where several seats may act here: the next one does.
    pub(crate) fn cycle_seat(&mut self) {
        let here: Vec<Seat> = self.moment.waiting.iter().copied().filter(|&seat| self.players.is_here(seat)).collect();
        let next = here.iter().position(|&seat| Some(seat) == self.moment.seat).map_or(0, |index| index + 1);
        self.preferred = here.get(next % here.len().max(1)).copied();
        self.look();
    }

    /// Stops the bots, or lets them go on.
    pub(crate) fn toggle_pause(&mut self) {
        if self.players.has_bots() {
            self.paused = !self.paused;
            self.note(if self.paused { "the bots wait: space lets them go on" } else { "the bots go on" });
        }
    }

    /// Lets the bots play twice as fast, or half as fast.
    pub(crate) fn hurry(&mut self, faster: bool) {
        let [least, most] = PAUSES;
        self.pause = (if faster { self.pause / 2 } else { self.pause * 2 }).clamp(least, most);
        self.thinking = None;
        self.note(format!("the bots wait {} ms before they act", self.pause.as_millis()));
    }

    fn bot_begins(&mut self, seat: Seat, bot: &'static str) {
        self.luck = self.luck.next();
        let at = self.session.at(self.now);
        match self.session.copy() {
            Ok(table) => self.thinking = Some(Thinking::begin(table, seat, bot, at, self.luck, self.now + self.pause)),
            Err(error) => self.halt(&error),
        }
    }

    fn bot_acts(&mut self, thinking: Thinking) {
        let seat = thinking.seat;
        match thinking.answer() {
            Ok(Some(action)) => {
                let before = self.session.table().head();
                self.act(seat, &action);
                // A bot whose action was refused would try again for ever.
                self.paused |= self.session.table().head() == before;
            }
            Ok(None) => self.paused = true,
            Err(error) => self.halt(&error),
        }
    }

    fn halt(&mut self, error: &HostError) {
        self.paused = true;
        self.alarm(error.to_string());
    }
}

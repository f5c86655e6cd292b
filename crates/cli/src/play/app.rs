//! The state of the screen. How it changes is told in `choosing`, `travelling` and `bots`.

use super::layout::Areas;
use super::moment::Moment;
use super::palette::Palette;
use super::players::Players;
use super::session::{Outcome, Session};
use super::thinking::Thinking;
use referee::{Seat, Spot, Stream};
use std::collections::BTreeSet;
use std::time::Duration;

/// What the keys go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Focus {
    /// The board.
    Board,
    /// The list of choices.
    List,
}

/// What is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Nothing: keys are commands.
    Play,
    /// Words that filter the list.
    Filter,
    /// An action as JSON.
    Declare(String),
    /// Nothing: the help is open.
    Help,
}

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// By the way.
    Note,
    /// Refused, or failed.
    Alarm,
}

/// The state of the screen.
pub(crate) struct App<'a> {
    pub(crate) session: Session<'a>,
    pub(crate) players: Players,
    pub(crate) palette: Palette,
    /// What the screen shows.
    pub(crate) moment: Moment,
    /// The record looked at, if it is not the latest.
    pub(crate) past: Option<u64>,
    pub(crate) focus: Focus,
    pub(crate) mode: Mode,
    pub(crate) cursor: Spot,
    /// Every place the board has had: what is left of a board stays where it was.
    pub(crate) known: BTreeSet<Spot>,
    /// The places picked so far: the list is narrowed down to choices that point at all of them.
    pub(crate) picks: Vec<Spot>,
    /// The words the list is narrowed down to.
    pub(crate) filter: String,
    /// The choices that are left, as indexes.
    pub(crate) shown: Vec<usize>,
    /// The one looked at, as an index into what is left.
    pub(crate) selected: usize,
    pub(super) digits: String,
    /// The action written by hand that was refused, to be written better.
    pub(super) draft: Option<String>,
    /// How many records the log panel is scrolled back.
    pub(crate) scrolled: u64,
    pub(crate) message: Option<(Tone, String)>,
    pub(crate) paused: bool,
    pub(crate) thinking: Option<Thinking>,
    pub(crate) quit: bool,
    /// Where everything was drawn, for the mouse.
    pub(crate) areas: Areas,
    pub(super) preferred: Option<Seat>,
    pub(super) luck: Stream,
    pub(super) now: Duration,
}

impl<'a> App<'a> {
    /// A screen for a game.
    pub(crate) fn new(session: Session<'a>, players: Players, palette: Palette, luck: u64) -> App<'a> {
        let mut app = App {
            session,
            players,
            palette,
            moment: Moment::default(),
            past: None,
            focus: Focus::Board,
            mode: Mode::Play,
            cursor: Spot::default(),
            known: BTreeSet::new(),
            picks: Vec::new(),
            filter: String::new(),
            shown: Vec::new(),
            selected: 0,
            digits: String::new(),
            draft: None,
            scrolled: 0,
            message: None,
            paused: false,
            thinking: None,
            quit: false,
            areas: Areas::default(),
            preferred: None,
            luck: Stream::new(luck),
            now: Duration::ZERO,
        };
        if let Ok(beginning) = Moment::past(&app.session, None, 0) {
            app.known = beginning.spots;
        }
        app.arrive();
        app
    }

    /// Has an action judged for a seat.
    pub(crate) fn act(&mut self, seat: Seat, action: &str) {
        let before = self.session.table().head();
        let outcome = self.session.act(seat, self.now, action);
        if self.session.table().head() != before {
            self.arrive();
        }
        match outcome {
            Ok(Outcome::Happened) => self.message = None,
            Ok(Outcome::Refused(errors)) => self.alarm(errors.join("  ")),
            Err(error) => self.alarm(error.to_string()),
        }
    }

    /// Says something by the way.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.message = Some((Tone::Note, text.into()));
    }

    /// Says that something was refused or failed.
    pub(crate) fn alarm(&mut self, text: impl Into<String>) {
        self.message = Some((Tone::Alarm, text.into()));
    }

    /// Lets time pass: bots think and act, others may have written to the log.
    pub(crate) fn tick(&mut self, now: Duration) {
        let clock = self.session.table().card().clock && now.as_secs() != self.now.as_secs();
        self.now = now;
        // A line may be half written just now: then the next look finds it whole.
        if self.session.refresh(now).unwrap_or(false) {
            self.note("someone else wrote to the log");
            self.arrive();
        } else if clock && self.past.is_none() {
            self.look_at_clock();
        }
        if self.is_running() {
            self.bots();
        }
    }

    /// Where time matters, it alone may change what can be done; what was chosen so far stays chosen.
    fn look_at_clock(&mut self) {
        let fresh = Moment::present(&self.session, &self.players, self.preferred, self.session.at(self.now));
        let same = fresh.choices == self.moment.choices && fresh.waiting == self.moment.waiting;
        self.moment = fresh;
        if !same {
            let (picks, filter, selected) = (self.picks.clone(), self.filter.clone(), self.selected);
            self.narrow(picks, filter);
            self.select(selected);
        }
    }

    /// The game is at another record: shows the present, with nothing chosen yet.
    pub(super) fn arrive(&mut self) {
        self.past = None;
        self.scrolled = 0;
        self.thinking = None;
        self.draft = None;
        self.look();
    }

    /// Computes what there is to see and to do.
    pub(super) fn look(&mut self) {
        let at = self.session.at(self.now);
        self.moment = match self.past.map(|seq| Moment::past(&self.session, self.moment.eye, seq)) {
            Some(Ok(past)) => past,
            Some(Err(error)) => {
                self.past = None;
                self.alarm(error.to_string());
                Moment::present(&self.session, &self.players, self.preferred, at)
            }
            None => Moment::present(&self.session, &self.players, self.preferred, at),
        };
        self.known.extend(&self.moment.spots);
        self.narrow(Vec::new(), String::new());
        self.settle();
    }

    /// Keeps cursor and focus on what is there.
    fn settle(&mut self) {
        if self.moment.spots.is_empty() {
            self.focus = Focus::List;
        } else if !self.moment.spots.contains(&self.cursor) {
            let (x, y) = (i32::from(self.cursor.x), i32::from(self.cursor.y));
            let distance = |spot: &&Spot| (i32::from(spot.y) - y).abs() * 2 + (i32::from(spot.x) - x).abs();
            self.cursor = self.moment.spots.iter().min_by_key(distance).copied().unwrap_or_default();
        }
    }
}

//! The state of the screen. How it changes is told in `choosing`, `travelling` and `bots`.

use super::layout::Areas;
use super::lesson::Course;
use super::moment::Moment;
use super::palette::Palette;
use super::players::Players;
use super::preview::Previews;
use super::session::{Outcome, Session};
use super::thinking::{PAUSE, Thinking};
use referee::{Seat, Spot, Stream};
use referee_host::Word;
use std::collections::BTreeSet;
use std::time::Duration;

/// The list has room for so many rows from the beginning, and keeps room for so many at most.
const ROOMY_MIN: usize = 3;
const ROOMY_MAX: usize = 12;

/// So many places are looked at to find one amid them.
const AMID_MAX: usize = 256;

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
    /// Nothing: the cursor looks around on a map.
    Look,
    /// Nothing: a seat is about to say something about the match, and is asked whether it means it.
    Confirm(Seat, Word),
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
    /// The lesson that is played, if one is.
    pub(crate) course: Option<Course>,
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
    /// The words of the actions that are done on the board, if only one kind is.
    pub(crate) kind: Option<String>,
    /// The key of the game that the list is narrowed down to.
    pub(crate) key: Option<char>,
    /// The place in the upper left corner of the window onto a map.
    pub(crate) corner: (i32, i32),
    /// The choices that are left, as indexes.
    pub(crate) shown: Vec<usize>,
    /// The rows of the list: the choices that are left, those of a kind together.
    pub(crate) rows: Vec<Vec<usize>>,
    /// The list has had so many rows, and keeps room for them: nothing on the screen jumps when there is less to do.
    pub(crate) roomy: usize,
    /// The row looked at.
    pub(crate) selected: usize,
    /// Whether the keys went to the list only because nothing points at the board.
    lent: bool,
    /// Whether nothing was touched since the latest record: what happened is shown before what might.
    pub(crate) fresh: bool,
    /// What the choices would do.
    pub(crate) previews: Previews,
    pub(super) digits: String,
    /// The action written by hand that was refused, to be written better.
    pub(super) draft: Option<String>,
    /// How many records the log panel is scrolled back.
    pub(crate) scrolled: u64,
    pub(crate) message: Option<(Tone, String)>,
    pub(crate) paused: bool,
    /// How long a bot waits before it acts.
    pub(crate) pause: Duration,
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
            course: None,
            palette,
            moment: Moment::default(),
            past: None,
            focus: Focus::Board,
            mode: Mode::Play,
            cursor: Spot::default(),
            known: BTreeSet::new(),
            picks: Vec::new(),
            filter: String::new(),
            kind: None,
            key: None,
            corner: (i32::MIN / 2, i32::MIN / 2),
            shown: Vec::new(),
            rows: Vec::new(),
            roomy: ROOMY_MIN,
            selected: 0,
            lent: false,
            fresh: true,
            previews: Previews::default(),
            digits: String::new(),
            draft: None,
            scrolled: 0,
            message: None,
            paused: false,
            pause: PAUSE,
            thinking: None,
            quit: false,
            areas: Areas::default(),
            preferred: None,
            luck: Stream::new(luck),
            now: Duration::ZERO,
        };
        app.set_out();
        app
    }

    /// Plays a lesson: here, or in the place of what was played before.
    pub(crate) fn enter(&mut self, session: Session<'a>, course: Course) {
        self.session = session;
        self.course = Some(course);
        self.message = None;
        self.set_out();
    }

    fn set_out(&mut self) {
        self.known = Moment::past(&self.session, None, 0).map_or_else(|_| BTreeSet::new(), |beginning| beginning.spots);
        self.kind = None;
        self.arrive();
        self.approach();
    }

    /// Puts the cursor amid the places that can be chosen, if it is at none of them.
    fn approach(&mut self) {
        let targets = self.targets();
        if targets.contains(&self.cursor) {
            return;
        }
        let apart =
            |one: &Spot, two: &Spot| (i64::from(one.x) - i64::from(two.x)).abs() + (i64::from(one.y) - i64::from(two.y)).abs();
        let amid = |spot: &&Spot| targets.iter().take(AMID_MAX).map(|other| apart(spot, other)).sum::<i64>();
        self.cursor = targets.iter().take(AMID_MAX).min_by_key(amid).copied().unwrap_or(self.cursor);
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
        self.foresee();
    }

    /// Where time matters, it alone may change what can be done; what was chosen so far stays chosen.
    fn look_at_clock(&mut self) {
        let fresh = Moment::present(&self.session, &self.players, self.preferred, self.session.at(self.now));
        let same = fresh.choices == self.moment.choices && fresh.waiting == self.moment.waiting;
        self.moment = fresh;
        if !same {
            self.previews.forget();
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
        self.fresh = true;
        self.come_back();
        self.look();
        self.check_lesson();
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
        match self.is_map() {
            true => self.known.clear(), // one level lies over another
            false => self.known.extend(&self.moment.spots),
        }
        self.previews.forget();
        let choices = &self.moment.choices;
        self.kind.take_if(|kind| !choices.iter().any(|choice| choice.aim.label == *kind && !choice.aim.spots.is_empty()));
        self.narrow(Vec::new(), String::new());
        self.roomy = self.roomy.max(self.rows.len().min(ROOMY_MAX));
        self.settle();
    }

    /// Keeps cursor and focus on what is there.
    fn settle(&mut self) {
        let choices = &self.moment.choices;
        let aimless = !self.is_map() && !choices.is_empty() && choices.iter().all(|choice| choice.aim.spots.is_empty());
        if aimless != self.lent && (self.lent || self.focus == Focus::Board) {
            self.focus = if aimless { Focus::List } else { Focus::Board };
            self.lent = aimless;
        }
        if self.moment.spots.is_empty() {
            self.focus = Focus::List;
        } else if !self.moment.spots.contains(&self.cursor) {
            let (x, y) = (i32::from(self.cursor.x), i32::from(self.cursor.y));
            let distance = |spot: &&Spot| (i32::from(spot.y) - y).abs() * 2 + (i32::from(spot.x) - x).abs();
            self.cursor = self.moment.spots.iter().min_by_key(distance).copied().unwrap_or_default();
        }
    }
}

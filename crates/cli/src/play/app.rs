//! The state of the screen and how it changes: where the eye is in time and space, what is chosen, what the bots do.

use super::grid::{Way, step};
use super::layout::Areas;
use super::moment::Moment;
use super::palette::Palette;
use super::players::{Player, Players};
use super::session::{Outcome, Session};
use super::thinking::Thinking;
use referee::{Seat, Spot, Stream};
use referee_host::{Choice, HostError};
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
    digits: String,
    /// The action written by hand that was refused, to be written better.
    draft: Option<String>,
    /// How many records the log panel is scrolled back.
    pub(crate) scrolled: u64,
    pub(crate) message: Option<(Tone, String)>,
    pub(crate) paused: bool,
    pub(crate) thinking: Option<Thinking>,
    pub(crate) quit: bool,
    /// Where everything was drawn, for the mouse.
    pub(crate) areas: Areas,
    preferred: Option<Seat>,
    luck: Stream,
    now: Duration,
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

    /// The choice that is looked at.
    pub(crate) fn choice(&self) -> Option<&Choice> {
        self.shown.get(self.selected).and_then(|&index| self.moment.choices.get(index))
    }

    /// The places the choices that are left point at.
    pub(crate) fn targets(&self) -> BTreeSet<Spot> {
        let left = self.shown.iter().filter_map(|&index| self.moment.choices.get(index));
        left.flat_map(|choice| choice.aim.spots.iter().copied()).filter(|spot| !self.picks.contains(spot)).collect()
    }

    /// Whether bots may act: not while someone looks at the past.
    pub(crate) fn is_running(&self) -> bool {
        !self.paused && self.past.is_none() && !self.moment.over
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

    fn bots(&mut self) {
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

    fn bot_begins(&mut self, seat: Seat, bot: &'static str) {
        self.luck = self.luck.next();
        let at = self.session.at(self.now);
        match self.session.copy() {
            Ok(table) => self.thinking = Some(Thinking::begin(table, seat, bot, at, self.luck, self.now)),
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

    /// Does the choice that is looked at.
    pub(crate) fn take(&mut self) {
        match (self.moment.seat, self.choice().map(|choice| choice.action.clone())) {
            (Some(seat), Some(action)) => self.act(seat, &action),
            _ => self.note(self.why_idle()),
        }
    }

    fn why_idle(&self) -> &'static str {
        match () {
            () if self.moment.over => "the game is over: u takes a move back, [ and ] look at the past",
            () if self.moment.seat.is_none() => "it is not your turn",
            () => "there is nothing left to choose: Esc shows all choices again",
        }
    }

    /// What to write an action by hand from: the one that was refused just now, or the choice that is looked at.
    pub(crate) fn draft(&mut self) -> String {
        let choice = self.choice().map_or_else(String::new, |choice| choice.action.clone());
        self.draft.take().unwrap_or(choice)
    }

    /// Declares an action written by hand.
    pub(crate) fn declare(&mut self, action: &str) {
        let here = self.players.all().find(|(_, _, player)| *player == Player::Here).map(|(seat, ..)| seat);
        match self.moment.seat.or(here) {
            Some(seat) => {
                self.act(seat, action);
                let refused = matches!(self.message, Some((Tone::Alarm, _)));
                self.draft = refused.then(|| action.to_owned());
            }
            None => self.note("nobody plays here: B takes the seat back from its bot"),
        }
    }

    /// Chooses a place: does the only action that points there, or narrows the list down to those that do.
    pub(crate) fn pick(&mut self, spot: Spot) {
        self.cursor = spot;
        let mut picks = self.picks.clone();
        if !picks.contains(&spot) {
            picks.push(spot);
        }
        let found = self.pointing_at(&picks);
        let (picks, found) = if found.is_empty() { (vec![spot], self.pointing_at(&[spot])) } else { (picks, found) };
        match found[..] {
            [] => self.note(if self.moment.seat.is_some() { "nothing can be done there" } else { self.why_idle() }),
            [only] => {
                self.narrow(Vec::new(), String::new());
                self.selected = self.shown.iter().position(|&index| index == only).unwrap_or(0);
                self.take();
            }
            _ => {
                self.focus = if self.can_tell_apart(&found) { Focus::Board } else { Focus::List };
                self.narrow(picks, String::new());
                self.note("several actions point there: choose one in the list, or another place of it");
            }
        }
    }

    fn pointing_at(&self, picks: &[Spot]) -> Vec<usize> {
        let points = |choice: &Choice| picks.iter().all(|pick| choice.aim.spots.contains(pick));
        (0..self.moment.choices.len()).filter(|&index| points(&self.moment.choices[index])).collect()
    }

    /// Whether no two of these choices point at the same places, so that the board alone can decide.
    fn can_tell_apart(&self, indexes: &[usize]) -> bool {
        let places: BTreeSet<&[Spot]> = indexes.iter().map(|&index| &self.moment.choices[index].aim.spots[..]).collect();
        places.len() == indexes.len()
    }

    /// Narrows the list down to choices that point at all of these places and are called something like this.
    pub(crate) fn narrow(&mut self, picks: Vec<Spot>, filter: String) {
        let words = filter.trim().to_lowercase();
        let fits = |&index: &usize| self.moment.choices[index].aim.label.to_lowercase().contains(&words);
        self.shown = self.pointing_at(&picks).into_iter().filter(fits).collect();
        (self.picks, self.filter) = (picks, filter);
        self.select(0);
    }

    /// Looks at a choice, and on the board at the place it points at.
    pub(crate) fn select(&mut self, index: usize) {
        self.selected = index.min(self.shown.len().saturating_sub(1));
        if self.focus == Focus::List {
            self.follow_choice();
        }
    }

    fn follow_choice(&mut self) {
        if let Some(&spot) = self.choice().and_then(|choice| choice.aim.spots.last()) {
            self.cursor = spot;
        }
    }

    /// Looks at a choice further down, or up.
    pub(crate) fn select_by(&mut self, steps: isize) {
        self.select(self.selected.saturating_add_signed(steps));
    }

    /// Looks at the choice whose number is being typed.
    pub(crate) fn digit(&mut self, digit: char) {
        self.digits.push(digit);
        let number = self.digits.parse::<usize>().ok().filter(|&number| (1..=self.shown.len()).contains(&number));
        let number = number.or_else(|| {
            self.digits = digit.to_string();
            self.digits.parse().ok().filter(|&number| (1..=self.shown.len()).contains(&number))
        });
        self.focus = Focus::List;
        match number {
            Some(number) => self.select(number - 1),
            None => self.digits.clear(),
        }
    }

    /// The number that is being typed is done.
    pub(crate) fn end_digits(&mut self) {
        self.digits.clear();
    }

    /// Moves the cursor over the board.
    pub(crate) fn go(&mut self, way: Way) {
        self.cursor = step(self.moment.shape(), &self.moment.spots, self.cursor, way);
    }

    /// Gives the keys to the other part of the screen.
    pub(crate) fn switch_focus(&mut self) {
        self.focus = match self.focus {
            Focus::List if !self.moment.spots.is_empty() => Focus::Board,
            _ => Focus::List,
        };
        self.select(self.selected);
    }

    /// Goes to a record; to the present if it is the latest.
    pub(crate) fn travel(&mut self, seq: u64) {
        let latest = self.session.table().seq();
        self.past = Some(seq.min(latest)).filter(|&seq| seq < latest);
        self.scrolled = 0;
        if self.past != Some(self.moment.seq) {
            self.look();
        }
    }

    /// Goes some records on, or back.
    pub(crate) fn travel_by(&mut self, steps: i64) {
        let here = self.past.unwrap_or_else(|| self.session.table().seq());
        self.travel(here.saturating_add_signed(steps));
    }

    /// Plays on from the record looked at, as a branch in a new file.
    pub(crate) fn branch_here(&mut self) {
        if let Some(seq) = self.past {
            self.branch(seq, "playing on from the past");
        }
    }

    /// Takes the latest action of someone here back: goes on from before it, as a branch in a new file.
    pub(crate) fn undo(&mut self) {
        if self.past.is_some() {
            return self.note("this is the past already: b plays on from here, Esc returns to the present");
        }
        let table = self.session.table();
        let own =
            |seq: &u64| table.cause(*seq).is_some_and(|(seat, ..)| self.players.is_here(seat) || self.players.is_demonstration());
        match (1..=table.seq()).rev().find(own) {
            Some(seq) => self.branch(seq - 1, "taken back"),
            None => self.note("there is nothing of yours to take back"),
        }
    }

    fn branch(&mut self, seq: u64, what: &str) {
        match self.session.branch(seq, self.now) {
            Ok(()) => {
                self.arrive();
                self.note(format!("{what}: the new line of play is kept in {}", self.session.file_name()));
            }
            Err(error) => self.alarm(error.to_string()),
        }
    }

    /// Puts the next bot, or a person, into the seat that is to move.
    pub(crate) fn cycle_bot(&mut self) {
        let waiting = || self.moment.waiting.first().copied();
        let Some(seat) = self.moment.seat.or_else(waiting).filter(|_| self.past.is_none()) else {
            return self.note("nobody is to move now");
        };
        let player = self.players.cycle(seat);
        let name = self.session.table().card().seat_name(seat);
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

    /// Says something by the way.
    pub(crate) fn note(&mut self, text: impl Into<String>) {
        self.message = Some((Tone::Note, text.into()));
    }

    /// Says that something was refused or failed.
    pub(crate) fn alarm(&mut self, text: impl Into<String>) {
        self.message = Some((Tone::Alarm, text.into()));
    }

    /// The game is at another record: shows the present, with nothing chosen yet.
    fn arrive(&mut self) {
        self.past = None;
        self.scrolled = 0;
        self.thinking = None;
        self.draft = None;
        self.look();
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

    /// Computes what there is to see and to do.
    fn look(&mut self) {
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

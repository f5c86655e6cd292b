//! Choosing an action: from the list, by number, by words, on the board from place to place, or written by hand.

use super::app::{App, Focus, Tone};
use super::grid::{Way, step};
use super::players::Player;
use referee::Spot;
use referee_host::Choice;
use std::collections::BTreeSet;

impl App<'_> {
    /// The choice that is looked at.
    pub(crate) fn choice(&self) -> Option<&Choice> {
        self.shown.get(self.selected).and_then(|&index| self.moment.choices.get(index))
    }

    /// The places the choices that are left point at.
    pub(crate) fn targets(&self) -> BTreeSet<Spot> {
        let left = self.shown.iter().filter_map(|&index| self.moment.choices.get(index));
        left.flat_map(|choice| choice.aim.spots.iter().copied()).filter(|spot| !self.picks.contains(spot)).collect()
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

    /// Does the choice that is looked at.
    pub(crate) fn take(&mut self) {
        match (self.moment.seat, self.choice().map(|choice| choice.action.clone())) {
            (Some(seat), Some(action)) => self.act(seat, &action),
            _ => self.note(self.why_idle()),
        }
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

    /// What to write an action by hand from: the one that was refused just now, or the choice that is looked at.
    pub(crate) fn draft(&mut self) -> String {
        let choice = self.choice().map_or_else(String::new, |choice| choice.action.clone());
        self.draft.take().unwrap_or(choice)
    }

    /// Declares an action written by hand.
    pub(crate) fn declare(&mut self, action: &str) {
        let here = self.players.all().find(|(_, player)| *player == Player::Here).map(|(seat, ..)| seat);
        match self.moment.seat.or(here) {
            Some(seat) => {
                self.act(seat, action);
                let refused = matches!(self.message, Some((Tone::Alarm, _)));
                self.draft = refused.then(|| action.to_owned());
            }
            None => self.note("nobody plays here: B takes the seat back from its bot"),
        }
    }

    fn why_idle(&self) -> &'static str {
        match () {
            () if self.moment.over => "the game is over: u takes a move back, [ and ] look at the past",
            () if self.moment.seat.is_none() => "it is not your turn",
            () => "there is nothing left to choose: Esc shows all choices again",
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

    fn follow_choice(&mut self) {
        if let Some(&spot) = self.choice().and_then(|choice| choice.aim.spots.last()) {
            self.cursor = spot;
        }
    }
}

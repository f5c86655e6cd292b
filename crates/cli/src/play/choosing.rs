//! Choosing an action: from the list, by number, by words, on the board from place to place, or written by hand.
//!
//! Where many actions have the same words and differ only in the place they point at, the list has one row for all of them, a *kind*:
//! it is chosen first, then a place on the board; and it stays chosen for the next action.

use super::app::{App, Focus, Mode, Tone};
use super::grid::{Way, step};
use super::players::Player;
use referee::Spot;
use referee_host::Choice;
use std::collections::{BTreeMap, BTreeSet};

impl App<'_> {
    /// The choice that is looked at in the list; of a kind, the one that points at the cursor.
    pub(crate) fn choice(&self) -> Option<&Choice> {
        self.listed().map(|index| &self.moment.choices[index])
    }

    /// The choice that is looked at, in the list or on the board.
    pub(crate) fn looked_at(&self) -> Option<usize> {
        match self.focus {
            Focus::List => self.listed(),
            Focus::Board if self.is_map() && (self.mode != Mode::Look || self.kind.is_none()) => None,
            Focus::Board => self.offered().find(|&index| self.moment.choices[index].aim.spots.contains(&self.cursor)),
        }
    }

    fn listed(&self) -> Option<usize> {
        let row = self.rows.get(self.selected)?;
        match row[..] {
            [only] => Some(only),
            _ => row.iter().copied().find(|&index| self.moment.choices[index].aim.spots.last() == Some(&self.cursor)),
        }
    }

    /// The choices that are left, and of the kind that is chosen, if one is.
    pub(crate) fn offered(&self) -> impl Iterator<Item = usize> {
        self.shown.iter().copied().filter(|&index| self.is_of_kind(index))
    }

    /// The places the choices that are left point at; in the list, those of the row that is looked at.
    pub(crate) fn targets(&self) -> BTreeSet<Spot> {
        if self.is_map() && self.kind.is_none() && self.focus == Focus::Board {
            return BTreeSet::new(); // everything around is in reach: nothing to point out
        }
        let row = self.rows.get(self.selected).filter(|row| self.focus == Focus::List && row.len() > 1);
        let left: Vec<usize> = row.map_or_else(|| self.offered().collect(), Clone::clone);
        let spots = left.into_iter().flat_map(|index| self.moment.choices[index].aim.spots.iter().copied());
        spots.filter(|spot| !self.picks.contains(spot)).collect()
    }

    /// Chooses a place: does the only action that points there, or narrows the list down to those that do.
    pub(crate) fn pick(&mut self, spot: Spot) {
        self.cursor = spot;
        let mut picks = self.picks.clone();
        if !picks.contains(&spot) {
            picks.push(spot);
        }
        let of_kind: Vec<usize> = self.pointing_at(&picks).into_iter().filter(|&index| self.is_of_kind(index)).collect();
        if of_kind.is_empty() {
            self.kind = None;
        }
        let found = if of_kind.is_empty() { self.pointing_at(&picks) } else { of_kind };
        let (picks, found) = if found.is_empty() { (vec![spot], self.pointing_at(&[spot])) } else { (picks, found) };
        match found[..] {
            [] if self.is_map() && self.mode == Mode::Play => self.mode = Mode::Look,
            [] => self.note(if self.moment.seat.is_some() { "nothing can be done there" } else { self.why_idle() }),
            [only] => self.do_choice(only),
            _ => {
                self.focus = if self.can_tell_apart(&found) { Focus::Board } else { Focus::List };
                self.mode = Mode::Play;
                self.narrow(picks, String::new());
                self.note("several actions point there: choose one in the list, or another place of it");
            }
        }
    }

    /// Does the choice that is looked at; a kind is chosen, and its place is still to be.
    pub(crate) fn take(&mut self) {
        match self.rows.get(self.selected).map(|row| &row[..]) {
            Some([only]) => self.do_choice(*only),
            Some([first, ..]) => self.choose_kind(self.moment.choices[*first].aim.label.clone()),
            _ => self.note(self.why_idle()),
        }
    }

    pub(super) fn do_choice(&mut self, index: usize) {
        match (self.moment.seat, self.moment.choices.get(index).map(|choice| choice.action.clone())) {
            (Some(seat), Some(action)) => self.act(seat, &action),
            _ => self.note(self.why_idle()),
        }
    }

    /// From now on only actions with these words are done on the board; the cursor goes to the nearest place for one.
    pub(super) fn choose_kind(&mut self, label: String) {
        self.note(format!("{label}: choose a place and press Enter; x goes from place to place"));
        self.kind = Some(label);
        self.focus = Focus::Board;
        if self.is_map() {
            self.look_around();
        }
        let targets = self.targets();
        if !targets.contains(&self.cursor) {
            let (x, y) = (self.cursor.x, self.cursor.y);
            let distance = |spot: &&Spot| (i32::from(spot.x) - i32::from(x)).abs() + (i32::from(spot.y) - i32::from(y)).abs();
            self.cursor = targets.iter().min_by_key(distance).copied().unwrap_or(self.cursor);
        }
    }

    /// The cursor goes to the next place that can be chosen.
    pub(crate) fn next_target(&mut self) {
        self.focus = Focus::Board;
        let targets = if self.mode == Mode::Look { self.sights() } else { self.targets() };
        let next = targets.range((std::ops::Bound::Excluded(self.cursor), std::ops::Bound::Unbounded)).next();
        self.cursor = next.or(targets.first()).copied().unwrap_or(self.cursor);
    }

    fn is_of_kind(&self, index: usize) -> bool {
        self.kind.as_ref().is_none_or(|kind| self.moment.choices[index].aim.label == *kind)
    }

    /// Everything can be chosen again.
    pub(crate) fn widen(&mut self) {
        self.kind = None;
        self.come_back();
        self.narrow(Vec::new(), String::new());
    }

    /// Narrows the list down to choices that point at all of these places and are called something like this.
    pub(crate) fn narrow(&mut self, picks: Vec<Spot>, filter: String) {
        let words = filter.trim().to_lowercase();
        let fits = |&index: &usize| {
            let choice = &self.moment.choices[index];
            choice.aim.label.to_lowercase().contains(&words) && self.key.is_none_or(|key| choice.keys.contains(key))
        };
        self.shown = self.pointing_at(&picks).into_iter().filter(fits).collect();
        self.rows = self.grouped();
        (self.picks, self.filter) = (picks, filter);
        self.select(0);
    }

    /// A row for each choice; one for all that have the same words and are told apart by the place they point at.
    fn grouped(&self) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        let mut places: BTreeSet<(&str, &[Spot])> = BTreeSet::new();
        for &index in &self.shown {
            let aim = &self.moment.choices[index].aim;
            let elsewhere = places.insert((&aim.label, &aim.spots)) && !aim.spots.is_empty();
            match kinds.get(aim.label.as_str()) {
                Some(&row) if elsewhere => rows[row].push(index),
                _ => {
                    kinds.insert(&aim.label, rows.len());
                    rows.push(vec![index]);
                }
            }
        }
        rows
    }

    /// Looks at a row of the list, and on the board at the place it points at.
    pub(crate) fn select(&mut self, index: usize) {
        self.selected = index.min(self.rows.len().saturating_sub(1));
        if self.focus == Focus::List {
            self.follow_choice();
        }
    }

    /// Looks at a row further down, or up.
    pub(crate) fn select_by(&mut self, steps: isize) {
        self.select(self.selected.saturating_add_signed(steps));
    }

    /// Looks at the row whose number is being typed; a kind is chosen at once where no longer number can be meant.
    pub(crate) fn digit(&mut self, digit: char) {
        self.digits.push(digit);
        let number = self.digits.parse::<usize>().ok().filter(|&number| (1..=self.rows.len()).contains(&number));
        let number = number.or_else(|| {
            self.digits = digit.to_string();
            self.digits.parse().ok().filter(|&number| (1..=self.rows.len()).contains(&number))
        });
        let Some(number) = number else { return self.digits.clear() };
        self.focus = Focus::List;
        self.select(number - 1);
        let at_once = self.rows[self.selected].len() > 1 || self.key.is_some();
        if at_once && number * 10 > self.rows.len() {
            self.digits.clear();
            self.take();
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
        if self.is_map() && self.key.take().is_some() {
            self.narrow(Vec::new(), String::new());
        }
        self.focus = match self.focus {
            Focus::List if !self.moment.spots.is_empty() => Focus::Board,
            _ => Focus::List,
        };
        self.select(self.selected);
    }

    /// What to write an action by hand from: the one that was refused just now, or the choice that is looked at.
    pub(crate) fn draft(&mut self) -> String {
        let choice = self.looked_at().or(self.shown.first().copied()).map(|index| self.moment.choices[index].action.clone());
        self.draft.take().unwrap_or(choice.unwrap_or_default())
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
    pub(super) fn can_tell_apart(&self, indexes: &[usize]) -> bool {
        let places: BTreeSet<&[Spot]> = indexes.iter().map(|&index| &self.moment.choices[index].aim.spots[..]).collect();
        places.len() == indexes.len()
    }

    fn follow_choice(&mut self) {
        if let Some(&[only]) = self.rows.get(self.selected).map(|row| &row[..])
            && let Some(&spot) = self.moment.choices[only].aim.spots.last()
        {
            self.cursor = spot;
        }
    }
}

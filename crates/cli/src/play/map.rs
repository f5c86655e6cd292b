//! Playing on a map: keys of the game's own, looking around, and the window that follows whoever is played.

use super::app::{App, Focus, Mode};
use super::grid::Way;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use referee::{MarkKind, Shape, Spot};
use std::collections::BTreeSet;

/// What the keys of every map do, for the help; those of the game come before them.
pub(crate) const KEYS: &[(&str, &str)] = &[
    ("x ;", "look around; Enter offers what can be done there, x goes on"),
    ("Tab", "everything one may do: / narrows it down, Enter does it"),
    ("U", "take your last move back (in a new file; the old one stays)"),
    ("[ ] { }", "back and forth in time; b plays on from there, Esc returns"),
    ("B space + -", "let a bot play; halt it; make it faster, slower"),
    (": p", "declare an action as JSON; previews or none"),
    ("? q", "this help; leave, everything is kept"),
];

impl App<'_> {
    /// Whether the board is a map.
    pub(crate) fn is_map(&self) -> bool {
        self.moment.shape() == Shape::Map
    }

    /// Where whoever is played stands.
    pub(crate) fn here(&self) -> Option<Spot> {
        let board = self.moment.scene.board.as_ref()?;
        board.marks.iter().find(|mark| mark.kind == MarkKind::Here).map(|mark| mark.at)
    }

    /// Whether keys are the game's before they are the screen's.
    pub(crate) fn hears_game_keys(&self) -> bool {
        self.is_map() && self.focus == Focus::Board && self.past.is_none() && self.moment.seat.is_some()
    }

    /// Does what a key of the game offers; says whether it is one.
    pub(crate) fn press(&mut self, key: char) -> bool {
        let offered: Vec<usize> = self.offered_by(key);
        let label = |index: &usize| &self.moment.choices[*index].aim.label;
        match offered[..] {
            [] if !self.is_game_key(key) => return false,
            [] => self.note("there is nothing to do that with"),
            [only] => self.do_choice(only),
            [first, ..] if offered.iter().all(|index| label(index) == label(&first)) && self.can_tell_apart(&offered) => {
                let label = label(&first).clone();
                self.choose_kind(label);
            }
            _ => {
                self.key = Some(key);
                self.focus = Focus::List;
                self.narrow(Vec::new(), String::new());
            }
        }
        true
    }

    fn offered_by(&self, key: char) -> Vec<usize> {
        let choices = self.moment.choices.iter().enumerate();
        choices.filter(|(_, choice)| choice.keys.contains(key)).map(|(index, _)| index).collect()
    }

    /// Whether the game has such a key at all, by what its help says.
    fn is_game_key(&self, key: char) -> bool {
        let words = self.session.table().card().keys.iter().flat_map(|(keys, _)| keys.split(' '));
        words.filter(|word| *word != "arrows").any(|word| word.contains(key))
    }

    /// Whether a key offers the kind of action that is chosen: pressed again, it does it where the cursor is.
    pub(crate) fn confirms(&self, key: char) -> bool {
        self.kind.is_some() && self.offered().any(|index| self.moment.choices[index].keys.contains(key))
    }

    /// Begins to look around.
    pub(crate) fn look_around(&mut self) {
        self.cursor = self.here().unwrap_or(self.cursor);
        self.focus = Focus::Board;
        self.mode = Mode::Look;
    }

    /// What the cursor goes through when one looks around: places for the chosen kind of action, else whatever stands about.
    pub(crate) fn sights(&self) -> BTreeSet<Spot> {
        if self.kind.is_some() {
            return self.targets();
        }
        let tokens = self.moment.scene.board.iter().flat_map(|board| board.tokens.iter().map(|token| token.at));
        tokens.filter(|at| Some(*at) != self.here()).collect()
    }

    /// Back to whoever is played: the keys are the game's again.
    pub(crate) fn come_back(&mut self) {
        if self.is_map() {
            self.kind = None;
            self.key = None;
            self.focus = Focus::Board;
            if self.mode == Mode::Look {
                self.mode = Mode::Play;
            }
        }
    }

    /// Moves the window so that what matters can be seen; it stays where it is as long as there is room around that.
    pub(crate) fn follow(&mut self, area: Rect) {
        let centre =
            if self.mode == Mode::Look || self.past.is_some() && self.here().is_none() { Some(self.cursor) } else { self.here() };
        let Some(centre) = centre else { return };
        let low =
            self.moment.spots.iter().fold((i32::MAX, i32::MAX), |low, spot| (low.0.min(spot.x.into()), low.1.min(spot.y.into())));
        let high = self
            .moment
            .spots
            .iter()
            .fold((i32::MIN, i32::MIN), |high, spot| (high.0.max(spot.x.into()), high.1.max(spot.y.into())));
        self.corner.0 = shifted(self.corner.0, i32::from(area.width), centre.x.into(), (low.0, high.0));
        self.corner.1 = shifted(self.corner.1, i32::from(area.height), centre.y.into(), (low.1, high.1));
    }
}

/// Where a window as long as this begins, so that a point of a map is well inside: it jumps only when the point comes near its edge, and
/// does not show more than nothing beyond the map where it has a choice.
fn shifted(begin: i32, length: i32, point: i32, (low, high): (i32, i32)) -> i32 {
    let margin = (length / 6).clamp(1, 8);
    let inside =
        |begin: i32| point - begin >= margin.min(point - low + 1) && begin + length - point > margin.min(high - point + 1);
    if inside(begin) {
        return begin;
    }
    let middle = point - length / 2;
    middle.clamp(low.min(0), low.min(0).max(middle))
}

/// The key of the game that a key of the keyboard stands for: arrows and the number pad are steps.
pub(crate) fn game_key(code: KeyCode) -> Option<char> {
    Some(match code {
        KeyCode::Up | KeyCode::Char('8') => 'k',
        KeyCode::Down | KeyCode::Char('2') => 'j',
        KeyCode::Left | KeyCode::Char('4') => 'h',
        KeyCode::Right | KeyCode::Char('6') => 'l',
        KeyCode::Home | KeyCode::Char('7') => 'y',
        KeyCode::PageUp | KeyCode::Char('9') => 'u',
        KeyCode::End | KeyCode::Char('1') => 'b',
        KeyCode::PageDown | KeyCode::Char('3') => 'n',
        KeyCode::KeypadBegin | KeyCode::Char('5') => '.',
        KeyCode::Char(key) => key,
        _ => return None,
    })
}

/// The way a key of a map leads.
pub(crate) fn way(key: char) -> Option<Way> {
    Some(match key {
        'k' => Way::Up,
        'j' => Way::Down,
        'h' => Way::Left,
        'l' => Way::Right,
        'y' => Way::UpLeft,
        'u' => Way::UpRight,
        'b' => Way::DownLeft,
        'n' => Way::DownRight,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_stays_until_its_edge_is_near_and_always_shows_the_point() {
        let mut begin = 0;
        let mut jumps = 0;
        for point in (0..200).chain((0..200).rev()) {
            let next = shifted(begin, 40, point, (0, 199));
            jumps += u32::from(next != begin);
            begin = next;
            assert!((begin..begin + 40).contains(&point), "{point} in {begin}");
            assert!(begin >= 0);
        }
        assert!(jumps < 40, "{jumps}");
    }

    #[test]
    fn arrows_and_the_number_pad_are_steps() {
        let keys = [KeyCode::Up, KeyCode::Char('9'), KeyCode::End, KeyCode::KeypadBegin, KeyCode::Char('g')].map(game_key);
        assert_eq!(keys, [Some('k'), Some('u'), Some('b'), Some('.'), Some('g')]);
        assert_eq!("hjklyubn".chars().filter_map(way).count(), 8);
    }
}

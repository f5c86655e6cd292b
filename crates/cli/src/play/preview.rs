//! What the choice that is looked at would do. It is computed beside the screen, only for that choice, and remembered while the game
//! stands where it stands.

use super::app::App;
use referee::{Board, Millis, Seat, Spot, Token};
use referee_host::{Preview, Table};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::thread::JoinHandle;

/// What would happen to a thing on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Omen {
    /// It would be here; its glyph.
    Arrives(char),
    /// It would be gone.
    Vanishes,
    /// It would be less full.
    Suffers,
    /// It would be fuller.
    Gains,
    /// Chance decides what becomes of it; its glyph.
    Perhaps(char),
}

/// The previews of one moment.
#[derive(Default)]
pub(crate) struct Previews {
    /// Whether nobody wants to see any.
    pub(crate) off: bool,
    known: BTreeMap<usize, Preview>,
    /// A copy of the game, while nobody works with it.
    copy: Option<Box<dyn Table>>,
    work: Option<Work>,
}

/// A preview under way: the choice, and who works at it.
struct Work {
    index: usize,
    /// Whether the game has moved on meanwhile.
    stale: bool,
    hand: JoinHandle<(Box<dyn Table>, Preview)>,
}

impl Previews {
    /// The preview of a choice, if it is known by now.
    pub(crate) fn of(&self, index: usize) -> Option<&Preview> {
        self.known.get(&index).filter(|_| !self.off)
    }

    /// Whether one is being computed.
    pub(crate) fn is_busy(&self) -> bool {
        self.work.is_some()
    }

    /// The game stands elsewhere: nothing of this holds any more.
    pub(crate) fn forget(&mut self) {
        self.known.clear();
        self.copy = None;
        if let Some(work) = &mut self.work {
            work.stale = true;
        }
    }

    /// Takes in what has been computed.
    fn gather(&mut self) {
        let Some(work) = self.work.take_if(|work| work.hand.is_finished()) else { return };
        let (index, stale) = (work.index, work.stale);
        // A preview that broke down is an empty one: the choice itself can still be made.
        let (copy, preview) = work.hand.join().map_or((None, Preview::default()), |(table, preview)| (Some(table), preview));
        if !stale {
            self.copy = copy;
            self.known.insert(index, preview);
        }
    }

    fn begin(&mut self, table: Box<dyn Table>, index: usize, seat: Seat, at: Millis, action: String) {
        let hand = std::thread::spawn(move || {
            let preview = table.preview(seat, at, &action);
            (table, preview)
        });
        self.work = Some(Work { index, stale: false, hand });
    }
}

impl App<'_> {
    /// Shows previews, or hides them.
    pub(crate) fn toggle_previews(&mut self) {
        self.previews.off = !self.previews.off;
        self.note(if self.previews.off {
            "no previews: p shows them again"
        } else {
            "previews of what is looked at: p hides them"
        });
    }

    /// What the choice that is looked at would do, as far as it is known.
    pub(crate) fn preview(&self) -> Option<&Preview> {
        self.looked_at().and_then(|index| self.previews.of(index)).filter(|_| self.is_pondering())
    }

    /// Whether someone looks at what might be, not at what was.
    fn is_pondering(&self) -> bool {
        self.past.is_none() && !self.fresh && self.scrolled == 0
    }

    /// Has the preview of the choice that is looked at computed, if nobody else is being worked for.
    pub(super) fn foresee(&mut self) {
        self.previews.gather();
        let wanted = self.looked_at().filter(|_| !self.previews.off && self.is_pondering());
        let (Some(index), Some(seat), false) = (wanted, self.moment.seat, self.previews.is_busy()) else { return };
        if self.previews.known.contains_key(&index) {
            return;
        }
        // A log that cannot be read just now says so when one acts.
        let Some(copy) = self.previews.copy.take().or_else(|| self.session.copy().ok()) else { return };
        let action = self.moment.choices[index].action.clone();
        self.previews.begin(copy, index, seat, self.session.at(self.now), action);
    }

    /// What would become of the things on the board.
    pub(crate) fn omens(&self) -> Vec<(Spot, Omen)> {
        match (self.preview(), &self.moment.scene.board) {
            (Some(Preview { verdict, scene, open, .. }), Some(before)) if verdict.success => {
                scene.board.as_ref().map_or_else(Vec::new, |after| omens(before, after, open))
            }
            _ => Vec::new(),
        }
    }
}

/// What becomes of things from one board to the next, those left out that chance decides. Another map has other things: nothing is
/// said then.
fn omens(before: &Board, after: &Board, open: &[u32]) -> Vec<(Spot, Omen)> {
    let changed = before.tiles.iter().zip(&after.tiles).filter(|(one, two)| one != two).count();
    if changed > 1 && changed * 4 > before.tiles.len() {
        return Vec::new();
    }
    let old = |id: u32| before.tokens.iter().find(|old| old.id == id);
    let gone = before.tokens.iter().filter(|old| after.tokens.iter().all(|new| new.id != old.id));
    let gone = gone.map(|old| (old.at, if open.contains(&old.id) { Omen::Perhaps(old.glyph) } else { Omen::Vanishes }));
    gone.chain(after.tokens.iter().flat_map(|new| match old(new.id) {
        Some(old) if open.contains(&new.id) => (old != new).then_some((new.at, Omen::Perhaps(new.glyph))).into_iter().collect(),
        old => fate(old, new),
    }))
    .collect()
}

/// What becomes of a thing that will be there.
fn fate(old: Option<&Token>, new: &Token) -> Vec<(Spot, Omen)> {
    let Some(old) = old else { return vec![(new.at, Omen::Arrives(new.glyph))] };
    let full = |gauge: Option<(u32, u32)>| gauge.map_or(0, |(full, _)| full);
    let arrives = (new.at != old.at).then_some(Omen::Arrives(new.glyph));
    let filled = match full(new.gauge).cmp(&full(old.gauge)) {
        Ordering::Less => Some(Omen::Suffers),
        Ordering::Greater => Some(Omen::Gains),
        Ordering::Equal => None,
    };
    arrives.into_iter().chain(filled).map(|omen| (new.at, omen)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::{Hue, Tile};

    fn token(id: u32, x: i16, full: u32) -> Token {
        let mut token = Token::new(id, Spot::new(x, 0), 'a', Hue::Plain, "someone".into());
        token.gauge = Some((full, 3));
        token
    }

    fn board(tokens: Vec<Token>, name: &str) -> Board {
        let tiles = (0..8).map(|x| Tile::new(Spot::new(x, 0), '.', Hue::Faint, name.into())).collect();
        Board { tiles, tokens, ..Board::default() }
    }

    #[test]
    fn things_arrive_vanish_and_suffer() {
        let before = board(vec![token(1, 0, 3), token(2, 1, 3), token(3, 2, 1)], "floor");
        let after = board(vec![token(1, 4, 3), token(2, 1, 2), token(9, 5, 3)], "floor");
        let expected = [
            (Spot::new(2, 0), Omen::Vanishes),
            (Spot::new(4, 0), Omen::Arrives('a')),
            (Spot::new(1, 0), Omen::Suffers),
            (Spot::new(5, 0), Omen::Arrives('a')),
        ];
        assert_eq!(omens(&before, &after, &[]), expected);
        assert_eq!(omens(&before, &after, &[2])[2], (Spot::new(1, 0), Omen::Perhaps('a')), "chance decides about 2");
    }

    #[test]
    fn another_map_has_no_omens() {
        let (before, after) = (board(vec![token(1, 0, 3)], "cave"), board(vec![token(1, 4, 3)], "tower"));
        assert_eq!(omens(&before, &after, &[]), []);
    }
}

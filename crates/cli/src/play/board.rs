//! The board of a scene, painted: outlines, tiles, tokens over tiles, gauges, marks, and what can be chosen.

use super::grid::Grid;
use super::palette::Palette;
use super::preview::Omen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use referee::{Board, Hue, Mark, MarkKind, Shape, Spot};
use std::collections::BTreeSet;

/// A board and what is to be pointed out on it.
pub(crate) struct Picture<'a> {
    /// The board.
    pub(crate) board: &'a Board,
    /// Its places, and those it had before: they keep their room.
    pub(crate) spots: &'a BTreeSet<Spot>,
    /// The places where it just happened.
    pub(crate) latest: &'a BTreeSet<Spot>,
    /// The places that can be chosen.
    pub(crate) targets: &'a BTreeSet<Spot>,
    /// What would become of things, by the choice that is looked at.
    pub(crate) omens: &'a [(Spot, Omen)],
    /// The places of the choice that is looked at.
    pub(crate) chosen: &'a [Spot],
    /// The place under the cursor.
    pub(crate) cursor: Option<Spot>,
    /// The colours.
    pub(crate) palette: Palette,
}

/// A board as it is, nothing pointed out but its own marks: for those who only look.
pub(crate) fn still(board: &Board, palette: Palette, area: Rect) -> Buffer {
    let (tiles, tokens) = (board.tiles.iter().map(|tile| tile.at), board.tokens.iter().map(|token| token.at));
    let spots: BTreeSet<Spot> = tiles.chain(tokens).collect();
    let none = BTreeSet::new();
    let grid = Grid::fit(board.shape, &spots, area, Spot::default());
    let mut buffer = Buffer::empty(area);
    let picture = Picture { board, spots: &spots, latest: &none, targets: &none, omens: &[], chosen: &[], cursor: None, palette };
    picture.paint(&grid, &mut buffer);
    buffer
}

impl Picture<'_> {
    /// Paints the board.
    pub(crate) fn paint(&self, grid: &Grid, buffer: &mut Buffer) {
        let mut brush = Brush { grid, buffer };
        self.outlines(&mut brush);
        self.labels(&mut brush);
        for tile in &self.board.tiles {
            brush.glyph(tile.at, tile.glyph, self.palette.hue(tile.hue));
        }
        for token in &self.board.tokens {
            brush.glyph(token.at, token.glyph, self.palette.hue(token.hue).add_modifier(Modifier::BOLD));
        }
        self.gauges(&mut brush);
        self.pointers(&mut brush);
    }

    fn outlines(&self, brush: &mut Brush<'_>) {
        let bare = self.board.tiles.is_empty() && self.board.shape == Shape::Hex;
        let tiles = self.board.tiles.iter().map(|tile| tile.at);
        let all: Vec<Spot> = if bare { self.spots.iter().copied().collect() } else { tiles.collect() };
        let (lit, plain): (Vec<Spot>, Vec<Spot>) = all.into_iter().partition(|spot| self.targets.contains(spot));
        let faint = self.palette.hue(Hue::Faint);
        plain.into_iter().for_each(|spot| brush.outline(spot, faint));
        let target = if self.board.shape == Shape::Hex { self.palette.target() } else { faint };
        lit.into_iter().for_each(|spot| brush.outline(spot, target));
    }

    /// Numbers along the edges of a square board.
    fn labels(&self, brush: &mut Brush<'_>) {
        if !brush.grid.labelled {
            return;
        }
        let faint = self.palette.hue(Hue::Faint);
        let columns: BTreeSet<i16> = self.spots.iter().map(|spot| spot.x).collect();
        let rows: BTreeSet<i16> = self.spots.iter().map(|spot| spot.y).collect();
        let roomy = brush.grid.scale.marks.0;
        let corner = Spot::new(columns.first().copied().unwrap_or(0), rows.first().copied().unwrap_or(0));
        let (left, top) = brush.grid.corner(corner);
        for &row in &rows {
            brush.label((left - 4, brush.grid.glyph(Spot::new(corner.x, row)).1), &format!("{row:>3}"), faint);
        }
        for &column in columns.iter().filter(|column| roomy || **column % 5 == 0) {
            let text = column.to_string();
            let x = brush.grid.glyph(Spot::new(column, corner.y)).0 - text.len() as i32 / 2;
            brush.label((x, top - 1), &text, faint);
        }
    }

    fn gauges(&self, brush: &mut Brush<'_>) {
        let Some((dx, dy, length)) = brush.grid.scale.gauge else { return };
        for token in &self.board.tokens {
            let Some((full, most)) = token.gauge else { continue };
            let (x, y) = brush.grid.corner(token.at);
            let filled = (u64::from(full.min(most)) * length as u64).div_ceil(u64::from(most.max(1))) as i32;
            let style = self.palette.hue(gauge_hue(full, most));
            for step in 0..length {
                brush.put((x + dx + step, y + dy), if step < filled { '▰' } else { '▱' }, style);
            }
        }
    }

    /// Marks, targets, the choice that is looked at, and the cursor.
    fn pointers(&self, brush: &mut Brush<'_>) {
        let latest = self.latest.iter().map(|&at| (at, MarkKind::Latest));
        for (at, kind) in latest.chain(self.marks().map(|mark| (mark.at, mark.kind))) {
            let (left, right, style) = self.mark(kind);
            brush.frame(at, left, right, style);
            brush.restyle(at, Style::new().add_modifier(Modifier::UNDERLINED));
        }
        for &spot in self.targets {
            // What is announced stays to be seen on its left.
            let left = self.marks().rev().find(|mark| mark.at == spot).map(|mark| self.mark(mark.kind));
            let (left, style) = left.map_or(('‹', self.palette.target()), |(left, _, style)| (left, style));
            brush.frame(spot, left, '›', self.palette.target());
            brush.left(spot, left, style);
            if !brush.grid.scale.marks.1 {
                brush.restyle(spot, Style::new().add_modifier(Modifier::UNDERLINED | Modifier::BOLD));
            }
        }
        for &spot in self.chosen {
            brush.frame(spot, '[', ']', self.palette.target());
            brush.restyle(spot, Style::new().add_modifier(Modifier::UNDERLINED | Modifier::BOLD));
        }
        self.foretold(brush);
        if let Some(cursor) = self.cursor {
            brush.invert(cursor);
        }
    }

    /// What would become of things: who arrives is shown faintly where it would be.
    fn foretold(&self, brush: &mut Brush<'_>) {
        for &(at, omen) in self.omens {
            let (sign, style) = match omen {
                Omen::Arrives(_) => ('»', self.palette.hue(Hue::Cyan)),
                Omen::Vanishes => ('×', self.palette.alarm()),
                Omen::Suffers => ('▾', self.palette.alarm()),
                Omen::Gains => ('▴', self.palette.hue(Hue::Green)),
                Omen::Perhaps(_) => ('?', self.palette.hue(Hue::Yellow)),
            };
            if let Omen::Arrives(glyph) | Omen::Perhaps(glyph) = omen {
                brush.glyph(at, glyph, style.add_modifier(Modifier::DIM | Modifier::ITALIC));
            }
            brush.frame(at, sign, if sign == '»' { '«' } else { sign }, style.add_modifier(Modifier::BOLD));
            brush.restyle(at, Style::new().add_modifier(Modifier::UNDERLINED));
        }
    }

    /// What is marked, but where one stands: that is seen without it.
    fn marks(&self) -> impl DoubleEndedIterator<Item = &Mark> {
        self.board.marks.iter().filter(|mark| mark.kind != MarkKind::Here)
    }

    fn mark(&self, kind: MarkKind) -> (char, char, Style) {
        match kind {
            MarkKind::Latest => ('-', '-', self.palette.hue(Hue::Cyan)),
            MarkKind::Danger => ('!', '!', self.palette.alarm()),
            MarkKind::Goal => ('*', '*', self.palette.hue(Hue::Yellow)),
            MarkKind::Note | MarkKind::Here => ('(', ')', self.palette.hue(Hue::Violet)),
        }
    }
}

/// The colour of a gauge: from green over yellow to red as it runs out.
pub(crate) fn gauge_hue(full: u32, most: u32) -> Hue {
    match u64::from(full) * 3 / u64::from(most.max(1)) {
        0 => Hue::Red,
        1 => Hue::Yellow,
        _ => Hue::Green,
    }
}

/// Paints parts of places, and nothing outside the grid.
struct Brush<'a> {
    grid: &'a Grid,
    buffer: &'a mut Buffer,
}

impl Brush<'_> {
    fn outline(&mut self, spot: Spot, style: Style) {
        let (x, y) = self.grid.corner(spot);
        for (row, line) in (0..).zip(self.grid.scale.outline) {
            for (column, stroke) in (0..).zip(line.chars()).filter(|(_, stroke)| *stroke != ' ') {
                self.put((x + column, y + row), stroke, style);
            }
        }
    }

    fn glyph(&mut self, spot: Spot, glyph: char, style: Style) {
        self.put(self.grid.glyph(spot), glyph, style);
    }

    /// Writes beside the glyph of a place, where there is room.
    fn frame(&mut self, spot: Spot, left: char, right: char, style: Style) {
        let (x, y) = self.grid.glyph(spot);
        if self.grid.scale.marks.0 {
            self.put((x - 1, y), left, style);
        }
        if self.grid.scale.marks.1 {
            self.put((x + 1, y), right, style);
        }
    }

    /// Writes on the left of the glyph of a place, where there is room.
    fn left(&mut self, spot: Spot, left: char, style: Style) {
        let (x, y) = self.grid.glyph(spot);
        if self.grid.scale.marks.0 {
            self.put((x - 1, y), left, style);
        }
    }

    fn restyle(&mut self, spot: Spot, style: Style) {
        let at = self.grid.glyph(spot);
        self.style(at, style);
    }

    fn invert(&mut self, spot: Spot) {
        let (x, y) = self.grid.glyph(spot);
        let (left, right) = self.grid.scale.marks;
        let inverted = Style::new().add_modifier(Modifier::REVERSED).remove_modifier(Modifier::DIM | Modifier::UNDERLINED);
        for column in x - i32::from(left)..=x + i32::from(right) {
            self.style((column, y), inverted);
        }
    }

    fn put(&mut self, at: (i32, i32), glyph: char, style: Style) {
        if let Some(cell) = place(self.grid.area, at).and_then(|place| self.buffer.cell_mut(place)) {
            cell.set_char(if glyph.is_control() { '?' } else { glyph }).set_style(Style::reset()).set_style(style);
        }
    }

    fn style(&mut self, at: (i32, i32), style: Style) {
        if let Some(cell) = place(self.grid.area, at).and_then(|place| self.buffer.cell_mut(place)) {
            cell.set_style(style);
        }
    }

    fn label(&mut self, at: (i32, i32), text: &str, style: Style) {
        let (Ok(x), Ok(y)) = (u16::try_from(at.0), u16::try_from(at.1)) else { return };
        if y < self.grid.area.bottom() {
            self.buffer.set_stringn(x, y, text, usize::from(self.grid.area.right().saturating_sub(x)), style);
        }
    }
}

fn place(area: Rect, (x, y): (i32, i32)) -> Option<(u16, u16)> {
    let (x, y) = (u16::try_from(x).ok()?, u16::try_from(y).ok()?);
    area.contains((x, y).into()).then_some((x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee::{Mark, Tile, Token};

    fn painted(board: &Board, width: u16, height: u16, targets: &[Spot]) -> String {
        let spots: BTreeSet<Spot> =
            board.tiles.iter().map(|tile| tile.at).chain(board.tokens.iter().map(|token| token.at)).collect();
        let targets = targets.iter().copied().collect();
        let area = Rect::new(0, 0, width, height);
        let grid = Grid::fit(board.shape, &spots, area, Spot::default());
        let mut buffer = Buffer::empty(area);
        Picture {
            board,
            spots: &spots,
            targets: &targets,
            latest: &BTreeSet::new(),
            chosen: &[],
            omens: &[],
            cursor: None,
            palette: Palette::new(true),
        }
        .paint(&grid, &mut buffer);
        let line = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
        (0..height).map(|y| line(y).trim_end().to_owned() + "\n").collect::<String>()
    }

    fn flower() -> Board {
        let around = [(0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
        let tile = |&(q, r): &(i16, i16)| Tile::new(Spot::new(q, r), '.', Hue::Faint, "grass".into());
        let mut hero = Token::new(1, Spot::new(0, 0), '@', Hue::Blue, "hero".into());
        hero.gauge = Some((2, 3));
        let imp = Token::new(2, Spot::new(1, 0), 'i', Hue::Red, "imp".into());
        let marks = vec![Mark::new(Spot::new(-1, 1), MarkKind::Danger)];
        Board { shape: Shape::Hex, tiles: around.iter().map(tile).collect(), tokens: vec![hero, imp], marks }
    }

    #[test]
    fn hexes_are_drawn_as_hexes() {
        let expected = "
     ___
 ___/ . \\___
/ . \\___/‹.›\\
\\___/ @ \\___/
/!.!\\▰▰▱/ i \\
\\___/ . \\___/
    \\___/
";
        assert_eq!(format!("\n{}", painted(&flower(), 14, 7, &[Spot::new(1, -1)])), expected);
    }

    #[test]
    fn danger_is_to_be_seen_where_one_may_go() {
        let text = painted(&flower(), 14, 7, &[Spot::new(-1, 1)]);
        assert!(text.contains("/!.›\\"), "{text}");
    }

    #[test]
    fn large_hexes_fill_a_large_room() {
        let text = painted(&flower(), 40, 14, &[]);
        assert!(text.contains("/   @    \\"), "{text}");
        assert!(text.contains("▰▰▰▰▱"), "{text}");
    }

    #[test]
    fn hexes_without_room_for_outlines_are_still_in_their_places() {
        assert_eq!(painted(&flower(), 6, 5, &[]), "  .\n.   .\n  @\n.!  i\n  .\n");
    }

    #[test]
    fn a_square_board_has_dots_at_its_corners_and_numbers_at_its_edges() {
        let tiles =
            (0..2).flat_map(|y| (0..3).map(move |x| Tile::new(Spot::new(x, y), '.', Hue::Faint, "floor".into()))).collect();
        let king = Token::new(1, Spot::new(1, 0), 'K', Hue::Blue, "king".into());
        let board = Board { tiles, tokens: vec![king], ..Board::default() };
        let expected = "
      0   1   2
    ·   ·   ·   ·
  0   .   K  ‹.›
    ·   ·   ·   ·
  1   .   .   .
    ·   ·   ·   ·
";
        assert_eq!(format!("\n{}", painted(&board, 17, 6, &[Spot::new(2, 0)])), expected);
    }

    #[test]
    fn a_map_without_room_is_one_character_a_place() {
        let tiles = (0..30).map(|x| Tile::new(Spot::new(x, 0), '.', Hue::Faint, "floor".into())).collect();
        let board = Board { tiles, ..Board::default() };
        assert_eq!(painted(&board, 30, 1, &[]), ".".repeat(30) + "\n");
    }
}

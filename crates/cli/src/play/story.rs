//! What happened, record by record, in words: the latest at the bottom.

use super::palette::Palette;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use referee::{Hue, Seat};
use referee_host::Table;

/// The last lines of the story up to a record, as many as there is room for.
pub(crate) fn story(
    table: &dyn Table,
    eye: Option<Seat>,
    to: u64,
    (width, height): (u16, u16),
    palette: Palette,
) -> Vec<Line<'static>> {
    let mut blocks = Vec::new();
    let mut lines = 0;
    for seq in (0..=to).rev() {
        let block = told(table, eye, seq, width, palette);
        lines += block.len();
        blocks.push(block);
        if lines >= usize::from(height) {
            break;
        }
    }
    let told: Vec<Line<'static>> = blocks.into_iter().rev().flatten().collect();
    let first = told.len().saturating_sub(usize::from(height));
    told.into_iter().skip(first).collect()
}

/// One record: who acted, and each event as a sentence.
fn told(table: &dyn Table, eye: Option<Seat>, seq: u64, width: u16, palette: Palette) -> Vec<Line<'static>> {
    let number = Span::styled(format!("{seq} "), palette.hue(Hue::Faint));
    let who = match table.cause(seq) {
        Some((seat, ..)) if seq > 0 => {
            let name = table.players_at(seq).told(seat, table.card().seat_name(seat));
            Span::styled(name, palette.seat(seat))
        }
        _ => Span::styled("the beginning", palette.hue(Hue::Plain).add_modifier(Modifier::BOLD)),
    };
    let sentences = table.tell(seq, eye);
    let told = sentences.iter().filter(|sentence| !sentence.is_empty());
    let wrapped = told.flat_map(|sentence| wrap(sentence, usize::from(width).saturating_sub(2)));
    [Line::from(vec![number, who])].into_iter().chain(wrapped.map(|line| Line::from(format!("  {line}")))).collect()
}

/// Breaks a sentence between words; a word longer than a line is cut where the line ends.
pub(crate) fn wrap(sentence: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in sentence.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.len() > width {
            lines.push(String::new());
        }
        while word.len() > width {
            let rest = word.split_off(width);
            lines.insert(lines.len() - 1, word.into_iter().collect());
            word = rest;
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.extend(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_break_between_words() {
        assert_eq!(wrap("three taken from heap one", 11), ["three taken", "from heap", "one"]);
        assert_eq!(wrap("a donaudampfschiff", 6), ["a", "donaud", "ampfsc", "hiff"]);
        assert_eq!(wrap("", 6), [""]);
    }
}

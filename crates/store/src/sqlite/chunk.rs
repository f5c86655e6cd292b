//! Where settled lines lie: some of one log that follow each other, in one row. A row for each line would cost a writer five times as much.

use crate::Kept;
use std::fmt::Write;

/// So many lines of a log lie together at most.
const LINES_MAX: usize = 256;
/// And so many bytes, unless one line has more.
const BYTES_MAX: usize = 64 << 10;
/// A log has fewer lines than this, so that log and number are one number.
pub(crate) const NUMBERS: u64 = 1 << 26;

/// Lines of a log that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// The log, as it is numbered in the file.
    pub(crate) log: i64,
    /// The number of the first line.
    pub(crate) first: u64,
    /// The number of the line after the last.
    pub(crate) next: u64,
    /// The lines, each ended by a newline.
    pub(crate) lines: String,
    /// The keys they were appended under: `number key`, each ended by a newline.
    pub(crate) keys: String,
    /// Whether nothing can follow.
    pub(crate) last: bool,
}

/// Where the chunk of a log lies that begins at a number. All chunks of a log lie together, in order.
pub(crate) fn place(log: i64, number: u64) -> i64 {
    log * NUMBERS as i64 + number.min(NUMBERS - 1) as i64
}

/// The number that the chunk at a place begins with.
pub(crate) fn first_at(place: i64) -> u64 {
    place.unsigned_abs() % NUMBERS
}

/// Lines as they lie together.
pub(crate) fn chunks(log: i64, closed: bool, lines: &[Kept]) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    for kept in lines {
        let fits =
            |chunk: &&mut Chunk| (chunk.next - chunk.first) < LINES_MAX as u64 && chunk.lines.len() + kept.text.len() < BYTES_MAX;
        if chunks.last_mut().filter(fits).is_none() {
            let (first, lines, keys) = (kept.number, String::new(), String::new());
            chunks.push(Chunk { log, first, next: first, lines, keys, last: false });
        }
        let Some(chunk) = chunks.last_mut() else { break };
        chunk.lines.push_str(&kept.text);
        chunk.lines.push('\n');
        if let Some(key) = &kept.key {
            let _ = writeln!(chunk.keys, "{} {key}", kept.number);
        }
        chunk.next = kept.number + 1;
    }
    if let Some(chunk) = chunks.last_mut() {
        chunk.last = closed;
    }
    chunks
}

/// The keys of a chunk, and the lines they belong to.
pub(crate) fn keys(keys: &str) -> impl Iterator<Item = (u64, &str)> {
    keys.lines().filter_map(|line| line.split_once(' ')).filter_map(|(number, key)| Some((number.parse().ok()?, key)))
}

/// The lines of a chunk from a number on, each as it was appended.
pub(crate) fn lines<'a>(first: u64, lines: &'a str, keyed: &'a str, from: u64) -> impl Iterator<Item = Kept> + 'a {
    let mut keys = keys(keyed).skip_while(move |(number, _)| *number < from).peekable();
    (first..).zip(lines.split_terminator('\n')).skip_while(move |(number, _)| *number < from).map(move |(number, text)| {
        let key = keys.next_if(|(of, _)| *of == number).map(|(_, key)| key.to_owned());
        Kept { number, text: text.to_owned(), key }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(number: u64, bytes: usize) -> Kept {
        Kept { number, text: "x".repeat(bytes), key: number.is_multiple_of(3).then(|| format!("k {number}")) }
    }

    #[test]
    fn what_is_put_together_comes_apart_the_same() {
        for (count, bytes) in [(1, 0), (5, 10), (1_000, 3), (700, 400), (3, BYTES_MAX), (4, BYTES_MAX - 1)] {
            let all: Vec<Kept> = (7..7 + count).map(|number| kept(number, bytes)).collect();
            let chunks = chunks(2, true, &all);
            for from in [0, 7, 8, 7 + count / 2, 7 + count] {
                let apart = chunks.iter().flat_map(|chunk| lines(chunk.first, &chunk.lines, &chunk.keys, from));
                let wanted = all.iter().filter(|kept| kept.number >= from).cloned();
                assert_eq!(apart.collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
            }
            assert!(chunks.iter().all(|chunk| chunk.next - chunk.first <= LINES_MAX as u64), "no chunk has too many lines");
            assert!(chunks.iter().all(|chunk| chunk.lines.len() <= BYTES_MAX || chunk.next - chunk.first == 1), "nor bytes");
            assert_eq!(chunks.iter().map(|chunk| chunk.last).filter(|last| *last).count(), 1);
            assert_eq!((chunks[0].first, chunks.last().map(|chunk| (chunk.next, chunk.last))), (7, Some((7 + count, true))));
        }
        assert!(chunks(2, false, &[]).is_empty());
    }

    #[test]
    fn places_of_logs_do_not_overlap() {
        assert!(place(1, NUMBERS - 1) < place(2, 0));
        assert_eq!(first_at(place(9, 12_345)), 12_345);
    }
}

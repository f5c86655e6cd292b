//! Appends as they lie in one row until each is put in its place: a row for every append would cost the writer as much again.

use crate::{Append, LogName};
use std::fmt::Write;

/// Adds an append of so many lines to a row: of which log, from which number, how many lines, whether nothing follows, under which key; then the
/// lines.
pub(crate) fn add(row: &mut String, log: i64, append: &Append, count: u64) {
    let (last, key) = (u8::from(append.last), append.key.as_deref().unwrap_or_default());
    let _ = writeln!(row, "{log} {} {count} {last} {key}", append.next);
    row.push_str(&append.lines);
}

/// An append as a row has it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part<'a> {
    /// The log, as it is numbered in the file.
    pub(crate) log: i64,
    next: u64,
    lines: &'a str,
    key: Option<&'a str>,
    last: bool,
}

impl Part<'_> {
    /// The append itself, to the log of this name.
    pub(crate) fn append(&self, log: LogName) -> Append {
        let Part { next, lines, key, last, .. } = *self;
        Append { log, next, lines: lines.to_owned(), key: key.map(str::to_owned), last }
    }
}

/// The appends of a row; none where the row is not one.
pub(crate) fn parts(mut row: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    while !row.is_empty() {
        let (head, lines) = row.split_once('\n')?;
        let mut words = head.splitn(5, ' ');
        let (log, next, count) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse::<usize>().ok()?);
        let (last, key) = (words.next()? == "1", words.next().filter(|key| !key.is_empty()));
        let (end, _) = lines.match_indices('\n').nth(count.checked_sub(1)?)?;
        let (lines, rest) = lines.split_at(end + 1);
        parts.push(Part { log, next, lines, key, last });
        row = rest;
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_a_row_is_read_from_it() {
        let log = LogName::parse("a").unwrap();
        let appends = [
            Append::new(&log, 0, "one\n"),
            Append::new(&log, 1, "two\n\nfour 4\n").keyed("a key: 1").last(),
            Append::new(&log, 4_000_000, "7 7 7 1 7\n").keyed("1"),
        ];
        let mut row = String::new();
        for (id, append) in (7..).zip(&appends) {
            add(&mut row, id, append, append.count().unwrap());
        }
        let read: Vec<_> = parts(&row).unwrap().iter().map(|part| (part.log, part.append(log.clone()))).collect();
        assert_eq!(read, (7..).zip(appends).collect::<Vec<_>>());
        for cut in ["\n", "1 0 1 0 \n", "1 0 2 0 \none\n", "1 0 0 0 \n", "x 0 1 0 \none\n", "1 0 1 0 \none\nrest"] {
            assert_eq!(parts(cut), None, "{cut:?}");
        }
    }
}

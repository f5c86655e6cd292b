//! A log in a file: opened at any record without reading all of it, and appended to by one process at a time.

use crate::folder::{hold_off_lobby, hold_off_lobby_at};
use crate::line::Body;
use crate::{HostError, KEYFRAME_EVERY, LINE_MAX, Line, Reader, Registry, Table, verify};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A log in a file, and the game at one of its records.
pub struct LogFile {
    path: PathBuf,
    file: File,
    /// Keeps a lobby from opening its folder while a log in there is written to.
    _held_off: Option<File>,
    /// The game at the record asked for.
    pub table: Box<dyn Table>,
}

/// A file this small is read from its beginning; a larger one from the nearest keyframe.
const SMALL: u64 = 256 << 10;

impl LogFile {
    /// Opens a log at a record, or at its end. Reads from the nearest keyframe on: the part that is read is checked, the rest is not.
    pub fn open(registry: &Registry, path: &Path, to: Option<u64>) -> Result<LogFile, HostError> {
        let named = |error: HostError| error.in_file(path.display().to_string());
        let file = open_file(path, false).map_err(named)?;
        let table = read_to(registry, &file, to).map_err(named)?;
        Ok(LogFile { path: path.to_owned(), file, _held_off: None, table })
    }

    /// Opens a log at its end to append to it. Another process that wants the same waits; a log that an open lobby keeps is an error.
    pub fn append(registry: &Registry, path: &Path) -> Result<LogFile, HostError> {
        let named = |error: HostError| error.in_file(path.display().to_string());
        let file = open_file(path, true).map_err(named)?;
        let _held_off = hold_off_lobby(path).map_err(named)?;
        file.lock().map_err(|error| named(HostError::io(&error, "cannot be locked")))?;
        let table = read_to(registry, &file, None).map_err(named)?;
        Ok(LogFile { path: path.to_owned(), file, _held_off, table })
    }

    /// Opens a log whole, so that every record can be gone back to.
    pub fn whole(registry: &Registry, path: &Path) -> Result<LogFile, HostError> {
        let named = |error: HostError| error.in_file(path.display().to_string());
        let file = open_file(path, false).map_err(named)?;
        let mut reader = Reader::new(BufReader::new(&file));
        let (mut table, _) = verify::open(registry, &mut reader, false).map_err(named)?;
        follow_audited(&mut *table, &mut reader).map_err(named)?;
        Ok(LogFile { path: path.to_owned(), file, _held_off: None, table })
    }

    /// Starts a new file with the lines of a log. A file that is there already is left alone; one that an open lobby would keep is an error.
    pub fn create(path: &Path, lines: &str) -> Result<(), HostError> {
        let failed = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => HostError::bad("EXISTS", "the file exists already and is left as it is")
                .help("choose another name with --out")
                .in_file(path.display().to_string()),
            _ => HostError::io(&error, "cannot be written").in_file(path.display().to_string()),
        };
        let _held_off = hold_off_lobby_at(path).map_err(|error| error.in_file(path.display().to_string()))?;
        let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(failed)?;
        let written = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data());
        written.map_err(|error| {
            let _ = std::fs::remove_file(path);
            failed(error)
        })
    }

    /// Appends lines, all or nothing, and waits until they are on the disk.
    pub fn write(&mut self, lines: &str) -> Result<(), HostError> {
        let failed = |error: std::io::Error| HostError::io(&error, "cannot be written").in_file(self.path.display().to_string());
        let length = self.file.seek(SeekFrom::End(0)).map_err(failed)?;
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            let _ = self.file.set_len(length);
            failed(error)
        })
    }
}

fn open_file(path: &Path, write: bool) -> Result<File, HostError> {
    let meta = std::fs::metadata(path).map_err(|error| HostError::io(&error, "cannot be opened"))?;
    if meta.is_dir() {
        return Err(HostError::bad("IS_A_DIRECTORY", "this is a directory").because("a log file", "a directory"));
    }
    OpenOptions::new().read(true).append(write).open(path).map_err(|error| HostError::io(&error, "cannot be opened"))
}

fn read_to(registry: &Registry, file: &File, to: Option<u64>) -> Result<Box<dyn Table>, HostError> {
    let length = file.metadata().map_err(|error| HostError::io(&error, "cannot be read"))?.len();
    let bytes = Bytes { file, length };
    if length <= SMALL {
        return read_from_start(registry, &mut Reader::new(bytes.from(0)?), to);
    }
    // A damaged end does not matter to whoever asks for an earlier record; else reading from the start names the damage.
    let target = match (bytes.last_seq()?, to) {
        (Some(last), to) => bytes.keyframe(before(to.unwrap_or(last).min(last)))?,
        (None, Some(to)) => bytes.keyframe(before(to))?,
        (None, None) => None,
    };
    match target {
        None => read_from_start(registry, &mut Reader::new(bytes.from(0)?), to),
        Some(offset) => read_from_keyframe(registry, &bytes, offset, to).and_then(|table| reaches(table, to)),
    }
}

/// The record of the nearest keyframe before a record: the record itself is always read, for a branch may cut it.
fn before(seq: u64) -> u64 {
    seq.saturating_sub(1) / KEYFRAME_EVERY * KEYFRAME_EVERY
}

fn read_from_start<B: std::io::BufRead>(
    registry: &Registry,
    reader: &mut Reader<B>,
    to: Option<u64>,
) -> Result<Box<dyn Table>, HostError> {
    let (mut table, _) = verify::open(registry, reader, false)?;
    follow_all(&mut *table, reader, to)?;
    reaches(table, to)
}

fn reaches(table: Box<dyn Table>, to: Option<u64>) -> Result<Box<dyn Table>, HostError> {
    match to {
        Some(to) if table.seq() < to => {
            let error = HostError::bad("NO_SUCH_RECORD", format!("the log has no record {to}"));
            Err(error.because(format!("0 to {}", table.seq()), to.to_string()))
        }
        _ => table.audit().map(|()| table),
    }
}

/// Follows every line, and audits every state: whoever goes back to one can look at it safely.
pub(crate) fn follow_audited<B: std::io::BufRead>(table: &mut dyn Table, reader: &mut Reader<B>) -> Result<(), HostError> {
    table.audit()?;
    loop {
        let number = reader.line_number() + 1;
        let Some(text) = reader.next_line()? else { return Ok(()) };
        if !Line::is_prose(text) {
            let followed = Line::parse(text).and_then(|line| table.follow(&line)).and_then(|()| table.audit());
            followed.map_err(|error| error.at_line(number))?;
        }
    }
}

/// Follows lines up to a record, and the keyframe and branch lines that belong to it. What comes after it may be damaged.
fn follow_all<B: std::io::BufRead>(table: &mut dyn Table, reader: &mut Reader<B>, to: Option<u64>) -> Result<(), HostError> {
    while to.is_none_or(|to| table.seq() < to) {
        let number = reader.line_number() + 1;
        let Some(text) = reader.next_line()? else { return Ok(()) };
        if !Line::is_prose(text) {
            Line::parse(text).and_then(|line| table.follow(&line)).map_err(|error| error.at_line(number))?;
        }
    }
    verify::follow_marks(table, reader)
}

fn read_from_keyframe(registry: &Registry, bytes: &Bytes<'_>, offset: u64, to: Option<u64>) -> Result<Box<dyn Table>, HostError> {
    let mut first = Reader::new(bytes.from(0)?);
    let header = loop {
        match first.next_line()? {
            Some(text) if Line::is_prose(text) => {}
            Some(text) => break text.to_owned(),
            None => return Err(HostError::bad("EMPTY", "there is no log in here")),
        }
    };
    let first_line = first.line_number();
    let Body::Setup { header, .. } = verify::first_line(&header).map_err(|error| error.at_line(first_line))?.body else {
        return Err(HostError::no("NO_SETUP", "a log begins with its setup"));
    };
    let title = registry.title(header.game).map_err(|error| error.at_path("/game"))?;
    let absolute = |mut error: HostError| {
        error.place.line = error.place.line.or(Some(1)).map(|line| line + bytes.lines_before(offset));
        error
    };
    let mut reader = Reader::new(bytes.from(offset)?);
    let mut next = || reader.next_line().map(|text| text.unwrap_or_default().to_owned());
    let (record, keyframe) = (next().map_err(absolute)?, next().map_err(absolute)?);
    let record = Line::parse(&record).map_err(|error| absolute(error.at_line(1)))?;
    let keyframe = Line::parse(&keyframe).map_err(|error| absolute(error.at_line(2)))?;
    let mut table = title.resume(&header, &record, &keyframe).map_err(|error| absolute(error.at_line(2)))?;
    follow_all(&mut *table, &mut reader, to).map_err(absolute)?;
    Ok(table)
}

/// A large file, looked into here and there.
struct Bytes<'a> {
    file: &'a File,
    length: u64,
}

impl<'a> Bytes<'a> {
    fn from(&self, offset: u64) -> Result<BufReader<&'a File>, HostError> {
        let mut file = self.file;
        file.seek(SeekFrom::Start(offset)).map_err(|error| HostError::io(&error, "cannot be read"))?;
        Ok(BufReader::new(file))
    }

    /// The first line that begins at or after an offset and has a number: where it begins, the number, and whether it is a keyframe.
    fn line_after(&self, offset: u64) -> Result<Option<(u64, u64, bool)>, HostError> {
        let mut reader = Reader::new(self.from(offset)?);
        let mut begin = offset;
        if offset > 0 {
            // The byte before tells whether a line begins right here.
            reader = Reader::new(self.from(offset - 1)?);
            match reader.next_raw()? {
                0 => return Ok(None),
                bytes => begin = offset - 1 + bytes,
            }
        }
        loop {
            let before = reader.bytes();
            let Ok(Some(text)) = reader.next_line() else { return Ok(None) };
            if let Some(seq) = seq_of(text) {
                return Ok(Some((begin, seq, is_keyframe(text))));
            }
            begin += reader.bytes() - before;
        }
    }

    /// The number of the last record; `None` if the end of the file is damaged.
    fn last_seq(&self) -> Result<Option<u64>, HostError> {
        let mut back = 4 << 10;
        loop {
            let start = self.length.saturating_sub(back);
            let mut tail = Vec::new();
            let mut from = self.from(start)?;
            from.read_to_end(&mut tail).map_err(|error| HostError::io(&error, "cannot be read"))?;
            if tail.last() != Some(&b'\n') {
                return Ok(None);
            }
            let tail = String::from_utf8_lossy(&tail);
            let last = tail.lines().skip(usize::from(start > 0)).filter_map(seq_of).last();
            if last.is_some() || start == 0 || back > 2 * LINE_MAX {
                return Ok(last);
            }
            back *= 4;
        }
    }

    /// Where a record begins that has a keyframe right behind it, found by halving.
    fn keyframe(&self, seq: u64) -> Result<Option<u64>, HostError> {
        if seq == 0 {
            return Ok(None);
        }
        let (mut low, mut high) = (0, self.length);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.line_after(middle)? {
                Some((begin, found, _)) if found < seq => low = begin.max(middle) + 1,
                _ => high = middle,
            }
        }
        let Some((record, found, false)) = self.line_after(low)? else { return Ok(None) };
        let Some((keyframe, after, true)) = self.line_after(record + 1)? else { return Ok(None) };
        let adjacent = self.lines_between(record, keyframe)? == 1;
        Ok((found == seq && after == seq && adjacent && !self.is_tied_after(keyframe)?).then_some(record))
    }

    /// Whether a branch right behind a keyframe cuts the record of both, or brings other dice: the keyframe is then not what is gone on from.
    fn is_tied_after(&self, keyframe: u64) -> Result<bool, HostError> {
        let mut reader = Reader::new(self.from(keyframe)?);
        reader.next_raw()?;
        loop {
            match reader.next_line() {
                Ok(Some(text)) if Line::is_prose(text) => {}
                Ok(Some(text)) if is_branch(text) => {
                    if text.contains(",\"events\":") || text.contains(",\"seed\":") {
                        return Ok(true);
                    }
                }
                _ => return Ok(false),
            }
        }
    }

    /// How many lines lie between two places where lines begin.
    fn lines_between(&self, from: u64, to: u64) -> Result<u64, HostError> {
        let mut reader = Reader::new(self.from(from)?);
        let (mut at, mut lines) = (from, 0);
        while at < to {
            match reader.next_raw()? {
                0 => break,
                bytes => (at, lines) = (at + bytes, lines + 1),
            }
        }
        Ok(lines)
    }

    /// How many lines lie before an offset: for messages.
    fn lines_before(&self, offset: u64) -> u64 {
        self.lines_between(0, offset).unwrap_or(0)
    }
}

/// The number at the beginning of a line.
fn seq_of(text: &str) -> Option<u64> {
    let rest = text.strip_prefix("{\"seq\":")?;
    rest[..rest.find(',')?].parse().ok()
}

/// Whether a line is a keyframe: the word stands right after the id of the line before. Elsewhere it may be a word of the game.
fn is_keyframe(text: &str) -> bool {
    text.split('"').nth(7) == Some("keyframe")
}

/// Whether a line is a branch, told in the same way.
fn is_branch(text: &str) -> bool {
    text.split('"').nth(7) == Some("branch")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_keyframe_is_told_from_a_game_that_speaks_of_keyframes() {
        assert!(is_keyframe(r#"{"seq":1024,"prev":"00","keyframe":{"a":1},"id":"00"}"#));
        assert!(!is_keyframe(r#"{"seq":1024,"prev":"00","seat":"first","at":0,"action":{"a":"b","keyframe":1},"id":"00"}"#));
        assert_eq!(seq_of(r##"{"seq":1024,"prev":"00"}"##), Some(1024));
        assert_eq!(seq_of("# prose"), None);
    }
}

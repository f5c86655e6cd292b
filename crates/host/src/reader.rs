//! Reading a log as a stream: one line at a time, in bounded memory, with limits on everything.

use crate::HostError;
use memchr::memchr;
use std::io::{BufRead, ErrorKind, Read};

/// The longest line, in bytes.
pub const LINE_MAX: u64 = 4 << 20;
/// The longest request to `judge` or `run`, in bytes: it may hold a whole document.
pub const REQUEST_MAX: u64 = 64 << 20;
/// The longest log, in bytes.
pub const LOG_MAX: u64 = 16 << 30;
/// The most records in a log.
pub const RECORDS_MAX: u64 = 1 << 24;
/// The deepest nesting of a value in a line.
pub const DEPTH_MAX: u32 = 64;

/// How much a reader accepts.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest line, in bytes.
    pub line: u64,
    /// The longest log, in bytes.
    pub log: u64,
    /// The most records in a log.
    pub records: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { line: LINE_MAX, log: LOG_MAX, records: RECORDS_MAX }
    }
}

/// Reads lines of text, one at a time, into one buffer.
pub struct Reader<B> {
    input: B,
    limits: Limits,
    buffer: Vec<u8>,
    line: u64,
    bytes: u64,
    /// Whether the last line may end without a newline.
    lenient: bool,
}

impl<B: BufRead> Reader<B> {
    /// Reads with the usual limits.
    pub fn new(input: B) -> Reader<B> {
        Reader::with_limits(input, Limits::default())
    }

    /// Reads with other limits.
    pub fn with_limits(input: B, limits: Limits) -> Reader<B> {
        Reader { input, limits, buffer: Vec::new(), line: 0, bytes: 0, lenient: false }
    }

    /// The limits it keeps.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The number of the latest line, counted from 1.
    pub fn line_number(&self) -> u64 {
        self.line
    }

    /// How many bytes have been read.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next line without its newline; `None` at the end.
    pub fn next_line(&mut self) -> Result<Option<&str>, HostError> {
        self.buffer.clear();
        self.line += 1;
        let number = self.line;
        let read = self.take_line().map_err(|error| HostError::io(&error, "cannot be read").at_line(number))?;
        self.bytes += read as u64;
        if read == 0 {
            return Ok(None);
        }
        if self.bytes > self.limits.log {
            return Err(too_long("LOG_TOO_LONG", "the log is too long", self.limits.log).at_line(number));
        }
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
        } else if read as u64 > self.limits.line {
            return Err(too_long("LINE_TOO_LONG", "the line is too long", self.limits.line).at_line(number));
        } else if !self.lenient {
            return Err(cut(number));
        }
        match std::str::from_utf8(&self.buffer) {
            Ok(text) => Ok(Some(text)),
            Err(error) => {
                let column = error.valid_up_to() as u64 + 1;
                Err(unfit("NOT_UTF8", "the line is not UTF-8 text", number).at_column(column))
            }
        }
    }
}

impl<B: BufRead> Reader<B> {
    /// Moves a line to the buffer, or as much of it as a line may have and one byte; says how many bytes that were.
    fn take_line(&mut self) -> std::io::Result<usize> {
        let most = usize::try_from(self.limits.line).unwrap_or(usize::MAX).saturating_add(1);
        while self.buffer.len() < most {
            let there = match self.input.fill_buf() {
                Ok(there) => &there[..there.len().min(most - self.buffer.len())],
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = memchr(b'\n', there);
            let taken = end.map_or(there.len(), |end| end + 1);
            self.buffer.extend_from_slice(&there[..taken]);
            self.input.consume(taken);
            if end.is_some() || taken == 0 {
                break;
            }
        }
        Ok(self.buffer.len())
    }
}

impl<B: Read> Reader<std::io::BufReader<B>> {
    /// Reads requests: lines as in a log, but longer ones, any number of them, and the last one may end without a newline.
    pub fn lines_of(input: B) -> Reader<std::io::BufReader<B>> {
        let limits = Limits { line: REQUEST_MAX, log: u64::MAX, records: u64::MAX };
        let mut reader = Reader::with_limits(std::io::BufReader::with_capacity(1 << 16, input), limits);
        reader.lenient = true;
        reader
    }

    /// Whether nothing more is waiting to be read right now.
    pub fn is_drained(&self) -> bool {
        self.input.buffer().is_empty()
    }
}

impl<B: BufRead> Reader<B> {
    /// Skips to the end of the present line, whatever is in it; says how many bytes that were.
    pub(crate) fn next_raw(&mut self) -> Result<u64, HostError> {
        let read = self.input.skip_until(b'\n').map_err(|error| HostError::io(&error, "cannot be read"))?;
        self.bytes += read as u64;
        Ok(read as u64)
    }
}

fn too_long(code: &'static str, message: &str, limit: u64) -> HostError {
    HostError::bad(code, message).because(format!("at most {limit} bytes"), "more")
}

fn cut(line: u64) -> HostError {
    let error = unfit("CUT_LINE", "the file ends inside this line", line).because("a newline", "the end of the file");
    match line {
        1 => error,
        _ => error.help("everything before this line is whole: `referee branch LOG --at N --out NEW` saves it"),
    }
}

/// What cannot be a line: of a log that does not hold, or, where it would be the first, of something that is no log at all.
fn unfit(code: &'static str, message: &str, line: u64) -> HostError {
    if line == 1 { HostError::bad(code, message) } else { HostError::no(code, message) }.at_line(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8], limits: Limits) -> Result<Vec<String>, &'static str> {
        let mut reader = Reader::with_limits(text, limits);
        let mut lines = Vec::new();
        loop {
            match reader.next_line() {
                Ok(Some(line)) => lines.push(line.to_owned()),
                Ok(None) => return Ok(lines),
                Err(error) => return Err(error.code),
            }
        }
    }

    #[test]
    fn every_limit_is_reached_and_named() {
        let limits = Limits { line: 4, log: 12, records: 1 };
        assert_eq!(read(b"abc\nde\n", limits), Ok(vec!["abc".into(), "de".into()]));
        assert_eq!(read(b"abcde\n", limits), Err("LINE_TOO_LONG"));
        assert_eq!(read(b"abc\nabc\nabc\nd\n", limits), Err("LOG_TOO_LONG"));
        assert_eq!(read(b"abc\nde", limits), Err("CUT_LINE"));
        assert_eq!(read(b"\xff\n", limits), Err("NOT_UTF8"));
    }
}

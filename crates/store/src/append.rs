//! Adding lines to a log.
#![cfg_attr(not(feature = "sqlite"), allow(dead_code))] // some of it is for stores that answer later

use crate::{Kept, LogName, StoreError};
use memchr::memchr_iter;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::oneshot;

/// How many lines can be appended at once.
pub const LINES_MAX: u64 = 100_000;
/// The longest key, in bytes.
pub const KEY_MAX: usize = 64;

/// Lines to be added to a log, all or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The log; its first append begins it.
    pub log: LogName,
    /// The number of the line that comes next, as far as whoever appends knows.
    pub next: u64,
    /// The lines, each ended by a newline. Several are one append: readers see all or none.
    pub lines: String,
    /// What makes a repeated append harmless: a key is used once in a log.
    pub key: Option<String>,
    /// Whether these are the last lines: nothing can follow them.
    pub last: bool,
}

impl Append {
    /// Lines that come at a number.
    pub fn new(log: &LogName, next: u64, lines: impl Into<String>) -> Append {
        Append { log: log.clone(), next, lines: lines.into(), key: None, last: false }
    }

    /// Under a key.
    #[must_use]
    pub fn keyed(mut self, key: impl Into<String>) -> Append {
        self.key = Some(key.into());
        self
    }

    /// And nothing after them.
    #[must_use]
    pub fn last(mut self) -> Append {
        self.last = true;
        self
    }

    /// How many lines they are, if they are lines.
    pub(crate) fn count(&self) -> Result<u64, StoreError> {
        if !self.lines.ends_with('\n') {
            return Err(StoreError::BadAppend("every line ends with a newline, and there is at least one"));
        }
        let is_key = |key: &String| !key.is_empty() && key.len() <= KEY_MAX && !key.contains(char::is_control);
        if !self.key.as_ref().is_none_or(is_key) {
            return Err(StoreError::BadAppend("a key has 1 to 64 bytes, and is one line"));
        }
        let count = memchr_iter(b'\n', self.lines.as_bytes()).count() as u64;
        if count > LINES_MAX { Err(StoreError::BadAppend("too many lines at once")) } else { Ok(count) }
    }

    /// The lines as they are kept: the first has the key.
    pub(crate) fn kept(&self) -> impl Iterator<Item = Kept> {
        let mut key = self.key.clone();
        (self.next..).zip(self.each()).map(move |(number, text)| Kept { number, text: text.to_owned(), key: key.take() })
    }

    /// The lines without their newlines.
    pub(crate) fn each(&self) -> impl Iterator<Item = &str> {
        let mut begin = 0;
        memchr_iter(b'\n', self.lines.as_bytes()).map(move |end| &self.lines[std::mem::replace(&mut begin, end + 1)..end])
    }
}

/// Lines that are safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The number of the line that comes next now.
    pub next: u64,
}

/// The answer to an append, when it comes. It is a future; [`wait`](Receipt::wait) is for whoever has none. To drop it changes nothing: the
/// lines are stored all the same, or not.
#[derive(Debug)]
pub struct Receipt(Answer);

#[derive(Debug)]
enum Answer {
    /// It is there, until it is taken.
    Ready(Option<Result<Appended, StoreError>>),
    /// It will come.
    Pending(oneshot::Receiver<Result<Appended, StoreError>>),
}

impl Receipt {
    /// An answer that will come.
    pub(crate) fn pending() -> (oneshot::Sender<Result<Appended, StoreError>>, Receipt) {
        let (sender, receiver) = oneshot::channel();
        (sender, Receipt(Answer::Pending(receiver)))
    }

    /// An answer that is there.
    pub fn ready(answer: Result<Appended, StoreError>) -> Receipt {
        Receipt(Answer::Ready(Some(answer)))
    }

    /// Waits for the answer. Not inside a task of an executor: there, await it.
    pub fn wait(self) -> Result<Appended, StoreError> {
        match self.0 {
            Answer::Ready(answer) => answer.unwrap_or(Err(StoreError::Down)),
            Answer::Pending(answer) => answer.blocking_recv().unwrap_or(Err(StoreError::Down)),
        }
    }
}

impl Future for Receipt {
    type Output = Result<Appended, StoreError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            Answer::Ready(answer) => Poll::Ready(answer.take().unwrap_or(Err(StoreError::Down))),
            Answer::Pending(answer) => Pin::new(answer).poll(context).map(|answer| answer.unwrap_or(Err(StoreError::Down))),
        }
    }
}

//! A bot that thinks beside the screen, so that the screen never waits for it.

use referee::{Millis, Seat, Stream};
use referee_host::{HostError, Id, Table};
use std::thread::JoinHandle;
use std::time::Duration;

/// A bot waits this long before it acts, so that a person can follow.
pub(crate) const PAUSE: Duration = Duration::from_millis(700);
/// It can be told to wait as long as this, or as short.
pub(crate) const PAUSES: [Duration; 2] = [Duration::from_millis(43), Duration::from_millis(5_600)];

/// A bot at work.
pub(crate) struct Thinking {
    /// The seat it plays.
    pub(crate) seat: Seat,
    /// Its name.
    pub(crate) bot: &'static str,
    head: Id,
    until: Duration,
    work: JoinHandle<Result<Option<String>, HostError>>,
}

impl Thinking {
    /// Sets a bot to work on a copy of the game; it is not to act before a time.
    pub(crate) fn begin(
        table: Box<dyn Table>,
        seat: Seat,
        bot: &'static str,
        at: Millis,
        luck: Stream,
        until: Duration,
    ) -> Thinking {
        let (head, mut luck) = (table.head(), luck);
        let work = std::thread::spawn(move || table.bot(bot, seat, at, &mut luck));
        Thinking { seat, bot, head, until, work }
    }

    /// Whether it has an answer and has waited long enough.
    pub(crate) fn is_ready(&self, now: Duration) -> bool {
        now >= self.until && self.work.is_finished()
    }

    /// Whether it thinks about this very moment.
    pub(crate) fn is_about(&self, head: &Id, seat: Seat, bot: &str) -> bool {
        self.head == *head && self.seat == seat && self.bot == bot
    }

    /// Its answer: an action, or `None` if there is nothing to do.
    pub(crate) fn answer(self) -> Result<Option<String>, HostError> {
        self.work.join().unwrap_or_else(|_| Err(HostError::no("BOT_FAILED", format!("the bot {} broke down", self.bot))))
    }
}

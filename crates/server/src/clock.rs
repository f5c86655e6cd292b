//! What time it is. Games are told declared time only; this is where it comes from.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A clock that never runs backwards: the wall's time when the server began, and what has passed since. Whoever sets the wall's clock
/// meanwhile changes nothing.
#[derive(Debug)]
pub(crate) struct Clock {
    began: u64,
    since: Instant,
}

impl Clock {
    pub(crate) fn new() -> Clock {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as u64);
        Clock { began, since: Instant::now() }
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.began + self.since.elapsed().as_millis() as u64
    }
}

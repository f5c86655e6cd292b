//! How long something took, as well as the system can tell: by the time this thread had the processor where that is known (Linux), by the
//! clock elsewhere. So what others do on the machine counts less.

use std::time::{Duration, Instant};

/// A watch that was started.
pub struct Watch {
    clock: Instant,
    worked: Option<Duration>,
}

impl Watch {
    /// Starts one.
    pub fn start() -> Watch {
        Watch { worked: worked(), clock: Instant::now() }
    }

    /// How long it has run.
    pub fn elapsed(&self) -> Duration {
        let now = self.worked.and_then(|before| worked()?.checked_sub(before));
        now.unwrap_or_else(|| self.clock.elapsed())
    }
}

/// The time this thread has had the processor. The system brings it up to date some hundred times a second, so measure much longer than that.
fn worked() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

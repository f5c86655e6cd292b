//! What a station answers, and when it is asked.

/// What a station says to a happening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Not its business: the next station is asked.
    #[default]
    Nothing,
    /// Quietly: the happening is hushed, and the next station is asked.
    Hush,
    /// It is done: no further station of this phase is asked.
    Done,
    /// It must not be: no further station is asked, and no further phase.
    Abort,
}

impl Verdict {
    /// Whether no further station of the phase is asked.
    pub fn ends(self) -> bool {
        matches!(self, Verdict::Done | Verdict::Abort)
    }
}

/// When a station is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Before it happens: to change it, to finish it in another way, to forbid it.
    Pre,
    /// As it happens.
    Main,
    /// After it happened: to react.
    Post,
}

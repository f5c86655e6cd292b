//! What a station answers, and when it is asked.

use core::fmt;

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
    /// The station is faulty: that is reported, and counts as [`Abort`](Verdict::Abort).
    Error,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 5] = [Verdict::Error, Verdict::Nothing, Verdict::Done, Verdict::Abort, Verdict::Hush];

    /// Whether no further station of the phase is asked.
    #[inline]
    pub fn ends(self) -> bool {
        matches!(self, Verdict::Done | Verdict::Abort | Verdict::Error)
    }

    /// Whether it is a no where a yes or no was asked for: a refusal, or a fault.
    ///
    /// ```
    /// # use referee_dispatch::Verdict;
    /// assert!(Verdict::Abort.is_no() && Verdict::Error.is_no());
    /// assert!(!Verdict::Nothing.is_no() && !Verdict::Done.is_no());
    /// ```
    #[inline]
    pub fn is_no(self) -> bool {
        matches!(self, Verdict::Abort | Verdict::Error)
    }

    /// Its name in scripts and traces.
    ///
    /// ```
    /// # use referee_dispatch::Verdict;
    /// assert_eq!(Verdict::named("NOMSG"), Some(Verdict::Hush));
    /// assert_eq!(Verdict::Hush.name(), "NOMSG");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Error => "ERROR",
            Verdict::Nothing => "NOTHING",
            Verdict::Done => "DONE",
            Verdict::Abort => "ABORT",
            Verdict::Hush => "NOMSG",
        }
    }

    /// The verdict with a name.
    pub fn named(name: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.name() == name)
    }

    /// Its number in traces.
    pub fn number(self) -> i8 {
        match self {
            Verdict::Error => -1,
            Verdict::Nothing => 0,
            Verdict::Done => 1,
            Verdict::Abort => 2,
            Verdict::Hush => 3,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// When a station is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Before it happens: to change it, to finish it in another way, to forbid it.
    Pre,
    /// As it happens.
    #[default]
    Main,
    /// After it happened: to react.
    Post,
}

impl Phase {
    /// The phases in their order.
    pub const ALL: [Phase; 3] = [Phase::Pre, Phase::Main, Phase::Post];

    /// Its name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Pre => "PRE",
            Phase::Main => "MAIN",
            Phase::Post => "POST",
        }
    }

    /// What it adds to the number of a verb.
    pub fn offset(self) -> u16 {
        match self {
            Phase::Pre => 500,
            Phase::Main => 0,
            Phase::Post => 1_000,
        }
    }
}

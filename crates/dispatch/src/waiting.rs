//! A status that waits for something to happen.

use crate::{Lens, Phase, Role, Roles, View};

/// What a status waits for: a verb in a phase, done by its bearer or done to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Waiting {
    /// The number of the verb.
    pub verb: u16,
    /// When, and in what relation: [`Lens::Trap`] or [`Lens::TrapOfVictim`].
    pub view: View,
}

impl Waiting {
    /// Waits for a verb that its bearer does or takes part in, but not as its target.
    pub fn for_own(verb: u16, phase: Phase) -> Waiting {
        Waiting { verb, view: View::new(phase, Lens::Trap) }
    }

    /// Waits for a verb that is done to its bearer.
    pub fn for_done_to(verb: u16, phase: Phase) -> Waiting {
        Waiting { verb, view: View::new(phase, Lens::TrapOfVictim) }
    }

    /// Whether a happening is what its bearer waits for.
    ///
    /// ```
    /// # use referee_dispatch::{Phase, Role, Roles, Waiting};
    /// let sanctuary = Waiting::for_done_to(19, Phase::Main);
    /// let mut roles = Roles::default();
    /// roles.set(Role::Actor, Some("orc"));
    /// roles.set(Role::Target, Some("priest"));
    /// assert!(sanctuary.hears(19, Phase::Main, &roles, "priest"));
    /// assert!(!sanctuary.hears(19, Phase::Main, &roles, "orc"));
    /// ```
    #[inline]
    pub fn hears<I: Copy + Eq>(self, verb: u16, phase: Phase, roles: &Roles<I>, bearer: I) -> bool {
        self.verb == verb
            && self.view.phase == phase
            && match self.view.lens {
                Lens::TrapOfVictim => roles.is(Role::Target, bearer),
                _ => roles.is_beside_target(bearer),
            }
    }
}

//! A law: what it says, which rules of the seeds it stands for, and how it is judged.

use crate::{Breach, Plan};
use referee_host::Playable;

/// What holds for every game. Judging one plan is a plain function, so that anyone can ask without a panic.
pub struct Law<R: Playable> {
    /// Its number.
    pub number: u8,
    /// What it says.
    pub says: &'static str,
    /// The rules it stands for: E1 to E6 of the event model, C1 to C8 of the engine contract.
    pub stands_for: &'static str,
    /// Whether a game played by a plan keeps it.
    pub judge: fn(&R, &Plan<R>) -> Result<(), Breach>,
}

impl<R: Playable> Law<R> {
    /// Law 1.
    pub fn entry() -> Law<R> {
        Law {
            number: 1,
            says: "a refused action changes nothing, an accepted one has events, and `apply` says the same as the game",
            stands_for: "C1, C3, C4, C6, E5, E6",
            judge: crate::a_refused_action_changes_nothing,
        }
    }

    /// Law 2.
    pub fn fold() -> Law<R> {
        Law {
            number: 2,
            says: "folding the events alone gives the state, and nothing else changes it",
            stands_for: "C5, C8, E3, E4",
            judge: crate::events_alone_make_the_state,
        }
    }

    /// Law 3.
    pub fn again() -> Law<R> {
        Law {
            number: 3,
            says: "deciding everything again gives the same events, states and bytes",
            stands_for: "the determinism guarantee, C7, E1, E2",
            judge: crate::deciding_again_gives_the_same_bytes,
        }
    }

    /// Law 4.
    pub fn audits() -> Law<R> {
        Law {
            number: 4,
            says: "the invariants are audited before and after every action; a breach takes the turn back",
            stands_for: "C2, C3, C4 and the order of validation",
            judge: crate::audits_stand_before_and_after,
        }
    }

    /// Law 5.
    pub fn branches() -> Law<R> {
        Law {
            number: 5,
            says: "a branch at any record, or inside one, replays, verifies and plays on, and its source is unchanged",
            stands_for: "C6, C7, E1",
            judge: crate::branches_replay_and_leave_the_source_alone,
        }
    }

    /// Law 6.
    pub fn text() -> Law<R> {
        Law {
            number: 6,
            says: "text keeps everything: a snapshot and the rest is the whole, and every number is safe in every reader",
            stands_for: "C5 and the determinism guarantee",
            judge: crate::text_keeps_everything,
        }
    }

    /// Law 7.
    pub fn listed() -> Law<R> {
        Law {
            number: 7,
            says: "`legal` lists exactly what `decide` accepts",
            stands_for: "C1, C4",
            judge: crate::legal_lists_what_decide_accepts,
        }
    }

    /// Law 8.
    pub fn views() -> Law<R> {
        Law {
            number: 8,
            says: "two states that look the same to an eye give it the same bytes, and no view shows the generator",
            stands_for: "one projection per seat",
            judge: crate::an_eye_sees_no_more_than_it_may,
        }
    }

    /// All laws, in order.
    pub fn all() -> [Law<R>; 8] {
        use Law as L;
        [L::entry(), L::fold(), L::again(), L::audits(), L::branches(), L::text(), L::listed(), L::views()]
    }
}

//! What a title brings besides its rules.

use crate::hosted::{Clock, Moments, Refusals, Times, Totals};
use crate::{Bot, Deeds, Format, NamedSetup, Playable};

/// What a title brings besides its rules: file forms of other programs, what a seat has at the end, deeds.
pub(crate) struct Hooks<R: Playable> {
    pub(crate) formats: &'static [Format<R>],
    pub(crate) totals: Option<Totals<R>>,
    pub(crate) deeds: Option<Deeds<R>>,
    pub(crate) moments: Moments<R>,
    pub(crate) clock: Option<Clock<R>>,
    pub(crate) times: Option<Times<R>>,
    pub(crate) refusals: Option<Refusals<R>>,
    pub(crate) bots: &'static [(&'static str, Bot<R>)],
    pub(crate) setups: &'static [NamedSetup],
}

impl<R: Playable> Hooks<R> {
    /// What a title has that brings nothing: every record is one move.
    pub(super) fn none() -> Hooks<R> {
        Hooks {
            formats: &[],
            totals: None,
            deeds: None,
            moments: |_, _, events| vec![events.len()],
            clock: None,
            times: None,
            refusals: None,
            bots: &[],
            setups: &[],
        }
    }
}

// Written out, not derived: a derive would ask the rules themselves to be `Copy`.
impl<R: Playable> Clone for Hooks<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Playable> Copy for Hooks<R> {}

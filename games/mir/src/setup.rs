//! What a game starts from: a GameState document, or a scenario file that has one in it.

use crate::json::{canonical, parts};
use crate::page::Page;
use crate::wire::{enclosed, raw, unraw};
use crate::{GameState, Text, invariants};
use alloc::{borrow::Cow, format, string::String, vec::Vec};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a game starts from. Any JSON is kept; what is no GameState is refused when the game is to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// All that was given, as canonical JSON.
    given: Text,
    /// The document in it.
    document: Text,
}

/// The fight a new table begins with.
const USUAL: &str = include_str!("../setups/tavern-brawl.scenario.json");

impl Setup {
    /// A setup from any canonical JSON.
    pub(crate) fn of(given: &str) -> Setup {
        let document = parts::member(given, "initialState").unwrap_or(given);
        Setup { given: given.into(), document: document.into() }
    }

    /// The GameState document.
    pub fn document(&self) -> &str {
        &self.document
    }

    /// All that was given: the document, or the scenario file it is in.
    pub fn json(&self) -> &str {
        &self.given
    }

    /// What the document says, or what is wrong with it.
    pub fn state(&self) -> Result<GameState, Vec<String>> {
        let state = Page::read(&self.document)?.state().clone();
        let violations = invariants::violations(&state).into_iter().map(|violation| format!("[PRE_INVARIANT] {violation}"));
        let problems: Vec<String> = violations.chain(state.log.obstacles()).collect();
        if problems.is_empty() { Ok(state) } else { Err(problems) }
    }

    /// Puts another seed into the document. One that cannot be read stays as it is.
    pub(crate) fn reseed(&mut self, seed: &str) {
        let Ok(page) = Page::read(&self.document) else { return };
        let document = page.reseeded(seed);
        let given = &*self.given;
        // The member is a slice of the whole: where it begins is how far apart the two are.
        let from = parts::member(given, "initialState").map_or(0, |member| member.as_ptr().addr() - given.as_ptr().addr());
        let (before, after) = (&given[..from], &given[from + self.document.len()..]);
        self.given = [before, &document, after].concat().into();
        self.document = document.into();
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::of(&canonical(USUAL).unwrap_or(Cow::Borrowed("null")))
    }
}

impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        raw::<S::Error>(&enclosed(&self.given))?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setup, D::Error> {
        Ok(Setup::of(&unraw(deserializer)?))
    }
}

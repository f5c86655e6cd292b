//! What a game starts from: a GameState document, or a scenario file that has one in it.

use crate::json::{JsonError, canonical, parts};
use crate::page::Page;
use crate::wire::{as_text, enclosed, raw, unescaped};
use crate::{GameState, TableRules, Text, invariants};
use alloc::{borrow::Cow, boxed::Box, collections::BTreeMap, format, string::String, vec::Vec};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// What a game starts from. Any JSON is kept; what is no GameState is refused when the game is to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// All that was given, as canonical JSON.
    given: Text,
    /// The document in it.
    document: Text,
    /// All that was given as it stood in its file, where that is not canonical JSON.
    verbatim: Option<Text>,
}

/// A setup up to this many bytes is kept as it stood in its file: as text in a line of a log it may take twice as many, and the line has the
/// state besides.
pub const VERBATIM_MAX: usize = 1 << 20;

/// The fight a new table begins with.
const USUAL: &str = include_str!("../setups/tavern-brawl.scenario.json");

impl Setup {
    /// A setup from any canonical JSON.
    pub(crate) fn of(given: &str) -> Setup {
        let document = parts::member(given, "initialState").unwrap_or(given);
        Setup { given: given.into(), document: document.into(), verbatim: None }
    }

    /// A setup from any JSON, kept as it stands there.
    pub(crate) fn verbatim(text: &str) -> Result<Setup, JsonError> {
        let given = canonical(text)?;
        let verbatim = (*given != *text && text.len() <= VERBATIM_MAX).then(|| text.into());
        Ok(Setup { verbatim, ..Setup::of(&given) })
    }

    /// The GameState document.
    pub fn document(&self) -> &str {
        &self.document
    }

    /// All that was given: the document, or the scenario file it is in.
    pub fn json(&self) -> &str {
        &self.given
    }

    /// The GameState document as it stood in its file.
    pub(crate) fn document_verbatim(&self) -> &str {
        let Some(text) = &self.verbatim else { return &self.document };
        let inside = if self.is_bare() { Some(text.trim()) } else { raw_member(text, "initialState") };
        inside.unwrap_or(&self.document)
    }

    /// Whether all that was given is the document.
    pub(crate) fn is_bare(&self) -> bool {
        self.given == self.document
    }

    /// What the document says, or what is wrong with it.
    pub fn state(&self) -> Result<GameState, Vec<String>> {
        let state = Page::read(&self.document)?.state().clone();
        let violations = invariants::violations(&state).into_iter().map(|violation| format!("[PRE_INVARIANT] {violation}"));
        let problems: Vec<String> = violations.chain(state.log.obstacles()).collect();
        if problems.is_empty() { Ok(state) } else { Err(problems) }
    }

    /// Whether it asks for the rules of a table, by a member `tableRules` beside the document; what is wrong with that member otherwise.
    pub fn table_rules(&self) -> Result<TableRules, String> {
        match parts::member(&self.given, "tableRules") {
            None | Some("false") => Ok(TableRules(false)),
            Some("true") => Ok(TableRules(true)),
            Some(other) => Err(format!("[SETUP_INVALID] /tableRules must be true or false, and is {other}")),
        }
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
        (self.document, self.verbatim) = (document.into(), None);
    }
}

/// The member of an object with a key, as it stands in a text that need not be canonical.
pub(crate) fn raw_member<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let members: BTreeMap<Cow<'_, str>, &'a RawValue> = serde_json::from_str(text).ok()?;
    members.get(key).map(|value| value.get())
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::of(&canonical(USUAL).unwrap_or(Cow::Borrowed("null")))
    }
}

impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match &self.verbatim {
            Some(verbatim) => as_text(verbatim),
            None => enclosed(&self.given).into_owned(),
        };
        raw::<S::Error>(&text)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setup, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = canonical(raw.get()).map_err(D::Error::custom)?;
        let as_text = unescaped(&text).and_then(|inside| Setup::verbatim(&inside).ok());
        Ok(as_text.unwrap_or_else(|| Setup::of(&text)))
    }
}

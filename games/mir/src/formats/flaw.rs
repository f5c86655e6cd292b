//! What is wrong with a document that a game is to begin from, each flaw with its place in the document.

use crate::{GameState, Kind, Page, invariants};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use referee_host::HostError;

/// Which law a document breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Law {
    Schema,
    Invariant,
    /// Ours: the contract takes a document whose log cannot grow, and goes down with it; no game begins from one.
    Growth,
}

/// What is wrong with a document.
#[derive(Clone, Debug)]
pub(super) struct Flaw {
    pub(super) law: Law,
    /// Where, as a JSON pointer.
    pub(super) at: String,
    /// What: in the words of the schema, or `[CODE] sentence`.
    pub(super) text: String,
}

impl Flaw {
    /// The flaw as a problem of a file that has the document at `root`.
    pub(super) fn problem(&self, root: &str, message: String) -> HostError {
        let code = match self.law {
            Law::Schema => "SCHEMA_INVALID",
            Law::Invariant => "INVARIANT_FAILED",
            Law::Growth => "LOG_CANNOT_GROW",
        };
        HostError::no(code, message).at_path(format!("{root}{}", self.at))
    }
}

/// Reads a document that a game can begin from: the schema first, and only if that holds the invariants.
pub(super) fn read(document: &str) -> Result<Page, Vec<Flaw>> {
    let page = Page::read(document).map_err(|errors| errors.iter().map(|error| of_schema(error)).collect::<Vec<_>>())?;
    let flaws: Vec<Flaw> =
        invariants::violations(page.state()).into_iter().map(|text| of_invariant(page.state(), text)).collect();
    if flaws.is_empty() { Ok(page) } else { Err(flaws) }
}

/// Why no game begins from a document that the contract takes.
pub(super) fn obstacles(page: &Page) -> Vec<Flaw> {
    let flaw = |text: String| Flaw { law: Law::Growth, at: "/log/events".into(), text };
    page.state().log.obstacles().into_iter().map(flaw).collect()
}

/// `[SCHEMA] /rng/mode must be ..`.
fn of_schema(error: &str) -> Flaw {
    let text = error.strip_prefix("[SCHEMA] ").unwrap_or(error);
    let at = text.split(' ').next().filter(|at| at.len() > 1).unwrap_or_default();
    Flaw { law: Law::Schema, at: at.to_owned(), text: text.to_owned() }
}

/// `[HP_BOUNDS] "pc-a": ..`.
fn of_invariant(state: &GameState, text: String) -> Flaw {
    let (code, sentence) = text.split_once("] ").unwrap_or_default();
    let at = match code.trim_start_matches('[') {
        "RNG_SEED_REQUIRED_WHEN_SEEDED" => "/rng/seed".into(),
        "RNG_ROLL_VALUES_VALID" => "/rng/lastRolls".into(),
        "UI_SELECTED_ENTITY_EXISTS" => "/ui/selectedEntityId".into(),
        "UI_HOVERED_CELL_IN_BOUNDS" => "/ui/hoveredCell".into(),
        "MAP_SIZE_POSITIVE" => "/map/grid/size".into(),
        code if code.starts_with("TERRAIN_") => "/map/terrain".into(),
        code if code.starts_with("COMBAT_") => "/combat".into(),
        code if code.starts_with("LOG_") => "/log/events".into(),
        _ => entity(state, sentence),
    };
    Flaw { law: Law::Invariant, at, text }
}

/// Where the entity is that a sentence begins with, or else names.
fn entity(state: &GameState, sentence: &str) -> String {
    let lists = [(Kind::Player, "players"), (Kind::Npc, "npcs"), (Kind::Object, "objects")];
    let place = |(kind, name): (Kind, &str)| {
        let list = state.entities.listed().filter(move |(list, _)| *list == kind).map(|(_, entity)| entity);
        list.enumerate()
            .map(|(index, entity)| (format!("\"{}\"", entity.id), format!("/entities/{name}/{index}")))
            .collect::<Vec<_>>()
    };
    let places: Vec<(String, String)> = lists.into_iter().flat_map(place).collect();
    let begun = places.iter().rev().find(|(id, _)| sentence.starts_with(&**id));
    let named = begun.or_else(|| places.iter().rev().find(|(id, _)| sentence.contains(&**id)));
    named.map_or_else(|| "/entities".to_owned(), |(_, place)| place.clone())
}

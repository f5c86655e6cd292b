//! `mir-scenario`: a document to begin from, and what it is about. The name of such a file ends in `.scenario.json`.

use super::flaw::{self, Flaw, Law};
use super::{Read, json, opening, page_after, state};
use crate::json::parts::{is_object, member, members};
use crate::json::write_text;
use crate::{Page, Rules14, invariants};
use alloc::{format, string::String, vec, vec::Vec};
use referee::Game;
use referee_host::HostError;

/// What a scenario says of itself.
const META: [&str; 6] = ["id", "name", "description", "recommendedPlayers", "difficulty", "tags"];

pub(super) fn import<const FIRST_ROLL: u64>(rules: &Rules14<FIRST_ROLL>, text: &str) -> Read<FIRST_ROLL> {
    let text = json(text)?;
    let problems = check(&text).err().unwrap_or_default();
    Ok(state::begun(*rules, &text, member(&text, "initialState").unwrap_or("null"), problems))
}

/// The checks of the public program, in its order; the first group that fails ends them.
fn check(text: &str) -> Result<(), Vec<HostError>> {
    let bad = |path: &str, message: String| vec![HostError::no("BAD_SCENARIO", message).at_path(path)];
    let Some(meta) = member(text, "meta").filter(|meta| is_object(meta)) else {
        return Err(bad("/meta", "meta must be an object".into()));
    };
    let missing: Vec<&str> = META.into_iter().filter(|field| given(meta, field).is_none()).collect();
    if !missing.is_empty() {
        return Err(bad("/meta", format!("meta is missing: {}", missing.join(", "))));
    }
    let Some(document) = member(text, "initialState").filter(|document| is_object(document)) else {
        return Err(bad("/initialState", "initialState must be an object".into()));
    };
    let problem = |flaw: &Flaw| flaw.problem("/initialState", validation(flaw));
    let flaws = flaw::read(document).map_or_else(|flaws| flaws, |page| flaw::obstacles(&page));
    if flaws.is_empty() { Ok(()) } else { Err(flaws.iter().map(problem).collect()) }
}

/// A field that is there and not `null`.
fn given<'a>(meta: &'a str, field: &str) -> Option<&'a str> {
    member(meta, field).filter(|value| *value != "null")
}

fn validation(flaw: &Flaw) -> String {
    match flaw.law {
        Law::Schema => format!("[validation] [schema] {}", flaw.text),
        Law::Invariant | Law::Growth => format!("[validation] {}", flaw.text),
    }
}

pub(super) fn export<const FIRST_ROLL: u64>(game: &Game<Rules14<FIRST_ROLL>>, to: u64) -> Result<String, HostError> {
    let page = page_after(game, to)?;
    if let Some(violation) = invariants::violations(page.state()).first() {
        let message = format!("no scenario can begin from the state after record {to}: {violation}");
        return Err(HostError::no("INVARIANT_FAILED", message));
    }
    let (setup, _) = opening(game)?;
    let mut text = String::from("{\"meta\":");
    write_meta(member(setup.json(), "meta").unwrap_or("{}"), &page, &mut text);
    text.push_str(&format!(",\"initialState\":{}", page.text()));
    if let Some(rules) = member(setup.json(), "tableRules") {
        text.push_str(&format!(",\"tableRules\":{rules}"));
    }
    if let Some(replays) = member(setup.json(), "suggestedReplays").filter(|_| to == 0) {
        text.push_str(&format!(",\"suggestedReplays\":{replays}"));
    }
    text.push('}');
    Ok(text)
}

/// What the game's own scenario says of itself, and what can be told from the document where it says nothing.
fn write_meta(old: &str, page: &Page, out: &mut String) {
    let state = page.state();
    let told = |field: &str| {
        let mut text = String::new();
        match field {
            "id" => write_text(&state.session_id, &mut text),
            "name" => write_text(&state.map.chart().name, &mut text),
            "description" => write_text("A game in progress.", &mut text),
            "recommendedPlayers" => text.push_str(&format!("{}", state.entities.players().len())),
            "difficulty" => write_text("unknown", &mut text),
            _ => text.push_str("[]"),
        }
        text
    };
    let kept = members(old).unwrap_or_default().into_iter().filter(|(key, value)| *value != "null" || !META.contains(key));
    let kept = kept.map(|(key, value)| format!("\"{key}\":{value}"));
    let added = META.into_iter().filter(|field| given(old, field).is_none());
    let added = added.map(|field| format!("\"{field}\":{}", told(field)));
    out.push_str(&format!("{{{}}}", kept.chain(added).collect::<Vec<_>>().join(",")));
}

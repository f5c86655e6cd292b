//! `mir-state`: the GameState document. Written, it is exactly what the contract returns; read, it begins a game without actions.

use super::{Read, flaw, hash_of, json, page_after};
use crate::event::write_texts;
use crate::{Rules14, Setup};
use alloc::{format, string::String, vec, vec::Vec};
use referee::Game;
use referee_host::{HostError, Imported};

pub(super) fn import<const FIRST_ROLL: u64>(rules: &Rules14<FIRST_ROLL>, text: &str) -> Read<FIRST_ROLL> {
    let text = json(text)?;
    let flaws = flaw::read(&text).map_or_else(|flaws| flaws, |page| flaw::obstacles(&page));
    let problems = flaws.iter().map(|flaw| flaw.problem("", flaw.text.clone())).collect();
    Ok(begun(*rules, &text, &text, problems))
}

/// The game that begins from what a file gives, unless something is wrong with it.
pub(super) fn begun<const FIRST_ROLL: u64>(
    rules: Rules14<FIRST_ROLL>,
    given: &str,
    document: &str,
    mut problems: Vec<HostError>,
) -> Imported<Rules14<FIRST_ROLL>> {
    let mut game = None;
    if problems.is_empty() {
        match Game::start(rules, Setup::of(given)) {
            Ok(started) => game = Some(started),
            Err(why) => problems = vec![HostError::no(why.code(), format!("{why}"))],
        }
    }
    let errors: Vec<String> = problems.iter().map(|problem| problem.message.clone()).collect();
    let mut report = format!("{{\"ok\":{},\"errors\":", errors.is_empty());
    write_texts(&errors, &mut report);
    report.push_str(&format!(",\"stateHash\":\"{}\"}}", hash_of(document).unwrap_or_default()));
    Imported { game, players: Vec::new(), report, problems }
}

pub(super) fn export<const FIRST_ROLL: u64>(game: &Game<Rules14<FIRST_ROLL>>, to: u64) -> Result<String, HostError> {
    Ok(page_after(game, to)?.text().into())
}

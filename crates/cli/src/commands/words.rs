//! `referee resign` and `referee draw`: what a player says about a match.

use super::{Outcome, YES};
use crate::output::{say, say_json};
use referee_host::{DrawOffer, HostError, LogFile, Parley, Registry, Word};
use std::path::Path;

/// Who says what, and when.
pub(crate) struct Saying<'a> {
    pub(crate) seat: &'a str,
    pub(crate) at: Option<u64>,
    pub(crate) word: Word,
}

pub(crate) fn words(registry: &Registry, log: &Path, saying: &Saying<'_>, json: bool) -> Outcome {
    let mut file = LogFile::append(registry, log)?;
    let named = |error: HostError| error.in_file(log.display().to_string());
    let seat = file.table.card().seat(Some(saying.seat))?;
    let at = saying.at.unwrap_or_else(|| file.table.now());
    let line = file.table.say(seat, at, saying.word).map_err(named)?;
    file.write(&line)?;
    let parley = file.table.parley();
    match json {
        true => say_json(&serde_json::json!({"ok": true, "seat": saying.seat, "word": saying.word, "match": parley}))?,
        false => say(told(saying, &parley))?,
    }
    Ok(YES)
}

/// What came of a word, in a sentence.
fn told(Saying { seat, word, .. }: &Saying<'_>, parley: &Parley) -> String {
    match (word, &parley.result, &parley.offer) {
        (_, Some(result), _) => format!("The match is over: {}.", result.told),
        (Word::Offer, ..) => format!("{seat} offers a draw."),
        (Word::Decline, ..) => format!("{seat} declines the draw."),
        (_, None, Some(offer)) => offered(offer),
        (_, None, None) => format!("{seat} agrees to the draw."),
    }
}

/// The draw that is offered, in a sentence.
pub(crate) fn offered(offer: &DrawOffer) -> String {
    match &offer.agreed[..] {
        [] => format!("{} offers a draw.", offer.by),
        agreed => format!("{} offers a draw, {} agrees.", offer.by, agreed.join(" and ")),
    }
}

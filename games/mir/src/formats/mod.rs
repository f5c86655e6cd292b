//! The files of the public program, and the contract's turn bundle: one file each. All of them are JSON, read and compared as canonical text.

mod bundle;
mod flaw;
mod replay;
mod scenario;
mod state;

use crate::json::{Value, canonical};
use crate::{GameState, Page, Rules14, Setup, hash};
use alloc::{borrow::Cow, collections::BTreeMap, format, string::String, vec::Vec};
use referee::{Cause, Game, Record, Rules, apply};
use referee_host::{Format, HostError, Imported};
use serde::de::IgnoredAny;

impl<const FIRST_ROLL: u64> Rules14<FIRST_ROLL> {
    /// All of them; the first that fits a file is taken for its form.
    pub(crate) const FORMATS: &'static [Format<Self>] = &[
        Format {
            name: "mir-bundle",
            about: "one call of the entry point: state in, action, events, state out, hashes",
            fits: |text| has(text, "state_in", &[]),
            import: Some(bundle::import),
            export: Some(|source| bundle::export(source.game, source.to)),
        },
        Format {
            name: "mir-replay",
            about: "a state, actions, and what is expected of them",
            fits: |text| has(text, "steps", &["state_in"]),
            import: Some(replay::import),
            export: Some(|source| replay::export(source.game, source.to)),
        },
        Format {
            name: "mir-scenario",
            about: "a state to begin with, and what it is about (.scenario.json)",
            fits: |text| has(text, "initialState", &["state_in", "steps"]),
            import: Some(scenario::import),
            export: Some(|source| scenario::export(source.game, source.to)),
        },
        Format {
            name: "mir-state",
            about: "a GameState, as the contract returns it",
            fits: |text| has(text, "schemaVersion", &["state_in", "steps", "initialState"]),
            import: Some(state::import),
            export: Some(|source| state::export(source.game, source.to)),
        },
    ];
}

type Read<const FIRST_ROLL: u64> = Result<Imported<Rules14<FIRST_ROLL>>, HostError>;

/// Whether a text is an object with a key, and without some others.
fn has(text: &str, key: &str, others: &[&str]) -> bool {
    let keys = serde_json::from_str::<BTreeMap<String, IgnoredAny>>(text);
    keys.is_ok_and(|keys| keys.contains_key(key) && !others.iter().any(|other| keys.contains_key(*other)))
}

/// A file as canonical text.
fn json(text: &str) -> Result<Cow<'_, str>, HostError> {
    canonical(text).map_err(|error| {
        let before = text.get(..error.at).unwrap_or(text);
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count());
        let line = before.matches('\n').count();
        HostError::bad("NOT_JSON", format!("{error}")).at_line(line as u64 + 1).at_column(column as u64 + 1)
    })
}

/// The replay hash of a canonical text.
fn hash_of(text: &str) -> Result<String, HostError> {
    let value = Value::parse(text).map_err(|error| HostError::no("NO_HASH", format!("this has no hash: {error}")))?;
    Ok(hash::state_hash(&value))
}

/// What a game began from, and the document of that.
fn opening<const FIRST_ROLL: u64>(game: &Game<Rules14<FIRST_ROLL>>) -> Result<(&Setup, Page), HostError> {
    let Some(Cause::Setup(setup)) = game.log().record(0).map(|record| record.cause) else {
        return Err(HostError::no("NO_SETUP", "the first record of the log is no setup"));
    };
    let page = Page::read(setup.document()).map_err(|errors| HostError::no("SCHEMA_INVALID", errors.join("; ")))?;
    Ok((setup, page))
}

/// The document after a record.
fn page_after<const FIRST_ROLL: u64>(game: &Game<Rules14<FIRST_ROLL>>, to: u64) -> Result<Page, HostError> {
    let (_, mut page) = opening(game)?;
    let records = game.log().records(1).take_while(|record| record.seq <= to);
    let events: Vec<_> = records.flat_map(|record| record.events).cloned().collect();
    page.follow(game.rules(), &events);
    Ok(page)
}

/// The contract knows no seats, no dice from outside and no rules of a table: a record can be told in its words only if it comes out the same without them.
fn by_contract<const FIRST_ROLL: u64>(state: &GameState, record: &Record<'_, Rules14<FIRST_ROLL>>) -> Result<(), HostError> {
    let Cause::Action(action) = record.cause else { return Ok(()) };
    let seat = Rules14::<FIRST_ROLL>.speaker(state, action).unwrap_or_default();
    if apply(&Rules14::<FIRST_ROLL>, state, seat, 0, action).events == record.events {
        return Ok(());
    }
    let message = format!(
        "record {} comes out differently by the contract, which knows no seats, no dice from outside and no rules of a table",
        record.seq
    );
    Err(HostError::no("NOT_BY_CONTRACT", message))
}

/// Reads a file by one of the two games, and says so where it is wrong by that one and right by the other.
fn advised<const FIRST_ROLL: u64>(
    text: &str,
    own: fn(&str) -> Read<FIRST_ROLL>,
    first: fn(&str) -> Read<1>,
    nought: fn(&str) -> Read<0>,
) -> Read<FIRST_ROLL> {
    let mut imported = own(text)?;
    if let Some(problem) = imported.problems.first_mut() {
        let (other, is_right) = match FIRST_ROLL {
            0 => ("mir", first(text).is_ok_and(|imported| imported.problems.is_empty())),
            _ => ("mir-original", nought(text).is_ok_and(|imported| imported.problems.is_empty())),
        };
        if is_right {
            let help = format!("it is right by {other}, which numbers its rolls differently: `--game {other}`");
            *problem = problem.clone().help(help);
        }
    }
    Ok(imported)
}

//! `mir-bundle`: the contract's turn bundle, one call of the entry point in one file. Nothing is normalised: reading it judges the action
//! again, and what comes out must be what the file says, to the byte of canonical text.

use super::{Read, advised, by_contract, hash_of, json, opening, page_after};
use crate::event::write_texts;
use crate::json::parts::{items, member, members, step};
use crate::page::PageJudge;
use crate::{Action, Rules14, Setup};
use alloc::{borrow::ToOwned, collections::BTreeMap, format, string::String, vec, vec::Vec};
use referee::{Cause, Game, Rules};
use referee_host::{HostError, Imported};

/// What a bundle says. All but `errors` is always there.
const FIELDS: [&str; 7] = ["state_in", "action", "events", "state_out", "success", "errors", "hashes"];

/// How many differences are told at most.
const DIFFERENCES_MAX: usize = 100;

pub(super) fn import<const FIRST_ROLL: u64>(_: &Rules14<FIRST_ROLL>, text: &str) -> Read<FIRST_ROLL> {
    advised(text, read::<FIRST_ROLL>, read::<1>, read::<0>)
}

fn read<const FIRST_ROLL: u64>(text: &str) -> Read<FIRST_ROLL> {
    let text = json(text)?;
    let mut hashes = "null".to_owned();
    let (game, problems) = match checked::<FIRST_ROLL>(&text, &mut hashes) {
        Ok(game) => (Some(game), Vec::new()),
        Err(problems) => (None, problems),
    };
    let errors: Vec<String> = problems.iter().map(HostError::line).collect();
    let mut report = format!("{{\"ok\":{},\"errors\":", errors.is_empty());
    write_texts(&errors, &mut report);
    report.push_str(&format!(",\"hashes\":{hashes}}}"));
    Ok(Imported { game, players: Vec::new(), report, problems })
}

/// The game of one action that a bundle tells, or all that is wrong with it.
fn checked<const FIRST_ROLL: u64>(text: &str, hashes: &mut String) -> Result<Game<Rules14<FIRST_ROLL>>, Vec<HostError>> {
    let Some(fields) = members(text) else { return Err(vec![bad("", "a bundle is an object")]) };
    let mut problems: Vec<HostError> = fields.iter().filter(|(key, _)| !FIELDS.contains(key)).map(unknown).collect();
    let (Some(state_in), Some(action)) = (member(text, "state_in"), member(text, "action")) else {
        let missing = FIELDS[..2].iter().filter(|field| member(text, field).is_none());
        problems.extend(missing.map(|field| bad(&format!("/{field}"), "is missing")));
        return Err(problems);
    };
    let judged = Judged::new::<FIRST_ROLL>(state_in, action).map_err(|error| vec![error])?;
    hashes.clone_from(&judged.hashes);
    let mut differences = Differences(problems);
    for (field, expected) in judged.fields() {
        differences.find(&format!("/{field}"), expected, member(text, field));
    }
    match differences.0 {
        none if none.is_empty() => played(state_in, action).map_err(|error| vec![error]),
        problems => Err(problems),
    }
}

fn bad(path: &str, message: &str) -> HostError {
    HostError::no("BAD_BUNDLE", message).at_path(path)
}

fn unknown((key, _): &(&str, &str)) -> HostError {
    bad(&format!("/{}", step(key)), "a bundle has no such field")
}

/// The game: it begins from the state, and has the one action.
fn played<const FIRST_ROLL: u64>(state_in: &str, action: &str) -> Result<Game<Rules14<FIRST_ROLL>>, HostError> {
    let unusable = |why: &dyn core::fmt::Display| {
        HostError::no("NO_GAME", format!("the bundle is right, but no game begins from such a state: {why}")).at_path("/state_in")
    };
    let mut game = Game::start(Rules14, Setup::of(state_in)).map_err(|why| unusable(&why))?;
    let action = Action::read(action);
    let seat = Rules14::<FIRST_ROLL>.speaker(game.state(), &action).unwrap_or_default();
    let refused = game.act(seat, 0, action).err();
    match refused {
        Some(why) if game.seq() == Some(0) => Err(unusable(&why)),
        _ => Ok(game),
    }
}

/// What the entry point answers, in the words of a bundle.
struct Judged {
    /// `{"nextState":..,"events":..,"success":..,"errors":..}`.
    answer: String,
    hashes: String,
}

impl Judged {
    fn new<const FIRST_ROLL: u64>(state_in: &str, action: &str) -> Result<Judged, HostError> {
        let mut answer = String::new();
        let request = format!("{{\"state\":{state_in},\"action\":{action}}}");
        PageJudge::of(&Rules14::<FIRST_ROLL>).answer(&request, &mut answer)?;
        let before = hash_of(state_in).map_err(|error| error.at_path("/state_in"))?;
        let after = hash_of(member(&answer, "nextState").unwrap_or("null")).map_err(|error| error.at_path("/state_out"))?;
        Ok(Judged { answer, hashes: format!("{{\"state_in\":\"{before}\",\"state_out\":\"{after}\"}}") })
    }

    /// All fields but what was asked.
    fn fields(&self) -> [(&'static str, Option<&str>); 5] {
        let said = |key| member(&self.answer, key);
        [
            ("events", said("events")),
            ("state_out", said("nextState")),
            ("success", said("success")),
            ("errors", said("errors")),
            ("hashes", Some(&self.hashes)),
        ]
    }
}

/// Where texts differ: all that is expected and not found, found and not expected, or not the same.
struct Differences(Vec<HostError>);

impl Differences {
    fn find(&mut self, path: &str, expected: Option<&str>, found: Option<&str>) {
        if expected == found || self.0.len() >= DIFFERENCES_MAX {
            return;
        }
        let before = self.0.len();
        if let (Some(expected), Some(found)) = (expected, found) {
            self.inside(path, expected, found);
        }
        if self.0.len() == before {
            self.tell(path, expected, found);
        }
    }

    /// Differences of parts that stand in the same place. There are none if it is the order of keys that differs.
    fn inside(&mut self, path: &str, expected: &str, found: &str) {
        if let (Some(expected), Some(found)) = (members(expected), members(found)) {
            let (known, there): (BTreeMap<_, _>, BTreeMap<_, _>) =
                (expected.iter().copied().collect(), found.iter().copied().collect());
            for (key, value) in expected {
                self.find(&format!("{path}/{}", step(key)), Some(value), there.get(key).copied());
            }
            for (key, value) in found.into_iter().filter(|(key, _)| !known.contains_key(key)) {
                self.find(&format!("{path}/{}", step(key)), None, Some(value));
            }
        } else if let (Some(expected), Some(found)) = (items(expected), items(found)) {
            for index in 0..expected.len().max(found.len()) {
                self.find(&format!("{path}/{index}"), expected.get(index).copied(), found.get(index).copied());
            }
        }
    }

    fn tell(&mut self, path: &str, expected: Option<&str>, found: Option<&str>) {
        let message = match (expected, found) {
            (_, None) => "is missing",
            (None, _) => "should not be there",
            _ => "is not what the rules say",
        };
        self.0.push(HostError::no("BUNDLE_DIFFERS", message).at_path(path).because(brief(expected), brief(found)));
    }
}

/// A value, or "nothing", short enough for a line.
fn brief(text: Option<&str>) -> String {
    let text = text.unwrap_or("nothing");
    if text.chars().count() <= 200 { text.to_owned() } else { text.chars().take(197).chain("...".chars()).collect() }
}

pub(super) fn export<const FIRST_ROLL: u64>(game: &Game<Rules14<FIRST_ROLL>>, to: u64) -> Result<String, HostError> {
    let record = game.log().record(to);
    let (Some(record), Some(before)) = (record, to.checked_sub(1)) else {
        let error = HostError::bad("NO_ACTION", "a bundle is about an action, and the first record has none");
        return Err(error.because("record 1 or later", format!("record {to}")));
    };
    let Cause::Action(action) = record.cause else {
        return Err(HostError::no("NO_ACTION", format!("record {to} is no action")));
    };
    let page = if before == 0 { opening(game)?.1 } else { page_after(game, before)? };
    by_contract(page.state(), &record)?;
    let action = action.json();
    let judged = Judged::new::<FIRST_ROLL>(page.text(), &action)?;
    let mut text = format!("{{\"state_in\":{},\"action\":{action}", page.text());
    for (field, value) in judged.fields() {
        value.into_iter().for_each(|value| text.push_str(&format!(",\"{field}\":{value}")));
    }
    text.push('}');
    Ok(text)
}

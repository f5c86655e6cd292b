//! Law 6: text keeps everything. What is written and read again is the same; a snapshot and the rest of the log is the whole log; and every
//! number is whole and small enough for every reader of JSON.

use crate::again::{tabled, written};
use crate::branches::points;
use crate::breach::{json, same, same_text, works};
use crate::plan::eyes;
use crate::{Breach, Declared, Plan};
use referee::{Cause, Game, Snapshot};
use referee_host::{ENGINE, Header, Hosted, Id, Line, Playable, Title};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::fmt::Debug;

/// The largest whole number that every reader of JSON keeps exactly: 2^53 - 1.
const SAFE: u64 = (1 << 53) - 1;

/// Law 6, for C5 and the determinism guarantee.
pub fn text_keeps_everything<R: Playable>(rules: &R, plan: &Plan<R>) -> Result<(), Breach> {
    kept("the setup", &plan.setup)?;
    if let Some(game) = plan.start(rules) {
        all_kept(&game).map_err(|breach| breach.at(0))?;
    }
    let mut all = Vec::new();
    let game = plan.play(rules, |game, declared| {
        all.push(declared.clone());
        kept("an action", &declared.action)?;
        let _ = game.act(declared.seat, declared.at, declared.action.clone()).is_ok();
        all_kept(game)
    })?;
    let Some(game) = game else { return Ok(()) };
    for seq in points(game.log().len()) {
        snapshot_and_rest(&game, seq).map_err(|breach| breach.at(seq as usize))?;
    }
    keyframe_and_rest(&game, plan, &all)
}

/// The state, the latest events and every view.
fn all_kept<R: Playable>(game: &Game<R>) -> Result<(), Breach> {
    kept("the state", game.state())?;
    game.log().last().map_or(Ok(()), |record| record.events.iter().try_for_each(|event| kept("an event", event)))?;
    eyes::<R>().try_for_each(|eye| safe("a view", &json(&game.rules().view(game.state(), eye))))
}

fn kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(what: &str, value: &T) -> Result<(), Breach> {
    let text = json(value);
    let read: T = works(&format!("reading {what} again, {text}"), serde_json::from_str(&text))?;
    same(&format!("{what}, written and read again"), value, &read)?;
    same_text(&format!("{what}, written, read and written again"), &text, &json(&read))?;
    safe(what, &text)
}

/// Every number in a document is whole, and no larger than any reader can bear.
fn safe(what: &str, text: &str) -> Result<(), Breach> {
    let value: Value = works(&format!("reading {what} as JSON"), serde_json::from_str(text))?;
    match unsafe_number(&value) {
        None => Ok(()),
        Some(found) => Err(Breach::new(
            format!("a number in {what}"),
            format!("whole, from -{SAFE} to {SAFE}"),
            format!("{found} in {text}"),
        )),
    }
}

fn unsafe_number(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) if number.as_i64().is_some_and(|number| number.unsigned_abs() <= SAFE) => None,
        Value::Number(number) => Some(number.to_string()),
        Value::Array(list) => list.iter().find_map(unsafe_number),
        Value::Object(parts) => parts.values().find_map(unsafe_number),
        _ => None,
    }
}

/// Resumes from a state that went through text, and follows the rest.
fn snapshot_and_rest<R: Playable>(game: &Game<R>, seq: u64) -> Result<(), Breach> {
    let state: R::State = works("the state at a record", game.at(seq))?;
    let state = works("reading a snapshot", serde_json::from_str(&json(&state)))?;
    let mut resumed = Game::resume(game.rules().clone(), Snapshot { seq, state });
    for record in game.log().records(seq + 1) {
        works("following the rest", resumed.follow(record))?;
    }
    same_text("the state after a snapshot and the rest", &json(game.state()), &json(resumed.state()))?;
    same("the digest after a snapshot and the rest", &game.digest(), &resumed.digest())?;
    works("deciding the rest again", resumed.verify())?;
    let rest: String = written(game).lines().skip(seq as usize + 1).flat_map(|line| [line, "\n"]).collect();
    same_text("the rest of the log", &rest, &written(&resumed))
}

/// The same over text: a keyframe line in place of all lines up to a record.
fn keyframe_and_rest<R: Playable>(game: &Game<R>, plan: &Plan<R>, declared: &[Declared<R::Action>]) -> Result<(), Breach> {
    let rules = game.rules();
    let (table, text) = works("playing over text", tabled(rules, plan, declared))?;
    let header = Header {
        game: R::NAME,
        rules: R::VERSION,
        content: rules.content(),
        engine: ENGINE,
        chance: "native",
        ..Header::default()
    };
    let lines: Vec<&str> = text.lines().collect();
    // A long log has keyframes of its own between its records.
    let places: Vec<usize> =
        (0..lines.len()).filter(|&at| Line::parse(lines[at]).is_ok_and(|line| line.deed().is_some())).collect();
    for seq in points(places.len() as u64) {
        let state = works("the state at a record", game.at(seq))?;
        let last = works("a line of the log", Line::parse(lines[places[seq as usize]]))?;
        let body = format!("{{\"seq\":{seq},\"prev\":\"{}\",\"keyframe\":{}", last.id, json(&state));
        let sealed = format!("{body},\"id\":\"{}\"}}", Id::of(body.as_bytes()));
        let keyframe = Line { id: last.id, ..works("a keyframe", Line::parse(&sealed))? };
        let mut resumed = works("resuming from a keyframe", Hosted::new(rules.clone()).resume(&header, &last, &keyframe))?;
        for line in &lines[places[seq as usize] + 1..] {
            let line = works("a line of the log", Line::parse(line))?;
            works("following a line after a keyframe", resumed.follow(&line))?;
        }
        same_text("the state after a keyframe and the rest", &table.state(), &resumed.state())?;
        same("the head after a keyframe and the rest", &table.head(), &resumed.head())?;
    }
    causes_kept(game)
}

/// What was declared is on record as it was declared.
fn causes_kept<R: Playable>(game: &Game<R>) -> Result<(), Breach> {
    game.log().records(0).try_for_each(|record| match record.cause {
        Cause::Setup(setup) => kept("the setup on record", setup),
        Cause::Action(action) => kept("an action on record", action),
    })
}

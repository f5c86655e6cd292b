//! Whole games over text: a setup and actions in, every verdict and the end out.

use crate::json::{check_object, in_words};
use crate::write::text;
use crate::{HostError, Table, Title, Verdict};
use referee::Scripted;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'a> {
    #[serde(borrow, default)]
    setup: Option<&'a RawValue>,
    chance: Option<Vec<u32>>,
    #[serde(borrow)]
    actions: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step<'a> {
    seat: Option<String>,
    at: Option<u64>,
    #[serde(borrow)]
    action: &'a RawValue,
}

impl<'a> Step<'a> {
    /// Reads a step; an action alone is one too, where neither seat nor time need be said.
    fn read(raw: &'a RawValue) -> Result<Step<'a>, serde_json::Error> {
        if is_bare(raw.get()) { Ok(Step { seat: None, at: None, action: raw }) } else { serde_json::from_str(raw.get()) }
    }
}

/// Whether this is an action alone: it has no `action` in it, and more than a step could say without one. It may well have an `at` of its own.
fn is_bare(text: &str) -> bool {
    let parts = serde_json::from_str::<BTreeMap<String, IgnoredAny>>(text);
    text.starts_with('[')
        || parts.is_ok_and(|parts| !parts.contains_key("action") && !parts.keys().any(|key| key == "seat") && !is_only_at(&parts))
}

fn is_only_at(parts: &BTreeMap<String, IgnoredAny>) -> bool {
    parts.len() == 1 && parts.contains_key("at")
}

impl dyn Title + '_ {
    /// Plays a whole game: `{"setup"?,"chance"?,"actions":[{"seat"?,"at"?,"action"}]}` in (or actions alone, where nothing else need be said),
    /// `{"ok","steps":[{"success","events","errors"?,"view"?}],"state","digest"}` out. `ok` says that the game could be started and
    /// that a script of dice was used up; what came of each action is in its step.
    pub fn run(&self, request: &str, views: bool) -> Result<String, HostError> {
        let bad = |error: serde_json::Error| HostError::bad("BAD_REQUEST", in_words(&error.to_string()));
        check_object(request, "BAD_REQUEST")?;
        let request: Request<'_> = serde_json::from_str(request).map_err(bad)?;
        let steps: Result<Vec<Step<'_>>, _> = request.actions.iter().map(|raw| Step::read(raw)).collect();
        let steps = steps.map_err(|error| bad(error).at_path("/actions"))?;
        let mut script = request.chance.map(Scripted::new);
        let started = self.start(request.setup.map(RawValue::get), None, 0, script.as_mut());
        let mut table = match started {
            Ok(table) => table,
            Err(error) => return Ok(format!("{{\"ok\":false,\"steps\":[],\"errors\":{}}}", text(&[error.line()]))),
        };
        let mut answer = String::from("\"steps\":[");
        for (index, step) in steps.iter().enumerate() {
            answer.push_str(if index > 0 { "," } else { "" });
            play(&mut *table, step, script.as_mut(), views, &mut answer);
        }
        answer.push(']');
        let left = script.and_then(|script| script.finish().err());
        if let Some(fault) = left {
            answer.push_str(&format!(",\"errors\":{}", text(&[format!("[{}] {fault}", fault.code())])));
        }
        Ok(format!("{{\"ok\":{},{answer},\"state\":{},\"digest\":\"{}\"}}", left.is_none(), table.state(), table.digest()))
    }
}

fn play(table: &mut dyn Table, step: &Step<'_>, script: Option<&mut Scripted>, views: bool, answer: &mut String) {
    let seat = table.whose(step.seat.as_deref(), step.action.get());
    let verdict = match &seat {
        Ok(seat) => table.act(*seat, step.at.unwrap_or_else(|| table.now()), step.action.get(), script),
        Err(error) => Verdict::refused(error),
    };
    answer.push_str(&format!("{{\"success\":{},\"events\":{}", verdict.success, verdict.events));
    verdict.write_errors(answer);
    if views {
        answer.push_str(&format!(",\"view\":{}", table.view(seat.ok())));
    }
    answer.push('}');
}

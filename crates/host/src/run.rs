//! Whole games over text: a setup and actions in, every verdict and the end out.

use crate::write::text;
use crate::{HostError, Table, Title, Verdict};
use referee::Scripted;
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'a> {
    #[serde(borrow, default)]
    setup: Option<&'a RawValue>,
    chance: Option<Vec<u32>>,
    #[serde(borrow)]
    actions: Vec<Step<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step<'a> {
    seat: Option<String>,
    at: Option<u64>,
    #[serde(borrow)]
    action: &'a RawValue,
}

impl dyn Title + '_ {
    /// Plays a whole game: `{"setup"?,"chance"?,"actions":[{"seat"?,"at"?,"action"}]}` in,
    /// `{"ok","steps":[{"success","events","errors"?,"view"?}],"state","digest"}` out. `ok` says that the game could be started and
    /// that a script of dice was used up; what came of each action is in its step.
    pub fn run(&self, request: &str, views: bool) -> Result<String, HostError> {
        let request: Request<'_> =
            serde_json::from_str(request).map_err(|error| HostError::bad("BAD_REQUEST", error.to_string()))?;
        let mut script = request.chance.map(Scripted::new);
        let started = self.start(request.setup.map(RawValue::get), None, 0, script.as_mut());
        let mut table = match started {
            Ok(table) => table,
            Err(error) => return Ok(format!("{{\"ok\":false,\"steps\":[],\"errors\":{}}}", text(&[error.line()]))),
        };
        let mut answer = String::from("\"steps\":[");
        for (index, step) in request.actions.iter().enumerate() {
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
        Ok(seat) => table.act(*seat, step.at.unwrap_or_else(|| table.at()), step.action.get(), script),
        Err(error) => Verdict::refused(error),
    };
    answer.push_str(&format!("{{\"success\":{},\"events\":{}", verdict.success, verdict.events));
    verdict.write_errors(answer);
    if views {
        answer.push_str(&format!(",\"view\":{}", table.view(seat.ok())));
    }
    answer.push('}');
}

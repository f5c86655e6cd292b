//! `ACTION_REJECTED`: an action was refused. It changes nothing but the log.

use super::{Line, Misfit, Payload, ReadLine};
use crate::event::{write_texts, written};
use crate::json::Value;
use crate::{GameState, Text};
use alloc::{format, string::String, sync::Arc};

/// An action was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRejected {
    /// Its type and the entities it names, as JSON.
    pub action: Text,
    /// Why, each with its code.
    pub reasons: Arc<[String]>,
}

impl Line for ActionRejected {
    fn write(&self, out: &mut String) {
        out.push_str("{\"action\":");
        out.push_str(&self.action);
        out.push_str(",\"reasons\":");
        write_texts(&self.reasons, out);
        out.push('}');
    }

    fn apply(&self, _: &mut GameState) {}

    fn check(&self, _: &GameState) -> Result<(), Misfit> {
        let is_named = matches!(Value::parse(&self.action), Ok(action) if action.get("type").is_some());
        Misfit::unless(is_named, "action", || "must be an object that has the type of the action".into())?;
        Misfit::unless(!self.reasons.is_empty(), "reasons", || "must have one reason or more".into())
    }

    fn tell(&self) -> String {
        format!("refused: {}", self.reasons.join("; "))
    }
}

impl ReadLine for ActionRejected {
    const KIND: &'static str = "ACTION_REJECTED";

    fn read(payload: &Payload<'_>) -> Result<ActionRejected, Misfit> {
        let reasons = payload.list("reasons", |reason| match reason.whole_value() {
            Value::Text(text) => Ok(String::from(&**text)),
            _ => Err(reason.wrong("must be a text")),
        })?;
        Ok(ActionRejected { action: written(payload.value("action")?).into(), reasons: reasons.into() })
    }
}

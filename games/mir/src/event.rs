//! How events are written and read: the lines of the contract's log as the catalogue has them, and two that only the game's own log has: how
//! it began, and every roll, so that the log alone rebuilds the dice.

use crate::Event;
use crate::catalogue::{Misfit, Payload};
use crate::json::{Value, write_text};
use crate::wire::{disclosed_value, enclosed, raw, unraw};
use alloc::{boxed::Box, format, string::String};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Event {
    /// Whether it is a line of the contract's log.
    pub fn is_line(&self) -> bool {
        self.line().is_some()
    }

    /// Writes its payload as the contract has it.
    pub(crate) fn write_payload(&self, out: &mut String) {
        match self {
            Event::Opened(state) => out.push_str(&serde_json::to_string(state).unwrap_or_default()),
            Event::Rolled { sides, value, source } => {
                out.push_str(&format!("{{\"sides\":{sides},\"value\":{value},\"source\":"));
                write_text(source, out);
                out.push('}');
            }
            event => event.line().into_iter().for_each(|line| line.write(out)),
        }
    }

    fn read(text: &str) -> Result<Event, Misfit> {
        let wrong = |at: &str, why: &str| Misfit { at: at.into(), why: why.into() };
        let value = Value::parse(text).map_err(|_| wrong("/", "is no JSON that can be read"))?;
        let open = value.get("payload").ok_or_else(|| wrong("/payload", "is missing"))?;
        let enclosed = disclosed_value(open);
        let disclosed = enclosed.as_deref().map(Value::parse).transpose().map_err(|_| wrong("/payload", "cannot be read"))?;
        let payload = Payload::of(disclosed.as_ref().unwrap_or(open));
        let Some(Value::Text(kind)) = value.get("type") else { return Err(wrong("/type", "must be a text")) };
        match &**kind {
            "OPENED" => {
                let state = serde_json::from_str(&written(payload.whole_value()));
                Ok(Event::Opened(Box::new(state.map_err(|_| wrong("/payload", "must be a state"))?)))
            }
            "ROLLED" => {
                let (sides, value) = (payload.small("sides")?, payload.small("value")?);
                Ok(Event::Rolled { sides, value, source: (*payload.text("source")?).into() })
            }
            line => Event::line_of(line, &payload).unwrap_or_else(|| Err(wrong("/type", "is no type of event"))),
        }
    }
}

/// `["a","b"]`.
pub(crate) fn write_texts(texts: &[String], out: &mut String) {
    out.push('[');
    for (index, text) in texts.iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        write_text(text, out);
    }
    out.push(']');
}

pub(crate) fn written(value: &Value<'_>) -> String {
    let mut text = String::new();
    value.write(&mut text);
    text
}

/// `{"type":"MOVE_APPLIED","payload":{..}}`.
impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut payload = String::new();
        self.write_payload(&mut payload);
        let text = format!("{{\"type\":\"{}\",\"payload\":{}}}", self.kind(), enclosed(&payload));
        raw::<S::Error>(&text)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        let event = Event::read(&unraw(deserializer)?);
        event.map_err(|misfit| D::Error::custom(format_args!("no event of MIR: {misfit}")))
    }
}

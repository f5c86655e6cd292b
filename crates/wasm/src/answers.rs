//! The forms that questions and answers have in common.

use serde::Serialize;
use serde_json::value::RawValue;

/// What is asked: read from JSON, every field known.
macro_rules! asked {
    ($($item:item)*) => { $(
        #[derive(Debug, serde::Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        #[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
        $item
    )* };
}

/// What is answered: written as JSON.
macro_rules! told {
    ($($item:item)*) => { $(
        #[derive(Debug, serde::Serialize)]
        #[serde(rename_all = "camelCase")]
        #[cfg_attr(feature = "types", derive(ts_rs::TS))]
        $item
    )* };
}

/// JSON in its own words: setups, actions, events, views.
pub(crate) type Words = Box<RawValue>;

/// An answer: one line of JSON, and a text where there is one.
pub(crate) struct Answer {
    line: String,
    text: String,
}

impl Answer {
    pub(crate) fn new(told: &impl Serialize, text: String) -> Answer {
        Answer { line: serde_json::to_string(told).unwrap_or_default(), text }
    }

    pub(crate) fn written(self) -> String {
        let Answer { line, text } = self;
        if text.is_empty() { format!("+{line}") } else { format!("+{line}\n{text}") }
    }
}

/// Text that is JSON already.
pub(crate) fn words(text: String) -> Words {
    RawValue::from_string(text).unwrap_or_default()
}

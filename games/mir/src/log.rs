//! How far the page's log has come: its lines are kept by the game's own log, and what the rules need to know of them here.

use crate::Text;
use crate::whole::write_digits;
use alloc::{format, string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// How far the page's log has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Log {
    /// How many lines it has.
    pub events: u64,
    /// Numbers of lines to come whose id a line in the document has already, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<u64>,
    /// Whether the last line is later than now.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub late: bool,
    /// Ids of lines that repeat the id of an earlier one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeated: Vec<Text>,
    /// Ids of lines that are earlier than the line before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<Text>,
}

impl Log {
    /// The id of a line.
    pub fn id(number: u64) -> String {
        let mut id = String::new();
        Log::write_id(number, &mut id);
        id
    }

    /// Appends the id of a line: its number, with four digits at least.
    pub(crate) fn write_id(number: u64, out: &mut String) {
        out.push_str(match number {
            0..10 => "evt-000",
            10..100 => "evt-00",
            100..1_000 => "evt-0",
            _ => "evt-",
        });
        write_digits(number, out);
    }

    /// The number of a line that has such an id, if a line could have it.
    pub(crate) fn number(id: &str) -> Option<u64> {
        let digits = id.strip_prefix("evt-")?;
        let plain = digits.len() == 4 || (digits.len() > 4 && !digits.starts_with('0'));
        (plain && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
    }

    /// Whether every line has an id of its own and none is earlier than the one before.
    pub fn is_sound(&self) -> bool {
        self.repeated.is_empty() && self.stale.is_empty()
    }

    /// Why it cannot grow: lines to come would break an invariant, and the refusals that say so would break it for good. Each as
    /// `[CODE] sentence`. The contract's page takes such a document and goes down with it; a game does not begin with one.
    pub fn obstacles(&self) -> Vec<String> {
        let taken = self.taken.iter().map(|number| {
            format!("[LOG_CANNOT_GROW] a line has the id \"{}\" already, which a line to come must have", Log::id(*number))
        });
        let late = self.late.then(|| "[LOG_CANNOT_GROW] the last line is later than the state's timestamp".into());
        taken.chain(late).collect()
    }

    /// One more line, now.
    pub(crate) fn append(&mut self) {
        self.events = self.events.saturating_add(1);
        if self.taken.contains(&self.events) {
            self.repeated.push(Log::id(self.events).into());
        }
        if core::mem::take(&mut self.late) {
            self.stale.push(Log::id(self.events).into());
        }
    }
}

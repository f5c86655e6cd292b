//! What somebody declares in a match, and what came of it.

use crate::problem::Problem;
use referee::Seat;
use referee_host::Word;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// What somebody declares.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Declared<'a> {
    /// The action, as the game's own schema says.
    #[serde(borrow)]
    pub(crate) action: &'a RawValue,
    /// What makes sending it again harmless.
    #[serde(default)]
    #[schemars(with = "Option<crate::described::Key>")]
    pub(crate) key: Option<Cow<'a, str>>,
    /// The number of the record it follows: if another came first, nothing is judged. (Not the id of its line: what that is made of is not
    /// for every seat to see, and could be guessed from it.)
    #[serde(default, deserialize_with = "crate::body::maybe_whole")]
    pub(crate) after: Option<u64>,
    /// Whose it is; it must be the seat of whoever sends it.
    #[serde(default)]
    pub(crate) seat: Option<String>,
    /// Whether its record is the answer: then it need not be told twice.
    #[serde(skip)]
    pub(crate) told_by_record: bool,
}

impl Declared<'_> {
    /// The key it is stored under.
    pub(crate) fn key(&self, seat: Seat) -> Result<Option<String>, Problem> {
        stored_key(self.key.as_deref(), seat)
    }

    /// Whether it declares this: the same JSON, however it is written.
    pub(crate) fn is(&self, action: &str) -> bool {
        let parse = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        action == self.action.get() || parse(action) == parse(self.action.get())
    }
}

/// How long a key may be.
const KEY_MAX: usize = 40;

/// The key that something is stored under: keys are each seat's own.
fn stored_key(key: Option<&str>, seat: Seat) -> Result<Option<String>, Problem> {
    let Some(key) = key else { return Ok(None) };
    if key.is_empty() || key.len() > KEY_MAX || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(Problem::bad("BAD_KEY", "a key has 1 to 40 printable letters without spaces"));
    }
    Ok(Some([itoa::Buffer::new().format(seat.0), ":", key].concat()))
}

/// A resignation.
#[derive(Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resigning<'a> {
    /// What makes sending it again harmless.
    #[serde(default)]
    #[schemars(with = "Option<crate::described::Key>")]
    key: Option<Cow<'a, str>>,
    /// The number of the record it follows: if another came first, nothing is said.
    #[serde(default, deserialize_with = "crate::body::maybe_whole")]
    after: Option<u64>,
}

/// A draw that is offered, or the answer to an offer.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drawing<'a> {
    /// What the seat says.
    draw: DrawWord,
    /// What makes sending it again harmless.
    #[serde(default)]
    #[schemars(with = "Option<crate::described::Key>")]
    key: Option<Cow<'a, str>>,
    /// The number of the record it follows: if another came first, nothing is said.
    #[serde(default, deserialize_with = "crate::body::maybe_whole")]
    after: Option<u64>,
}

/// What a seat says about a draw.
#[derive(Clone, Copy, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum DrawWord {
    /// It offers one.
    Offer,
    /// It agrees to the one that is offered.
    Accept,
    /// It declines the one that is offered.
    Decline,
}

impl DrawWord {
    pub(crate) fn word(self) -> Word {
        match self {
            DrawWord::Offer => Word::Offer,
            DrawWord::Accept => Word::Accept,
            DrawWord::Decline => Word::Decline,
        }
    }
}

/// What a seat says about a match.
pub(crate) struct Spoken<'a> {
    pub(crate) word: Word,
    pub(crate) key: Option<Cow<'a, str>>,
    pub(crate) after: Option<u64>,
}

impl Spoken<'_> {
    /// The key it is stored under.
    pub(crate) fn key(&self, seat: Seat) -> Result<Option<String>, Problem> {
        stored_key(self.key.as_deref(), seat)
    }
}

impl<'a> From<Resigning<'a>> for Spoken<'a> {
    fn from(Resigning { key, after }: Resigning<'a>) -> Spoken<'a> {
        Spoken { word: Word::Resign, key, after }
    }
}

impl<'a> From<Drawing<'a>> for Spoken<'a> {
    fn from(Drawing { draw, key, after }: Drawing<'a>) -> Spoken<'a> {
        Spoken { word: draw.word(), key, after }
    }
}

/// What came of a declared action.
pub(crate) struct Ruling {
    pub(crate) seq: u64,
    /// What the seat sees of what happened, as JSON; or nothing, and why not.
    pub(crate) events: Cow<'static, str>,
    pub(crate) errors: Vec<String>,
    pub(crate) error_events: Vec<String>,
    pub(crate) readable: bool,
    /// Whether something was written because of it.
    pub(crate) is_record: bool,
}

impl Ruling {
    pub(crate) fn json(&self) -> String {
        let Ruling { seq, events, .. } = self;
        let mut text = format!("{{\"success\":{},\"seq\":{seq},\"events\":{events}", self.errors.is_empty());
        if !self.errors.is_empty() {
            text.push_str(&format!(",\"errors\":{}", serde_json::to_string(&self.errors).unwrap_or_default()));
        }
        if !self.error_events.is_empty() {
            text.push_str(&format!(",\"error_events\":[{}]", self.error_events.join(",")));
        }
        text.push('}');
        text
    }
}

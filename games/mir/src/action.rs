//! What a seat declares. Any JSON may be declared: what cannot be understood is refused by the rules, and the refusal goes on record like any
//! other, so reading an action never fails.

use crate::catalogue::Fields;
use crate::json::Value;
use crate::wire::{depth, enclosed, raw, unraw};
use crate::{Attack, Deed, EndTurn, Move, RollInitiative, Text, Whole};
use alloc::{borrow::Cow, format, string::String, sync::Arc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a seat declares: what it means, and its own words where they say more than that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it means.
    pub deed: Deed,
    /// The whole declaration as JSON, where it has fields or forms that [`deed`](Action::deed) does not show.
    verbatim: Option<Text>,
}

/// Whom a declaration names. A name that is no text is nobody's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As it reads in a sentence.
    pub text: Text,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Plain,
    Structure,
}

impl Name {
    /// The id, if it is one that somebody could have.
    pub fn id(&self) -> Option<&str> {
        (self.form == Form::Text).then_some(&*self.text)
    }

    /// Whether two names name the same, as `===` sees it.
    pub fn is_same(&self, other: &Name) -> bool {
        self == other && self.form != Form::Structure
    }

    pub(crate) fn of(value: &Value<'_>) -> Name {
        let form = match value {
            Value::Text(text) => return Name::from(&**text),
            Value::List(_) | Value::Object(_) => Form::Structure,
            _ => Form::Plain,
        };
        Name { text: value.js_text().into(), form }
    }
}

impl<T: Into<Text>> From<T> for Name {
    fn from(text: T) -> Name {
        Name { text: text.into(), form: Form::Text }
    }
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The column.
    pub x: Whole,
    /// The row.
    pub y: Whole,
    /// As it was declared, where that is more than a column and a row.
    verbatim: Option<Text>,
}

impl Step {
    /// A step onto a cell.
    pub fn to(x: impl Into<Whole>, y: impl Into<Whole>) -> Step {
        Step { x: x.into(), y: y.into(), verbatim: None }
    }

    pub(crate) fn of(value: &Value<'_>) -> Option<Step> {
        let whole = |key| match value.get(key) {
            Some(Value::Number(number)) => Whole::of(*number),
            _ => None,
        };
        let step = Step { x: whole("x")?, y: whole("y")?, verbatim: None };
        let (mut plain, mut declared) = (String::new(), String::new());
        step.write(&mut plain);
        value.write(&mut declared);
        Some(Step { verbatim: (plain != declared).then(|| declared.into()), ..step })
    }

    pub(crate) fn write(&self, out: &mut String) {
        match &self.verbatim {
            Some(verbatim) => out.push_str(verbatim),
            None => write_cell(self.x, self.y, out),
        }
    }
}

/// `{"x":1,"y":2}`.
pub(crate) fn write_cell(x: Whole, y: Whole, out: &mut String) {
    out.push_str("{\"x\":");
    x.write(out);
    out.push_str(",\"y\":");
    y.write(out);
    out.push('}');
}

/// `[{"x":1,"y":2},..]`.
pub(crate) fn write_path(path: &[Step], out: &mut String) {
    out.push('[');
    for (index, step) in path.iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        step.write(out);
    }
    out.push(']');
}

impl Action {
    /// An entity walks a path.
    pub fn walk(entity: impl Into<Name>, path: impl Into<Arc<[Step]>>) -> Action {
        Deed::from(Move { entity: entity.into(), path: path.into() }).into()
    }

    /// An entity strikes another.
    pub fn attack(attacker: impl Into<Name>, target: impl Into<Name>) -> Action {
        Deed::from(Attack { attacker: attacker.into(), target: target.into() }).into()
    }

    /// An entity ends its turn.
    pub fn end_turn(entity: impl Into<Name>) -> Action {
        Deed::from(EndTurn { entity: entity.into() }).into()
    }

    /// A combat begins.
    pub fn roll_initiative() -> Action {
        Deed::from(RollInitiative).into()
    }

    /// Reads a declaration: any JSON, as canonical text.
    pub(crate) fn read(text: &str) -> Action {
        if let Some(deed) = Deed::plain(text) {
            return deed.into();
        }
        if is_too_deep(text) {
            return Deed::Malformed { why: format!("Action must not be nested deeper than {DEPTH_MAX}").into() }.spoken(text);
        }
        let Ok(value) = Value::parse(text) else {
            return Deed::Malformed { why: "Action must be well-formed Unicode".into() }.spoken(text);
        };
        let deed = Deed::of(&value);
        let mut plain = String::new();
        deed.write(&mut plain);
        if plain == text { deed.into() } else { deed.spoken(text) }
    }

    /// Reads a declaration in its plain form, the one this crate would write; `None` for any other text.
    pub(crate) fn plain(text: &str) -> Option<Action> {
        Deed::plain(text).map(Into::into)
    }

    /// Whether it says nothing but what it means.
    pub fn is_plain(&self) -> bool {
        self.verbatim.is_none()
    }

    /// The declaration as JSON.
    pub fn json(&self) -> Cow<'_, str> {
        match &self.verbatim {
            Some(verbatim) => Cow::Borrowed(verbatim),
            None => {
                let mut text = String::new();
                self.deed.write(&mut text);
                Cow::Owned(text)
            }
        }
    }

    /// What a refusal on record says of the declaration: its type and whom it names, as JSON.
    pub fn summary(&self) -> Text {
        let text = self.json();
        let mut summary = String::from("{\"type\":");
        match Value::parse(&text) {
            Ok(value @ Value::Object(_)) if !is_too_deep(&text) => {
                match value.get("type") {
                    None | Some(Value::Null) => summary.push_str("\"UNKNOWN\""),
                    Some(kind) => kind.write(&mut summary),
                }
                for key in ["entityId", "attackerId", "targetId"] {
                    if let Some(name) = value.get(key).filter(|name| name.is_truthy()) {
                        summary.push_str(&format!(",\"{key}\":"));
                        name.write(&mut summary);
                    }
                }
            }
            _ => summary.push_str("\"UNKNOWN\""),
        }
        summary.push('}');
        summary.into()
    }
}

/// How deep a declaration may be: parts of it become part of the document, which is not bottomless either.
const DEPTH_MAX: u32 = 64;

fn is_too_deep(text: &str) -> bool {
    depth(text) > DEPTH_MAX
}

impl From<Deed> for Action {
    fn from(deed: Deed) -> Action {
        Action { deed, verbatim: None }
    }
}

impl Deed {
    fn spoken(self, text: &str) -> Action {
        Action { deed: self, verbatim: Some(text.into()) }
    }

    /// The shape check of the contract, step 3a.
    fn of(value: &Value<'_>) -> Deed {
        Deed::understood(value).unwrap_or_else(|why| Deed::Malformed { why: why.into() })
    }

    fn understood(value: &Value<'_>) -> Result<Deed, String> {
        if !matches!(value, Value::Object(_) | Value::List(_)) {
            return Err("Action must be a non-null object".into());
        }
        let kind = match value.get("type") {
            Some(Value::Text(kind)) => kind,
            Some(other) => return Err(format!("Unknown action type \"{}\"", other.js_text())),
            None => return Err("Unknown action type \"undefined\"".into()),
        };
        Deed::of_kind(&Fields::of(kind, value))
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        raw::<S::Error>(&enclosed(&self.json()))?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        Ok(Action::read(&unraw(deserializer)?))
    }
}

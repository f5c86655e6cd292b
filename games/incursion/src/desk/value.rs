//! Values of scripts, and what they are in the game.

use super::Hand;
use crate::content::{Blow, Content, Harm, Noun};
use crate::{Flag, Happening, Id, Part, Res, Value};
use rhai::{Dynamic, INT};

/// A thing, as scripts hold it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct T(pub(crate) Id);

/// A thing for a script; nobody is `()`.
pub(crate) fn thing(id: Option<Id>) -> Dynamic {
    id.map_or(Dynamic::UNIT, |id| Dynamic::from(T(id)))
}

/// A list of things for a script.
pub(crate) fn things(ids: impl IntoIterator<Item = Id>) -> rhai::Array {
    ids.into_iter().take(crate::content::LIST_MAX).map(|id| thing(Some(id))).collect()
}

/// The thing a script gave.
pub(crate) fn id(value: &Dynamic) -> Result<Id, String> {
    value.clone().try_cast::<T>().map(|thing| thing.0).ok_or_else(|| format!("a thing was expected, not {}", value.type_name()))
}

/// The thing a script gave, or nobody.
pub(crate) fn id_or_none(value: &Dynamic) -> Result<Option<Id>, String> {
    if value.is_unit() { Ok(None) } else { id(value).map(Some) }
}

/// A number of a script, in range.
pub(crate) fn number(value: INT) -> Result<i32, String> {
    i32::try_from(value).map_err(|_| format!("{value} is too large a number"))
}

/// The definition of one of some kinds with a name; no name is none.
pub(crate) fn named(content: &Content, nouns: &[Noun], name: &str) -> Result<Option<Res>, String> {
    if name.is_empty() {
        return Ok(None);
    }
    let found = nouns.iter().find_map(|&noun| content.find(noun, name));
    found
        .map(Some)
        .ok_or_else(|| format!("there is no {} `{name}`", nouns.iter().map(|noun| noun.name()).collect::<Vec<_>>().join(" or ")))
}

/// The definition of a kind with a name.
pub(crate) fn definition(hand: &Hand<'_>, noun: Noun, name: &str) -> Result<Res, String> {
    named(hand.play.content(), &[noun], name)?.ok_or_else(|| format!("a {} was expected", noun.name()))
}

/// The kinds of definitions a part may name.
fn nouns(part: &str) -> &'static [Noun] {
    match part {
        "effect" => &[Noun::Effect, Noun::God, Noun::Terrain],
        "result" | "source" => &[Noun::Monster, Noun::Template, Noun::Encounter, Noun::Terrain],
        "en_id" => &[Noun::Encounter],
        "en_region" => &[Noun::Region],
        "en_terrain" => &[Noun::Terrain],
        "ep_mon" | "ep_mount" => &[Noun::Monster],
        "ep_template" | "ep_template2" | "ep_template3" | "ep_mount_template" | "ep_mount_template2" => &[Noun::Template],
        "ep_item" => &[Noun::Item],
        _ => &[Noun::Effect],
    }
}

/// A part or flag of a happening, found once.
#[derive(Clone, Copy)]
pub(crate) enum Held {
    Part(&'static Part),
    Flag(Flag),
}

impl Held {
    pub(crate) fn named(name: &str) -> Option<Held> {
        Part::named(name).map(Held::Part).or_else(|| Flag::named(name).map(Held::Flag))
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Held::Part(part) => part.name,
            Held::Flag(flag) => flag.name(),
        }
    }

    fn get(&self, happening: &Happening) -> Value {
        match self {
            Held::Part(part) => part.get(happening),
            Held::Flag(flag) => Value::Flag(happening.flags.has(*flag)),
        }
    }

    fn set(&self, happening: &mut Happening, value: Value) -> Result<(), String> {
        match (self, value) {
            (Held::Part(part), value) => part.set(happening, value).map_err(|wrong| wrong.to_string()),
            (Held::Flag(flag), value) => {
                happening.flags.set(*flag, value == Value::Flag(true));
                Ok(())
            }
        }
    }
}

/// What a part or flag of a happening holds, for a script: words and names instead of numbers.
pub(crate) fn read(content: &Content, happening: &Happening, held: &Held) -> Dynamic {
    match (held.name(), held.get(happening)) {
        ("damage_type", Value::Number(number)) => Harm::numbered(number).map_or("untyped", Harm::name).into(),
        ("attack_type", Value::Number(number)) => Blow::numbered(number).map_or("none", Blow::name).into(),
        ("nature", Value::Number(number)) => {
            u16::try_from(number).map_or("", |number| content.name(Res(number))).to_owned().into()
        }
        (_, Value::Number(number)) => INT::from(number).into(),
        (_, Value::Flag(flag)) => flag.into(),
        (_, Value::Thing(id)) => thing(id),
        (_, Value::Resource(res)) => res.map_or("", |res| content.name(res)).to_owned().into(),
        (_, Value::Text(text)) => text.as_deref().unwrap_or("").to_owned().into(),
    }
}

/// Gives a part or flag of a happening what a script gave.
pub(crate) fn write(content: &Content, happening: &mut Happening, held: &Held, value: &Dynamic) -> Result<(), String> {
    let part = held.name();
    let words = || value.clone().into_string().map_err(|found| format!("`{part}` holds a text, not {found}"));
    let value = match (part, held.get(happening)) {
        ("damage_type", _) if value.is_string() => word(Harm::named(&words()?).map(Harm::number), part, value)?,
        ("attack_type", _) if value.is_string() => word(Blow::named(&words()?).map(Blow::number), part, value)?,
        ("nature", _) if value.is_string() => {
            let status = named(content, &[Noun::Status], &words()?)?;
            Value::Number(status.map_or(0, |status| i32::from(status.0)))
        }
        (_, Value::Number(_)) => {
            Value::Number(number(value.as_int().map_err(|found| format!("`{part}` holds a number, not {found}"))?)?)
        }
        (_, Value::Flag(_)) => {
            Value::Flag(value.as_bool().map_err(|found| format!("`{part}` holds true or false, not {found}"))?)
        }
        (_, Value::Thing(_)) => Value::Thing(id_or_none(value)?),
        (part, Value::Resource(_)) => Value::Resource(named(content, nouns(part), &words()?)?),
        (_, Value::Text(_)) => Value::Text(Some(words()?.as_str().into())),
    };
    held.set(happening, value)
}

fn word(number: Option<i32>, part: &str, value: &Dynamic) -> Result<Value, String> {
    number.map(Value::Number).ok_or_else(|| format!("`{part}` knows no `{value}`"))
}

/// The names of all parts and flags.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    Part::all().map(|part| part.name).chain(crate::Flag::ALL.iter().map(|flag| flag.name()))
}

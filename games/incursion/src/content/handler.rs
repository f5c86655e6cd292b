//! The handlers of a definition, as they are written in its `on` table.

use super::problem::{Code, Problem, Source};
use super::{SCRIPT_MAX, TEXT_MAX};
use crate::{Print, Verb};
use referee_dispatch::View;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A handler as it is written.
pub(super) struct Written {
    pub(super) moments: Vec<Moment>,
    pub(super) body: Body,
    /// Where the body is.
    pub(super) at: Range<usize>,
}

/// A moment as it is written.
#[derive(Clone)]
pub(super) struct Moment {
    pub(super) verb: Verb,
    pub(super) view: View,
    pub(super) at: Range<usize>,
}

/// What a handler does.
pub(super) enum Body {
    /// It runs.
    Code(String),
    /// It says something.
    Say(Vec<(String, Range<usize>)>, Option<Print>),
}

/// The most moments one body is for.
const MOMENTS_MAX: usize = 32;

/// Reads the `on` table of a definition.
pub(super) fn read(on: &Spanned<DeValue<'_>>, source: Source<'_>, problems: &mut Vec<Problem>) -> Vec<Written> {
    let Some(table) = on.get_ref().as_table() else {
        problems.push(source.problem(on.span(), Code::BadValue, "`on` is no table", "moments and what is done then"));
        return Vec::new();
    };
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let mut written = Vec::new();
    for (key, value) in entries {
        let moments = moments(key, source, problems);
        if let Some(body) = body(value, source, problems) {
            written.push(Written { moments, body, at: value.span() });
        }
    }
    written
}

/// `"PRE(MOVE), EV_LAND"`.
fn moments(key: &Spanned<toml::de::DeString<'_>>, source: Source<'_>, problems: &mut Vec<Problem>) -> Vec<Moment> {
    let names: Vec<&str> = key.get_ref().split(',').collect();
    if names.len() > MOMENTS_MAX {
        problems.push(source.problem(key.span(), Code::TooLarge, "too many moments", format!("at most {MOMENTS_MAX}")));
    }
    let mut moments = Vec::new();
    for name in names.into_iter().take(MOMENTS_MAX) {
        match moment(name) {
            Ok((verb, view)) => moments.push(Moment { verb, view, at: key.span() }),
            Err((message, expected)) => problems.push(source.problem(key.span(), Code::UnknownName, message, expected)),
        }
    }
    moments
}

/// A moment by its text.
pub(super) fn moment(text: &str) -> Result<(Verb, View), (String, String)> {
    let expected = "PRE, POST, EVICTIM, EITEM, META or GODWATCH around a verb";
    let (name, view) = View::parse(text).map_err(|bad| (bad.to_string(), expected.to_owned()))?;
    let verb = Verb::named(name)
        .ok_or_else(|| (format!("`{name}` is no verb"), nearest(name, Verb::all().map(|verb| &verb.name()["EV_".len()..]))))?;
    Ok((verb, view))
}

fn body(value: &Spanned<DeValue<'_>>, source: Source<'_>, problems: &mut Vec<Problem>) -> Option<Body> {
    let found = match value.get_ref() {
        DeValue::String(script) => {
            if script.len() > SCRIPT_MAX {
                let expected = format!("at most {SCRIPT_MAX} bytes");
                problems.push(source.problem(value.span(), Code::TooLarge, "the script is too long", expected));
                return None;
            }
            return Some(Body::Code(script.to_string()));
        }
        DeValue::Table(table) => return say(table, value.span(), source, problems),
        found => found.type_str(),
    };
    let expected = "a script, or { say = [\"..\"] }";
    problems.push(source.problem(value.span(), Code::BadValue, format!("a handler cannot be a {found}"), expected));
    None
}

/// `{ say = [..], to = ".." }`.
fn say(table: &DeTable<'_>, at: Range<usize>, source: Source<'_>, problems: &mut Vec<Problem>) -> Option<Body> {
    let mut said = None;
    let mut to = None;
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "say" => said = Some(texts(value, source, problems)),
            "to" => to = Some(value),
            other => {
                problems.push(source.problem(key.span(), Code::UnknownName, format!("unknown field `{other}`"), "`say`, `to`"));
            }
        }
    }
    let Some(said) = said else {
        problems.push(source.problem(at, Code::MissingText, "nothing is said", "`say`, with one text or more"));
        return None;
    };
    let print = to.and_then(|to| {
        let print = audience(to.get_ref().as_str().unwrap_or(""), said.len());
        if print.is_none() {
            let message = format!("{} texts have no such audience", said.len());
            let expected = "\"all\" for one, \"actor\" or \"target\" for one or two, \"three\" for three";
            problems.push(source.problem(to.span(), Code::BadValue, message, expected));
        }
        print
    });
    Some(Body::Say(said, print))
}

/// Who reads a number of texts, by the word of the author.
fn audience(word: &str, texts: usize) -> Option<Print> {
    match (word, texts) {
        ("all", 1) => Some(Print::All),
        ("actor", 1 | 2) => Some(Print::Actor),
        ("target" | "victim", 1 | 2) => Some(Print::Target),
        ("three", 3) => Some(Print::Three),
        _ => None,
    }
}

fn texts(value: &Spanned<DeValue<'_>>, source: Source<'_>, problems: &mut Vec<Problem>) -> Vec<(String, Range<usize>)> {
    let one = std::slice::from_ref(value);
    let list: &[Spanned<DeValue<'_>>] = value.get_ref().as_array().map_or(one, |list| list);
    if list.is_empty() {
        problems.push(source.problem(value.span(), Code::MissingText, "nothing is said", "one text or more"));
    }
    let mut texts = Vec::new();
    for text in list {
        match text.get_ref().as_str() {
            Some(words) if words.trim().is_empty() => {
                problems.push(source.problem(text.span(), Code::MissingText, "the text is empty", "a sentence"));
            }
            Some(words) if words.len() > TEXT_MAX => {
                let expected = format!("at most {TEXT_MAX} bytes");
                problems.push(source.problem(text.span(), Code::TooLarge, "the text is too long", expected));
            }
            Some(words) => texts.push((words.to_owned(), text.span())),
            None => problems.push(source.problem(text.span(), Code::BadValue, "this is no text", "a text in quotes")),
        }
    }
    texts
}

/// The names most like one that is not there.
pub(super) fn nearest<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> String {
    let mut near: Vec<(usize, &str)> = names.map(|name| (distance(wrong, name), name)).collect();
    near.sort_unstable();
    near.dedup();
    let near: Vec<String> = near.into_iter().take(3).map(|(_, name)| format!("`{name}`")).collect();
    if near.is_empty() { "a name that is defined".to_owned() } else { format!("one such as {}", near.join(", ")) }
}

/// How many letters must change to make one word the other.
fn distance(one: &str, two: &str) -> usize {
    let (one, two): (Vec<char>, Vec<char>) =
        (one.to_lowercase().chars().take(40).collect(), two.to_lowercase().chars().take(40).collect());
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, b) in two.iter().enumerate() {
            let changed = corner + usize::from(a != b);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[two.len()]
}

//! JSON at the door: typed reading that names the path where it failed, and the first difference of two documents.

use crate::HostError;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a document. The fast way first; if that fails, again with the path tracked.
pub(crate) fn read<T: DeserializeOwned>(text: &str, code: &'static str) -> Result<T, HostError> {
    serde_json::from_str(text).map_err(|_| explain::<T>(text, code))
}

/// Reads a document of many lines, such as a setup file: an error then names the line too.
pub(crate) fn read_document<T: DeserializeOwned>(text: &str, code: &'static str) -> Result<T, HostError> {
    read(text, code).map_err(|error| match serde_json::from_str::<T>(text) {
        Err(inner) if inner.line() > 0 => error.at_line(inner.line() as u64),
        _ => error,
    })
}

#[cold]
fn explain<T: DeserializeOwned>(text: &str, code: &'static str) -> HostError {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Ok(_) => match deserializer.end() {
            Err(error) => HostError::bad(code, plain(&error)).at_column(error.column() as u64),
            Ok(()) => HostError::bad(code, "cannot be read"),
        },
        Err(error) => {
            let path = pointer(error.path());
            HostError::bad(code, plain(error.inner())).at_path(path).at_column(error.inner().column() as u64)
        }
    }
}

/// The message of the JSON library without its own line and column.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let part = |segment: &Segment| match segment {
        Segment::Seq { index } => format!("/{index}"),
        Segment::Map { key } => format!("/{key}"),
        Segment::Enum { variant } => format!("/{variant}"),
        Segment::Unknown => "/?".to_owned(),
    };
    path.iter().map(part).collect()
}

/// Where two documents first differ: the JSON pointer and both values, if there.
pub fn difference<'a>(one: &'a Value, two: &'a Value) -> Option<(String, Option<&'a Value>, Option<&'a Value>)> {
    if one == two {
        return None;
    }
    let below = |key: &str, found: Option<(String, Option<&'a Value>, Option<&'a Value>)>| {
        found.map(|(path, one, two)| (format!("/{}{path}", key.replace('~', "~0").replace('/', "~1")), one, two))
    };
    let apart = |one: Option<&'a Value>, two: Option<&'a Value>| match (one, two) {
        (Some(one), Some(two)) => difference(one, two),
        (one, two) => Some((String::new(), one, two)),
    };
    match (one, two) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.map(|key| below(key, apart(a.get(key), b.get(key)))).find(Option::is_some).flatten()
        }
        (Value::Array(a), Value::Array(b)) => {
            (0..a.len().max(b.len())).map(|i| below(&i.to_string(), apart(a.get(i), b.get(i)))).find(Option::is_some).flatten()
        }
        _ => Some((String::new(), Some(one), Some(two))),
    }
}

/// Where two lines of a log first differ, in the order in which a line tells its story: the cause, then what happened, then the digest.
pub(crate) fn line_difference<'a>(one: &'a Value, two: &'a Value) -> Option<(String, Option<&'a Value>, Option<&'a Value>)> {
    const STORY: [&str; 16] = [
        "format", "game", "rules", "content", "engine", "chance", "players", "seq", "seat", "at", "setup", "action", "dice",
        "events", "refused", "after",
    ];
    let field = |name: &&str| match (one.get(name), two.get(name)) {
        (Some(here), Some(there)) => difference(here, there).map(|(path, here, there)| (format!("/{name}{path}"), here, there)),
        (None, None) => None,
        (here, there) => Some((format!("/{name}"), here, there)),
    };
    STORY.iter().find_map(field).or_else(|| difference(one, two))
}

/// A JSON pointer for people: the root has a name too.
pub fn pretty_path(path: &str) -> &str {
    if path.is_empty() { "the whole value" } else { path }
}

/// A value, or "nothing", short enough for a line.
pub(crate) fn brief(value: Option<&Value>) -> String {
    let text = value.map_or_else(|| "nothing".to_owned(), Value::to_string);
    if text.chars().count() <= 200 { text } else { text.chars().take(197).chain("...".chars()).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_difference_has_a_path() {
        let (one, two) = (json!({"a": [1, {"b/c": 2}]}), json!({"a": [1, {"b/c": 3}]}));
        assert_eq!(difference(&one, &two), Some(("/a/1/b~1c".into(), Some(&json!(2)), Some(&json!(3)))));
        assert_eq!(difference(&one, &one), None);
        assert_eq!(difference(&json!([1]), &json!([1, 2])), Some(("/1".into(), None, Some(&json!(2)))));
    }
}

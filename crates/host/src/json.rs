//! JSON at the door: typed reading that names the path where it failed, and the first difference of two documents.

use crate::HostError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads a document. The fast way first; if that fails, again with the path tracked.
pub(crate) fn read<T: DeserializeOwned>(text: &str, code: &'static str) -> Result<T, HostError> {
    serde_json::from_str(text).map_err(|_| explain::<T>(text, code))
}

/// Reads what somebody declares or asks for. The JSON library takes a list for an object, its fields in order; here it is none.
pub(crate) fn read_declared<T: DeserializeOwned + Serialize>(text: &str, code: &'static str) -> Result<T, HostError> {
    let declared: T = read(text, code)?;
    if !text.contains('[') {
        return Ok(declared);
    }
    let (given, meant) = (serde_json::from_str::<Value>(text), serde_json::to_value(&declared));
    let list = given.ok().zip(meant.ok()).and_then(|(given, meant)| list_for_object(&given, &meant));
    list.map_or(Ok(declared), |path| Err(HostError::bad(code, "a list stands where an object should").at_path(path)))
}

/// Where a list was given and an object is meant.
fn list_for_object(given: &Value, meant: &Value) -> Option<String> {
    let below = |key: &str, given: &Value, meant: &Value| list_for_object(given, meant).map(|path| format!("/{key}{path}"));
    match (given, meant) {
        (Value::Array(_), Value::Object(_)) => Some(String::new()),
        (Value::Array(given), Value::Array(meant)) => {
            given.iter().zip(meant).enumerate().find_map(|(index, (given, meant))| below(&index.to_string(), given, meant))
        }
        (Value::Object(given), Value::Object(meant)) => {
            given.iter().find_map(|(key, given)| meant.get(key).and_then(|meant| below(key, given, meant)))
        }
        _ => None,
    }
}

/// Whether a request is an object, as all are.
pub(crate) fn check_object(text: &str, code: &'static str) -> Result<(), HostError> {
    match text.trim_start().starts_with('[') {
        true => Err(HostError::bad(code, "a list stands where an object should")),
        false => Ok(()),
    }
}

/// Reads a document of many lines, such as a setup file: an error then names the line too.
pub(crate) fn read_document<T: DeserializeOwned + Serialize>(text: &str, code: &'static str) -> Result<T, HostError> {
    read_declared(text, code).map_err(|error| match serde_json::from_str::<T>(text) {
        Err(inner) if inner.line() > 0 => error.at_line(inner.line() as u64),
        _ => error,
    })
}

#[cold]
fn explain<T: DeserializeOwned>(text: &str, code: &'static str) -> HostError {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Ok(_) => match deserializer.end() {
            Err(error) => HostError::bad(code, plain(&error, text)).at_column(error.column() as u64),
            Ok(()) => HostError::bad(code, "cannot be read"),
        },
        Err(error) => {
            let path = pointer(error.path());
            HostError::bad(code, plain(error.inner(), text)).at_path(path).at_column(error.inner().column() as u64)
        }
    }
}

/// The message of the JSON library about a text, without its own line and column.
fn plain(error: &serde_json::Error, text: &str) -> String {
    let said = error.to_string();
    let said = &said[..said.rfind(" at line ").unwrap_or(said.len())];
    if said != "expected value" {
        return in_words(said);
    }
    // It says so of what is no JSON, and of a number or a list where one of several kinds is named.
    match serde_json::from_str::<serde::de::IgnoredAny>(text) {
        Ok(_) => "expected one of the known names, or an object with one of them".to_owned(),
        Err(_) => "this is no JSON: a name or a text stands in quotation marks".to_owned(),
    }
}

/// What the JSON library expected, in words: it speaks of the types of our code.
pub(crate) fn in_words(text: &str) -> String {
    let (said, place) = text.split_at(text.rfind(" at line ").unwrap_or(text.len()));
    let Some((before, expected)) = said.rsplit_once("expected ") else { return text.to_owned() };
    let bits = |of: &str| of.parse::<u32>().ok().filter(|bits| (8..=64).contains(bits));
    let unsigned =
        expected.strip_prefix('u').and_then(bits).map(|bits| format!("a whole number from 0 to {}", u64::MAX >> (64 - bits)));
    let signed = expected.strip_prefix('i').and_then(bits).map(|bits| {
        let most = i64::MAX >> (64 - bits);
        format!("a whole number from {} to {most}", -most - 1)
    });
    let is = |words: &[&str]| words.iter().any(|word| expected.starts_with(word));
    let plain = match () {
        () if expected == "usize" => Some("a whole number"),
        () if is(&["struct ", "internally tagged enum ", "adjacently tagged enum ", "a map"]) => Some("an object"),
        () if is(&["enum ", "variant "]) => Some("one of the known names"),
        () if is(&["a sequence", "tuple ", "an array ", "a tuple"]) => Some("a list"),
        () if expected == "a boolean" => Some("true or false"),
        () => None,
    };
    match unsigned.or(signed).or(plain.map(str::to_owned)) {
        Some(words) => format!("{before}expected {words}{place}"),
        None => text.to_owned(),
    }
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

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(tag = "type", rename_all = "lowercase")]
    enum Move {
        Skip {},
        Lay { at: Vec<u8>, spot: Spot },
    }

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Spot {
        col: u8,
    }

    #[test]
    fn a_list_does_not_pass_for_an_object() {
        let read = |text: &str| read_declared::<Move>(text, "X").map_err(|error| error.line());
        assert_eq!(read(r#"{"type":"skip"}"#), Ok(Move::Skip {}));
        assert_eq!(
            read(r#"{"type":"lay","at":[1,2],"spot":{"col":3}}"#).unwrap(),
            Move::Lay { at: vec![1, 2], spot: Spot { col: 3 } }
        );
        assert!(read(r#"["skip"]"#).unwrap_err().contains("a list"));
        assert_eq!(read(r#"{"type":"lay","at":[],"spot":[3]}"#).unwrap_err(), "[X] /spot: a list stands where an object should");
    }

    #[test]
    fn what_was_expected_is_told_in_words() {
        let told = |text: &str| read_declared::<Move>(text, "X").unwrap_err().message.clone();
        assert_eq!(told("7"), "invalid type: integer `7`, expected an object");
        let lay = |col: &str| told(&format!(r#"{{"type":"lay","at":[],"spot":{{"col":{col}}}}}"#));
        assert_eq!(lay("300"), "invalid value: integer `300`, expected a whole number from 0 to 255");
        assert_eq!(lay("\"a\""), "invalid type: string \"a\", expected a whole number from 0 to 255");
        assert_eq!(in_words("expected i8 at line 1 column 2"), "expected a whole number from -128 to 127 at line 1 column 2");
        assert_eq!(in_words("unknown field `a`, expected `b`"), "unknown field `a`, expected `b`");
        let chosen = |text: &str| read_declared::<Choice>(text, "X").map_err(|error| error.message.clone());
        assert_eq!(chosen("\"Hold\""), Ok(Choice::Hold));
        assert_eq!(chosen("Hold").unwrap_err(), "this is no JSON: a name or a text stands in quotation marks");
        assert_eq!(chosen("5").unwrap_err(), "expected one of the known names, or an object with one of them");
    }

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    enum Choice {
        Hold,
    }
}

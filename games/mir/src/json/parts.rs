//! Parts of canonical JSON as the slices they are, so that nothing is written anew that was only read.

use super::{Value, value_end};
use alloc::{borrow::ToOwned, string::String, vec::Vec};

/// The members of an object: each key as it is written between its quotes, and its value.
pub(crate) fn members(text: &str) -> Option<Vec<(&str, &str)>> {
    let mut members = Vec::new();
    let mut at = text.starts_with('{').then_some(1)?;
    while at + 1 < text.len() {
        let colon = value_end(text, at)?;
        let end = value_end(text, colon + 1)?;
        members.push((&text[at + 1..colon - 1], &text[colon + 1..end]));
        at = end + 1;
    }
    Some(members)
}

/// The member of an object with a key.
pub(crate) fn member<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    members(text)?.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// The items of a list.
pub(crate) fn items(text: &str) -> Option<Vec<&str>> {
    let mut items = Vec::new();
    let mut at = text.starts_with('[').then_some(1)?;
    while at + 1 < text.len() {
        let end = value_end(text, at)?;
        items.push(&text[at..end]);
        at = end + 1;
    }
    Some(items)
}

/// Whether JavaScript calls it an object: a list is one too, `null` is not.
pub(crate) fn is_object(text: &str) -> bool {
    text.starts_with(['{', '['])
}

/// Whether JavaScript takes it for true.
pub(crate) fn is_truthy(text: &str) -> bool {
    !["null", "false", "0", "\"\""].contains(&text)
}

/// As it reads in a sentence.
pub(crate) fn spoken(text: &str) -> String {
    Value::parse(text).map_or_else(|_| text.to_owned(), |value| value.js_text())
}

/// A key as a step of a JSON pointer.
pub(crate) fn step(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn what_was_put_together_comes_apart() {
        assert_eq!(members("{}"), Some(vec![]));
        assert_eq!(members(r#"{"a":[1,{"b":"}"}],"\"":2}"#), Some(vec![("a", r#"[1,{"b":"}"}]"#), ("\\\"", "2")]));
        assert_eq!((members("[]"), members("7"), members(r#""{""#)), (None, None, None));
        assert_eq!(items("[]"), Some(vec![]));
        assert_eq!(items(r#"[1,"]",[],null]"#), Some(vec!["1", "\"]\"", "[]", "null"]));
        assert_eq!((items("{}"), items("\"[\"")), (None, None));
        assert_eq!(member(r#"{"a":{"b":1},"b":2}"#, "b"), Some("2"));
    }
}

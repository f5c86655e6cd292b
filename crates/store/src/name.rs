//! What a log is called in a store.

use crate::StoreError;
use std::fmt;
use std::sync::Arc;

/// The longest name of a log, in bytes.
pub const NAME_MAX: usize = 64;

/// What a log is called in a store: lower-case letters, digits and `-`, a letter or a digit first. No name is a path, a pattern or a piece
/// of a query. A copy costs nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LogName(Arc<str>);

impl LogName {
    /// Reads a name.
    pub fn parse(text: &str) -> Result<LogName, StoreError> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if text.is_empty() || text.len() > NAME_MAX || !text.bytes().all(allowed) || text.starts_with('-') {
            return Err(StoreError::BadName);
        }
        Ok(LogName(text.into()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LogName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_a_path_or_a_pattern() {
        for good in ["a", "match-1", "0", &"x".repeat(NAME_MAX)] {
            assert_eq!(LogName::parse(good).unwrap().as_str(), good);
        }
        for bad in ["", "-a", "A", "a/b", "..", "a*", "a.b", "é", "a b", "a\0", "'", &"x".repeat(NAME_MAX + 1)] {
            assert!(LogName::parse(bad).is_err(), "{bad}");
        }
    }
}

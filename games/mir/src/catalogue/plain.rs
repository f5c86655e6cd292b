//! The plain form of a declaration, which nearly all have, read in one pass: its keys in order, its texts without escapes, its numbers small.

use crate::json::text::plain_end;
use crate::{Deed, Name, Step};
use alloc::vec::Vec;

impl Deed {
    /// A declaration in its plain form; `None` for any other text.
    pub(crate) fn plain(text: &str) -> Option<Deed> {
        let mut plain = Plain { rest: text };
        plain.word("{\"type\":\"")?;
        let deed = Deed::plain_of(&mut plain)?;
        (plain.rest == "}").then_some(deed)
    }
}

/// What has not been read yet of a declaration in its plain form.
pub(crate) struct Plain<'a> {
    rest: &'a str,
}

impl Plain<'_> {
    /// The type, up to its closing quote; whether it is this one.
    pub(super) fn kind(&mut self, kind: &str) -> bool {
        let rest = self.rest.strip_prefix(kind).and_then(|rest| rest.strip_prefix('"'));
        rest.is_some_and(|rest| {
            self.rest = rest;
            true
        })
    }

    pub(crate) fn word(&mut self, word: &str) -> Option<()> {
        self.rest = self.rest.strip_prefix(word)?;
        Some(())
    }

    pub(crate) fn name(&mut self) -> Option<Name> {
        self.word("\"")?;
        let (name, rest) = self.rest.split_at_checked(plain_end(self.rest.as_bytes(), 0))?;
        self.rest = rest;
        self.word("\"")?;
        (!name.is_empty()).then(|| name.into())
    }

    pub(crate) fn path(&mut self) -> Option<Vec<Step>> {
        let mut path = Vec::new();
        while self.word("]").is_none() {
            if !path.is_empty() {
                self.word(",")?;
            }
            self.word("{\"x\":")?;
            let x = self.digits()?;
            self.word(",\"y\":")?;
            path.push(Step::to(x, self.digits()?));
            self.word("}")?;
        }
        Some(path)
    }

    fn digits(&mut self) -> Option<u32> {
        let end = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        let plain = digits.len() == 1 || (!digits.starts_with('0') && digits.len() < 10);
        digits.parse().ok().filter(|_| plain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Action;

    #[test]
    fn the_plain_form_is_what_is_written() {
        let step = |x: u32, y: u32| Step::to(x, y);
        for action in [
            Action::walk("pc-a", [step(0, 10), step(123, 4)]),
            Action::walk("é", []),
            Action::attack("a b", "c"),
            Action::end_turn("d"),
            Action::roll_initiative(),
        ] {
            assert_eq!(Deed::plain(&action.json()), Some(action.deed.clone()));
        }
    }

    #[test]
    fn other_forms_are_left_to_the_long_road() {
        for text in [
            "",
            "{}",
            r#"{"type":"MOVE","entityId":"","path":[]}"#,
            r#"{"type":"MOVE","entityId":"a","path":[{"x":01,"y":1}]}"#,
            r#"{"type":"MOVE","entityId":"a","path":[{"x":-1,"y":1}]}"#,
            r#"{"type":"MOVE","entityId":"a","path":[{"x":1,"y":1}{"x":1,"y":2}]}"#,
            r#"{"type":"MOVE","entityId":"a","path":[,]}"#,
            r#"{"type":"END_TURN","entityId":"a\n"}"#,
            r#"{"type":"END_TURN","entityId":"a"} "#,
            r#"{"type":"END_TURN","entityId":5}"#,
            r#"{"type":"FLY"}"#,
        ] {
            assert_eq!(Deed::plain(text), None, "{text}");
        }
    }
}

//! A name of another definition.

use crate::Res;
use serde::de::{Deserialize, Deserializer};
use std::ops::Range;
use toml::Spanned;

/// A name of another definition, and which one it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    name: Box<str>,
    at: (usize, usize),
    res: Res,
}

impl Link {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which definition.
    #[inline]
    pub fn res(&self) -> Res {
        self.res
    }

    /// Where it is written.
    pub(super) fn at(&self) -> Range<usize> {
        self.at.0..self.at.1
    }

    pub(super) fn resolve(&mut self, res: Res) {
        self.res = res;
    }
}

impl<'de> Deserialize<'de> for Link {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Link, D::Error> {
        let text = Spanned::<String>::deserialize(from)?;
        let at = text.span();
        Ok(Link { name: text.into_inner().into(), at: (at.start, at.end), res: Res(0) })
    }
}

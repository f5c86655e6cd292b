//! What all definitions have in common.

use super::{Link, Noun};
use serde::de::DeserializeOwned;

/// Called with every link of a definition.
pub(super) type Linked<'a> = dyn FnMut(Noun, &mut Link) + 'a;

/// A definition.
pub(super) trait Define: DeserializeOwned {
    /// What kind it is.
    const NOUN: Noun;

    /// Shows every link, so that it can be resolved.
    fn links(&mut self, each: &mut Linked<'_>);
}

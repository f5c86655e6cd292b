//! Mage Duel in the registry: it reads and writes files of its own.

use crate::Duel;
use crate::formats::FORMATS;
use referee_host::Hosted;

/// Mage Duel as a title, with its formats.
pub fn title() -> Hosted<Duel> {
    Hosted::new(Duel).with_formats(FORMATS)
}

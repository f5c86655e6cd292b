//! For tests: two creatures in an open room, a small pack, and a pen to let something happen with.
use crate::classes::Own; pub(crate) const MAP: &[Own] = &[]; pub(crate) const CREATURE: &[Own] = &[]; pub(crate) fn work() -> Option<Box<dyn Fn(&mut crate::play::Play) -> Result<(), crate::Refusal>>> { None }

//! Gods: prayer, sacrifice, anger, aid.

use super::Own;

pub(crate) const CHARACTER: &[Own] = &[];
pub(crate) const PLAYER: &[Own] = &[];

impl crate::play::Play {
    /// Makes a god angry.
    pub(crate) fn transgress(&mut self, _whom: crate::Id, _god: crate::Res, _magnitude: i32, _wrath: bool) {}

    /// Gives a god's favour.
    pub(crate) fn gain_favour(&mut self, _whom: crate::Id, _god: crate::Res, _by: i32) {}
}

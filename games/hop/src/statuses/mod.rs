//! One file a status.

pub(crate) mod armour;
pub(crate) mod shield;
pub(crate) mod stealth;
pub(crate) mod stun;

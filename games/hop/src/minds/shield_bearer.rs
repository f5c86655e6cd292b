//! The shield bearer advances behind its shield, which turns by itself to where it goes or strikes.

use super::{Plan, Thinking, melee};
use crate::{Actor, Intent};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    melee(think, me, Intent::Advancing)
}

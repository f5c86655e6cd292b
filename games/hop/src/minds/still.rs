//! A mind that leaves everything as it is: bombs burn by themselves, scripts and players are asked elsewhere.

use super::{Plan, Thinking};
use crate::Actor;

pub(crate) fn mind(_: &mut dyn Thinking, me: &Actor) -> Plan {
    Plan::stay(me, me.intent)
}

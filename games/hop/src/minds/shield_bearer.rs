//! The shield bearer advances and keeps its shield towards the player.

use super::{Plan, Thinking, melee};
use crate::{Actor, Intent};

pub(crate) fn mind(think: &mut dyn Thinking, me: &Actor) -> Plan {
    let plan = melee(think, me, Intent::Advancing);
    let looks_at = if plan.to == me.at { think.run().player.at } else { plan.to };
    Plan { facing: Some(me.at.sign_direction(looks_at)), ..plan }
}

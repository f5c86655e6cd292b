//! Conditions that things are under.

use crate::{Id, Res};
use referee_dispatch::{Lens, View, Waiting};
use serde::{Deserialize, Serialize};

/// A condition something is under.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Status {
    /// Its number in the world: the order in which statuses were gained.
    pub seq: u32,
    /// What kind of condition.
    pub nature: Res,
    /// Its value.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub value: i32,
    /// Its magnitude.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub magnitude: i32,
    /// How long it lasts.
    #[serde(default)]
    pub lasts: Lasts,
    /// Where it comes from.
    #[serde(default)]
    pub source: Source,
    /// The effect behind it, whose handlers are told when it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Res>,
    /// Whom or what it is about: who charmed, which item gives it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<Id>,
    /// The level its effect was cast at.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub caster_level: i32,
    /// What it waits for, as a code of a trap's view; 0 if for nothing.
    #[serde(default, skip_serializing_if = "is_zero16")]
    pub waits_for: u16,
}

fn is_zero(number: &i32) -> bool {
    *number == 0
}

fn is_zero16(number: &u16) -> bool {
    *number == 0
}

impl Status {
    /// What it waits for, if for anything.
    pub fn waiting(&self) -> Option<Waiting> {
        let (verb, view) = View::decode(self.waits_for).ok()?;
        matches!(view.lens, Lens::Trap | Lens::TrapOfVictim).then_some(Waiting { verb, view })
    }
}

/// How long a status lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// For ever, or until it is taken away.
    #[default]
    Always,
    /// Until whoever has it has rested.
    UntilRest,
    /// Until a moment of the clock.
    Until(u32),
}

/// Where a status comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // named for what they are
pub enum Source {
    Item,
    Enchantment,
    Race,
    Class,
    Permanent,
    Attack,
    #[default]
    Misc,
    Once,
    Mind,
    Domain,
    Song,
    Curse,
    Blessing,
    Body,
    Template,
}

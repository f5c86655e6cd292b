//! A status: in what condition somebody is, and what that changes.

use super::define::{Define, Linked};
use super::{Formula, Noun, Set, Text};
use serde::Deserialize;

/// A status. Numbers may grow with its magnitude `M`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Status {
    /// What it means.
    pub about: Text,
    /// The word in a creature's name; none if left out.
    pub word: Option<Text>,
    /// Whether it is welcome.
    #[serde(default)]
    pub good: bool,
    /// What it keeps one from.
    #[serde(default)]
    pub stops: Set<Stop>,
    /// What is so while it lasts.
    #[serde(default)]
    pub flags: Set<StatusFlag>,
    /// What is added to attacks.
    #[serde(default)]
    pub attack: Formula,
    /// What is added to the defence.
    #[serde(default)]
    pub defence: Formula,
    /// What is added to damage.
    #[serde(default)]
    pub damage: Formula,
    /// What is added to natural armour.
    #[serde(default)]
    pub armour: Formula,
    /// What is added to speed, in steps of 5 percent.
    #[serde(default)]
    pub speed: Formula,
    /// What is added to movement, in steps of 5 percent.
    #[serde(default, rename = "move")]
    pub movement: Formula,
    /// What is added to all saving throws.
    #[serde(default)]
    pub saves: Formula,
    /// What is added to Str Dex Con Int Wis Cha Luck.
    #[serde(default)]
    pub attributes: [Formula; 7],
    /// What its bearer reads when it begins.
    pub begins: Option<Text>,
    /// What its bearer reads when it ends.
    pub ends: Option<Text>,
}

/// What a status keeps one from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// Everything.
    Acting,
    /// Leaving the square.
    Moving,
    /// Attacking.
    Attacking,
    /// Casting.
    Casting,
    /// Seeing.
    Seeing,
    /// Speaking.
    Speaking,
}

/// What is so while a status lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StatusFlag {
    /// The bearer cannot defend itself.
    Helpless,
    /// It flees.
    Flees,
    /// It staggers about.
    Wanders,
    /// It ends when its bearer is harmed.
    EndsWhenHurt,
    /// It ends when its bearer attacks.
    EndsWhenAttacking,
    /// Its magnitude counts down: at 0 the worst comes.
    CountsDown,
    /// Others do not see the bearer.
    Unseen,
    /// Its value is a kind of damage that harms less by its magnitude.
    Resists,
    /// Its value is a kind of damage that does not harm.
    Immune,
    /// Its magnitude is the chance that blows go astray.
    MissChance,
    /// It waits for something that happens.
    Waits,
    /// It keeps a number for scripts and changes nothing else.
    Marker,
    /// The bearer counts as belonging to whoever gave it.
    Owned,
    /// It takes hit points every turn: its magnitude.
    Hurts,
    /// It is of the mind: no use on those without one.
    Mental,
    /// It ends with a rest.
    EndsWithRest,
    /// Its magnitude is the chance that a critical is none.
    Fortifies,
    /// Its bearer throws a gaze back.
    ReflectsGaze,
}

impl Define for Status {
    const NOUN: Noun = Noun::Status;

    fn links(&mut self, _: &mut Linked<'_>) {}
}

//! What a game starts from.

mod arena;

pub use arena::{Arena, At, Band, Condition, Fighter, Fixture, Foe, Ground, Loose, Snare, Ware};
use serde::{Deserialize, Serialize};

/// What a game starts from: who goes down, and by which chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// The seed of all chance.
    pub seed: String,
    /// The name of the hero.
    pub name: String,
    /// The race.
    pub race: String,
    /// The class.
    pub class: String,
    /// The god; the class's own if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub god: Option<String>,
    /// The dungeon; the first of the content if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dungeon: Option<String>,
    /// A level by hand instead of the dungeon's first: for lessons and experiments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<Box<Arena>>,
}

impl Default for Setup {
    fn default() -> Setup {
        let text = str::to_owned;
        let (god, dungeon, arena) = (None, None, None);
        Setup { seed: text("referee"), name: text("Ash"), race: text("human"), class: text("warrior"), god, dungeon, arena }
    }
}

//! Kinds of actors as data: what each is worth, can do and thinks. Adding one is one line here, and one file in `minds/` if it thinks differently.

use crate::{Faction, MindId, SkillId, Traits};
use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($name:ident $text:literal $archetype:expr),+ $(,)?) => {
        /// A kind of actor.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[allow(missing_docs)] // the table says what each is
        pub enum Kind { $(#[serde(rename = $text)] $name),+ }

        impl Kind {
            /// All of them.
            pub const EVERY: &'static [Kind] = &[$(Kind::$name),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Kind::$name => $text),+ }
            }

            /// What it is.
            pub fn archetype(self) -> &'static Archetype {
                match self { $(Kind::$name => { const IT: Archetype = $archetype; &IT }),+ }
            }
        }
    };
}

/// What a kind of actor is.
pub struct Archetype {
    /// Its life on the first floors.
    pub hp: u16,
    /// What it costs of a floor's budget.
    pub cost: u32,
    /// When its turn comes: the higher, the sooner.
    pub initiative: i16,
    /// What it can do.
    pub skills: &'static [SkillId],
    /// What it can do in the public engine, where that differs.
    pub original: &'static [SkillId],
    /// How it chooses what to do.
    pub mind: MindId,
    /// Its side.
    pub faction: Faction,
    /// What the rules do differently for it.
    pub traits: Traits,
}

const fn kind(hp: u16, cost: u32, initiative: i16, skills: &'static [SkillId], mind: MindId) -> Archetype {
    let traits = Traits::NONE;
    Archetype { hp, cost, initiative, skills, original: skills, mind, faction: Faction::Enemy, traits }
}

impl Archetype {
    const fn originally(mut self, skills: &'static [SkillId]) -> Archetype {
        self.original = skills;
        self
    }

    const fn hero(mut self) -> Archetype {
        (self.faction, self.traits) = (Faction::Player, Traits::HERO);
        self
    }
}

use SkillId::{AutoAttack, AxialStrike, BasicAttack, BasicMove, FrontalShield, SentinelBlast, ShieldBash, SpearThrow};

kinds! {
    Player "player" kind(3, 0, 100, &[], MindId::Player).hero(),
    Footman "footman" kind(1, 1, 50, &[AutoAttack, BasicMove], MindId::Footman).originally(&[BasicAttack, AutoAttack]),
    ShieldBearer "shieldBearer" kind(2, 2, 40, &[BasicAttack, FrontalShield], MindId::ShieldBearer).originally(&[BasicAttack, ShieldBash]),
    Sprinter "sprinter" kind(1, 1, 70, &[BasicAttack], MindId::Sprinter),
    Archer "archer" kind(1, 1, 60, &[AxialStrike], MindId::Archer).originally(&[SpearThrow]),
    Bomber "bomber" kind(1, 1, 30, &[], MindId::Bomber),
    Warlock "warlock" kind(1, 2, 55, &[], MindId::Warlock),
    Sentinel "sentinel" kind(20, 0, 50, &[BasicAttack, SentinelBlast], MindId::Sentinel),
    Assassin "assassin" kind(1, 2, 50, &[BasicAttack], MindId::Assassin),
    Golem "golem" kind(4, 3, 50, &[BasicAttack], MindId::Golem),
    Bomb "bomb" kind(1, 0, 10, &[], MindId::Still),
}

//! What the player carries: loadouts as data. Adding one is one line here.

use crate::{SkillId, Skills, Upgrade};
use SkillId::{AutoAttack, BasicAttack, BulwarkCharge, FrontalShield, GrappleHook, Jump, ShieldBash, SpearThrow};
use serde::{Deserialize, Serialize};

macro_rules! loadouts {
    ($($name:ident $text:literal $about:literal [$($skill:ident)+] [$($upgrade:ident)*]),+ $(,)?) => {
        /// What the player carries.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[allow(missing_docs)] // the table says what each is
        pub enum Loadout { $(#[serde(rename = $text)] $name),+ }

        impl Loadout {
            /// All of them.
            pub const EVERY: &'static [Loadout] = &[$(Loadout::$name),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Loadout::$name => $text),+ }
            }

            /// What it is for, in a sentence.
            pub fn about(self) -> &'static str {
                match self { $(Loadout::$name => $about),+ }
            }

            /// What one can do with it.
            pub fn skills(self) -> Skills {
                Skills::of(match self { $(Loadout::$name => &[$($skill),+]),+ })
            }

            /// The upgrades it begins with.
            pub fn upgrades(self) -> &'static [Upgrade] {
                match self { $(Loadout::$name => &[$(Upgrade::$upgrade),*]),+ }
            }
        }
    };
}

// The first three are the public engine's.
loadouts! {
    Skisher "SKISHER" "all three weapons"
        [BasicAttack AutoAttack SpearThrow ShieldBash Jump] [],
    Vanguard "VANGUARD" "shield and jump, and a longer bash"
        [BasicAttack AutoAttack ShieldBash Jump] [ShieldRange],
    Sniper "SNIPER" "spear and jump, and a longer throw"
        [BasicAttack AutoAttack SpearThrow Jump] [SpearRange],
    Harpooner "HARPOONER" "hook, bash and jump: what is pulled is thrown back"
        [BasicAttack GrappleHook ShieldBash Jump] [HookAndBash],
    Juggernaut "JUGGERNAUT" "behind a shield into the row, and over it"
        [BasicAttack BulwarkCharge ShieldBash Jump FrontalShield] [],
    Duelist "DUELIST" "a spear alone: it lunges, and comes back"
        [SpearThrow] [Lunge Recall],
}

//! What a skill can become better by.

use crate::SkillId;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

macro_rules! upgrades {
    ($($skill:ident: $($name:ident $text:literal $about:literal),+;)+) => {
        /// Something a skill becomes better by, or the player.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[allow(missing_docs)] // `about` says what each does
        pub enum Upgrade {
            $($(#[serde(rename = $text)] $name,)+)+
            #[serde(rename = "EXTRA_HP")]
            ExtraHp,
        }

        impl Upgrade {
            /// All of them.
            pub const EVERY: &'static [Upgrade] = &[$($(Upgrade::$name,)+)+ Upgrade::ExtraHp];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Upgrade::$name => $text,)+)+
                    Upgrade::ExtraHp => "EXTRA_HP",
                }
            }

            /// The skill it belongs to; the one upgrade without is for the player.
            pub fn skill(self) -> Option<SkillId> {
                match self {
                    $($(Upgrade::$name)|+ => Some(SkillId::$skill),)+
                    Upgrade::ExtraHp => None,
                }
            }

            /// What it does.
            pub fn about(self) -> &'static str {
                match self {
                    $($(Upgrade::$name => $about,)+)+
                    Upgrade::ExtraHp => "+1 heart, filled",
                }
            }
        }
    };
}

// Those of the spear, the bash and the jump are what shrines offer, in the order in which they count.
upgrades! {
    SpearThrow:
        SpearRange "SPEAR_RANGE" "the spear flies one hex further",
        Recall "RECALL" "the spear comes back",
        RecallDamage "RECALL_DAMAGE" "the spear kills all on its way, and comes back",
        Lunge "LUNGE" "kill two hexes away, and stand there",
        LungeArc "LUNGE_ARC" "a lunge also kills left and right of where it lands",
        DeepBreath "DEEP_BREATH" "a throw at an enemy, or a lunge, readies the jump",
        Cleave "CLEAVE" "picking the spear up hurts all around";
    ShieldBash:
        ShieldRange "SHIELD_RANGE" "the bash reaches one hex further",
        ShieldCooldown "SHIELD_COOLDOWN" "the bash is ready one turn sooner",
        ArcBash "ARC_BASH" "the bash pushes three, and is ready one turn later",
        Bash360 "BASH_360" "the bash pushes all around, and is ready one turn later",
        PassiveProtection "PASSIVE_PROTECTION" "a ready shield is a point of armour",
        WallSlam "WALL_SLAM" "who is pushed into another pushes it on";
    Jump:
        JumpRange "JUMP_RANGE" "the jump goes one hex further",
        JumpCooldown "JUMP_COOLDOWN" "the jump is ready one turn sooner",
        StunningLanding "STUNNING_LANDING" "landing stuns all around",
        MeteorImpact "METEOR_IMPACT" "landing on an enemy kills it",
        FreeJump "FREE_JUMP" "the jump costs no turn";
    BasicAttack:
        ExtendedReach "EXTENDED_REACH" "the attack reaches one hex further",
        PowerStrike "POWER_STRIKE" "the attack hurts one more",
        Vampiric "VAMPIRIC" "a kill heals";
    AutoAttack:
        HeavyHands "HEAVY_HANDS" "the punch hurts one more",
        PunchCleave "PUNCH_CLEAVE" "a punch hits all around";
    GrappleHook:
        HookAndBash "HOOK_AND_BASH" "what is hooked is thrown back";
}

impl Upgrade {
    /// What shrines offer.
    pub fn offered() -> impl Iterator<Item = Upgrade> {
        let by_shrines = [Some(SkillId::SpearThrow), Some(SkillId::ShieldBash), Some(SkillId::Jump)];
        Upgrade::EVERY.iter().copied().filter(move |upgrade| by_shrines.contains(&upgrade.skill()))
    }
}

/// A set of upgrades.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Upgrade>", into = "Vec<Upgrade>")]
pub struct Upgrades(u32);

impl Upgrades {
    /// Whether an upgrade is in it.
    #[inline]
    pub fn has(self, upgrade: Upgrade) -> bool {
        self.0 >> upgrade as u8 & 1 == 1
    }

    /// With an upgrade in it.
    pub fn put(&mut self, upgrade: Upgrade) {
        self.0 |= 1 << upgrade as u8;
    }

    /// One by one.
    pub fn iter(self) -> impl Iterator<Item = Upgrade> {
        Upgrade::EVERY.iter().copied().filter(move |&upgrade| self.has(upgrade))
    }
}

impl FromIterator<Upgrade> for Upgrades {
    fn from_iter<I: IntoIterator<Item = Upgrade>>(upgrades: I) -> Upgrades {
        let mut set = Upgrades::default();
        upgrades.into_iter().for_each(|upgrade| set.put(upgrade));
        set
    }
}

impl From<Vec<Upgrade>> for Upgrades {
    fn from(upgrades: Vec<Upgrade>) -> Upgrades {
        upgrades.into_iter().collect()
    }
}

impl From<Upgrades> for Vec<Upgrade> {
    fn from(upgrades: Upgrades) -> Vec<Upgrade> {
        upgrades.iter().collect()
    }
}

/// How many upgrades a shrine offers.
pub const OFFERS_MAX: usize = 3;

/// What a shrine offers: up to three upgrades.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<Upgrade>", into = "Vec<Upgrade>")]
pub struct Offers([Option<Upgrade>; OFFERS_MAX]);

impl Offers {
    /// One by one.
    pub fn iter(self) -> impl Iterator<Item = Upgrade> {
        self.0.into_iter().flatten()
    }

    /// Whether there is room for one more.
    pub(crate) fn room(&mut self) -> Option<&mut Option<Upgrade>> {
        self.0.iter_mut().find(|offer| offer.is_none())
    }

    /// Whether an upgrade is offered.
    pub fn has(self, upgrade: Upgrade) -> bool {
        self.0.contains(&Some(upgrade))
    }

    /// Whether nothing is offered.
    pub fn is_empty(self) -> bool {
        self == Offers::default()
    }
}

impl TryFrom<Vec<Upgrade>> for Offers {
    type Error = &'static str;
    fn try_from(upgrades: Vec<Upgrade>) -> Result<Offers, Self::Error> {
        let mut offers = Offers::default();
        for upgrade in upgrades {
            *offers.room().ok_or("a shrine offers three upgrades at most")? = Some(upgrade);
        }
        Ok(offers)
    }
}

impl From<Offers> for Vec<Upgrade> {
    fn from(offers: Offers) -> Vec<Upgrade> {
        offers.iter().collect()
    }
}

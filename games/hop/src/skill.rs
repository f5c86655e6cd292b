//! Skills as data: a record and two small handlers each. Adding one is one file in `skills/` and one line here.

use crate::{Actor, Effect, Hex, Refusal, Run, Upgrade};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

macro_rules! skills {
    ($($name:ident $text:literal $file:ident),+ $(,)?) => {
        /// A skill by name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[allow(missing_docs)] // each has a file that says what it does
        pub enum SkillId { $(#[serde(rename = $text)] $name),+ }

        impl SkillId {
            /// All of them.
            pub const EVERY: &'static [SkillId] = &[$(SkillId::$name),+];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(SkillId::$name => $text),+ }
            }

            /// What it is.
            pub const fn skill(self) -> &'static Skill {
                match self { $(SkillId::$name => &crate::skills::$file::SKILL),+ }
            }
        }
    };
}

skills! {
    BasicAttack "BASIC_ATTACK" basic_attack,
    AutoAttack "AUTO_ATTACK" auto_attack,
    SpearThrow "SPEAR_THROW" spear_throw,
    ShieldBash "SHIELD_BASH" shield_bash,
    Jump "JUMP" jump,
    Lunge "LUNGE" lunge,
    GrappleHook "GRAPPLE_HOOK" grapple_hook,
    BulwarkCharge "BULWARK_CHARGE" bulwark_charge,
    SentinelBlast "SENTINEL_BLAST" sentinel_blast,
    AxialStrike "AXIAL_STRIKE" axial_strike,
    FrontalShield "FRONTAL_SHIELD" frontal_shield,
    BasicMove "BASIC_MOVE" basic_move,
    ThemeHazards "THEME_HAZARDS" theme_hazards,
}

/// How many skills there are.
pub const SKILLS: usize = SkillId::EVERY.len();

/// Where a skill sits in the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)] // named for what they are
pub enum Slot {
    Offensive,
    Defensive,
    Utility,
    Passive,
}

/// What a skill is.
pub struct Skill {
    /// What players call it.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// What an enemy that announces it is about to do.
    pub announced: &'static str,
    /// Where it sits in the hand.
    pub slot: Slot,
    /// How far it reaches, without upgrades.
    pub range: u8,
    /// How many turns until it is ready again, this one included; without upgrades.
    pub cooldown: u8,
    /// The upgrade that adds one to its reach.
    pub longer: Option<Upgrade>,
    /// Whether it may be aimed at a place.
    pub aim: fn(&Run, &Actor, Hex) -> Result<(), Refusal>,
    /// What it does there, as effects.
    pub effects: fn(&Run, &Cast, &mut Vec<Effect>),
}

/// A skill being used: by whom, and where it is aimed.
#[derive(Clone, Copy, Debug)]
pub struct Cast<'a> {
    /// The actor that uses it.
    pub by: &'a Actor,
    /// Where it is aimed.
    pub at: Hex,
    /// In the public engine the actor it is aimed at: for the player the enemy that stands there, for enemies the player.
    pub target: Option<&'a Actor>,
}

impl Skill {
    /// How far it reaches in the hands of an actor.
    pub fn reach(&self, by: &Actor) -> u8 {
        self.range + u8::from(self.longer.is_some_and(|upgrade| by.upgrades.has(upgrade)))
    }

    /// Refuses what is out of reach.
    pub(crate) fn in_reach(&self, by: &Actor, at: Hex) -> Result<(), Refusal> {
        let (reach, distance) = (self.reach(by), by.at.distance(at));
        if distance <= reach { Ok(()) } else { Err(Refusal::OutOfReach { distance, reach }) }
    }
}

/// A set of skills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<SkillId>", into = "Vec<SkillId>")]
pub struct Skills(u16);

impl Skills {
    /// Those that can be used; the others work by themselves.
    pub const ACTIVE: Skills = active();

    /// What is in the first and not in the second.
    #[must_use]
    pub fn without(self, other: Skills) -> Skills {
        Skills(self.0 & !other.0)
    }

    /// What is in both.
    #[must_use]
    pub fn and(self, other: Skills) -> Skills {
        Skills(self.0 & other.0)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a skill is in it.
    #[inline]
    pub fn has(self, skill: SkillId) -> bool {
        self.0 >> skill as u8 & 1 == 1
    }

    /// With a skill in it.
    pub fn put(&mut self, skill: SkillId) {
        self.0 |= 1 << skill as u8;
    }

    /// One by one.
    pub fn iter(self) -> impl Iterator<Item = SkillId> {
        SkillId::EVERY.iter().copied().filter(move |&skill| self.has(skill))
    }

    pub(crate) const fn of(skills: &[SkillId]) -> Skills {
        let (mut bits, mut index) = (0, 0);
        while index < skills.len() {
            bits |= 1 << skills[index] as u8;
            index += 1;
        }
        Skills(bits)
    }
}

const fn active() -> Skills {
    let (mut bits, mut index) = (0, 0);
    while index < SKILLS {
        if !matches!(SkillId::EVERY[index].skill().slot, Slot::Passive) {
            bits |= 1 << index;
        }
        index += 1;
    }
    Skills(bits)
}

impl From<Vec<SkillId>> for Skills {
    fn from(skills: Vec<SkillId>) -> Skills {
        Skills::of(&skills)
    }
}

impl From<Skills> for Vec<SkillId> {
    fn from(skills: Skills) -> Vec<SkillId> {
        skills.iter().collect()
    }
}

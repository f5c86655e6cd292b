//! Whoever acts: the player, enemies and bombs, one model for all.

use crate::luck::Code;
use crate::{Direction, Hex, Kind, SKILLS, SkillId, Skills, Upgrades};
use serde::{Deserialize, Serialize};

/// An actor by number. Bombs of the public engine share theirs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Id(pub u16);

impl Id {
    /// The player.
    pub const PLAYER: Id = Id(0);
    /// Bombs are numbered from here.
    const BOMBS: u16 = 0x8000;

    /// The enemy that is listed at an index when a floor begins.
    pub fn enemy(index: usize) -> Id {
        Id(index as u16 + 1)
    }

    /// The bomb of a bomber, or with a number.
    pub fn bomb(number: u16) -> Id {
        Id(Id::BOMBS | number)
    }

    /// The number it got among enemies, or of the bomber that laid it.
    pub fn number(self) -> u16 {
        (self.0 & !Id::BOMBS).saturating_sub(1)
    }

    /// Whether it is a bomb.
    pub fn is_bomb(self) -> bool {
        self.0 >= Id::BOMBS
    }

    /// Whether it is the player.
    pub fn is_player(self) -> bool {
        self == Id::PLAYER
    }
}

/// Whoever acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Actor {
    /// Its number.
    pub id: Id,
    /// What it is.
    pub kind: Kind,
    /// The letters behind its name.
    pub code: Code,
    /// Where it stands.
    pub at: Hex,
    /// Where it stood before it last moved; for the player, where it stood when its turn ended.
    pub before: Hex,
    /// How much life it has.
    pub hp: u16,
    /// How much at most.
    pub max_hp: u16,
    /// How much is turned aside.
    pub armour: u16,
    /// For how many turns it does nothing.
    pub stunned: u8,
    /// Where it looks.
    pub facing: Option<Direction>,
    /// Whether it is hidden.
    pub hidden: bool,
    /// What it is about to do.
    pub intent: Intent,
    /// Where it is about to do it.
    pub aimed: Option<Hex>,
    /// A bomb's fuse; how long a bomber or a golem waits.
    pub timer: u8,
    /// What it can do.
    pub skills: Skills,
    /// In how many turns each skill is ready.
    pub cooldowns: [u8; SKILLS],
    /// What its skills became better by.
    pub upgrades: Upgrades,
}

impl Actor {
    /// Somebody new, with the life and the skills of its kind.
    pub fn new(id: Id, kind: Kind, at: Hex) -> Actor {
        let archetype = kind.archetype();
        Actor {
            id,
            kind,
            code: Code::default(),
            at,
            before: at,
            hp: archetype.hp,
            max_hp: archetype.hp,
            armour: 0,
            stunned: 0,
            facing: None,
            hidden: false,
            intent: Intent::None,
            aimed: None,
            timer: 0,
            skills: Skills::of(archetype.skills),
            cooldowns: [0; SKILLS],
            upgrades: Upgrades::default(),
        }
    }

    /// Whether it has a skill.
    #[inline]
    pub fn can(&self, skill: SkillId) -> bool {
        self.skills.has(skill)
    }

    /// In how many turns a skill is ready.
    pub fn cooldown(&self, skill: SkillId) -> u8 {
        self.cooldowns[skill as usize]
    }

    /// Whether two actors are against each other.
    pub fn opposes(&self, other: &Actor) -> bool {
        self.id.is_player() != other.id.is_player()
    }
}

impl Default for Actor {
    fn default() -> Actor {
        Actor::new(Id::PLAYER, Kind::Player, Hex::default())
    }
}

/// What an enemy is about to do, as it announces it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[allow(missing_docs)] // named for what they are
pub enum Intent {
    #[default]
    None,
    Moving,
    Advancing,
    Idle,
    Waiting,
    Hidden,
    #[serde(rename = "BASIC_ATTACK")]
    BasicAttack,
    #[serde(rename = "SPEAR_THROW")]
    SpearThrow,
    #[serde(rename = "AXIAL_STRIKE")]
    AxialStrike,
    #[serde(rename = "SENTINEL_BLAST")]
    SentinelBlast,
    Bombing,
    Casting,
    Repositioning,
    Preparing,
    Lumbering,
    #[serde(rename = "Charging Power")]
    ChargingPower,
}

impl Intent {
    /// The skill it announces.
    pub fn skill(self) -> Option<SkillId> {
        match self {
            Intent::BasicAttack => Some(SkillId::BasicAttack),
            Intent::SpearThrow => Some(SkillId::SpearThrow),
            Intent::AxialStrike => Some(SkillId::AxialStrike),
            Intent::SentinelBlast => Some(SkillId::SentinelBlast),
            _ => None,
        }
    }

    /// As it is announced.
    pub fn name(self) -> &'static str {
        match self {
            Intent::None => "",
            Intent::Moving => "Moving",
            Intent::Advancing => "Advancing",
            Intent::Idle => "Idle",
            Intent::Waiting => "Waiting",
            Intent::Hidden => "Hidden",
            Intent::Bombing => "Bombing",
            Intent::Casting => "Casting",
            Intent::Repositioning => "Repositioning",
            Intent::Preparing => "Preparing",
            Intent::Lumbering => "Lumbering",
            Intent::ChargingPower => "Charging Power",
            Intent::BasicAttack | Intent::SpearThrow | Intent::AxialStrike | Intent::SentinelBlast => {
                self.skill().map_or("", SkillId::name)
            }
        }
    }
}

//! Actors: the player, enemies, allies and bombs, one model for all.

use crate::luck::Code;
use crate::{Direction, Hex, Kind, MindId, SKILLS, SkillId, Skills, StatusId, Statuses, Upgrades};
use alloc::vec::Vec;
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

    /// Whether it is the actor of the player's seat. No rule asks this: the seat, its status and what is told do.
    pub fn is_player(self) -> bool {
        self == Id::PLAYER
    }
}

/// A side. Actors of different factions are foes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)] // named for what they are
pub enum Faction {
    Player,
    #[default]
    Enemy,
}

/// Where an actor's spear or shield is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Gear {
    /// In its hand.
    #[default]
    Held,
    /// On the ground.
    At(Hex),
    /// Nowhere on this floor.
    Gone,
}

impl Gear {
    /// Whether it is in the hand.
    pub fn is_held(self) -> bool {
        self == Gear::Held
    }

    /// Where it lies.
    pub fn place(self) -> Option<Hex> {
        if let Gear::At(at) = self { Some(at) } else { None }
    }
}

/// What the rules do differently for some actors, declared on each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Trait {
    /// Lava costs it one life; it kills others.
    Hardy,
    /// Stairs and shrines are for it.
    Climber,
}

/// A set of traits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Trait>", into = "Vec<Trait>")]
pub struct Traits(u8);

impl Traits {
    /// None.
    pub const NONE: Traits = Traits(0);
    /// What an adventurer has: all of them.
    pub const HERO: Traits = Traits(1 << Trait::Hardy as u8 | 1 << Trait::Climber as u8);

    /// Whether a trait is in it.
    #[inline]
    pub fn has(self, one: Trait) -> bool {
        self.0 >> one as u8 & 1 == 1
    }
}

impl From<Vec<Trait>> for Traits {
    fn from(traits: Vec<Trait>) -> Traits {
        Traits(traits.into_iter().fold(0, |bits, one| bits | 1 << one as u8))
    }
}

impl From<Traits> for Vec<Trait> {
    fn from(traits: Traits) -> Vec<Trait> {
        [Trait::Hardy, Trait::Climber].into_iter().filter(|&one| traits.has(one)).collect()
    }
}

/// The player, an enemy, an ally or a bomb.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Actor {
    /// Its number.
    pub id: Id,
    /// What it looks like, and what it is worth.
    pub kind: Kind,
    /// Its side.
    pub faction: Faction,
    /// What chooses its actions.
    pub mind: MindId,
    /// What the rules do differently for it.
    pub traits: Traits,
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
    /// Its statuses.
    pub statuses: Statuses,
    /// Where it looks.
    pub facing: Option<Direction>,
    /// What it is about to do.
    pub intent: Intent,
    /// Where it is about to do it.
    pub aimed: Option<Hex>,
    /// A bomb's fuse; how long a bomber or a golem waits; how many actions of a script are done.
    pub timer: u8,
    /// What it can do.
    pub skills: Skills,
    /// In how many turns each skill is ready.
    pub cooldowns: [u8; SKILLS],
    /// What its skills became better by.
    pub upgrades: Upgrades,
    /// Its spear.
    pub spear: Gear,
    /// Its shield.
    pub shield: Gear,
}

impl Actor {
    /// A new actor, with the life and the skills of its kind.
    pub fn new(id: Id, kind: Kind, at: Hex) -> Actor {
        let archetype = kind.archetype();
        let mut actor = Actor {
            id,
            kind,
            faction: archetype.faction,
            mind: archetype.mind,
            traits: archetype.traits,
            code: Code::default(),
            at,
            before: at,
            hp: archetype.hp,
            max_hp: archetype.hp,
            statuses: Statuses::default(),
            facing: None,
            intent: Intent::None,
            aimed: None,
            timer: 0,
            skills: Skills::default(),
            cooldowns: [0; SKILLS],
            upgrades: Upgrades::default(),
            spear: Gear::Held,
            shield: Gear::Held,
        };
        actor.equip(Skills::of(archetype.skills));
        actor
    }

    /// Gives it skills, and the shield that one of them is.
    pub(crate) fn equip(&mut self, skills: Skills) {
        self.skills = skills;
        self.statuses.set(StatusId::Shield, skills.has(SkillId::FrontalShield).into());
    }

    /// Whether it has a skill.
    #[inline]
    pub fn can(&self, skill: SkillId) -> bool {
        self.skills.has(skill)
    }

    /// Whether it has a status.
    #[inline]
    pub fn has(&self, status: StatusId) -> bool {
        self.statuses.has(status)
    }

    /// In how many turns a skill is ready.
    pub fn cooldown(&self, skill: SkillId) -> u8 {
        self.cooldowns[skill as usize]
    }

    /// Whether two actors are foes.
    #[inline]
    pub fn opposes(&self, other: &Actor) -> bool {
        self.faction != other.faction
    }
}

impl Default for Actor {
    fn default() -> Actor {
        Actor::new(Id::PLAYER, Kind::Player, Hex::default())
    }
}

/// What an actor is about to do, as it announces it.
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
    Bombing,
    Casting,
    Repositioning,
    Preparing,
    Lumbering,
    #[serde(rename = "Charging Power")]
    ChargingPower,
    /// It will use a skill.
    #[serde(untagged)]
    Skill(SkillId),
}

impl Intent {
    /// The skill it announces.
    pub fn skill(self) -> Option<SkillId> {
        if let Intent::Skill(skill) = self { Some(skill) } else { None }
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
            Intent::Skill(skill) => skill.name(),
        }
    }
}

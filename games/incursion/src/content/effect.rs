//! An effect: what magic does, in segments.

use super::define::{Define, Linked};
use super::{Attribute, Bonus, Count, Dc, Dice, Formula, Harm, Level, Link, Noun, Percent, Save, Text, Whole};
use serde::Deserialize;

/// An effect: a spell, an enchantment, the harm of a trap, a disease.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// What it does.
    pub about: Text,
    /// Its level.
    pub level: Level,
    /// What it costs to cast; 0 for what nobody casts.
    #[serde(default)]
    pub mana: Count,
    /// The base chance of casting it.
    pub base: Option<Percent>,
    /// What is special about it.
    #[serde(default)]
    pub flags: Vec<EffectFlag>,
    /// What it does, one after the other. Without any, only its handlers speak.
    #[serde(default)]
    pub segments: Vec<Segment>,
    /// For a poison or disease: what a saving throw must reach.
    pub dc: Option<Dc>,
    /// What it asks the caster for.
    #[serde(default)]
    pub aim: Aim,
    /// How it is used by those who are not asked.
    #[serde(default)]
    pub purpose: Purpose,
}

/// What is special about an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EffectFlag {
    /// A wizard's spell.
    Arcane,
    /// A priest's spell.
    Divine,
    /// It needs a voice: nothing in silence.
    Sound,
    /// It is a matter of the mind: no use on those without one.
    Mental,
    /// Magic resistance does not stop it.
    Mundane,
    /// It is hard to resist: 2 more.
    Hard,
    /// It strikes like a blow before it works.
    Attack,
    /// It lasts until one rests.
    Persistent,
    /// The same again only while it does not last.
    Once,
    /// It is not what it seems.
    Illusory,
    /// It protects.
    Abjuration,
    /// It breaks what is rigid.
    Shattering,
    /// It lies on an item.
    Enchantment,
    /// It is a disease.
    Disease,
    /// It is a poison.
    Poison,
    /// It heals.
    Healing,
    /// It moves bodies from place to place.
    Teleport,
    /// It changes whose friend one is.
    Charm,
    /// It does not work at once, but every turn while it lasts.
    Periodic,
}

/// What a caster is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// Nothing: it is for the caster.
    #[default]
    None,
    /// A direction.
    Way,
    /// A square.
    Place,
    /// Somebody.
    Creature,
    /// Something carried.
    Item,
    /// Somebody within reach.
    Touch,
}

/// What an effect is good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// Nothing a monster would plan.
    #[default]
    Other,
    /// To harm from afar.
    Harm,
    /// To hinder.
    Hinder,
    /// To protect before a fight.
    Protect,
    /// To heal.
    Heal,
    /// To get away.
    Escape,
    /// To call others.
    Summon,
}

/// A part of an effect.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Segment {
    /// What it does.
    pub does: Archetype,
    /// Where.
    #[serde(default)]
    pub area: Area,
    /// To whom.
    #[serde(default)]
    pub to: Vec<Aimed>,
    /// Which saving throw helps.
    pub save: Option<Save>,
    /// Whether saving halves it only.
    #[serde(default)]
    pub partial: bool,
    /// How far it spreads, in squares.
    #[serde(default)]
    pub radius: Whole<0, 30>,
    /// How far it reaches; by the level if left out.
    pub range: Option<Formula>,
    /// The status it brings.
    pub status: Option<Link>,
    /// The value of the status, or the number of a choice.
    #[serde(default)]
    pub value: Bonus,
    /// The attribute or kind the status is about.
    pub attribute: Option<Attribute>,
    /// Of what kind its damage is, or what it protects from.
    pub harm: Option<Harm>,
    /// How strong it is: damage, healing, magnitude.
    #[serde(default)]
    pub power: Power,
    /// How long it lasts.
    #[serde(default)]
    pub lasts: Lasts,
    /// The ground it makes.
    pub terrain: Option<Link>,
    /// Whom it calls.
    pub encounter: Option<Link>,
    /// What it makes.
    pub item: Option<Link>,
    /// What its area is like.
    #[serde(default)]
    pub field: Vec<FieldFlag>,
    /// What it heals besides wounds.
    #[serde(default)]
    pub cures: Vec<Link>,
}

/// What a segment does. The number is that of the public engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Archetype {
    /// Harms.
    Blast = 1,
    /// Gives a status for good.
    Grant = 2,
    /// Gives a status for ill.
    Inflict = 3,
    /// Harms without a further saving throw.
    Drain = 4,
    /// Changes the ground.
    Terraform = 5,
    /// Moves somebody.
    Travel = 6,
    /// Deceives.
    Illusion = 8,
    /// Calls others.
    Summon = 9,
    /// Makes a thing.
    Creation = 13,
    /// Shows what is hidden.
    Detect = 20,
    /// Ends magic.
    Dispel = 22,
    /// Heals.
    Healing = 26,
    /// Lets a status wait for every moment the effect has a `META` handler for.
    Override = 30,
    /// Changes a body.
    Polymorph = 32,
    /// Shows what one holds.
    Reveal = 42,
    /// Makes a servant.
    Construct = 44,
    /// Only what its handlers do.
    Generic = 46,
    /// Changes what one sees.
    Vision = 47,
}

/// Where a segment works. The number is that of the public engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Area {
    /// On its target.
    #[default]
    None = 0,
    /// On the first in its way.
    Bolt = 1,
    /// On all in its way.
    Beam = 2,
    /// Where it bursts.
    Ball = 3,
    /// On all in its way, as thin as a ray.
    Ray = 4,
    /// Around the caster.
    Burst = 5,
    /// On whom the caster touches.
    Touch = 6,
    /// On a place, for a time.
    Field = 7,
    /// Around the caster, as a wall.
    Barrier = 8,
    /// Around the caster, and with it, for a time.
    MobileField = 9,
    /// On all around a place.
    Globe = 11,
    /// In a cone.
    Breath = 12,
    /// In the blood.
    Poison = 14,
    /// In the body.
    Disease = 15,
    /// From one to the next.
    Chain = 16,
}

/// Whom a segment is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aimed {
    /// Creatures.
    Creatures,
    /// Things.
    Items,
    /// The caster.
    Caster,
    /// Not the caster.
    Others,
    /// Friends.
    Allies,
    /// Foes.
    Enemies,
    /// The living.
    Living,
    /// The undead.
    Undead,
    /// Those that were called.
    Summoned,
}

/// How strong a segment is: dice, and what is added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// How many dice.
    #[serde(default)]
    pub dice: Formula,
    /// The sides of each.
    #[serde(default)]
    pub sides: Formula,
    /// What is added.
    #[serde(default)]
    pub plus: Formula,
}

impl Power {
    /// The dice at a caster's level.
    pub fn at(&self, level: i32) -> Dice {
        let [count, sides, plus] = [&self.dice, &self.sides, &self.plus].map(|part| part.at(level, 0));
        Dice { count: count.max(0), sides: sides.max(0), plus }
    }
}

/// How long it lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lasts {
    /// 10 turns and 2 a level.
    #[default]
    Usual,
    /// It is over at once.
    Instant,
    /// 1d4+1 turns.
    Short,
    /// 2 turns.
    Round,
    /// 100 turns and 10 a level.
    Long,
    /// 1000 turns and 100 a level.
    VeryLong,
    /// Until one rests.
    UntilRest,
    /// For good.
    Permanent,
}

/// What an area is like. The number is the bit of the public engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldFlag {
    /// It shows ground that is not there.
    IllusoryTerrain = 1,
    /// It moves with its maker.
    Mobile = 2,
    /// It changes those within.
    Modifier = 4,
    /// It comes back every turn.
    Continual = 8,
    /// There is no magic in it.
    Antimagic = 16,
    /// Nobody walks through it.
    Blocker = 32,
    /// It harms.
    Bad = 64,
    /// It is light.
    Light = 128,
    /// It is fog.
    Fog = 256,
    /// It is shadow.
    Shadow = 512,
    /// There is no sound in it.
    Silence = 4096,
    /// It is dark.
    Darkness = 65536,
}

impl Effect {
    /// Whether it has a flag.
    pub fn is(&self, flag: EffectFlag) -> bool {
        self.flags.contains(&flag)
    }
}

impl Define for Effect {
    const NOUN: Noun = Noun::Effect;

    fn links(&mut self, each: &mut Linked<'_>) {
        for segment in &mut self.segments {
            segment.status.iter_mut().for_each(|link| each(Noun::Status, link));
            segment.cures.iter_mut().for_each(|link| each(Noun::Status, link));
            segment.terrain.iter_mut().for_each(|link| each(Noun::Terrain, link));
            segment.encounter.iter_mut().for_each(|link| each(Noun::Encounter, link));
            segment.item.iter_mut().for_each(|link| each(Noun::Item, link));
        }
    }
}

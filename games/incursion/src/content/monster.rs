//! A monster: who lives in the dungeon.

use super::define::{Define, Linked};
use super::{
    Attribute, Blow, Bonus, Breed, Count, Cr, Dc, Dice, Formula, Glyph, Harm, Link, Noun, Pace, Percent, Set, Side, Size, Skill,
    Text, Tint, Trait, Whole,
};
use serde::Deserialize;

/// A monster.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Monster {
    /// What one sees.
    pub about: Text,
    /// How it is drawn.
    pub glyph: Glyph,
    /// In which colour.
    pub tint: Tint,
    /// How large it is.
    pub size: Size,
    /// How dangerous it is.
    pub cr: Cr,
    /// Hit dice.
    pub hd: Whole<1, 100>,
    /// What it adds to its attacks.
    pub hit: Bonus,
    /// What attacks on it must reach, before size and dexterity.
    pub def: Whole<0, 100>,
    /// The armour it is born with.
    #[serde(default)]
    pub armour: Whole<0, 32>,
    /// How fast it moves.
    #[serde(rename = "move")]
    pub movement: Pace,
    /// How fast it acts.
    pub speed: Pace,
    /// Strength, dexterity, constitution, intelligence, wisdom, charisma.
    pub attributes: [Whole<0, 60>; 6],
    /// What it is.
    #[serde(default)]
    pub is_a: Vec<Breed>,
    /// What it can, and what it cannot bear.
    #[serde(default)]
    pub traits: Set<Trait>,
    /// On which side it stands; none is neutral.
    #[serde(default)]
    pub align: Vec<Side>,
    /// Its own attacks.
    #[serde(default)]
    pub attacks: Vec<Natural>,
    /// What cannot harm it.
    #[serde(default)]
    pub immune: Vec<Harm>,
    /// What harms it less.
    #[serde(default)]
    pub resist: Vec<Harm>,
    /// Resistance to magic.
    #[serde(default)]
    pub magic_resistance: Percent,
    /// The plus a weapon needs to harm it.
    #[serde(default)]
    pub weapon_immunity: Whole<0, 10>,
    /// How often a blow goes astray.
    #[serde(default)]
    pub miss_chance: Percent,
    /// Hit points it regains every turn.
    #[serde(default)]
    pub regeneration: Count,
    /// For what it is taken while nobody knows it.
    pub looks_like: Option<Link>,
    /// What it may carry: of each list the first that the dice grant.
    #[serde(default)]
    pub gear: Vec<Vec<Gear>>,
    /// What it can cast.
    #[serde(default)]
    pub spells: Vec<Link>,
    /// What it has learned.
    #[serde(default)]
    pub skills: Vec<Trained>,
    /// How it hears and sees, in squares.
    pub sight: Option<Whole<0, 50>>,
    /// How often it comes by itself, against others; 0 is never.
    #[serde(default)]
    pub weight: Count,
    /// Whether it is met once in a game.
    #[serde(default)]
    pub unique: bool,
}

/// An attack of tooth or claw.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Natural {
    /// With what.
    pub blow: Blow,
    /// How often in one routine.
    pub times: Option<Whole<1, 10>>,
    /// The dice of its damage.
    #[serde(default)]
    pub dice: Dice,
    /// Of what kind.
    pub harm: Harm,
    /// What the victim's saving throw must reach.
    pub dc: Option<Dc>,
    /// What else a hit brings.
    #[serde(default)]
    pub also: Vec<Rider>,
}

/// What else a hit brings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rider {
    /// Of what kind.
    pub harm: Harm,
    /// The dice of its damage.
    #[serde(default)]
    pub dice: Dice,
    /// What the victim's saving throw must reach.
    pub dc: Option<Dc>,
    /// Whether only a critical brings it.
    #[serde(default)]
    pub on_crit: bool,
    /// The disease or poison.
    pub effect: Option<Link>,
}

/// Something it may carry.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// What.
    pub item: Link,
    /// How likely; certain if left out.
    pub chance: Option<Percent>,
    /// How many; one if left out.
    pub count: Option<Dice>,
}

/// A skill and its ranks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trained {
    /// Which skill.
    pub skill: Skill,
    /// What it adds.
    pub bonus: Formula,
}

impl Monster {
    /// An attribute; luck is nobody's by birth.
    pub fn attribute(&self, attribute: Attribute) -> i32 {
        self.attributes.get(attribute as usize).map_or(10, |score| score.get())
    }
}

impl Define for Monster {
    const NOUN: Noun = Noun::Monster;

    fn links(&mut self, each: &mut Linked<'_>) {
        self.looks_like.iter_mut().for_each(|link| each(Noun::Monster, link));
        self.spells.iter_mut().for_each(|link| each(Noun::Effect, link));
        self.gear.iter_mut().flatten().for_each(|gear| each(Noun::Item, &mut gear.item));
        riders(&mut self.attacks, each);
    }
}

/// The links of attacks.
pub(super) fn riders(attacks: &mut [Natural], each: &mut Linked<'_>) {
    let riders = attacks.iter_mut().flat_map(|attack| attack.also.iter_mut());
    riders.filter_map(|rider| rider.effect.as_mut()).for_each(|link| each(Noun::Effect, link));
}

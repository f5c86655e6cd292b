//! An item: what can be carried.

use super::define::{Define, Linked};
use super::{Bonus, Count, Dc, Dice, Glyph, Harm, Level, Link, Noun, Pace, Percent, Size, Slot, Text, Tint, Whole};
use crate::Kind;
use serde::Deserialize;

/// An item.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// What one sees.
    pub about: Text,
    /// How it is drawn.
    pub glyph: Glyph,
    /// In which colour.
    pub tint: Tint,
    /// What it is.
    pub kind: Kind,
    /// How large it is.
    pub size: Option<Size>,
    /// How heavy, in tenths of a pound.
    #[serde(default)]
    pub heft: Count,
    /// Its level: how deep it begins to be found.
    #[serde(default)]
    pub level: Level,
    /// How often it is found, against others; 0 is never.
    #[serde(default)]
    pub weight: Count,
    /// Where it is worn or held.
    pub slot: Option<Slot>,
    /// As a weapon.
    pub weapon: Option<Weapon>,
    /// As armour.
    pub armour: Option<Armour>,
    /// As a shield.
    pub shield: Option<Shield>,
    /// Its plus.
    #[serde(default)]
    pub plus: Whole<-5, 10>,
    /// What it does when it is drunk, read, zapped or activated.
    pub effect: Option<Link>,
    /// The level its effect is cast at; that of the effect if left out.
    pub caster_level: Option<Level>,
    /// How often it can be used; without end if left out.
    pub charges: Option<Dice>,
    /// The effect that lies on it, and hears what passes it.
    pub enchantment: Option<Link>,
    /// How long it keeps hunger away, in turns.
    #[serde(default)]
    pub food: Count,
    /// How far it gives light, in squares.
    #[serde(default)]
    pub light: Whole<0, 20>,
    /// How long it burns, in turns; without end if left out.
    pub fuel: Option<Count>,
    /// How it looks while nobody knows what it is.
    pub looks: Option<Text>,
    /// Whether it is a thing of its own: one of it, with a name.
    #[serde(default)]
    pub unique: bool,
    /// Whether magic holds it together: it ends with its time.
    #[serde(default)]
    pub conjured: bool,
}

/// An item as a weapon.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Damage to those up to medium size.
    pub small: Dice,
    /// Damage to larger ones.
    pub large: Dice,
    /// What it adds to the attack.
    #[serde(default)]
    pub accuracy: Bonus,
    /// On how many of the highest numbers it threatens: 2 is 19 and 20.
    pub threat: Whole<0, 20>,
    /// How much a critical multiplies.
    pub crit: Whole<1, 10>,
    /// How fast it is.
    pub speed: Pace,
    /// What kinds of damage it does.
    pub harm: Vec<Harm>,
    /// What it adds to the defence against blades.
    #[serde(default)]
    pub parry: Whole<0, 20>,
    /// How many hands it needs.
    pub hands: Option<Whole<1, 2>>,
    /// Range increment, thrown or shot; 0 is for the hand only.
    #[serde(default)]
    pub range: Whole<0, 50>,
    /// What its trips, stuns and the like must be saved against.
    pub dc: Option<Dc>,
    /// What is special about it.
    #[serde(default)]
    pub qualities: Vec<Quality>,
    /// For a missile: what shoots it. For a bow: what it shoots.
    pub with: Option<Link>,
}

/// What is special about a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// It can stun.
    Stunning,
    /// It knocks down.
    Knockdown,
    /// Strength does not count.
    NoStrength,
    /// It helps to disarm by 4.
    Disarming,
    /// It helps to trip by 4.
    Tripping,
    /// Sneak attacks have larger dice.
    Sneaky,
    /// It can be thrown.
    Thrown,
    /// Its damage is pure energy: armour is always passed.
    Energy,
    /// It is made of silver.
    Silver,
    /// It is blessed.
    Blessed,
    /// It suits quick hands.
    Finesse,
    /// It gives light and burns what is afraid of it.
    Sunlit,
    /// It halves what armour does.
    Penetrating,
    /// Its criticals are likelier by 2.
    Murderous,
}

/// An item as armour.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Against slashing.
    pub slash: Whole<0, 32>,
    /// Against piercing.
    pub pierce: Whole<0, 32>,
    /// Against blunt weapons.
    pub blunt: Whole<0, 32>,
    /// How much of the body it covers.
    pub coverage: Whole<0, 30>,
    /// What it takes from agility.
    pub penalty: Whole<-20, 0>,
    /// How heavy it is to fight in.
    pub bulk: Bulk,
}

/// How heavy armour is to fight in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bulk {
    /// Clothes.
    None,
    /// Light.
    Light,
    /// Medium.
    Medium,
    /// Heavy.
    Heavy,
}

/// An item as a shield.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// What it adds to the defence of a bearer of medium size.
    pub defence: Whole<0, 20>,
    /// How often it takes the blow whole.
    #[serde(default)]
    pub cover: Percent,
    /// What it takes from agility.
    #[serde(default)]
    pub penalty: Whole<-20, 0>,
}

impl Define for Item {
    const NOUN: Noun = Noun::Item;

    fn links(&mut self, each: &mut Linked<'_>) {
        self.effect.iter_mut().for_each(|link| each(Noun::Effect, link));
        self.enchantment.iter_mut().for_each(|link| each(Noun::Effect, link));
        self.weapon.iter_mut().filter_map(|weapon| weapon.with.as_mut()).for_each(|link| each(Noun::Item, link));
    }
}

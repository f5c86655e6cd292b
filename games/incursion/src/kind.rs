//! What a thing is, and whose built-in code it runs.

use serde::{Deserialize, Serialize};

/// A level of built-in code. A thing's own comes first, then that of what it is a kind of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The level itself.
    Map,
    /// Whoever somebody plays.
    Player,
    /// Whoever has a class, a god and a name.
    Character,
    /// Whoever the game plays.
    Monster,
    /// Whoever acts.
    Creature,
    /// Bows, blades and missiles.
    Weapon,
    /// Armour, boots, gauntlets and shields.
    Armour,
    /// Remains.
    Corpse,
    /// What can be eaten.
    Food,
    /// What holds other things.
    Container,
    /// What can be carried.
    Item,
    /// What can be shut.
    Door,
    /// What leads elsewhere.
    Portal,
    /// What waits for a foot.
    Trap,
    /// What belongs to the ground.
    Feature,
    /// Whatever there is.
    Thing,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 16] = [
        Class::Map,
        Class::Player,
        Class::Character,
        Class::Monster,
        Class::Creature,
        Class::Weapon,
        Class::Armour,
        Class::Corpse,
        Class::Food,
        Class::Container,
        Class::Item,
        Class::Door,
        Class::Portal,
        Class::Trap,
        Class::Feature,
        Class::Thing,
    ];

    /// Its name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Class::Map => "Map",
            Class::Player => "Player",
            Class::Character => "Character",
            Class::Monster => "Monster",
            Class::Creature => "Creature",
            Class::Weapon => "Weapon",
            Class::Armour => "Armour",
            Class::Corpse => "Corpse",
            Class::Food => "Food",
            Class::Container => "Container",
            Class::Item => "Item",
            Class::Door => "Door",
            Class::Portal => "Portal",
            Class::Trap => "Trap",
            Class::Feature => "Feature",
            Class::Thing => "Thing",
        }
    }
}

macro_rules! kinds {
    ($($number:literal $kind:ident $name:literal $walk:ident $doc:literal,)*) => {
        /// What a thing is.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "lowercase")]
        pub enum Kind {
            $(#[doc = $doc] $kind,)*
            /// Nothing in particular.
            #[default]
            Unknown,
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &'static [Kind] = &[$(Kind::$kind,)*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                    Kind::Unknown => "unknown",
                }
            }

            /// Its number.
            pub fn number(self) -> u8 {
                match self {
                    $(Kind::$kind => $number,)*
                    Kind::Unknown => 0,
                }
            }

            /// Whose built-in code it runs, in order; empty where there is none, which is a fault if anything is thrown at it.
            #[inline]
            pub fn walk(self) -> &'static [Class] {
                match self {
                    $(Kind::$kind => $walk,)*
                    Kind::Unknown => NOBODY,
                }
            }
        }
    };
}

const NOBODY: &[Class] = &[];
const MAP: &[Class] = &[Class::Map];
const PLAYER: &[Class] = &[Class::Player, Class::Character, Class::Creature, Class::Thing];
const MONSTER: &[Class] = &[Class::Monster, Class::Creature, Class::Thing];
const ITEM: &[Class] = &[Class::Item, Class::Thing];
const WEAPON: &[Class] = &[Class::Weapon, Class::Item, Class::Thing];
const ARMOUR: &[Class] = &[Class::Armour, Class::Item, Class::Thing];
const FOOD: &[Class] = &[Class::Food, Class::Item, Class::Thing];
const CORPSE: &[Class] = &[Class::Corpse, Class::Food, Class::Item, Class::Thing];
const CONTAINER: &[Class] = &[Class::Container, Class::Item, Class::Thing];
const FEATURE: &[Class] = &[Class::Feature, Class::Thing];
const DOOR: &[Class] = &[Class::Door, Class::Feature, Class::Thing];
const PORTAL: &[Class] = &[Class::Portal, Class::Feature, Class::Thing];
const TRAP: &[Class] = &[Class::Trap, Class::Feature, Class::Thing];

// number, kind, name, whose code it runs, what it is
kinds! {
    1 Game "game" NOBODY "The game; nothing is thrown at it.",
    3 Term "term" NOBODY "A terminal; nothing is thrown at it.",
    4 Map "map" MAP "A level.",
    5 Registry "registry" NOBODY "A registry; nothing is thrown at it.",
    6 Monster "monster" MONSTER "Whoever the game plays.",
    7 Player "player" PLAYER "Whoever somebody plays.",
    8 Npc "npc" NOBODY "A bystander; nothing is thrown at it.",
    10 Portal "portal" PORTAL "Stairs and gates.",
    11 Door "door" DOOR "A door.",
    12 Trap "trap" TRAP "A trap.",
    13 Feature "feature" FEATURE "Something that belongs to the ground.",
    14 Altar "altar" NOBODY "An altar; nothing is thrown at it.",
    15 Barrier "barrier" NOBODY "A barrier; nothing is thrown at it.",
    20 Amulet "amulet" ITEM "An amulet.",
    21 Armour "armour" ARMOUR "Body armour.",
    22 Book "book" ITEM "A book.",
    23 Boots "boots" ARMOUR "Boots.",
    24 Bow "bow" WEAPON "A bow or another launcher.",
    25 Bracers "bracers" ITEM "Bracers.",
    26 Chest "chest" CONTAINER "A chest.",
    27 Clothes "clothes" ITEM "Clothes.",
    28 Cloak "cloak" ITEM "A cloak.",
    29 Coin "coin" ITEM "Coins.",
    30 Container "container" CONTAINER "A sack, a quiver.",
    31 Corpse "corpse" CORPSE "Remains.",
    32 Crown "crown" ITEM "A crown.",
    33 Deck "deck" ITEM "A deck of cards.",
    34 Dust "dust" ITEM "Dust.",
    35 Eyes "eyes" ITEM "Eyes to wear.",
    36 Figure "figure" CORPSE "A figurine.",
    37 Food "food" FOOD "Food.",
    38 Gauntlets "gauntlets" ARMOUR "Gauntlets.",
    39 Gem "gem" ITEM "A gem.",
    40 Girdle "girdle" ITEM "A girdle.",
    41 Helmet "helmet" ITEM "A helmet.",
    42 Herb "herb" ITEM "A herb.",
    44 Light "light" ITEM "A torch, a lantern.",
    45 Missile "missile" WEAPON "Arrows, bolts, stones.",
    46 Mushroom "mushroom" ITEM "A mushroom.",
    47 Potion "potion" ITEM "A potion.",
    48 Ring "ring" ITEM "A ring.",
    49 Rod "rod" ITEM "A rod.",
    50 Scroll "scroll" ITEM "A scroll.",
    51 Shield "shield" ARMOUR "A shield.",
    52 Staff "staff" ITEM "A staff of spells.",
    53 Statue "statue" CORPSE "A statue.",
    54 Symbol "symbol" ITEM "A holy symbol.",
    55 Tome "tome" ITEM "A tome.",
    56 Tool "tool" ITEM "A tool.",
    57 Wand "wand" ITEM "A wand.",
    58 Weapon "weapon" WEAPON "A weapon.",
    59 Wonder "wonder" ITEM "A wondrous thing.",
    60 Fountain "fountain" ITEM "A fountain.",
}

impl Kind {
    /// The kind with a name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Whether it runs the code of a class.
    #[inline]
    pub fn is(self, class: Class) -> bool {
        self.walk().contains(&class)
    }

    /// Whether it acts.
    #[inline]
    pub fn is_creature(self) -> bool {
        matches!(self, Kind::Player | Kind::Monster)
    }

    /// Whether gods watch it.
    #[inline]
    pub fn is_character(self) -> bool {
        self == Kind::Player
    }

    /// Whether it can be carried.
    pub fn is_item(self) -> bool {
        self.is(Class::Item)
    }

    /// Whether it belongs to the ground.
    pub fn is_feature(self) -> bool {
        self.is(Class::Feature)
    }
}

//! Kinds of damage.

macro_rules! kinds {
    ($($number:literal $kind:ident $name:literal,)*) => {
        /// A kind of damage, by its number.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct Damage(pub i32);

        #[allow(missing_docs)] // named for what they are
        impl Damage {
            $(pub const $kind: Damage = Damage($number);)*

            /// All kinds.
            pub const ALL: &'static [Damage] = &[$(Damage::$kind,)*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self.0 {
                    $($number => $name,)*
                    _ => "untyped",
                }
            }
        }
    };
}

// The numbers up to 13 and those with gaps are the public engine's where the specification gives them.
kinds! {
    0 UNTYPED "untyped",
    1 FIRE "fire",
    2 COLD "cold",
    3 ACID "acid",
    4 ELECTRIC "electric",
    5 TOXIC "toxic",
    6 NECROTIC "necrotic",
    7 PSYCHIC "psychic",
    8 FORCE "force",
    9 SUNLIGHT "sunlight",
    10 SONIC "sonic",
    11 SLASH "slash",
    12 PIERCE "pierce",
    13 BLUNT "blunt",
    14 STUCK "stuck",
    16 SLEEP "sleep",
    17 STUN "stun",
    18 PARALYSIS "paralysis",
    19 PETRIFY "petrify",
    24 BLIND "blind",
    25 SLOW "slow",
    26 CONFUSE "confuse",
    27 DISEASE "disease",
    28 FEAR "fear",
    30 NAUSEA "nausea",
    32 LEVEL_DRAIN "level drain",
    33 MANA "mana",
    36 STEAL "steal",
    39 RUST "rust",
    43 DRAIN_STR "drain strength",
    44 DRAIN_DEX "drain dexterity",
    45 DRAIN_CON "drain constitution",
    46 DRAIN_INT "drain intelligence",
    47 DRAIN_WIS "drain wisdom",
    48 DRAIN_CHA "drain charisma",
    49 DRAIN_LUCK "drain luck",
    50 DAMAGE_STR "damage strength",
    51 DAMAGE_DEX "damage dexterity",
    52 DAMAGE_CON "damage constitution",
    53 DAMAGE_INT "damage intelligence",
    54 DAMAGE_WIS "damage wisdom",
    55 DAMAGE_CHA "damage charisma",
    56 DAMAGE_LUCK "damage luck",
    57 DECAY "decay",
    59 BLEED "bleed",
    60 POISON "poison",
    61 KNOCKBACK "knockback",
    62 CHOKE "choke",
    63 GRAB "grab",
    66 ENGULF "engulf",
    67 TRIP "trip",
    68 DISARM "disarm",
    69 HOLY "holy",
    70 LAWFUL "lawful",
    71 CHAOTIC "chaotic",
    72 EVIL "evil",
    73 VAMPIRIC "vampiric",
    74 SOAK "soak",
    80 SPECIAL_1 "special 1",
    81 SPECIAL_2 "special 2",
    93 SWALLOW "swallow",
    94 FALL "fall",
}

impl Damage {
    /// The kind with a name.
    pub fn named(name: &str) -> Option<Damage> {
        Damage::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Whether it is a blow: slash, pierce or blunt. Armour has a value for each; this is which.
    pub fn physical(self) -> Option<usize> {
        matches!(self, Damage::SLASH | Damage::PIERCE | Damage::BLUNT).then(|| (self.0 - Damage::SLASH.0) as usize)
    }
}

/// Kinds of attack, by number.
#[allow(missing_docs)] // named for what they are
pub mod attack {
    pub const NONE: i32 = 0;
    pub const SWING: i32 = 1;
    pub const SHOOT: i32 = 2;
    pub const THROW: i32 = 3;
    pub const PUNCH: i32 = 4;
    pub const BITE: i32 = 5;
    pub const CLAW: i32 = 6;
    pub const SLAM: i32 = 7;
    pub const KICK: i32 = 8;
    pub const TOUCH: i32 = 9;
    pub const GAZE: i32 = 10;
    pub const SPELL: i32 = 11;
    pub const CRUSH: i32 = 12;
    pub const RAKE: i32 = 13;
    pub const BREATH: i32 = 14;
    pub const AURA: i32 = 15;
    pub const TRIP: i32 = 16;
    pub const DISARM: i32 = 17;
    pub const BULL_RUSH: i32 = 18;
    pub const GRAB: i32 = 19;
    pub const COUP: i32 = 20;
    pub const GREAT_BLOW: i32 = 21;
    pub const DEFEND: i32 = 22;
    pub const SPRINT: i32 = 23;
    pub const SPIT: i32 = 24;
    pub const EXPLOSION: i32 = 25;

    /// Names of the kinds.
    pub const NAMES: [(&str, i32); 26] = [
        ("none", NONE),
        ("swing", SWING),
        ("shoot", SHOOT),
        ("throw", THROW),
        ("punch", PUNCH),
        ("bite", BITE),
        ("claw", CLAW),
        ("slam", SLAM),
        ("kick", KICK),
        ("touch", TOUCH),
        ("gaze", GAZE),
        ("spell", SPELL),
        ("crush", CRUSH),
        ("rake", RAKE),
        ("breath", BREATH),
        ("aura", AURA),
        ("trip", TRIP),
        ("disarm", DISARM),
        ("bull rush", BULL_RUSH),
        ("grab", GRAB),
        ("coup", COUP),
        ("great blow", GREAT_BLOW),
        ("defend", DEFEND),
        ("sprint", SPRINT),
        ("spit", SPIT),
        ("explosion", EXPLOSION),
    ];

    /// The number of a kind by its name.
    pub fn named(name: &str) -> Option<i32> {
        NAMES.iter().find(|(known, _)| *known == name).map(|(_, number)| *number)
    }

    /// The name of a kind.
    pub fn name(number: i32) -> &'static str {
        NAMES.iter().find(|(_, known)| *known == number).map_or("none", |(name, _)| name)
    }

    /// Whether it is done with a weapon: swung, shot or thrown.
    pub fn is_weapon(number: i32) -> bool {
        matches!(number, SWING | SHOOT | THROW)
    }
}

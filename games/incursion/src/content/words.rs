//! Closed lists of words that definitions and scripts use. A word has a number for the happening's parts; numbers never change.

macro_rules! words {
    ($(#[$docs:meta])* $Name:ident { $($Word:ident $number:literal $text:literal,)* }) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $Name {
            $(#[doc = concat!("`", $text, "`, number ", stringify!($number), ".")] #[serde(rename = $text)] $Word = $number,)*
        }

        impl $Name {
            /// All of them.
            pub const ALL: &'static [$Name] = &[$($Name::$Word,)*];

            /// The word.
            pub fn name(self) -> &'static str {
                match self { $($Name::$Word => $text,)* }
            }

            /// Its number.
            #[inline]
            pub fn number(self) -> i32 {
                self as i32
            }

            /// What a word means.
            pub fn named(text: &str) -> Option<$Name> {
                $Name::ALL.iter().copied().find(|word| word.name() == text)
            }

            /// What a number means.
            pub fn numbered(number: i32) -> Option<$Name> {
                $Name::ALL.iter().copied().find(|word| word.number() == number)
            }
        }
    };
}

words! {
    /// What kind of damage.
    Harm {
        Untyped 0 "untyped",
        Fire 1 "fire",
        Cold 2 "cold",
        Acid 3 "acid",
        Electric 4 "electric",
        Toxic 5 "toxic",
        Necrotic 6 "necrotic",
        Psychic 7 "psychic",
        Force 8 "force",
        Sunlight 9 "sunlight",
        Sonic 10 "sonic",
        Slash 11 "slash",
        Pierce 12 "pierce",
        Blunt 13 "blunt",
        Stuck 14 "stuck",
        Sleep 16 "sleep",
        Stun 17 "stun",
        Paralysis 18 "paralysis",
        Petrify 19 "petrify",
        Charm 20 "charm",
        Blind 24 "blind",
        Slow 25 "slow",
        Confuse 26 "confuse",
        Fear 28 "fear",
        Nausea 30 "nausea",
        LevelDrain 32 "level drain",
        Mana 33 "mana",
        Steal 36 "steal",
        Disease 38 "disease",
        Rust 39 "rust",
        StrDrain 43 "str drain",
        DexDrain 44 "dex drain",
        ConDrain 45 "con drain",
        IntDrain 46 "int drain",
        WisDrain 47 "wis drain",
        ChaDrain 48 "cha drain",
        LuckDrain 49 "luck drain",
        StrDamage 50 "str damage",
        DexDamage 51 "dex damage",
        ConDamage 52 "con damage",
        IntDamage 53 "int damage",
        WisDamage 54 "wis damage",
        ChaDamage 55 "cha damage",
        LuckDamage 56 "luck damage",
        Decay 57 "decay",
        Bleed 59 "bleed",
        Poison 60 "poison",
        Knockback 61 "knockback",
        Choke 62 "choke",
        Grab 63 "grab",
        Engulf 66 "engulf",
        Trip 67 "trip",
        Disarm 68 "disarm",
        Holy 69 "holy",
        Lawful 70 "lawful",
        Chaotic 71 "chaotic",
        Evil 72 "evil",
        Vampiric 73 "vampiric",
        Soak 74 "soak",
        Special 80 "special",
        Swallow 93 "swallow",
        Fall 94 "fall",
    }
}

words! {
    /// With what kind of attack.
    Blow {
        None 0 "none",
        Swing 1 "swing",
        Shoot 2 "shoot",
        Hurl 3 "hurl",
        Spell 4 "spell",
        Punch 5 "punch",
        Kick 6 "kick",
        Bite 7 "bite",
        Claw 8 "claw",
        Slam 9 "slam",
        Touch 10 "touch",
        Gaze 11 "gaze",
        Breath 12 "breath",
        Crush 13 "crush",
        Rake 14 "rake",
        Sting 15 "sting",
        Trample 16 "trample",
        Trip 17 "trip",
        Disarm 18 "disarm",
        BullRush 19 "bull rush",
        Grab 20 "grab",
        GreatBlow 21 "great blow",
        Coup 22 "coup",
        Aura 23 "aura",
    }
}

words! {
    /// How large somebody is.
    Size {
        Miniscule 1 "miniscule",
        Tiny 2 "tiny",
        Small 3 "small",
        Medium 4 "medium",
        Large 5 "large",
        Huge 6 "huge",
        Gargantuan 7 "gargantuan",
        Colossal 8 "colossal",
    }
}

words! {
    /// An attribute.
    Attribute {
        Str 0 "str",
        Dex 1 "dex",
        Con 2 "con",
        Int 3 "int",
        Wis 4 "wis",
        Cha 5 "cha",
        Luck 6 "luck",
    }
}

words! {
    /// A saving throw.
    Save {
        Fort 0 "fort",
        Ref 1 "ref",
        Will 2 "will",
    }
}

words! {
    /// A skill.
    Skill {
        Balance 0 "balance",
        Climb 1 "climb",
        Concentration 2 "concentration",
        Disarm 3 "disarm traps",
        Heal 4 "heal",
        Hide 5 "hide",
        Intimidate 6 "intimidate",
        Jump 7 "jump",
        Knowledge 8 "knowledge",
        Listen 9 "listen",
        MoveSilently 10 "move silently",
        Ride 11 "ride",
        Search 12 "search",
        Spellcraft 13 "spellcraft",
        Swim 14 "swim",
        Theology 15 "theology",
        Tumble 16 "tumble",
    }
}

words! {
    /// What somebody is by birth or making.
    Breed {
        Humanoid 0 "humanoid",
        Goblinoid 1 "goblinoid",
        Orc 2 "orc",
        Kobold 3 "kobold",
        Animal 4 "animal",
        Beast 5 "magical beast",
        Lizard 6 "lizard",
        Canine 7 "canine",
        Rodent 8 "rodent",
        Mount 9 "mount",
        Undead 10 "undead",
        Wraith 11 "wraith",
        Vampire 12 "vampire",
        Construct 13 "construct",
        Golem 14 "golem",
        Giant 15 "giant",
        Fey 16 "fey",
        Outsider 17 "outsider",
        Demon 18 "demon",
        Devil 19 "devil",
        Celestial 20 "celestial",
        Fiendish 21 "fiendish",
        Aberration 22 "aberration",
        Elf 23 "elf",
        Dwarf 24 "dwarf",
        Human 25 "human",
        Plant 26 "plant",
        Hag 27 "hag",
    }
}

words! {
    /// A talent or weakness that the rules know by name.
    Trait {
        LightAverse 0 "light averse",
        Swarm 1 "swarm",
        Finesse 2 "finesse",
        DirtyFighting 3 "dirty fighting",
        Mindless 4 "mindless",
        NoCrits 5 "no crits",
        NoMind 6 "mind immune",
        NoDeathMagic 7 "death immune",
        Incorporeal 8 "incorporeal",
        Flies 9 "flies",
        Scent 10 "scent",
        DarkSight 11 "dark sight",
        TrueSight 12 "true sight",
        NoCorpse 13 "no corpse",
        Rideable 14 "rideable",
        Leader 15 "leader",
        NeedsNoSleep 16 "sleepless",
        CatchesRocks 17 "catches rocks",
        Phases 18 "phases",
        ColdCreature 19 "cold creature",
        FireCreature 20 "fire creature",
        Hands 21 "hands",
        Evasion 22 "evasion",
        SneakAttack 23 "sneak attack",
        PowerAttack 24 "power attack",
        CombatCasting 25 "combat casting",
        Turning 26 "turning",
        Aquatic 27 "aquatic",
        PointBlank 28 "point blank",
        Abjurer 29 "abjurer",
        Skirmisher 30 "skirmisher",
        PainFeeder 31 "pain feeder",
        Cleave 32 "cleave",
        GreatCleave 33 "great cleave",
        Riposte 34 "riposte",
        BlindFight 35 "blind fight",
        Multiattack 36 "multiattack",
        Pounce 37 "pounce",
        PreciseShot 38 "precise shot",
        FarShot 39 "far shot",
        DefensiveShot 40 "defensive shot",
        AimedShot 41 "aimed shot",
        MountedCombat 42 "mounted combat",
        MountedArchery 43 "mounted archery",
        PartialEvasion 44 "partial evasion",
        Lucky 45 "lucky",
        LionHeart 46 "lion heart",
        DeflectsArrows 47 "deflects arrows",
        RollsWithIt 48 "rolls with it",
        Initiative 49 "improved initiative",
        Mobility 50 "mobility",
        QuickDraw 51 "quick draw",
        Counterspell 52 "counterspell",
    }
}

words! {
    /// On which side somebody stands, for the rules of alignment.
    Side {
        Good 1 "good",
        Evil 2 "evil",
        Lawful 4 "lawful",
        Chaotic 8 "chaotic",
    }
}

words! {
    /// A colour on the map.
    Tint {
        Grey 0 "grey",
        White 1 "white",
        Red 2 "red",
        Green 3 "green",
        Blue 4 "blue",
        Yellow 5 "yellow",
        Cyan 6 "cyan",
        Magenta 7 "magenta",
        Brown 8 "brown",
        Faint 9 "faint",
    }
}

words! {
    /// Where something is worn or held.
    Slot {
        Hand 0 "hand",
        OffHand 1 "off hand",
        Body 2 "body",
        Shield 3 "shield",
        Bow 4 "bow",
        Quiver 5 "quiver",
        Light 6 "light",
        Feet 7 "feet",
        Cloak 8 "cloak",
        Ring 9 "ring",
        Neck 10 "neck",
        Head 11 "head",
        Pack 12 "pack",
    }
}

/// How a thing is drawn: one character, not a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph(pub char);

impl<'de> serde::Deserialize<'de> for Glyph {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Glyph, D::Error> {
        let glyph = char::deserialize(from)?;
        match glyph.is_control() || glyph.is_whitespace() {
            false => Ok(Glyph(glyph)),
            true => Err(serde::de::Error::custom("a glyph must be seen, expected one visible character")),
        }
    }
}

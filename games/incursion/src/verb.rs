//! What can happen: every verb by name and number.

use core::fmt;

/// What happens, by its number: 1 to 192 are verbs, 200 to 215 name texts a resource may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Verb(pub u8);

/// How a verb reaches its handlers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Thrown: three phases over the whole course.
    Thrown,
    /// Asked of one resource or a few, without phases and without the course: no god, no waiting status, no class sees it.
    Direct,
    /// Thrown in one place, asked directly in another.
    Both,
    /// Thrown by what a player does with a thing.
    Menu,
    /// A number that is kept free.
    Never,
    /// The name of a text.
    Text,
}

/// What a verb belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Going, jumping, falling, digging.
    Movement,
    /// Taking, wearing, opening, breaking.
    Objects,
    /// What one does with things by hand.
    Handling,
    /// Spells and effects.
    Magic,
    /// Blows and what follows from them.
    Attack,
    /// Conditions and areas.
    Status,
    /// What a character does with itself.
    Character,
    /// Words.
    Social,
    /// Gods.
    Religion,
    /// How levels and their inhabitants come to be.
    Generation,
    /// Questions with an answer.
    Query,
    /// Kept free.
    Reserved,
    /// Texts.
    Text,
}

/// What it means that nobody handled a verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// An error: the action is refused.
    Must,
    /// Nothing.
    Optional,
    /// The question has its usual answer.
    Question,
}

struct Row {
    number: u8,
    name: &'static str,
    family: Family,
    delivery: Delivery,
    duty: Duty,
}

macro_rules! verbs {
    ($($number:literal $name:ident $family:ident $delivery:ident $duty:ident,)*) => {
        impl Verb {
            $(#[doc = concat!("`EV_", stringify!($name), "`, number ", stringify!($number), ".")] pub const $name: Verb = Verb($number);)*
        }
        const ROWS: &[Row] = &[$(Row {
            number: $number,
            name: concat!("EV_", stringify!($name)),
            family: Family::$family,
            delivery: Delivery::$delivery,
            duty: Duty::$duty,
        },)*];
    };
}

// number, name, family, how it is delivered, what it means that nobody handled it
verbs! {
    1 MOVE Movement Thrown Must,
    2 BREAK Objects Thrown Must,
    3 PUSH Movement Thrown Must,
    4 PULL Handling Menu Optional,
    5 MIX Handling Menu Optional,
    6 POUR Handling Menu Optional,
    7 ZAP Magic Thrown Must,
    11 ATTK Reserved Never Optional,
    12 PICKUP Objects Thrown Must,
    13 WIELD Objects Thrown Must,
    14 INSERT Objects Thrown Must,
    15 ACTIVATE Magic Thrown Must,
    16 DROP Objects Thrown Must,
    17 NATTACK Attack Thrown Must,
    18 WATTACK Attack Thrown Must,
    19 STRIKE Attack Thrown Must,
    20 HIT Attack Thrown Must,
    21 MISS Attack Thrown Must,
    22 CRIT Reserved Never Optional,
    23 FUMBLE Reserved Never Optional,
    24 BLOCK Reserved Never Optional,
    25 PARRY Reserved Never Optional,
    26 DODGE Reserved Never Optional,
    27 ATTACKMSG Attack Thrown Must,
    28 MAGIC_HIT Magic Thrown Must,
    29 OPEN Objects Thrown Must,
    30 CLOSE Objects Thrown Must,
    31 REMOVE Objects Thrown Must,
    32 TURN Status Thrown Must,
    33 SUNRISE Reserved Never Optional,
    34 SUNSET Reserved Never Optional,
    35 DRINK Magic Thrown Must,
    36 INVOKE Magic Thrown Must,
    37 CAST Magic Thrown Must,
    38 READ Magic Thrown Must,
    39 UNLOCK Reserved Never Optional,
    40 ENTERSTORE Reserved Never Optional,
    41 DAMAGE Attack Thrown Must,
    42 DEATH Attack Thrown Must,
    43 FIELDON Status Thrown Must,
    44 FIELDOFF Status Thrown Must,
    45 REST Character Thrown Must,
    46 RESTING Reserved Never Optional,
    47 WALKON Movement Both Optional,
    48 RATTACK Attack Thrown Must,
    49 SATTACK Attack Thrown Must,
    50 ENTER Movement Both Must,
    51 TAKEOUT Objects Thrown Must,
    52 EFFECT Magic Thrown Must,
    53 EAT Objects Thrown Must,
    54 LOSEITEM Objects Thrown Must,
    55 TALK Social Thrown Must,
    56 BARTER Social Thrown Must,
    57 COW Social Thrown Must,
    58 DISMISS Social Thrown Must,
    59 DISTRACT Social Thrown Must,
    60 ENLIST Social Thrown Must,
    61 FAST_TALK Social Thrown Must,
    62 GREET Social Thrown Must,
    63 ORDER Social Thrown Must,
    64 QUELL Social Thrown Must,
    65 REQUEST Social Thrown Must,
    66 SURRENDER Social Thrown Must,
    67 TAUNT Social Thrown Must,
    71 OATTACK Attack Thrown Must,
    72 SHIFT Magic Thrown Must,
    73 HIDE Character Thrown Must,
    74 ELAPSED Status Direct Optional,
    75 MAGIC_XY Magic Direct Optional,
    76 LOADXBOW Attack Thrown Must,
    77 INFECT Status Direct Optional,
    78 POISON Status Direct Optional,
    80 TURNING Religion Thrown Must,
    81 JUMP Movement Thrown Must,
    82 PHASE Magic Thrown Must,
    83 MAGIC_STRIKE Magic Thrown Must,
    84 REMOVED Status Direct Optional,
    85 SEARCH Character Thrown Must,
    87 VICTORY Character Thrown Must,
    88 LEAVE Movement Direct Optional,
    89 ASCEND Movement Thrown Must,
    90 DESCEND Movement Thrown Must,
    91 DIG Movement Thrown Must,
    92 RUB Handling Menu Optional,
    93 PLAY Handling Menu Optional,
    94 TWIST Handling Menu Optional,
    95 APPLY Handling Thrown Optional,
    96 INSCRIBE Handling Menu Optional,
    97 JAM Handling Menu Optional,
    98 EXAMINE Handling Menu Optional,
    100 DIP Handling Menu Optional,
    101 SIT Handling Menu Optional,
    102 GIVE Handling Menu Optional,
    103 SHOW Handling Menu Optional,
    104 WAVE Handling Menu Optional,
    105 CLEAN Handling Menu Optional,
    106 TASTE Handling Menu Optional,
    108 SMELL Handling Menu Optional,
    109 DISSECT Handling Menu Optional,
    110 MOUNT Movement Thrown Must,
    111 DISMOUNT Movement Thrown Must,
    112 PRESS Handling Menu Optional,
    113 BURN Handling Menu Optional,
    114 TIE_UP Handling Menu Optional,
    115 TIE_TO Handling Menu Optional,
    116 CUT Handling Menu Optional,
    117 DIVIDE Handling Menu Optional,
    118 IMBUE Handling Menu Optional,
    119 FORCE Handling Menu Optional,
    120 TOUCH Handling Menu Optional,
    121 PLACE Movement Thrown Must,
    122 INIT_COMP Character Direct Optional,
    123 PDAMAGE Attack Thrown Must,
    124 ADAMAGE Reserved Never Optional,
    125 TDAMAGE Reserved Never Optional,
    126 DISPELLED Status Direct Optional,
    127 ITERRAIN Magic Direct Optional,
    128 COMPULSION Magic Direct Optional,
    129 MINE Movement Thrown Optional,
    130 DISGUISE Character Thrown Optional,
    131 RESEARCH Character Thrown Optional,
    132 PICK_POCKET Character Thrown Must,
    133 BRIDGE Movement Direct Optional,
    134 PRAY Religion Thrown Must,
    135 SACRIFICE Religion Thrown Must,
    136 CONVERT Religion Thrown Must,
    137 CONVERT_ALTAR Religion Thrown Must,
    138 RETRIBUTION Religion Thrown Must,
    139 GODPULSE Religion Thrown Optional,
    140 JEALOUSY Religion Thrown Must,
    141 CALC_FAVOUR Religion Thrown Optional,
    142 GIVE_AID Religion Thrown Must,
    143 RATE_SAC Reserved Never Optional,
    144 INSIGHT Religion Thrown Must,
    145 ALIGNED Religion Thrown Must,
    146 CHANGE_ALIGN Religion Never Optional,
    147 BLESSING Religion Direct Optional,
    148 GOD_RAISE Religion Thrown Must,
    149 ANGER_PULSE Religion Thrown Optional,
    150 BIRTH Generation Direct Optional,
    151 PREREQ Character Direct Optional,
    152 PRINT_NAME Reserved Never Optional,
    153 ADVANCE Character Direct Optional,
    154 SPECIAL Status Direct Optional,
    155 ISTARGET Query Direct Question,
    156 INITIALIZE Generation Direct Optional,
    157 RATETARG Query Thrown Question,
    158 ISDETECT Query Direct Question,
    159 MISSILE Movement Direct Optional,
    161 MON_CONSIDER Query Direct Question,
    162 GENITEM Generation Direct Optional,
    163 GETNAME Query Direct Question,
    164 INIT_FIELDS Reserved Never Optional,
    165 INIT_STATI Reserved Never Optional,
    166 LAND Movement Thrown Optional,
    167 JUMP_OFF Movement Thrown Optional,
    168 DISARM Objects Thrown Optional,
    169 STARTING_ITEM Generation Direct Optional,
    170 CALC_EFFECT Magic Direct Optional,
    171 CRITERIA Query Direct Question,
    172 MACRO Character Thrown Optional,
    173 WILLBUY Social Thrown Optional,
    174 CONDITION Reserved Never Optional,
    175 GAIN_STATI Status Thrown Optional,
    176 IBLESSING Religion Thrown Must,
    177 TERMS Social Thrown Must,
    178 PICKLOCK Objects Thrown Must,
    179 CALC_VALUES Reserved Never Optional,
    180 GEN_DUNGEON Generation Thrown Optional,
    181 GEN_LEVEL Generation Thrown Optional,
    182 GEN_PANEL Generation Thrown Optional,
    183 GEN_ROOM Generation Thrown Optional,
    184 ENGEN Generation Thrown Must,
    185 ENGEN_PART Generation Thrown Must,
    186 ENBUILD_MON Generation Thrown Must,
    188 ENCHOOSE_MID Generation Thrown Must,
    189 ENCHOOSE_TEMP Generation Thrown Must,
    190 ENSELECT_TEMPS Generation Thrown Must,
    191 ENGEN_MOUNT Generation Thrown Must,
    192 ENGEN_ALIGN Generation Thrown Must,
    200 BLAST_NAME Text Text Optional,
    201 CHATTER Text Text Optional,
    202 INSULT Text Text Optional,
    203 FEARFUL Text Text Optional,
    204 ATTACK_TEXT Text Text Optional,
    205 STATUS_NAME Text Text Optional,
    206 CAST_TEXT Text Text Optional,
    207 ELAPSED_TEXT Text Text Optional,
    208 ABILITY Text Text Optional,
    209 SPECIAL_ABILITY Text Text Optional,
    210 DESCRIPTION Text Text Optional,
    211 DESCRIPTION2 Text Text Optional,
    212 DESCRIPTION3 Text Text Optional,
    213 ROAR_VERB Text Text Optional,
    214 EXTRA_SUMMON Text Text Optional,
    215 SHOP_NAME Text Text Optional,
}

/// Other names of the same verbs.
const ALIASES: [(&str, Verb); 3] = [("EV_PUTON", Verb::WIELD), ("EV_WEAR", Verb::WIELD), ("EV_TAKEOFF", Verb::REMOVE)];

/// Where each number stands in [`ROWS`].
const INDEX: [u8; 256] = {
    let (mut index, mut at) = ([u8::MAX; 256], 0);
    while at < ROWS.len() {
        index[ROWS[at].number as usize] = at as u8;
        at += 1;
    }
    index
};

impl Verb {
    /// All verbs, by number. Texts are not among them.
    pub fn all() -> impl Iterator<Item = Verb> {
        ROWS.iter().filter(|row| row.family != Family::Text).map(|row| Verb(row.number))
    }

    /// The verb or text with a name; `EV_` may be left out.
    ///
    /// ```
    /// # use referee_incursion::Verb;
    /// assert_eq!(Verb::named("EV_STRIKE"), Some(Verb::STRIKE));
    /// assert_eq!(Verb::named("WEAR"), Some(Verb::WIELD));
    /// assert_eq!(Verb::STRIKE.number(), 19);
    /// ```
    pub fn named(name: &str) -> Option<Verb> {
        let name = name.strip_prefix("EV_").unwrap_or(name);
        let known = ROWS.iter().map(|row| (row.name, Verb(row.number))).chain(ALIASES);
        known.into_iter().find(|(known, _)| &known[3..] == name).map(|(_, verb)| verb)
    }

    /// The verb with a number, if there is one.
    pub fn numbered(number: u16) -> Option<Verb> {
        u8::try_from(number).ok().map(Verb).filter(|verb| verb.row().is_some())
    }

    /// Its number.
    #[inline]
    pub fn number(self) -> u16 {
        u16::from(self.0)
    }

    /// Its name, `EV_STRIKE`.
    pub fn name(self) -> &'static str {
        self.row().map_or("EV_UNKNOWN", |row| row.name)
    }

    /// What it belongs to.
    pub fn family(self) -> Family {
        self.row().map_or(Family::Reserved, |row| row.family)
    }

    /// How it reaches its handlers.
    pub fn delivery(self) -> Delivery {
        self.row().map_or(Delivery::Never, |row| row.delivery)
    }

    /// What it means that nobody handled it.
    #[inline]
    pub fn duty(self) -> Duty {
        self.row().map_or(Duty::Optional, |row| row.duty)
    }

    /// Whether a god does it: whatever follows from it is a god's doing.
    #[inline]
    pub fn is_divine(self) -> bool {
        matches!(self, Verb::RETRIBUTION | Verb::GIVE_AID | Verb::GODPULSE | Verb::ANGER_PULSE | Verb::SACRIFICE)
    }

    #[inline]
    fn row(self) -> Option<&'static Row> {
        ROWS.get(usize::from(INDEX[usize::from(self.0)]))
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_180_verbs_and_three_of_them_have_two_names() {
        assert_eq!(Verb::all().count(), 180);
        assert!(Verb::all().all(|verb| Verb::named(verb.name()) == Some(verb)));
        assert_eq!(ALIASES.iter().filter(|(name, verb)| Verb::named(name) == Some(*verb)).count(), 3);
        let count = |delivery| Verb::all().filter(|verb| verb.delivery() == delivery).count();
        let of = [Delivery::Thrown, Delivery::Menu, Delivery::Direct, Delivery::Both, Delivery::Never].map(count);
        assert_eq!(of, [105, 27, 26, 2, 20]);
    }

    #[test]
    fn free_numbers_name_nothing() {
        let free: Vec<u8> = (1..193).filter(|&number| Verb(number).row().is_none()).collect();
        assert_eq!(free, [8, 9, 10, 68, 69, 70, 79, 86, 99, 107, 160, 187]);
    }
}

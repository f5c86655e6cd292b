//! Where the public engine differs from what we take for right: one flag each, named by the decision in the specification.

use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

macro_rules! quirks {
    ($($(#[$doc:meta])* $name:ident = $bit:literal),+ $(,)?) => {
        /// Something the public engine does that we take for wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum Quirk { $($(#[$doc])* $name = $bit),+ }

        impl Quirk {
            /// All of them.
            pub const ALL: &'static [Quirk] = &[$(Quirk::$name),+];
        }
    };
}

quirks! {
    /// D-2: the counter of draws begins again on every floor, so that every floor draws the same numbers.
    CounterRestarts = 2,
    /// D-3: turns and rounds are never counted.
    NothingCounted = 3,
    /// D-4: a skill aimed at nothing costs the turn and its cooldown.
    MissesCost = 4,
    /// D-5: a punch looks at where its target last came from, not at who was beside it.
    StalePunch = 5,
    /// D-6: passive skills can be used.
    PassivesUsable = 6,
    /// D-7: the spear is thrown without a spear, off the lines and onto anything.
    SpearUnchecked = 7,
    /// D-8: all pushes of one skill befall the enemy that was aimed at.
    OneVictim = 8,
    /// D-9: upgrades do not change cooldowns.
    CooldownsFixed = 9,
    /// D-11: the hook does not pick up the shield.
    ShieldStays = 11,
    /// D-12: any upgrade can be chosen at any time.
    UpgradesUnguarded = 12,
    /// D-13: the upgrades of a loadout are only remembered.
    LoadoutInert = 13,
    /// D-14: nothing is intercepted but by tiles.
    NothingIntercepted = 14,
    /// D-15: sprinters are as fast as footmen.
    SlowSprinters = 15,
    /// D-16: whoever follows a dead actor in the queue loses its turn.
    DeadSkipNext = 16,
    /// D-17: who is dead dies late, and may be revived by stairs and shrines.
    DeathLate = 17,
    /// D-18: most kills are not counted.
    KillsUncounted = 18,
    /// D-19: an attack on a place hurts the player whoever stands there.
    WrongVictim = 19,
    /// D-20: archers take the spear and hurt nobody.
    ArchersSteal = 20,
    /// D-21: a stunned enemy still strikes.
    StunnedStrike = 21,
    /// D-22: bombs explode again and again, and share their names.
    BombsStay = 22,
    /// D-23: from floor six on enemies are those of floor five, and there is no boss.
    FloorsCapped = 23,
    /// D-24: a floor may have no way to the stairs.
    NoWayChecked = 24,
    /// D-25: floors are shuffled by sorting with a coin.
    CoinSort = 25,
    /// D-26: the log of actions begins again on every floor.
    LogRestarts = 26,
    /// D-28: the score is that of a run without turns.
    ScoreWithoutTurns = 28,
    /// D-29: old kinds of actions are still done.
    OldActions = 29,
    /// D-32: footmen announce blows as well as punching.
    FootmenStrikeTwice = 32,
    /// D-35: tiles befall the enemy that was aimed at, and a slide after a skill snaps back.
    TilesMistaken = 35,
    /// D-36: enemies use no skill but those their kind is known for.
    MindsFixed = 36,
    /// D-37: a run without a loadout has all three weapons.
    EverythingCarried = 37,
    /// D-38: nobody comes to help the enemies of a floor, however long it takes.
    NoReinforcements = 38,
    /// D-39: kills are worth nothing.
    KillsWorthless = 39,
    /// D-40: shrines offer upgrades of skills that the player lacks, none of blows and punches, and always one more life.
    ShrinesBlind = 40,
    /// D-41: floors have half as many enemies.
    FewerEnemies = 41,
}

/// A set of quirks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "Vec<Quirk>", into = "Vec<Quirk>")]
pub struct Quirks(u64);

impl Quirks {
    /// None: the game as it should be.
    pub const NONE: Quirks = Quirks(0);

    /// All: the public engine.
    pub fn all() -> Quirks {
        Quirk::ALL.iter().copied().collect()
    }

    /// Whether a quirk is in it.
    #[inline]
    pub fn has(self, quirk: Quirk) -> bool {
        self.0 >> quirk as u8 & 1 == 1
    }
}

impl FromIterator<Quirk> for Quirks {
    fn from_iter<I: IntoIterator<Item = Quirk>>(quirks: I) -> Quirks {
        Quirks(quirks.into_iter().fold(0, |bits, quirk| bits | 1 << quirk as u8))
    }
}

impl From<Vec<Quirk>> for Quirks {
    fn from(quirks: Vec<Quirk>) -> Quirks {
        quirks.into_iter().collect()
    }
}

impl From<Quirks> for Vec<Quirk> {
    fn from(quirks: Quirks) -> Vec<Quirk> {
        Quirk::ALL.iter().copied().filter(|&quirk| quirks.has(quirk)).collect()
    }
}

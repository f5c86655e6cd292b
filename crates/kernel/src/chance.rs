//! Dice. The generator lives in the state; looking at it is a pure [`draw`](Random::draw), moving it on is an event, and who has the
//! last word on a die is the [`Chance`] of the game.

use crate::{Fault, Rules};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use core::fmt;

/// A game that rolls dice.
pub trait Random: Rules {
    /// What the generator in the state would give for this question. Pure: asking twice gives the same answer.
    fn draw(&self, state: &Self::State, ask: Ask) -> u32;
    /// The event of a die having been rolled; applying it moves the generator on. It may keep what the die was for.
    fn rolled(&self, roll: Roll<'_>) -> Self::Event;
}

/// A question to chance: one whole number from `low` to `high`, each as likely as any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// The smallest answer.
    pub low: u32,
    /// The largest answer.
    pub high: u32,
}

impl Ask {
    /// A six-sided die.
    pub const D6: Ask = Ask::die(6);
    /// A twenty-sided die.
    pub const D20: Ask = Ask::die(20);
    /// All 32 bits, for generators that games prescribe to the bit.
    pub const BITS: Ask = Ask { low: 0, high: u32::MAX };

    /// A die with the faces 1 to `sides`.
    pub const fn die(sides: u32) -> Ask {
        assert!(sides > 0, "a die has at least one side");
        Ask { low: 1, high: sides }
    }

    /// A number from 0 to `n - 1`: which of n things.
    pub const fn below(n: u32) -> Ask {
        assert!(n > 0, "there must be something to choose from");
        Ask { low: 0, high: n - 1 }
    }

    /// A number from `low` to `high`, both included.
    pub const fn between(low: u32, high: u32) -> Ask {
        assert!(low <= high, "the smallest answer comes first");
        Ask { low, high }
    }

    /// Whether a number answers the question.
    pub const fn allows(self, value: u32) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A die that has been rolled.
///
/// ```
/// # use referee::{Ask, Roll};
/// let told = |roll: Roll<'_>| format!("{}: {} of {}", roll.why, roll.value, roll.ask.high);
/// assert_eq!(told(Roll { ask: Ask::D20, value: 17, why: format_args!("strike") }), "strike: 17 of 20");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Roll<'a> {
    /// The question.
    pub ask: Ask,
    /// The answer.
    pub value: u32,
    /// What the die was for, as the rules said it aloud. Not yet text: it costs nothing unless it is written down.
    pub why: fmt::Arguments<'a>,
}

/// Who has the last word on a die.
pub trait Chance {
    /// Settles a die: `native` is what the rules' own generator gives, `why` tells what the die is for.
    fn settle(&mut self, ask: Ask, native: u32, why: fmt::Arguments<'_>) -> Result<u32, Fault>;

    /// A copy that goes on from here and says what this one would say: for work that cannot borrow.
    fn lend(&self) -> Box<dyn Chance + Send + Sync>;

    /// Whether its dice are always the native ones. Only those of others need to be recorded.
    fn is_native(&self) -> bool {
        false
    }
}

/// The rules' own generator has the last word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fair;

impl Chance for Fair {
    #[inline]
    fn settle(&mut self, _ask: Ask, native: u32, _why: fmt::Arguments<'_>) -> Result<u32, Fault> {
        Ok(native)
    }
    fn lend(&self) -> Box<dyn Chance + Send + Sync> {
        Box::new(Fair)
    }
    fn is_native(&self) -> bool {
        true
    }
}

/// Dice handed in from outside: tests, recorded cases, dice rolled at a real table. A script must be used up.
///
/// ```
/// # use referee::{Ask, Chance, Scripted};
/// let mut dice = Scripted::new([17, 4]);
/// assert_eq!(dice.settle(Ask::D20, 1, format_args!("strike")), Ok(17));
/// assert!(dice.finish().is_err(), "a four is left");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    /// Shared: a copy costs nothing.
    dice: Arc<[u32]>,
    used: usize,
}

impl Scripted {
    /// A script of dice, in the order they will be asked for.
    pub fn new(dice: impl Into<Vec<u32>>) -> Scripted {
        Scripted { dice: dice.into().into(), used: 0 }
    }

    /// How many dice have been used.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Goes back to where the script stood, after a turn was taken back.
    pub fn rewind(&mut self, used: usize) {
        self.used = used.min(self.dice.len());
    }

    /// Says whether the script was used up.
    pub fn finish(&self) -> Result<(), Fault> {
        match self.dice.len() - self.used {
            0 => Ok(()),
            left => Err(Fault::DiceLeft { left: left as u32 }),
        }
    }
}

impl Chance for Scripted {
    fn settle(&mut self, ask: Ask, _native: u32, _why: fmt::Arguments<'_>) -> Result<u32, Fault> {
        let value = *self.dice.get(self.used).ok_or(Fault::DiceEmpty { used: self.used as u32 })?;
        if !ask.allows(value) {
            return Err(Fault::DieOutOfRange { value, low: ask.low, high: ask.high });
        }
        self.used += 1;
        Ok(value)
    }
    fn lend(&self) -> Box<dyn Chance + Send + Sync> {
        Box::new(self.clone())
    }
}

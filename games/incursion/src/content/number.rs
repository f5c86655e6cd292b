//! Numbers of definitions: whole, in their range, or dice.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::fmt;

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Whole<const MIN: i32, const MAX: i32>(i32);

/// Chances and shares.
pub type Percent = Whole<0, 100>;
/// Speeds and movement, in percent of the usual.
pub type Pace = Whole<1, 1_000>;
/// What is added or taken away.
pub type Bonus = Whole<-100, 100>;
/// What a check or a saving throw must reach.
pub type Dc = Whole<0, 100>;
/// How many.
pub type Count = Whole<0, 10_000>;
/// A level of a character, a spell, a trap.
pub type Level = Whole<0, 50>;
/// How dangerous something is.
pub type Cr = Whole<-8, 40>;

impl<const MIN: i32, const MAX: i32> Whole<MIN, MAX> {
    /// The number.
    #[inline]
    pub fn get(self) -> i32 {
        self.0
    }

    /// The number, if it is in range.
    pub fn new(number: i64) -> Option<Self> {
        i32::try_from(number).ok().filter(|number| (MIN..=MAX).contains(number)).map(Whole)
    }
}

impl<const MIN: i32, const MAX: i32> Default for Whole<MIN, MAX> {
    fn default() -> Self {
        Whole(0.clamp(MIN, MAX))
    }
}

impl<'de, const MIN: i32, const MAX: i32> Deserialize<'de> for Whole<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(from)?;
        Whole::new(number).ok_or_else(|| D::Error::custom(format_args!("{number} is out of range, expected {MIN} to {MAX}")))
    }
}

/// Dice, written `2d6`, `1d8+1`, `3d4-2` or `5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dice {
    /// How many dice.
    pub count: i32,
    /// How many sides each has.
    pub sides: i32,
    /// What is added.
    pub plus: i32,
}

/// The most dice, sides, and the most that is added.
pub const DICE_MAX: (i32, i32, i32) = (100, 1_000, 1_000);

impl Dice {
    /// Reads dice.
    ///
    /// ```
    /// # use referee_incursion::content::Dice;
    /// assert_eq!(Dice::parse("1d8+1"), Some(Dice { count: 1, sides: 8, plus: 1 }));
    /// assert_eq!(Dice::parse("7"), Some(Dice { count: 0, sides: 0, plus: 7 }));
    /// assert_eq!(Dice::parse("d"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Dice> {
        let Some((count, rest)) = text.trim().split_once('d') else {
            return Dice { count: 0, sides: 0, plus: whole(text)? }.in_range();
        };
        let at = rest.find(['+', '-']).unwrap_or(rest.len());
        let (sides, plus) = rest.split_at(at);
        let plus = if plus.is_empty() { 0 } else { whole(plus)? };
        Dice { count: whole(count)?, sides: whole(sides)?, plus }.in_range()
    }

    fn in_range(self) -> Option<Dice> {
        let (count, sides, plus) = DICE_MAX;
        let fits = (0..=count).contains(&self.count) && (0..=sides).contains(&self.sides) && (-plus..=plus).contains(&self.plus);
        Some(self).filter(|dice| fits && (dice.count == 0) == (dice.sides == 0))
    }
}

fn whole(text: &str) -> Option<i32> {
    text.trim().parse().ok()
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Dice { count: 0, plus, .. } => write!(f, "{plus}"),
            Dice { count, sides, plus: 0 } => write!(f, "{count}d{sides}"),
            Dice { count, sides, plus } => write!(f, "{count}d{sides}{plus:+}"),
        }
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Dice, D::Error> {
        let text = String::deserialize(from)?;
        Dice::parse(&text).ok_or_else(|| D::Error::custom(format_args!("`{text}` is out of range, expected dice such as 2d6+1")))
    }
}

/// A text that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(Box<str>);

/// The longest text, in bytes.
pub const TEXT_MAX: usize = 2_048;

impl Text {
    /// The text.
    pub fn get(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Text, D::Error> {
        struct Words;
        impl Visitor<'_> for Words {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Text, E> {
                match text.trim().len() {
                    0 => Err(E::custom("the text is missing, expected a sentence")),
                    1..=TEXT_MAX => Ok(Text(text.trim().into())),
                    _ => Err(E::custom(format_args!("the text is too long, expected at most {TEXT_MAX} bytes"))),
                }
            }
        }
        from.deserialize_str(Words)
    }
}

//! The dice of the contract, to the bit: DJB2 over the UTF-16 units of `seed:number`, one step of a linear congruential generator a die, and
//! the generator's last number as part of the next seed. It is no secret-keeper: 32 bits, and open in the document.

use crate::{Source, Text};
use alloc::{format, string::String, sync::Arc, vec::Vec};
use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Where the dice stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rng {
    /// A word of the document without influence.
    pub mode: Source,
    /// What the next die is made from.
    pub seed: Seed,
    /// How many rolls there have been.
    pub rolls: u64,
    /// Which of them are no numbers: only in a document that the schema refuses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_numbers: Vec<u32>,
}

impl Rng {
    /// The generator for the next roll; `first` is the number of the very first roll in the hashed text.
    pub fn generator(&self, first: u64) -> Generator {
        let mut hash = Djb2(5381);
        self.seed.hash_into(&mut hash);
        hash.unit(u16::from(b':'));
        hash.decimal(self.rolls.saturating_add(first));
        Generator(hash.0)
    }

    /// After a roll that left the generator here.
    pub fn advance(&mut self, generator: Generator) {
        self.seed = self.seed.after(generator.0);
        self.rolls = self.rolls.saturating_add(1);
    }
}

/// One roll's generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generator(pub u32);

impl Generator {
    /// The next die, from 1 to `sides`.
    pub fn die(&mut self, sides: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(self.0) * u64::from(sides)) >> 32) as u32 + 1
    }
}

/// What the next die is made from: nothing, a text, or a text and the number the last roll left. Each text has one form only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Seed {
    /// The document says null: `default` stands in.
    #[default]
    None,
    /// A text as it was given.
    Given(Text),
    /// `name:number`.
    Drawn(Text, u32),
}

const DEFAULT: &str = "default";

impl Seed {
    /// The seed of a document.
    pub fn of(text: &str) -> Seed {
        let drawn = text.split_once(':').and_then(|(name, number)| Some((name, number, number.parse::<u32>().ok()?)));
        match drawn {
            Some((name, digits, number)) if is_plain_decimal(digits) => Seed::Drawn(name.into(), number),
            _ => Seed::Given(text.into()),
        }
    }

    /// Whether the document says null or an empty text.
    pub fn is_missing(&self) -> bool {
        match self {
            Seed::None => true,
            Seed::Given(text) => text.is_empty(),
            Seed::Drawn(..) => false,
        }
    }

    /// The seed as text; `None` for null.
    pub fn text(&self) -> Option<String> {
        match self {
            Seed::None => None,
            Seed::Given(text) => Some((**text).into()),
            Seed::Drawn(name, number) => Some(format!("{name}:{number}")),
        }
    }

    /// The part before the first colon stays, the number of the last roll follows.
    fn after(&self, number: u32) -> Seed {
        match self {
            Seed::None => Seed::Drawn(DEFAULT.into(), number),
            Seed::Given(text) => Seed::Drawn(text.split(':').next().unwrap_or_default().into(), number),
            Seed::Drawn(name, _) => Seed::Drawn(Arc::clone(name), number),
        }
    }

    fn hash_into(&self, hash: &mut Djb2) {
        match self {
            Seed::None => hash.text(DEFAULT),
            Seed::Given(text) => hash.text(text),
            Seed::Drawn(name, number) => {
                hash.text(name);
                hash.unit(u16::from(b':'));
                hash.decimal(u64::from(*number));
            }
        }
    }
}

fn is_plain_decimal(digits: &str) -> bool {
    digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits.len() == 1 || !digits.starts_with('0'))
}

struct Djb2(u32);

impl Djb2 {
    fn unit(&mut self, unit: u16) {
        self.0 = self.0.wrapping_mul(33).wrapping_add(u32::from(unit));
    }

    fn text(&mut self, text: &str) {
        if text.is_ascii() {
            text.bytes().for_each(|byte| self.unit(u16::from(byte)));
        } else {
            text.encode_utf16().for_each(|unit| self.unit(unit));
        }
    }

    fn decimal(&mut self, number: u64) {
        let (mut digits, mut count, mut rest) = ([0u16; 20], 0, number);
        while rest >= 10 {
            digits[count] = (rest % 10) as u16;
            (rest, count) = (rest / 10, count + 1);
        }
        self.unit(u16::from(b'0') + rest as u16);
        digits[..count].iter().rev().for_each(|digit| self.unit(u16::from(b'0') + digit));
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().unwrap_or_else(|| "null".into()))
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        Ok(text.map_or(Seed::None, |text| Seed::of(&text)))
    }
}

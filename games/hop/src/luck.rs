//! Hop's own generator, to the bit: Mulberry32 from a text hashed by FNV-1a over its UTF-16 units.

use alloc::string::String;
use serde::{Deserialize, Serialize};

/// What a run's chance comes from: a text, a whole number, or nothing but dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Seed {
    /// A text.
    Text(String),
    /// A whole number: taken as it is for maps, as its digits for everything after.
    Number(u32),
    /// Dice: every floor is drawn from a number that is rolled when it is reached, so that nobody knows it before. As JSON `null`.
    None,
}

impl Default for Seed {
    fn default() -> Seed {
        Seed::Text(String::new())
    }
}

impl Seed {
    /// The hash of the seed followed by more text.
    pub(crate) fn hashed(&self, more: core::fmt::Arguments<'_>) -> Hash {
        let mut hash = Hash::default();
        let _ = match self {
            Seed::Text(text) => core::fmt::write(&mut hash, format_args!("{text}{more}")),
            Seed::Number(number) => core::fmt::write(&mut hash, format_args!("{number}{more}")),
            Seed::None => core::fmt::write(&mut hash, more),
        };
        hash
    }

    /// The number drawn after so many others, during play.
    pub fn drawn(&self, before: u32) -> u32 {
        self.hashed(format_args!(":{before}")).generator().bits()
    }

    /// A generator from the seed alone.
    pub fn generator(&self) -> Mulberry {
        match self {
            Seed::Text(_) | Seed::None => self.hashed(format_args!("")).generator(),
            Seed::Number(number) => Mulberry::new(*number),
        }
    }
}

/// FNV-1a over UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hash(u32);

impl Default for Hash {
    fn default() -> Hash {
        Hash(2_166_136_261)
    }
}

/// The digits of the largest number.
const DIGITS_MAX: usize = 10;

impl Hash {
    #[inline]
    fn unit(&mut self, unit: u16) {
        self.0 = (self.0 ^ u32::from(unit)).wrapping_mul(16_777_619);
    }

    /// Followed by the digits of a number: the hash of a text whose beginning is hashed already.
    #[inline]
    pub(crate) fn followed_by(mut self, number: u32) -> Hash {
        let (mut digits, mut first, mut left) = ([0; DIGITS_MAX], DIGITS_MAX, number);
        while first == DIGITS_MAX || left > 0 {
            first -= 1;
            digits[first] = (left % 10) as u16;
            left /= 10;
        }
        digits[first..].iter().for_each(|digit| self.unit(u16::from(b'0') + digit));
        self
    }

    /// A generator that starts here.
    pub fn generator(self) -> Mulberry {
        Mulberry::new(self.0)
    }
}

impl core::fmt::Write for Hash {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        text.encode_utf16().for_each(|unit| self.unit(unit));
        Ok(())
    }
}

/// Mulberry32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mulberry(u32);

impl Mulberry {
    /// A generator in a state; 0 is taken as 1.
    pub fn new(state: u32) -> Mulberry {
        Mulberry(state.max(1))
    }

    /// The next 32 bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x6D2B_79F5);
        let mut t = (self.0 ^ self.0 >> 15).wrapping_mul(self.0 | 1);
        t ^= t.wrapping_add((t ^ t >> 7).wrapping_mul(t | 61));
        t ^ t >> 14
    }

    /// The letters behind an enemy's name.
    pub fn code(&mut self) -> Code {
        base36(self.bits())
    }

    /// One of n.
    pub fn below(&mut self, n: usize) -> usize {
        scaled(self.bits(), n as u64) as usize
    }

    /// So many letters and digits.
    pub fn name(&mut self, length: usize) -> String {
        (0..length).map(|_| char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[self.below(36)])).collect()
    }
}

/// 32 bits as a number below n.
#[inline]
pub(crate) fn scaled(bits: u32, n: u64) -> u32 {
    ((u128::from(bits) * u128::from(n)) >> 32) as u32
}

/// The first six digits to base 36 behind the point of `bits / 2^32`, printed as the shortest number that reads back as the same double:
/// the last digit may be rounded, and zeros at the end are left out.
pub(crate) fn base36(bits: u32) -> Code {
    let mut digits = [0u8; 16];
    let mut count = 0;
    let mut fraction = bits;
    // Half the distance to the next double is 36^count / 2^shift in units of the fraction.
    let shift = 54 + bits.leading_zeros() - 32;
    let mut delta: u128 = 1;
    while count < digits.len() {
        let scaled = u64::from(fraction) * 36;
        delta *= 36;
        digits[count] = (scaled >> 32) as u8;
        fraction = scaled as u32;
        count += 1;
        if count > CODE_MAX && digits[count - 1] < 35 {
            break; // whatever follows is carried no further than to this digit
        }
        let rest = u128::from(fraction) << shift;
        let is_over_half = fraction > 1 << 31 || (fraction == 1 << 31 && digits[count - 1] & 1 == 1);
        if is_over_half && rest + delta > 1 << (32 + shift) {
            round_up(&mut digits, &mut count);
            break;
        }
        if rest < delta {
            break;
        }
    }
    Code::new(&digits[..count.min(CODE_MAX)])
}

/// Adds one to the last digit; what overflows is dropped and carried.
fn round_up(digits: &mut [u8], count: &mut usize) {
    while *count > 0 {
        digits[*count - 1] += 1;
        if digits[*count - 1] < 36 {
            return;
        }
        *count -= 1;
    }
}

/// The most digits of a code.
const CODE_MAX: usize = 6;

/// Up to six digits to base 36.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Code {
    value: u32,
    length: u8,
}

impl Code {
    fn new(digits: &[u8]) -> Code {
        Code { value: digits.iter().fold(0, |value, &digit| value * 36 + u32::from(digit)), length: digits.len() as u8 }
    }
}

impl core::fmt::Display for Code {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for place in (0..u32::from(self.length)).rev() {
            let digit = self.value / 36u32.pow(place) % 36;
            write!(f, "{}", char::from_digit(digit, 36).unwrap_or('0'))?;
        }
        Ok(())
    }
}

impl From<Code> for String {
    fn from(code: Code) -> String {
        alloc::format!("{code}")
    }
}

impl TryFrom<String> for Code {
    type Error = &'static str;
    fn try_from(text: String) -> Result<Code, Self::Error> {
        let mut digits = [0; 6];
        let plain = text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        if !plain {
            return Err("a code is up to six small letters and digits");
        }
        text.chars().zip(&mut digits).for_each(|(c, digit)| *digit = c.to_digit(36).unwrap_or(0) as u8);
        Ok(Code::new(&digits[..text.len()]))
    }
}

//! A whole number as the contract has it: JavaScript's, a double without a fractional part. Up to 2^53 it is any whole number; beyond, only
//! those a double can hold, so that a round or a life of 1e300 counts on as it does there.
#![allow(clippy::disallowed_types)] // adding, subtracting and comparing doubles gives the same bits on every machine

use crate::json::number;
use alloc::{format, string::String};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest number up to which every whole number has its own double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A whole number.
#[derive(Clone, Copy, Default)]
pub struct Whole(f64);

impl Whole {
    /// Nothing.
    pub const ZERO: Whole = Whole(0.0);
    /// One.
    pub const ONE: Whole = Whole(1.0);

    /// The double as a whole number, if it is one.
    pub fn of(value: f64) -> Option<Whole> {
        (value.is_finite() && value % 1.0 == 0.0).then_some(Whole(value + 0.0)) // a negative zero becomes zero
    }

    /// As a place in a grid of `size`, if it lies inside.
    pub fn below(self, size: Whole) -> Option<usize> {
        (self.0 >= 0.0 && self.0 < size.0 && self.0 < EXACT).then_some(self.0 as usize)
    }

    /// How far apart two numbers are.
    pub fn distance(self, other: Whole) -> Whole {
        Whole((self.0 - other.0).abs())
    }

    /// The sum.
    pub fn plus(self, other: Whole) -> Whole {
        Whole(self.0 + other.0)
    }

    /// The difference.
    pub fn minus(self, other: Whole) -> Whole {
        Whole(self.0 - other.0)
    }

    /// Appends it as JSON.
    pub fn write(self, out: &mut String) {
        if self.0 >= 0.0 && self.0 < EXACT { write_digits(self.0 as u64, out) } else { out.push_str(&format!("{self}")) }
    }

    /// As a small number, the nearest one that fits.
    pub fn clamped(self) -> i64 {
        self.0 as i64
    }
}

/// Appends a number.
pub(crate) fn write_digits(number: u64, out: &mut String) {
    let (mut digits, mut at, mut rest) = ([0u8; 20], 20, number);
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    digits[at..].iter().for_each(|digit| out.push(char::from(*digit)));
}

impl From<u32> for Whole {
    fn from(value: u32) -> Whole {
        Whole(f64::from(value))
    }
}

impl From<u64> for Whole {
    fn from(value: u64) -> Whole {
        Whole(value as f64)
    }
}

impl From<i64> for Whole {
    fn from(value: i64) -> Whole {
        Whole(value as f64)
    }
}

impl PartialEq for Whole {
    fn eq(&self, other: &Whole) -> bool {
        self.0 == other.0
    }
}

impl Eq for Whole {}

impl PartialOrd for Whole {
    fn partial_cmp(&self, other: &Whole) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Whole {
    fn cmp(&self, other: &Whole) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Hash for Whole {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.to_bits());
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.abs() <= EXACT {
            return write!(f, "{}", self.0 as i64);
        }
        let mut text = String::new();
        number::write(self.0, &mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// As a number where it is exact, else as text.
impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.abs() < EXACT { serializer.serialize_i64(self.0 as i64) } else { serializer.collect_str(self) }
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct Reading;
        impl Visitor<'_> for Reading {
            type Value = Whole;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number")
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Whole, E> {
                Ok(Whole::from(value))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Whole, E> {
                Ok(Whole::from(value))
            }
            fn visit_f64<E: Error>(self, value: f64) -> Result<Whole, E> {
                Whole::of(value).ok_or_else(|| E::custom("a number with a fraction"))
            }
            fn visit_str<E: Error>(self, value: &str) -> Result<Whole, E> {
                value.parse().ok().and_then(Whole::of).ok_or_else(|| E::custom("no whole number"))
            }
        }
        deserializer.deserialize_any(Reading)
    }
}

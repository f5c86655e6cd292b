//! A ready-made generator for a state: SplitMix64. Games whose sources prescribe another one bring their own.

use crate::Ask;
use core::fmt;

/// A stream of chance, to be kept in a state. Looking is pure; moving on is for `evolve`.
///
/// Anyone who sees a few dice of a 64-bit stream can in principle work out the rest: right for local, practice and open-seed play.
///
/// ```
/// # use referee::{Ask, Stream};
/// let stream = Stream::from_seed("tuesday");
/// let die = stream.peek(Ask::D6);
/// assert!((1..=6).contains(&die));
/// assert_eq!(stream.peek(Ask::D6), die, "looking changes nothing");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(Rust, packed(4))] // aligned as a `u32`: an event that holds a stream or two small numbers takes 12 bytes, not 16
pub struct Stream(u64);

impl Stream {
    /// The stream of a number.
    pub const fn new(number: u64) -> Stream {
        Stream(number)
    }

    /// The stream of a seed text.
    pub fn from_seed(seed: &str) -> Stream {
        const FNV_PRIME: u64 = 0x100_0000_01b3;
        Stream(seed.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)))
    }

    /// The number that names this point of the stream.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// What the stream gives for a question. The range is taken by multiplying, with a bias below one in 2^32.
    pub fn peek(self, ask: Ask) -> u32 {
        let span = u64::from(ask.high - ask.low) + 1;
        ask.low + (((self.bits() >> 32) * span) >> 32) as u32
    }

    /// The stream one draw further on.
    #[must_use]
    pub const fn next(self) -> Stream {
        Stream(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15))
    }

    /// Draws and moves on, for those outside a state: bots, playouts.
    pub fn draw(&mut self, ask: Ask) -> u32 {
        let value = self.peek(ask);
        *self = self.next();
        value
    }

    fn bits(self) -> u64 {
        let mut z = self.next().0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stream({:016x})", { self.0 })
    }
}

/// As 16 hex digits: a whole number beyond 2^53 is not safe in every reader of JSON.
#[cfg(feature = "serde")]
impl serde::Serialize for Stream {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", { self.0 }))
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Stream {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Stream, D::Error> {
        let text = <alloc::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let well_formed = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        match u64::from_str_radix(&text, 16) {
            Ok(number) if well_formed => Ok(Stream(number)),
            _ => Err(serde::de::Error::invalid_value(serde::de::Unexpected::Str(&text), &"16 lower-case hex digits")),
        }
    }
}

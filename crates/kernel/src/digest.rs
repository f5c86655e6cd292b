//! A fingerprint of a state: 64 bits, the same native and in wasm. It finds divergence; it is no defence against forgery, which is what
//! the log's SHA-256 chain and deciding again are for.

use core::fmt;
use core::hash::{Hash, Hasher};

/// A 64-bit fingerprint, printed as 16 hex digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub u64);

impl Digest {
    /// The fingerprint of anything that can be hashed.
    ///
    /// ```
    /// # use referee::Digest;
    /// assert_eq!(Digest::of(&[1u8, 2, 3]), Digest::of(&[1u8, 2, 3]));
    /// assert_ne!(Digest::of(&[1u8, 2, 3]), Digest::of(&[3u8, 2, 1]));
    /// ```
    pub fn of(value: &impl Hash) -> Digest {
        let mut digester = Digester { folded: START, latest: 0 };
        value.hash(&mut digester);
        Digest(digester.finish())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

const START: u64 = 0x243f_6a88_85a3_08d3;
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Folds words by multiplying to 128 bits and joining the halves. Lengths and discriminants are widened to 64 bits, so that a 32-bit
/// target gives the same digest.
///
/// Each word waits for the product before it, and for nothing else: the latest word is joined to the next one first, then both to the product.
struct Digester {
    /// The joined halves of the latest product.
    folded: u64,
    /// The latest word, its halves changed over: it is still to be joined.
    latest: u64,
}

impl Digester {
    #[inline]
    fn word(&mut self, word: u64) {
        self.folded = joined(self.folded ^ (self.latest ^ word), STEP);
        self.latest = word.rotate_left(32);
    }
}

/// The product of two words, its halves joined.
#[inline]
fn joined(one: u64, two: u64) -> u64 {
    let product = u128::from(one) * u128::from(two);
    (product as u64) ^ ((product >> 64) as u64)
}

impl Hasher for Digester {
    fn finish(&self) -> u64 {
        joined(self.folded ^ self.latest ^ STEP, START)
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (chunks, tail) = bytes.as_chunks();
        chunks.iter().for_each(|chunk| self.word(u64::from_le_bytes(*chunk)));
        if !tail.is_empty() {
            self.word(tail.iter().rev().fold(tail.len() as u64, |word, byte| word << 8 | u64::from(*byte)));
        }
    }
    fn write_u8(&mut self, i: u8) {
        self.word(u64::from(i));
    }
    fn write_u16(&mut self, i: u16) {
        self.word(u64::from(i));
    }
    fn write_u32(&mut self, i: u32) {
        self.word(u64::from(i));
    }
    fn write_u64(&mut self, i: u64) {
        self.word(i);
    }
    fn write_u128(&mut self, i: u128) {
        self.word(i as u64);
        self.word((i >> 64) as u64);
    }
    fn write_usize(&mut self, i: usize) {
        self.word(i as u64);
    }
    fn write_i8(&mut self, i: i8) {
        self.word(i as u64);
    }
    fn write_i16(&mut self, i: i16) {
        self.word(i as u64);
    }
    fn write_i32(&mut self, i: i32) {
        self.word(i as u64);
    }
    fn write_i64(&mut self, i: i64) {
        self.word(i as u64);
    }
    fn write_i128(&mut self, i: i128) {
        self.write_u128(i as u128);
    }
    fn write_isize(&mut self, i: isize) {
        self.word(i as i64 as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::{collections::BTreeMap, vec::Vec};

    #[derive(Hash)]
    enum Piece {
        Pawn,
        Tower { height: u16, name: String },
    }

    /// These values are in logs: a change here, or in how a compiler derives `Hash`, must be noticed.
    #[test]
    fn digests_never_change() {
        let tower = Piece::Tower { height: 7, name: String::from("élan") };
        let map: BTreeMap<u8, Vec<u32>> = [(1, [1, 2, 3].into()), (2, [].into())].into();
        let numbers = (-1i8, -1i64, u128::MAX, [5u16; 5]);
        let found = [Digest::of(&()), Digest::of(&Piece::Pawn), Digest::of(&tower), Digest::of(&map), Digest::of(&numbers)];
        assert_eq!(
            found.map(|digest| digest.to_string()),
            ["4ade4b931fcc4cea", "5eccb6bdad6420b2", "654bfb4c6fff30a2", "db8817f349a04a1e", "4e580bf1d2efd5f0"]
        );
    }

    #[test]
    fn neighbours_have_different_digests() {
        let digests: alloc::collections::BTreeSet<_> = (0..10_000u32).map(|n| Digest::of(&[n, n / 3])).collect();
        assert_eq!(digests.len(), 10_000);
    }
}

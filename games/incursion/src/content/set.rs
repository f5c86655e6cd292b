//! What is so about a definition: a short list of words, and a look at it that costs one test.

use super::{FeatureFlag, StatusFlag, Stop, TerrainFlag, Trait};
use serde::{Deserialize, Deserializer};
use std::ops::Deref;

/// A short list of words, as it was written. Whether a word is in it is one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set<T> {
    list: Vec<T>,
    bits: u64,
}

/// A word that has a number below 64.
pub trait Word: Copy {
    /// Its number.
    fn bit(self) -> u32;
}

macro_rules! words {
    ($($Word:ident)*) => {
        $(impl Word for $Word {
            #[inline]
            fn bit(self) -> u32 {
                self as u32
            }
        })*
    };
}

words![FeatureFlag StatusFlag Stop TerrainFlag Trait];

impl<T: Word> Set<T> {
    /// Whether a word is in it.
    #[inline]
    pub fn contains(&self, word: &T) -> bool {
        self.bits >> (word.bit() & 63) & 1 == 1
    }

    /// All of it, as bits by number.
    #[inline]
    pub fn bits(&self) -> u64 {
        self.bits
    }
}

impl<T: Word> From<Vec<T>> for Set<T> {
    fn from(list: Vec<T>) -> Set<T> {
        let bits = list.iter().fold(0, |bits, word| bits | 1 << (word.bit() & 63));
        Set { list, bits }
    }
}

impl<T> Default for Set<T> {
    fn default() -> Set<T> {
        Set { list: Vec::new(), bits: 0 }
    }
}

impl<T> Deref for Set<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.list
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl<'de, T: Word + Deserialize<'de>> Deserialize<'de> for Set<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Set<T>, D::Error> {
        Vec::deserialize(deserializer).map(Set::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_written_and_nothing_else() {
        let set = Set::from(vec![TerrainFlag::Tree, TerrainFlag::Solid]);
        assert!(set.contains(&TerrainFlag::Solid) && set.contains(&TerrainFlag::Tree) && !set.contains(&TerrainFlag::Opaque));
        assert_eq!(&*set, [TerrainFlag::Tree, TerrainFlag::Solid]);
        assert!(Trait::ALL.iter().all(|it| it.bit() < 64), "there is a bit for every word");
    }
}

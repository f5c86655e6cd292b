//! Where the keys of a log were used, by their hashes alone: the keys themselves lie with their lines.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

/// Where keys were used. Their hashes are under a secret of this list: nobody can choose keys that fall together.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    at: HashMap<u64, u64, BuildHasherDefault<Hashed>>,
    secret: RandomState,
}

impl Keys {
    /// Where a key can be kept, if it is new; or where it was used. `is_there` tells whether it is this key that was used somewhere.
    pub(crate) fn find(&self, key: &str, is_there: impl Fn(u64) -> bool) -> Result<u64, u64> {
        self.find_by(|attempt| self.secret.hash_one((key, attempt)), is_there)
    }

    /// Two keys of one hash would be a wonder; then the later is kept by another hash.
    fn find_by(&self, hash: impl Fn(u64) -> u64, is_there: impl Fn(u64) -> bool) -> Result<u64, u64> {
        let mut attempt = 0;
        loop {
            let place = hash(attempt);
            match self.at.get(&place) {
                None => return Ok(place),
                Some(&at) if is_there(at) => return Err(at),
                Some(_) => attempt += 1,
            }
        }
    }

    /// Keeps where a key was used, in the place that was found for it.
    pub(crate) fn keep(&mut self, place: u64, at: u64) {
        self.at.insert(place, at);
    }
}

/// What is a hash already is not hashed again.
#[derive(Debug, Default)]
pub(crate) struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole hashes are kept");
    }
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_fall_together_are_told_apart() {
        let (used, mut keys) = (["a", "b", "c"], Keys::default());
        let together = |attempt: u64| 7 + attempt;
        for (at, key) in (0..).zip(used) {
            let place = keys.find_by(together, |at| used[at as usize] == key).unwrap();
            keys.keep(place, at);
        }
        let found = |key: &str| keys.find_by(together, |at| used[at as usize] == key);
        assert_eq!((found("a"), found("b"), found("c"), found("d")), (Err(0), Err(1), Err(2), Ok(10)));
    }

    #[test]
    fn a_key_is_found_where_it_was_used() {
        let (used, mut keys) = ((0..1_000).map(|key| format!("k{key}")).collect::<Vec<_>>(), Keys::default());
        for (at, key) in (0..).zip(&used) {
            let place = keys.find(key, |at| used[at as usize] == *key).unwrap();
            keys.keep(place, at);
        }
        assert_eq!(keys.find("k999", |at| used[at as usize] == "k999"), Err(999));
        assert!(keys.find("k1000", |_| false).is_ok());
    }
}

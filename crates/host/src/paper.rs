//! What JSON is put down on: an empty sheet, or one on which the same should stand already. So a record that is decided again need not be
//! written to be compared.

use crate::DEPTH_MAX;
use std::fmt;

/// What text is put down on, piece by piece.
pub(crate) trait Paper {
    /// How deep values may nest.
    const DEPTH_MAX: u32;

    /// Puts down pieces, one after another.
    fn put<const N: usize>(&mut self, pieces: [&[u8]; N]) -> Result<(), Unlike>;

    /// How many bytes have been put down.
    fn at(&self) -> usize;
}

/// Something else stands there, or something that no log may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unlike;

impl fmt::Display for Unlike {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not what stands there")
    }
}

impl std::error::Error for Unlike {}

impl serde::ser::Error for Unlike {
    fn custom<T: fmt::Display>(_: T) -> Unlike {
        Unlike
    }
}

/// An empty sheet: it takes whatever is written.
impl Paper for Vec<u8> {
    const DEPTH_MAX: u32 = u32::MAX;

    #[inline(always)] // most pieces are known where they are put: what is left of them is a few moves
    fn put<const N: usize>(&mut self, pieces: [&[u8]; N]) -> Result<(), Unlike> {
        self.reserve(length(&pieces));
        pieces.into_iter().for_each(|piece| self.extend_from_slice(piece));
        Ok(())
    }

    fn at(&self) -> usize {
        self.len()
    }
}

/// A text that is put down again: every piece must be the one that stands there.
pub(crate) struct Likeness<'a> {
    text: &'a [u8],
    /// What has not been put down again yet.
    rest: &'a [u8],
}

impl<'a> Likeness<'a> {
    pub(crate) fn of(text: &'a str) -> Likeness<'a> {
        Likeness { text: text.as_bytes(), rest: text.as_bytes() }
    }
}

impl Paper for Likeness<'_> {
    /// What reads lines goes no deeper.
    const DEPTH_MAX: u32 = DEPTH_MAX;

    #[inline(always)] // as above: a few comparisons
    fn put<const N: usize>(&mut self, pieces: [&[u8]; N]) -> Result<(), Unlike> {
        let Some((mut there, rest)) = self.rest.split_at_checked(length(&pieces)) else { return Err(Unlike) };
        for piece in pieces {
            let Some((begins, more)) = there.split_at_checked(piece.len()) else { return Err(Unlike) };
            if begins != piece {
                return Err(Unlike);
            }
            there = more;
        }
        self.rest = rest;
        Ok(())
    }

    fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }
}

#[inline(always)]
fn length<const N: usize>(pieces: &[&[u8]; N]) -> usize {
    pieces.iter().fold(0, |sum, piece| sum.wrapping_add(piece.len())) // slices in memory: the sum fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_likeness_takes_what_stands_there_and_nothing_else() {
        let mut likeness = Likeness::of("abcdef");
        assert_eq!((likeness.put([b"ab", b"", b"c"]), likeness.at()), (Ok(()), 3));
        assert_eq!((likeness.put([b"d", b"x"]), likeness.at()), (Err(Unlike), 3));
        assert_eq!(likeness.put([b"def", b"g"]), Err(Unlike), "nothing stands behind the end");
        assert_eq!((likeness.put([b"def"]), likeness.at()), (Ok(()), 6));
    }
}

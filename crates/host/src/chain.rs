//! The hash chain of a log: every line carries the id of the line before it and its own, SHA-256 over its exact bytes without its id.

use sha2::{Digest as _, Sha256};
use std::fmt;

/// The id of a line: SHA-256 as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Id([u8; 64]);

impl Id {
    /// What the first line of every log names as the line before it.
    pub const NONE: Id = Id([b'0'; 64]);

    /// Reads 64 lower-case hex digits.
    pub fn parse(text: &str) -> Option<Id> {
        let bytes: [u8; 64] = text.as_bytes().try_into().ok()?;
        bytes.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')).then_some(Id(bytes))
    }

    /// The id of a line whose text without its id is `body` and a closing brace.
    pub fn of(body: &[u8]) -> Id {
        let mut hash = Sha256::new();
        hash.update(body);
        hash.update(b"}");
        Id::hex(hash.finalize().into())
    }

    /// The SHA-256 of bytes as they are.
    pub(crate) fn hash(bytes: &[u8]) -> Id {
        Id::hex(Sha256::digest(bytes).into())
    }

    /// Bytes as hex digits.
    pub(crate) fn hex(bytes: [u8; 32]) -> Id {
        let mut id = [0; 64];
        for (pair, byte) in id.chunks_exact_mut(2).zip(bytes) {
            pair.copy_from_slice(&HEX[usize::from(byte)]);
        }
        Id(id)
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Whether this is how a line with this id ends.
    pub(crate) fn ends(&self, end: &[u8]) -> bool {
        end.strip_prefix(SEAL.0).and_then(|end| end.strip_suffix(SEAL.1)) == Some(&self.0)
    }

    /// The digits as bytes.
    pub(crate) fn as_bytes(&self) -> &[u8; 64] {
        &self.0
    }
}

/// What stands before and after the id at the end of a line.
const SEAL: (&[u8], &[u8]) = (b",\"id\":\"", b"\"}");

const HEX: [[u8; 2]; 256] = {
    let digits = b"0123456789abcdef";
    let mut table = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = [digits[byte >> 4], digits[byte & 15]];
        byte += 1;
    }
    table
};

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A digest as 16 hex digits.
pub(crate) fn hex_digest(digest: referee::Digest) -> [u8; 16] {
    let mut digits = [0; 16];
    for (pair, byte) in digits.chunks_exact_mut(2).zip(digest.0.to_be_bytes()) {
        pair.copy_from_slice(&HEX[usize::from(byte)]);
    }
    digits
}

/// The writing end of a chain: the id of the latest line.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    head: Id,
}

impl Chain {
    /// A chain that goes on after a line.
    pub fn after(head: Id) -> Chain {
        Chain { head }
    }

    /// The id of the latest line.
    pub fn head(&self) -> &Id {
        &self.head
    }

    /// Goes on after a line that was read and found right.
    pub(crate) fn take(&mut self, id: Id) {
        self.head = id;
    }

    /// Ends a line: adds its id, the closing brace and the newline.
    pub(crate) fn seal(&mut self, line: &mut Vec<u8>, begin: usize) {
        self.head = Id::of(&line[begin..]);
        line.extend_from_slice(SEAL.0);
        line.extend_from_slice(&self.head.0);
        line.extend_from_slice(SEAL.1);
        line.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_plain_sha_256() {
        // printf '{"seq":1}' | sha256sum
        assert_eq!(Id::of(b"{\"seq\":1").as_str(), "b41e95c43f388d561b146326d84e3a6b9e31c4ef32ab97c04774c31aada3246a");
        assert_eq!(Id::parse("00"), None);
        assert_eq!(Id::parse(Id::NONE.as_str()), Some(Id::NONE));
    }
}

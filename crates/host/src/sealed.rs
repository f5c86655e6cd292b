//! Sealed chance: dice that nobody can foresee and everybody can check afterwards.
//!
//! Whoever keeps the game draws a secret and says in its first line only what the secret hashes to. Each die is then made from the secret
//! and everything the log says up to and including the action: so it is fixed before it is asked for, and depends on a choice only after
//! the choice was made. The last line reveals the secret, and every die can be made again.
//!
//! For any language, with SHA-256 and HMAC-SHA-256 from its standard library:
//!
//! - `commit` is the SHA-256 of the text `referee-sealed/1 ` followed by the secret's 64 hex digits.
//! - The *head* of a record is the SHA-256, as hex, of its line up to where `,"dice":` or `,"events":` begins.
//! - Block `j` (0, 1, ...) is the HMAC-SHA-256 under the secret's 32 bytes of the text `<head>:<j>`: eight words of 32 bits, high byte first.
//! - A die from `low` to `high` has `n = high - low + 1` faces. It takes words, block after block, until one is below the largest multiple
//!   of `n` that 32 bits hold; the die is `low + word % n`. The next die goes on with the next word.

use crate::{HostError, Id, Players};
use hmac::{Hmac, KeyInit, Mac};
use referee::{Ask, Chance, Fault, Scripted};
use sha2::Sha256;
use std::fmt;

/// The secret that the dice of a game are made from. It cannot be printed or serialised by accident: only [`reveal`](Secret::reveal) shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// A secret of these bytes, which must be drawn from the system's own randomness.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// Reads 64 lower-case hex digits.
    pub fn parse(text: &str) -> Option<Secret> {
        let id = Id::parse(text)?;
        let digit = |byte: u8| if byte.is_ascii_digit() { byte - b'0' } else { byte - b'a' + 10 };
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(id.as_str().as_bytes().chunks_exact(2)) {
            *byte = digit(pair[0]) << 4 | digit(pair[1]);
        }
        Some(Secret(bytes))
    }

    /// What can be told beforehand: it fixes the secret and says nothing of it.
    pub fn commit(&self) -> Id {
        Id::hash(format!("referee-sealed/1 {}", self.reveal()).as_bytes())
    }

    /// The secret as 64 hex digits.
    pub fn reveal(&self) -> Id {
        Id::hex(self.0)
    }

    /// The dice of the record whose line begins so.
    pub(crate) fn dice<'a>(&self, beginning: &'a [u8]) -> Sealed<'a> {
        self.dice_from(Head::Of(beginning))
    }

    fn dice_of(&self, head: Id) -> Sealed<'static> {
        self.dice_from(Head::Known(head))
    }

    fn dice_from<'a>(&self, head: Head<'a>) -> Sealed<'a> {
        Sealed { secret: self.clone(), head, key: None, block: 0, words: [0; WORDS], used: WORDS }
    }

    fn key(&self) -> Hmac<Sha256> {
        Hmac::new_from_slice(&self.0).unwrap_or_else(|_| unreachable!("a key may have any length"))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

const WORDS: usize = 8;

/// The dice of one record under a secret. Nothing is hashed before the first of them is asked for: most actions ask for none.
#[derive(Clone)]
pub(crate) struct Sealed<'a> {
    secret: Secret,
    head: Head<'a>,
    key: Option<Hmac<Sha256>>,
    block: u32,
    words: [u32; WORDS],
    used: usize,
}

/// The head of a record, or the beginning of the line it is the hash of.
#[derive(Clone, Copy)]
enum Head<'a> {
    Of(&'a [u8]),
    Known(Id),
}

impl Head<'_> {
    fn id(self) -> Id {
        match self {
            Head::Of(beginning) => Id::hash(beginning),
            Head::Known(id) => id,
        }
    }
}

impl Sealed<'_> {
    fn word(&mut self) -> u32 {
        if self.used == WORDS {
            let mut mac = self.key.get_or_insert_with(|| self.secret.key()).clone();
            let head = self.head.id();
            self.head = Head::Known(head);
            mac.update(format!("{head}:{}", self.block).as_bytes());
            for (word, bytes) in self.words.iter_mut().zip(mac.finalize().into_bytes().chunks_exact(4)) {
                *word = u32::from_be_bytes(bytes.try_into().unwrap_or_default());
            }
            (self.block, self.used) = (self.block + 1, 0);
        }
        self.used += 1;
        self.words[self.used - 1]
    }

    pub(crate) fn die(&mut self, ask: Ask) -> u32 {
        let faces = u64::from(ask.high - ask.low) + 1;
        let fair = (1u64 << 32) / faces * faces;
        loop {
            let word = u64::from(self.word());
            if word < fair {
                return ask.low + (word % faces) as u32;
            }
        }
    }
}

impl Chance for Sealed<'_> {
    fn settle(&mut self, ask: Ask, _native: u32, _why: fmt::Arguments<'_>) -> Result<u32, Fault> {
        Ok(self.die(ask))
    }
    fn lend(&self) -> Box<dyn Chance + Send + Sync> {
        let Sealed { secret, head, key, block, words, used } = self.clone();
        Box::new(Sealed { secret, head: Head::Known(head.id()), key, block, words, used })
    }
}

/// How a game with sealed dice begins. All of it stands in the first line, which the dice are made from: none of it can be changed later.
#[derive(Clone, Debug)]
pub struct Sealing {
    /// What its dice are made from.
    pub secret: Secret,
    /// What the players added, so that nobody alone has chosen the dice: letters, digits, spaces and `-_.:`, at most [`SALT_MAX`] of them.
    pub salt: String,
    /// What the game is called where it is kept; may be empty.
    pub name: String,
    /// Who sits where.
    pub players: Players,
}

/// The longest salt, in bytes.
pub const SALT_MAX: usize = 256;

pub(crate) fn check_salt(salt: &str) -> Result<(), HostError> {
    if salt.len() <= SALT_MAX && salt.chars().all(|c| c.is_ascii_alphanumeric() || " -_.:".contains(c)) {
        return Ok(());
    }
    Err(HostError::bad("BAD_SALT", format!("a salt has at most {SALT_MAX} letters, digits, spaces and `-_.:`")))
}

/// Dice that a sealed log says were rolled: played again as they are, and kept until the secret is revealed.
pub(crate) struct Claimed {
    script: Scripted,
    asks: Vec<Ask>,
}

impl Claimed {
    pub(crate) fn new(dice: &[u32]) -> Claimed {
        Claimed { script: Scripted::new(dice), asks: Vec::new() }
    }

    /// All of them were asked for; what they answered.
    pub(crate) fn finish(self) -> Result<Vec<Ask>, Fault> {
        self.script.finish().map(|()| self.asks)
    }
}

impl Chance for Claimed {
    fn settle(&mut self, ask: Ask, native: u32, why: fmt::Arguments<'_>) -> Result<u32, Fault> {
        let value = self.script.settle(ask, native, why)?;
        self.asks.push(ask);
        Ok(value)
    }
    fn lend(&self) -> Box<dyn Chance + Send + Sync> {
        self.script.lend()
    }
}

/// The dice of a record, to be checked when the secret is known.
struct Drawn {
    seq: u64,
    head: Id,
    dice: Vec<(Ask, u32)>,
}

/// What a game knows of its sealed dice: who may roll them, and which are still to be checked.
#[derive(Default)]
pub(crate) struct Vault {
    /// The secret, where this is the table that rolls.
    pub(crate) secret: Option<Secret>,
    /// Whether it has been told.
    pub(crate) revealed: bool,
    drawn: Vec<Drawn>,
    /// What every record asked for, as far as it was decided again.
    asked: Vec<(u64, Vec<Ask>)>,
    checked: u64,
    unchecked: u64,
}

impl Vault {
    /// The vault of whoever rolls.
    pub(crate) fn of(secret: Secret) -> Vault {
        Vault { secret: Some(secret), ..Vault::default() }
    }

    /// Keeps the dice of a record whose line begins so.
    pub(crate) fn keep(&mut self, seq: u64, beginning: &[u8], asks: Vec<Ask>, dice: &[u32]) {
        if !asks.is_empty() {
            self.asked.push((seq, asks.clone()));
            self.drawn.push(Drawn { seq, head: Id::hash(beginning), dice: asks.into_iter().zip(dice.iter().copied()).collect() });
        }
    }

    /// From here on dice come from elsewhere; those before can no longer be checked by this log.
    pub(crate) fn leave(&mut self) {
        self.unchecked += self.drawn.drain(..).map(|drawn| drawn.dice.len() as u64).sum::<u64>();
        (self.secret, self.revealed) = (None, false);
    }

    /// The secret is told: it must be the one that was committed to, and every die must be the one it gives.
    pub(crate) fn open(&mut self, secret: &Secret, commit: &str) -> Result<(), HostError> {
        let found = secret.commit();
        if found.as_str() != commit {
            let error = HostError::no("WRONG_SECRET", "this is not the secret that the log committed to");
            return Err(error.because(commit, found.as_str()).at_path("/reveal"));
        }
        for Drawn { seq, head, dice } in std::mem::take(&mut self.drawn) {
            let mut sealed = secret.dice_of(head);
            for (index, (ask, found)) in dice.into_iter().enumerate() {
                let value = sealed.die(ask);
                if value != found {
                    let error = HostError::no("WRONG_DIE", format!("die {index} of record {seq} is not what the secret gives"));
                    return Err(error.because(value.to_string(), found.to_string()).at_path(format!("/dice/{index}")));
                }
                self.checked += 1;
            }
        }
        self.revealed = true;
        Ok(())
    }

    /// What every record asked for, as far as it was decided again: the number of the record, and the faces of each die.
    pub(crate) fn asked(&self) -> &[(u64, Vec<Ask>)] {
        &self.asked
    }

    /// How many dice have been checked, and how many could not be.
    pub(crate) fn tally(&self) -> (u64, u64) {
        let waiting: usize = self.drawn.iter().map(|drawn| drawn.dice.len()).sum();
        (self.checked, self.unchecked + waiting as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(byte: u8) -> Secret {
        Secret::new([byte; 32])
    }

    #[test]
    fn a_secret_is_told_only_when_asked() {
        assert_eq!(format!("{:?}", secret(7)), "Secret(..)");
        assert_eq!(Secret::parse(secret(0xa9).reveal().as_str()), Some(secret(0xa9)));
        assert_eq!(Secret::parse("00"), None);
        // printf 'referee-sealed/1 %064d' 0 | sha256sum
        assert_eq!(secret(0).commit().as_str(), "a6e48ea95aaf58b2b9e02a381475c010854150ef6e1f65c0bfdab5b64b0768fe");
    }

    #[test]
    fn dice_depend_on_secret_and_beginning_and_answer_the_question() {
        let roll = |secret: &Secret, beginning: &str| {
            let mut dice = secret.dice(beginning.as_bytes());
            (0..100).map(|_| dice.die(Ask::D20)).collect::<Vec<_>>()
        };
        let rolled = roll(&secret(1), "a");
        assert_eq!(rolled, roll(&secret(1), "a"));
        assert_ne!(rolled, roll(&secret(2), "a"));
        assert_ne!(rolled, roll(&secret(1), "b"));
        assert!(rolled.iter().all(|die| Ask::D20.allows(*die)));
        assert_eq!(rolled[..8], [13, 19, 6, 12, 9, 19, 15, 11], "as Python's hmac and hashlib give them");
    }

    /// 3,000,000,000 faces: a third of all words is taken again, and every word of a block comes to be used.
    #[test]
    fn no_face_is_likelier_than_another() {
        let mut dice = secret(3).dice(b"x");
        let low = (0..3_000).filter(|_| dice.die(Ask::between(0, 2_999_999_999)) < 1_500_000_000).count();
        assert!((1_400..1_600).contains(&low), "{low}");
        let mut faces = [0u32; 20];
        (0..20_000).for_each(|_| faces[dice.die(Ask::D20) as usize - 1] += 1);
        let squares: f64 = faces.iter().map(|&seen| (f64::from(seen) - 1_000.0).powi(2) / 1_000.0).sum();
        assert!(squares < 43.8, "chi-square with 19 degrees of freedom, one in a thousand: {squares}");
        assert!(dice.die(Ask::BITS) != dice.die(Ask::BITS));
    }
}

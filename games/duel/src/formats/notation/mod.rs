//! `duel-notation`: a game as players write it down. A header of tags, then one line a move; `;` and `#` begin a comment.
//!
//! ```text
//! duel-notation 1
//! seed "tuesday"
//!
//! 1. blue @10 FRFR+1 d8 > CCFF
//! 2. red @25 joker CCRR+2 e8
//! 3. red timeout
//! end. blue @300
//! ```

mod header;
mod read;
mod words;
mod write;

pub use read::import;
pub use write::export;

/// The longest notation, in bytes.
pub const NOTATION_MAX: usize = 1 << 20;
/// The first word of every notation.
const NAME: &str = "duel-notation";
/// The only version there is.
const VERSION: &str = "1";
/// The columns by name.
const COLUMNS: &str = "abcdefgh";

/// What some editors put before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether a text begins as a notation does. A byte order mark is looked past here, so that reading can name it.
pub(super) fn fits(text: &str) -> bool {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut words = text.lines().map(|line| line.split([';', '#']).next().unwrap_or("")).flat_map(str::split_whitespace);
    words.next() == Some(NAME)
}

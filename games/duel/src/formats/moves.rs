//! `duel-moves`: the chain of moves, one JSON object a line. A log may hold branches: moves made before one have the board they were made on.

use super::{line, story::read};
use crate::Duel;
use alloc::string::String;
use referee_host::{HostError, Source};

/// The moves up to a record.
pub fn export(source: &Source<'_, Duel>) -> Result<String, HostError> {
    let (family, board) = read(source, |_| ())?;
    let mut out = String::new();
    family.history(board).into_iter().try_for_each(|of| line(of, &mut out))?;
    Ok(out)
}

//! `referee new`: starts a log.

use super::{Outcome, YES};
use crate::output::{put, read_document, say, say_json};
use referee_host::{HostError, LogFile, Registry};
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;

pub(crate) fn new(
    registry: &Registry,
    game: &str,
    seed: Option<String>,
    setup: Option<PathBuf>,
    out: Option<PathBuf>,
    at: u64,
    json: bool,
) -> Outcome {
    let title = registry.title(game)?;
    let file = setup.as_ref().map(|path| path.display().to_string());
    let setup = setup.map(|path| read_document(&path)).transpose()?;
    let seed = seed.or_else(|| (setup.is_none() && title.card().seeded).then(fresh_seed));
    let named = |error: HostError| match &file {
        Some(file) => error.in_file(file.as_str()),
        None => error,
    };
    let table = title.start(setup.as_deref(), seed.as_deref(), at, None).map_err(named)?;
    let lines = table.text()?;
    let Some(out) = out else {
        put(&lines)?;
        return Ok(YES);
    };
    LogFile::create(&out, &lines)?;
    match json {
        true => say_json(&serde_json::json!({"ok": true, "log": out.display().to_string(), "head": table.head().as_str()}))?,
        false => say(format!("started {game} in {}", out.display()))?,
    }
    Ok(YES)
}

/// A seed nobody has used: the standard library's own source of randomness, as 16 hex digits.
pub(crate) fn fresh_seed() -> String {
    let random = || std::collections::hash_map::RandomState::new().build_hasher().finish();
    format!("{:016x}", random())
}

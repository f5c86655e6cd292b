//! `referee new`: starts a log.

use super::{Outcome, YES};
use crate::output::{named_setup, put, read_setup, say, say_json};
use referee_host::{Card, HostError, LogFile, Players, Registry, check_one_seed};
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;

/// What a log starts from.
pub(crate) struct Start {
    pub(crate) seed: Option<String>,
    pub(crate) setup: Option<PathBuf>,
    pub(crate) players: Vec<String>,
    pub(crate) at: u64,
}

pub(crate) fn new(registry: &Registry, game: &str, start: Start, out: Option<PathBuf>, json: bool) -> Outcome {
    let title = registry.title(game)?;
    let players = seated(&title.card(), &start.players)?;
    let file = start.setup.as_ref().map(|path| path.display().to_string());
    let setup = start.setup.as_ref().map(|given| read_setup(title, given)).transpose()?;
    let brings_seed = start.setup.as_ref().is_some_and(|given| named_setup(title, given).is_none());
    let seed = start.seed.clone().or_else(|| (!brings_seed && title.card().seeded).then(fresh_seed));
    let named = |error: HostError| match &file {
        Some(file) => error.in_file(file.as_str()),
        None => error,
    };
    check_one_seed(setup.as_deref(), start.seed.as_deref()).map_err(named)?;
    let mut table = title.start(setup.as_deref(), seed.as_deref(), start.at, None).map_err(named)?;
    table.introduce(players)?;
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

/// Reads `SEAT=NAME` for each player.
pub(crate) fn seated(card: &Card, pairs: &[String]) -> Result<Players, HostError> {
    let mut players = Players::NONE;
    let advice = |error: HostError| error.help(format!("for example --player {}=ann", card.seats.first().unwrap_or(&"seat")));
    for pair in pairs {
        let Some((seat, name)) = pair.split_once('=') else {
            return Err(advice(HostError::bad("BAD_PLAYER", "a player is named with a seat").because("SEAT=NAME", pair)));
        };
        players.seat(card, seat, name).map_err(advice)?;
    }
    Ok(players)
}

/// A seed nobody has used: the standard library's own source of randomness, as 16 hex digits.
pub(crate) fn fresh_seed() -> String {
    let random = || std::collections::hash_map::RandomState::new().build_hasher().finish();
    format!("{:016x}", random())
}

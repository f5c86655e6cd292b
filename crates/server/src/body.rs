//! What comes in: bodies, names and salts are checked before anything is done with them.

use crate::problem::Problem;
use axum::body::Bytes;
use referee_host::check_player;
use serde::Deserialize;

/// A body as JSON of a known form.
pub(crate) fn read<'a, T: Deserialize<'a>>(body: &'a Bytes) -> Result<T, Problem> {
    let bad = |error: serde_json::Error| Problem::bad("BAD_BODY", format!("the body cannot be read: {error}"));
    check_depth(body)?;
    serde_json::from_slice(body).map_err(bad)
}

/// How deep JSON may be nested.
const DEPTH_MAX: usize = 32;

fn check_depth(body: &[u8]) -> Result<(), Problem> {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for byte in body {
        match (quoted, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => quoted = !quoted,
            (false, b'[' | b'{') => depth += 1,
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEPTH_MAX {
            let problem = Problem::bad("TOO_DEEP", "the body is nested too deep");
            return Err(problem.because(format!("at most {DEPTH_MAX} levels"), "more"));
        }
    }
    Ok(())
}

/// The name of a player on this server: 3 to 24 letters, digits, spaces and `-_.`.
pub(crate) fn check_name(name: &str) -> Result<(), Problem> {
    let count = name.chars().count();
    let allowed = |c: char| c.is_alphanumeric() || " -_.".contains(c);
    if !(3..=24).contains(&count) || !name.chars().all(allowed) || name.starts_with("bot-") {
        let problem = Problem::bad("BAD_NAME", "a name has 3 to 24 letters, digits, spaces and `-_.`, and is not a bot's");
        return Err(problem.because("a name", name.chars().take(32).collect::<String>()).no_at("/name"));
    }
    check_player(name).map_err(|error| Problem::from(error).no_at("/name"))
}

/// What a player may add to the dice: at most 64 letters, digits and `-_.:`.
pub(crate) fn check_salt(salt: &str) -> Result<(), Problem> {
    if salt.len() <= 64 && salt.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte)) {
        return Ok(());
    }
    Err(Problem::bad("BAD_SALT", "a salt has at most 64 letters, digits and `-_.:`"))
}

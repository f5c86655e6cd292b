//! What comes in: bodies, names and salts are checked before anything is done with them.

use crate::problem::Problem;
use axum::body::Bytes;
use referee_host::check_player;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Number;

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

/// A whole number, however it is written: to JSON, `3.0` is `3`.
struct Whole<T>(T);

impl<'de, T: TryFrom<i128>> Deserialize<'de> for Whole<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole<T>, D::Error> {
        let unfit = || D::Error::custom("a whole number is expected, within its limits");
        let number = Number::deserialize(deserializer)?;
        let exact = number.as_i128().or_else(|| number.as_f64().filter(|float| float.fract() == 0.0).map(|float| float as i128));
        exact.and_then(|exact| T::try_from(exact).ok()).map(Whole).ok_or_else(unfit)
    }
}

/// Reads a whole number.
pub(crate) fn whole<'de, D: Deserializer<'de>, T: TryFrom<i128>>(deserializer: D) -> Result<T, D::Error> {
    Whole::deserialize(deserializer).map(|Whole(number)| number)
}

/// Reads a whole number that may be null.
pub(crate) fn maybe_whole<'de, D: Deserializer<'de>, T: TryFrom<i128>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Ok(Option::<Whole<T>>::deserialize(deserializer)?.map(|Whole(number)| number))
}

/// Reads whole numbers that may be null.
pub(crate) fn maybe_wholes<'de, D: Deserializer<'de>, T: TryFrom<i128>>(deserializer: D) -> Result<Option<Vec<T>>, D::Error> {
    let numbers = Option::<Vec<Whole<T>>>::deserialize(deserializer)?;
    Ok(numbers.map(|numbers| numbers.into_iter().map(|Whole(number)| number).collect()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_number_is_one_however_it_is_written() {
        let read = |text: &str| serde_json::from_str::<Whole<u64>>(text).ok().map(|Whole(number)| number);
        assert_eq!([read("3"), read("3.0"), read("3e2"), read("0")], [Some(3), Some(3), Some(300), Some(0)]);
        assert_eq!(read("18446744073709551615"), Some(u64::MAX));
        for bad in ["-1", "3.5", "1e300", "-1e300", "18446744073709551616", "\"3\"", "null", "true", "[3]", "{}"] {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert!(serde_json::from_str::<Whole<u32>>("4294967296.0").is_err());
    }
}

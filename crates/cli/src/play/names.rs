//! What files and seeds are called when nobody says.

use referee_host::Table;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// How many names are tried before giving up: one more than any player makes in a folder.
const TRIES_MAX: u32 = 100_000;

/// A name for a new log that no file in the folder has: `nim-20261115-221500.jsonl`.
pub(crate) fn fresh(folder: &Path, game: &str) -> PathBuf {
    let stem = format!("{game}-{}", stamp(since_epoch().as_secs()));
    let plain = folder.join(format!("{stem}.jsonl"));
    if plain.exists() { numbered(folder, &stem, "-").0 } else { plain }
}

/// A name for a child of a log, beside it: the file, and what the child is called in it.
pub(crate) fn branch(log: &Path) -> (PathBuf, String) {
    let folder = log.parent().unwrap_or(Path::new(""));
    let stem = log.file_stem().map_or_else(|| "game".into(), |stem| stem.to_string_lossy().into_owned());
    let (path, number) = numbered(folder, trunk(&stem), "-branch-");
    (path, format!("branch-{number}"))
}

/// The name that is wanted for a child, or `branch-2` and so on where a game it comes from has it.
pub(crate) fn free_name(table: &dyn Table, wanted: &str) -> String {
    let is_free = |name: &String| table.name() != *name && table.branches().iter().all(|branch| branch.name != *name);
    let numbered = (2u64..).map(|number| format!("branch-{number}"));
    std::iter::once(wanted.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// A path as a shell reads it.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = text.chars().all(|char| char.is_alphanumeric() || "-_./\\:".contains(char));
    if plain { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// A seed nobody has used yet.
pub(crate) fn seed() -> String {
    format!("{:x}-{:x}", since_epoch().as_nanos(), std::process::id())
}

/// A number nobody can foresee, for bots.
pub(crate) fn luck() -> u64 {
    since_epoch().as_nanos() as u64 ^ u64::from(std::process::id()) << 40
}

/// The name without the mark of a branch: a branch of a branch is numbered on.
fn trunk(stem: &str) -> &str {
    match stem.rsplit_once("-branch-") {
        Some((trunk, number)) if !trunk.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => trunk,
        _ => stem,
    }
}

fn numbered(folder: &Path, stem: &str, mark: &str) -> (PathBuf, u32) {
    let path = |number: u32| folder.join(format!("{stem}{mark}{number}.jsonl"));
    let number = (1..TRIES_MAX).find(|&number| !path(number).exists()).unwrap_or(TRIES_MAX);
    (path(number), number)
}

fn since_epoch() -> std::time::Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Seconds since 1970 as `20261115-221500`, in UTC.
fn stamp(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", second / 3_600, second / 60 % 60, second % 60)
}

/// Days since 1970 as year, month and day: Howard Hinnant's reckoning, with years that begin in March.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_a_date() {
        assert_eq!(stamp(0), "19700101-000000");
        assert_eq!(stamp(951_782_400), "20000229-000000");
        assert_eq!(stamp(1_794_780_900), "20261115-221500");
    }

    #[test]
    fn a_branch_of_a_branch_is_numbered_on() {
        let folder = tempfile::tempdir().unwrap();
        let (first, name) = branch(&folder.path().join("game.jsonl"));
        assert_eq!((first.file_name().unwrap().to_str(), name.as_str()), (Some("game-branch-1.jsonl"), "branch-1"));
        std::fs::write(&first, "").unwrap();
        let (second, name) = branch(&first);
        assert_eq!((second.file_name().unwrap().to_str(), name.as_str()), (Some("game-branch-2.jsonl"), "branch-2"));
    }

    #[test]
    fn a_path_is_quoted_where_a_shell_would_break_it() {
        assert_eq!(quoted(Path::new("games/nim-1.jsonl")), "games/nim-1.jsonl");
        assert_eq!(quoted(Path::new("my game's.jsonl")), r"'my game'\''s.jsonl'");
    }

    #[test]
    fn a_name_that_is_taken_is_not_given_again() {
        let folder = tempfile::tempdir().unwrap();
        let one = fresh(folder.path(), "nim");
        std::fs::write(&one, "").unwrap();
        assert_ne!(fresh(folder.path(), "nim"), one);
    }
}

//! Scenario files as tests: every file of a folder, and recorded cases from wherever `REFEREE_VECTORS` points.

use referee_host::{Registry, Scenario, verify};
use std::fs;
use std::path::{Path, PathBuf};

/// Asserts every `*.jsonl` scenario of a folder, relative to the package: `scenarios(&games, "scenarios")`. With `REFEREE_UPDATE=1` in the
/// environment it rewrites the files as they would have to be instead, drafts completed; look at the difference before you keep it.
///
/// # Panics
/// When a scenario does not hold, or there is none.
pub fn scenarios(registry: &Registry, folder: impl AsRef<Path>) {
    let files = jsonl(folder.as_ref(), "");
    assert!(!files.is_empty(), "{} has no scenario", folder.as_ref().display());
    let update = std::env::var("REFEREE_UPDATE").is_ok_and(|value| value == "1");
    assert_all(files.iter().filter_map(|file| run(registry, file, update).err()).collect());
}

/// Asserts scenarios by path, such as [`vectors`]; these are never rewritten.
///
/// # Panics
/// When a scenario does not hold.
pub fn scenario_files(registry: &Registry, files: &[PathBuf]) {
    assert_all(files.iter().filter_map(|file| run(registry, file, false).err()).collect());
}

/// The recorded cases of a game: every `<game>-*.jsonl` in the folder that `REFEREE_VECTORS` names; none where it names none.
pub fn vectors(game: &str) -> Vec<PathBuf> {
    std::env::var("REFEREE_VECTORS").map_or_else(|_| Vec::new(), |folder| jsonl(Path::new(&folder), &format!("{game}-")))
}

/// Recorded cases of a kind: every file whose name begins so in a folder of the package, and in the folder that `REFEREE_VECTORS` names, so
/// that more of them can be run without touching code: `recorded("tests/vectors", "mir-original-calls")`.
///
/// # Panics
/// When there is none.
pub fn recorded(folder: impl AsRef<Path>, kind: &str) -> Vec<PathBuf> {
    let mut files = jsonl(folder.as_ref(), kind);
    files.extend(std::env::var("REFEREE_VECTORS").map_or_else(|_| Vec::new(), |folder| jsonl(Path::new(&folder), kind)));
    assert!(!files.is_empty(), "{} has no {kind}*.jsonl", folder.as_ref().display());
    files
}

/// The lines of all recorded cases of a kind, each with the file and the line it is from.
///
/// # Panics
/// When there is none, or a file cannot be read.
pub fn cases(folder: impl AsRef<Path>, kind: &str) -> Vec<(String, String)> {
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(index, line)| (format!("{}:{}", file.display(), index + 1), line.to_owned())).collect::<Vec<_>>()
    };
    let all: Vec<(String, String)> = recorded(folder, kind).into_iter().flat_map(read).collect();
    assert!(!all.is_empty(), "the files of {kind} are empty");
    all
}

fn assert_all(failures: Vec<String>) {
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn run(registry: &Registry, file: &Path, update: bool) -> Result<(), String> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
    let scenario = Scenario::parse(&text).map_err(|error| format!("{name}: {error}"))?;
    let (failures, updated) = scenario.run(registry).map_err(|error| format!("{name}: {error}"))?;
    if update && updated != text {
        return fs::write(file, updated).map_err(|error| format!("{name}: {error}"));
    }
    if failures.is_empty() {
        // A scenario is a log.
        return verify(registry, text.as_bytes(), &mut |_| {}).map(|_| ()).map_err(|error| format!("{name}: {error}"));
    }
    let tell = |failure: &referee_host::Failure| {
        format!("{name}, line {}: {} expected {}, found {}", failure.line, failure.field, failure.expected, failure.found)
    };
    Err(failures.iter().map(tell).collect::<Vec<_>>().join("\n"))
}

/// The `*.jsonl` files of a folder whose names begin so, sorted by name.
fn jsonl(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let wanted = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(prefix) && name.ends_with(".jsonl")
    };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(wanted).collect();
    files.sort();
    files
}

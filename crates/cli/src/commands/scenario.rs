//! `referee scenario`: runs scenario files.

use super::{Outcome, YES, no};
use crate::error::Told;
use crate::output::{coloured, say, say_json};
use referee::Hue;
use referee_host::{Failure as Unmet, HostError, Registry, Scenario};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn scenario(registry: &Registry, paths: &[PathBuf], update: bool, json: bool) -> Outcome {
    let (mut passed, mut failed, mut unreadable) = (0u64, 0u64, 0u64);
    for path in files(paths)? {
        match run_one(registry, &path) {
            Ok((unmet, _, _)) if unmet.is_empty() => {
                passed += 1;
                tell(&path, &[], json, "ok")?;
            }
            Ok((unmet, before, after)) if update => {
                replace(&path, &before, &after)?;
                passed += 1;
                tell(&path, &unmet, json, "updated")?;
            }
            Ok((unmet, _, _)) => {
                failed += 1;
                tell(&path, &unmet, json, "failed")?;
            }
            Err(error) => {
                unreadable += 1;
                tell_error(&path, error, json)?;
            }
        }
    }
    if !json {
        say(format!("{passed} passed, {} failed", failed + unreadable))?;
    }
    Ok(if unreadable > 0 {
        ExitCode::from(2)
    } else if failed > 0 {
        no()
    } else {
        YES
    })
}

/// What is not met, the text as it is, the text as it would have to be.
fn run_one(registry: &Registry, path: &Path) -> Result<(Vec<Unmet>, String, String), HostError> {
    let text = crate::output::read_document(path)?;
    let named = |error: HostError| error.in_file(path.display().to_string());
    let (unmet, updated) = Scenario::parse(&text).and_then(|scenario| scenario.run(registry)).map_err(named)?;
    Ok((unmet, text, updated))
}

/// The files named, and the `.jsonl` files in the folders named, sorted.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, HostError> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let failed = |error: std::io::Error| HostError::io(&error, "cannot be read").in_file(path.display().to_string());
        let entries = std::fs::read_dir(path).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let mut found: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        found.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
        found.sort();
        if found.is_empty() {
            return Err(
                HostError::bad("NO_SCENARIOS", "there are no .jsonl files in this folder").in_file(path.display().to_string())
            );
        }
        files.extend(found);
    }
    Ok(files)
}

/// Writes the new text beside the old and swaps them, so that no failure leaves half a file.
fn replace(path: &Path, before: &str, after: &str) -> Result<(), HostError> {
    if before == after {
        return Ok(());
    }
    let beside = path.with_extension("jsonl.tmp");
    let written = std::fs::write(&beside, after).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        HostError::io(&error, "cannot be written").in_file(path.display().to_string())
    })
}

fn tell(path: &Path, unmet: &[Unmet], json: bool, outcome: &str) -> Result<(), HostError> {
    if json {
        return say_json(
            &serde_json::json!({"ok": outcome != "failed", "scenario": path.display().to_string(), "outcome": outcome, "failures": unmet}),
        );
    }
    let mark = match outcome {
        "ok" => coloured("✓", Hue::Green),
        "updated" => coloured("↻", Hue::Yellow),
        _ => coloured("✗", Hue::Red),
    };
    say(format!("{mark} {}", path.display()))?;
    for Unmet { line, step, field, expected, found } in unmet {
        let place = coloured(&format!("line {line}, step {step}"), Hue::Faint);
        say(format!("    {place} {field}\n        expected {expected}\n        found    {found}"))?;
    }
    Ok(())
}

fn tell_error(path: &Path, error: HostError, json: bool) -> Result<(), HostError> {
    let error = error.in_file(path.display().to_string());
    if json { say_json(&Told::from(&error)) } else { say(format!("{} {error}", coloured("✗", Hue::Red))) }
}

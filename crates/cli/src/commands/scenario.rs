//! `referee scenario`: runs scenario files.

use super::{Outcome, YES, no};
use crate::error::Told;
use crate::output::{coloured, say, say_json, visible};
use referee::Hue;
use referee_host::{Failure as Unmet, HostError, Registry, Scenario};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn scenario(registry: &Registry, paths: &[PathBuf], update: bool, json: bool) -> Outcome {
    if update && paths.iter().any(|path| path == Path::new("-")) {
        return Err(HostError::bad("NOT_A_FILE", "standard input cannot be rewritten").because("files to update", "-"));
    }
    let (mut passed, mut failed, mut unreadable) = (0u64, 0u64, 0u64);
    for path in files(paths)? {
        match run_one(registry, &path, update) {
            Ok((outcome, unmet)) => {
                *(if outcome == "failed" { &mut failed } else { &mut passed }) += 1;
                tell(&path, &unmet, json, outcome)?;
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

/// How it went, and what was not met.
fn run_one(registry: &Registry, path: &Path, update: bool) -> Result<(&'static str, Vec<Unmet>), HostError> {
    let text = crate::output::read_document(path)?;
    let named = |error: HostError| error.in_file(path.display().to_string());
    let (unmet, updated) = Scenario::parse(&text).and_then(|scenario| scenario.run(registry)).map_err(named)?;
    if unmet.is_empty() {
        return Ok(("ok", unmet));
    }
    if !update {
        return Ok(("failed", unmet));
    }
    if updated != text {
        replace(path, &updated).map_err(named)?;
    }
    Ok(("updated", unmet))
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

/// Writes the new text beside the old and swaps them, so that no failure leaves half a file. A link stays a link, and the file keeps
/// who may read and write it.
fn replace(path: &Path, text: &str) -> Result<(), HostError> {
    let failed = |error: std::io::Error| HostError::io(&error, "cannot be written");
    let target = path.canonicalize().map_err(failed)?;
    let meta = target.metadata().map_err(failed)?;
    if !meta.is_file() {
        return Err(HostError::bad("NOT_A_FILE", "this cannot be rewritten").because("a file", "something else"));
    }
    if meta.permissions().readonly() {
        return Err(HostError::bad("READ_ONLY", "the file is read-only and is left as it is"));
    }
    let mut beside = tempfile::NamedTempFile::new_in(target.parent().unwrap_or(Path::new("."))).map_err(failed)?;
    let written = beside.write_all(text.as_bytes()).and_then(|()| beside.as_file().set_permissions(meta.permissions()));
    written.and_then(|()| beside.as_file().sync_data()).map_err(failed)?;
    beside.persist(&target).map_err(|kept| failed(kept.error))?;
    Ok(())
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
    say(format!("{mark} {}", visible(&path.display().to_string())))?;
    let drafted = unmet.iter().filter(|unmet| unmet.is_draft).count();
    match (outcome, drafted) {
        (_, 0) => {}
        ("updated", _) => say(format!("    drafts completed: {drafted}"))?,
        _ => say(format!("    drafts: {drafted}; `referee scenario --update` completes them"))?,
    }
    let unmet = unmet.iter().filter(|unmet| !unmet.is_draft);
    for Unmet { line, step, field, expected, found, .. } in unmet {
        let place = coloured(&format!("line {line}, step {step}"), Hue::Faint);
        let [field, expected, found] = [field, expected, found].map(|text| visible(text));
        say(format!("    {place} {field}\n        expected {expected}\n        found    {found}"))?;
    }
    Ok(())
}

fn tell_error(path: &Path, error: HostError, json: bool) -> Result<(), HostError> {
    let error = error.in_file(path.display().to_string());
    if json {
        say_json(&Told::from(&error))
    } else {
        say(format!("{} {}", coloured("✗", Hue::Red), visible(&error.to_string())))
    }
}

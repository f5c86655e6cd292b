//! `referee verify`: chain, fold, decide again.

use super::{Outcome, YES};
use crate::error::{Told, exit_code};
use crate::output::{coloured, for_people, put, say, say_json, visible};
use indicatif::{ProgressBar, ProgressStyle};
use referee::Hue;
use referee_host::{HostError, Id, Registry, Report};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn verify(registry: &Registry, logs: &[PathBuf], head: Option<&str>, json: bool) -> Outcome {
    if let Some(odd) = head.filter(|head| Id::parse(head).is_none()) {
        return Err(HostError::bad("BAD_HEAD", "--head is the id of a line").because("64 digits of 0-9 and a-f", odd));
    }
    if head.is_some() && logs.len() > 1 {
        return Err(HostError::bad("ONE_HEAD", "--head is the id of one log").because("one log", logs.len().to_string()));
    }
    let bar = progress(logs);
    let (mut code, mut done) = (YES, 0);
    for log in logs {
        let size = size(log);
        let checked = verify_one(registry, log, head, &mut |bytes| bar.set_position(done + bytes));
        done += size;
        bar.suspend(|| tell(log, &checked, json || !for_people()))?;
        if let Err(error) = checked {
            code = worst(code, exit_code(&error));
        }
    }
    bar.finish_and_clear();
    Ok(code)
}

fn verify_one(registry: &Registry, log: &Path, head: Option<&str>, progress: &mut dyn FnMut(u64)) -> Result<Report, HostError> {
    let named = |error: HostError| error.in_file(log.display().to_string());
    let (input, _) = open_log(log)?;
    let report = referee_host::verify(registry, input, progress).map_err(named)?;
    match head {
        Some(head) if head != report.head => {
            let error = HostError::no("WRONG_HEAD", "the log holds, but ends elsewhere: it was cut short, or is another one");
            Err(named(error.because(head, report.head)))
        }
        _ => Ok(report),
    }
}

/// Opens a log for streaming; `-` is standard input.
pub(crate) fn open_log(path: &Path) -> Result<(Box<dyn BufRead>, u64), HostError> {
    if path == Path::new("-") {
        return Ok((Box::new(BufReader::new(io::stdin())), 0));
    }
    let named = |error: HostError| error.in_file(path.display().to_string());
    let file = File::open(path).map_err(|error| named(HostError::io(&error, "cannot be opened")))?;
    let meta = file.metadata().map_err(|error| named(HostError::io(&error, "cannot be read")))?;
    if meta.is_dir() {
        return Err(named(HostError::bad("IS_A_DIRECTORY", "this is a directory").because("a log file", "a directory")));
    }
    Ok((Box::new(BufReader::with_capacity(1 << 18, file)), meta.len()))
}

/// Where the dice came from, where it is not the rules.
fn dice_of(report: &Report) -> String {
    let sealed = |count: u64, what: &str| if count == 0 { String::new() } else { format!(", {count} sealed dice {what}") };
    let origin = match report.chance.as_str() {
        "native" | "sealed" => String::new(),
        "scripted" => ", dice handed in".to_owned(),
        changed => format!(", dice {changed}"),
    };
    [origin, sealed(report.dice_checked, "checked"), sealed(report.dice_unchecked, "not yet revealed")].concat()
}

fn tell(log: &Path, checked: &Result<Report, HostError>, json: bool) -> Result<(), HostError> {
    let name = log.display().to_string();
    match checked {
        Ok(report) if json => {
            let report = serde_json::to_string(report).unwrap_or_default();
            let name = serde_json::to_string(&name).unwrap_or_default();
            put(&format!("{{\"ok\":true,\"log\":{name},{}\n", &report[1..]))
        }
        Err(error) if json => say_json(&Told::from(error)),
        Ok(report) => {
            let dice = dice_of(report);
            let players =
                if report.players.is_empty() { String::new() } else { format!(", {}", visible(&report.players.to_string())) };
            let closed = report.closed.as_ref().map_or_else(String::new, |why| format!(", closed: {}", visible(why)));
            let result = report.result.as_ref().map_or_else(String::new, |result| format!(", {}", result.told));
            let facts = format!(
                "{} records, {} events{dice}{players}{result}{closed}\n   digest {}\n   head   {}",
                report.records, report.events, report.digest, report.head
            );
            say(format!("{} {}: {} {facts}", coloured("✓", Hue::Green), visible(&name), report.game))
        }
        Err(error) => {
            let (place, message) = (visible(&error.place.to_string()), visible(&error.message));
            let mut text = format!("{} {place}: [{}] {message}", coloured("✗", Hue::Red), error.code);
            for (what, value) in [("expected", &error.expected), ("found   ", &error.found), ("help    ", &error.help)] {
                if let Some(value) = value {
                    text.push_str(&format!("\n   {} {}", coloured(what, Hue::Faint), visible(value)));
                }
            }
            say(text)
        }
    }
}

fn progress(logs: &[PathBuf]) -> ProgressBar {
    let total = logs.iter().map(|log| size(log)).sum();
    let style = ProgressStyle::with_template("{bar:40.cyan/8} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left");
    match style {
        Ok(style) if total > 1 << 20 => ProgressBar::new(total).with_style(style),
        _ => ProgressBar::hidden(),
    }
}

fn size(log: &Path) -> u64 {
    std::fs::metadata(log).map_or(0, |meta| meta.len())
}

/// Bad input outweighs no, no outweighs yes.
fn worst(one: ExitCode, two: ExitCode) -> ExitCode {
    let bad = ExitCode::from(2);
    if one == bad || two == bad {
        bad
    } else if one == YES {
        two
    } else {
        one
    }
}

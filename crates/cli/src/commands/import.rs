//! `referee import`: a file of another program becomes a log.

use super::{Outcome, YES, no};
use crate::error::{Told, report};
use crate::output::{name_of, put, read_text, say, say_json};
use referee_host::{FOREIGN_MAX, HostError, LogFile, Reading, Registry, Table};
use serde::Serialize;
use serde_json::value::RawValue;
use std::path::Path;

/// How many problems of a file a person is shown.
const PROBLEMS_SHOWN: usize = 20;

pub(crate) fn import(
    registry: &Registry,
    file: &Path,
    game: Option<&str>,
    format: Option<&str>,
    out: Option<&Path>,
    json: bool,
) -> Outcome {
    game.map(|game| registry.title(game)).transpose()?;
    let name = name_of(file);
    let text = read_text(file, FOREIGN_MAX)?;
    let mut reading = registry.import(game, format, &text).map_err(|error| error.in_file(&*name))?;
    reading.problems = reading.problems.into_iter().map(|problem| problem.in_file(&*name)).collect();
    let Some(table) = &reading.table else { return tell_problems(&reading, json) };
    let lines = table.text()?;
    match out {
        Some(out) => LogFile::create(out, &lines)?,
        None if !json => put(&lines)?,
        None => {}
    }
    tell(&reading, &**table, &name, out, json)?;
    Ok(YES)
}

/// Says what was read, unless the log itself went to standard output.
fn tell(reading: &Reading, table: &dyn Table, file: &str, out: Option<&Path>, json: bool) -> Result<(), HostError> {
    let Reading { game, format, .. } = reading;
    let (records, out) = (table.seq() + 1, out.map(|out| out.display().to_string()));
    if json {
        let (head, report) = (Some(table.head().to_string()), raw(reading));
        return say_json(&Answer {
            ok: true,
            game,
            format,
            records: Some(records),
            head,
            log: Some(out),
            report,
            problems: None,
        });
    }
    match out {
        Some(out) => say(format!("imported {file}: {format}, {records} records of {game}, in {out}")),
        None => Ok(()),
    }
}

fn tell_problems(reading: &Reading, json: bool) -> Outcome {
    let Reading { game, format, problems, .. } = reading;
    if json {
        let told: Vec<Told<'_>> = problems.iter().map(Told::from).collect();
        let (report, problems) = (raw(reading), Some(told));
        say_json(&Answer { ok: false, game, format, records: None, head: None, log: None, report, problems })?;
        return Ok(no());
    }
    for problem in problems.iter().take(PROBLEMS_SHOWN) {
        report(problem, false);
    }
    if problems.len() > PROBLEMS_SHOWN {
        let more = format!("{} more problems are not shown", problems.len() - PROBLEMS_SHOWN);
        report(&HostError::no("MORE", more).help("--json shows them all"), false);
    }
    Ok(no())
}

/// What a program is told. The report is as the game wrote it, to the byte.
#[derive(Serialize)]
struct Answer<'a> {
    ok: bool,
    game: &'a str,
    format: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    log: Option<Option<String>>,
    report: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problems: Option<Vec<Told<'a>>>,
}

/// What was read, as the game tells it.
fn raw(reading: &Reading) -> Option<Box<RawValue>> {
    RawValue::from_string(reading.report.clone()).ok()
}

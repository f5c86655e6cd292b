//! `referee act`: judges one action and appends its record; or says what it would do.

use super::{Outcome, YES, no};
use crate::output::{put, read_document};
use referee_host::{HostError, LogFile, Registry, Verdict};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn act(registry: &Registry, log: &Path, action: &str, seat: Option<&str>, at: Option<u64>) -> Outcome {
    let action = declared(action)?;
    let mut file = LogFile::append(registry, log)?;
    let seat = file.table.whose(seat, &action)?;
    let at = at.unwrap_or_else(|| file.table.at());
    let verdict = file.table.act(seat, at, &action, None);
    let is_record = !verdict.lines.is_empty();
    if is_record {
        file.write(&verdict.lines)?;
    }
    // Whoever hears nothing must not act again.
    let help = "the action is on record all the same: do not send it again";
    put(&format!("{}\n", verdict.json())).map_err(|error| if is_record { error.help(help) } else { error })?;
    Ok(code(&verdict))
}

/// The log is only read: a preview needs no right to write.
pub(crate) fn preview(registry: &Registry, log: &Path, action: &str, seat: Option<&str>, at: Option<u64>) -> Outcome {
    let action = declared(action)?;
    let table = LogFile::open(registry, log, None)?.table;
    let seat = table.whose(seat, &action)?;
    let preview = table.preview(seat, at.unwrap_or_else(|| table.at()), &action);
    put(&format!("{}\n", preview.json()))?;
    Ok(code(&preview.verdict))
}

fn declared(action: &str) -> Result<String, HostError> {
    if action == "-" { read_document(Path::new("-")) } else { Ok(action.to_owned()) }
}

fn code(verdict: &Verdict) -> ExitCode {
    match (verdict.success, verdict.readable) {
        (true, _) => YES,
        (false, true) => no(),
        (false, false) => ExitCode::from(2),
    }
}

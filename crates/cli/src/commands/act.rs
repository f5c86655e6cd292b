//! `referee act`: judges one action and appends its record.

use super::{Outcome, YES, no};
use crate::output::{put, read_document};
use referee_host::{LogFile, Registry};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn act(registry: &Registry, log: &Path, action: &str, seat: Option<&str>, at: Option<u64>) -> Outcome {
    let action = if action == "-" { read_document(Path::new("-"))? } else { action.to_owned() };
    let mut file = LogFile::append(registry, log)?;
    let seat = file.table.whose(seat, &action)?;
    let at = at.unwrap_or_else(|| file.table.at());
    let verdict = file.table.act(seat, at, &action, None);
    if !verdict.lines.is_empty() {
        file.write(&verdict.lines)?;
    }
    put(&format!("{}\n", verdict.json()))?;
    Ok(match (verdict.success, verdict.readable) {
        (true, _) => YES,
        (false, true) => no(),
        (false, false) => ExitCode::from(2),
    })
}

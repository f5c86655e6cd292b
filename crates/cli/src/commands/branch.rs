//! `referee branch`: a child game from any record.

use super::{Outcome, YES};
use crate::output::{put, say};
use referee_host::{HostError, Line, LogFile, Reader, Registry};
use std::path::Path;

pub(crate) fn branch(registry: &Registry, log: &Path, at: u64, out: Option<&Path>, name: &str) -> Outcome {
    let mut table = LogFile::open(registry, log, Some(at))?.table;
    let mut lines = lines_up_to(log, at).map_err(|error| error.in_file(log.display().to_string()))?;
    if lines.is_empty() {
        return Err(HostError::bad("EMPTY", "there is no log in here").in_file(log.display().to_string()).into());
    }
    lines.push_str(&table.branch(name)?);
    match out {
        Some(out) => {
            LogFile::create(out, &lines)?;
            say(format!("{} goes on from record {at} of {}", out.display(), log.display()))?;
        }
        None => put(&lines)?,
    }
    Ok(YES)
}

/// The lines of a log up to a record, prose and all, as they are: the child shares its past with its parent to the byte.
fn lines_up_to(log: &Path, at: u64) -> Result<String, HostError> {
    let (input, _) = super::verify::open_log(log)?;
    let mut reader = Reader::new(input);
    let mut lines = String::new();
    loop {
        let number = reader.line_number() + 1;
        let Some(text) = reader.next_line()? else { return Ok(lines) };
        if !Line::is_prose(text) && Line::parse(text).map_err(|error| error.at_line(number))?.seq > at {
            return Ok(lines);
        }
        lines.push_str(text);
        lines.push('\n');
    }
}

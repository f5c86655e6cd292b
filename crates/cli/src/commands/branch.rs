//! `referee branch`: a child game from any record.

use super::{Outcome, YES};
use crate::output::{put, say, say_json};
use referee_host::{HostError, Line, LogFile, Reader, Registry};
use std::path::Path;

pub(crate) fn branch(registry: &Registry, log: &Path, at: u64, out: Option<&Path>, name: &str, json: bool) -> Outcome {
    let mut table = LogFile::open(registry, log, Some(at))?.table;
    let mut lines = lines_up_to(log, at).map_err(|error| error.in_file(log.display().to_string()))?;
    if lines.is_empty() {
        return Err(HostError::bad("EMPTY", "there is no log in here").in_file(log.display().to_string()));
    }
    lines.push_str(&table.branch(name)?);
    let Some(out) = out else {
        put(&lines)?;
        return Ok(YES);
    };
    LogFile::create(out, &lines)?;
    let (child, head) = (out.display().to_string(), table.head());
    match json {
        true => say_json(&serde_json::json!({"ok": true, "log": child, "at": at, "head": head.as_str()}))?,
        false => say(format!("{child} goes on from record {at} of {}", log.display()))?,
    }
    Ok(YES)
}

/// The lines of a log up to a record, prose and all, as they are: the child shares its past with its parent to the byte. What comes
/// after the record may be damaged: this is also how the good part of a damaged log is saved.
fn lines_up_to(log: &Path, at: u64) -> Result<String, HostError> {
    let (input, _) = super::verify::open_log(log)?;
    let mut reader = Reader::new(input);
    let (mut lines, mut reached) = (String::new(), false);
    loop {
        let number = reader.line_number() + 1;
        let text = match reader.next_line() {
            Ok(Some(text)) => text,
            Err(error) if !reached => return Err(error),
            _ => return Ok(lines),
        };
        if !Line::is_prose(text) {
            match Line::parse(text) {
                Ok(line) if line.seq <= at => reached = line.seq == at,
                Err(error) if !reached => return Err(error.at_line(number)),
                _ => return Ok(lines),
            }
        }
        lines.push_str(text);
        lines.push('\n');
    }
}

//! `referee export`: a log as a file of another program.

use super::replay::whole;
use super::{Outcome, YES};
use crate::output::{name_of, put, say, say_json};
use referee_host::{LogFile, Registry};
use std::path::Path;

pub(crate) fn export(registry: &Registry, log: &Path, format: &str, to: Option<u64>, out: Option<&Path>, json: bool) -> Outcome {
    let table = whole(registry, log, to)?;
    let to = to.unwrap_or_else(|| table.seq());
    let text = table.export(format, to).map_err(|error| error.in_file(name_of(log)))?;
    let Some(out) = out.filter(|out| *out != Path::new("-")) else {
        put(&text)?;
        return Ok(YES);
    };
    LogFile::create(out, &text)?;
    let file = out.display().to_string();
    match json {
        true => say_json(&serde_json::json!({"ok": true, "file": file, "format": format, "to": to}))?,
        false => say(format!("{file} is {} after record {to} as {format}", name_of(log)))?,
    }
    Ok(YES)
}

//! `referee replay`: folds the events of a log.

use super::verify::open_log;
use super::{Outcome, YES};
use crate::output::{coloured, paint, put, say, say_json};
use referee::Hue;
use referee_host::{LogFile, Registry, Table};
use serde_json::value::RawValue;
use std::path::Path;

pub(crate) fn replay(registry: &Registry, log: &Path, to: Option<u64>, step: bool, json: bool) -> Outcome {
    if step {
        let table = LogFile::whole(registry, log)?.table;
        return steps(&*table, to.unwrap_or(u64::MAX).min(table.seq()), json);
    }
    let name = log.display().to_string();
    let (input, _) = open_log(log)?;
    let (table, report) =
        referee_host::replay(registry, input, to.unwrap_or(u64::MAX), &mut |_| {}).map_err(|error| error.in_file(name))?;
    if json {
        say_json(&report)?;
        return Ok(YES);
    }
    say(paint(&table.scene(None)))?;
    say(coloured(&format!("{} records, {} events, digest {}", report.records, report.events, report.digest), Hue::Faint))?;
    Ok(YES)
}

fn steps(table: &dyn Table, to: u64, json: bool) -> Outcome {
    for seq in 0..=to {
        let Some((seat, at, cause)) = table.cause(seq) else { continue };
        let who = if seq == 0 { "setup" } else { table.card().seat_name(seat) };
        if json {
            let raw = |text: String| RawValue::from_string(text).unwrap_or_default();
            let (cause, events) = (raw(cause), raw(table.seen(seq, None)));
            say_json(
                &serde_json::json!({"seq": seq, "seat": who, "at": at, "cause": cause, "events": events, "told": table.tell(seq, None)}),
            )?;
            continue;
        }
        say(format!("{} {} {cause}", coloured(&format!("{seq:>5}"), Hue::Faint), coloured(who, Hue::Cyan)))?;
        for sentence in table.tell(seq, None) {
            say(format!("        {sentence}"))?;
        }
    }
    put("")?;
    Ok(YES)
}

//! `referee diff`: the first difference of two logs.

use super::verify::open_log;
use super::{Outcome, YES, no};
use crate::output::{coloured, say, say_json, visible};
use referee::Hue;
use referee_host::{Difference, HostError, Registry, pretty_path};
use std::path::Path;

pub(crate) fn diff(registry: &Registry, one: &Path, two: &Path, json: bool) -> Outcome {
    let (left, right) = (open_log(one)?.0, open_log(two)?.0);
    let found = referee_host::diff(registry, left, right).map_err(|(second, error)| {
        let file = if second { two } else { one };
        error.in_file(file.display().to_string())
    })?;
    match (&found, json) {
        (_, true) => say_json(&serde_json::json!({"same": found.is_none(), "difference": found}))?,
        (None, false) => say("the logs say the same")?,
        (Some(difference), false) => tell(one, two, difference)?,
    }
    Ok(if found.is_none() { YES } else { no() })
}

fn tell(one: &Path, two: &Path, difference: &Difference) -> Result<(), HostError> {
    let event = difference.event.map_or(String::new(), |event| format!(", event {event}"));
    say(format!("record {}{event}: {}", difference.seq, coloured(&visible(pretty_path(&difference.path)), Hue::Cyan)))?;
    let sides = [
        (one, difference.lines.0, &difference.one, &difference.cursors.0, Hue::Red),
        (two, difference.lines.1, &difference.two, &difference.cursors.1, Hue::Green),
    ];
    for (file, line, value, cursor, hue) in sides {
        let cursor = cursor.as_ref().map_or(String::new(), |cursor| format!("  (generator before it: {cursor})"));
        let (file, value) = (visible(&file.display().to_string()), coloured(&visible(value), hue));
        say(format!("  {file} line {line}: {value}{}", coloured(&visible(&cursor), Hue::Faint)))?;
    }
    Ok(())
}

//! `referee why`: how a record came so.

use super::{Outcome, YES};
use crate::output::{coloured, put, say};
use referee::Hue;
use referee_host::{Altered, Branchlet, Explained, HostError, LogFile, Registry};
use std::path::Path;

pub(crate) fn why(registry: &Registry, log: &Path, seq: u64, field: Option<&str>, json: bool) -> Outcome {
    let whole = LogFile::whole(registry, log)?.table;
    if seq > whole.seq() {
        let error = HostError::bad("NO_SUCH_RECORD", format!("the log has no record {seq}"));
        return Err(error.because(format!("0 to {}", whole.seq()), seq.to_string()).in_file(log.display().to_string()));
    }
    let mut explained = whole.why(seq).map_err(|error| error.in_file(log.display().to_string()))?;
    if let Some(field) = field {
        explained.tree = explained.tree.into_iter().filter_map(|it| it.about(field)).collect();
    }
    if json {
        put(&format!("{}\n", serde_json::to_string(&explained).unwrap_or_default()))?;
        return Ok(YES);
    }
    print(&explained, field)?;
    Ok(YES)
}

fn print(explained: &Explained, field: Option<&str>) -> Result<(), HostError> {
    let Explained { seq, seat, action, tree, left_out } = explained;
    say(format!("{} {} {}", coloured(&format!("record {seq}"), Hue::Faint), coloured(seat, Hue::Blue), action))?;
    if tree.is_empty() {
        let about = field.map_or_else(String::new, |field| format!(" about `{field}`"));
        return say(coloured(&format!("nothing{about} was noted"), Hue::Faint));
    }
    let last = tree.len() - 1;
    tree.iter().enumerate().try_for_each(|(nth, it)| branch(it, "", nth == last))?;
    if *left_out > 0 {
        say(coloured(&format!("{left_out} more events are left out: a branch begins here"), Hue::Faint))?;
    }
    Ok(())
}

/// One branch and what belongs to it, drawn behind its stem.
fn branch(it: &Branchlet, stem: &str, is_last: bool) -> Result<(), HostError> {
    let (twig, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
    let (text, within): (String, &[Branchlet]) = match it {
        Branchlet::Thrown { verb, about, verdict, within } => {
            (format!("{} {} {}", coloured(verb, Hue::Yellow), about, told(verdict)), within)
        }
        Branchlet::Asked { station, handler, verdict, changes, within } => {
            let changes: String = changes.iter().map(changed).collect();
            (format!("{} {handler} {}{changes}", coloured(station, Hue::Faint), told(verdict)), within)
        }
        Branchlet::Event { index, told, event } => {
            let told = if told.is_empty() { coloured(event, Hue::Faint) } else { told.clone() };
            (format!("{} {told}", coloured(&format!("event {index}"), Hue::Green)), &[])
        }
    };
    say(format!("{}{text}", coloured(&format!("{stem}{twig}"), Hue::Faint)))?;
    let last = within.len().saturating_sub(1);
    within.iter().enumerate().try_for_each(|(nth, it)| branch(it, &format!("{stem}{below}"), nth == last))
}

fn told(verdict: &str) -> String {
    let hue = match verdict {
        "ABORT" | "ERROR" => Hue::Red,
        "DONE" => Hue::Green,
        _ => Hue::Faint,
    };
    coloured(verdict, hue)
}

fn changed(it: &Altered) -> String {
    format!(" {}", coloured(&format!("{}: {} → {}", it.field, it.from, it.to), Hue::Blue))
}

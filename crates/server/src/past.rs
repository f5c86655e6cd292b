//! Any moment of a stored log, from the nearest keyframe.

use crate::Problem;
use crate::office::Office;
use axum::http::StatusCode;
use referee_host::{KEYFRAME_EVERY, Line, Table, open_lines, resume_lines};
use referee_store::LogName;

/// How many lines that are no records may lie between a keyframe and what follows it.
const MARKS: u64 = 64;

/// The game as it stood after a record, and all its lines up to there.
pub(crate) fn moment(office: &Office, log: &LogName, record: u64) -> Result<(Box<dyn Table>, String), Problem> {
    let table = table_at(office, log, Some(record))?;
    let standing = office.store.standing(log)?.ok_or_else(|| Problem::missing("log"))?;
    let mut end = after_record(office, log, standing.next, record)?;
    // Only the record and its keyframe: what was told or closed after it is not the branch's.
    let read = office.store.read(log, 0, end as usize)?;
    let is_own = |text: &str| Line::parse(text).is_ok_and(|line| line.deed().is_some() || line.is_keyframe());
    while end > 0 && !read.get(end as usize - 1).is_some_and(|kept| is_own(&kept.text)) {
        end -= 1;
    }
    let lines: String = read.iter().take(end as usize).map(|kept| format!("{}\n", kept.text)).collect();
    match end as usize == read.len() {
        true => Ok((table, lines)),
        false => Ok((open_lines(&office.registry, lines.lines())?, lines)),
    }
}

/// The game as it stood after a record.
pub(crate) fn table_at(office: &Office, log: &LogName, to: Option<u64>) -> Result<Box<dyn Table>, Problem> {
    let standing = office.store.standing(log)?.ok_or_else(|| Problem::missing("log"))?;
    let last = seq_at(office, log, standing.next.saturating_sub(1))?;
    let to = to.unwrap_or(last);
    if to > last {
        let problem = Problem::new(StatusCode::NOT_FOUND, "NO_SUCH_RECORD", format!("the log has no record {to}"));
        return Err(problem.because(format!("0 to {last}"), to.to_string()));
    }
    let end = after_record(office, log, standing.next, to)?;
    let begin = end.saturating_sub(KEYFRAME_EVERY + MARKS);
    let read = |from: u64, to: u64| -> Result<Vec<String>, Problem> {
        Ok(office.store.read(log, from, (to - from) as usize)?.into_iter().map(|kept| kept.text).collect())
    };
    if begin > 0 {
        let (first, latest) = (read(0, 1)?, read(begin, end)?);
        let latest: Vec<&str> = latest.iter().map(String::as_str).collect();
        if let Some(table) = resume_lines(&office.registry, first.first().map_or("", String::as_str), &latest)? {
            return Ok(table);
        }
    }
    let lines = read(0, end)?;
    Ok(open_lines(&office.registry, lines.iter().map(String::as_str))?)
}

/// The number of the line after a record, found by halving.
fn after_record(office: &Office, log: &LogName, next: u64, to: u64) -> Result<u64, Problem> {
    let (mut low, mut high) = (to, next); // no record lies before its own number
    while low < high {
        let middle = low + (high - low) / 2;
        if seq_at(office, log, middle)? <= to { low = middle + 1 } else { high = middle }
    }
    Ok(low)
}

fn seq_at(office: &Office, log: &LogName, number: u64) -> Result<u64, Problem> {
    let kept = office.store.read(log, number, 1)?;
    let kept = kept.first().ok_or_else(|| Problem::missing("record"))?;
    Ok(Line::parse(&kept.text)?.seq)
}

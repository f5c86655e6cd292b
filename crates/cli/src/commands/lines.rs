//! `referee judge` and `referee run`: JSON lines in, JSON lines out, streaming.

use super::{Outcome, YES};
use crate::output::heard;
use referee_host::{Fault, HostError, Reader, Registry};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

pub(crate) fn judge(registry: &Registry, game: &str) -> Outcome {
    let title = registry.title(game)?;
    answer_all("success", &mut |request| title.judge(request))
}

pub(crate) fn run(registry: &Registry, game: &str, views: bool) -> Outcome {
    let title = registry.title(game)?;
    answer_all("ok", &mut |request| title.run(request, views))
}

/// Answers line by line, as long as anyone reads the answers. A line that is no request is answered with an error and the exit code is 2
/// in the end; the rest is answered. `verdict` is the field that says yes or no in an answer.
fn answer_all(verdict: &str, answer: &mut dyn FnMut(&str) -> Result<String, HostError>) -> Outcome {
    let mut reader = Reader::lines_of(io::stdin().lock());
    let mut out = BufWriter::new(io::stdout().lock());
    let mut code = YES;
    loop {
        let number = reader.line_number() + 1;
        let answered = match reader.next_line() {
            Ok(None) => break,
            Ok(Some(request)) if request.trim().is_empty() => continue,
            Ok(Some(request)) => answer(request),
            Err(error) => Err(error),
        };
        let mut fatal = false;
        let text = answered.unwrap_or_else(|error| {
            code = ExitCode::from(2);
            fatal = error.fault == Fault::BadInput && matches!(error.code, "IO" | "LINE_TOO_LONG" | "LOG_TOO_LONG");
            format!("{{\"{verdict}\":false,\"line\":{number},\"errors\":{}}}", serde_json::json!([error.line()]))
        });
        let mut written = writeln!(out, "{text}");
        if fatal || reader.is_drained() {
            written = written.and_then(|()| out.flush()); // someone may be waiting for this answer before asking on
        }
        if !heard(written)? || fatal {
            return Ok(code);
        }
    }
    heard(out.flush())?;
    Ok(code)
}

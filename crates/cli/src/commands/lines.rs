//! `referee judge`, `referee mutate` and `referee run`: JSON lines in, JSON lines out, streaming.

use super::{Outcome, YES, no};
use crate::output::heard;
use referee_host::{Fault, HostError, Reader, Registry};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

pub(crate) fn judge(registry: &Registry, game: &str) -> Outcome {
    let mut judge = registry.title(game)?.judging();
    answer_all("success", Pace::Streaming, &mut |request, out| judge.answer(request, out))
}

pub(crate) fn mutate(registry: &Registry, game: &str) -> Outcome {
    let mut mutator = registry.mutating(game)?;
    answer_all("success", Pace::Streaming, &mut |request, out| mutator.answer(request, out))
}

pub(crate) fn run(registry: &Registry, game: &str, views: bool) -> Outcome {
    let title = registry.title(game)?;
    let mut all_ok = true;
    let code = answer_all("ok", Pace::Streaming, &mut |request, out| {
        *out = title.run(request, views)?;
        all_ok &= out.starts_with("{\"ok\":true");
        Ok(())
    })?;
    Ok(if code == YES && !all_ok { no() } else { code })
}

/// Writes the answer to a request into an empty text.
type Answer<'a> = dyn FnMut(&str, &mut String) -> Result<(), HostError> + 'a;

/// When answers are handed out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// When nobody has asked further, or many have piled up.
    Streaming,
    /// Each before the next question is looked at: what was asked has been written down by then.
    EachAtOnce,
}

/// Answers line by line, as long as anyone reads the answers. A line that is no request is answered with an error and the exit code is 2
/// in the end; the rest is answered. `verdict` is the field that says yes or no in an answer.
pub(super) fn answer_all(verdict: &str, pace: Pace, answer: &mut Answer<'_>) -> Outcome {
    let mut reader = Reader::lines_of(io::stdin().lock());
    let mut stdout = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let (mut code, mut out) = (YES, String::new()); // one buffer for every answer: a document may be megabytes
    loop {
        let number = reader.line_number() + 1;
        out.clear();
        let answered = match reader.next_line() {
            Ok(None) => break,
            Ok(Some(request)) if request.trim().is_empty() => continue,
            Ok(Some(request)) => answer(request, &mut out),
            Err(error) => Err(error),
        };
        let mut fatal = false;
        if let Err(error) = answered {
            code = ExitCode::from(2);
            fatal = is_fatal(&error);
            out.clear();
            let errors = serde_json::json!([error.line()]);
            let _ = write!(out, "{{\"{verdict}\":false,\"line\":{number},\"errors\":{errors}}}"); // text takes all text
        }
        out.push('\n');
        let mut written = stdout.write_all(out.as_bytes());
        if fatal || pace == Pace::EachAtOnce || reader.is_drained() {
            written = written.and_then(|()| stdout.flush()); // someone may be waiting for this answer before asking on
        }
        if !heard(written)? || fatal {
            return Ok(code);
        }
    }
    heard(stdout.flush())?;
    Ok(code)
}

/// Whether nothing can be read after this.
fn is_fatal(error: &HostError) -> bool {
    error.fault == Fault::BadInput && matches!(error.code, "IO" | "LINE_TOO_LONG" | "LOG_TOO_LONG")
}

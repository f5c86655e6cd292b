//! `referee content check`: what is wrong with a folder of content, and where.

use super::{Outcome, YES, no};
use crate::output::{coloured, say, say_json, visible};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use referee::Hue;
use referee::Rules;
use referee_host::{HostError, Registry};
use referee_incursion::content::{BYTES_MAX, Content, FILES, FILES_MAX, Problem};
use referee_incursion::{Incursion, title_of};
use serde_json::json;
use std::fmt;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;

/// The games, Incursion with the content of a folder if one is named: read anew by every command, so that nothing must be built.
pub(crate) fn with_content(registry: &Registry, dir: Option<&Path>) -> Result<Registry, HostError> {
    let Some(dir) = dir.filter(|_| registry.title(Incursion::NAME).is_ok()) else { return Ok(registry.clone()) };
    let files = read(dir)?;
    let borrowed: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let faulty = |why: String| {
        let error = HostError::bad("BAD_CONTENT", format!("this content cannot be played: {why}"));
        error.because("content without problems (`referee content check` names them all)", "content with problems")
    };
    let in_dir = |error: HostError| error.in_file(dir.display().to_string());
    let content = Content::read(&borrowed).map_err(|problems| in_dir(faulty(problems[0].to_string())))?;
    let rules = Incursion::with(Arc::new(content)).map_err(|why| in_dir(faulty(why)))?;
    Ok(registry.clone().instead(title_of(rules)))
}

pub(crate) fn check(dir: Option<&Path>, json: bool) -> Outcome {
    let files = match dir {
        Some(dir) => read(dir)?,
        None => FILES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect(),
    };
    let borrowed: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let checked = Content::read(&borrowed).and_then(|content| match content.missing() {
        missing if missing.is_empty() => Ok(content),
        missing => Err(missing),
    });
    match checked {
        Ok(content) if json => {
            say_json(&json!({"ok": true, "problems": 0, "counted": content.count(), "hash": content.hash()}))?;
            Ok(YES)
        }
        Ok(content) => {
            say(format!("{}: {}", content.count(), coloured("no problems", Hue::Green)))?;
            Ok(YES)
        }
        Err(problems) => {
            for problem in &problems {
                if json { say_json(&told(problem))? } else { say(shown(problem, &files))? }
            }
            let count = format!("{} {}", problems.len(), if problems.len() == 1 { "problem" } else { "problems" });
            if json {
                say_json(&json!({"ok": false, "problems": problems.len()}))?;
            } else {
                say(coloured(&count, Hue::Red))?;
            }
            Ok(no())
        }
    }
}

/// The `.toml` files of a folder. Links are not followed, folders within it are left alone.
fn read(dir: &Path) -> Result<Vec<(String, String)>, HostError> {
    let named = |error: HostError| error.in_file(dir.display().to_string());
    let failed = |error: io::Error| named(HostError::io(&error, "cannot be read"));
    let mut files = Vec::new();
    let mut left = BYTES_MAX as u64;
    for entry in std::fs::read_dir(dir).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.ends_with(".toml") || !entry.file_type().map_err(failed)?.is_file() {
            continue;
        }
        if files.len() == FILES_MAX {
            return Err(named(too_large()));
        }
        let mut bytes = Vec::new();
        let file = std::fs::File::open(entry.path()).map_err(failed)?;
        file.take(left + 1).read_to_end(&mut bytes).map_err(failed)?;
        left = left.checked_sub(bytes.len() as u64).ok_or_else(|| named(too_large()))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| HostError::bad("NOT_UTF8", "the file is not UTF-8 text").in_file(entry.path().display().to_string()))?;
        files.push((name, text));
    }
    if files.is_empty() {
        return Err(named(HostError::bad("NO_CONTENT", "there are no .toml files in this folder")));
    }
    files.sort();
    Ok(files)
}

fn too_large() -> HostError {
    HostError::bad("TOO_LARGE", "there is too much content")
        .because(format!("at most {FILES_MAX} files and {BYTES_MAX} bytes"), "more")
}

/// A problem as a program reads it.
fn told(problem: &Problem) -> serde_json::Value {
    let Problem { file, line, column, code, message, expected, excerpt, .. } = problem;
    json!({"ok": false, "code": code.name(), "file": file, "line": line, "column": column, "error": message, "expected": expected, "excerpt": excerpt})
}

/// Longer lines are not shown whole.
const LINE_MAX: usize = 400;

/// A problem as a person reads it.
fn shown(problem: &Problem, files: &[(String, String)]) -> String {
    let theme = if io::stdout().is_terminal() { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(110).with_context_lines(1);
    let text = files.iter().find(|(name, _)| *name == problem.file).map_or("", |(_, text)| text);
    let around = text.lines().skip((problem.line as usize).saturating_sub(2)).take(3);
    if text.is_empty() || around.into_iter().any(|line| line.len() > LINE_MAX) {
        let excerpt = problem.excerpt.trim();
        let below = if excerpt.is_empty() { String::new() } else { format!("\n  {}", visible(excerpt)) };
        return format!("{} {}{below}\n", problem.code.name(), visible(&problem.to_string()));
    }
    let source = NamedSource::new(visible(&problem.file), plain(text));
    let mut shown = String::new();
    match handler.render_report(&mut shown, &Report { problem, source }) {
        Ok(()) => shown.trim_matches('\n').to_owned() + "\n",
        Err(_) => visible(&problem.to_string()),
    }
}

/// A text without what could steer a terminal; every byte keeps its place.
fn plain(text: &str) -> String {
    let harmless = |c: char| c == '\n' || c == '\t' || !c.is_control();
    text.chars().flat_map(|c| if harmless(c) { vec![c] } else { vec!['?'; c.len_utf8()] }).collect()
}

/// A problem as miette shows it.
#[derive(Debug)]
struct Report<'a> {
    problem: &'a Problem,
    source: NamedSource<String>,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.problem.message))
    }
}

impl std::error::Error for Report<'_> {}

impl Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.problem.code.name()))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("expected {}", visible(&self.problem.expected))))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (start, end) = self.problem.span;
        // A long value is marked at its first line only.
        let text = self.source.inner();
        let line = text.get(start..end).and_then(|marked| marked.lines().next()).map_or(0, str::len);
        Some(Box::new(std::iter::once(LabeledSpan::new(Some("here".to_owned()), start, line))))
    }
}

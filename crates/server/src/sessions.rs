//! Judging what somebody played elsewhere: a log, or a setup and its actions.

use crate::office::Office;
use crate::{Problem, Settings};
use axum::http::StatusCode;
use memchr::memchr_iter;
use referee::{Ask, Millis, Scripted, Seat};
use referee_host::{HostError, Registry, Report, Table, Verdict, questions as questions_of, verify};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::io::{BufRead, Error, ErrorKind, Read};
use std::time::{Duration, Instant};

/// How long a verification may take.
const BUDGET: Duration = Duration::from_secs(2);

/// What somebody played, without its log.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Session<'a> {
    /// What it starts from, as the game's own schema says; as usual where it is left out.
    #[serde(default, borrow)]
    pub(crate) setup: Option<&'a RawValue>,
    /// The seed of its dice.
    #[serde(default)]
    pub(crate) seed: Option<String>,
    /// Dice that were handed in.
    #[serde(default, deserialize_with = "crate::body::maybe_wholes")]
    pub(crate) chance: Option<Vec<u32>>,
    /// What was done.
    #[serde(borrow)]
    pub(crate) actions: Vec<Step<'a>>,
}

/// An action of a session.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step<'a> {
    /// Whose it is; left out where the rules know, or a game has one seat.
    #[serde(default)]
    pub(crate) seat: Option<String>,
    /// When, in the game's own time.
    #[serde(default, deserialize_with = "crate::body::maybe_whole")]
    pub(crate) at: Option<u64>,
    /// What, as the game's own schema says.
    #[serde(borrow)]
    pub(crate) action: &'a RawValue,
}

/// Checks a log: chain, fold, every action decided again, within its budget.
pub(crate) fn check_log(registry: &Registry, settings: &Settings, game: &str, log: &str) -> Result<Report, Problem> {
    check_actions(settings, log)?;
    let input = Timed { text: log.as_bytes(), until: Instant::now() + BUDGET };
    let report =
        verify(registry, input, &mut |_| {}).map_err(|error| if error.code == "IO" { over_budget() } else { error.into() })?;
    if report.game != game {
        return Err(Problem::from(HostError::no("WRONG_GAME", "the log is of another game").because(game, report.game)));
    }
    Ok(report)
}

/// What faces the sealed dice of a stored log had, within the budget of a verification.
pub(crate) fn questions(office: &Office, log: &str) -> Result<Vec<(u64, Vec<Ask>)>, Problem> {
    let input = Timed { text: log.as_bytes(), until: Instant::now() + BUDGET };
    questions_of(&office.registry, input).map_err(|error| if error.code == "IO" { over_budget() } else { error.into() })
}

/// Judges a session: every action must be accepted. What is wrong names the first bad step, counted from 0. Nothing is written down, so the
/// table tells how it ends, and not the head of its log.
pub(crate) fn play(
    registry: &Registry,
    settings: &Settings,
    game: &str,
    session: &Session<'_>,
) -> Result<Box<dyn Table>, Problem> {
    played(registry, settings, game, session, |_| Ok(()), |table, seat, at, action, dice| table.judge(seat, at, action, dice))
}

/// Plays a session of a game that is named first, and writes it down.
pub(crate) fn play_from(
    registry: &Registry,
    settings: &Settings,
    game: &str,
    session: &Session<'_>,
    name: impl FnOnce(&mut dyn Table) -> Result<(), HostError>,
) -> Result<Box<dyn Table>, Problem> {
    played(registry, settings, game, session, name, |table, seat, at, action, dice| table.act(seat, at, action, dice))
}

/// How an action is put to a table.
type Put = fn(&mut dyn Table, Seat, Millis, &str, Option<&mut Scripted>) -> Verdict;

fn played(
    registry: &Registry,
    settings: &Settings,
    game: &str,
    session: &Session<'_>,
    name: impl FnOnce(&mut dyn Table) -> Result<(), HostError>,
    put: Put,
) -> Result<Box<dyn Table>, Problem> {
    check_length(settings, session.actions.len() as u64)?;
    let mut dice = session.chance.clone().map(Scripted::new);
    let (setup, seed) = (session.setup.map(RawValue::get), session.seed.as_deref());
    let until = Instant::now() + BUDGET;
    let started = registry.title(game)?.start(setup, seed, 0, dice.as_mut());
    let mut table = started.map_err(|error| Problem::from(error).no_at("/setup"))?;
    name(&mut *table)?;
    for (number, step) in session.actions.iter().enumerate() {
        take(&mut *table, step, dice.as_mut(), put).map_err(|problem| at_step(problem, number))?;
        if Instant::now() > until {
            return Err(at_step(over_budget(), number));
        }
    }
    if let Some(Err(fault)) = dice.map(|dice| dice.finish()) {
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, fault.code(), fault.to_string()));
    }
    Ok(table)
}

fn take(table: &mut dyn Table, step: &Step<'_>, dice: Option<&mut Scripted>, put: Put) -> Result<(), Problem> {
    let seat = table.whose(step.seat.as_deref(), step.action.get())?;
    let at = step.at.unwrap_or(table.now());
    let verdict = put(table, seat, at, step.action.get(), dice);
    if verdict.success {
        return Ok(());
    }
    let said = verdict.errors.first().cloned().unwrap_or_default();
    let (code, why) = said.strip_prefix('[').and_then(|said| said.split_once("] ")).unwrap_or(("REFUSED", &said));
    let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code.to_owned(), why);
    Err(problem.because("an action that the rules accept", step.action.get()))
}

/// Counts the actions of a log, unless it has so few lines that there cannot be too many.
fn check_actions(settings: &Settings, log: &str) -> Result<(), Problem> {
    let lines = memchr_iter(b'\n', log.as_bytes()).count() as u64 + 1;
    if lines <= settings.actions_max {
        return Ok(());
    }
    check_length(settings, log.lines().filter(|line| line.contains("\"action\":")).count() as u64)
}

fn at_step(problem: Problem, number: usize) -> Problem {
    problem.no_at(&format!("/actions/{number}"))
}

fn check_length(settings: &Settings, actions: u64) -> Result<(), Problem> {
    if actions <= settings.actions_max {
        return Ok(());
    }
    let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "TOO_LONG", "the session has too many actions");
    Err(problem.because(format!("at most {}", settings.actions_max), actions.to_string()))
}

fn over_budget() -> Problem {
    let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "OVER_BUDGET", "the session takes too long to judge");
    problem.because(format!("at most {} seconds", BUDGET.as_secs()), "more")
}

/// A text that cannot be read for longer than it may.
struct Timed<'a> {
    text: &'a [u8],
    until: Instant,
}

/// How many bytes are read before the time is looked at.
const CHUNK: usize = 16 << 10;

impl BufRead for Timed<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if Instant::now() > self.until {
            return Err(Error::new(ErrorKind::TimedOut, "over budget"));
        }
        Ok(&self.text[..self.text.len().min(CHUNK)])
    }

    fn consume(&mut self, bytes: usize) {
        self.text = &self.text[bytes..];
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let some = self.fill_buf()?;
        let count = some.len().min(buffer.len());
        buffer[..count].copy_from_slice(&some[..count]);
        self.consume(count);
        Ok(count)
    }
}

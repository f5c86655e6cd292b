//! `mir-replay`: a state, actions, and what is expected of each of them. Reading one plays it by the procedure of the public program, with its
//! words; what is expected besides types of events and hashes is not looked at there, and not here.

use super::flaw::{self, Flaw, Law};
use super::{Read, advised, by_contract, hash_of, json, opening};
use crate::event::write_texts;
use crate::json::parts::{is_object, is_truthy, items, member, members, spoken};
use crate::json::write_text;
use crate::setup::raw_member;
use crate::{Action, Event, GameState, Page, Rules14, Setup, invariants};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use referee::{Applied, Cause, Game, Record, Rules, apply};
use referee_host::{ENGINE, HostError, Imported};

pub(super) fn import<const FIRST_ROLL: u64>(_: &Rules14<FIRST_ROLL>, text: &str) -> Read<FIRST_ROLL> {
    advised(text, read::<FIRST_ROLL>, read::<1>, read::<0>)
}

fn read<const FIRST_ROLL: u64>(text: &str) -> Read<FIRST_ROLL> {
    let written = raw_member(text, "initialState");
    let text = json(text)?;
    let mut run = Run::<FIRST_ROLL>::default();
    let mut problems = run.play(&text, written).err().unwrap_or_default();
    let report = run.report(&problems);
    let game = run.stage.and_then(|stage| {
        problems.extend(stage.obstacles);
        stage.game
    });
    Ok(Imported { game, players: Vec::new(), report, problems })
}

/// A replay under way: what its report will say.
#[derive(Default)]
struct Run<const FIRST_ROLL: u64> {
    failing_step: Option<usize>,
    /// The hash of the initial state.
    hash: String,
    /// The game, once it has begun.
    stage: Option<Stage<FIRST_ROLL>>,
}

/// How far a replay has come.
struct Stage<const FIRST_ROLL: u64> {
    state: GameState,
    /// The document, and what has happened since: it is written only where somebody looks at it.
    page: Page,
    since: Vec<Event>,
    /// The game of it, or why there is none although the contract can be asked.
    game: Option<Game<Rules14<FIRST_ROLL>>>,
    obstacles: Vec<HostError>,
    steps_run: usize,
    /// The lines of the page's log that were added, with commas between them.
    lines: String,
}

type Played<T = ()> = Result<T, Vec<HostError>>;

/// The replay is wrong, at a place in its file.
fn wrong<T>(path: impl Into<String>, message: impl Into<String>) -> Played<T> {
    Err(vec![HostError::no("REPLAY_FAILED", message).at_path(path)])
}

impl<const FIRST_ROLL: u64> Run<FIRST_ROLL> {
    /// `written` is the initial state as it stands in the file.
    fn play(&mut self, text: &str, written: Option<&str>) -> Played {
        if !is_object(text) {
            return wrong("", "Bundle must be a non-null object");
        }
        let Some(initial) = member(text, "initialState").filter(|initial| is_truthy(initial)) else {
            return wrong("/initialState", "Bundle missing initialState");
        };
        let Some(steps) = member(text, "steps").and_then(items) else {
            return wrong("/steps", "Bundle missing steps array");
        };
        let setup = setup(initial, written.unwrap_or(initial), member(text, "scenario"));
        self.begin(initial, setup)?;
        let Some(stage) = &mut self.stage else { return Ok(()) };
        for (index, step) in steps.into_iter().enumerate() {
            self.failing_step = Some(index);
            stage.play(index, step)?;
        }
        self.failing_step = None;
        stage.finish(member(text, "final").and_then(expected_hash))
    }

    fn begin(&mut self, initial: &str, setup: Setup) -> Played {
        self.hash = hash_of(initial).map_err(|error| vec![error.at_path("/initialState")])?;
        let problem = |flaw: &Flaw| flaw.problem("/initialState", initially(flaw));
        let page = flaw::read(initial).map_err(|flaws| flaws.iter().map(problem).collect::<Vec<_>>())?;
        let obstacles = flaw::obstacles(&page).iter().map(problem).collect();
        let game = Game::start(Rules14, setup).ok();
        let (state, since, lines) = (page.state().clone(), Vec::new(), String::new());
        self.stage = Some(Stage { state, page, since, game, obstacles, steps_run: 0, lines });
        Ok(())
    }

    fn report(&mut self, problems: &[HostError]) -> String {
        let errors: Vec<String> = problems.iter().map(|problem| problem.message.clone()).collect();
        let failing = self.failing_step.map_or_else(|| "null".into(), |step| step.to_string());
        let hash = self.stage.as_mut().and_then(|stage| hash_of(stage.document()).ok());
        let hash = hash.as_ref().unwrap_or(&self.hash);
        let (steps_run, lines) = self.stage.as_ref().map_or((0, ""), |stage| (stage.steps_run, &*stage.lines));
        let mut report = format!("{{\"ok\":{},\"stepsRun\":{steps_run},\"failingStep\":{failing},\"errors\":", errors.is_empty());
        write_texts(&errors, &mut report);
        report.push_str(&format!(",\"finalStateHash\":\"{hash}\",\"eventLog\":[{lines}]}}"));
        report
    }
}

/// Where the initial state stands in a replay: a scenario in it says so instead of repeating the state.
const PLACE: &str = "\"/initialState\"";

/// What the game began from: the initial state as it is written; or a scenario that has it.
fn setup(initial: &str, written: &str, scenario: Option<&str>) -> Setup {
    let parts = scenario.filter(|scenario| member(scenario, "initialState") == Some(PLACE)).and_then(members);
    let text = parts.map(|parts| {
        let part = |(key, value): (&str, &str)| format!("\"{key}\":{}", if key == "initialState" { written } else { value });
        format!("{{{}}}", parts.into_iter().map(part).collect::<Vec<_>>().join(","))
    });
    Setup::verbatim(text.as_deref().unwrap_or(written)).unwrap_or_else(|_| Setup::of(initial))
}

/// The scenario that a game began from, without the state that the replay has anyway.
fn write_scenario(setup: &Setup, out: &mut String) {
    let parts = members(setup.json()).filter(|_| !setup.is_bare()).unwrap_or_default();
    for (index, (key, value)) in parts.iter().enumerate() {
        out.push_str(if index == 0 { ",\"scenario\":{" } else { "," });
        out.push_str(&format!("\"{key}\":{}", if *key == "initialState" { PLACE } else { value }));
    }
    out.push_str(if parts.is_empty() { "" } else { "}" });
}

fn initially(flaw: &Flaw) -> String {
    match flaw.law {
        Law::Schema => format!("[INITIAL_SCHEMA] {}", flaw.text),
        Law::Invariant => format!("[INITIAL_INVARIANT] {}", flaw.text),
        Law::Growth => flaw.text.clone(),
    }
}

fn expected_hash(text: &str) -> Option<&str> {
    member(text, "expectedStateHash").filter(|hash| is_truthy(hash))
}

impl<const FIRST_ROLL: u64> Stage<FIRST_ROLL> {
    /// Plays a step: runs its action, then looks at everything that is expected of it.
    fn play(&mut self, index: usize, step: &str) -> Played {
        let at = format!("/steps/{index}");
        let Some(action) = member(step, "action").filter(|action| is_object(action)) else {
            return wrong(format!("{at}/action"), format!("Step {index}: missing or invalid action"));
        };
        let expected = member(step, "expectedEvents").filter(|expected| is_truthy(expected));
        let kinds = match self.run(action, expects_rejection(action, expected)) {
            Ok(kinds) => kinds,
            Err(errors) => {
                let kind = member(action, "type").map_or_else(|| "undefined".into(), spoken);
                let errors = errors.join(", ");
                return wrong(format!("{at}/action"), format!("Step {index}: engine rejected action {kind}: {errors}"));
            }
        };
        self.steps_run = index + 1;
        check_events(index, expected, &kinds)?;
        if let Some(expected) = expected_hash(step) {
            let path = format!("{at}/expectedStateHash");
            self.check_hash(path, expected, &format!("Step {index}: state"))?;
        }
        match invariants::violations(&self.state) {
            none if none.is_empty() => Ok(()),
            broken => wrong(at, format!("Step {index}: post-step invariant violation: {}", broken.join(", "))),
        }
    }

    /// Runs an action; gives the types of the new lines, or why it was rejected where it may not be. A rejection that is not even on record
    /// is none that could be expected.
    fn run(&mut self, action: &str, may_be_rejected: bool) -> Result<Vec<&'static str>, Vec<String>> {
        let action = Action::read(action);
        let seat = Rules14::<FIRST_ROLL>.speaker(&self.state, &action).unwrap_or_default();
        let Applied { next, events, result } = apply(&Rules14::<FIRST_ROLL>, &self.state, seat, 0, &action);
        match result {
            Err(why) if !may_be_rejected || events.is_empty() => return Err(why.errors()),
            _ => {}
        }
        if let Some(game) = &mut self.game {
            let _ = game.act(seat, 0, action); // a rejection is on record
            let is_same = game.log().last().is_some_and(|record| record.events == events);
            if !is_same && self.obstacles.is_empty() {
                let message = format!("Step {}: the rules of the table refuse what the contract accepts", self.steps_run);
                self.obstacles.push(HostError::no("NOT_AT_THE_TABLE", message).at_path(format!("/steps/{}", self.steps_run)));
            }
        }
        let kinds = kinds(&events);
        self.state = next;
        self.since.extend(events);
        Ok(kinds)
    }

    /// The document as it is now.
    fn document(&mut self) -> &str {
        if !self.since.is_empty() {
            self.lines.push_str(if self.lines.is_empty() { "" } else { "," });
            self.lines.push_str(&self.page.follow(&Rules14::<FIRST_ROLL>, &self.since));
            self.since.clear();
        }
        self.page.text()
    }

    fn finish(&mut self, expected: Option<&str>) -> Played {
        expected.map_or(Ok(()), |expected| self.check_hash("/final/expectedStateHash".into(), expected, "Final state"))
    }

    fn check_hash(&mut self, path: String, expected: &str, whose: &str) -> Played {
        let (expected, found) = (spoken(expected), hash_of(self.document()).map_err(|error| vec![error])?);
        if expected == found {
            return Ok(());
        }
        wrong(path, format!("{whose} hash mismatch — expected \"{expected}\", got \"{found}\""))
    }
}

/// The types of the events that are lines of the page.
fn kinds(events: &[Event]) -> Vec<&'static str> {
    events.iter().filter(|event| event.is_line()).map(Event::kind).collect()
}

/// The type an entry of `expectedEvents` asks for.
fn asked(entry: &str) -> Option<String> {
    member(entry, "type").filter(|kind| is_truthy(kind)).map(spoken)
}

fn expects_rejection(action: &str, expected: Option<&str>) -> bool {
    let listed = || {
        expected.and_then(items).unwrap_or_default().into_iter().any(|entry| asked(entry).as_deref() == Some("ACTION_REJECTED"))
    };
    member(action, "_expectReject") == Some("true") || listed()
}

/// How many events, then their types one by one. Payloads are not compared, and an entry without a type is any event.
fn check_events(index: usize, expected: Option<&str>, kinds: &[&str]) -> Played {
    let Some(expected) = expected else { return Ok(()) };
    let path = format!("/steps/{index}/expectedEvents");
    let Some(expected) = items(expected) else {
        return wrong(path, format!("Step {index}: expectedEvents must be an array"));
    };
    if expected.len() != kinds.len() {
        return wrong(path, format!("Step {index}: expected {} events, got {}", expected.len(), kinds.len()));
    }
    for (event, (entry, kind)) in expected.into_iter().zip(kinds).enumerate() {
        match asked(entry) {
            Some(asked) if asked != *kind => {
                let message = format!("Step {index}, event {event}: expected type \"{asked}\", got \"{kind}\"");
                return wrong(format!("{path}/{event}/type"), message);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Steps that all have a hash; of those after them only some, because a hash costs as much as the whole document.
const HASHED_MAX: u64 = 256;
/// How often one of the later steps has a hash.
const HASHED_EVERY: u64 = 512;

pub(super) fn export<const FIRST_ROLL: u64>(game: &Game<Rules14<FIRST_ROLL>>, to: u64) -> Result<String, HostError> {
    let (setup, mut page) = opening(game)?;
    let mut text = String::from("{\"meta\":");
    write_meta::<FIRST_ROLL>(setup, &page, &mut text);
    write_scenario(setup, &mut text);
    text.push_str(&format!(",\"initialState\":{},\"steps\":[", setup.document_verbatim()));
    let (mut state, mut since) = (page.state().clone(), Vec::new());
    for record in game.log().records(1).take_while(|record| record.seq <= to) {
        text.push_str(if record.seq > 1 { "," } else { "" });
        write_step(&mut state, &record, &mut text)?;
        since.extend_from_slice(record.events);
        if record.seq <= HASHED_MAX || record.seq.is_multiple_of(HASHED_EVERY) {
            page.follow(game.rules(), &since);
            since.clear();
            text.push_str(&format!(",\"expectedStateHash\":\"{}\"", hash_of(page.text())?));
        }
        text.push('}');
    }
    page.follow(game.rules(), &since);
    text.push_str(&format!("],\"final\":{{\"expectedStateHash\":\"{}\"}}}}", hash_of(page.text())?));
    Ok(text)
}

/// No clock is asked: a replay was created when everything in it happened.
fn write_meta<const FIRST_ROLL: u64>(setup: &Setup, page: &Page, out: &mut String) {
    let state = page.state();
    out.push_str("{\"id\":");
    match member(setup.json(), "meta").and_then(|meta| member(meta, "id")).filter(|id| id.starts_with('"')) {
        Some(id) => out.push_str(id),
        None => write_text(&state.session_id, out),
    }
    out.push_str(",\"createdAt\":");
    write_text(&state.timestamp, out);
    out.push_str(",\"schemaVersion\":");
    write_text(&state.schema_version, out);
    let (game, rules) = (Rules14::<FIRST_ROLL>::NAME, Rules14::<FIRST_ROLL>::VERSION);
    out.push_str(&format!(",\"engineVersion\":\"{rules}\",\"notes\":\"played as {game} by Referee {ENGINE}\"}}"));
}

/// Writes the step of a record, but for its end, and goes on to the state after it.
fn write_step<const FIRST_ROLL: u64>(
    state: &mut GameState,
    record: &Record<'_, Rules14<FIRST_ROLL>>,
    out: &mut String,
) -> Result<(), HostError> {
    let seq = record.seq;
    let Cause::Action(action) = record.cause else {
        return Err(HostError::no("NO_ACTION", format!("record {seq} is no action")));
    };
    let action = action.json();
    if !is_object(&action) {
        return Err(HostError::no(
            "NOT_IN_A_REPLAY",
            format!("record {seq} declares no object, and a replay has no place for it"),
        ));
    }
    by_contract(state, record)?;
    record.events.iter().for_each(|event| Rules14::<FIRST_ROLL>.evolve(state, event));
    if let Some(violation) = invariants::violations(state).first() {
        return Err(HostError::no(
            "NOT_IN_A_REPLAY",
            format!("after record {seq} the state is one that no replay goes through: {violation}"),
        ));
    }
    let kinds: Vec<String> = kinds(record.events).into_iter().map(|kind| format!("{{\"type\":\"{kind}\"}}")).collect();
    out.push_str(&format!("{{\"action\":{action},\"expectedEvents\":[{}]", kinds.join(",")));
    Ok(())
}

//! A scenario is a log with prose and expectations: a test, a tutorial and a bug report in one file.
//!
//! | line | says |
//! |---|---|
//! | `# text` | prose, shown by tutorials |
//! | `#! {"refused":"CODE","seat":..,"action":..}` | this action, here, is refused with this code and changes nothing |
//! | `#! {"view":{..},"seat":..}` | what the seat (left out: an onlooker) sees has these fields |
//! | `#! {"legal":N,"seat":..}`, `#! {"over":true}`, `#! {"scores":{..}}` | how many actions are legal, whether it is over, the scores |
//! | a record | an action and, as expectation, its events |
//! | `{"seat":..,"match":"resign"}` | what a player says about the match: `resign`, `offer`, `accept` or `decline` |
//!
//! Records may be written by hand as drafts: `{"game":"nim","setup":{..}}` first, then `{"seat":"first","action":{..}}`;
//! updating the scenario completes them.

use crate::seated::under;
use crate::{Branch, Card, Dice, ENGINE, HostError, Line, Players, Registry, Since, Table, Word, json};
use referee::Scripted;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json, value::RawValue};

/// A scenario, read.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Its lines, in order.
    pub steps: Vec<Step>,
    /// As it was read.
    text: String,
}

/// A line of a scenario.
#[derive(Clone, Debug)]
pub enum Step {
    /// Prose.
    Prose(String),
    /// What must hold here.
    Expect(Value),
    /// The game begins: the line, and the setup in its own words.
    Setup(Value, Box<RawValue>),
    /// An action, with what happened if the line is complete: the line, and the action in its own words.
    Act(Value, Box<RawValue>),
    /// A child game begins here: the line.
    Branch(Value),
    /// A player says something about the match: the line.
    Say(Value),
    /// A keyframe: made anew when the scenario is written.
    Keyframe,
}

/// Something a scenario expects that is not so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Failure {
    /// The line of the file, counted from 1.
    pub line: u64,
    /// The step: how many actions have been declared.
    pub step: u64,
    /// The field.
    pub field: String,
    /// What the scenario expects.
    pub expected: String,
    /// What is so.
    pub found: String,
    /// Whether nothing is wrong but that the line says nothing yet about what happens.
    #[serde(skip)]
    pub is_draft: bool,
}

/// What a game may look at to the byte: the order of keys is lost in a [`Value`], and with it what the game would have said.
#[derive(Deserialize)]
struct Words {
    #[serde(default)]
    setup: Box<RawValue>,
    #[serde(default)]
    action: Box<RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expectation {
    seat: Option<String>,
    at: Option<u64>,
    action: Option<Value>,
    refused: Option<String>,
    view: Option<Value>,
    legal: Option<u64>,
    over: Option<bool>,
    scores: Option<std::collections::BTreeMap<String, i64>>,
}

impl Expectation {
    /// An expectation that could not fail is none.
    fn check(&self) -> Result<(), HostError> {
        let bad = |message: &str| Err(HostError::bad("BAD_EXPECTATION", message));
        let expects =
            self.action.is_some() || self.view.is_some() || self.legal.is_some() || self.over.is_some() || self.scores.is_some();
        match () {
            () if self.refused.is_some() && self.action.is_none() => bad("say which action is refused"),
            () if !expects => bad("this expects nothing: say an action, a view, legal, over or scores"),
            () if self.view.as_ref().is_some_and(|view| !view.is_object()) => {
                bad("a view is expected as an object of some of its fields")
            }
            () => Ok(()),
        }
    }
}

impl Scenario {
    /// Reads a scenario: complete, or a draft.
    pub fn parse(text: &str) -> Result<Scenario, HostError> {
        let mut steps: Vec<Step> = Vec::new();
        for (number, line) in (1u64..).zip(text.lines()) {
            let begun = steps.iter().any(|step| matches!(step, Step::Setup(..)));
            steps.push(parse_line(line, begun).map_err(|error| error.at_line(number))?);
        }
        if !steps.iter().any(|step| matches!(step, Step::Setup(..))) {
            return Err(HostError::bad("EMPTY", "there is no scenario in here").because("a line with a game", "none"));
        }
        Ok(Scenario { steps, text: text.to_owned() })
    }

    /// Plays the scenario; gives what is not as expected, and the scenario as it would have to be.
    pub fn run(&self, registry: &Registry) -> Result<(Vec<Failure>, String), HostError> {
        let mut play = self.play(Play::new(registry, self.is_scripted()), |_| true)?;
        if play.failures.is_empty() && !play.foreign {
            play.same_log(&self.text);
        }
        Ok((play.failures, play.out))
    }

    /// Some of its steps.
    fn of(steps: &[Step]) -> Scenario {
        Scenario { steps: steps.to_vec(), text: String::new() }
    }

    /// The game as the scenario begins it, before its first action.
    pub fn start(&self, registry: &Registry) -> Result<Box<dyn Table>, HostError> {
        let play = self.play(Play::new(registry, self.is_scripted()), |step| matches!(step, Step::Setup(..)))?;
        play.table.ok_or_else(no_setup)
    }

    /// What the scenario expects at its end, and is not so at a table. What it expected of a view after an earlier action belongs to it
    /// where it is still so at the scenario's own end.
    pub fn unmet(&self, registry: &Registry, table: Box<dyn Table>) -> Result<Vec<Failure>, HostError> {
        let acts = |step: &Step| matches!(step, Step::Act(..));
        let (first, last) = (self.steps.iter().position(acts), self.steps.iter().rposition(acts));
        let end = Scenario::of(&self.steps[last.map_or(0, |last| last + 1)..]);
        let mut play = Play::new(registry, self.is_scripted());
        play.step = table.seq();
        play.table = Some(table);
        let mut play = end.play(play, |step| matches!(step, Step::Expect(_)))?;
        if let (Some(first), Some(last)) = (first, last) {
            let lasting = Scenario::of(&self.lasting(registry, &self.steps[first..last])?);
            play = lasting.play(play, |_| true)?;
            play.same_end(&end.steps, &self.steps[last])?;
        }
        let mut unmet: Vec<Failure> = Vec::new();
        play.failures.into_iter().for_each(|failure| {
            if unmet.iter().all(|known| known.field != failure.field) {
                unmet.push(failure);
            }
        });
        Ok(unmet)
    }

    /// What some steps expect of views, field by field, as far as it is still so when the whole scenario has been played.
    fn lasting(&self, registry: &Registry, steps: &[Step]) -> Result<Vec<Step>, HostError> {
        let mut play = self.play(Play::new(registry, self.is_scripted()), |_| true)?;
        let expected = steps.iter().filter_map(|step| match step {
            Step::Expect(value) => Some((value.get("seat"), value.get("view")?.as_object()?)),
            _ => None,
        });
        let mut lasting = Vec::new();
        for (seat, (field, value)) in expected.flat_map(|(seat, view)| view.iter().map(move |field| (seat, field))) {
            let mut expectation = json!({"view": {field: value}});
            if let Some(seat) = seat {
                expectation["seat"] = seat.clone();
            }
            play.failures.clear();
            play.expect(&expectation)?;
            if play.failures.is_empty() {
                lasting.push(Step::Expect(expectation));
            }
        }
        Ok(lasting)
    }

    /// Plays some of the steps.
    fn play<'a>(&self, mut play: Play<'a>, wanted: impl Fn(&Step) -> bool) -> Result<Play<'a>, HostError> {
        for (number, step) in (1u64..).zip(&self.steps).filter(|(_, step)| wanted(step)) {
            play.line = number;
            play.step(step).map_err(|error| error.at_line(number))?;
        }
        Ok(play)
    }

    fn is_scripted(&self) -> bool {
        self.steps.iter().any(|step| match step {
            Step::Setup(line, _) => line["chance"] == "scripted" || line.get("dice").is_some(),
            Step::Act(line, _) => line.get("dice").is_some(),
            _ => false,
        })
    }
}

fn parse_line(line: &str, begun: bool) -> Result<Step, HostError> {
    if let Some(expectation) = line.strip_prefix("#!") {
        let value: Value = json::read(expectation.trim(), "BAD_EXPECTATION")?;
        json::read::<Expectation>(expectation.trim(), "BAD_EXPECTATION")?.check()?;
        return Ok(Step::Expect(value));
    }
    if Line::is_prose(line) {
        return Ok(Step::Prose(line.to_owned()));
    }
    if line.trim().is_empty() {
        return Ok(Step::Prose("#".into())); // a log has no empty lines, and a scenario is a log
    }
    let value: Value = json::read(line, "NOT_JSON")?;
    check_draft(&value)?;
    let words = || json::read::<Words>(line, "NOT_JSON");
    match (begun, value.get("game").is_some(), value.get("action").is_some()) {
        (false, true, _) => Ok(Step::Setup(value, words()?.setup)),
        (true, false, true) => Ok(Step::Act(value, words()?.action)),
        (true, false, false) if value.get("keyframe").is_some() => Ok(Step::Keyframe),
        (true, false, false) if value["branch"].is_string() => Ok(Step::Branch(value)),
        (true, false, false) if value["match"].is_string() => Ok(Step::Say(value)),
        (false, ..) => {
            Err(HostError::bad("NO_SETUP", "a scenario begins with its game").because("{\"game\":..,\"setup\":..}", line))
        }
        (true, ..) => {
            Err(HostError::bad("NOT_A_STEP", "this is no step of a scenario").because("{\"seat\":..,\"action\":..}", line))
        }
    }
}

/// What a line may say that somebody writes by hand: what a line of a log says. Whatever else stands there was meant otherwise.
fn check_draft(line: &Value) -> Result<(), HostError> {
    const SETUP: &[&str] = &["game", "setup", "dice", "chance", "at", "name", "players", "format", "rules", "content", "engine"];
    const ACT: &[&str] = &["seat", "action", "dice", "at", "refused"];
    const BRANCH: &[&str] = &["branch", "of", "seed", "chance", "commit", "players", "at", "clock"];
    const SAY: &[&str] = &["seat", "match", "at"];
    const MADE: &[&str] = &["seq", "prev", "events", "after"];
    let (Some(fields), None) = (line.as_object(), line.get("id")) else { return Ok(()) };
    let known = match () {
        () if fields.contains_key("game") => SETUP,
        () if fields.contains_key("branch") => BRANCH,
        () if fields.contains_key("match") => SAY,
        () => ACT,
    };
    if let Some(field) = fields.keys().find(|field| !known.contains(&&***field) && !MADE.contains(&&***field)) {
        let error = HostError::bad("UNKNOWN_FIELD", "a draft of this line has no such field");
        return Err(error.because(known.join(", "), field.clone()).at_path(format!("/{field}")));
    }
    match line.get("chance").and_then(Value::as_str) {
        // Nobody writes sealed dice by hand; a branch says for itself what is wrong with its own.
        Some(chance) if fields.contains_key("game") && !["native", "scripted"].contains(&chance) => {
            let error = HostError::bad("BAD_CHANCE", "dice of a draft come from nowhere else");
            Err(error.because("native or scripted", chance).at_path("/chance"))
        }
        _ => Ok(()),
    }
}

/// Has a player say at a table what a line tells of; gives the line of the log.
fn said(table: &mut dyn Table, line: &Value) -> Result<String, HostError> {
    let seat = table.card().seat(line["seat"].as_str())?;
    let word = line["match"].as_str().unwrap_or_default();
    let known = || Word::ALL.map(Word::name).join(", ");
    let unknown = || HostError::bad("BAD_WORD", "this is nothing that a player can say about a match").because(known(), word);
    table.say(seat, line["at"].as_u64().unwrap_or(table.now()), Word::read(word).ok_or_else(unknown)?)
}

/// The branch that a line tells of.
fn branch_of(card: &Card, line: &Value) -> Result<Branch, HostError> {
    let text = |field: &str| line[field].as_str().unwrap_or_default().to_owned();
    let players = line.get("players").map(|players| Players::read(card, &players.to_string())).transpose()?;
    let since = line["at"].as_u64().zip(line["clock"].as_u64()).map(|(at, clock)| Since { at, clock });
    let (name, of, seed, events) = (text("branch"), text("of"), text("seed"), line["events"].as_u64());
    let dice = line["chance"].as_str().map(|chance| Dice::read(chance, &text("commit"))).transpose()?;
    Ok(Branch { after: 0, name, of, events, seed, dice, players: players.unwrap_or_default(), since })
}

struct Play<'a> {
    registry: &'a Registry,
    table: Option<Box<dyn Table>>,
    scripted: bool,
    /// Whether another engine wrote the scenario: its ids then differ from ours, whatever happened.
    foreign: bool,
    failures: Vec<Failure>,
    out: String,
    line: u64,
    step: u64,
}

impl<'a> Play<'a> {
    fn new(registry: &'a Registry, scripted: bool) -> Play<'a> {
        let (failures, out) = (Vec::new(), String::new());
        Play { registry, table: None, scripted, foreign: false, failures, out, line: 0, step: 0 }
    }
}

impl Play<'_> {
    fn step(&mut self, step: &Step) -> Result<(), HostError> {
        match step {
            Step::Prose(text) => self.write(text),
            Step::Expect(value) => {
                let updated = self.expect(value)?;
                self.write(&format!("#! {updated}"));
            }
            Step::Setup(line, setup) => self.setup(line, setup)?,
            Step::Act(line, action) => self.act(line, action.get())?,
            Step::Branch(line) => {
                let table = self.table()?;
                let line = branch_of(&table.card(), line).and_then(|branch| table.fork(branch));
                let line = line.map_err(|error| error.at_path("/branch"))?;
                self.out.push_str(&line);
            }
            Step::Say(line) => {
                let line = said(self.table()?, line).map_err(|error| error.at_path("/match"))?;
                self.out.push_str(&line);
            }
            Step::Keyframe => {}
        }
        Ok(())
    }

    /// Where nothing is said about the end, or only what is refused there, it must be the very same end.
    fn same_end(&mut self, end: &[Step], last: &Step) -> Result<(), HostError> {
        const SAYS: [&str; 4] = ["view", "over", "scores", "legal"];
        let says = |step: &Step| matches!(step, Step::Expect(value) if SAYS.iter().any(|field| value.get(field).is_some()));
        let Step::Act(line, _) = last else { return Ok(()) };
        let found = self.table()?.digest().to_string();
        if !end.iter().any(says) && line["after"].as_str().is_some_and(|after| after != found) {
            self.fail("position", "as the scenario ends", "another one");
        }
        Ok(())
    }

    /// What happened is as expected; a scenario is a log as well, so every line of it must be as the log has it.
    fn same_log(&mut self, text: &str) {
        let is_line = |line: &&str| !line.starts_with('#') && !line.trim().is_empty();
        let out = std::mem::take(&mut self.out);
        let found = out.lines().filter(is_line);
        let expected = (1u64..).zip(text.lines()).filter(|(_, line)| is_line(line));
        let mut pairs = (0u64..).zip(expected.zip(found.map(Some).chain(std::iter::repeat(None))));
        if let Some((step, ((line, said), found))) = pairs.find(|(_, ((_, said), found))| Some(*said) != *found) {
            (self.line, self.step) = (line, step);
            let [one, two]: [Value; 2] =
                [said, found.unwrap_or("null")].map(|line| serde_json::from_str(line).unwrap_or_default());
            match json::difference(&one, &two) {
                Some((path, one, two)) => self.fail(&path, json::brief(one), json::brief(two)),
                None => self.fail("line", "a line of a log, to the byte", "the same in another form"),
            }
        }
        self.out = out;
    }

    fn write(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn table(&mut self) -> Result<&mut dyn Table, HostError> {
        match &mut self.table {
            Some(table) => Ok(&mut **table),
            None => Err(no_setup()),
        }
    }

    fn fail(&mut self, field: &str, expected: impl Into<String>, found: impl Into<String>) {
        let (line, step) = (self.line, self.step);
        let (field, expected, found) = (field.into(), expected.into(), found.into());
        self.failures.push(Failure { line, step, field, expected, found, is_draft: false });
    }

    fn used_up(&mut self, script: Option<Scripted>) {
        if let Some(Err(fault)) = script.map(|script| script.finish()) {
            self.fail("/dice", "all dice used", fault.to_string());
        }
    }

    fn setup(&mut self, line: &Value, setup: &RawValue) -> Result<(), HostError> {
        let game =
            line["game"].as_str().ok_or_else(|| HostError::bad("BAD_SETUP", "a game is named by text").at_path("/game"))?;
        let title = self.registry.title(game).map_err(|error| error.at_path("/game"))?;
        let setup = line.get("setup").map(|_| setup.get());
        let mut script = dice(line)?;
        let mut none = Scripted::default();
        let dice = script.as_mut().or(self.scripted.then_some(&mut none));
        let mut table =
            title.start(setup, None, number(line, "at")?.unwrap_or(0), dice).map_err(|error| error.at_path("/setup"))?;
        if let Some(players) = line.get("players") {
            let players = Players::read(&title.card(), &players.to_string()).map_err(|error| under(error, "/players"))?;
            table.introduce(players)?;
        }
        if let Some(name) = line.get("name").and_then(Value::as_str) {
            table.call(name).map_err(|error| error.at_path("/name"))?;
        }
        self.used_up(script);
        self.foreign = line.get("engine").is_some_and(|engine| engine != ENGINE);
        let text = table.text()?;
        self.table = Some(table);
        self.compare(line, &text);
        self.out.push_str(&text);
        Ok(())
    }

    fn act(&mut self, line: &Value, action: &str) -> Result<(), HostError> {
        self.step += 1;
        let mut script = dice(line)?;
        let mut none = Scripted::default();
        // A complete line without dice is one whose dice are what the rules' own generator says.
        let scripted = self.scripted && line.get("id").is_none();
        let table = self.table()?;
        let at = number(line, "at")?.unwrap_or_else(|| table.now());
        let seat = table.whose(line["seat"].as_str(), action).map_err(|error| error.at_path("/seat"))?;
        let dice = script.as_mut().or(scripted.then_some(&mut none));
        let verdict = table.act(seat, at, action, dice);
        self.used_up(script);
        if verdict.lines.is_empty() {
            self.fail("success", "accepted", format!("refused: {}", verdict.errors.join("; ")));
            let mut expectation = json!({"seat": line["seat"], "action": line["action"], "refused": code(&verdict.errors)});
            if let Some(at) = line.get("at") {
                expectation["at"] = at.clone();
            }
            self.write(&format!("#! {expectation}"));
            return Ok(());
        }
        self.compare(line, &verdict.lines);
        self.out.push_str(&verdict.lines);
        Ok(())
    }

    /// Compares a line of the scenario with what happened. A draft says nothing about it, and that is a failure of its own kind.
    fn compare(&mut self, expected: &Value, lines: &str) {
        let found: Value = serde_json::from_str(lines.lines().next().unwrap_or_default()).unwrap_or_default();
        if expected.get("id").is_none() {
            self.fail("id", "a complete line", "a draft: `referee scenario --update` completes it");
            return self.failures.iter_mut().last().map_or((), |failure| failure.is_draft = true);
        }
        for field in ["events", "refused", "dice", "after", "rules", "content"] {
            let (one, two) = (expected.get(field), found.get(field));
            let difference = match (one, two) {
                (Some(one), Some(two)) => json::difference(one, two),
                (None, None) => None,
                (one, two) => Some((String::new(), one, two)),
            };
            if let Some((path, one, two)) = difference {
                return self.fail(&format!("/{field}{path}"), json::brief(one), json::brief(two));
            }
        }
        if expected["id"] != found["id"] && self.failures.is_empty() && !self.foreign {
            self.fail("/id", json::brief(expected.get("id")), json::brief(found.get("id")));
        }
    }

    /// Checks an expectation; gives it back as it would have to be.
    fn expect(&mut self, value: &Value) -> Result<Value, HostError> {
        let expectation: Expectation = json::read(&value.to_string(), "BAD_EXPECTATION")?;
        let mut updated = value.clone();
        let table = self.table()?;
        let card = table.card();
        let at = expectation.at.unwrap_or_else(|| table.now());
        let seat =
            expectation.seat.as_deref().map(|name| card.seat(Some(name))).transpose().map_err(|error| error.at_path("/seat"))?;
        if let Some(action) = &expectation.action {
            let action = action.to_string();
            let who = table.whose(expectation.seat.as_deref(), &action)?;
            let latest = table.seq();
            let mut trial = table.rewound(latest)?;
            let verdict = trial.act(who, at, &action, None);
            let (wanted, found) = (expectation.refused.unwrap_or_else(|| "accepted".into()), code(&verdict.errors));
            let whole = verdict.errors.first().cloned().unwrap_or_default();
            if wanted != found && wanted != whole {
                updated["refused"] = json!(found);
                self.fail("refused", wanted, if whole.is_empty() { found } else { whole });
            }
        }
        let table = self.table()?;
        let view: Value = serde_json::from_str(&table.view(seat)).unwrap_or_default();
        let legal = seat.map(|seat| table.legal(seat, at).len() as u64);
        let over = table.over(at);
        let scores: Vec<(&str, i64)> =
            (0u8..).zip(&card.seats).map(|(seat, name)| (*name, table.score(referee::Seat(seat)))).collect();
        if let Some(Value::Object(fields)) = &expectation.view {
            for (name, wanted) in fields {
                let Some(found) = view.get(name).cloned() else {
                    self.fail(&format!("/view/{name}"), json::brief(Some(wanted)), "no such field in the view");
                    continue;
                };
                if let Some((path, one, two)) = json::difference(wanted, &found) {
                    self.fail(&format!("/view/{name}{path}"), json::brief(one), json::brief(two));
                    updated["view"][name] = found;
                }
            }
        }
        if let Some(wanted) = expectation.legal {
            let found = legal.ok_or_else(|| HostError::bad("NO_SEAT", "say whose actions are counted").at_path("/seat"))?;
            if wanted != found {
                updated["legal"] = json!(found);
                self.fail("legal", wanted.to_string(), found.to_string());
            }
        }
        if let Some(wanted) = expectation.over.filter(|wanted| *wanted != over) {
            updated["over"] = json!(over);
            self.fail("over", wanted.to_string(), over.to_string());
        }
        for (name, wanted) in expectation.scores.unwrap_or_default() {
            let found = scores.iter().find(|(seat, _)| *seat == name).map(|(_, score)| *score);
            if found != Some(wanted) {
                let Some(score) = found else {
                    return Err(HostError::bad("NO_SUCH_SEAT", format!("{} has no seat {name:?}", card.name)).at_path("/scores"));
                };
                updated["scores"][&name] = json!(score);
                self.fail(
                    &format!("scores/{name}"),
                    wanted.to_string(),
                    found.map_or("no such seat".into(), |score| score.to_string()),
                );
            }
        }
        Ok(updated)
    }
}

fn no_setup() -> HostError {
    HostError::bad("NO_SETUP", "the game has not begun yet")
}

fn dice(line: &Value) -> Result<Option<Scripted>, HostError> {
    let Some(dice) = line.get("dice") else { return Ok(None) };
    json::read::<Vec<u32>>(&dice.to_string(), "BAD_DICE")
        .map(|dice| Some(Scripted::new(dice)))
        .map_err(|error| error.at_path("/dice"))
}

fn number(line: &Value, field: &str) -> Result<Option<u64>, HostError> {
    let bad = || HostError::bad("BAD_NUMBER", "time is a whole number").at_path(format!("/{field}"));
    line.get(field).map(|value| value.as_u64().ok_or_else(bad)).transpose()
}

/// The code of the first error, or `accepted`.
fn code(errors: &[String]) -> String {
    let first = errors.first().and_then(|error| error.strip_prefix('['));
    first.and_then(|error| error.split(']').next()).unwrap_or("accepted").to_owned()
}

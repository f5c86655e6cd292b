//! A scene played: its log, and everything that went wrong.

use super::cover::Cover;
use super::script::{Scene, Shown, Step};
use referee::{Ask, Cause, Chance, Fault, Noted, Rules, Seat, Why, why};
use referee_incursion::content::{Content, FILES, Noun};
use referee_incursion::{Action, Event, Incursion, Res, World};
use referee_laws::{Hosted, Registry, Scenario};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Arguments;
use std::sync::Arc;

/// A scene played.
pub(crate) struct Staged {
    /// Its log.
    pub(crate) log: String,
    /// What is not as the scene says.
    pub(crate) wrong: Vec<String>,
    /// What it exercised.
    pub(crate) cover: Cover,
}

/// A scene on its way.
struct Stage<'s> {
    scene: &'s Scene,
    rules: Incursion,
    world: World,
    /// The first thing of each definition.
    first: BTreeMap<String, u32>,
    lines: Vec<String>,
    wrong: Vec<String>,
    cover: Cover,
}

impl Scene {
    /// The rules it is played by.
    pub(crate) fn rules(&self) -> Incursion {
        if self.pack.is_empty() {
            return Incursion::default();
        }
        let more = self.pack.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let files: Vec<(&str, &str)> = FILES.iter().copied().chain(more).collect();
        let content = Content::read(&files).unwrap_or_else(|problems| panic!("{}: {}", self.name, problems[0]));
        Incursion::with(Arc::new(content)).unwrap_or_else(|why| panic!("{}: {why}", self.name))
    }

    /// Plays it.
    pub(crate) fn staged(&self) -> Staged {
        let rules = self.rules();
        let (world, lines, wrong, cover) = (World::default(), Vec::new(), Vec::new(), Cover::default());
        let mut stage = Stage { scene: self, rules, world, first: BTreeMap::new(), lines, wrong, cover };
        if stage.begin() {
            self.steps.iter().for_each(|step| stage.step(step));
        }
        let log = stage.log();
        Staged { log, wrong: stage.wrong, cover: stage.cover }
    }
}

impl Stage<'_> {
    fn begin(&mut self) -> bool {
        self.scene.about.lines().for_each(|line| self.lines.push(format!("# {line}")));
        let setup = self.scene.setup();
        let mut dice = Told::of([&self.scene.dice]);
        let why = why(&self.rules, &self.world, Seat(0), 0, Cause::Setup(&setup), &mut dice);
        let line = json!({ "game": "incursion", "setup": setup, "dice": rolled(&why.events) });
        self.lines.push(line.to_string());
        if let Err(refused) = &why.result {
            self.wrong.push(format!("{}: {refused}", self.scene.name));
            return false;
        }
        self.cover.began(&self.rules, &setup);
        self.happens(&why, true);
        true
    }

    /// What happened is so, and counts.
    fn happens(&mut self, why: &Why<Incursion>, begins: bool) {
        let before = self.world.clone();
        for event in &why.events {
            self.rules.evolve(&mut self.world, event);
            if let Event::Made { thing } = event {
                self.first.entry(name(&self.rules, thing.res.0.into())).or_insert(thing.id.0);
            }
        }
        self.cover.saw(&self.rules, &before, &self.world, why, begins);
    }

    fn step(&mut self, step: &Step) {
        if !step.note.is_empty() {
            self.lines.push(format!("# {}", step.note));
        }
        let mut known = Known::default();
        for nth in 0..step.times {
            let rules = self.rules.clone();
            let action = self.scene.action(&self.world, &step.act, &|res| name(&rules, res));
            let typed: Action = match serde_json::from_value(action.clone()) {
                Ok(typed) => typed,
                Err(why) => return self.complain(step, format!("{action}: {why}")),
            };
            let mut dice = Told::of([&step.dice, &self.scene.dice]);
            let why = why(&self.rules, &self.world, Seat(0), 0, Cause::Action(&typed), &mut dice);
            if let Err(refused) = &why.result {
                return self.refused(step, &action, &refused.to_string(), refused.code());
            }
            let last = nth + 1 == step.times;
            known.learn(self, &why);
            if std::env::var("SCENES").is_ok() {
                println!("{}: {}{}", self.scene.name, step.act, known.told());
            }
            if last {
                let complaints = known.complaints(self, step);
                complaints.into_iter().for_each(|what| self.complain(step, what));
            }
            self.lines.push(json!({ "seat": "hero", "action": action, "dice": rolled(&why.events) }).to_string());
            self.happens(&why, false);
            if self.world.end.is_some() {
                break;
            }
        }
        if step.refused.is_some() {
            self.complain(step, "it was not refused".to_owned());
        }
        if step.over != self.world.end.is_some() {
            self.complain(step, format!("it ended so: {:?}", self.world.end));
        }
        if step.over {
            self.lines.push(format!("#! {}", json!({ "over": true })));
        }
    }

    fn refused(&mut self, step: &Step, action: &Value, why: &str, code: &str) {
        if step.refused.as_deref() != Some(code) {
            self.complain(step, format!("refused: {why}"));
        }
        self.lines.push(format!("#! {}", json!({ "seat": "hero", "action": action, "refused": code })));
    }

    fn complain(&mut self, step: &Step, what: String) {
        self.wrong.push(format!("{}: `{}`: {what}", self.scene.name, step.act));
    }

    /// The whole log: a draft completed by the host.
    fn log(&mut self) -> String {
        let registry = Registry::new().with(Hosted::new(self.rules.clone()));
        let draft = self.lines.join("\n") + "\n";
        let completed = Scenario::parse(&draft).and_then(|draft| draft.run(&registry)).map(|(_, log)| log);
        let again = completed.and_then(|log| Scenario::parse(&log)?.run(&registry).map(|(failures, _)| (log, failures)));
        match again {
            Ok((log, failures)) => {
                let told = failures
                    .iter()
                    .map(|it| format!("{}: line {}: {} {} {}", self.scene.name, it.line, it.field, it.expected, it.found));
                self.wrong.extend(told);
                log
            }
            Err(why) => {
                self.wrong.push(format!("{}: {why}", self.scene.name));
                draft
            }
        }
    }
}

/// What is known of a step: who answered what, what was read, what was written.
#[derive(Default)]
struct Known {
    answers: Vec<(String, String)>,
    said: Vec<String>,
    written: String,
}

impl Known {
    fn learn(&mut self, stage: &Stage<'_>, why: &Why<Incursion>) {
        self.answers.extend(why.notes.iter().filter_map(|note| match &note.what {
            Noted::Asked { handler, verdict, .. } => Some((handler.clone(), verdict.clone())),
            _ => None,
        }));
        self.said.extend(why.events.iter().filter_map(|event| match event {
            Event::Said { to, text } if *to == stage.world.hero => Some(text.clone()),
            _ => None,
        }));
        self.written += &serde_json::to_string(&why.events).unwrap_or_default();
    }

    fn complaints(&self, stage: &Stage<'_>, step: &Step) -> Vec<String> {
        let mut wrong = Vec::new();
        for wanted in step.ran.iter().filter(|wanted| !self.answered(wanted)) {
            wrong.push(format!("`{wanted}` did not answer"));
        }
        for unwanted in step.silent.iter().filter(|unwanted| self.answered(unwanted)) {
            wrong.push(format!("`{unwanted}` answered"));
        }
        for wanted in step.said.iter().filter(|wanted| !self.said.iter().any(|said| said.contains(*wanted))) {
            wrong.push(format!("`{wanted}` was not said, but: {}", self.said.join(" / ")));
        }
        for unwanted in step.unsaid.iter().filter(|unwanted| self.said.iter().any(|said| said.contains(*unwanted))) {
            wrong.push(format!("`{unwanted}` was said"));
        }
        for wanted in step.wrote.iter().filter(|wanted| !self.written.contains(&filled(stage, wanted))) {
            wrong.push(format!("`{}` was not written, but: {}", filled(stage, wanted), self.written));
        }
        for unwanted in step.unwritten.iter().filter(|unwanted| self.written.contains(&filled(stage, unwanted))) {
            wrong.push(format!("`{unwanted}` was written: {}", self.written));
        }
        wrong
    }

    /// Whether a handler answered: `worg: POST(HIT)`, `sleep: ISTARGET = ABORT`.
    fn answered(&self, wanted: &str) -> bool {
        let (whose, what) = wanted.split_once(" = ").map_or((wanted, None), |(whose, what)| (whose, Some(what)));
        let matches = |handler: &str| {
            let handler = &handler.replace("EV_", "");
            let bare = handler.split(" (").next().unwrap_or_default().trim_end_matches(" says");
            bare == whose || handler.split(" says").next().and_then(|it| it.rsplit_once(" (")).is_some_and(|(it, _)| it == whose)
        };
        self.answers.iter().any(|(handler, verdict)| matches(handler) && what.is_none_or(|what| what == verdict))
    }

    fn told(&self) -> String {
        let by_script = self.answers.iter().filter(|(handler, _)| !handler.contains(" of "));
        let answers: Vec<String> =
            by_script.map(|(handler, verdict)| format!("{handler} = {verdict}").replace("EV_", "")).collect();
        let pages = serde_json::Deserializer::from_str(&self.written).into_iter::<Vec<Value>>();
        let events: Vec<Value> = pages.filter_map(Result::ok).flatten().collect();
        let (dice, rest): (Vec<&Value>, Vec<&Value>) = events.iter().partition(|event| event.get("Rolled").is_some());
        let dice = dice.iter().map(|it| format!("{} {}/{}", it["Rolled"]["why"], it["Rolled"]["value"], it["Rolled"]["high"]));
        let quiet = ["TimePassed", "Said", "Looked"];
        let rest = rest.iter().filter(|it| quiet.iter().all(|name| it.get(name).is_none())).map(|it| it.to_string());
        let (dice, rest) = (dice.collect::<Vec<_>>().join(", "), rest.collect::<Vec<_>>().join("\n      "));
        format!(
            "\n    said: {}\n    answered: {}\n    dice: {dice}\n    wrote: {rest}",
            self.said.join(" / "),
            answers.join("; ")
        )
    }
}

/// A text with numbers for names: `<goblin>` for a thing, `{afraid}` for a definition.
fn filled(stage: &Stage<'_>, text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['<', '«']) {
        let (open, close) = if rest[at..].starts_with('<') { ('<', '>') } else { ('«', '»') };
        let Some(end) = rest[at..].find(close) else { break };
        let what = &rest[at + open.len_utf8()..at + end];
        let number = match open {
            '<' => stage.first.get(what).map_or_else(|| format!("no {what}"), u32::to_string),
            _ => defined(&stage.rules, what).to_string(),
        };
        out += &rest[..at];
        out += &number;
        rest = &rest[at + end + close.len_utf8()..];
    }
    out + rest
}

/// A definition by its name; `status:afraid` where several kinds have one.
fn defined(rules: &Incursion, what: &str) -> u16 {
    let (noun, what) = what.split_once(':').map_or((None, what), |(noun, what)| (Noun::named(noun), what));
    let nouns = Noun::ALL.iter().copied().filter(|it| noun.is_none_or(|noun| noun == *it));
    let found = nouns.filter_map(|noun| rules.pack().find(noun, what)).next();
    found.map_or_else(|| panic!("there is no definition `{what}`"), |res| res.0)
}

fn name(rules: &Incursion, res: u32) -> String {
    u16::try_from(res).map(|res| rules.pack().name(Res(res)).to_owned()).unwrap_or_default()
}

fn rolled(events: &[Event]) -> Vec<u32> {
    let value = |event: &Event| if let Event::Rolled { value, .. } = event { Some(*value) } else { None };
    events.iter().filter_map(value).collect()
}

/// Dice that show what a scene says, by what they are for; others show their middle.
#[derive(Clone)]
struct Told(BTreeMap<String, Vec<u32>>);

impl Told {
    /// Of several lists; the first that names a die counts.
    fn of<'d>(lists: impl IntoIterator<Item = &'d BTreeMap<String, Shown>>) -> Told {
        let mut all = BTreeMap::new();
        for (why, shown) in lists.into_iter().flatten() {
            let shown = match shown {
                Shown::Always(value) => vec![*value],
                Shown::Each(values) => values.clone(),
            };
            all.entry(why.clone()).or_insert(shown);
        }
        Told(all)
    }
}

impl Chance for Told {
    fn settle(&mut self, ask: Ask, _native: u32, why: Arguments<'_>) -> Result<u32, Fault> {
        let middle = ask.low + (ask.high - ask.low) / 2;
        let Some(shown) = self.0.get_mut(&why.to_string()) else { return Ok(middle) };
        let value = if shown.len() > 1 { shown.remove(0) } else { shown.first().copied().unwrap_or(middle) };
        Ok(value.clamp(ask.low, ask.high))
    }

    fn lend(&self) -> Box<dyn Chance + Send + Sync> {
        Box::new(self.clone())
    }
}

//! A lesson: a scenario to be played. Its first prose is the task, its other prose tells what to do next and what was done, and what it
//! expects at its end is what the player is to reach, whichever way.

use crate::{Failure, HostError, Registry, Scenario, Step, Table};
use referee::Millis;
use serde_json::Value;

/// A lesson, read.
#[derive(Clone, Debug)]
pub struct Lesson {
    scenario: Scenario,
    game: String,
    planned: Vec<Planned>,
    /// The prose before the game begins, and the prose after each number of actions.
    task: Vec<String>,
    notes: Vec<Vec<String>>,
}

/// An action of the lesson's own way.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Who acts, by name, where the lesson says so.
    pub seat: Option<String>,
    /// The action as JSON.
    pub action: String,
    /// When it is declared, where the lesson says so.
    pub at: Option<Millis>,
    /// Dice handed in with it.
    pub dice: Option<Vec<u32>>,
}

impl Planned {
    /// Whether an action is this one.
    pub fn is(&self, action: &str) -> bool {
        let parse = |text: &str| serde_json::from_str::<Value>(text).ok();
        parse(&self.action) == parse(action)
    }
}

impl Lesson {
    /// Reads a lesson from a scenario.
    pub fn parse(text: &str) -> Result<Lesson, HostError> {
        let scenario = Scenario::parse(text)?;
        let (mut game, mut planned, mut task) = (String::new(), Vec::new(), Vec::new());
        let mut notes: Vec<Vec<String>> = Vec::new();
        for step in &scenario.steps {
            match step {
                Step::Prose(line) => add_prose(notes.last_mut().unwrap_or(&mut task), line),
                Step::Setup(line, _) => {
                    game = line["game"].as_str().unwrap_or_default().to_owned();
                    notes.push(Vec::new());
                }
                Step::Act(line, action) => {
                    let dice = line.get("dice").and_then(|dice| serde_json::from_value(dice.clone()).ok());
                    let (seat, at) = (line["seat"].as_str().map(str::to_owned), line["at"].as_u64());
                    planned.push(Planned { seat, action: action.get().to_owned(), at, dice });
                    notes.push(Vec::new());
                }
                Step::Expect(_) | Step::Branch(_) | Step::Say(_) | Step::Keyframe => {}
            }
        }
        notes.iter_mut().for_each(|note| note.retain(|paragraph| !paragraph.is_empty()));
        Ok(Lesson { scenario, game, planned, task, notes })
    }

    /// Whether a text is a scenario to be learned from, not only a log: whether it expects something.
    pub fn is_in(text: &str) -> bool {
        text.lines().any(|line| line.starts_with("#!"))
    }

    /// The game it is about, by name.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Its title: the first sentence of its prose.
    pub fn title(&self) -> String {
        let first = self.task.iter().find(|paragraph| !paragraph.is_empty()).map_or("", String::as_str);
        first.split(". ").next().unwrap_or_default().trim_end_matches('.').to_owned()
    }

    /// What one learns by it: its second sentence, where that says "You learn". Whoever is new begins with those that say so, in their order;
    /// the others each play out one rule.
    pub fn learns(&self) -> Option<String> {
        let first = self.task.iter().find(|paragraph| !paragraph.is_empty())?;
        let second = first.split(". ").nth(1)?;
        second.starts_with("You learn ").then(|| format!("{}.", second.trim_end_matches('.')))
    }

    /// Its task: the prose before the game begins without its title, a paragraph each.
    pub fn task(&self) -> Vec<String> {
        let title = self.title();
        let rest = |paragraph: &String| {
            paragraph.strip_prefix(&title).map_or(paragraph.as_str(), |rest| rest.trim_start_matches(['.', ' '])).to_owned()
        };
        self.task.iter().map(rest).filter(|paragraph| !paragraph.is_empty()).collect()
    }

    /// What its prose says once so many of its actions are done, a paragraph each: how it goes on, and at the end how it ended.
    pub fn note(&self, done: usize) -> &[String] {
        self.notes.get(done).map_or(&[], Vec::as_slice)
    }

    /// The actions of its own way.
    pub fn planned(&self) -> &[Planned] {
        &self.planned
    }

    /// Whoever has not reached the end after so many actions is asked to try again.
    pub fn patience(&self) -> u64 {
        self.planned.len() as u64 * 2 + 2
    }

    /// The game as the lesson begins it.
    pub fn start(&self, registry: &Registry) -> Result<Box<dyn Table>, HostError> {
        self.scenario.start(registry)
    }

    /// What the lesson expects at its end, and is not so at a table.
    pub fn unmet(&self, registry: &Registry, table: Box<dyn Table>) -> Result<Vec<Failure>, HostError> {
        self.scenario.unmet(registry, table)
    }
}

/// Adds a line of prose: to the paragraph before it, unless it is empty, drawn with spaces, or the first after its like.
fn add_prose(paragraphs: &mut Vec<String>, line: &str) {
    let text = line.strip_prefix('#').unwrap_or(line);
    let drawn = text.starts_with("   ");
    let text = if drawn { text.trim_end() } else { text.trim() };
    match paragraphs.last_mut() {
        Some(last) if !drawn && !text.is_empty() && !last.is_empty() && !last.starts_with(' ') => {
            last.push(' ');
            last.push_str(text);
        }
        _ => paragraphs.push(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Nim, lesson 1: stones. Take them.
# All of them.
#
#   o o o
{\"game\":\"nim\",\"setup\":{\"heaps\":[3]}}
# Take two.
{\"seat\":\"first\",\"at\":5,\"action\":{\"heap\":0,\"stones\":2}}
#! {\"view\":{\"heaps\":[1]}}
# One is left.
";

    #[test]
    fn prose_is_title_task_and_notes() {
        let lesson = Lesson::parse(TEXT).unwrap();
        assert_eq!((lesson.game(), lesson.title().as_str()), ("nim", "Nim, lesson 1: stones"));
        assert_eq!(lesson.task(), ["Take them. All of them.", "   o o o"]);
        assert_eq!(
            (lesson.note(0), lesson.note(1), lesson.note(2)),
            (&["Take two.".to_owned()][..], &["One is left.".to_owned()][..], &[][..])
        );
    }

    #[test]
    fn what_one_learns_is_the_second_sentence_that_says_so() {
        let learns = |prose: &str| Lesson::parse(&TEXT.replace("stones. Take them.", prose)).unwrap().learns();
        assert_eq!(learns("stones. You learn to take them. Do it."), Some("You learn to take them.".into()));
        assert_eq!(learns("stones. You learn them."), Some("You learn them.".into()), "although the next line follows");
        assert_eq!((learns("stones. Take them. You learn it."), learns("stones.")), (None, None));
    }

    #[test]
    fn the_way_of_the_lesson_has_actions_and_times() {
        let lesson = Lesson::parse(TEXT).unwrap();
        assert_eq!((lesson.planned().len(), lesson.planned()[0].at, lesson.patience()), (1, Some(5), 4));
        assert!(lesson.planned()[0].is(r#"{"stones":2,"heap":0}"#));
        assert!(!lesson.planned()[0].is(r#"{"stones":1,"heap":0}"#));
    }

    #[test]
    fn a_log_is_no_lesson() {
        assert!(Lesson::is_in(TEXT));
        assert!(!Lesson::is_in("# prose\n{\"game\":\"nim\"}\n"));
    }
}

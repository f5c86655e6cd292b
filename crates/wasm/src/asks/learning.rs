//! Lessons: what there is to learn, and how far a session has got. Nothing is kept about it: the log says it all.

use super::Ask;
use super::opening::Opened;
use crate::Engine;
use crate::answers::{Words, words};
use referee_host::{Failure, HostError, Lesson, Registry, Table};

asked! {
    /// Asks for the lessons of a game.
    pub(crate) struct Lessons {
        /// The game.
        game: String,
    }

    /// Asks what a lesson says.
    pub(crate) struct Learn {
        /// The game.
        game: Option<String>,
        /// The lesson; left out, the text is a scenario.
        lesson: Option<String>,
    }

    /// Starts the game of a lesson.
    pub(crate) struct Begin {
        /// The game.
        game: Option<String>,
        /// The lesson; left out, the text is a scenario.
        lesson: Option<String>,
    }

    /// Asks how a session stands in a lesson.
    pub(crate) struct Stands {
        /// The session.
        session: u32,
        /// The game.
        game: Option<String>,
        /// The lesson; left out, the text is a scenario.
        lesson: Option<String>,
    }
}

told! {
    /// A lesson in a list.
    pub(crate) struct LessonCard {
        /// Its name.
        name: &'static str,
        /// Its title.
        title: String,
        /// What one learns by it, in a sentence, where it is one to begin with.
        learns: Option<String>,
    }

    /// What a lesson says.
    pub(crate) struct Lecture {
        /// The game it is about.
        game: String,
        /// Its title.
        title: String,
        /// Its task, a paragraph each.
        task: Vec<String>,
        /// What it says before its first action and after each, a paragraph each.
        notes: Vec<Vec<String>>,
        /// The actions of its own way.
        planned: Vec<Step>,
    }

    /// An action of the lesson's own way.
    pub(crate) struct Step {
        /// Who acts, where the lesson says so.
        seat: Option<String>,
        /// When, where the lesson says so.
        at: Option<u64>,
        /// The action.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        action: Words,
        /// Dice handed in with it.
        dice: Option<Vec<u32>>,
    }

    /// How a session stands in a lesson.
    pub(crate) struct Standing {
        /// In a word.
        stands: Stand,
        /// So many of its actions are those of the lesson's own way, from the beginning.
        along: usize,
        /// What differs from the lesson's end.
        unmet: Vec<Failure>,
    }

    /// How a lesson stands.
    pub(crate) enum Stand {
        /// There is something to do yet.
        Open,
        /// The lesson's own way would have been done by now.
        Late,
        /// It is done.
        Done,
        /// It cannot be done any more, or has taken too long.
        Missed,
    }
}

/// The lesson with a name, or the one that a text is.
fn lesson(registry: &Registry, game: Option<&str>, name: Option<&str>, text: &str) -> Result<Lesson, HostError> {
    let Some(name) = name else { return Lesson::parse(text) };
    let title = registry.title(game.ok_or_else(|| HostError::bad("NO_GAME", "say which game the lesson is of"))?)?;
    let found = title.lessons().iter().find(|(known, _)| *known == name);
    let unknown = || HostError::bad("NO_SUCH_LESSON", format!("{} has no lesson {name:?}", title.card().name));
    Lesson::parse(found.ok_or_else(unknown)?.1)
}

impl Ask for Lessons {
    type Told = Vec<LessonCard>;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Vec<LessonCard>, String), HostError> {
        let lessons = engine.registry().title(&self.game)?.lessons();
        let card = |(name, text): &(&'static str, &'static str)| {
            Lesson::parse(text).map(|it| LessonCard { name, title: it.title(), learns: it.learns() })
        };
        Ok((lessons.iter().map(card).collect::<Result<_, _>>()?, String::new()))
    }
}

impl Ask for Learn {
    type Told = Lecture;
    fn answer(self, engine: &mut Engine, text: &str) -> Result<(Lecture, String), HostError> {
        let lesson = lesson(engine.registry(), self.game.as_deref(), self.lesson.as_deref(), text)?;
        let planned = lesson.planned().iter().cloned();
        let planned: Vec<Step> =
            planned.map(|it| Step { seat: it.seat, at: it.at, action: words(it.action), dice: it.dice }).collect();
        let notes = (0..=planned.len()).map(|done| lesson.note(done).to_vec()).collect();
        let (game, title, task) = (lesson.game().to_owned(), lesson.title(), lesson.task());
        Ok((Lecture { game, title, task, notes, planned }, String::new()))
    }
}

impl Ask for Begin {
    type Told = Opened;
    fn answer(self, engine: &mut Engine, text: &str) -> Result<(Opened, String), HostError> {
        let lesson = lesson(engine.registry(), self.game.as_deref(), self.lesson.as_deref(), text)?;
        let table = lesson.start(engine.registry())?;
        let lines = table.text()?;
        Ok((Opened::keep(engine, table)?, lines))
    }
}

impl Ask for Stands {
    type Told = Standing;
    fn answer(self, engine: &mut Engine, text: &str) -> Result<(Standing, String), HostError> {
        let lesson = lesson(engine.registry(), self.game.as_deref(), self.lesson.as_deref(), text)?;
        let table = engine.table(self.session)?;
        let (done, over, along) = (table.seq(), table.over(table.now()), along(&lesson, &**table));
        let copy = table.rewound(done)?;
        let unmet = if done == 0 && !lesson.planned().is_empty() { None } else { Some(lesson.unmet(engine.registry(), copy)?) };
        let stands = stand(&lesson, done, over, unmet.as_deref());
        Ok((Standing { stands, along, unmet: unmet.unwrap_or_default() }, String::new()))
    }
}

fn stand(lesson: &Lesson, done: u64, over: bool, unmet: Option<&[Failure]>) -> Stand {
    match unmet {
        None => Stand::Open,
        Some([]) => Stand::Done,
        Some(_) if done >= lesson.patience() || over => Stand::Missed,
        Some(_) if done >= lesson.planned().len() as u64 => Stand::Late,
        Some(_) => Stand::Open,
    }
}

/// How many actions of a table are those of the lesson's own way, from the beginning.
fn along(lesson: &Lesson, table: &dyn Table) -> usize {
    let done = |seq: u64| table.cause(seq).map_or_else(String::new, |(_, _, action)| action);
    (1..=table.seq()).zip(lesson.planned()).take_while(|(seq, planned)| planned.is(&done(*seq))).count()
}

//! A lesson being played: its text, tips when asked for, and whether it is done.

use super::app::App;
use super::names;
use super::session::Session;
use super::story::wrap;
use ratatui::style::Stylize;
use ratatui::text::Line;
use referee::Hue;
use referee_host::{Failure, HostError, Lesson, Registry, Title};
use std::path::{Path, PathBuf};

/// A lesson being played.
pub(crate) struct Course {
    /// What is to be learned.
    pub(crate) lesson: Lesson,
    /// The place of the lesson in the list of its game, if it is there.
    pub(crate) number: Option<usize>,
    /// How it stands.
    pub(crate) standing: Standing,
    /// How many tips were asked for since the last action.
    tips: usize,
    /// How many of the player's actions are those of the lesson's own way, from the beginning.
    along: usize,
}

/// How a lesson stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// There is something to do yet.
    Open,
    /// The lesson's own way would have been done by now; what differs from its end.
    Late(Vec<String>),
    /// It is done.
    Done,
    /// It cannot be done any more, or has taken too long; what differs from its end.
    Missed(Vec<String>),
}

impl Course {
    /// A lesson at its beginning.
    pub(crate) fn new(lesson: Lesson, number: Option<usize>) -> Course {
        Course { lesson, number, standing: Standing::Open, tips: 0, along: 0 }
    }

    /// A new game for it, in a file.
    pub(crate) fn begin<'a>(&self, registry: &'a Registry, path: Option<PathBuf>) -> Result<Session<'a>, HostError> {
        let path = path.unwrap_or_else(|| names::fresh(Path::new(""), &format!("{}-lesson", self.lesson.game())));
        Ok(Session::create(registry, path, self.lesson.start(registry)?)?.planned(self.lesson.planned()))
    }
}

/// The first lesson whose name begins with a number; where none does, the lesson that comes at that number, counted from 1.
fn numbered(lessons: &[(&str, &str)], number: usize) -> Option<usize> {
    let is_called = |(name, _): &(&str, &str)| name.split('-').next().and_then(|own| own.parse().ok()) == Some(number);
    let there = number.checked_sub(1).filter(|index| *index < lessons.len());
    lessons.iter().position(is_called).or(there)
}

/// The lesson of a game with a name, a number, or a part of a name.
pub(crate) fn find(title: &dyn Title, name: &str) -> Result<Course, HostError> {
    let lessons = title.lessons();
    let all = |fits: &dyn Fn(&str) -> bool| (0..lessons.len()).filter(|&index| fits(lessons[index].0)).collect::<Vec<_>>();
    let found = match (all(&|lesson| lesson == name), name.parse::<usize>()) {
        (found, _) if !found.is_empty() => found,
        (_, Ok(number)) => numbered(lessons, number).into_iter().collect(),
        _ => all(&|lesson| lesson.contains(name)),
    };
    let game = title.card().name;
    match found[..] {
        [only] => Ok(Course::new(Lesson::parse(lessons[only].1)?, Some(only))),
        [] => Err(HostError::bad("NO_SUCH_LESSON", format!("{game} has no lesson {name:?}"))
            .help(format!("see `referee lessons {game}`"))),
        _ => {
            let names: Vec<&str> = found.iter().map(|&index| lessons[index].0).collect();
            Err(HostError::bad("WHICH_LESSON", format!("several lessons of {game} are called so"))
                .because(names.join(", "), name))
        }
    }
}

impl App<'_> {
    /// Looks whether the lesson is done.
    pub(super) fn check_lesson(&mut self) {
        let Some(mut course) = self.course.take() else { return };
        course.tips = 0;
        course.along = self.along(&course.lesson);
        course.standing = self.stands(&course.lesson).unwrap_or_else(|error| Standing::Missed(vec![error.to_string()]));
        self.course = Some(course);
    }

    fn along(&self, lesson: &Lesson) -> usize {
        let done = |seq: u64| self.session.table().cause(seq).map_or_else(String::new, |(_, _, action)| action);
        (1..=self.session.table().seq()).zip(lesson.planned()).take_while(|(seq, planned)| planned.is(&done(*seq))).count()
    }

    fn stands(&mut self, lesson: &Lesson) -> Result<Standing, HostError> {
        let (done, planned) = (self.session.table().seq(), lesson.planned().len() as u64);
        if done == 0 && planned > 0 {
            return Ok(Standing::Open);
        }
        let unmet = lesson.unmet(self.session.registry(), self.session.whole_copy()?)?;
        let differs = || unmet.iter().map(told).collect();
        Ok(match () {
            () if unmet.is_empty() => Standing::Done,
            () if done >= lesson.patience() || self.moment.over => Standing::Missed(differs()),
            () if done >= planned => Standing::Late(differs()),
            () => Standing::Open,
        })
    }

    /// Says what the lesson does next: its prose first, then the action itself.
    pub(crate) fn tip(&mut self) {
        match &mut self.course {
            Some(course) if course.standing == Standing::Open => {
                course.tips += 1;
                let planned = course.lesson.planned().get(course.along);
                let choice = planned.and_then(|planned| self.moment.choices.iter().find(|choice| planned.is(&choice.action)));
                let place = choice.and_then(|choice| choice.aim.spots.last().copied());
                let told = course.tips > 1 || course.lesson.note(course.along).is_empty();
                self.cursor = place.filter(|_| told).unwrap_or(self.cursor);
            }
            Some(_) => self.note("r tries the lesson again from its beginning"),
            None => self.note("tips are for lessons: see `referee lessons`"),
        }
    }

    /// Plays the lesson again from its beginning.
    pub(crate) fn again(&mut self) {
        if self.course.is_none() {
            return self.note("u takes a move back; r is for lessons");
        }
        match self.session.branch(0, self.now) {
            Ok(()) => self.arrive(),
            Err(error) => self.alarm(error.to_string()),
        }
    }

    /// Goes on to the next lesson of the game.
    pub(crate) fn next_lesson(&mut self) {
        let Some(course) = &self.course else { return };
        let registry = self.session.registry();
        let lessons = registry.title(course.lesson.game()).map_or(&[][..], |title| title.lessons());
        let next = course.number.map(|number| number + 1);
        let Some((number, (_, text))) = next.and_then(|next| Some((next, lessons.get(next)?))) else {
            return self.note("there is no further lesson");
        };
        let folder = self.session.path().parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let path = names::fresh(&folder, &format!("{}-lesson", course.lesson.game()));
        let begun = Lesson::parse(text).map(|lesson| Course::new(lesson, Some(number)));
        match begun.and_then(|course| Ok((course.begin(registry, Some(path))?, course))) {
            Ok((session, course)) => self.enter(session, course),
            Err(error) => self.alarm(error.to_string()),
        }
    }

    /// The text of the lesson in so many columns; where there is less room than lines, the earlier paragraphs give way.
    pub(crate) fn lesson_lines(&self, width: u16, height: usize) -> Vec<Line<'static>> {
        let Some(course) = &self.course else { return Vec::new() };
        let mut blocks: Vec<Vec<Line<'static>>> = Vec::new();
        let mut add = |text: &str, hue: Hue, bold: bool| {
            let lines = if text.starts_with("  ") { vec![text.to_owned()] } else { wrap(text, usize::from(width)) };
            let line = |line: String| Line::styled(line, self.palette.hue(hue));
            blocks.push(lines.into_iter().map(|text| if bold { line(text).bold() } else { line(text) }).collect());
        };
        course.lesson.task().iter().for_each(|text| add(text, Hue::Plain, false));
        (0..course.along).for_each(|done| course.lesson.note(done).iter().for_each(|text| add(text, Hue::Faint, false)));
        self.verdict(course, &mut add);
        let mut hidden = 0;
        while blocks.len() - hidden > 1 && blocks[hidden..].iter().map(Vec::len).sum::<usize>() > height {
            hidden += 1;
        }
        blocks.split_off(hidden).into_iter().flatten().collect()
    }

    /// How it stands, in words.
    fn verdict(&self, course: &Course, add: &mut impl FnMut(&str, Hue, bool)) {
        match &course.standing {
            Standing::Open => self.tips(course, add),
            Standing::Late(differs) => {
                add("Not yet:", Hue::Yellow, true);
                differs.iter().for_each(|text| add(text, Hue::Yellow, false));
                add("Go on, or r tries again.", Hue::Faint, false);
            }
            Standing::Missed(differs) => {
                add("Not this time:", Hue::Red, true);
                differs.iter().for_each(|text| add(text, Hue::Red, false));
                add("r tries again.", Hue::Plain, true);
            }
            Standing::Done => {
                let end = course.lesson.planned().len();
                let told = if course.along == end { course.lesson.note(end) } else { &[] };
                told.iter().for_each(|text| add(text, Hue::Plain, false));
                add("The lesson is done. n goes on to the next, r plays it again.", Hue::Green, true);
            }
        }
    }

    fn tips(&self, course: &Course, add: &mut impl FnMut(&str, Hue, bool)) {
        let prose = course.lesson.note(course.along);
        let off = course.along < self.session.table().seq() as usize;
        match course.tips {
            0 => add("t gives a tip.", Hue::Faint, false),
            _ if off => add("The lesson goes another way: r tries again from the beginning.", Hue::Cyan, false),
            1 if !prose.is_empty() => prose.iter().for_each(|text| add(text, Hue::Cyan, false)),
            _ => {
                prose.iter().for_each(|text| add(text, Hue::Cyan, false));
                add(&self.next_of(course), Hue::Cyan, true);
            }
        }
    }

    /// What the lesson's own way does next, in the words of the list.
    fn next_of(&self, course: &Course) -> String {
        let Some(planned) = course.lesson.planned().get(course.along) else { return "The lesson has nothing more to do.".into() };
        let Some(choice) = self.moment.choices.iter().find(|choice| planned.is(&choice.action)) else {
            return format!("Next, declared by hand with `:`  {}", planned.action);
        };
        let place = choice.aim.spots.last().map_or_else(String::new, |spot| format!(" at ({}, {})", spot.x, spot.y));
        format!("Next: {}{place}.", choice.aim.label)
    }
}

/// What differs, as a sentence.
fn told(unmet: &Failure) -> String {
    let field = unmet.field.trim_start_matches("/view").trim_start_matches('/');
    format!("{field} is {}, and should be {}", unmet.found, unmet.expected)
}

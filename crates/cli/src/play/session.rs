//! A game in its file: every action is on the disk before it is on the screen, and going back makes a new file.

use super::names;
use referee::{Millis, Scripted, Seat};
use referee_host::{HostError, Line, LogFile, Planned, Registry, Table, Word};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A game being played and the file it is kept in.
pub(crate) struct Session<'a> {
    registry: &'a Registry,
    path: PathBuf,
    table: Box<dyn Table>,
    /// When the latest record came, on the clock of the screen.
    since: Duration,
    /// How long the file was when it was last read.
    length: u64,
    /// The length of a branch file of our own that nothing was played in yet.
    bare: Option<u64>,
    /// What a lesson plans: when each action is declared, and dice that are handed in with it.
    plan: Vec<Planned>,
}

/// What came of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It happened.
    Happened,
    /// It was refused, with each reason as `[CODE] sentence`.
    Refused(Vec<String>),
}

impl<'a> Session<'a> {
    /// Keeps a game that has just begun in a new file.
    pub(crate) fn create(registry: &'a Registry, path: PathBuf, table: Box<dyn Table>) -> Result<Session<'a>, HostError> {
        LogFile::create(&path, &table.text()?)?;
        Ok(Session::of(registry, path, table))
    }

    /// Goes on with the game in a file.
    pub(crate) fn open(registry: &'a Registry, path: PathBuf) -> Result<Session<'a>, HostError> {
        let table = LogFile::whole(registry, &path)?.table;
        Ok(Session::of(registry, path, table))
    }

    fn of(registry: &'a Registry, path: PathBuf, table: Box<dyn Table>) -> Session<'a> {
        let length = length(&path);
        Session { registry, path, table, since: Duration::ZERO, length, bare: None, plan: Vec::new() }
    }

    /// With the plan of a lesson: time is the lesson's, not the world's.
    pub(crate) fn planned(mut self, plan: &[Planned]) -> Session<'a> {
        self.plan = plan.to_vec();
        self
    }

    /// The games there are.
    pub(crate) fn registry(&self) -> &'a Registry {
        self.registry
    }

    /// The game at its latest record.
    pub(crate) fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The file it is kept in.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The file's name without its folder.
    pub(crate) fn file_name(&self) -> String {
        self.path.file_name().map_or_else(|| self.path.display().to_string(), |name| name.to_string_lossy().into_owned())
    }

    /// What time it is in the game: the time of the latest record, and where time matters, what has passed since.
    pub(crate) fn at(&self, now: Duration) -> Millis {
        if !self.plan.is_empty() {
            let next = self.plan.get(self.table.seq() as usize).and_then(|planned| planned.at);
            return next.unwrap_or(0).max(self.table.now());
        }
        let card = self.table.card();
        let passed = now.saturating_sub(self.since).as_millis() * u128::from(card.second) / 1_000;
        let passed = if card.clock { u64::try_from(passed).unwrap_or(u64::MAX) } else { 0 };
        self.table.now().saturating_add(passed)
    }

    /// Has an action judged and its record written. The file decides: only what is in it happened.
    pub(crate) fn act(&mut self, seat: Seat, now: Duration, action: &str) -> Result<Outcome, HostError> {
        let mut log = LogFile::append(self.registry, &self.path)?;
        if log.table.head() != self.table.head() {
            drop(log);
            self.refresh(now)?;
            return Err(HostError::no("MOVED_ON", "the log went on elsewhere; look at it before you act"));
        }
        let planned = self.plan.get(self.table.seq() as usize).filter(|planned| planned.is(action));
        let mut dice = planned.and_then(|planned| planned.dice.clone()).map(Scripted::new);
        let verdict = log.table.act(seat, self.at(now), action, dice.as_mut());
        if !verdict.lines.is_empty() {
            log.write(&verdict.lines)?;
            drop(log);
            self.follow(&verdict.lines, now)?;
        }
        Ok(if verdict.success { Outcome::Happened } else { Outcome::Refused(verdict.errors) })
    }

    /// Has a word of a player about the match judged and written, as an action is.
    pub(crate) fn say(&mut self, seat: Seat, now: Duration, word: Word) -> Result<Outcome, HostError> {
        let mut log = LogFile::append(self.registry, &self.path)?;
        if log.table.head() != self.table.head() {
            drop(log);
            self.refresh(now)?;
            return Err(HostError::no("MOVED_ON", "the log went on elsewhere; look at it before you say that"));
        }
        let line = match log.table.say(seat, self.at(now), word) {
            Ok(line) => line,
            Err(error) => return Ok(Outcome::Refused(vec![error.line()])),
        };
        log.write(&line)?;
        drop(log);
        self.table.follow(&Line::parse(line.trim_end())?)?;
        (self.length, self.bare) = (length(&self.path), None);
        Ok(Outcome::Happened)
    }

    fn follow(&mut self, lines: &str, now: Duration) -> Result<(), HostError> {
        for text in lines.lines() {
            self.table.follow(&Line::parse(text)?)?;
        }
        self.settle(now);
        self.bare = None;
        Ok(())
    }

    /// Reads the file again if someone else wrote to it; says whether there is news.
    pub(crate) fn refresh(&mut self, now: Duration) -> Result<bool, HostError> {
        if length(&self.path) == self.length {
            return Ok(false);
        }
        let table = LogFile::whole(self.registry, &self.path)?.table;
        let news = table.head() != self.table.head();
        self.table = table;
        self.bare = self.bare.filter(|_| !news);
        self.settle(now);
        Ok(news)
    }

    /// Goes on from an earlier record as a child game in a new file. The file of the parent stays as it is.
    pub(crate) fn branch(&mut self, seq: u64, now: Duration) -> Result<(), HostError> {
        let mut table = self.table.rewound(seq)?;
        let (path, name) = names::branch(&self.path);
        let name = names::free_name(&*table, &name);
        table.branch(&name)?;
        LogFile::create(&path, &table.text()?)?;
        self.leave();
        (self.path, self.table) = (path, table);
        self.settle(now);
        self.bare = Some(self.length);
        Ok(())
    }

    /// A copy of the game at its latest record, all records included.
    pub(crate) fn whole_copy(&mut self) -> Result<Box<dyn Table>, HostError> {
        self.table.rewound(self.table.seq())
    }

    /// A copy of the game at its latest record, for a bot to think over.
    pub(crate) fn copy(&self) -> Result<Box<dyn Table>, HostError> {
        Ok(LogFile::open(self.registry, &self.path, None)?.table)
    }

    fn settle(&mut self, now: Duration) {
        self.since = now;
        self.length = length(&self.path);
    }

    /// A branch of our own in which nothing was played says nothing its parent does not: it is taken away again.
    fn leave(&mut self) {
        if self.bare.take().is_some_and(|bare| bare == length(&self.path)) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn length(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |meta| meta.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_registry::games;

    const NOW: Duration = Duration::ZERO;

    fn start<'a>(registry: &'a Registry, folder: &Path) -> Session<'a> {
        let table = registry.title("nim").unwrap().start(Some(r#"{"heaps":[3,2]}"#), None, 0, None).unwrap();
        Session::create(registry, folder.join("game.jsonl"), table).unwrap()
    }

    #[test]
    fn an_action_is_on_the_disk_when_it_has_happened() {
        let (registry, folder) = (games(), tempfile::tempdir().unwrap());
        let mut session = start(&registry, folder.path());
        assert_eq!(session.act(Seat(0), NOW, r#"{"heap":0,"stones":2}"#).unwrap(), Outcome::Happened);
        let kept = std::fs::read_to_string(session.path()).unwrap();
        assert_eq!(kept, session.table().text().unwrap());
        assert_eq!(Session::open(&registry, session.path().to_owned()).unwrap().table().seq(), 1);
    }

    #[test]
    fn a_refusal_has_a_code_and_leaves_no_trace() {
        let (registry, folder) = (games(), tempfile::tempdir().unwrap());
        let mut session = start(&registry, folder.path());
        let before = std::fs::read(session.path()).unwrap();
        let Outcome::Refused(why) = session.act(Seat(1), NOW, r#"{"heap":0,"stones":2}"#).unwrap() else { panic!("refused") };
        assert!(why[0].starts_with("[NOT_YOUR_TURN]"), "{why:?}");
        assert_eq!(std::fs::read(session.path()).unwrap(), before);
    }

    #[test]
    fn a_branch_is_a_new_file_and_the_old_one_keeps_its_bytes() {
        let (registry, folder) = (games(), tempfile::tempdir().unwrap());
        let mut session = start(&registry, folder.path());
        session.act(Seat(0), NOW, r#"{"heap":0,"stones":2}"#).unwrap();
        let (old, before) = (session.path().to_owned(), std::fs::read(session.path()).unwrap());
        session.branch(0, NOW).unwrap();
        session.act(Seat(0), NOW, r#"{"heap":1,"stones":1}"#).unwrap();
        assert_eq!(session.file_name(), "game-branch-1.jsonl");
        assert_eq!(std::fs::read(&old).unwrap(), before);
        assert_eq!(Session::open(&registry, session.path().to_owned()).unwrap().table().seq(), 1);
    }

    #[test]
    fn a_branch_nothing_was_played_in_is_taken_away_when_it_is_left() {
        let (registry, folder) = (games(), tempfile::tempdir().unwrap());
        let mut session = start(&registry, folder.path());
        session.act(Seat(0), NOW, r#"{"heap":0,"stones":2}"#).unwrap();
        session.act(Seat(1), NOW, r#"{"heap":0,"stones":1}"#).unwrap();
        session.branch(1, NOW).unwrap();
        let bare = session.path().to_owned();
        session.branch(0, NOW).unwrap();
        assert!(!bare.exists() && session.path().exists());
    }

    #[test]
    fn what_someone_else_writes_is_seen() {
        let (registry, folder) = (games(), tempfile::tempdir().unwrap());
        let mut one = start(&registry, folder.path());
        let mut two = Session::open(&registry, one.path().to_owned()).unwrap();
        two.act(Seat(0), NOW, r#"{"heap":0,"stones":2}"#).unwrap();
        assert_eq!(one.act(Seat(0), NOW, r#"{"heap":0,"stones":1}"#).unwrap_err().code, "MOVED_ON");
        assert_eq!(one.table().head(), two.table().head());
        two.act(Seat(1), NOW, r#"{"heap":0,"stones":1}"#).unwrap();
        assert!(one.refresh(NOW).unwrap());
        assert!(!one.refresh(NOW).unwrap());
    }
}

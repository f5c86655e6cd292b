//! The engine: the games, and the sessions that are open.

use crate::asks;
use referee_host::{HostError, Registry, Table};
use std::collections::BTreeMap;

/// So many sessions may be open at once.
const SESSIONS_MAX: usize = 256;

/// The games, and the sessions that are open.
pub struct Engine {
    registry: Registry,
    tables: BTreeMap<u32, Box<dyn Table>>,
    latest: u32,
}

impl Engine {
    /// With every game that was built in, and no session.
    pub fn new() -> Engine {
        Engine::of(referee_registry::games())
    }

    /// With these games.
    pub fn of(registry: Registry) -> Engine {
        Engine { registry, tables: BTreeMap::new(), latest: 0 }
    }

    /// Answers a question; the form of both is told at the top of this crate.
    pub fn answer(&mut self, question: &str) -> String {
        let (line, text) = question.split_once('\n').unwrap_or((question, ""));
        let (name, ask) = line.split_once(' ').unwrap_or((line, "{}"));
        match asks::answer(self, name, ask, text) {
            Ok(answer) => answer.written(),
            Err(error) => format!("-{}", serde_json::to_string(&*error).unwrap_or_default()),
        }
    }

    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Keeps a table as a session, and tells its number.
    pub(crate) fn keep(&mut self, table: Box<dyn Table>) -> Result<u32, HostError> {
        if self.tables.len() >= SESSIONS_MAX {
            let error = HostError::bad("TOO_MANY_SESSIONS", "too many sessions are open").help("leave those that are done with");
            return Err(error.because(format!("at most {SESSIONS_MAX}"), "more"));
        }
        self.latest += 1;
        self.tables.insert(self.latest, table);
        Ok(self.latest)
    }

    pub(crate) fn table(&mut self, session: u32) -> Result<&mut Box<dyn Table>, HostError> {
        let gone = || HostError::bad("NO_SUCH_SESSION", "there is no such session, or it was left");
        self.tables.get_mut(&session).ok_or_else(|| gone().because("the number of an open session", session.to_string()))
    }

    pub(crate) fn leave(&mut self, session: u32) -> bool {
        self.tables.remove(&session).is_some()
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

//! Going through time: looking at the past, playing on from it, taking a move back. The old line of play stays in its file.

use super::app::App;

impl App<'_> {
    /// Goes to a record; to the present if it is the latest.
    pub(crate) fn travel(&mut self, seq: u64) {
        let latest = self.session.table().seq();
        self.past = Some(seq.min(latest)).filter(|&seq| seq < latest);
        self.scrolled = 0;
        if self.past != Some(self.moment.seq) {
            self.look();
        }
    }

    /// Goes some records on, or back.
    pub(crate) fn travel_by(&mut self, steps: i64) {
        let here = self.past.unwrap_or_else(|| self.session.table().seq());
        self.travel(here.saturating_add_signed(steps));
    }

    /// Plays on from the record looked at, as a branch in a new file.
    pub(crate) fn branch_here(&mut self) {
        if let Some(seq) = self.past {
            self.branch(seq, "playing on from the past");
        }
    }

    /// Takes the latest action of someone here back: goes on from before it, as a branch in a new file.
    pub(crate) fn undo(&mut self) {
        if self.past.is_some() {
            return self.note("this is the past already: b plays on from here, Esc returns to the present");
        }
        let table = self.session.table();
        let own =
            |seq: &u64| table.cause(*seq).is_some_and(|(seat, ..)| self.players.is_here(seat) || self.players.is_demonstration());
        match (1..=table.seq()).rev().find(own) {
            Some(seq) => self.branch(seq - 1, "taken back"),
            None => self.note("there is nothing of yours to take back"),
        }
    }

    fn branch(&mut self, seq: u64, what: &str) {
        match self.session.branch(seq, self.now) {
            Ok(()) => {
                self.arrive();
                self.note(format!("{what}: the new line of play is kept in {}", self.session.file_name()));
            }
            Err(error) => self.alarm(error.to_string()),
        }
    }
}

//! Looking: how a game stands, what an eye may know of it now or knew then, what it saw happen, and why.

use super::Ask;
use crate::Engine;
use crate::answers::{Words, words};
use referee::{Cue, Millis, Scene, Seat};
use referee_host::{Card, Explained, HostError, Parley, Table};
use std::collections::BTreeMap;

asked! {
    /// Asks how a game stands.
    pub(crate) struct OfSession {
        /// The session.
        session: u32,
        /// When; left out, now.
        at: Option<u64>,
    }

    /// Looks at a game.
    pub(crate) struct Look {
        /// The session.
        session: u32,
        /// The seat that looks; left out, an onlooker.
        eye: Option<String>,
        /// After which record; left out, the latest.
        seq: Option<u64>,
    }

    /// Asks what an eye saw happen in a record.
    pub(crate) struct See {
        /// The session.
        session: u32,
        /// The seat that looks; left out, an onlooker.
        eye: Option<String>,
        /// The record.
        seq: u64,
    }

    /// Asks what was declared in a record. It tells what no other seat may see.
    pub(crate) struct OfCause {
        /// The session.
        session: u32,
        /// The record.
        seq: u64,
    }

    /// Asks why a record came so. It tells what no seat sees: for games that are over, or played alone.
    pub(crate) struct Why {
        /// The session.
        session: u32,
        /// The record.
        seq: u64,
    }

    /// Asks for the whole log.
    pub(crate) struct OfLog {
        /// The session.
        session: u32,
    }

    /// Writes a game as a file of another program.
    pub(crate) struct Export {
        /// The session.
        session: u32,
        /// The format.
        format: String,
        /// After which record; left out, the latest.
        seq: Option<u64>,
    }
}

told! {
    /// How a game stands.
    pub(crate) struct Status {
        /// The game.
        game: &'static str,
        /// What it is called where it is kept; empty where it has no name.
        name: String,
        /// The number of the latest record.
        seq: u64,
        /// When the latest record was declared.
        at: u64,
        /// What the clock of the game says.
        clock: u64,
        /// How many events the log has.
        events: u64,
        /// The id of the latest line.
        head: String,
        /// The digest of the state.
        digest: String,
        /// Where dice come from.
        chance: &'static str,
        /// Whether the game is over.
        over: bool,
        /// Why it was closed before its end, if it was.
        closed: Option<String>,
        /// What players have said about the match, and how that ended it.
        #[serde(rename = "match")]
        #[cfg_attr(feature = "types", ts(rename = "match"))]
        parley: Parley,
        /// The seats that have something to do.
        waiting: Vec<&'static str>,
        /// How well each seat stands.
        #[cfg_attr(feature = "types", ts(type = "Record<string, number>"))]
        scores: BTreeMap<&'static str, i64>,
        /// Who sits where.
        #[cfg_attr(feature = "types", ts(type = "Record<string, string>"))]
        players: BTreeMap<&'static str, String>,
        /// What time alone brings about.
        due: Option<Due>,
        /// The child games this one is, the latest last.
        branches: Vec<Child>,
    }

    /// What time alone brings about.
    pub(crate) struct Due {
        /// When.
        at: u64,
        /// For whom.
        seat: &'static str,
        /// The action that says so.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        action: Words,
    }

    /// A child game.
    pub(crate) struct Child {
        /// The record it follows.
        after: u64,
        /// What it is called.
        name: String,
    }

    /// What an eye may know.
    pub(crate) struct Looked {
        /// The view.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        view: Words,
    }

    /// What was declared in a record.
    pub(crate) struct Cause {
        /// Who acted; nobody in record 0.
        seat: Option<&'static str>,
        /// When.
        at: u64,
        /// The action; the setup in record 0.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        action: Words,
    }

    /// What an eye saw happen in a record.
    pub(crate) struct Seen {
        /// Who acted; nobody in record 0.
        seat: Option<&'static str>,
        /// When.
        at: u64,
        /// The events.
        #[cfg_attr(feature = "types", ts(type = "unknown[]"))]
        events: Words,
        /// Each event as a sentence.
        tale: Vec<String>,
        /// What moves on the screen.
        cues: Vec<Cue>,
    }
}

/// An eye by the name of its seat.
pub(crate) fn eye_of(card: &Card, eye: Option<&str>) -> Result<Option<Seat>, HostError> {
    eye.map(|eye| card.seat(Some(eye))).transpose()
}

impl Ask for OfSession {
    type Told = Status;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Status, String), HostError> {
        let table = engine.table(self.session)?;
        let at = self.at.unwrap_or_else(|| table.now());
        Ok((Status::of(&**table, at), String::new()))
    }
}

impl Status {
    pub(crate) fn of(table: &dyn Table, at: Millis) -> Status {
        let card = table.card();
        let seats = (0..).zip(&card.seats).map(|(seat, name)| (*name, table.score(Seat(seat))));
        let due = table.due().map(|(at, seat, action)| Due { at, seat: card.seat_name(seat), action: words(action) });
        Status {
            game: card.name,
            name: table.name().to_owned(),
            seq: table.seq(),
            at: table.at(),
            clock: table.clock(),
            events: table.events(),
            head: table.head().to_string(),
            digest: table.digest().to_string(),
            chance: table.dice().name(),
            over: table.over(at),
            closed: table.closed().map(str::to_owned),
            parley: table.parley(),
            waiting: table.waiting_for(at).into_iter().map(|seat| card.seat_name(seat)).collect(),
            scores: seats.collect(),
            players: table.players().iter().map(|(_, seat, name)| (seat, name.to_owned())).collect(),
            due,
            branches: table.branches().iter().map(|it| Child { after: it.after, name: it.name.clone() }).collect(),
        }
    }
}

impl Ask for Look {
    type Told = Looked;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Looked, String), HostError> {
        let table = engine.table(self.session)?;
        let eye = eye_of(&table.card(), self.eye.as_deref())?;
        let view = match self.seq.filter(|seq| *seq != table.seq()) {
            Some(seq) => table.view_at(seq, eye)?,
            None => table.view(eye),
        };
        Ok((Looked { view: words(view) }, String::new()))
    }
}

asked! {
    /// Asks for the picture of a game.
    pub(crate) struct Picture {
        /// The session.
        session: u32,
        /// The seat that looks; left out, an onlooker.
        eye: Option<String>,
        /// After which record; left out, the latest.
        seq: Option<u64>,
    }
}

impl Ask for Picture {
    type Told = Scene;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Scene, String), HostError> {
        let table = engine.table(self.session)?;
        let eye = eye_of(&table.card(), self.eye.as_deref())?;
        let scene = match self.seq.filter(|seq| *seq != table.seq()) {
            Some(seq) => table.scene_at(seq, eye)?,
            None => table.scene(eye),
        };
        Ok((scene, String::new()))
    }
}

impl Ask for See {
    type Told = Seen;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Seen, String), HostError> {
        let table = engine.table(self.session)?;
        let card = table.card();
        let (eye, seq) = (eye_of(&card, self.eye.as_deref())?, self.seq);
        let Cause { seat, at, .. } = Cause::of(&**table, seq)?;
        let seen = Seen {
            seat,
            at,
            events: words(table.seen(seq, eye).into_owned()),
            tale: table.tell(seq, eye),
            cues: table.cues(seq, eye),
        };
        Ok((seen, String::new()))
    }
}

impl Cause {
    fn of(table: &dyn Table, seq: u64) -> Result<Cause, HostError> {
        let no_record = || HostError::bad("NO_SUCH_RECORD", format!("the log has no record {seq}"));
        let no_record = || no_record().because(format!("0 to {}", table.seq()), seq.to_string());
        let (seat, at, action) = table.cause(seq).ok_or_else(no_record)?;
        Ok(Cause { seat: (seq > 0).then(|| table.card().seat_name(seat)), at, action: words(action) })
    }
}

impl Ask for OfCause {
    type Told = Cause;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Cause, String), HostError> {
        let table = engine.table(self.session)?;
        Ok((Cause::of(&**table, self.seq)?, String::new()))
    }
}

impl Ask for Why {
    type Told = Explained;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Explained, String), HostError> {
        Ok((engine.table(self.session)?.why(self.seq)?, String::new()))
    }
}

impl Ask for OfLog {
    type Told = u64;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(u64, String), HostError> {
        let table = engine.table(self.session)?;
        Ok((table.seq(), table.text()?))
    }
}

impl Ask for Export {
    type Told = ();
    fn answer(self, engine: &mut Engine, _: &str) -> Result<((), String), HostError> {
        let table = engine.table(self.session)?;
        Ok(((), table.export(&self.format, self.seq.unwrap_or_else(|| table.seq()))?))
    }
}

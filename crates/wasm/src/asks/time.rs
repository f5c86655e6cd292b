//! Through time: the moments of a game, an earlier one as a game of its own, and child games.

use super::Ask;
use super::opening::{Opened, players};
use crate::Engine;
use referee_host::{Branch, HostError, Table};
use std::collections::BTreeMap;

asked! {
    /// Asks for the moments of a game.
    pub(crate) struct OfMoments {
        /// The session.
        session: u32,
    }

    /// Goes back to an earlier record, in a session of its own.
    pub(crate) struct Back {
        /// The session.
        session: u32,
        /// The record.
        seq: u64,
    }

    /// Makes a child game.
    pub(crate) struct Branching {
        /// The session.
        session: u32,
        /// The record it follows; left out, the latest.
        seq: Option<u64>,
        /// What the child is called.
        name: String,
        /// How many events of the record are kept; left out, all.
        events: Option<u64>,
        /// The seed of dice of its own.
        seed: Option<String>,
        /// Who plays from here on: a name by seat.
        players: Option<BTreeMap<String, String>>,
    }
}

told! {
    /// A moment: after a record, or inside it.
    pub(crate) struct Moment {
        /// The record.
        record: u64,
        /// How many of its events; all where it is none.
        events: Option<u64>,
    }
}

impl Ask for OfMoments {
    type Told = Vec<Moment>;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Vec<Moment>, String), HostError> {
        let moments = engine.table(self.session)?.moments()?;
        Ok((moments.into_iter().map(|it| Moment { record: it.record, events: it.events }).collect(), String::new()))
    }
}

impl Ask for Back {
    type Told = Opened;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Opened, String), HostError> {
        let earlier = engine.table(self.session)?.rewound(self.seq)?;
        opened(engine, earlier)
    }
}

impl Ask for Branching {
    type Told = Opened;
    fn answer(self, engine: &mut Engine, _: &str) -> Result<(Opened, String), HostError> {
        let table = engine.table(self.session)?;
        let mut child = table.rewound(self.seq.unwrap_or_else(|| table.seq()))?;
        let players = players(&child.card(), &self.players.unwrap_or_default())?;
        let seed = self.seed.unwrap_or_default();
        child.fork(Branch { events: self.events, seed, players, ..Branch::named(&self.name) })?;
        opened(engine, child)
    }
}

fn opened(engine: &mut Engine, table: Box<dyn Table>) -> Result<(Opened, String), HostError> {
    let log = table.text()?;
    Ok((Opened::keep(engine, table)?, log))
}

//! The games a host knows: name to title. A game is one line in the list.

use crate::{Figures, FormatCard, Header, HostError, Judge, Line, NamedSetup, Reading, Schemas, Sealing, Table, Trophy};
use referee::{Millis, Scripted, Seat};
use serde::Serialize;
use std::sync::Arc;

/// A game in the registry, its types behind text.
pub trait Title: Send + Sync {
    /// What the list of games says about it.
    fn card(&self) -> Card;
    /// A table where nothing has happened yet, for a log to be read into.
    fn table(&self, header: &Header<'_>) -> Result<Box<dyn Table>, HostError>;
    /// Starts a game from a setup (JSON, or the name of one of [`Card::setups`] as a JSON text; `None` for the usual one), a seed put into it if given,
    /// with dice handed in or the rules' own.
    fn start(
        &self,
        setup: Option<&str>,
        seed: Option<&str>,
        at: Millis,
        dice: Option<&mut Scripted>,
    ) -> Result<Box<dyn Table>, HostError>;
    /// Starts a game whose dice are sealed.
    fn start_sealed(
        &self,
        setup: Option<&str>,
        seed: Option<&str>,
        at: Millis,
        sealing: Sealing,
    ) -> Result<Box<dyn Table>, HostError>;
    /// Goes on from the state after a record, as the keyframe line that follows it has it.
    fn resume(&self, header: &Header<'_>, record: &Line<'_>, keyframe: &Line<'_>) -> Result<Box<dyn Table>, HostError>;
    /// What an eye sees of a line: its events as JSON, or nothing where it is no record.
    fn seen(&self, line: &Line<'_>, eye: Option<Seat>) -> Result<Option<String>, HostError>;
    /// The usual setup, as text.
    fn setup(&self) -> String;
    /// The JSON Schemas of its setup, actions and views; none where its types have none.
    fn schemas(&self) -> Option<Schemas>;
    /// A judge of this game, who answers requests of the pure contract over text: `{"state","action","seat"?,"at"?}` in,
    /// `{"nextState","events","success","errors"?}` out.
    fn judging(&self) -> Box<dyn Judge>;
    /// Applies an event to a state, where the game's contract has that layer: `{"state","event"}` in, `{"nextState","success","errors"?}`
    /// out.
    fn mutating(&self) -> Option<Box<dyn Judge>>;
    /// The file forms of other programs it can read or write.
    fn formats(&self) -> Vec<FormatCard>;
    /// The first of its formats that can be read and fits a text.
    fn fitting(&self, text: &str) -> Option<&'static str>;
    /// Reads a foreign file; a format left out is the first that fits.
    fn import(&self, format: Option<&str>, text: &str) -> Result<Reading, HostError>;
    /// The trophies for deeds that its logs show.
    fn trophies(&self) -> Vec<Trophy>;
    /// Its lessons: the name of each, and the text of its scenario.
    fn lessons(&self) -> &'static [(&'static str, &'static str)];
    /// Measures judging, replaying and verifying about this many actions of random play.
    fn bench(&self, actions: u64) -> Result<Figures, HostError>;
}

/// What the list of games says about a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Card {
    /// The game's name.
    pub name: &'static str,
    /// The version of its rules.
    pub rules: &'static str,
    /// Its seats by name.
    pub seats: Vec<&'static str>,
    /// Its seats that nobody needs to take, by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<&'static str>>"))]
    pub optional_seats: Vec<&'static str>,
    /// Whether declared time matters.
    pub clock: bool,
    /// How much declared time a second is.
    pub second: u64,
    /// Whether it can be given a seed.
    pub seeded: bool,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The bots that can take a seat.
    pub bots: Vec<&'static str>,
    /// The setups that it brings by name.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<NamedSetup>>"))]
    pub setups: &'static [NamedSetup],
    /// The keys of its own that it is played with, and what they do.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, type = "[string, string][]"))]
    pub keys: &'static [(&'static str, &'static str)],
}

impl Card {
    /// The seat with a name. Left out, it is the only seat of a game that has one.
    pub fn seat(&self, name: Option<&str>) -> Result<Seat, HostError> {
        let names = || self.all_seats().collect::<Vec<_>>().join(" or ");
        let Some(name) = name else {
            return match self.seats.len() {
                1 => Ok(Seat(0)),
                _ => Err(HostError::bad("NO_SEAT", format!("say which seat: {}", names()))),
            };
        };
        let index = self.all_seats().position(|seat| seat == name);
        let unknown = || HostError::bad("NO_SUCH_SEAT", format!("{} has no seat {name:?}", self.name)).because(names(), name);
        index.map(|index| Seat(index as u8)).ok_or_else(unknown)
    }

    /// The name of a seat.
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        self.all_seats().nth(seat.index()).unwrap_or("nobody")
    }

    /// The names of all seats, the optional ones last.
    pub fn all_seats(&self) -> impl Iterator<Item = &'static str> {
        self.seats.iter().chain(&self.optional_seats).copied()
    }
}

/// The games a host knows. A copy shares them.
#[derive(Clone, Default)]
pub struct Registry {
    /// Each with its name: to make a card costs more than to find one.
    titles: Vec<(&'static str, Arc<dyn Title>)>,
}

impl Registry {
    /// No games yet.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// With one more game.
    #[must_use]
    pub fn with(mut self, title: impl Title + 'static) -> Registry {
        self.add(title);
        self
    }

    /// Adds a game.
    ///
    /// # Panics
    /// Two games may not have the same name.
    pub fn add(&mut self, title: impl Title + 'static) {
        let name = title.card().name;
        assert!(self.titles.iter().all(|(known, _)| *known != name), "two games are called {name}");
        self.titles.push((name, Arc::new(title)));
    }

    /// With a game in the place of the one of its name: the same game with other content.
    #[must_use]
    pub fn instead(mut self, title: impl Title + 'static) -> Registry {
        let name = title.card().name;
        let title: Arc<dyn Title> = Arc::new(title);
        match self.titles.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = title,
            None => self.titles.push((name, title)),
        }
        self
    }

    /// The game with a name.
    pub fn title(&self, name: &str) -> Result<&dyn Title, HostError> {
        let known = || self.titles.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        let found = self.titles.iter().find(|(known, _)| *known == name);
        found.map(|(_, title)| &**title).ok_or_else(|| {
            HostError::bad("NO_SUCH_GAME", format!("there is no game called {name:?}"))
                .because(format!("one of {}", known()), name)
        })
    }

    /// What applies an event to a state of a game; an error where the game's contract has no such layer.
    pub fn mutating(&self, name: &str) -> Result<Box<dyn Judge>, HostError> {
        self.title(name)?.mutating().ok_or_else(|| {
            let able: Vec<&str> =
                self.titles.iter().filter(|(_, title)| title.mutating().is_some()).map(|(name, _)| *name).collect();
            let able = if able.is_empty() { "none of these games".to_owned() } else { able.join(" or ") };
            let message = format!("the contract of {name} applies no single events: it judges actions only");
            HostError::bad("NO_MUTATION", message).because(able, name)
        })
    }

    /// All games, in order.
    pub fn titles(&self) -> impl Iterator<Item = &dyn Title> {
        self.titles.iter().map(|(_, title)| &**title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hosted;
    use crate::judge::Plain;
    use referee_nim::Nim;

    #[test]
    fn a_game_whose_contract_applies_no_single_events_says_so_and_which_games_do() {
        let error = |registry: Registry| registry.mutating("nim").err().map(|error| (error.code, error.expected.clone()));
        let without = Registry::new().with(Hosted::new(Nim));
        assert_eq!(error(without.clone()), Some(("NO_MUTATION", Some("none of these games".into()))));
        assert_eq!(without.mutating("chess").err().map(|error| error.code), Some("NO_SUCH_GAME"));
        let with = Hosted::new(Nim).mutated_by(|rules| Box::new(Plain { rules: *rules, refusals: None }));
        assert!(Registry::new().with(with).mutating("nim").is_ok());
    }
}

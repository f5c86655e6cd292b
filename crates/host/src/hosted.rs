//! Where types end and text begins: any game that can be shown and serialised, as a [`Title`].

use crate::format::{named, unfit};
use crate::judge::Plain;
use crate::line::Body;
use crate::seated::{Hooks, Seated, under};
use crate::write::text;
use crate::{
    BOTS, Bot, Branch, Card, Chain, Deeds, Figures, Format, FormatCard, Header, HostError, Judge, Line, NamedSetup, Players,
    RECORDS_MAX, Reading, Schemas, Sealing, Since, Source, Table, Title, Trophy,
};
use crate::{bench, json};
use referee::{Game, Millis, Scripted, Seat, Show, Snapshot, State};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What a game must be to be hosted: shown, and all of it text on demand. Implemented for every game that is.
pub trait Playable:
    Show<
        Setup: Serialize + DeserializeOwned + Send + Sync,
        State: Serialize + DeserializeOwned + Send + Sync,
        Action: Serialize + DeserializeOwned + Send + Sync,
        Event: Serialize + DeserializeOwned + Send + Sync,
        View: Serialize,
    > + Send
    + Sync
    + 'static
{
}

impl<R> Playable for R where
    R: Show<
            Setup: Serialize + DeserializeOwned + Send + Sync,
            State: Serialize + DeserializeOwned + Send + Sync,
            Action: Serialize + DeserializeOwned + Send + Sync,
            Event: Serialize + DeserializeOwned + Send + Sync,
            View: Serialize,
        > + Send
        + Sync
        + 'static
{
}

/// A game whose setups, actions and views have JSON Schemas. Implemented for every game that has them.
#[diagnostic::on_unimplemented(
    note = "derive `schemars::JsonSchema` for its setup, action and view, or register it without `described`"
)]
pub trait Described: Playable<Setup: JsonSchema, Action: JsonSchema, View: JsonSchema> {}

impl<R> Described for R where R: Playable<Setup: JsonSchema, Action: JsonSchema, View: JsonSchema> {}

/// A game as a title: `Registry::new().with(Hosted::new(Nim))`.
#[derive(Clone, Copy)]
pub struct Hosted<R: Playable> {
    rules: R,
    judging: Option<Judging<R>>,
    mutating: Option<Judging<R>>,
    totals: Totals<R>,
    formats: &'static [Format<R>],
    deeds: Option<Deeds<R>>,
    moments: Moments<R>,
    clock: Option<Clock<R>>,
    times: Option<Times<R>>,
    refusals: Option<Refusals<R>>,
    lessons: &'static [(&'static str, &'static str)],
    bots: &'static [(&'static str, Bot<R>)],
    setups: &'static [NamedSetup],
    schemas: Option<fn() -> Schemas>,
}

/// Makes what answers requests of the contract.
type Judging<R> = fn(&R) -> Box<dyn Judge>;

/// What a seat has at the end of a game: what a lobby adds to a player's balance.
pub type Totals<R> = fn(&R, &<R as referee::Rules>::State, Seat) -> u32;

/// The moves that a record made upon a state, as players count them: after how many of its events each was done. Where that is not after
/// all of them, a branch may begin there, and nowhere else inside the record.
pub type Moments<R> = fn(&R, &<R as referee::Rules>::State, &[<R as referee::Rules>::Event]) -> Vec<usize>;

/// An action that the rules refused, and where.
pub struct Declined<'a, R: Playable> {
    /// What the game was called in its first line; empty where it has no name.
    pub name: &'a str,
    /// The child games it is, the latest last.
    pub branches: &'a [Branch],
    /// Who sits where.
    pub players: &'a Players,
    /// What was true, and still is.
    pub state: &'a R::State,
    /// Who asked.
    pub seat: Seat,
    /// Why not.
    pub why: &'a R::Rejection,
    /// The log, where it is known from its beginning.
    pub source: Option<Source<'a, R>>,
}

/// Tells a refusal as an event of the game's own, with its fields: a JSON object; none where there is no word for it.
pub type Refusals<R> = fn(&Declined<'_, R>) -> Option<String>;

/// How a title tells times: what happened, and what was refused, in the world's time instead of the game's own.
pub struct Times<R: Playable> {
    /// An event.
    pub event: fn(R::Event, Since) -> R::Event,
    /// A refusal.
    pub refusal: fn(R::Rejection, Since) -> R::Rejection,
}

// Written out, not derived: a derive would ask the rules themselves to be `Copy`.
impl<R: Playable> Clone for Times<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Playable> Copy for Times<R> {}

/// What the clock of a state says.
pub type Clock<R> = fn(&<R as referee::Rules>::State) -> Millis;

impl<R: Playable> Hosted<R> {
    /// A game with the usual judge and no formats.
    pub fn new(rules: R) -> Hosted<R> {
        let totals: Totals<R> = |rules, state, seat| u32::try_from(rules.score(state, seat).max(0)).unwrap_or(u32::MAX);
        Hosted {
            rules,
            judging: None,
            mutating: None,
            totals,
            formats: &[],
            deeds: None,
            moments: |_, _, events| vec![events.len()],
            clock: None,
            times: None,
            refusals: None,
            lessons: &[],
            bots: &[],
            setups: &[],
            schemas: None,
        }
    }

    /// With a judge of its own.
    #[must_use]
    pub fn judged_by(mut self, judging: fn(&R) -> Box<dyn Judge>) -> Hosted<R> {
        self.judging = Some(judging);
        self
    }

    /// With the layer of the contract that applies one event to a state: it answers `{"state","event"}` with
    /// `{"nextState","success","errors"?}`.
    #[must_use]
    pub fn mutated_by(mut self, mutating: fn(&R) -> Box<dyn Judge>) -> Hosted<R> {
        self.mutating = Some(mutating);
        self
    }

    /// With file forms of other programs.
    #[must_use]
    pub fn with_formats(mut self, formats: &'static [Format<R>]) -> Hosted<R> {
        self.formats = formats;
        self
    }

    /// With totals of its own, where the score of a seat is not what it has at the end.
    #[must_use]
    pub fn with_totals(mut self, totals: Totals<R>) -> Hosted<R> {
        self.totals = totals;
        self
    }

    /// With moves of its own, where one action may make several, or none.
    #[must_use]
    pub fn with_moments(mut self, moments: Moments<R>) -> Hosted<R> {
        self.moments = moments;
        self
    }

    /// With a clock, where the state has one: it may stand elsewhere than where the latest record was declared.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock<R>) -> Hosted<R> {
        self.clock = Some(clock);
        self
    }

    /// With times in its events or refusals, so that a restored game can be told in the world's time.
    #[must_use]
    pub fn with_times(mut self, times: Times<R>) -> Hosted<R> {
        self.times = Some(times);
        self
    }

    /// With error events: refusals in words of its own, beside those that everybody reads.
    #[must_use]
    pub fn with_refusals(mut self, refusals: Refusals<R>) -> Hosted<R> {
        self.refusals = Some(refusals);
        self
    }

    /// With deeds that its logs show, and trophies for them.
    #[must_use]
    pub fn with_deeds(mut self, deeds: Deeds<R>) -> Hosted<R> {
        self.deeds = Some(deeds);
        self
    }

    /// With lessons: the name of each, and the text of its scenario.
    #[must_use]
    pub fn with_lessons(mut self, lessons: &'static [(&'static str, &'static str)]) -> Hosted<R> {
        self.lessons = lessons;
        self
    }

    /// With bots of its own, beside those that can play any game.
    #[must_use]
    pub fn with_bots(mut self, bots: &'static [(&'static str, Bot<R>)]) -> Hosted<R> {
        self.bots = bots;
        self
    }

    /// With setups by name, beside the usual one.
    #[must_use]
    pub fn with_setups(mut self, setups: &'static [NamedSetup]) -> Hosted<R> {
        self.setups = setups;
        self
    }

    /// With JSON Schemas, where the types of its setup, actions and views have them.
    #[must_use]
    pub fn described(mut self) -> Hosted<R>
    where
        R: Described,
    {
        self.schemas = Some(Schemas::of::<R>);
        self
    }

    /// The setup that is given or named, or the usual one, with a seed put into it.
    fn setup_of(&self, setup: Option<&str>, seed: Option<&str>) -> Result<R::Setup, HostError> {
        let setup = setup.map(|given| NamedSetup::resolved(self.setups, R::NAME, given)).transpose()?;
        setup_of::<R>(setup.as_deref(), seed)
    }

    fn boxed(&self, mut table: Seated<R>) -> Box<dyn Table> {
        table.hooks = Hooks {
            formats: self.formats,
            totals: Some(self.totals),
            deeds: self.deeds,
            moments: self.moments,
            clock: self.clock,
            times: self.times,
            refusals: self.refusals,
            bots: self.bots,
            setups: self.setups,
        };
        Box::new(table)
    }
}

impl<R: Playable> Title for Hosted<R> {
    fn card(&self) -> Card {
        Card { bots: crate::bot::names(self.bots), setups: self.setups, ..card::<R>() }
    }

    fn table(&self, header: &Header<'_>) -> Result<Box<dyn Table>, HostError> {
        Ok(self.boxed(Seated::open(Game::unstarted(self.rules.clone()), header)?))
    }

    fn start(
        &self,
        setup: Option<&str>,
        seed: Option<&str>,
        at: Millis,
        dice: Option<&mut Scripted>,
    ) -> Result<Box<dyn Table>, HostError> {
        Ok(self.boxed(Seated::start(self.rules.clone(), self.setup_of(setup, seed)?, at, dice)?))
    }

    fn start_sealed(
        &self,
        setup: Option<&str>,
        seed: Option<&str>,
        at: Millis,
        sealing: Sealing,
    ) -> Result<Box<dyn Table>, HostError> {
        Ok(self.boxed(Seated::start_sealed(self.rules.clone(), self.setup_of(setup, seed)?, at, sealing)?))
    }

    fn resume(&self, header: &Header<'_>, record: &Line<'_>, keyframe: &Line<'_>) -> Result<Box<dyn Table>, HostError> {
        let (Body::Keyframe(state, chance, offer), Some(deed)) = (keyframe.body, record.deed()) else {
            return Err(HostError::bad("BAD_LINE", "a record and its keyframe are needed to go on from"));
        };
        if keyframe.prev != record.id.as_str() || keyframe.seq != record.seq || keyframe.seq >= RECORDS_MAX {
            let error = HostError::no("BROKEN_CHAIN", "the keyframe does not follow the record before it");
            return Err(error.because(record.id.as_str(), keyframe.prev).at_path("/prev"));
        }
        let state: R::State = json::read(state, "BAD_KEYFRAME").map_err(|error| under(error, "/keyframe"))?;
        if state.digest().to_string() != deed.after {
            let error = HostError::no("WRONG_KEYFRAME", "the keyframe is not the state after its record");
            return Err(error.because(deed.after, state.digest().to_string()).at_path("/keyframe"));
        }
        let game = Game::resume(self.rules.clone(), Snapshot { seq: keyframe.seq, state });
        let mut table = Seated::open(game, header)?.with_dice(chance)?.with_offer(offer)?;
        (table.chain, table.at) = (Chain::after(keyframe.id), deed.at);
        Ok(self.boxed(table))
    }

    fn seen(&self, line: &Line<'_>, eye: Option<Seat>) -> Result<Option<String>, HostError> {
        let Some(deed) = line.deed() else { return Ok(None) };
        let events: Vec<R::Event> = json::read(deed.events, "BAD_EVENT").map_err(|error| under(error, "/events"))?;
        let seen: Vec<R::Event> = events.iter().filter_map(|event| self.rules.seen(event, eye)).collect();
        Ok(Some(text(&seen)))
    }

    fn setup(&self) -> String {
        text(&R::Setup::default())
    }

    fn schemas(&self) -> Option<Schemas> {
        self.schemas.map(|schemas| schemas())
    }

    fn judging(&self) -> Box<dyn Judge> {
        match self.judging {
            Some(judging) => judging(&self.rules),
            None => Box::new(Plain { rules: self.rules.clone(), refusals: self.refusals }),
        }
    }

    fn mutating(&self) -> Option<Box<dyn Judge>> {
        self.mutating.map(|mutating| mutating(&self.rules))
    }

    fn formats(&self) -> Vec<FormatCard> {
        self.formats.iter().map(Format::card).collect()
    }

    fn fitting(&self, text: &str) -> Option<&'static str> {
        let fits = |format: &&Format<R>| format.import.is_some() && (format.fits)(text);
        self.formats.iter().find(fits).map(|format| format.name)
    }

    fn import(&self, format: Option<&str>, text: &str) -> Result<Reading, HostError> {
        let readable = || self.formats().into_iter().filter(|card| card.imports).map(|card| card.name);
        let name = format.or_else(|| self.fitting(text)).ok_or_else(|| unfit(text, readable()))?;
        let (format, import) = named(self.formats, name, |format| format.import)?;
        let imported = import(&self.rules, text)?;
        let mut problems = imported.problems;
        let mut players = Players::NONE;
        let named = imported.players.iter().map(|(seat, name)| players.seat(&self.card(), seat, name));
        problems.extend(named.filter_map(Result::err));
        let game = imported.game.filter(|_| problems.is_empty());
        let mut table = game.map(Seated::of).transpose()?.map(|table| self.boxed(table));
        table.iter_mut().try_for_each(|table| table.introduce(players.clone()))?;
        if table.is_none() && problems.is_empty() {
            problems.push(HostError::no("NO_GAME", "there is no game in the file"));
        }
        Ok(Reading { game: R::NAME, format: format.name, table, report: imported.report, problems })
    }

    fn trophies(&self) -> Vec<Trophy> {
        self.deeds.map_or_else(Vec::new, |deeds| (deeds.trophies)())
    }

    fn lessons(&self) -> &'static [(&'static str, &'static str)] {
        self.lessons
    }

    fn bench(&self, actions: u64) -> Result<Figures, HostError> {
        bench::measure(&self.rules, actions)
    }
}

pub(crate) fn card<R: Playable>() -> Card {
    Card {
        name: R::NAME,
        rules: R::VERSION,
        seats: R::SEATS.to_vec(),
        optional_seats: R::OPTIONAL_SEATS.to_vec(),
        clock: R::CLOCK,
        second: R::SECOND,
        seeded: R::seed(&mut R::Setup::default(), ""),
        about: R::ABOUT,
        bots: BOTS.to_vec(),
        setups: &[],
        keys: R::KEYS,
    }
}

/// The seed that a setup brings.
pub fn seed_in(setup: &str) -> Option<String> {
    let setup: serde_json::Value = serde_json::from_str(setup).ok()?;
    setup.get("seed")?.as_str().map(str::to_owned)
}

/// Whether a game is given one seed at most: in its setup, or beside it.
pub fn check_one_seed(setup: Option<&str>, seed: Option<&str>) -> Result<(), HostError> {
    match seed.and(setup).and_then(seed_in) {
        Some(_) => {
            Err(HostError::bad("TWO_SEEDS", "the setup brings a seed, and there is another beside it")
                .help("leave one of them out"))
        }
        None => Ok(()),
    }
}

pub(crate) fn setup_of<R: Playable>(setup: Option<&str>, seed: Option<&str>) -> Result<R::Setup, HostError> {
    let mut setup = match setup {
        Some(text) => json::read_document(text, "BAD_SETUP")?,
        None => R::Setup::default(),
    };
    match seed {
        Some(seed) if !R::seed(&mut setup, seed) => {
            Err(HostError::bad("NO_CHANCE", format!("{} knows no chance, so it takes no seed", R::NAME)))
        }
        _ => Ok(setup),
    }
}

//! Where types end and text begins: any game that can be shown and serialised, as a [`Title`].

use crate::line::Body;
use crate::seated::{Seated, under};
use crate::write::text;
use crate::{BOTS, Card, Chain, Figures, Header, HostError, Line, RECORDS_MAX, Table, Title, bench, json, judge};
use referee::{Game, Millis, Scripted, Show, Snapshot, State};
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

/// A game as a title: `Registry::new().with(Hosted(Nim))`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hosted<R>(pub R);

impl<R: Playable> Title for Hosted<R> {
    fn card(&self) -> Card {
        card::<R>()
    }

    fn table(&self, header: &Header<'_>) -> Result<Box<dyn Table>, HostError> {
        Ok(Box::new(Seated::open(self.0.clone(), Game::unstarted(self.0.clone()), header)?))
    }

    fn start(
        &self,
        setup: Option<&str>,
        seed: Option<&str>,
        at: Millis,
        dice: Option<&mut Scripted>,
    ) -> Result<Box<dyn Table>, HostError> {
        Ok(Box::new(Seated::start(self.0.clone(), setup_of::<R>(setup, seed)?, at, dice)?))
    }

    fn resume(&self, header: &Header<'_>, record: &Line<'_>, keyframe: &Line<'_>) -> Result<Box<dyn Table>, HostError> {
        let (Body::Keyframe(state), Some(deed)) = (keyframe.body, record.deed()) else {
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
        let game = Game::resume(self.0.clone(), Snapshot { seq: keyframe.seq, state });
        let mut table = Seated::open(self.0.clone(), game, header)?;
        (table.chain, table.at) = (Chain::after(keyframe.id), deed.at);
        Ok(Box::new(table))
    }

    fn setup(&self) -> String {
        text(&R::Setup::default())
    }

    fn judge(&self, request: &str) -> Result<String, HostError> {
        judge::judge(&self.0, request)
    }

    fn bench(&self, actions: u64) -> Result<Figures, HostError> {
        bench::measure(&self.0, actions)
    }
}

pub(crate) fn card<R: Playable>() -> Card {
    Card {
        name: R::NAME,
        rules: R::VERSION,
        seats: R::SEATS.to_vec(),
        clock: R::CLOCK,
        seeded: R::seed(&mut R::Setup::default(), ""),
        about: R::ABOUT,
        bots: BOTS.to_vec(),
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

//! How fast a game is judged, replayed and verified on this machine, typed and as text.

use crate::hosted::setup_of;
use crate::seated::Seated;
use crate::write::text;
use crate::{HostError, Playable, Registry, Table, replay, verify};
use referee::{Ask, Game, Millis, Seat, Stream};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What was measured: how much, and how much of it a second.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Figures {
    /// The game.
    pub game: &'static str,
    /// How many games were played.
    pub games: u64,
    /// How many actions they had.
    pub actions: u64,
    /// How many events those had.
    pub events: u64,
    /// Actions judged a second, the record kept in memory.
    pub judged: u64,
    /// Events folded a second.
    pub replayed: u64,
    /// Actions verified a second (decided again and compared).
    pub verified: u64,
    /// Actions a second judged and written as lines with their chain.
    pub text_appended: u64,
    /// Events a second read from text, chain checked, and folded.
    pub text_replayed: u64,
    /// Actions a second read from text, chain checked, decided again and compared.
    pub text_verified: u64,
    /// Bytes of text a record.
    pub bytes_per_record: u64,
}

/// One game of random play: its setup and its actions.
struct Played<R: Playable> {
    setup: R::Setup,
    actions: Vec<(Seat, Millis, R::Action)>,
}

/// The longest game of random play.
const ACTIONS_MAX: usize = 10_000;

pub(crate) fn measure<R: Playable>(rules: &R, wanted: u64) -> Result<Figures, HostError> {
    let mut played = Vec::new();
    let mut actions = 0;
    while actions < wanted.max(1) {
        let game = play_at_random(rules, played.len() as u64)?;
        if game.actions.is_empty() {
            return Err(HostError::bad("NO_PLAY", "the usual setup offers no legal action to measure"));
        }
        actions += game.actions.len() as u64;
        played.push(game);
    }
    let start = |game: &Played<R>| Game::start(rules.clone(), game.setup.clone()).map_err(|why| crate::seated::refusal(&why));
    let fresh = played.iter().map(start).collect::<Result<Vec<_>, _>>()?;
    let (judging, games) = timed(|| act_all(fresh, &played));
    let events: u64 = games.iter().map(|game| game.log().events().count() as u64).sum();
    let (replaying, ()) = timed(|| games.iter().for_each(|game| fold(rules, game)));
    let (verifying, verdict) = timed(|| games.iter().try_for_each(Game::verify));
    verdict.map_err(|error| HostError::no("UNSOUND", error.to_string()))?;

    let tables =
        played.iter().map(|game| Seated::start(rules.clone(), game.setup.clone(), 0, None)).collect::<Result<Vec<_>, _>>()?;
    let mut texts = tables.iter().map(Table::text).collect::<Result<Vec<_>, _>>()?;
    let (appending, ()) = timed(|| append_all(tables, &played, &mut texts));
    let registry = Registry::new().with(crate::Hosted::new(rules.clone()));
    let (text_replaying, done) =
        timed(|| texts.iter().try_for_each(|text| replay(&registry, text.as_bytes(), u64::MAX, &mut |_| {}).map(|_| ())));
    done?;
    let (text_verifying, done) =
        timed(|| texts.iter().try_for_each(|text| verify(&registry, text.as_bytes(), &mut |_| {}).map(|_| ())));
    done?;
    let bytes: u64 = texts.iter().map(|text| text.len() as u64).sum();
    Ok(Figures {
        game: R::NAME,
        games: played.len() as u64,
        actions,
        events,
        judged: per_second(actions, judging),
        replayed: per_second(events, replaying),
        verified: per_second(actions, verifying),
        text_appended: per_second(actions, appending),
        text_replayed: per_second(events, text_replaying),
        text_verified: per_second(actions, text_verifying),
        bytes_per_record: bytes / (actions + played.len() as u64),
    })
}

fn play_at_random<R: Playable>(rules: &R, number: u64) -> Result<Played<R>, HostError> {
    let seed = format!("bench-{number}");
    let setup = setup_of::<R>(None, R::seed(&mut R::Setup::default(), "").then_some(&*seed))?;
    let mut game = Game::start(rules.clone(), setup.clone()).map_err(|why| crate::seated::refusal(&why))?;
    let mut luck = Stream::from_seed(&seed);
    let mut actions = Vec::new();
    while actions.len() < ACTIONS_MAX {
        let at = actions.len() as Millis;
        let seats = (0..R::SEATS.len() as u8).map(Seat);
        let options: Vec<_> =
            seats.flat_map(|seat| rules.legal(game.state(), seat, at).map(move |action| (seat, action))).collect();
        if options.is_empty() {
            break;
        }
        let (seat, action) = options[luck.draw(Ask::below(options.len() as u32)) as usize].clone();
        game.act(seat, at, action.clone()).map_err(|why| crate::seated::refusal(&why))?;
        actions.push((seat, at, action));
    }
    Ok(Played { setup, actions })
}

fn act_all<R: Playable>(mut games: Vec<Game<R>>, played: &[Played<R>]) -> Vec<Game<R>> {
    for (game, played) in games.iter_mut().zip(played) {
        for (seat, at, action) in &played.actions {
            let _ = black_box(game.act(*seat, *at, action.clone()));
        }
    }
    games
}

fn fold<R: Playable>(rules: &R, game: &Game<R>) {
    let mut state = R::State::default();
    game.log().events().for_each(|event| rules.evolve(&mut state, event));
    black_box(state);
}

fn append_all<R: Playable>(tables: Vec<Seated<R>>, played: &[Played<R>], texts: &mut [String]) {
    for ((mut table, played), log) in tables.into_iter().zip(played).zip(texts) {
        for (seat, at, action) in &played.actions {
            log.push_str(&table.act(*seat, *at, &text(action), None).lines);
        }
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

fn per_second(count: u64, time: Duration) -> u64 {
    (u128::from(count) * 1_000_000_000 / time.as_nanos().max(1)) as u64
}

//! `hop-replay`: a run as a seed and a list of actions, the form of the public engine's replays and submissions. Reading one plays it; what it claims
//! about its end is compared, never believed.

use crate::{Action, Hop, Loadout, Run, Seed, Setup, fingerprint, score};
use alloc::string::ToString;
use alloc::{format, string::String, vec::Vec};
use referee::{Cause, Game, Rules, Seat};
use referee_host::{Format, HostError, Hosted, Imported, Source};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most actions of a replay.
pub const ACTIONS_MAX: usize = 10_000;

/// Hop as a title, with its replays.
pub fn title<const O: bool>() -> Hosted<Hop<O>> {
    let title = Hosted::new(Hop).with_formats(const { &[format::<O>()] });
    #[cfg(feature = "schema")]
    let title = title.described();
    title
}

const fn format<const O: bool>() -> Format<Hop<O>> {
    Format {
        name: if O { "hop-original-replay" } else { "hop-replay" },
        about: "a seed and a list of actions, with what they claim to come to",
        fits: fits::<O>,
        import: Some(import::<O>),
        export: Some(export::<O>),
    }
}

/// A replay. Other programs write more into it (a name, a date): that is left alone.
#[derive(Serialize, Deserialize)]
struct Replay {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    seed: Seed,
    #[serde(default)]
    loadout: Option<Loadout>,
    actions: Vec<Value>,
    #[serde(default, rename = "final", skip_serializing_if = "Option::is_none")]
    last: Option<Claims>,
}

/// What a replay claims about its end.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Claims {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    floor: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turns_spent: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fingerprint: Option<Value>,
}

impl Claims {
    /// What a run comes to.
    fn of(run: &Run) -> Claims {
        Claims {
            score: Some(score(run).into()),
            floor: Some(run.floor.into()),
            status: serde_json::to_value(run.status).ok(),
            turns_spent: Some(run.turns_spent.into()),
            fingerprint: Some(fingerprint(run).into()),
        }
    }

    /// What does not hold, each with its place.
    fn compare(&self, run: &Run, path: &str) -> Vec<HostError> {
        let truth = Claims::of(run);
        let pairs = [
            ("score", &self.score, truth.score),
            ("floor", &self.floor, truth.floor),
            ("status", &self.status, truth.status),
            ("turnsSpent", &self.turns_spent, truth.turns_spent),
            ("fingerprint", &self.fingerprint, truth.fingerprint),
        ];
        let wrong = |(name, claimed, truth): (&str, &Option<Value>, Option<Value>)| match (claimed, truth) {
            (Some(claimed), Some(truth)) if *claimed != truth => {
                let error = HostError::no("FALSE_CLAIM", format!("the run does not come to this {name}"));
                Some(error.because(truth.to_string(), claimed.to_string()).at_path(format!("{path}/{name}")))
            }
            _ => None,
        };
        pairs.into_iter().filter_map(wrong).collect()
    }
}

fn fits<const O: bool>(text: &str) -> bool {
    /// What tells a replay from other files.
    #[derive(Deserialize)]
    struct Marks {
        game: Option<String>,
        #[serde(rename = "seed")]
        _seed: Seed,
        #[serde(rename = "actions")]
        _actions: Vec<serde::de::IgnoredAny>,
    }
    let is_ours = |marks: Marks| marks.game.map_or(!O, |game| game == Hop::<O>::NAME);
    text.trim_start().starts_with('{') && serde_json::from_str(text).is_ok_and(is_ours)
}

fn import<const O: bool>(rules: &Hop<O>, text: &str) -> Result<Imported<Hop<O>>, HostError> {
    let replay: Replay = read(text)?;
    let claims: Claims = read(text)?;
    if let Some(game) = replay.game.as_deref().filter(|game| *game != Hop::<O>::NAME) {
        return Err(HostError::bad("WRONG_GAME", "this replay is of another game")
            .because(Hop::<O>::NAME, game)
            .at_path("/game"));
    }
    if let Some(version) = replay.rules.as_deref().filter(|version| *version != Hop::<O>::VERSION) {
        return Err(HostError::no("WRONG_RULES", "this replay is of other rules")
            .because(Hop::<O>::VERSION, version)
            .at_path("/rules"));
    }
    if replay.actions.len() > ACTIONS_MAX {
        let found = replay.actions.len().to_string();
        return Err(HostError::bad("TOO_LONG", "a replay is too long")
            .because(format!("{ACTIONS_MAX} actions"), found)
            .at_path("/actions"));
    }
    let setup = Setup { seed: replay.seed.clone(), loadout: replay.loadout, ..Setup::default() };
    let mut game = Game::start(*rules, setup).map_err(|why| HostError::no("BAD_SETUP", why.to_string()).at_path("/seed"))?;
    let mut problems = Vec::new();
    for (index, action) in replay.actions.iter().enumerate() {
        if let Err(problem) = play(&mut game, action) {
            problems.push(problem.at_path(format!("/actions/{index}")));
            break;
        }
    }
    if problems.is_empty() {
        // Claims stand beside the actions or under `final`.
        problems.extend(claims.compare(game.state(), ""));
        problems.extend(replay.last.iter().flat_map(|last| last.compare(game.state(), "/final")));
    }
    let report = serde_json::to_string(&Claims::of(game.state())).unwrap_or_default();
    Ok(Imported { game: Some(game), players: Vec::new(), report, problems })
}

/// Reads a whole text: what follows it, and what is said twice, is an error.
fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, HostError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let whole = serde_path_to_error::deserialize(&mut reader).map_err(unread)?;
    let ended = reader.end().map_err(|error| HostError::bad("BAD_REPLAY", error.to_string()).at_line(error.line() as u64));
    ended.map(|()| whole)
}

fn unread(error: serde_path_to_error::Error<serde_json::Error>) -> HostError {
    let path = format!("/{}", error.path().to_string().replace('.', "/"));
    let (line, column) = (error.inner().line() as u64, error.inner().column() as u64);
    HostError::bad("BAD_REPLAY", error.inner().to_string()).at_line(line).at_column(column).at_path(path)
}

/// Plays one action. The public engine keeps refused ones in its log; ours has none.
fn play<const O: bool>(game: &mut Game<Hop<O>>, action: &Value) -> Result<(), HostError> {
    let action: Action = match serde_json::from_value(action.clone()) {
        Ok(action) => action,
        Err(_) if O && action["type"] == "USE_SKILL" => return Ok(()), // an unknown skill: nothing happens
        Err(error) => return Err(HostError::no("INVALID_ACTION", error.to_string())),
    };
    match game.act(Seat(0), 0, action) {
        Err(why) if !O => Err(HostError::no("REFUSED", why.to_string())),
        _ => Ok(()),
    }
}

fn export<const O: bool>(source: &Source<'_, Hop<O>>) -> Result<String, HostError> {
    let run = source.game.at(source.to).map_err(|error| HostError::no("NO_BEGINNING", error.to_string()))?;
    let mut actions = Vec::new();
    let mut setup = Setup::default();
    for record in source.game.log().records(0).take_while(|record| record.seq <= source.to) {
        match record.cause {
            Cause::Setup(began) => setup = began.clone(),
            Cause::Action(action) => actions.extend(serde_json::to_value(action).ok()),
        }
    }
    if setup.arena.is_some() || setup.quirks.is_some() || setup.tiles.is_some() {
        return Err(HostError::no(
            "NOT_A_RUN",
            "a replay has a seed and a loadout: an arena or rules of one's own cannot be told",
        ));
    }
    let replay = Replay {
        game: Some(Hop::<O>::NAME.into()),
        rules: Some(Hop::<O>::VERSION.into()),
        seed: setup.seed,
        loadout: setup.loadout,
        actions,
        last: Some(Claims::of(&run)),
    };
    serde_json::to_string(&replay).map(|text| text + "\n").map_err(|error| HostError::no("NO_JSON", error.to_string()))
}

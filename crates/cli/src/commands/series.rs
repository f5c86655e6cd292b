//! `referee match`: bots play a game against each other many times.

use super::{Outcome, YES, no};
use crate::output::{coloured, read_setup, say, say_json};
use crate::play::seat_and_bot;
use indicatif::{ProgressBar, ProgressStyle};
use referee::Hue;
use referee_host::{HostError, Match, Registry, Tally};
use std::path::PathBuf;

/// What a match is played with.
pub(crate) struct Rounds {
    pub(crate) bots: Vec<String>,
    pub(crate) games: u64,
    pub(crate) seed: String,
    pub(crate) setup: Option<PathBuf>,
    pub(crate) swap: bool,
}

/// Who sits where nobody is named.
const USUAL: &str = "random";

pub(crate) fn series(registry: &Registry, game: &str, rounds: &Rounds, json: bool) -> Outcome {
    let title = registry.title(game)?;
    let card = title.card();
    let mut bots = vec![None; card.seats.len()];
    for text in &rounds.bots {
        let (seat, bot) = seat_and_bot(&card, text)?;
        if bots[seat.index()].replace(bot).is_some() {
            let message = format!("the seat {:?} is given to two bots", card.seat_name(seat));
            return Err(HostError::bad("SEAT_TAKEN", message).because("one bot a seat", text));
        }
    }
    let bots = bots.into_iter().map(|bot| bot.unwrap_or(USUAL)).collect();
    let setup = rounds.setup.as_ref().map(|given| read_setup(title, given)).transpose()?;
    let bar = progress(rounds.games);
    let series = Match { title, bots, setup: setup.as_deref(), seed: &rounds.seed, swap: rounds.swap };
    let tally = series.play(rounds.games, &mut |done| bar.set_position(done));
    bar.finish_and_clear();
    let tally = tally?;
    if json {
        say_json(&tally)?
    } else {
        tell(&tally)?
    }
    Ok(if tally.unfinished == 0 { YES } else { no() })
}

fn tell(tally: &Tally) -> Result<(), referee_host::HostError> {
    let Tally { game, games, unfinished, actions, bots, .. } = tally;
    say(format!("{}: {games} games, {actions} actions", coloured(game, Hue::Cyan)))?;
    for bot in bots {
        let name = format!("{} ({})", bot.bot, bot.seat);
        let drawn = if bots.len() > 1 { format!("   drawn {:>7}", bot.drawn) } else { String::new() };
        let score = |score: Option<i64>| score.map_or_else(|| "-".to_owned(), |score| score.to_string());
        let (median, best) = (score(bot.median), score(bot.best));
        say(format!("  {name:<24} won {:>7}   lost {:>7}{drawn}   score: median {median}, best {best}", bot.won, bot.lost))?;
    }
    if *unfinished > 0 {
        let limit = referee_host::MATCH_ACTIONS_MAX;
        say(coloured(&format!("  {unfinished} did not end within {limit} actions, or nobody had anything to do"), Hue::Yellow))?;
    }
    Ok(())
}

/// A bar for people; nothing where the output of errors is no terminal.
fn progress(games: u64) -> ProgressBar {
    match ProgressStyle::with_template("{bar:40.cyan/8} {pos}/{len} games, {eta} left") {
        Ok(style) => ProgressBar::new(games).with_style(style),
        Err(_) => ProgressBar::hidden(),
    }
}

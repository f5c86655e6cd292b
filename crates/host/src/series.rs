//! A match: bots play a game against each other many times, each game from a seed of its own.

use crate::{HostError, Table, Title};
use referee::{Seat, Stream};
use serde::Serialize;

/// The most actions of one game of a match: what is not over by then counts as unfinished.
pub const MATCH_ACTIONS_MAX: u64 = 10_000;

/// Bots who play a game against each other many times.
pub struct Match<'a> {
    /// The game.
    pub title: &'a dyn Title,
    /// The bot of each seat, by name.
    pub bots: Vec<&'a str>,
    /// What each game starts from, as JSON; as usual where it is left out.
    pub setup: Option<&'a str>,
    /// The seed of the match: the same one plays the same games.
    pub seed: &'a str,
    /// Whether the bots move on by one seat after each game.
    pub swap: bool,
}

/// What came of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// The game.
    pub game: &'static str,
    /// How many games were played.
    pub games: u64,
    /// How many of them nobody won, for two or more stood best.
    pub drawn: u64,
    /// How many did not end.
    pub unfinished: u64,
    /// How many actions they had.
    pub actions: u64,
    /// How each bot stands, by the seat it sat in first.
    pub bots: Vec<Standing>,
}

/// How a bot stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The seat it sat in first.
    pub seat: &'static str,
    /// The bot.
    pub bot: String,
    /// How many games it won: stood better at the end than everyone else. A game of one seat has no winner.
    pub won: u64,
    /// The sum of its scores.
    pub score: i64,
}

impl Match<'_> {
    /// Plays so many games; `progress` hears how many are done.
    pub fn play(&self, games: u64, progress: &mut dyn FnMut(u64)) -> Result<Tally, HostError> {
        let card = self.title.card();
        let bots = card.seats.iter().zip(&self.bots);
        let bots = bots.map(|(seat, bot)| Standing { seat, bot: (*bot).to_owned(), won: 0, score: 0 }).collect();
        let mut tally = Tally { game: card.name, games, drawn: 0, unfinished: 0, actions: 0, bots };
        for game in 0..games {
            self.play_one(game, &mut tally)?;
            progress(game + 1);
        }
        Ok(tally)
    }

    fn play_one(&self, game: u64, tally: &mut Tally) -> Result<(), HostError> {
        let seats = tally.bots.len();
        let moved = if self.swap { (game % seats.max(1) as u64) as usize } else { 0 };
        let seed = format!("{}-{game}", self.seed);
        let is_seeded = self.title.card().seeded;
        let mut table = self.title.start(self.setup, is_seeded.then_some(&*seed), 0, None)?;
        table.forget();
        let bot_of = |seat: Seat| (seat.index() + moved) % seats.max(1);
        let mut luck = Stream::from_seed(&format!("{seed} luck"));
        tally.actions += act_on(&mut *table, |seat| self.bots[bot_of(seat)], &mut luck)?;
        if !table.over(now(&*table)) {
            tally.unfinished += 1;
            return Ok(());
        }
        let scores: Vec<(usize, i64)> = (0..seats as u8).map(|seat| (bot_of(Seat(seat)), table.score(Seat(seat)))).collect();
        scores.iter().for_each(|(bot, score)| tally.bots[*bot].score += score);
        let best = scores.iter().map(|(_, score)| *score).max();
        let mut winners = scores.iter().filter(|(_, score)| Some(*score) == best);
        match (winners.next(), winners.next()) {
            _ if seats < 2 => {}
            (Some((bot, _)), None) => tally.bots[*bot].won += 1,
            _ => tally.drawn += 1,
        }
        Ok(())
    }
}

/// Plays a game until nobody has anything to do, or it is too long; gives how many actions it had. No time passes.
fn act_on<'a>(table: &mut dyn Table, bot: impl Fn(Seat) -> &'a str, luck: &mut Stream) -> Result<u64, HostError> {
    for actions in 0..MATCH_ACTIONS_MAX {
        let at = now(table);
        let Some(&seat) = table.waiting_for(at).first() else { return Ok(actions) };
        let Some(action) = table.bot(bot(seat), seat, at, luck)? else { return Ok(actions) };
        let verdict = table.act(seat, at, &action, None);
        if !verdict.success {
            let error = HostError::no("BOT_REFUSED", "a bot did what may not be done: the game lists what it does not accept");
            return Err(error.because("an action that is accepted", verdict.errors.join("; ")));
        }
    }
    Ok(MATCH_ACTIONS_MAX)
}

fn now(table: &dyn Table) -> u64 {
    table.at().max(table.clock())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hosted;

    #[test]
    fn the_same_seed_plays_the_same_match_and_every_game_has_an_end() {
        let title = Hosted::new(referee_nim::Nim);
        let played = |seed, swap| {
            let mut heard = Vec::new();
            let series = Match { title: &title, bots: vec!["random", "greedy"], setup: None, seed, swap };
            (series.play(20, &mut |done| heard.push(done)).unwrap(), heard)
        };
        let (tally, heard) = played("a", true);
        assert_eq!(heard, (1..=20).collect::<Vec<u64>>());
        assert_eq!((tally.games, tally.drawn, tally.unfinished), (20, 0, 0));
        assert_eq!(tally.bots.iter().map(|bot| bot.won).sum::<u64>(), 20, "someone takes the last stone");
        assert_eq!(played("a", true).0, tally);
        assert_ne!(played("b", true).0.actions, tally.actions, "another seed, other games");
        let first = |swap| Match { title: &title, bots: vec!["random", "greedy"], setup: None, seed: "a", swap };
        let actions = |swap| [2, 3, 4, 5].map(|games| first(swap).play(games, &mut |_| {}).unwrap().actions);
        assert_ne!(actions(true), actions(false), "other seats, other games");
    }
}

//! A match: bots play a game against each other many times, each game from a seed of its own.

use crate::parley::places_of;
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
    /// How many of them ended in a draw: two seats or more stood best.
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
    /// How many games it won: its rules say so, or it stood better at the end than all others.
    pub won: u64,
    /// How many games it lost.
    pub lost: u64,
    /// How many games it drew: it shared the first place.
    pub drawn: u64,
    /// The sum of its scores in the games that ended.
    pub score: i64,
    /// The median of those scores, the lower of two in the middle; none where no game ended.
    pub median: Option<i64>,
    /// The best of those scores.
    pub best: Option<i64>,
}

impl Standing {
    fn count(&mut self, came: Came, score: i64) {
        self.score += score;
        match came {
            Came::Won => self.won += 1,
            Came::Lost => self.lost += 1,
            Came::Drawn => self.drawn += 1,
            Came::Ended => {}
        }
    }
}

/// What a game came to for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Came {
    Won,
    Lost,
    Drawn,
    /// It ended, and its rules know no winner.
    Ended,
}

/// What a game that has ended came to for each seat: as its rules say, else as the seats stand. Nobody wins alone by standing best.
fn results(table: &dyn Table) -> Vec<Came> {
    let seats = table.card().seats.len() as u8;
    let said: Vec<Option<bool>> = (0..seats).map(|seat| table.won(Seat(seat))).collect();
    let places = places_of(table);
    let shared = places.iter().filter(|place| **place == 1).count() > 1;
    let result = |(said_of, place): (&Option<bool>, &u32)| match (said_of, place) {
        (Some(true), _) => Came::Won,
        (Some(false), _) => Came::Lost,
        (None, _) if said.iter().any(Option::is_some) => Came::Drawn,
        (None, _) if seats < 2 => Came::Ended,
        (None, 1) if shared => Came::Drawn,
        (None, 1) => Came::Won,
        (None, _) => Came::Lost,
    };
    said.iter().zip(&places).map(result).collect()
}

impl Match<'_> {
    /// Plays so many games; `progress` hears how many are done.
    pub fn play(&self, games: u64, progress: &mut dyn FnMut(u64)) -> Result<Tally, HostError> {
        let card = self.title.card();
        let bots = card.seats.iter().zip(&self.bots);
        let standing = |(seat, bot): (&&'static str, &&str)| Standing {
            seat,
            bot: (*bot).to_owned(),
            won: 0,
            lost: 0,
            drawn: 0,
            score: 0,
            median: None,
            best: None,
        };
        let bots: Vec<Standing> = bots.map(standing).collect();
        let mut scores = vec![Vec::new(); bots.len()];
        let mut tally = Tally { game: card.name, games, drawn: 0, unfinished: 0, actions: 0, bots };
        for game in 0..games {
            self.play_one(game, &mut tally, &mut scores)?;
            progress(game + 1);
        }
        for (standing, mut scores) in tally.bots.iter_mut().zip(scores) {
            scores.sort_unstable();
            standing.median = scores.get(scores.len().saturating_sub(1) / 2).copied();
            standing.best = scores.last().copied();
        }
        Ok(tally)
    }

    fn play_one(&self, game: u64, tally: &mut Tally, scores: &mut [Vec<i64>]) -> Result<(), HostError> {
        let seats = tally.bots.len();
        let moved = if self.swap { (game % seats.max(1) as u64) as usize } else { 0 };
        let seed = format!("{}-{game}", self.seed);
        let is_seeded = self.title.card().seeded;
        let mut table = self.title.start(self.setup, is_seeded.then_some(&*seed), 0, None)?;
        table.forget();
        let bot_of = |seat: Seat| (seat.index() + moved) % seats.max(1);
        let mut luck = Stream::from_seed(&format!("{seed} luck"));
        tally.actions += act_on(&mut *table, |seat| self.bots[bot_of(seat)], &mut luck)?;
        if !table.over(table.now()) {
            tally.unfinished += 1;
            return Ok(());
        }
        let results = results(&*table);
        tally.drawn += u64::from(results.contains(&Came::Drawn));
        for (seat, result) in (0u8..).map(Seat).zip(results) {
            let (bot, score) = (bot_of(seat), table.score(seat));
            scores[bot].push(score);
            tally.bots[bot].count(result, score);
        }
        Ok(())
    }
}

/// Plays a game until nobody has anything to do, or it is too long; gives how many actions it had. No time passes.
fn act_on<'a>(table: &mut dyn Table, bot: impl Fn(Seat) -> &'a str, luck: &mut Stream) -> Result<u64, HostError> {
    for actions in 0..MATCH_ACTIONS_MAX {
        let at = table.now();
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

    /// What was won, lost and drawn are all games that ended; scores are those of the games that ended.
    #[test]
    fn every_game_that_ended_is_won_lost_or_drawn() {
        let title = Hosted::new(referee_nim::Nim);
        let series = Match { title: &title, bots: vec!["random", "greedy"], setup: None, seed: "a", swap: false };
        let tally = series.play(21, &mut |_| {}).unwrap();
        for bot in &tally.bots {
            assert_eq!((bot.won + bot.lost, bot.drawn), (21, 0));
            let more_won = if bot.won > bot.lost { 1 } else { -1 };
            let best = if bot.won > 0 { 1 } else { -1 };
            assert_eq!((bot.median, bot.best), (Some(more_won), Some(best)), "the winner of nim has 1, the loser -1");
        }
    }
}

//! What players say about a match besides acting in it: a player resigns, offers a draw, accepts or declines one. The rules of the game
//! know nothing of it. Each word is a line of the log.

use crate::{HostError, Players, Table};
use referee::{Entry, Millis, Scene, Seat};
use serde::Serialize;
use std::collections::BTreeMap;

/// What a player says about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Word {
    /// The player gives the match up and has lost it.
    Resign,
    /// The player offers a draw.
    Offer,
    /// The player agrees to the draw that is offered.
    Accept,
    /// The player declines the draw that is offered.
    Decline,
}

impl Word {
    /// Every word.
    pub const ALL: [Word; 4] = [Word::Resign, Word::Offer, Word::Accept, Word::Decline];

    /// What a log calls it.
    pub fn name(self) -> &'static str {
        match self {
            Word::Resign => "resign",
            Word::Offer => "offer",
            Word::Accept => "accept",
            Word::Decline => "decline",
        }
    }

    /// The word that a log calls so.
    pub fn read(name: &str) -> Option<Word> {
        Word::ALL.into_iter().find(|word| word.name() == name)
    }
}

/// A word of a player: who said it, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) word: Word,
    pub(crate) seat: Seat,
    pub(crate) at: Millis,
}

/// What is open between the players of a match: the draw that is offered, or how they ended the match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Talk {
    /// Who agrees to a draw: the seat that offered it first, then those that accepted it. Empty where no draw is offered.
    agreed: Vec<Seat>,
    /// The seats that offered a draw since the latest record.
    asked: Vec<Seat>,
    /// The latest word since the latest record.
    latest: Option<Said>,
    /// Who resigned.
    resigned: Option<Seat>,
}

impl Talk {
    /// What is open where a keyframe says who agrees to a draw.
    pub(crate) fn offered(agreed: Vec<Seat>) -> Talk {
        Talk { agreed, ..Talk::default() }
    }

    /// Who agrees to the draw that is offered, the seat that offered it first.
    pub(crate) fn agreed(&self) -> &[Seat] {
        &self.agreed
    }

    /// Who resigned.
    pub(crate) fn resigned(&self) -> Option<Seat> {
        self.resigned
    }

    /// The latest word since the latest record.
    pub(crate) fn latest(&self) -> Option<Said> {
        self.latest
    }

    /// Whether everybody agrees to a draw.
    pub(crate) fn is_drawn(&self, people: &[Seat]) -> bool {
        people.len() > 1 && people.iter().all(|seat| self.agreed.contains(seat))
    }

    /// A copy, where anything is open or was said since the latest record.
    #[inline]
    pub(crate) fn if_any(&self) -> Option<Talk> {
        (!self.is_quiet()).then(|| self.clone())
    }

    /// Whether nothing is open and nothing was said since the latest record: nearly always.
    #[inline]
    fn is_quiet(&self) -> bool {
        self.latest.is_none() && self.agreed.is_empty()
    }

    /// A seat acted. The offer of another seat stands no longer; a refusal on record is no act.
    #[inline]
    pub(crate) fn acted(&mut self, seat: Seat, refused: bool) {
        if self.is_quiet() {
            return;
        }
        if !refused && self.agreed.first().is_some_and(|by| *by != seat) {
            self.agreed.clear();
        }
        self.asked.clear();
        self.latest = None;
    }

    /// A player says something that [`check`](Talk::check) found in order.
    pub(crate) fn hear(&mut self, said: Said) {
        self.latest = Some(said);
        match said.word {
            Word::Resign => self.resigned = Some(said.seat),
            Word::Offer => {
                self.agreed = vec![said.seat];
                self.asked.push(said.seat);
            }
            Word::Accept => self.agreed.push(said.seat),
            Word::Decline => self.agreed.clear(),
        }
    }

    /// Why a player cannot say that now, if so. A seat offers one draw between two records, so that a log cannot be filled with offers.
    pub(crate) fn check(&self, said: Said) -> Result<(), HostError> {
        let no = |code, message: &str| Err(HostError::no(code, message));
        if let Some(before) = self.latest.filter(|before| said.at < before.at) {
            return Err(crate::seated::backwards(said.at, before.at));
        }
        let by = self.agreed.first().copied();
        match said.word {
            Word::Resign => Ok(()),
            Word::Offer if by == Some(said.seat) => no("OFFER_STANDS", "this seat has offered a draw already: the others answer"),
            Word::Offer if by.is_some() => no("OFFER_STANDS", "a draw is offered already: accept it, or decline it"),
            Word::Offer if self.asked.contains(&said.seat) => {
                no("OFFERED_BEFORE", "this seat offered a draw already: it may offer the next one after an action")
            }
            Word::Offer => Ok(()),
            Word::Accept | Word::Decline if by.is_none() => no("NO_OFFER", "no draw is offered"),
            Word::Accept | Word::Decline if by == Some(said.seat) => {
                no("OWN_OFFER", "this seat offered the draw: the others answer")
            }
            Word::Accept if self.agreed.contains(&said.seat) => no("AGREED_BEFORE", "this seat agrees to the draw already"),
            Word::Accept | Word::Decline => Ok(()),
        }
    }
}

/// The seats of people: those that are named and have no bot, or all seats where nobody is named.
pub(crate) fn people(players: &Players, seats: usize) -> Vec<Seat> {
    let is_person = |seat: &Seat| players.is_empty() || players.name(*seat).is_some_and(|name| !name.starts_with(BOT));
    (0..seats as u8).map(Seat).filter(is_person).collect()
}

/// How the name of a bot begins, where a log names one.
const BOT: &str = "bot-";

/// Why a seat cannot say anything about a match, if so.
pub(crate) fn check_people(people: &[Seat], seat: Seat) -> Result<(), HostError> {
    let message = match people {
        [] => "this game has no human seat",
        [_] => "this game has one human seat",
        _ if people.contains(&seat) => return Ok(()),
        _ => {
            return Err(HostError::no(
                "NOT_HUMAN",
                "this seat is no opponent: only those that play against each other resign or agree to a draw",
            ));
        }
    };
    let error = HostError::no("ONE_HUMAN_SEAT", format!("{message}: nobody can resign or agree to a draw in it"));
    Err(error.because("two seats of people, or more", people.len().to_string()))
}

/// What players have said about a match, and how that ended it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Parley {
    /// The seats of people. Where there are fewer than two, nobody can resign or offer a draw.
    pub people: Vec<&'static str>,
    /// The draw that is offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub offer: Option<DrawOffer>,
    /// What was said last since the latest record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub said: Option<Saying>,
    /// How the players ended the match, if they did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub result: Option<Outcome>,
}

/// A draw that is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DrawOffer {
    /// The seat that offers it.
    pub by: &'static str,
    /// The seats that have accepted it.
    pub agreed: Vec<&'static str>,
}

/// A word, and the seat that said it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Saying {
    /// The seat.
    pub seat: &'static str,
    /// What it said.
    pub word: Word,
}

/// How the players ended a match that its rules had not ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Outcome {
    /// The seat that resigned; none where a draw was agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub resigned: Option<&'static str>,
    /// The place of each seat. The first place is 1; seats that share a place have the same number.
    #[cfg_attr(feature = "types", ts(type = "Record<string, number>"))]
    pub places: BTreeMap<&'static str, u32>,
    /// The result in a sentence: "blue resigned; red wins".
    pub told: String,
}

impl Outcome {
    /// The result where a seat resigned, or where all agreed to a draw. A seat that resigned is last; the others stand by their scores.
    pub(crate) fn of(seats: &'static [&'static str], scores: &[i64], resigned: Option<Seat>) -> Outcome {
        let stands = |seat: usize| match resigned {
            None => (true, 0),
            Some(loser) => (loser.index() != seat, scores[seat]),
        };
        let places = places(&(0..seats.len()).map(stands).collect::<Vec<_>>());
        let first: Vec<&str> = seats.iter().zip(&places).filter(|(_, place)| **place == 1).map(|(seat, _)| *seat).collect();
        let told = match (resigned.and_then(|seat| seats.get(seat.index())), &first[..]) {
            (None, _) => "a draw by agreement".to_owned(),
            (Some(loser), [winner]) => format!("{loser} resigned; {winner} wins"),
            (Some(loser), winners) => format!("{loser} resigned; {} share the first place", winners.join(" and ")),
        };
        let resigned = resigned.and_then(|seat| seats.get(seat.index()).copied());
        Outcome { resigned, places: seats.iter().copied().zip(places).collect(), told }
    }

    /// A match that the players ended is over.
    pub(crate) fn error(&self) -> HostError {
        let code = if self.resigned.is_some() { "RESIGNED" } else { "DRAWN" };
        HostError::no(code, format!("the match is over ({}): nothing but a branch can follow", self.told))
    }

    /// Puts the result into the picture of the end.
    pub(crate) fn show(&self, scene: &mut Scene) {
        scene.status.clone_from(&self.told);
        scene.until = None;
        let (what, worth) = match self.resigned {
            Some(seat) => (format!("{seat} resigned"), self.told.split_once("; ").map_or("", |(_, rest)| rest)),
            None => ("all players agreed".to_owned(), "a draw"),
        };
        scene.account.push(Entry::new(what, worth));
    }
}

/// The place of each seat by how well it stands: the first place is 1, and seats that stand alike share one.
pub(crate) fn places<S: Ord>(standings: &[S]) -> Vec<u32> {
    let place = |own: &S| 1 + standings.iter().filter(|other| *other > own).count() as u32;
    standings.iter().map(place).collect()
}

/// The place of each seat in a game that has come to its end: as its players ended it, else by its scores.
pub(crate) fn places_of(table: &dyn Table) -> Vec<u32> {
    let seats = table.card().seats;
    match table.parley().result {
        Some(result) => seats.iter().map(|seat| result.places.get(seat).copied().unwrap_or(1)).collect(),
        None => places(&(0..seats.len() as u8).map(|seat| table.score(Seat(seat))).collect::<Vec<_>>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEATS: [&str; 3] = ["ash", "birch", "cedar"];

    fn said(word: Word, seat: u8, at: Millis) -> Said {
        Said { word, seat: Seat(seat), at }
    }

    #[test]
    fn who_resigned_is_last_and_the_others_stand_by_their_scores() {
        let outcome = Outcome::of(&SEATS, &[9, 4, 7], Some(Seat(0)));
        assert_eq!(outcome.places, BTreeMap::from([("ash", 3), ("birch", 2), ("cedar", 1)]));
        assert_eq!(outcome.told, "ash resigned; cedar wins");
        let shared = Outcome::of(&SEATS, &[9, 4, 4], Some(Seat(0)));
        assert_eq!((shared.places["birch"], &*shared.told), (1, "ash resigned; birch and cedar share the first place"));
        let drawn = Outcome::of(&SEATS, &[9, 4, 7], None);
        assert_eq!((drawn.places.values().sum::<u32>(), &*drawn.told), (3, "a draw by agreement"));
    }

    #[test]
    fn a_draw_needs_everybody_and_an_offer_ends_when_another_seat_acts() {
        let (people, mut talk) = ([0, 1, 2].map(Seat), Talk::default());
        talk.hear(said(Word::Offer, 0, 5));
        talk.acted(Seat(0), false);
        talk.acted(Seat(1), true);
        talk.hear(said(Word::Accept, 1, 6));
        assert!(!talk.is_drawn(&people));
        assert_eq!(talk.check(said(Word::Accept, 1, 6)).unwrap_err().code, "AGREED_BEFORE");
        assert_eq!(talk.check(said(Word::Resign, 2, 5)).unwrap_err().code, "ClockRanBackwards");
        let mut agreed = talk.clone();
        agreed.hear(said(Word::Accept, 2, 7));
        assert!(agreed.is_drawn(&people));
        talk.acted(Seat(2), false);
        assert_eq!(talk, Talk::default());
    }

    #[test]
    fn a_seat_offers_one_draw_between_two_records() {
        let mut talk = Talk::default();
        let code = |talk: &Talk, word, seat| talk.check(said(word, seat, 0)).err().map(|error| error.code);
        assert_eq!([Word::Accept, Word::Decline].map(|word| code(&talk, word, 1)), [Some("NO_OFFER"); 2]);
        talk.hear(said(Word::Offer, 0, 0));
        assert_eq!([0, 1].map(|seat| code(&talk, Word::Offer, seat)), [Some("OFFER_STANDS"); 2]);
        assert_eq!([Word::Accept, Word::Decline].map(|word| code(&talk, word, 0)), [Some("OWN_OFFER"); 2]);
        talk.hear(said(Word::Decline, 1, 0));
        assert_eq!([0, 1].map(|seat| code(&talk, Word::Offer, seat)), [Some("OFFERED_BEFORE"), None]);
        talk.acted(Seat(1), false);
        assert_eq!(code(&talk, Word::Offer, 0), None);
    }

    #[test]
    fn people_are_named_and_no_bots_or_everybody_where_nobody_is_named() {
        let card = crate::Title::card(&crate::Hosted::new(referee_nim::Nim));
        let named = |names: &[&str]| people(&Players::in_order(&card, names.iter().copied()).unwrap(), 2);
        assert_eq!(named(&[]), [Seat(0), Seat(1)]);
        assert_eq!(named(&["ann", "bob"]), [Seat(0), Seat(1)]);
        assert_eq!(named(&["ann", "bot-greedy-second"]), [Seat(0)]);
        assert_eq!(named(&["ann"]), [Seat(0)]);
    }
}

//! What players say about a match: checked, written, followed, and how it ends the match.

use super::Seated;
use super::judged::seat_of;
use super::wrong::{backwards, check_time, under};
use crate::ending::What;
use crate::json;
use crate::parley::{Said, Talk, check_people, people};
use crate::write::seats_agreed;
use crate::{DrawOffer, HostError, Outcome, Parley, Playable, Saying, Table, Word};
use referee::{Scene, Seat};

impl<R: Playable> Seated<R> {
    /// Takes a word of a player; gives the line that says so.
    pub(super) fn spoken(&mut self, said: Said) -> Result<String, HostError> {
        self.check_written().and_then(|()| self.may_act()).and_then(|()| self.check_word(said))?;
        self.talk.hear(said);
        Ok(self.write_end(What::Said(said)))
    }

    /// Takes a word that a line of the log tells of.
    pub(super) fn follow_word(&mut self, word: &str, seat: &str, at: u64) -> Result<(), HostError> {
        let unknown = || {
            let known = Word::ALL.map(Word::name).join(", ");
            HostError::no("BAD_WORD", "this is nothing that a player can say about a match")
                .because(format!("one of {known}"), word)
        };
        let said = Said { word: Word::read(word).ok_or_else(unknown)?, seat: seat_of::<R>(seat)?, at };
        self.check_unended().and_then(|()| self.check_word(said))?;
        self.talk.hear(said);
        self.end(What::Said(said));
        Ok(())
    }

    /// Why nobody can say that now, if so.
    fn check_word(&self, said: Said) -> Result<(), HostError> {
        if self.over(self.at) {
            return Err(HostError::no(
                "GAME_IS_OVER",
                "the game came to its end by its rules: nobody can resign or agree to a draw",
            ));
        }
        check_people(&self.people(), said.seat)?;
        check_time(said.at)?;
        if said.at < self.at {
            return Err(backwards(said.at, self.at));
        }
        self.talk.check(said)
    }

    /// A keyframe says who agrees to the draw that is offered there.
    pub(super) fn check_offer(&self, offer: &str) -> Result<(), HostError> {
        let agreed = seats_agreed::<R>(&self.talk);
        if agreed == offer {
            return Ok(());
        }
        let error = HostError::no("WRONG_OFFER", "the keyframe does not say who agrees to the draw that is offered");
        Err(error.because(format!("{agreed:?}"), format!("{offer:?}")).at_path("/offer"))
    }

    fn people(&self) -> Vec<Seat> {
        people(self.players(), R::SEATS.len())
    }

    /// Whether the players have ended the match.
    pub(super) fn is_settled(&self) -> bool {
        self.talk.resigned().is_some() || !self.talk.agreed().is_empty() && self.talk.is_drawn(&self.people())
    }

    /// Whether the game was ended otherwise than by its rules.
    pub(super) fn is_ended(&self) -> bool {
        self.closed().is_some() || self.is_settled()
    }

    /// How the players ended the match, if they did.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let scores = || (0..R::SEATS.len() as u8).map(|seat| self.score(Seat(seat))).collect::<Vec<_>>();
        self.is_settled().then(|| Outcome::of(R::SEATS, &scores(), self.talk.resigned()))
    }

    /// The picture of the end says how the players ended the match.
    pub(super) fn with_outcome(&self, mut scene: Scene) -> Scene {
        if let Some(outcome) = self.outcome() {
            outcome.show(&mut scene);
        }
        scene
    }

    /// How it stands between the players.
    pub(super) fn parley_now(&self) -> Parley {
        let named = |seats: &[Seat]| seats.iter().map(|seat| R::name(*seat)).collect::<Vec<_>>();
        let is_drawn = self.is_settled();
        let offer = self.talk.agreed().split_first().filter(|_| !is_drawn);
        Parley {
            people: named(&self.people()),
            offer: offer.map(|(by, agreed)| DrawOffer { by: R::name(*by), agreed: named(agreed) }),
            said: self.talk.latest().map(|said| Saying { seat: R::name(said.seat), word: said.word }),
            result: self.outcome(),
        }
    }

    /// What is open between the players after the latest record and the lines beside it, worked out from all records at hand.
    pub(super) fn talk_so_far(&self) -> Talk {
        let first = self.game.log().first();
        let begun = self.begun.as_ref().filter(|(seq, _)| seq + 1 == first);
        let mut talk = begun.map_or_else(Talk::default, |(_, talk)| talk.clone());
        if let Some(before) = first.checked_sub(1) {
            self.hear_after(before, &mut talk);
        }
        for record in self.game.log().records(first) {
            talk.acted(record.seat, record.refused);
            self.hear_after(record.seq, &mut talk);
        }
        talk
    }

    /// Hears what was said after a record, in the latest child game that begins there.
    fn hear_after(&self, seq: u64, talk: &mut Talk) {
        if self.branches.iter().any(|branch| branch.after == seq) {
            *talk = Talk::default();
        }
        let followed = self.branches.partition_point(|branch| branch.after <= seq);
        for ending in self.endings.iter().filter(|ending| ending.after == seq && ending.branches == followed) {
            if let What::Said(said) = ending.what {
                talk.hear(said);
            }
        }
    }
}

/// What is open where a keyframe says who agrees to a draw.
pub(super) fn offered<R: Playable>(agreed: &str) -> Result<Talk, HostError> {
    if agreed.is_empty() {
        return Ok(Talk::default());
    }
    let names: Vec<String> = json::read(agreed, "BAD_OFFER").map_err(|error| under(error, "/offer"))?;
    let seats = names.iter().map(|name| seat_of::<R>(name)).collect::<Result<Vec<Seat>, _>>()?;
    let talk = Talk::offered(seats);
    match seats_agreed::<R>(&talk) == agreed {
        true => Ok(talk),
        false => {
            Err(HostError::no("BAD_OFFER", "a keyframe names the seats that agree to a draw, without spaces").at_path("/offer"))
        }
    }
}

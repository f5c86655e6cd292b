//! A line that was decided elsewhere, followed: its place in the chain, its events, its digest.

use super::Seated;
use super::child::branch_of;
use super::judged::seat_of;
use super::wrong::{replay_error, under};
use crate::chain::hex_digest;
use crate::ending::What;
use crate::json;
use crate::line::{Body, Deed};
use crate::write::text;
use crate::{Chain, HostError, Line, Playable, Secret, Table};
use referee::{Cause, Record, Seat};

impl<R: Playable> Seated<R> {
    /// Applies a line by folding its events, or by what else it says.
    pub(super) fn follow_line(&mut self, line: &Line<'_>) -> Result<(), HostError> {
        self.check_chain(line)?;
        match line.body {
            Body::Setup { setup, deed, .. } => {
                let setup = json::read::<R::Setup>(setup, "BAD_SETUP").map_err(|error| under(error, "/setup"))?;
                self.follow_record(line, Seat::default(), Cause::Setup(&setup), &deed)?;
            }
            Body::Action { seat, action, deed } => {
                let seat = seat_of::<R>(seat)?;
                let action = json::read(action, "INVALID_ACTION").map_err(|error| under(error, "/action"))?;
                self.follow_record(line, seat, Cause::Action(&action), &deed)?;
            }
            Body::Keyframe(state, chance, offer) => {
                self.check_offer(offer)?;
                let said = self.dice.as_ref().map_or(("", ""), |dice| (dice.name(), dice.commit()));
                if chance != said {
                    let error = HostError::no("WRONG_CHANCE", "the keyframe does not say where dice come from");
                    return Err(error.because(format!("{said:?}"), format!("{chance:?}")).at_path("/chance"));
                }
                if text(self.game.state()) != state {
                    let error = HostError::no("WRONG_KEYFRAME", "the keyframe is not the state the events lead to");
                    return Err(error.because(text(self.game.state()), state).at_path("/keyframe"));
                }
            }
            Body::Branch(fork) => {
                let branch = branch_of::<R>(line.seq, &fork)?;
                self.check_child(&branch).map_err(|error| under(error, "/branch"))?;
                if let Some(events) = branch.events {
                    self.follow_cut(events).map_err(|error| under(error, "/events"))?;
                }
                self.reseed(&branch.seed).map_err(|error| under(error, "/seed"))?;
                self.take_branch(branch);
            }
            Body::Reveal(secret) => {
                self.check_open()?;
                let secret = Secret::parse(secret).ok_or_else(|| {
                    HostError::no("BAD_LINE", "a secret is 64 hex digits").because("0 to 9, a to f", secret).at_path("/reveal")
                })?;
                let commit = self.current_dice().commit().to_owned();
                self.vault.open(&secret, &commit)?;
                self.end(What::Told(secret));
            }
            Body::Said { word, seat, at } => self.follow_word(word, seat, at).map_err(|error| under(error, "/match"))?,
            Body::Close(why) => {
                self.check_closing(why).map_err(|error| under(error, "/close"))?;
                self.end(What::Closed(why.to_owned()));
            }
        }
        self.chain = Chain::after(line.id);
        Ok(())
    }

    pub(super) fn check_chain(&self, line: &Line<'_>) -> Result<(), HostError> {
        if line.deed().is_some() || matches!(line.body, Body::Keyframe(..)) {
            self.check_unended()?;
        }
        if line.prev != self.chain.head().as_str() {
            let error = HostError::no("BROKEN_CHAIN", "this line does not follow the line before it");
            return Err(error.because(self.chain.head().as_str(), line.prev).at_path("/prev"));
        }
        let expected = match line.body {
            Body::Setup { .. } | Body::Action { .. } => self.game.log().next(),
            Body::Keyframe(..) | Body::Branch(_) | Body::Reveal(_) | Body::Close(_) | Body::Said { .. } => self.seq(),
        };
        if line.seq != expected {
            let error = HostError::no("GAP", "a record is missing");
            return Err(error.because(expected.to_string(), line.seq.to_string()).at_path("/seq"));
        }
        Ok(())
    }

    fn follow_record(&mut self, line: &Line<'_>, seat: Seat, cause: Cause<'_, R>, deed: &Deed<'_>) -> Result<(), HostError> {
        let events: Vec<R::Event> = json::read(deed.events, "BAD_EVENT").map_err(|error| under(error, "/events"))?;
        let dice = dice_of(deed.dice)?;
        let record = Record {
            seq: line.seq,
            seat,
            at: deed.at,
            cause,
            events: &events,
            left_out: &[],
            grafted: &[],
            dice: &dice,
            refused: deed.refused,
        };
        self.game.follow(record).map_err(|error| replay_error(&error))?;
        self.events += events.len() as u64;
        self.at = deed.at;
        self.talk.acted(seat, deed.refused);
        self.blank();
        if hex_digest(self.game.digest()) != *deed.after.as_bytes() {
            let error = HostError::no("WRONG_DIGEST", "the events lead to another state than the log says");
            return Err(error.because(self.game.digest().to_string(), deed.after).at_path("/after"));
        }
        Ok(())
    }
}

pub(super) fn dice_of(dice: &str) -> Result<Vec<u32>, HostError> {
    if dice.is_empty() { Ok(Vec::new()) } else { json::read(dice, "BAD_DICE").map_err(|error| under(error, "/dice")) }
}

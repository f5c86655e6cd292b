//! What players of a board say about their match: they resign, or agree to a draw.

use super::{Hall, joined, missing, refused};
use crate::seated::backwards;
use crate::{HostError, Shelf, Verdict, Which, Word};
use referee::Millis;
use serde_json::json;

impl<S: Shelf> Hall<'_, S> {
    /// Takes a word of a player about the match on a board. If it ends the match, everyone gets what they have.
    pub(super) fn speak(&mut self, player: &str, at: Millis, word: Word, asked: Option<u32>) -> Result<Verdict, HostError> {
        let (board_id, seat) = match self.house.seat_of(player, asked) {
            Ok(found) => found,
            Err(why) => return Ok(refused(&why)),
        };
        if let Some(error) = self.broken.get(&board_id) {
            return Ok(Verdict::refused(error));
        }
        let table = self.boards.get_mut(&board_id).ok_or_else(|| missing(board_id))?;
        let since = table.since();
        let said = match since.own_time(at) {
            Some(own) => table.say(seat, own, word),
            None => Err(backwards(at, since.world_time(table.clock()))),
        };
        let line = match said {
            Ok(line) => line,
            Err(error) => return Ok(Verdict::refused(&error)),
        };
        if let Err(error) = self.shelf.append(Which::Board(board_id), &line) {
            return self.give_up(board_id, error);
        }
        let event = json!([{"PlayerSaid": {"player_id": player, "board_id": board_id, "word": word}}]).to_string();
        let mut verdict = Verdict { events: event, lines: line, ..Verdict::nothing() };
        if self.is_over(board_id) {
            let finished = self.finish(board_id, at)?;
            verdict.events = joined(&verdict.events, &finished.events);
        }
        Ok(verdict)
    }
}

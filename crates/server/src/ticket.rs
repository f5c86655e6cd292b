//! Tickets: whoever wants to be ranked says so before playing. A ticket is signed, expires, and is used once; what was noted about it, and
//! what came of it, is a log of its own, `t-<id>`.

use crate::office::Office;
use crate::problem::Problem;
use crate::token::hex;
use axum::http::StatusCode;
use hmac::{Hmac, KeyInit, Mac};
use referee_store::LogName;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// A leaderboard of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Board {
    /// The same seed for everyone, a new one every day. Whoever knows it can look ahead: it is labelled so.
    Daily,
    /// A seed of one's own.
    Free,
    /// Dice rolled by the server: nobody can look ahead.
    Live,
}

impl Board {
    pub(crate) const ALL: [Board; 3] = [Board::Daily, Board::Free, Board::Live];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Board::Daily => "daily",
            Board::Free => "free",
            Board::Live => "live",
        }
    }

    pub(crate) fn read(name: &str) -> Result<Board, Problem> {
        let found = Board::ALL.into_iter().find(|board| board.name() == name);
        found.ok_or_else(|| Problem::bad("NO_SUCH_BOARD", "there is no such board").because("daily, free or live", name))
    }

    /// Whether the player is told the seed.
    pub(crate) fn is_open(self) -> bool {
        self != Board::Live
    }
}

/// A note about a ticket, one line each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Stub {
    /// It was given out.
    Issued(Issued),
    /// It was used: nothing follows.
    Used(Used),
}

/// How a ticket was given out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Issued {
    pub(crate) game: String,
    pub(crate) board: Board,
    /// The seed, where the player is told.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) seed: String,
    pub(crate) name: String,
    /// Who it is: what the player's own token hashes to.
    pub(crate) account: String,
    /// When, and until when, in milliseconds since 1970.
    pub(crate) at: u64,
    pub(crate) until: u64,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Used {
    /// The log of the run, as `/api/logs` knows it.
    pub(crate) log: String,
    pub(crate) score: i64,
    /// How many actions it has.
    pub(crate) actions: u64,
    pub(crate) at: u64,
}

/// The notes about a ticket.
pub(crate) fn stubs_of(id: &str) -> Result<LogName, Problem> {
    Ok(LogName::parse(&format!("t-{id}"))?)
}

/// A ticket as it is given out: its id and a signature. It is also what a run on it is called in its first line.
pub(crate) fn signed(key: &[u8; 32], id: &str) -> String {
    format!("{id}.{}", signature(key, id))
}

/// The id of a ticket whose signature is right. This costs nothing: whoever makes tickets up gets no further.
pub(crate) fn read(key: &[u8; 32], ticket: &str) -> Result<String, Problem> {
    let forged = || Problem::new(StatusCode::FORBIDDEN, "BAD_TICKET", "this is no ticket of this server");
    let (id, said) = ticket.split_once('.').ok_or_else(forged)?;
    let right = signature(key, id);
    let differ = right.bytes().zip(said.bytes()).fold(0, |differ, (one, two)| differ | (one ^ two));
    if right.len() == said.len() && differ == 0 { Ok(id.to_owned()) } else { Err(forged()) }
}

fn signature(key: &[u8; 32], id: &str) -> String {
    hex(&derived(key, "ticket", id)[..16])
}

/// What follows from the server's key and a text, for one purpose.
pub(crate) fn derived(key: &[u8; 32], purpose: &str, text: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| unreachable!("a key may have any length"));
    mac.update(format!("referee-{purpose}/1 {text}").as_bytes());
    mac.finalize().into_bytes().into()
}

/// The seed of a day, the same for everyone and told to nobody before.
pub(crate) fn seed_of_day(key: &[u8; 32], game: &str, day: &str) -> String {
    hex(&derived(key, "day", &format!("{game} {day}"))[..16])
}

/// The day of a moment, as `2026-11-16`.
pub(crate) fn day_of(at: u64) -> String {
    let days = at / 86_400_000 + 719_468; // days since 1 March of the year 0
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// What is noted about a ticket: how it was given out, and what came of it.
pub(crate) fn look_up(office: &Office, id: &str) -> Result<(Issued, Option<Used>), Problem> {
    let missing = || Problem::missing("ticket");
    let mut stubs = office.store.read(&stubs_of(id)?, 0, 2)?.into_iter().map(|kept| serde_json::from_str::<Stub>(&kept.text));
    let Some(Ok(Stub::Issued(issued))) = stubs.next() else { return Err(missing()) };
    match stubs.next() {
        None => Ok((issued, None)),
        Some(Ok(Stub::Used(used))) => Ok((issued, Some(used))),
        Some(_) => Err(missing()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (at, day) in [
            (0, "1970-01-01"),
            (951_782_400_000, "2000-02-29"),
            (951_868_799_999, "2000-02-29"),
            (951_868_800_000, "2000-03-01"),
            (1_794_787_200_000, "2026-11-16"),
            (4_107_542_400_000, "2100-03-01"),
        ] {
            assert_eq!(day_of(at), day);
        }
    }

    #[test]
    fn a_ticket_cannot_be_made_up() {
        let (key, other) = ([1; 32], [2; 32]);
        let ticket = signed(&key, "01abc");
        assert_eq!(read(&key, &ticket).unwrap(), "01abc");
        assert!(ticket.len() <= 64);
        for forged in
            ["", ".", "01abc", "01abc.", &ticket[..ticket.len() - 1], &ticket.replace("01abc", "01abd"), &signed(&other, "01abc")]
        {
            assert!(read(&key, forged).is_err(), "{forged}");
        }
        assert_ne!(seed_of_day(&key, "hop", "2026-11-16"), seed_of_day(&key, "hop", "2026-11-17"));
    }
}

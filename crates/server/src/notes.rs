//! What the server notes about a match besides its log: who may sit where, the hashes of their tokens, the secret of the dice. It is a log
//! of its own, `d-<id>`, which nobody is shown; everything the server knows of a match follows from it and from the match's own log, `m-<id>`.

use crate::Problem;
use crate::token::Hash;
use axum::http::StatusCode;
use referee_host::{Players, Secret};
use referee_store::LogName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who may sit in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Chair {
    /// Whoever comes.
    Open,
    /// Whoever has the invitation that hashes to this.
    Invited(String),
    /// A bot, by name.
    Bot(String),
    /// Somebody is in it: the name, and what the token hashes to.
    Taken { name: String, token: String },
}

impl Chair {
    pub(crate) fn is_free(&self) -> bool {
        matches!(self, Chair::Open | Chair::Invited(_))
    }

    /// Who sits there, as others see it.
    pub(crate) fn name(&self, seat: &str) -> Option<String> {
        match self {
            Chair::Taken { name, .. } => Some(name.clone()),
            Chair::Bot(bot) => Some(format!("bot-{bot}-{seat}")),
            _ => None,
        }
    }
}

/// A note about a match, one line each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Note {
    /// It was opened.
    Opened(Opened),
    /// Somebody took a seat.
    Joined { seat: String, name: String, token: String, salt: String, at: u64 },
    /// It will not be played: whoever opened it thought better of it, or nobody came.
    Withdrawn { at: u64 },
}

/// How a match was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opened {
    pub(crate) game: String,
    /// The setup as text; the usual one where it is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) setup: Option<String>,
    /// The seats by name.
    pub(crate) seats: BTreeMap<String, Chair>,
    /// When, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The secret of its dice.
    pub(crate) secret: String,
    /// What was added to it.
    pub(crate) salt: String,
    /// What it is a branch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) of: Option<Origin>,
    /// Whether it is played on a ticket of the same id.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) ranked: bool,
}

/// Where a branch begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Origin {
    /// The log it branches off.
    pub(crate) id: String,
    /// The record after which.
    pub(crate) record: u64,
    /// What time it was in the game then: its clock goes on from there.
    pub(crate) at: u64,
}

/// What the notes come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Desk {
    pub(crate) opened: Opened,
    /// When its last seat was taken, in milliseconds since 1970: then it began.
    pub(crate) began: u64,
    /// Whether it was withdrawn before it began.
    pub(crate) withdrawn: bool,
    /// How many notes there are.
    pub(crate) notes: u64,
}

impl Desk {
    /// What the first note comes to.
    pub(crate) fn new(opened: Opened) -> Desk {
        Desk { began: opened.at, opened, withdrawn: false, notes: 1 }
    }

    /// What notes come to.
    pub(crate) fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Desk, Problem> {
        let mut notes = lines.into_iter().map(|line| serde_json::from_str::<Note>(line).map_err(|_| damaged()));
        let Some(Note::Opened(opened)) = notes.next().transpose()? else { return Err(damaged()) };
        let mut desk = Desk::new(opened);
        for note in notes {
            desk.take(note?);
        }
        Ok(desk)
    }

    /// Takes a further note.
    pub(crate) fn take(&mut self, note: Note) {
        self.notes += 1;
        match note {
            Note::Opened(_) => {}
            Note::Withdrawn { .. } => self.withdrawn = true,
            Note::Joined { seat, name, token, salt, at } => {
                self.began = at;
                self.opened.seats.insert(seat, Chair::Taken { name, token });
                if !salt.is_empty() {
                    self.opened.salt =
                        format!("{}{}{salt}", self.opened.salt, if self.opened.salt.is_empty() { "" } else { " " });
                }
            }
        }
    }

    /// The seat that a token opens.
    pub(crate) fn seat_of(&self, token: &Hash) -> Option<&str> {
        let opens = |chair: &Chair| matches!(chair, Chair::Taken { token: kept, .. } if token.is(&Hash(kept.clone())));
        self.opened.seats.iter().find(|(_, chair)| opens(chair)).map(|(seat, _)| seat.as_str())
    }

    pub(crate) fn is_full(&self) -> bool {
        self.opened.seats.values().all(|chair| !chair.is_free())
    }

    /// Why a match that has not begun cannot be played.
    pub(crate) fn not_begun(&self) -> Problem {
        let (code, why) = match self.withdrawn {
            false => ("NOT_BEGUN", "the match has not begun: a seat is still free"),
            true => ("WITHDRAWN", "the match was withdrawn before it began"),
        };
        Problem::new(StatusCode::CONFLICT, code, why)
    }

    pub(crate) fn secret(&self) -> Result<Secret, Problem> {
        Secret::parse(&self.opened.secret).ok_or_else(damaged)
    }

    /// Who plays, as the log says it.
    pub(crate) fn players(&self, card: &referee_host::Card) -> Result<Players, Problem> {
        let mut players = Players::NONE;
        for seat in card.all_seats() {
            let Some(chair) = self.opened.seats.get(seat) else { continue };
            players.seat(card, seat, &chair.name(seat).unwrap_or_default())?;
        }
        Ok(players)
    }
}

fn damaged() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "DAMAGED", "what is noted about this match cannot be read")
}

/// The notes of a match.
pub(crate) fn notes_of(id: &str) -> Result<LogName, Problem> {
    Ok(LogName::parse(&format!("d-{id}"))?)
}

/// The log of a match.
pub(crate) fn log_of(id: &str) -> Result<LogName, Problem> {
    Ok(LogName::parse(&format!("m-{id}"))?)
}
